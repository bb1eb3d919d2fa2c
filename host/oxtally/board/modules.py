"""Gives the firmware its `machine` and `time`: of the virtual board that is in use. Imports nothing but the real time.

    modules.use(board)          # from here on, machine and time are this board's
    modules.install()           # the firmware's imports find them
    import ox.drivers.oled
    modules.remove()            # other imports of this process find the real ones again

The firmware keeps the modules that it found when it was imported, so another board is put to use without importing it
anew. `install` before the firmware is imported for the first time, and `remove` soon: other code that imports `time`
meanwhile would wait in virtual time as well.
"""

import sys
import time as real_time

TYPE_CHECKING = False  # MicroPython has no typing; checkers take this name for true
if TYPE_CHECKING:
    from typing import Any

_PERIOD = 1 << 30  # ticks wrap here on the Pico
_HALF = 1 << 29

_in_use: "Any" = None
_before: "dict[str, Any]" = {}


class _Time:
    """`time`, with every wait, tick and date on the board's clock; the rest passes through to the real module."""

    def ticks_ms(self) -> int:
        return int(_in_use.clock.now // 1000 % _PERIOD)

    def ticks_us(self) -> int:
        return int(_in_use.clock.now % _PERIOD)

    def ticks_add(self, ticks: int, delta: int) -> int:
        return (ticks + delta) % _PERIOD

    def ticks_diff(self, ticks1: int, ticks2: int) -> int:
        return (ticks1 - ticks2 + _HALF) % _PERIOD - _HALF

    def time(self) -> int:
        return int(_in_use.machine.RTC.seconds())

    def sleep(self, seconds: float) -> None:
        _in_use.clock.wait(int(seconds * 1_000_000))

    def sleep_ms(self, ms: int) -> None:
        _in_use.clock.wait(ms * 1000)

    def sleep_us(self, us: int) -> None:
        _in_use.clock.wait(us)

    def __getattr__(self, name: str) -> "Any":
        return getattr(real_time, name)


class _Machine:
    """`machine` of whichever board is in use."""

    def __getattr__(self, name: str) -> "Any":
        return getattr(_in_use.machine, name)


class _MadeForTheBoardInUse:
    """`from machine import Pin` binds the name once, so what it binds looks up the board at every call."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __call__(self, *args: "Any", **more: "Any") -> "Any":
        return getattr(_in_use.machine, self._name)(*args, **more)

    def __getattr__(self, name: str) -> "Any":
        return getattr(getattr(_in_use.machine, self._name), name)


time: "Any" = _Time()
machine: "Any" = _Machine()
for _name in ("Pin", "PWM", "I2C", "RTC", "unique_id", "reset", "soft_reset", "reset_cause", "freq"):
    setattr(machine, _name, _MadeForTheBoardInUse(_name))


def use(board: "Any") -> None:
    """Puts a board to use."""
    global _in_use
    _in_use = board


def install() -> None:
    """The next `import machine` and `import time` of this process get the stand-ins."""
    for name, module in (("machine", machine), ("time", time)):
        if sys.modules.get(name) is not module:
            _before[name] = sys.modules.get(name)
            sys.modules[name] = module


def remove() -> None:
    """The real modules are found again; what has been imported meanwhile keeps the stand-ins."""
    for name in list(_before):
        module = _before.pop(name)
        if module is not None:
            sys.modules[name] = module
        else:
            del sys.modules[name]
