"""The `machine` module that the firmware gets on a virtual board. Imports pins, i2c, wires.

Pin, PWM and I2C are made for one board each: `Machine(board's pads, clock, parts)` has them as attributes, like a
module.
"""

from time import gmtime as _gmtime

from .i2c import I2C
from .pins import PWM, Pad, Pin

TYPE_CHECKING = False  # MicroPython has no typing; checkers take this name for true
if TYPE_CHECKING:
    from typing import Any

    from .clock import Clock


START_OF_2021 = 1_609_459_200


class Reset(BaseException):
    """The firmware has asked for a reset. Not an Exception: no handler of the firmware may hold it up."""


class Rtc:
    """The clock that keeps the date. Without power it starts again in 2021, as the Pico's does."""

    def __init__(self, clock: "Clock") -> None:
        self._clock = clock
        self._set = START_OF_2021 - clock.now // 1_000_000  # seconds of 1970 when the clock stood at 0

    def __call__(self) -> "Rtc":
        return self  # machine.RTC() is always the same one

    def seconds(self) -> int:
        """Since 1970: what time.time() says."""
        return self._set + self._clock.now // 1_000_000

    def datetime(self, new: "tuple[int, ...] | None" = None) -> "tuple[int, ...] | None":
        """(year, month, day, weekday, hours, minutes, seconds, 0)"""
        if new is None:
            now = _gmtime(self.seconds())
            return (now[0], now[1], now[2], now[6], now[3], now[4], now[5], 0)
        days = _days(new[0], new[1], new[2])
        self._set = days * 86400 + new[4] * 3600 + new[5] * 60 + new[6] - self._clock.now // 1_000_000
        return None


def _days(year: int, month: int, day: int) -> int:
    """Since 1970-01-01."""
    if month < 3:  # a year that starts in March has its leap day at the end
        year, month = year - 1, month + 12
    return 365 * year + year // 4 - year // 100 + year // 400 + (153 * month - 457) // 5 + day - 719469


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
        self.RTC = Rtc(clock)
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
