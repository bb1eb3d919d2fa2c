"""The emulated Pico on the virtual board: power, keys, displays, time. Imports the other modules, and oxtally.board.

    pico = Pico(image.find(None), Flash())
    pico.wait(1000)
    pico.press("7")
    pico.shown()

Each Pico is one power-on: after a cut, the next one takes `flash.next_life()`. Only what the chip executes takes time,
at 125 MHz, as if all of it lay in the cache; besides, I2C and flash take theirs.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from rp2040py.boards import BoardSpec
from rp2040py.device.base_device import BaseDevice, ResetCause
from rp2040py.execute_batch import execute_batch
from rp2040py.memory_map import FLASH_START_ADDRESS
from rp2040py.peripherals.peripheral import BasePeripheral

from ox import pins
from oxtally.board.board import CHIP_ID, Board
from oxtally.board.flash import Flash, PowerCut
from oxtally.emulator.bus import Bus
from oxtally.emulator.laptop import Laptop
from oxtally.emulator.nor import Nor
from oxtally.emulator.pads import Beeper, Pad
from oxtally.emulator.time import Time

_RING_OSCILLATOR = 0x40060
_RANDOM_BIT = 0x1C
_TICKS = 16  # instructions between two looks at the alarms: faster, and 0.2 µs late at the most
_DOWN_MS = 20  # a finger is on a key for so long, and off it for as long
_PAUSE_MS = 60  # and then waits …
_HABIT_MS = 450  # … longer before a `#` that follows a digit


class _RingOscillator(BasePeripheral):
    """Where the chip has its random numbers from; in rp2040py all of them are ones, and so would be all games' ids."""

    def __init__(self, chip: Any, seed: int) -> None:
        super().__init__(chip, "ROSC")
        self._random = random.Random(seed)

    def read_uint32(self, offset: int) -> int:
        return self._random.getrandbits(1) if offset == _RANDOM_BIT else 0

    def write_uint32(self, offset: int, value: int) -> None:
        pass


class Pico:
    """Switched on, with nothing executed yet."""

    def __init__(self, image: Path, flash: Flash, seed: int = 1, oled: str = "SSD1306") -> None:
        self._device = BaseDevice(board=BoardSpec(image=image))
        self._simulator = self._device.simulator
        self.chip: Any = self._device.mcu
        self.board = Board(oled=oled, flash=flash, clock=Time(self.chip.clock, self.run))
        flash.clock = Time(self.chip.clock)  # the chip stands still while its flash is busy
        self.flash = flash
        self.dead = False
        self.laptop = Laptop(self.chip, self._device.cdc)
        self.bus = Bus(self.chip, 0, [self.board.oled])
        Nor(self.chip, flash, CHIP_ID, self._cut)
        self.chip.peripherals[_RING_OSCILLATOR] = _RingOscillator(self.chip, seed)
        self._pads = [Pad(self.chip.gpio[gp], net) for gp, net in enumerate(self.board.nets)]
        Beeper(self.chip, pins.BUZZER_OUT, self.board.nets[pins.BUZZER_OUT])
        self._alarm = self.chip.clock.create_alarm(self._halt)
        self.chip.watchdog.on_watchdog_trigger = self._reset_by_watchdog
        self._last = ""
        self.chip.core.pc = FLASH_START_ADDRESS

    def _halt(self) -> None:
        self._simulator.stopped = True

    def _cut(self) -> None:
        self.dead = True
        self._halt()

    @property
    def nanos(self) -> float:
        """Since power-on."""
        return float(self.chip.clock.nanos)

    def run(self, us: int) -> None:
        """Let the chip run for so long. Raises PowerCut when the power goes meanwhile."""
        self._alarm.schedule(us * 1000)
        self._simulator.stopped = self.dead
        while not self._simulator.stopped:
            execute_batch(self._simulator, _TICKS)
        if self.dead:
            raise PowerCut

    def wait(self, ms: int) -> None:
        self.run(ms * 1000)

    def reset(self) -> None:
        """The RUN pin: the chip starts again, the parts keep their power."""
        self._device.hard_reset()
        self._let_go()

    def _reset_by_watchdog(self) -> None:
        """`machine.reset()` comes this way."""
        self._device.hard_reset(cause=ResetCause.WATCHDOG)
        self._let_go()

    def _let_go(self) -> None:
        """All pins are inputs again."""
        for pad in self._pads:
            pad.look()

    def press(self, key: str) -> None:
        """One key, as a person presses it."""
        self.wait(_HABIT_MS if key == "#" and self._last.isdigit() else _PAUSE_MS)
        self._last = key
        self.board.press(key)
        self.wait(_DOWN_MS)
        self.board.release(key)
        self.wait(_DOWN_MS)

    def shown(self) -> bytes:
        """All that the displays show, as bytes."""
        return self.board.shown()
