"""The device: drivers, app and link in one loop. Imports drivers, app, link, pins; nothing imports this but main.

Every pass of the loop takes a few milliseconds at the most: scan the keypad, hand a key to the app, redraw what
changed, or else something that can wait: look after parts that dropped out, work on the flash, a collection. Then a
piece of work for the laptop. Nothing waits; a Ctrl-C gets through at any moment.
"""

import gc
import os
import time

from machine import I2C, RTC, Pin, unique_id

from ox import pins
from ox.app.app import ACCEPTED, CLICK, REFUSED, App
from ox.app.files import Files
from ox.drivers.buzzer import Buzzer
from ox.drivers.keypad import HELD, Keypad
from ox.drivers.oled import Oled
from ox.drivers.rowdisplays import RowDisplays
from ox.link.answers import Answers
from ox.link.serial import Serial, UsbPort
from ox.screens.frame import Frame
from ox.screens.lists import notice
from ox.screens.render import Canvas, draw_rows, draw_screen

TYPE_CHECKING = False  # MicroPython has no typing; checkers take this name for true
if TYPE_CHECKING:
    from typing import Any

    from ox.app.files import FileSystem
    from ox.link.serial import Port

_PAUSE_MS = 2  # between two passes
_FLASH_MS = 300  # a row display that flashes: so long lit, so long dark
_REVIVE_MS = 250
_COLLECT_KEYS = 16  # after so many, memory is collected in a moment without keys: it takes 20 ms
_COLLECT_MS = 90  # that moment
_REST_MS = 300  # without a key: then work on the flash that can wait is done, in pieces of one write each
_IDLE_MS = 120_000  # then the displays dim, until the next key
_NAMES = {HELD: "h"}  # of the keys: making a text anew takes time
for _key in b"0123456789*#ABCD":
    _NAMES[_key] = chr(_key)
_TONES = {CLICK: (3000, 8), ACCEPTED: (2200, 25), REFUSED: (220, 180)}


class Device:
    def __init__(self, files: "FileSystem", port: "Port") -> None:
        self.app = App(files, _new_id, _now_s, _ticks_ms)
        self.serial = Serial(port)
        self.answers = Answers(self.app, unique_id(), _set_clock, _ticks_ms)
        self._set_up_oled()
        self.rows = RowDisplays(pins.ROWDISPLAYS_CLK, pins.ROWDISPLAYS_DIO)
        self.keypad = Keypad(pins.KEYPAD_ROWS, pins.KEYPAD_COLUMNS)
        self.buzzer = Buzzer(pins.BUZZER_OUT)
        now: Any = time.ticks_ms()
        self.forgets = False  # modules that are not in use, for the sake of memory
        self._keys = 0  # since the last collection
        self._changed = True  # there is something to redraw
        self.resting = True  # there may be work that waits until nobody types
        self._lit = True  # flashing rows
        self._flashed = now
        self._revived = time.ticks_add(now, -_REVIVE_MS)
        self._touched = now  # the last key
        self._frame = self.app.show()
        self._shines: tuple = ()  # what the row displays were last told: rows, lit, brightness

    def _set_up_oled(self) -> None:
        self._kind = self.app.settings["display"]
        reset = Pin(pins.OLED_RESET, Pin.OUT, value=1)
        # A wire that is held low would cost 50 ms a try with the usual timeout.
        i2c = I2C(0, sda=Pin(pins.OLED_SDA), scl=Pin(pins.OLED_SCL), freq=400_000, timeout=10_000)
        self.oled = Oled(i2c, self._kind, reset)
        self._canvas = Canvas(self.oled.buffer)

    def step(self) -> None:
        """One pass of the loop."""
        now: Any = time.ticks_ms()
        key = self.keypad.poll(now)
        if key:
            self._touched = now
            self._keys += 1
            self.resting = True
            self.app.key(_NAMES[key], now)
            self._sound()
            self._changed = True
        if self._changed:
            self._changed = False
            self._frame = self.app.show()
            self._flashed = now
            self._lit = True
            self._show(now)
        elif time.ticks_diff(now, self._flashed) >= _FLASH_MS:
            self._flashed = now
            self._lit = not self._lit
            self._show(now)
        elif not self.keypad.settling:
            self._work(now)
        self._serve_laptop(now)
        self.buzzer.tick(now)

    def _work(self, now: int) -> None:
        """A piece of what can wait."""
        quiet: Any = time.ticks_diff(now, self._touched)
        if time.ticks_diff(now, self._revived) >= _REVIVE_MS:
            self._revived = now
            self._look_after_parts(now)
        elif self._keys >= _COLLECT_KEYS and quiet >= _COLLECT_MS:
            self._keys = 0
            if self.forgets:
                self.app.forget_modes()
            _collect()
        elif self.resting and quiet >= _REST_MS:
            self.resting = self.app.rest()

    def _serve_laptop(self, now: int) -> None:
        """Reads what came, and does a piece of what the laptop has asked for."""
        self.serial.serve(self.answers, now, time.ticks_diff(now, self._touched) >= _REST_MS)
        if self.answers.changed:
            self.answers.changed = False
            self._changed = True

    def busy(self) -> bool:
        """Something for the laptop is under way."""
        return self.serial.sending or self.answers.busy()

    def _show(self, now: int) -> None:
        idle = time.ticks_diff(now, self._touched) >= _IDLE_MS
        brightness = 1 if idle else self.app.settings["brightness"]
        shines = self._frame.rows, self._lit, brightness
        if shines != self._shines:  # before the screen: people look at the rows
            self._shines = shines
            draw_rows(self._frame, self._lit, brightness, self.rows.segments, self.rows.brightness)
            self.rows.show()
        self.oled.contrast(brightness * 32 - 1)
        self._canvas.draw(self._frame)
        self.oled.show()

    def _sound(self) -> None:
        self.buzzer.quiet = not self.app.settings["sound"]
        tone = _TONES.get(self.app.sound)
        if tone:
            self.buzzer.tone(tone[0], tone[1])

    def _look_after_parts(self, now: int) -> None:
        """Find what dropped out, set up what came back, and say so."""
        if self._kind != self.app.settings["display"]:
            self._set_up_oled()
            self._changed = True
        self.oled.revive(now)
        self.rows.revive(now)
        faults = []
        if not self.oled.present:
            faults.append("%s: GP%d GP%d" % (self.app.words["screen"], pins.OLED_SDA, pins.OLED_SCL))
        for slot, gp in enumerate(pins.ROWDISPLAYS_DIO):
            if not self.rows.present >> slot & 1:
                faults.append("%s: GP%d" % (self.app.words["row"].replace("%", str(slot + 1)), gp))
        if faults != self.app.faults:
            new = [fault for fault in faults if fault not in self.app.faults]
            self.app.faults = faults
            if new:
                self.app.refuse(new[0])
                self._sound()
            self._changed = True

    def stopped(self) -> None:
        """Somebody broke in: say so before the REPL takes over."""
        self.app.put_away()
        frame = Frame()
        notice(frame, self.app.words["ctrl c"], self.app.words["ctrl c 2"])
        draw_screen(frame, self.oled.buffer)
        self.oled.show()


def main(files: "FileSystem | None" = None, port: "Port | None" = None) -> None:
    if not Pin(pins.SAFE_JUMPER, Pin.IN, Pin.PULL_UP).value():
        return  # safe mode: the REPL, with nothing running
    device = Device(files or Files(), port or UsbPort())
    device.forgets = files is None  # on the Pico
    try:
        while True:
            device.step()
            if not device.keypad.settling:
                time.sleep_ms(_PAUSE_MS)
    except KeyboardInterrupt:
        device.stopped()
        raise


def _collect() -> None:
    if hasattr(gc, "mem_free"):  # MicroPython; elsewhere there is memory enough
        gc.collect()


def _new_id() -> bytes:
    return os.urandom(8)


def _ticks_ms() -> int:
    now: Any = time.ticks_ms()
    return int(now)


def _now_s() -> int:
    """Seconds since 1970, or 0: without power the clock starts again in 2021."""
    now = time.time()
    return int(now) if now > 1_735_689_600 else 0  # 2025


def _set_clock(seconds: int) -> None:
    year, month, day, hour, minute, second, weekday = time.gmtime(seconds)[:7]
    RTC().datetime((year, month, day, weekday, hour, minute, second, 0))
