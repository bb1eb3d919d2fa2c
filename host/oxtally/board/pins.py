"""What the firmware sees of the Pico's pins: stand-ins for `machine.Pin` and `machine.PWM`. Imports wires.

A pad is the pin itself and keeps its state; Pin objects are views of it, as on the chip. On the RP2040 an open-drain
pin is made by switching between output and input, so a pull-up may be given with it.
"""

from .wires import DOWN, HIGH, LOW, OFF, UP

TYPE_CHECKING = False  # MicroPython has no typing; checkers take this name for true
if TYPE_CHECKING:
    from collections.abc import Callable

    from .wires import Net

# The numbers of the RP2 port.
IN, OUT, OPEN_DRAIN, ALT = 0, 1, 2, 3
PULL_UP, PULL_DOWN = 1, 2


class Pad:
    """One of the Pico's pins."""

    def __init__(self, number: int, net: "Net", complain: "Callable[[str], None]") -> None:
        self.number = number
        self.net = net
        self.tap = net.tap("the Pico's GP%d" % number)
        self.mode = IN
        self.pull = 0
        self.out = 0
        self.complain = complain

    def apply(self) -> None:
        """Drives the wire as mode, pull and value say."""
        if self.mode == OUT:
            self.tap.drive(HIGH if self.out else LOW)
        elif self.mode == OPEN_DRAIN and not self.out:
            self.tap.drive(LOW)
        else:
            self.tap.drive(UP if self.pull == PULL_UP else DOWN if self.pull == PULL_DOWN else OFF)

    def read(self) -> int:
        if self.net.floating:
            self.complain("GP%d is read while nobody drives it" % self.number)
        return self.net.level


class Pin:
    """Stand-in for machine.Pin, for one board: see `machine.Machine`, which gives it the pads."""

    IN, OUT, OPEN_DRAIN, ALT = IN, OUT, OPEN_DRAIN, ALT
    PULL_UP, PULL_DOWN = PULL_UP, PULL_DOWN
    pads: "dict[int, Pad]" = {}  # noqa: RUF012 - each board has a class of its own

    def __init__(
        self,
        id: "int | str | Pin",
        mode: int = -1,
        pull: "int | None" = -1,
        *,
        value: object = None,
    ) -> None:
        if isinstance(id, Pin):
            id = id.pad.number
        elif isinstance(id, str):
            id = 25 if id == "LED" else int(id[2:])  # "GP4"
        if id not in self.pads:
            raise ValueError("invalid pin")
        self.pad: Pad = self.pads[id]
        self.init(mode, pull, value=value)

    def init(self, mode: int = -1, pull: "int | None" = -1, *, value: object = None) -> None:
        pad = self.pad
        if mode != -1:
            pad.mode = mode
            pad.net.set_wave(0, 0)  # a pin that was PWM is none any more
        if pull != -1:
            pad.pull = pull or 0
        if value is not None:
            pad.out = 1 if value else 0
        elif mode == OPEN_DRAIN:
            pad.out = 1  # let go: a row that is not scanned
        pad.apply()

    def value(self, x: object = None) -> "int | None":
        pad = self.pad
        if x is None:
            return pad.read()
        out = 1 if x else 0
        if out != pad.out:
            pad.out = out
            pad.apply()
        return None

    __call__ = value

    def on(self) -> None:
        self.value(1)

    def off(self) -> None:
        self.value(0)

    high = on
    low = off

    def toggle(self) -> None:
        self.value(not self.pad.out)

    def __repr__(self) -> str:
        return "Pin(GPIO%d)" % self.pad.number


class PWM:
    """Stand-in for machine.PWM: puts a wave on the pin's wire."""

    def __init__(self, pin: Pin, *, freq: int = 0, duty_u16: int = 0) -> None:
        self._pad = pin.pad
        self._pad.mode = ALT
        self._pad.tap.drive(LOW)  # the level between two pulses
        self._freq = freq
        self._duty = duty_u16
        self._apply()

    def init(self, *, freq: "int | None" = None, duty_u16: "int | None" = None) -> None:
        if freq is not None:
            self.freq(freq)
        if duty_u16 is not None:
            self.duty_u16(duty_u16)

    def freq(self, value: "int | None" = None) -> "int | None":
        if value is None:
            return self._freq
        if value < 8:  # the slowest that the RP2040's divider makes from 125 MHz
            raise ValueError("freq too small")
        self._freq = value
        self._apply()
        return None

    def duty_u16(self, value: "int | None" = None) -> "int | None":
        if value is None:
            return self._duty
        self._duty = min(max(value, 0), 65535)
        self._apply()
        return None

    def deinit(self) -> None:
        self._freq = self._duty = 0
        self._apply()

    def _apply(self) -> None:
        if self._pad.mode == ALT:
            self._pad.net.set_wave(self._freq, self._duty)
