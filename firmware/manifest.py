"""For a MicroPython that you build yourself: the firmware frozen into it. See docs/install.md."""

package("ox", opt=2)  # noqa: F821  these two are MicroPython's
module("main.py", opt=2)  # noqa: F821
