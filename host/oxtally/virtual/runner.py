"""The virtual device in one process: firmware, board and a pair of fingers. Runs on CPython and on MicroPython.

    runner.py ORDERS        a JSON file: flash and dump (paths or ""), roster (names), keys, live (or not) and then
                            shows (somebody looks), cut_at (0: never), cut_way

Prints one JSON object, or goes on in real time: see live. A power cut ends it early. The dump gets, after power-on and
after every key, all that the displays show: 1024 bytes of the screen, then for each row display 4 bytes of segments and
its brightness, and a line with the screen's text.
"""

import gc
import json
import sys

TYPE_CHECKING = False  # MicroPython has no typing; checkers take this name for true
if TYPE_CHECKING:
    from typing import Any

_STEP_US = 2000  # between two passes of the device's loop
_DOWN_MS = 20  # a finger is on a key for so long, and off it for as long
_PAUSE_MS = 450  # and then waits: longer than a habit


class VirtualDevice:
    """Power-on with this flash chip.

    `lives_on`: firmware that breaks down shows so and waits for a key, as on the table. Without, whoever runs it gets
    the exception, since hardly anything should go on after that.
    """

    def __init__(self, flash: "Any", lives_on: bool = False) -> None:
        from oxtally.board import modules
        from oxtally.board.board import Board
        from oxtally.board.files import Files
        from oxtally.board.repl import Repl

        self.board = Board(flash=flash)
        self.lives_on = lives_on
        self._modules = modules
        self._use = modules.use  # at every step: there may be several devices in one process
        self._use(self.board)
        modules.install()
        from ox.device import Device

        modules.remove()
        self.files = Files(self.board.flash)
        self._device = Device
        self._repl = Repl
        self.device: Any = None
        self.repl: Any = None  # the prompt, when somebody has broken in
        self.crash: Any = None  # what the firmware does after a crash, pass by pass …
        self.crash_frame: Any = None  # … and shows

    def power_on(self) -> None:
        self._start()
        self.wait(30)

    def _start(self) -> None:
        """The firmware starts, from main.py. A Ctrl-C, at any moment, leads to the prompt."""
        self._use(self.board)
        self.repl = self.crash = None
        try:
            self.device = self._device(self.files, self.board.usb)
        except KeyboardInterrupt:
            self._stop()
        except Exception as error:
            if not self.lives_on:
                raise
            self._crash(error)

    def _stop(self) -> None:
        self.repl = self._repl(self.board.usb)

    def _restart(self) -> None:
        """A soft reset: it forgets everything that was open."""
        self.files.mount()
        self._start()

    def _crash(self, error: Exception) -> None:
        """What main.py does with an exception."""
        self._modules.install()  # the firmware imports whatever it needs for that now
        try:
            from ox.crash import passes

            self.crash = passes(error, self.files, self.board.usb)
            self._pass()
        finally:
            self._modules.remove()

    def _pass(self) -> None:
        """One pass of what the firmware does after a crash."""
        try:
            self.crash_frame = next(self.crash)
        except KeyboardInterrupt:
            self.crash = None
            self._stop()
        except SystemExit:  # out of main.py: a soft reset
            self.board.usb.write(self._repl.REBOOT)
            self._restart()

    def step(self) -> None:
        """One pass of the device's loop, or whatever the prompt does instead."""
        if self.repl is not None:
            if self.repl.step():
                self._restart()
            return
        self._use(self.board)
        if self.crash is not None:
            self._pass()
            return
        try:
            self.device.step()
        except KeyboardInterrupt:
            self.device.stopped()
            self._stop()
        except Exception as error:
            if not self.lives_on:
                raise
            self._crash(error)

    def idle(self) -> bool:
        """Nothing is to be done for the laptop."""
        return not (self.board.usb.to_device.any() or (self._runs() and self.device.busy()))

    def _runs(self) -> bool:
        """The firmware does what it is for."""
        return self.repl is None and self.crash is None

    def wait(self, ms: int) -> None:
        """Let the device run for so long."""
        end = self.board.clock.now + ms * 1000
        while self.board.clock.now < end:
            self.step()
            self.board.clock.wait(_STEP_US)

    def press(self, key: str) -> None:
        """One key, as a person presses it: after a pause, in which the device does what it does when nobody types."""
        self.board.clock.wait(_PAUSE_MS * 1000)
        self.step()
        while self._runs() and self.device.resting:
            self.step()
            self.board.clock.wait(_STEP_US)
        self.board.press(key)
        self.wait(_DOWN_MS)
        self.board.release(key)
        self.wait(_DOWN_MS)

    def shown(self) -> bytes:
        """All that the displays show, as bytes."""
        return self.board.shown()

    def tabletop(self) -> "dict[str, Any]":
        """What lies on the table, and what is asked; the prompt knows nothing of that, nor does a crash."""
        from oxtally.virtual.tabletop import CRASH, PROMPT, tabletop

        if self.repl is not None:
            return {"phase": PROMPT}
        if self.crash is not None:
            return {"phase": CRASH, "lines": self.lines()}
        return tabletop(self.device.app)

    def lines(self) -> "list[str]":
        """The words on the screen."""
        if self.crash is not None:
            return self.crash_frame.text() if self.crash_frame else []
        return self.device.app.frame.text() if self.device else []

    def shown_with_text(self) -> bytes:
        return self.shown() + json.dumps(self.lines()).encode() + b"\n"


def write_roster(files: "Any", names: "list[str]") -> None:
    """As the laptop would have done."""
    content = json.dumps({"players": [{"name": name} for name in names]}).encode()
    try:
        with files.open("roster.json", "rb") as file:
            if file.read() == content:
                return
    except OSError:
        pass  # there is none yet
    with files.open("roster.json", "wb") as file:
        file.write(content)


def type_keys(virtual: VirtualDevice, keys: str, path: str, typed: "list[str]") -> int:
    """Press the keys, dump what is shown after each; returns the most memory that was in use."""
    heap = 0
    with open(path or "/dev/null", "wb") as dump:
        dump.write(virtual.shown_with_text())
        for key in keys:
            virtual.press(key)
            typed.append(key)
            dump.write(virtual.shown_with_text())
            if hasattr(gc, "mem_alloc"):
                heap = max(heap, gc.mem_alloc())
    return heap


def switch_on(orders: "dict[str, Any]", flash: "Any", typed: "list[str]") -> "tuple[VirtualDevice, int]":
    """The device after the last key, and the most memory that was in use."""
    virtual = VirtualDevice(flash, bool(orders.get("live")))
    if orders["roster"]:
        write_roster(virtual.files, orders["roster"])
    virtual.power_on()
    return virtual, type_keys(virtual, orders["keys"], orders["dump"], typed)


def run(orders: "dict[str, Any]") -> "dict[str, Any]":
    from oxtally.board.flash import Flash, PowerCut

    flash = Flash(path=orders["flash"] or None)
    if orders.get("cut_at"):
        flash.cut_at(orders["cut_at"] - 1, orders["cut_at"], orders["cut_way"])
    typed: list[str] = []
    try:
        said = _type_on(flash, orders, typed)
        said["cut"] = False
    except PowerCut:
        said = {"cut": True}
    if not orders["flash"] and orders.get("image"):
        flash.save(orders["image"])
    said["keys"] = len(typed)
    said["flash"] = {"programs": flash.programs, "erases": flash.erases}
    return said


def _type_on(flash: "Any", orders: "dict[str, Any]", typed: "list[str]") -> "dict[str, Any]":
    """Power-on, all keys; what there is to see then."""
    virtual, heap = switch_on(orders, flash, typed)
    from ox.screens.segments import read

    return {
        "oled": virtual.lines(),
        "rows": [read(bytes(row.segments())) for row in virtual.board.rows],
        "heap_peak": heap or None,
        "complaints": virtual.board.complaints,
        "virtual_ms": virtual.board.clock.now // 1000,
    }


def main(path: str) -> None:
    with open(path, "rb") as file:
        orders = json.loads(file.read().decode())
    if orders.get("live"):
        from oxtally.board.flash import Flash
        from oxtally.virtual.live import Live

        virtual, _ = switch_on(orders, Flash(path=orders["flash"] or None), [])
        Live(virtual, orders.get("shows", False)).run()
    else:
        print(json.dumps(run(orders)))


if __name__ == "__main__":
    for folder in sys.argv[2:]:
        sys.path.insert(0, folder)
    main(sys.argv[1])
