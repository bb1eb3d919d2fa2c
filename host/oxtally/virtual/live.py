"""The virtual device in real time, its USB serial port on stdin and stdout. Runs on CPython and on MicroPython.

The line `ready` comes first, then what the device says. Its clock follows the real one; while there is something to do
for the laptop it runs as fast as it can, and otherwise it looks around a few times a second. Imports nothing of ours.
"""

import select
import time

TYPE_CHECKING = False  # MicroPython has no typing; checkers take this name for true
if TYPE_CHECKING:
    from typing import Any

    from .runner import VirtualDevice

READY = b"ready\n"
_IDLE_MS = 40  # between two looks around
_STEP_US = 2000
_STEPS = 64  # at most, until the input is looked at again
_ROOM = 512


class _Pipes:
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


def live(virtual: "VirtualDevice") -> None:
    """Until stdin ends."""
    pipes = _Pipes()
    pipes.write(READY)
    usb, clock = virtual.board.usb, virtual.board.clock
    start = time.time() - clock.now / 1_000_000
    waiting = b""  # what the device had no room for yet
    while not pipes.ended:
        idle = virtual.idle() and not waiting
        if len(waiting) < _ROOM:
            waiting += pipes.read(_IDLE_MS if idle else 0)
        behind = int((time.time() - start) * 1_000_000) - clock.now
        if behind > 0:
            clock.wait(behind)
        for _ in range(_STEPS):
            if waiting:
                waiting = waiting[usb.send(waiting) :]
            virtual.step()
            clock.wait(_STEP_US)
            said = usb.receive()
            if said:
                pipes.write(said)
            if virtual.idle() and not waiting:
                break
