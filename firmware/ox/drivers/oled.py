"""The screen: 128x64, SSD1306, SH1106 or SSD1309 on I2C. Imports `machine` (for types only) and `time`.

Draw into `buffer`, then `show()`: only columns that differ from what the display holds go over the bus. The buffer is
that of `framebuf.MONO_VLSB`: eight pages of 128 bytes, a byte is eight pixels, the lowest bit on top.

All three chips are driven in page addressing, the only mode that the SH1106 has.
"""

import time

TYPE_CHECKING = False  # MicroPython has no typing; checkers take this name for true
if TYPE_CHECKING:
    from typing import Any

    from machine import I2C, Pin

SSD1306, SH1106, SSD1309 = 0, 1, 2

_WIDTH = 128
_PAGES = 8
_ADDRESSES = (0x3C, 0x3D)
_STEP = 8  # columns are compared and sent in groups of eight
_GROUPS = 16  # on a page
_OFF = 0x40  # in the status byte
_ETIMEDOUT = 110

# The first byte says that commands follow. Page addressing, picture upright, all 64 lines, the module's usual clock and
# voltages. Left dark: the noise in the memory after power-on is not for people.
_COMMON = b"\x00\xae\xd5\x80\xa8\x3f\xd3\x00\x40\xa1\xc8\xda\x12\xd9\xf1\xdb\x40\xa4\xa6"
_SETUP = (
    _COMMON + b"\x20\x02\x2e\x8d\x14",  # SSD1306: addressing mode, no scrolling, charge pump on
    _COMMON + b"\xad\x8b\x32",  # SH1106: charge pump on, 8.0 V
    b"\x00\xfd\x12" + _COMMON[1:] + b"\x20\x02\x2e",  # SSD1309: unlocked first; voltage comes from outside
)
_ON = b"\x00\xaf"
_NOTHING = b"\x00\xe3"


class _Slices:
    """What Python makes of `[a:b]`: to be made once and used often, where each time would make a new object."""

    def __getitem__(self, piece: "Any") -> "Any":
        return piece


_slices = _Slices()
_WHOLE = _slices[:]


class Oled:
    """`present` says whether the display answered last time. Nothing is sent before the first `revive`."""

    def __init__(self, i2c: "I2C", kind: int, reset: "Pin | None" = None) -> None:
        self.buffer = bytearray(_WIDTH * _PAGES)
        self.present = False
        self._i2c = i2c
        self._kind = kind
        self._reset = reset
        self._first = 2 if kind == SH1106 else 0  # its 132 columns; the glass is in the middle of them
        self._address = 0
        self._level = 0xCF
        self._tells_off = False  # whether the status byte can be believed
        self._held = bytearray(_WIDTH * _PAGES)  # what the display holds
        self._status = bytearray(1)
        self._goto = bytearray(4)  # 00, page, low and high half of the column
        self._contrast = bytearray(b"\x00\x81\x00")
        self._data = bytearray(1 + _WIDTH)
        self._data[0] = 0x40  # pixels follow
        # A slice of a memoryview is a new object; so all that will ever be needed are made now.
        data = memoryview(self._data)
        self._runs = [data[: 1 + count] for count in range(0, _WIDTH + 1, _STEP)]
        self._places = [_slices[1 + at : 1 + at + _STEP] for at in range(0, _WIDTH, _STEP)]
        buffer, held = memoryview(self.buffer), memoryview(self._held)
        self._pages = [buffer[at : at + _WIDTH] for at in range(0, _WIDTH * _PAGES, _WIDTH)]
        self._held_pages = [held[at : at + _WIDTH] for at in range(0, _WIDTH * _PAGES, _WIDTH)]
        # The page that is being compared and sent is copied here, group by group.
        self._new, self._old = bytearray(_WIDTH), bytearray(_WIDTH)
        new, old = memoryview(self._new), memoryview(self._old)
        self._new_groups = [new[at : at + _STEP] for at in range(0, _WIDTH, _STEP)]
        self._old_groups = [old[at : at + _STEP] for at in range(0, _WIDTH, _STEP)]

    def show(self) -> None:
        """Brings the display up to date. Quick when nothing has changed: eight comparisons."""
        if not self.present:
            return
        try:
            for page in range(_PAGES):
                if self._pages[page] != self._held_pages[page]:
                    self._show_page(page)
        except OSError:
            self.present = False

    def contrast(self, level: int) -> None:
        """How bright, 0 to 255; kept for a display that comes back later."""
        if level == self._level:
            return
        self._level = level
        if self.present:
            try:
                self._send_contrast()
            except OSError:
                self.present = False

    def revive(self, now: int) -> None:
        """Looks after the display: finds it, sets it up and rewrites it when it is new or has lost its power."""
        try:
            if self.present:
                if not self._tells_off:
                    self._i2c.writeto(self._address, _NOTHING)
                    return
                self._i2c.readfrom_into(self._address, self._status)
                if not self._status[0] & _OFF:
                    return
                # It answers, but is off though we switched it on: the plug was out for a moment.
            self._find()
        except OSError:
            self.present = False

    def _find(self) -> None:
        self.present = False
        if self._reset is not None:
            self._reset.value(0)
            time.sleep_us(10)  # data sheets: 3 µs at least (SSD1306), 10 µs (SH1106)
            self._reset.value(1)
            time.sleep_us(10)
        for address in _ADDRESSES:
            try:
                self._i2c.writeto(address, _SETUP[self._kind])
            except OSError as error:
                if error.errno == _ETIMEDOUT:
                    return  # a wire is held low: the other address would only cost as much time again
                continue
            self._address = address
            self._set_up()
            return

    def _set_up(self) -> None:
        self._send_contrast()
        for page in range(_PAGES):
            self._new[_WHOLE] = self._pages[page]
            self._send(page, 0, _GROUPS)
            self._held_pages[page][_WHOLE] = self._new
        self._i2c.writeto(self._address, _ON)
        # Some modules cannot be read, or answer with FF. Such a one is not asked again; there, only a display that does
        # not answer at all is noticed.
        try:
            self._i2c.readfrom_into(self._address, self._status)
            self._tells_off = not self._status[0] & _OFF
        except OSError:
            self._tells_off = False
        self.present = True

    def _send_contrast(self) -> None:
        self._contrast[2] = self._level
        self._i2c.writeto(self._address, self._contrast)

    def _show_page(self, page: int) -> None:
        """Sends each run of changed columns of a page; one group between two is cheaper sent than skipped."""
        self._new[_WHOLE] = self._pages[page]
        self._old[_WHOLE] = self._held_pages[page]
        new, old = self._new_groups, self._old_groups
        start = end = -1
        for group in range(_GROUPS):
            if new[group] != old[group]:
                if start < 0:
                    start = group
                elif group > end + 1:
                    self._send(page, start, end)
                    start = group
                end = group + 1
        self._send(page, start, end)
        self._held_pages[page][_WHOLE] = self._new

    def _send(self, page: int, start: int, end: int) -> None:
        """Groups of the page that was copied."""
        at = start * _STEP + self._first
        goto = self._goto
        goto[1] = 0xB0 | page
        goto[2] = at & 0x0F
        goto[3] = 0x10 | at >> 4
        self._i2c.writeto(self._address, goto)
        data, places, new = self._data, self._places, self._new_groups
        for group in range(start, end):
            data[places[group - start]] = new[group]
        self._i2c.writeto(self._address, self._runs[end - start])
