"""The `machine` module that the firmware gets on a virtual board. Imports pins, i2c, wires.

Pin, PWM and I2C are made for one board each: `Machine(board's pads, clock, parts)` has them as attributes, like a
module.
"""

from .i2c import I2C
from .pins import PWM, Pad, Pin

TYPE_CHECKING = False  # MicroPython has no typing; checkers take this name for true
if TYPE_CHECKING:
    from typing import Any

    from .clock import Clock


class Reset(BaseException):
    """The firmware has asked for a reset. Not an Exception: no handler of the firmware may hold it up."""


class Machine:
    """Stand-in for the module; an instance belongs to one board."""

    PWRON_RESET, WDT_RESET = 1, 3

    def __init__(self, pads: "dict[int, Pad]", clock: "Clock", parts: "list[Any]", chip_id: bytes) -> None:
        class BoardPin(Pin):
            pass

        class BoardI2C(I2C):
            pass

        # Set from outside: MicroPython's class bodies do not see the names around them.
        BoardPin.pads = pads
        BoardI2C.clock = clock
        BoardI2C.parts = parts
        self.Pin: Any = BoardPin
        self.I2C: Any = BoardI2C
        self.PWM = PWM
        self._chip_id = chip_id
        self._freq = 125_000_000

    def unique_id(self) -> bytes:
        return self._chip_id

    def freq(self, hertz: "int | None" = None) -> "int | None":
        if hertz is None:
            return self._freq
        self._freq = hertz
        return None

    def reset_cause(self) -> int:
        return self.PWRON_RESET

    def reset(self) -> None:
        raise Reset

    soft_reset = reset
