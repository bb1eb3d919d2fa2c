"""The whole box, wired as hardware/pins.toml says (through ox.pins). Imports the other modules of this package.

board = Board()
modules.use(board)              # the firmware's machine and time are now this board's
board.press("7"); board.clock.wait(20_000); board.release("7")
board.unplug("row3")
board.oled.picture(), board.rows[0].segments(), board.buzzer.tones
assert board.complaints == []
"""

from ox import pins

from .buzzer import Buzzer
from .clock import Clock
from .flash import Flash
from .keypad import Keypad
from .machine import Machine
from .pins import Pad
from .ssd1306 import SSD1306, Oled
from .tm1637 import RowDisplay
from .usb import Usb
from .wires import LOW, OFF, Net

TYPE_CHECKING = False  # MicroPython has no typing; checkers take this name for true
if TYPE_CHECKING:
    from typing import Any

    from .wires import Tap

PADS = 29  # GP0 to GP28
CHIP_ID = b"\xe6\x61\x64\x08\x43\x21\x00\x01"


class Board:
    """`complaints` are sentences about everything that no real part would have liked."""

    def __init__(
        self,
        oled: str = SSD1306,
        oled_address: int = 0x3C,
        start: int = 0,
        flash: "Flash | None" = None,
        chip_id: bytes = CHIP_ID,
        clock: "Any" = None,
    ) -> None:
        """`clock`: the time is somebody else's, who puts another chip on the pins than the stand-in of `machine`."""
        self.complaints: list[str] = []
        self.clock: Clock = clock or Clock(start)
        self.nets = [Net("GP%d" % number, self.complain) for number in range(PADS)]
        nets = self.nets
        self.oled = Oled(
            oled, nets[pins.OLED_SDA], nets[pins.OLED_SCL], nets[pins.OLED_RESET], self.complain, oled_address
        )
        self.rows = [
            RowDisplay("row%d" % (at + 1), nets[pins.ROWDISPLAYS_CLK], nets[dio], self.clock, self.complain)
            for at, dio in enumerate(pins.ROWDISPLAYS_DIO)
        ]
        self.keypad = Keypad([nets[gp] for gp in pins.KEYPAD_ROWS], [nets[gp] for gp in pins.KEYPAD_COLUMNS])
        self.buzzer = Buzzer(nets[pins.BUZZER_OUT], self.clock)
        self.flash = flash or Flash()
        self.flash.clock = self.clock
        self.flash.complain = self.complain
        self.usb = Usb()
        pads = {number: Pad(number, nets[number], self.complain) for number in range(PADS)}
        self.machine = Machine(pads, self.clock, [self.oled], chip_id)
        self._jumper = nets[pins.SAFE_JUMPER].tap("the safe-mode jumper")
        self._faults: dict[int, Tap] = {}
        self._parts: dict[str, Any] = {"oled": self.oled, "keypad": self.keypad, "buzzer": self.buzzer}
        for row in self.rows:
            self._parts[row.name] = row

    def complain(self, text: str) -> None:
        self.complaints.append("%d µs: %s" % (self.clock.now, text))

    def shown(self) -> bytes:
        """All that the displays show: 1024 bytes of the screen, then 4 bytes of segments and the brightness a row."""
        shown = bytes(self.oled.picture())
        for row in self.rows:
            shown += bytes(row.segments()) + bytes((row.brightness(),))
        return shown

    def press(self, key: str) -> None:
        """A finger goes down on a key: one of 0-9 * # A B C D."""
        self.keypad.press(key)

    def release(self, key: str) -> None:
        self.keypad.release(key)

    def unplug(self, part: str) -> None:
        """Pulls a plug: oled, keypad, buzzer, row1 to row5."""
        self._parts[part].unplug()

    def plug(self, part: str) -> None:
        """Puts it back; the part comes up as after power-on."""
        self._parts[part].plug()

    def jumper(self, closed: bool) -> None:
        """Sets or takes away the safe-mode jumper."""
        self._jumper.drive(LOW if closed else OFF)

    def ground(self, gp: int) -> None:
        """A fault: this pin's wire touches ground."""
        if gp not in self._faults:
            self._faults[gp] = self.nets[gp].tap("a wire that touches ground")
        self._faults[gp].drive(LOW)

    def mend(self, gp: int) -> None:
        """The wire is free again."""
        self._faults[gp].drive(OFF)
