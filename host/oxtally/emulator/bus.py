"""The chip's I2C: bytes to the parts on it, each in the time that nine clocks take. Imports oxtally.board.

rp2040py gives every byte at once; here a byte ends when it would on the wire. A wire that is held low lets nothing
end, so that the firmware runs into its timeout.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rp2040py.peripherals.i2c import R_TX_EMPTY, I2CMode

if TYPE_CHECKING:
    from oxtally.board.i2c import Part

_BITS = 9  # eight, and the answer
_NANOS = 1_000_000_000
_PIXELS = b"\x40"  # what a transfer of pixels to the screen begins with


class Bus:
    """`sent` counts bytes on the wire, addresses included; `drawn` is when the last byte for the screen's memory was
    there, in nanoseconds."""

    def __init__(self, chip: Any, number: int, parts: list[Part]) -> None:
        self.sent = 0
        self.drawn = 0.0
        self._chip = chip
        self._i2c = chip.i2c[number]
        self._parts = parts
        self._part: Part | None = None
        self._written = bytearray()
        self._then: Callable[[], None] = lambda: None
        self._alarm = chip.clock.create_alarm(lambda: self._then())
        self._i2c.on_start = lambda again: self._after(1, self._i2c.complete_start)
        self._i2c.on_connect = self._connect
        self._i2c.on_write_byte = self._write
        self._i2c.on_read_byte = self._read
        self._i2c.on_stop = self._stop

    def _after(self, bits: int, then: Callable[[], None]) -> None:
        if any(not (part.sda.level and part.scl.level) for part in self._parts):
            return  # the bus hangs
        self._then = then
        clocks = self._i2c.scl_high_period + self._i2c.scl_low_period
        self._alarm.schedule(bits * clocks * _NANOS / self._chip.clk_sys)

    def _connect(self, address: int, mode: I2CMode) -> None:
        self.sent += 1
        self._deliver()  # a start without a stop before it
        answers = [part for part in self._parts if part.address == address and part.answers()]
        self._part = answers[0] if answers else None
        self._after(_BITS, self._connected)

    def _connected(self) -> None:
        self._i2c.complete_connect(self._part is not None)
        if not self._part:
            # The queue has been thrown away, and is empty: else the firmware waits for that until its timeout.
            self._i2c._set_interrupts(R_TX_EMPTY)

    def _write(self, value: int) -> None:
        self.sent += 1
        self._written.append(value)
        part = self._part
        # The part may be unplugged meanwhile.
        self._after(_BITS, lambda: self._i2c.complete_write(part is not None and part.answers()))

    def _read(self, more: bool) -> None:
        self.sent += 1
        value = self._part.send(1)[0] if self._part and self._part.answers() else 0xFF
        self._after(_BITS, lambda: self._i2c.complete_read(value))

    def _stop(self) -> None:
        if self._written[:1] == _PIXELS:
            self.drawn = self._chip.clock.nanos
        self._deliver()
        self._after(1, self._i2c.complete_stop)

    def _deliver(self) -> None:
        if self._part and self._written:
            self._part.receive(bytes(self._written))
        self._written.clear()
