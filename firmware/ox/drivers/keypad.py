"""The 4x4 keypad: `poll` gives a key once when it goes down. Imports `machine` and `time`.

Rows are open drain, columns inputs with pull-ups: a key that is down pulls its column low when its row is low. (Pull-
ups and not pull-downs: those latch on the Pico 2.) Between polls all rows are low, so four reads tell that no key is
down.

Without diodes, three keys at the corners of a rectangle look like four. So a scan with more than one key is ignored:
the next key counts once it is alone.
"""

import time

from machine import Pin

HELD = 0x7F  # `*` has been held for a while
_KEYS = b"123A456B789C*0#D"
_STAR = 1 << 12  # its place in the scan
_STABLE_MS = 5
_HELD_MS = 800
_SETTLE_US = 10  # for a column to rise through the Pico's weak pull-up


class Keypad:
    def __init__(self, rows: "tuple[int, ...]", columns: "tuple[int, ...]") -> None:
        self._rows = tuple([Pin(gp, Pin.OPEN_DRAIN, value=0) for gp in rows])
        self._columns = tuple([Pin(gp, Pin.IN, Pin.PULL_UP) for gp in columns])
        self.settling = False  # a contact has opened or closed, and may be bouncing
        self._seen = 0  # the last scan, a bit for each key …
        self._since = 0  # … and since when it has been so
        self._down = 0  # the key that was given last, while it is down
        self._pressed = 0  # when it was
        self._held = False  # HELD has been given for it

    def poll(self, now_ms: int) -> int:
        """The ASCII code of a key that has gone down, HELD once for a `*` that stays down, 0 for nothing new."""
        scan = self._scan()
        if scan != self._seen:
            self._seen = scan
            self._since = now_ms
            self.settling = True
        if self.settling:
            self.settling = time.ticks_diff(now_ms, self._since) < _STABLE_MS
            if self.settling:
                return 0
        if scan & (scan - 1):  # more than one
            if not scan & self._down:
                self._down = 0
            return 0
        if scan != self._down:
            self._down = scan
            self._pressed = now_ms
            self._held = False
            return self._code(scan)
        if scan == _STAR and not self._held and time.ticks_diff(now_ms, self._pressed) >= _HELD_MS:
            self._held = True
            return HELD
        return 0

    def _scan(self) -> int:
        """A bit for each key that seems to be down."""
        for column in self._columns:
            if not column():
                break
        else:
            return 0
        for row in self._rows:
            row(1)
        scan = 0
        bit = 1
        for row in self._rows:
            row(0)
            time.sleep_us(_SETTLE_US)
            for column in self._columns:
                if not column():
                    scan |= bit
                bit <<= 1
            row(1)
            time.sleep_us(_SETTLE_US)
        for row in self._rows:
            row(0)
        return scan

    def _code(self, scan: int) -> int:
        if not scan:
            return 0
        at = 0
        while scan > 1:
            scan >>= 1
            at += 1
        return _KEYS[at]
