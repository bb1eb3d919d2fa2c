"""The screen: a 128x64 OLED with an SSD1306, SH1106 or SSD1309, from I2C bytes to lit pixels. Imports wires.

After power-on the chip is off and its memory holds noise, as in life: a picture is seen only if the firmware has set up
everything that the module needs. Commands that the chip does not have, and bytes that are neither command nor data, are
complaints. Scrolling is accepted and not done.
"""

from .wires import OFF, UP

TYPE_CHECKING = False  # MicroPython has no typing; checkers take this name for true
if TYPE_CHECKING:
    from collections.abc import Callable

    from .wires import Net

SSD1306, SH1106, SSD1309 = "SSD1306", "SH1106", "SSD1309"
WIDTH, PAGES = 128, 8

# How many argument bytes follow a command; commands that carry their argument inside are in `_command`.
_ARGUMENTS = {0x81: 1, 0xA8: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1}
_ARGUMENTS_OF = {
    SSD1306: {0x20: 1, 0x21: 2, 0x22: 2, 0x8D: 1, 0x26: 6, 0x27: 6, 0x29: 5, 0x2A: 5, 0xA3: 2},
    SSD1309: {0x20: 1, 0x21: 2, 0x22: 2, 0xFD: 1, 0x26: 6, 0x27: 6, 0x29: 5, 0x2A: 5, 0xA3: 2},
    SH1106: {0xAD: 1},
}
_LOCKED = 0x16  # SSD1309: deaf to all commands but FD until FD 12
_HORIZONTAL, _VERTICAL, _PAGE = 0, 1, 2


class Oled:
    """`picture()` is what the eye sees; `memory` what the chip holds, `writes` how many data bytes it has taken."""

    def __init__(
        self,
        kind: str,
        sda: "Net",
        scl: "Net",
        reset: "Net",
        complain: "Callable[[str], None]",
        address: int = 0x3C,
    ) -> None:
        self.kind = kind
        self.sda, self.scl, self.address = sda, scl, address
        self.columns = 132 if kind == SH1106 else WIDTH  # of memory
        self.first = 2 if kind == SH1106 else 0  # the glass is mounted on columns 2 to 129 of the SH1106's 132
        self.memory = bytearray(self.columns * PAGES)
        self.writes = 0
        self.plugged = False
        self._complain = complain
        self._reset = reset
        self._taps = [net.tap(kind) for net in (sda, scl, reset)]
        reset.on_edge(self._on_reset)
        self.plug()

    # The plug.

    def plug(self) -> None:
        if not self.plugged:
            self.plugged = True
            for tap in self._taps:
                tap.drive(UP)  # modules have these resistors
            self._power_on()

    def unplug(self) -> None:
        self.plugged = False
        for tap in self._taps:
            tap.drive(OFF)

    def answers(self) -> bool:
        return self.plugged and self._reset.level == 1

    def _power_on(self) -> None:
        noise = 1
        for at in range(len(self.memory)):
            noise = (noise * 75 + 74) % 65537
            self.memory[at] = noise >> 4 & 0xFF
        self._defaults()

    def _on_reset(self, level: int) -> None:
        if not level:
            self._defaults()  # the memory stays as it is

    def _defaults(self) -> None:
        self.on = False
        self.contrast = 0x80 if self.kind == SH1106 else 0x7F
        self.inverted = False
        self.all_on = False
        self.pump = self.kind != SSD1306  # the SSD1309 has its voltage from outside; the SH1106's pump starts by itself
        self.mirrored = True  # the glass is mounted for A1 and C8: without them the picture stands on its head
        self.flipped = True
        self.start_line = 0
        self.offset = 0
        self.multiplex = 63
        self.mode = _PAGE
        self.page = self.column = 0
        self._first_column, self._last_column = 0, self.columns - 1
        self._first_page, self._last_page = 0, PAGES - 1
        self._locked = False
        self._waiting: list[int] = []  # a command whose arguments have not all come

    # The bus.

    def receive(self, data: bytes) -> None:
        """One transfer: control bytes, each before one byte (Co set) or before all the rest (Co clear)."""
        at = 0
        while at < len(data):
            control = data[at]
            if control & 0x3F:
                self._complain("%s: %02X is no control byte" % (self.kind, control))
                return
            more = control & 0x80
            end = at + 2 if more else len(data)
            for byte in data[at + 1 : end]:
                if control & 0x40:
                    self._data(byte)
                else:
                    self._byte_of_command(byte)
            at = end

    def send(self, count: int) -> bytes:
        """The status byte: bit 6 says that the display is off, the low bits which chip it is."""
        status = (0x08 if self.kind == SH1106 else 0x03) | (0 if self.on else 0x40)
        return bytes([status] * count)

    # Commands.

    def _byte_of_command(self, byte: int) -> None:
        self._waiting.append(byte)
        command = self._waiting[0]
        count = _ARGUMENTS.get(command)
        if count is None:
            count = _ARGUMENTS_OF[self.kind].get(command, 0)
        if len(self._waiting) > count:
            arguments = self._waiting[1:]
            self._waiting = []
            if not self._locked or command == 0xFD:
                self._command(command, arguments)

    def _command(self, command: int, arguments: "list[int]") -> None:
        group = command & 0xF0
        if arguments:
            self._command_with(command, arguments)
        elif group == 0x00:
            self.column = self.column & 0xF0 | command & 0x0F
        elif group == 0x10:
            self.column = (command & 0x0F) << 4 | self.column & 0x0F
        elif group == 0xB0 and command & 0x0F < PAGES:
            self.page = command & 0x0F
        elif 0x40 <= command <= 0x7F:
            self.start_line = command & 0x3F
        elif command in (0xA0, 0xA1):
            self.mirrored = command == 0xA0
        elif group == 0xC0:
            self.flipped = not command & 0x08
        elif command in (0xA4, 0xA5):
            self.all_on = command == 0xA5
        elif command in (0xA6, 0xA7):
            self.inverted = command == 0xA7
        elif command in (0xAE, 0xAF):
            self.on = command == 0xAF
        elif command == 0xE3 or (command in (0x2E, 0x2F) and self.kind != SH1106):
            pass
        elif 0x30 <= command <= 0x33 and self.kind == SH1106:
            pass  # voltage of the pump
        else:
            self._complain("%s: no such command: %02X" % (self.kind, command))

    def _command_with(self, command: int, arguments: "list[int]") -> None:
        one = arguments[0]
        if command == 0x81:
            self.contrast = one
        elif command == 0x20:
            self.mode = one & 3
            if one > 2:
                self._complain("%s: no such addressing mode: %02X" % (self.kind, one))
        elif command == 0x21:
            self._first_column, self._last_column = one & 0x7F, arguments[1] & 0x7F
            self.column = self._first_column
            if one > arguments[1]:
                self._complain("%s: columns end before they start" % self.kind)
        elif command == 0x22:
            self._first_page, self._last_page = one & 7, arguments[1] & 7
            self.page = self._first_page
            if one > arguments[1]:
                self._complain("%s: pages end before they start" % self.kind)
        elif command == 0x8D:
            self.pump = bool(one & 0x04)
        elif command == 0xAD:
            self.pump = bool(one & 0x01)
        elif command == 0xD3:
            self.offset = one & 0x3F
        elif command == 0xA8:
            self.multiplex = one & 0x3F
        elif command == 0xFD:
            self._locked = one == _LOCKED
        elif command == 0xDA and one & 0x12 != 0x12:
            self._complain("%s: a glass of 64 lines is wired for DA 12, not DA %02X" % (self.kind, one))
        # The others set voltages and clocks, which are not modelled.

    # Memory.

    def _data(self, byte: int) -> None:
        if self.column >= self.columns:
            self._complain("%s: data behind the last column" % self.kind)
            return
        self.memory[self.page * self.columns + self.column] = byte
        self.writes += 1
        if self.mode == _PAGE:
            # The SH1106 stops at its last column, the others start the page again.
            if self.column < self.columns - 1 or self.kind != SH1106:
                self.column = (self.column + 1) % self.columns
        elif self.mode == _HORIZONTAL:
            if self._step_column():
                self._step_page()
        elif self._step_page():
            self._step_column()

    def _step_column(self) -> bool:
        """To the next column; true when that is the first again."""
        if self.column == self._last_column:
            self.column = self._first_column
            return True
        self.column = (self.column + 1) % self.columns
        return False

    def _step_page(self) -> bool:
        if self.page == self._last_page:
            self.page = self._first_page
            return True
        self.page = (self.page + 1) % PAGES
        return False

    # The glass.

    def lit(self) -> bool:
        """Whether anything can be seen at all."""
        return self.plugged and self.on and self.pump and self._reset.level == 1

    def picture(self) -> bytearray:
        """What the eye sees: 1024 bytes, eight pages of 128 columns, the lowest bit on top."""
        seen = bytearray(WIDTH * PAGES)
        if not self.lit():
            return seen
        plain = not (self.flipped or self.mirrored or self.start_line or self.offset) and self.multiplex == 63
        for page in range(PAGES):
            start = page * self.columns + self.first
            if plain:
                seen[page * WIDTH : (page + 1) * WIDTH] = self.memory[start : start + WIDTH]
            else:
                for column in range(WIDTH):
                    seen[page * WIDTH + column] = self._column_of(page, column)
        if self.all_on or self.inverted:
            for at in range(len(seen)):
                seen[at] = 0xFF if self.all_on else seen[at] ^ 0xFF
        return seen

    def _column_of(self, page: int, column: int) -> int:
        """Eight pixels, for settings that move the picture."""
        if self.mirrored:
            column = WIDTH - 1 - column
        bits = 0
        for bit in range(8):
            line = page * 8 + bit
            if self.flipped:
                line = 63 - line
            line = (line + self.offset) & 63
            if line > self.multiplex:
                continue
            line = (line + self.start_line) & 63
            bits |= (self.memory[(line >> 3) * self.columns + self.first + column] >> (line & 7) & 1) << bit
        return bits
