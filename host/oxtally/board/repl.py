"""The MicroPython prompt that is there when the firmware has been stopped: just enough of it. Imports nothing.

It echoes, prompts, knows Ctrl-A to Ctrl-D and the raw mode, and takes every line for a mistake. As on the Pico, a soft
reset out of the raw mode does not start main.py again.
"""

TYPE_CHECKING = False  # MicroPython has no typing; checkers take this name for true
if TYPE_CHECKING:
    from .usb import Usb

_BANNER = b'MicroPython v1.28.0 on 2026-04-01; Raspberry Pi Pico with RP2040\r\nType "help()" for more information.\r\n'
_BROKEN_IN = b'Traceback (most recent call last):\r\n  File "main.py", line 5, in <module>\r\nKeyboardInterrupt: \r\n'
_MISTAKE = b'Traceback (most recent call last):\r\n  File "<stdin>", line 1\r\nSyntaxError: invalid syntax\r\n'
_PROMPT = b">>> "
_RAW = b"raw REPL; CTRL-B to exit\r\n>"


class Repl:
    """Takes over the port of a device whose firmware was interrupted."""

    REBOOT = b"MPY: soft reboot\r\n"  # what every soft reset says on the port

    def __init__(self, usb: "Usb") -> None:
        usb.interrupts = False
        self._usb = usb
        self._raw = False
        self._typed = 0  # characters in the line
        self._say(_BROKEN_IN + _BANNER + _PROMPT)

    def _say(self, text: bytes) -> None:
        self._usb.write(text)

    def step(self) -> bool:
        """Answers what was typed; true when the firmware is to start again."""
        while self._usb.readable():
            if self._raw:
                self._raw_byte(self._usb.read_byte())
            elif self._byte(self._usb.read_byte()):
                self._usb.interrupts = True
                return True
        return False

    def _byte(self, byte: int) -> bool:
        if byte == 1:
            self._raw = True
            self._say(_RAW)
        elif byte == 2:
            self._say(b"\r\n" + _BANNER + _PROMPT)
        elif byte == 3:
            self._say(b"\r\n" + _PROMPT)
        elif byte == 4 and not self._typed:
            self._say(b"\r\n" + self.REBOOT)
            return True
        elif byte == 13:
            self._say(b"\r\n" + (_MISTAKE if self._typed else b"") + _PROMPT)
        elif 32 <= byte < 127:
            self._typed += 1
            self._say(bytes((byte,)))
            return False
        else:
            return False  # a newline, above all: the Pico's prompt does not take it for Enter
        self._typed = 0
        return False

    def _raw_byte(self, byte: int) -> None:
        if byte == 1:
            self._say(_RAW)
        elif byte == 2:
            self._raw = False
            self._say(b"\r\n" + _BANNER + _PROMPT)
        elif byte == 4:
            self._say(b"OK\x04" + _MISTAKE + b"\x04>" if self._typed else b"OK\r\n" + self.REBOOT + _RAW)
        elif byte != 3:
            self._typed += 1
            return
        self._typed = 0
