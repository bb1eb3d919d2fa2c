"""The virtual device in real time, with messages on stdin and stdout. Runs on CPython and on MicroPython.

Its clock follows the real one; while there is something to do for the laptop it runs as fast as it can, and otherwise
it looks around a few times a second. What the displays show is told when it changes. Imports messages, tabletop.
"""

import json
import select
import time

from . import messages
from .messages import Reader, message

TYPE_CHECKING = False  # MicroPython has no typing; checkers take this name for true
if TYPE_CHECKING:
    from typing import Any

    from .runner import VirtualDevice

_IDLE_MS = 60  # between two looks around; a key or a byte wakes it at once
_SOUND_MS = 4  # likewise while a tone sounds: its end is heard
_STEP_US = 2000
_STEPS = 64  # at most, until the input is looked at again
_CONTACT_MS = 10  # a key stays down, or up, for so long at least: the keypad's driver waits for 5
_ROOM = 512
_SCREEN = 1024


class Pipes:
    """The messages' way in and out."""

    def __init__(self) -> None:
        # Without buffers: poll knows nothing of bytes that are in one.
        self._in: Any = open(0, "rb", 0)  # noqa: SIM115 - open as long as the process lives
        self._out: Any = open(1, "wb", 0)  # noqa: SIM115
        self._poll = select.poll()
        self._poll.register(self._in, select.POLLIN)
        self.ended = False

    def read(self, ms: int) -> bytes:
        """What is there; waits for so long if there is nothing. One by one: MicroPython's read(n) waits for all n."""
        data = b""
        while len(data) < _ROOM and self._poll.poll(ms):
            byte = self._in.read(1)
            if not byte:
                self.ended = True
                break
            data += byte
            ms = 0
        return data

    def write(self, data: bytes) -> None:
        while data:
            data = data[self._out.write(data) or 0 :]


class Teller:
    """Tells what is new on a board's displays, on the table, and to the ears."""

    def __init__(self, pipes: Pipes, board: "Any") -> None:
        self._pipes = pipes
        self._board = board
        self._shown = b""
        self._table = b""
        self._complaints = 0

    def say(self, kind: bytes, content: bytes = b"") -> None:
        self._pipes.write(message(kind, content))

    def to_laptop(self, said: bytes) -> None:
        while said:
            self.say(messages.TO_LAPTOP, said[: messages.MOST])
            said = said[messages.MOST :]

    def table(self, lying: "dict[str, Any]") -> None:
        table = json.dumps(lying).encode()
        if table != self._table:
            self._table = table
            self.say(messages.TABLE, table)

    def new_on_screen(self) -> bool:
        return bytes(self._board.oled.picture()) != self._shown[:_SCREEN]

    def displays(self) -> None:
        board = self._board
        shown = board.shown() + bytes((board.oled.contrast,))
        if shown != self._shown:
            self._shown = shown
            self.say(messages.SHOWN, shown)
        for _, hertz, us in board.buzzer.tones:
            ms = us // 1000
            self.say(messages.BEEP, bytes((hertz >> 8, hertz & 255, ms >> 8 & 255, ms & 255)))
        board.buzzer.tones.clear()
        for complaint in board.complaints[self._complaints :]:
            self._complaints += 1
            self.say(messages.COMPLAINT, complaint.encode())


class Live:
    """`shows`: somebody looks at the displays; without, only the serial port is of interest."""

    def __init__(self, virtual: "VirtualDevice", shows: bool) -> None:
        self._virtual = virtual
        self._board = virtual.board
        self._shows = shows
        self._pipes = Pipes()
        self._reader = Reader()
        self._teller = Teller(self._pipes, virtual.board)
        self._waiting = b""  # what the device had no room for yet
        self._start = time.time() - self._board.clock.now / 1_000_000

    def run(self) -> None:
        """Until stdin ends."""
        if self._shows:
            self._show(True)
        self._teller.say(messages.READY)
        while not self._pipes.ended:
            idle = self._virtual.idle() and not self._waiting
            pause = 0 if not idle else _SOUND_MS if self._board.buzzer.sounding() else _IDLE_MS
            for kind, content in self._reader.feed(self._pipes.read(pause)):
                self._take(kind, content)
            self._catch_up()
            self._go_on()
            if self._shows:
                self._show(False)

    def _take(self, kind: bytes, content: bytes) -> None:
        if kind == messages.TO_DEVICE:
            self._waiting += content
            return
        self._catch_up()
        if kind == messages.DOWN:
            self._board.press(content.decode())
        elif kind == messages.UP:
            self._board.release(content.decode())
        # A step that draws may take longer than the whole wait, so the keypad is looked at before it and after it.
        self._virtual.step()
        self._virtual.wait(_CONTACT_MS)
        self._virtual.step()
        if self._shows:
            self._show(True)
        self._teller.say(messages.DONE)

    def _catch_up(self) -> None:
        behind = int((time.time() - self._start) * 1_000_000) - self._board.clock.now
        if behind > 0:
            self._board.clock.wait(behind)
        else:
            # Keys in quick succession and the laptop's business put it ahead. Let it be: if it waited for the real
            # time to come up, a pause of the person's would be none for the device.
            self._start += behind / 1_000_000

    def _go_on(self) -> None:
        """One pass of the device's loop, or as many as the laptop's business needs."""
        usb = self._board.usb
        for _ in range(_STEPS):
            if self._waiting:
                self._waiting = self._waiting[usb.send(self._waiting) :]
                if not self._waiting:
                    self._teller.say(messages.TAKEN)
            self._virtual.step()
            self._board.clock.wait(_STEP_US)
            self._teller.to_laptop(usb.receive())
            if self._virtual.idle() and not self._waiting:
                break

    def _show(self, after_key: bool) -> None:
        if after_key or self._teller.new_on_screen():
            self._teller.table(self._virtual.tabletop())
        self._teller.displays()
