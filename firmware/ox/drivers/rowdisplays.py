"""The row displays: five TM1637 on one CLK, each with its own DIO. Imports `machine` and `time`.

Set `segments` (four bytes a display, bit 0 is segment a) and `brightness` (0 dark, 1 to 8), then `show()`: only
displays that changed are written. `present` has a bit for each display that answered last time, bit 0 for the first.

The lines are open drain: the module's resistors pull them up, and a display can answer (ACK) by pulling DIO low.
"""

import time

from machine import Pin

_DATA = 0x40  # data command: write, address counts up
_ADDRESS = 0xC0
_CONTROL = 0x80  # + 8: on, + 0 to 7: brightness


class RowDisplays:
    """Nothing is sent before the first `revive`."""

    def __init__(self, clk: int, dios: "tuple[int, ...]", delay_us: int = 5) -> None:
        count = len(dios)
        self.segments = bytearray(4 * count)
        self.brightness = bytearray(count)
        self.present = 0
        self.delay_us = delay_us  # between edges; longer for modules with large capacitors on their lines
        self._clk = Pin(clk, Pin.OPEN_DRAIN, Pin.PULL_UP, value=1)
        self._dios = tuple([Pin(dio, Pin.OPEN_DRAIN, Pin.PULL_UP, value=1) for dio in dios])
        self._count = count
        self._next = 0  # to be refreshed
        self._held = bytearray(4 * count)  # what the displays hold
        self._held_brightness = bytearray(count)
        # A slice of a memoryview is a new object; so they are made once.
        new, held = memoryview(self.segments), memoryview(self._held)
        self._new_digits = [new[at : at + 4] for at in range(0, 4 * count, 4)]
        self._held_digits = [held[at : at + 4] for at in range(0, 4 * count, 4)]

    def show(self) -> None:
        """Brings the displays that are there up to date."""
        for index in range(self._count):
            if self.present >> index & 1:
                self._update(index, False)

    def revive(self, now: int) -> None:
        """Tries the missing displays, and rewrites one of the others, each in its turn.

        A display cannot be asked what it shows. One whose plug was out for a moment is dark and yet answers, so all are
        rewritten every now and then: five in five calls.
        """
        for index in range(self._count):
            if not self.present >> index & 1:
                self._update(index, True)
        if self.present >> self._next & 1:
            self._update(self._next, True)
        self._next = (self._next + 1) % self._count

    def _update(self, index: int, everything: bool) -> None:
        digits = everything or self._new_digits[index] != self._held_digits[index]
        control = everything or self.brightness[index] != self._held_brightness[index]
        if (digits or control) and self._write(index, digits, control):
            self.present |= 1 << index
        elif digits or control:
            self.present &= ~(1 << index)

    def _write(self, index: int, digits: bool, control: bool) -> bool:
        """Sends to one display; false when it does not answer."""
        dio = self._dios[index]
        if not self._idle(dio):
            return False
        if digits:
            new, held = self._new_digits[index], self._held_digits[index]
            if not self._command(dio, _DATA):
                return False
            self._start(dio)
            answers = self._byte(dio, _ADDRESS)
            for place in range(4):
                held[place] = new[place]
                answers = answers and self._byte(dio, held[place])
            self._stop(dio)
            if not answers:
                return False
        if control:  # last, so that a new display lights up with its digits
            level = self.brightness[index]
            self._held_brightness[index] = level
            return self._command(dio, _CONTROL | (8 | level - 1 if level else 0))
        return True

    def _command(self, dio: Pin, byte: int) -> bool:
        self._start(dio)
        answers = self._byte(dio, byte)
        self._stop(dio)
        return answers

    def _idle(self, dio: Pin) -> bool:
        """Both lines high. A Ctrl-C in the middle of a byte may have left a display pulling DIO low: clock it free."""
        for _ in range(9):
            if dio():
                break
            self._clk(0)
            time.sleep_us(self.delay_us)
            self._clk(1)
            time.sleep_us(self.delay_us)
        return bool(dio() and self._clk())

    def _start(self, dio: Pin) -> None:
        dio(0)  # while CLK is high
        time.sleep_us(self.delay_us)

    def _stop(self, dio: Pin) -> None:
        self._clk(0)
        dio(0)
        time.sleep_us(self.delay_us)
        self._clk(1)
        time.sleep_us(self.delay_us)
        dio(1)  # while CLK is high
        time.sleep_us(self.delay_us)

    def _byte(self, dio: Pin, byte: int) -> bool:
        """Eight bits, the lowest first, then the display's answer; leaves CLK low."""
        clk, delay = self._clk, self.delay_us
        for _ in range(8):
            clk(0)
            dio(byte & 1)
            time.sleep_us(delay)
            clk(1)
            time.sleep_us(delay)
            byte >>= 1
        clk(0)
        dio(1)  # let go: the display pulls it low
        time.sleep_us(delay)
        clk(1)
        time.sleep_us(delay)
        answers = not dio()
        clk(0)
        return answers
