"""A transport to a virtual device in the same process, in virtual time. Imports runner and oxtally.errors.

Nothing really waits: reading lets the device run until something comes, or until that much time has passed on its
clock.
"""

from __future__ import annotations

from oxtally.errors import LineCut
from oxtally.virtual.runner import VirtualDevice

_STEP_MS = 2


class Cable:
    """Satisfies oxtally.link.transport.Transport."""

    name = "the virtual device"

    def __init__(self, virtual: VirtualDevice) -> None:
        self.virtual = virtual
        self.cut = False
        self._before = 0  # microseconds on the clocks of devices that were here before
        self._waiting = b""  # what the device had no room for yet

    def plug_into(self, virtual: VirtualDevice) -> None:
        """Another device, or the same one after a power-on: what was on its way is gone."""
        self._before += self.virtual.board.clock.now
        self._waiting = b""
        self.virtual = virtual

    def write(self, data: bytes) -> None:
        self._alive()
        self._waiting += data
        self._feed()

    def _feed(self) -> None:
        self._waiting = self._waiting[self.virtual.board.usb.send(self._waiting) :]

    def read(self, seconds: float) -> bytes:
        self._alive()
        clock = self.virtual.board.clock
        end = clock.now + int(seconds * 1_000_000)
        while not (data := self.virtual.board.usb.receive()) and clock.now <= end:
            self.virtual.wait(_STEP_MS)
            self._feed()
        return data

    def now(self) -> float:
        return (self._before + self.virtual.board.clock.now) / 1_000_000

    def close(self) -> None:
        self.cut = True

    def _alive(self) -> None:
        if self.cut:
            raise LineCut(f"{self.name}: the line was cut; plug the device in and try again")
