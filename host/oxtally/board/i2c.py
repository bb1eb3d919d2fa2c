"""Stand-in for `machine.I2C`: bytes to the parts on a pair of wires, with the time that they take. Imports pins, wires.

Not the wires' edges but whole bytes: the RP2040 has this bus in hardware, so the firmware cannot get the edges wrong.
What it can get wrong is modelled: the pins, the address, a part that is not there (EIO after the address), a wire that
is held low (ETIMEDOUT after `timeout`), a part that goes away in the middle of a transfer (EIO).
"""

from .pins import ALT, Pin
from .wires import UP

TYPE_CHECKING = False  # MicroPython has no typing; checkers take this name for true
if TYPE_CHECKING:
    from typing import Protocol

    from .clock import Clock
    from .wires import Net

    class Part(Protocol):
        """What a part on the bus can do."""

        sda: Net
        scl: Net
        address: int

        def answers(self) -> bool: ...
        def receive(self, data: bytes) -> None: ...
        def send(self, count: int) -> bytes: ...


EIO, ETIMEDOUT = 5, 110  # as MicroPython numbers them on the Pico


class I2C:
    """One of the two buses. Each board has a class of its own, which knows its clock and its parts."""

    clock: "Clock"
    parts: "list[Part]" = []  # noqa: RUF012 - each board has a class of its own
    sent = 0  # bytes on the wire so far, addresses included: for tests that count them

    def __init__(
        self,
        id: int,
        *,
        scl: "Pin",
        sda: "Pin",
        freq: int = 400_000,
        timeout: int = 50_000,
    ) -> None:
        # On the RP2040, I2C0 is on GP0/1, 4/5, 8/9 …, I2C1 on GP2/3, 6/7 …; SDA on the even one.
        if scl.pad.number % 4 != id * 2 + 1:
            raise ValueError("bad SCL pin")
        if sda.pad.number % 4 != id * 2:
            raise ValueError("bad SDA pin")
        for pad in (scl.pad, sda.pad):
            pad.mode = ALT
            pad.tap.drive(UP)  # the port switches the Pico's pull-ups on
        self._scl = scl.pad.net
        self._sda = sda.pad.net
        self._freq = freq
        self._timeout = timeout

    def scan(self) -> "list[int]":
        found = []
        for address in range(0x08, 0x78):
            try:
                self._address(address)
                found.append(address)
            except OSError:
                pass
        return found

    def writeto(self, addr: int, buf: bytes, stop: bool = True) -> int:
        part = self._address(addr)
        self._bytes(part, len(buf))
        part.receive(bytes(buf))
        return len(buf)

    def writevto(self, addr: int, vector: "list[bytes]", stop: bool = True) -> int:
        return self.writeto(addr, b"".join([bytes(one) for one in vector]), stop)

    def readfrom(self, addr: int, nbytes: int, stop: bool = True) -> bytes:
        part = self._address(addr)
        self._bytes(part, nbytes)
        return part.send(nbytes)

    def readfrom_into(self, addr: int, buf: bytearray, stop: bool = True) -> None:
        data = self.readfrom(addr, len(buf), stop)
        for at in range(len(data)):
            buf[at] = data[at]

    def _address(self, addr: int) -> "Part":
        """Start condition and address; the part that acknowledges it."""
        if not (self._scl.level and self._sda.level):
            self.clock.wait(self._timeout)
            raise OSError(ETIMEDOUT, "ETIMEDOUT")
        self._bytes(None, 1)
        for part in self.parts:
            if part.address == addr and part.answers() and part.sda is self._sda and part.scl is self._scl:
                return part
        raise OSError(EIO, "EIO")

    def _bytes(self, part: "Part | None", count: int) -> None:
        """Nine clocks a byte. The part may be unplugged meanwhile."""
        type(self).sent += count
        self.clock.wait(count * 9_000_000 // self._freq)
        if part is not None and not part.answers():
            raise OSError(EIO, "EIO")
