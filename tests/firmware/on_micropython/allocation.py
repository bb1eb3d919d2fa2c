"""Showing and polling allocate nothing: measured under MicroPython, with pins and a bus that allocate nothing either.

(The virtual board's parts are Python, and allocate on the same heap; on the Pico they are C and copper.)
"""

import gc
import sys


class Pin:
    """Reads high, but for a pin that is held `low`, and for the answer of a row display after each ninth clock."""

    IN, OUT, OPEN_DRAIN, PULL_UP = 0, 1, 2, 1
    clk = 1  # level of GP16
    clocks = 0  # since the last stop condition

    def __init__(self, number, *_, **__):
        self.is_clk = number == 16
        self.low = False

    def __call__(self, value=None):
        if value is None:
            return 0 if self.low or (Pin.clocks and Pin.clocks % 9 == 0 and not self.is_clk) else 1
        if self.is_clk:
            Pin.clk = value
            Pin.clocks += value
        elif value and Pin.clk:
            Pin.clocks = 0
        return None

    value = __call__


class PWM:
    def __init__(self, pin, **_):
        pass

    def freq(self, value):
        pass

    def duty_u16(self, value):
        pass


class I2C:
    sent = 0

    def writeto(self, address, data):
        self.sent += len(data) + 1
        return len(data)

    def readfrom_into(self, address, data):
        data[0] = 0x03


class Machine:
    Pin = Pin
    PWM = PWM


sys.modules["machine"] = Machine()
from ox.drivers import buzzer, keypad, oled, rowdisplays  # noqa: E402


def allocated(action, *args):
    """Bytes that an action leaves allocated, collector off. The first call is for what is made once."""
    action(*args)
    gc.collect()
    gc.disable()
    before = gc.mem_alloc()
    action(*args)
    after = gc.mem_alloc()
    gc.enable()
    return after - before


def test_the_measure_measures():
    assert allocated(lambda: bytearray(100)) >= 100
    assert allocated(lambda: None) == 0


def test_the_screen():
    bus = I2C()
    screen = oled.Oled(bus, oled.SH1106)
    screen.revive(0)
    assert screen.present
    assert allocated(screen.show) == 0

    def echo():
        for place in range(40, 50):
            screen.buffer[256 + place] ^= 0x7E
            screen.buffer[384 + place] ^= 0x3C
        screen.show()

    def all_of_it():
        for at in range(1024):
            screen.buffer[at] ^= 0xFF
        screen.show()

    before = bus.sent
    assert allocated(echo) == 0
    assert bus.sent - before == 2 * 2 * (
        5 + 2 + 16
    )  # two calls, two pages: address and goto, address and control, columns
    assert allocated(all_of_it) == 0
    assert allocated(screen.contrast, 7) == 0
    assert allocated(screen.revive, 0) == 0


def test_the_row_displays():
    rows = rowdisplays.RowDisplays(16, (17, 18, 19, 20, 21), 0)
    rows.revive(0)
    assert rows.present == 0b11111

    def change():
        rows.segments[5] ^= 0x7F
        rows.brightness[3] ^= 3
        rows.show()

    assert allocated(rows.show) == 0
    assert allocated(change) == 0
    assert allocated(rows.revive, 0) == 0
    assert rows.present == 0b11111


def test_the_keypad():
    pad = keypad.Keypad((6, 7, 8, 9), (10, 11, 12, 13))
    assert allocated(pad.poll, 1000) == 0
    pad._columns[1].low = True  # a column that is low whatever the row: four keys, a full scan
    assert allocated(pad.poll, 1010) == 0
    assert allocated(pad.poll, 1020) == 0


def test_the_buzzer():
    beeper = buzzer.Buzzer(22)
    assert allocated(beeper.tone, 880, 50) == 0
    assert allocated(beeper.tick, 0) == 0
