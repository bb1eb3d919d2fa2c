"""The piezo: one tone at a time, without waiting for its end. Imports `machine` and `time`."""

import time

from machine import PWM, Pin

_HALF = 32768  # duty: as much high as low, the loudest
_PITCH = 1000  # to begin with; PWM wants one


class Buzzer:
    """`quiet` makes tones silent. Call `tick` as often as the end of a tone is to be exact."""

    def __init__(self, pin: int) -> None:
        self.quiet = False
        self._pwm = PWM(Pin(pin), freq=_PITCH, duty_u16=0)
        self._sounds = False
        self._end = time.ticks_ms()

    def tone(self, hz: int, ms: int) -> None:
        """Starts a tone, in place of the one that sounds."""
        if self.quiet:
            return
        self._pwm.freq(hz)
        self._pwm.duty_u16(_HALF)
        self._sounds = True
        self._end = time.ticks_add(time.ticks_ms(), ms)

    def tick(self, now: int) -> None:
        """Ends the tone when its time is over."""
        if self._sounds and (self.quiet or time.ticks_diff(now, self._end) >= 0):
            self._pwm.duty_u16(0)
            self._sounds = False
