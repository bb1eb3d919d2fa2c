"""The chip's pins on the board's wires. Imports oxtally.board.

What the chip does to a pin goes to the wire, and the level of the wire comes back to the pin: in rp2040py an output
does not read its own level, and an open-drain pin that is let go has to see who else pulls it low.
"""

from __future__ import annotations

from typing import Any

from rp2040py.gpio_pin import GPIOPinState
from rp2040py.peripherals.pwm import CHN_CC, CSR_EN

from oxtally.board.wires import DOWN, HIGH, LOW, OFF, UP, Net

_STRENGTHS = {
    GPIOPinState.LOW: LOW,
    GPIOPinState.HIGH: HIGH,
    GPIOPinState.INPUT: OFF,
    GPIOPinState.INPUT_PULL_UP: UP,
    GPIOPinState.INPUT_PULL_DOWN: DOWN,
    GPIOPinState.INPUT_BUS_KEEPER: OFF,
}
_PWM = 4  # the function of a pin


class Pad:
    def __init__(self, gpio: Any, net: Net) -> None:
        self._gpio = gpio
        self._tap = net.tap(f"the Pico's GP{gpio.index}")
        gpio.add_listener(self._moved)
        net.on_edge(self._level)
        self.look()

    def look(self) -> None:
        """At the pin as it is; after a reset nobody tells."""
        self._moved(self._gpio.value, self._gpio.value)
        self._level(self._tap.net.level)

    def _moved(self, state: GPIOPinState, before: GPIOPinState) -> None:
        if self._gpio.function_select != _PWM:  # a wave: see Beeper
            self._tap.drive(_STRENGTHS[state])

    def _level(self, level: int) -> None:
        self._gpio.set_input_value(bool(level))


class Beeper:
    """Tells the buzzer's wire which wave the chip's PWM makes there, by its registers: no edge has to be counted."""

    def __init__(self, chip: Any, gp: int, net: Net) -> None:
        self._chip = chip
        self._gpio = chip.gpio[gp]
        self._channel = chip.pwm.channels[gp // 2 % 8]
        self._second = gp % 2  # of the channel's two outputs
        self._net = net
        self._write = chip.pwm.write_uint32
        chip.pwm.write_uint32 = self._written

    def _written(self, offset: int, value: int) -> None:
        self._write(offset, value)
        channel = self._channel
        steps = channel.top + 1
        high = channel.read_register(CHN_CC) >> 16 * self._second & 0xFFFF
        if self._gpio.function_select == _PWM and channel.csr & CSR_EN:
            hertz = round(self._chip.clk_sys / channel.timer.prescaler / steps)
            self._net.set_wave(hertz, min(high * 65536 // steps, 65535))
        else:
            self._net.set_wave(0, 0)
