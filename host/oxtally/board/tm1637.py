"""A row display: a TM1637 with four digits, from the edges of CLK and DIO to lit segments. Imports wires.

The bus looks like I2C and is none: no addresses, the lowest bit first. A display listens from a start condition (DIO
falls while CLK is high) to a stop condition (DIO rises while CLK is high), samples DIO at rising CLK, and after the
eighth bit pulls DIO low from that clock's falling edge to the next one's. Five displays share CLK; those whose DIO
stays high never see a start.

Orders of bytes that the data sheet does not allow, and pulses that are too short, are complaints.
"""

from .wires import LOW, OFF, UP

TYPE_CHECKING = False  # MicroPython has no typing; checkers take this name for true
if TYPE_CHECKING:
    from collections.abc import Callable

    from .clock import Clock
    from .wires import Net

DIGITS, REGISTERS = 4, 6  # the chip drives six digits, the module has four


class RowDisplay:
    """`segments()` and `brightness()` are what the eye sees; `transfers` counts start conditions, `changed` is when the
    display was last told something new."""

    # The data sheet's shortest pulse is 0.4 µs, and the clock counts whole microseconds. Modules with capacitors on
    # their lines need more: raise it to model one.
    shortest_pulse = 1

    def __init__(self, name: str, clk: "Net", dio: "Net", clock: "Clock", complain: "Callable[[str], None]") -> None:
        self.name = name
        self.plugged = False
        self.transfers = 0
        self.changed = 0
        self._clk, self._dio = clk, dio
        self._clock = clock
        self._complain_to = complain
        self._clk_tap = clk.tap(name)
        self._dio_tap = dio.tap(name)
        clk.on_edge(self._on_clk)
        dio.on_edge(self._on_dio)
        self.plug()

    def plug(self) -> None:
        if self.plugged:
            return
        self._memory = bytearray(b"\x5a\xc3\x99\x3c\x66\xa5")  # noise, and dark: as after power-on
        self._control = 0x80
        self._mode = 0  # the data command, once there was one
        self._listening = False
        self._bits = self._byte = self._bytes = 0
        self._first = 0  # first byte of the transfer
        self._address = 0
        self._clk_edge = self._dio_edge = self._clock.now
        self._clk_tap.drive(UP)  # modules have these resistors
        self._dio_tap.drive(UP)
        self.plugged = True

    def unplug(self) -> None:
        self.plugged = False
        self._clk_tap.drive(OFF)
        self._dio_tap.drive(OFF)

    def segments(self) -> bytes:
        """The four digits as lit: bit 0 is segment a, bit 6 segment g, bit 7 the colon or point."""
        return bytes(self._memory[:DIGITS]) if self.brightness() else bytes(DIGITS)

    def brightness(self) -> int:
        """0: dark; 1 to 8."""
        return (self._control & 7) + 1 if self.plugged and self._control & 8 else 0

    def _complain(self, text: str) -> None:
        self._complain_to(self.name + ": " + text)

    # Edges.

    def _on_dio(self, level: int) -> None:
        if not self.plugged:
            return
        self._dio_edge = self._clock.now
        if not self._clk.level:
            return
        # The rising CLK of a stop condition looks like one more bit, until DIO rises.
        if self._listening and self._bits > 1:
            self._complain("%s after %d bits of a byte" % ("stop" if level else "start", self._bits - 1))
        if not level and self._listening and self._bits <= 1:
            self._complain("start without a stop before it")
        self._listening = not level
        self._bits = self._byte = self._bytes = 0
        self._dio_tap.drive(UP)
        if self._listening:
            self.transfers += 1
            self._clk_edge = self._clock.now

    def _on_clk(self, level: int) -> None:
        if not (self.plugged and self._listening):
            return
        now = self._clock.now
        if now - self._clk_edge < self.shortest_pulse:
            self._complain("CLK was %s for less than %d µs" % ("low" if level else "high", self.shortest_pulse))
        self._clk_edge = now
        if level:
            if now == self._dio_edge:
                self._complain("DIO changed just before CLK rose")
            self._bits += 1
            if self._bits <= 8:
                self._byte |= self._dio.level << (self._bits - 1)
        elif self._bits == 8:
            self._dio_tap.drive(LOW)  # ACK
            self._take(self._byte)
        elif self._bits == 9:
            self._dio_tap.drive(UP)
            self._bits = self._byte = 0

    # Bytes.

    def _take(self, byte: int) -> None:
        self._bytes += 1
        if self._bytes == 1:
            self._first = byte
            self._take_command(byte)
        elif self._first & 0xC0 == 0xC0:
            self._take_data(byte)
        else:
            self._complain("%02X right behind the command %02X, without a stop" % (byte, self._first))

    def _take_command(self, byte: int) -> None:
        group = byte & 0xC0
        if byte in (0x40, 0x44):
            self._mode = byte
        elif group == 0x80 and byte < 0x90:
            if byte != self._control:
                self.changed = self._clock.now
            self._control = byte
        elif group == 0xC0 and byte - 0xC0 < REGISTERS:
            self._address = byte - 0xC0
            if not self._mode:
                self._complain("address before any data command")
        else:
            self._complain("no such command: %02X" % byte)

    def _take_data(self, byte: int) -> None:
        if self._address >= REGISTERS:
            self._complain("data behind the last register")
            return
        if byte != self._memory[self._address]:
            self.changed = self._clock.now
        self._memory[self._address] = byte
        if self._mode == 0x40:
            self._address += 1
