"""What the displays show, as a PNG file: the screen, and the five row displays below it. Imports nothing of ours.

PNG is a few lines of struct and zlib; a drawing library would be a large dependency for rectangles.
"""

from __future__ import annotations

import struct
import zlib

SCREEN_BYTES = 1024
ROW_BYTES = 5  # four digits of segments, then the brightness

_SCALE = 4
_MARGIN = 16
_WIDTH = 128 * _SCALE + 2 * _MARGIN
_ROW_TOP = 64 * _SCALE + 3 * _MARGIN
_HEIGHT = _ROW_TOP + 56 + _MARGIN

# The palette: the box, the glass, a lit pixel, a segment that is off, then eight levels of a segment that is lit.
_BOX, _GLASS, _LIT, _OFF = 0, 1, 2, 3
_COLOURS = [(38, 40, 46), (8, 10, 14), (190, 228, 255), (34, 14, 14)] + [
    (round(80 + 175 * level / 8), round(20 + 40 * level / 8), 30) for level in range(1, 9)
]

# Rectangles of the segments a to g in a digit of 14 by 30: (x, y, width, height).
_ACROSS, _DOWN = (10, 3), (3, 11)
_SEGMENTS = [
    (3, 0, *_ACROSS),
    (13, 3, *_DOWN),
    (13, 17, *_DOWN),
    (3, 28, *_ACROSS),
    (0, 17, *_DOWN),
    (0, 3, *_DOWN),
    (3, 14, *_ACROSS),
]


def png(shown: bytes) -> bytes:
    """The picture of what `runner.shown` says."""
    canvas = [bytearray(_WIDTH) for _ in range(_HEIGHT)]
    _screen(canvas, shown[:SCREEN_BYTES])
    for slot in range(5):
        at = SCREEN_BYTES + slot * ROW_BYTES
        _row(canvas, _MARGIN + slot * 104, shown[at : at + 4], shown[at + 4])
    return _png(canvas)


def _screen(canvas: list[bytearray], pixels: bytes) -> None:
    _box(canvas, _MARGIN - 4, _MARGIN - 4, 128 * _SCALE + 8, 64 * _SCALE + 8, _GLASS)
    for y in range(64):
        for x in range(128):
            if pixels[y // 8 * 128 + x] >> y % 8 & 1:
                _box(canvas, _MARGIN + x * _SCALE, _MARGIN + y * _SCALE, _SCALE - 1, _SCALE - 1, _LIT)


def _row(canvas: list[bytearray], left: int, segments: bytes, brightness: int) -> None:
    _box(canvas, left - 4, _ROW_TOP - 8, 96, 48, _GLASS)
    for digit in range(4):
        x = left + 2 + digit * 22 + (4 if digit > 1 else 0)
        for bit, (dx, dy, width, height) in enumerate(_SEGMENTS):
            lit = brightness and segments[digit] >> bit & 1
            _box(canvas, x + dx, _ROW_TOP + dy, width, height, 3 + brightness if lit else _OFF)
    colon = 3 + brightness if brightness and segments[1] >> 7 else _OFF
    for y in (9, 19):
        _box(canvas, left + 44, _ROW_TOP + y, 3, 3, colon)


def _box(canvas: list[bytearray], x: int, y: int, width: int, height: int, colour: int) -> None:
    for line in canvas[y : y + height]:
        line[x : x + width] = bytes((colour,)) * width


def _png(canvas: list[bytearray]) -> bytes:
    header = struct.pack(">IIBBBBB", len(canvas[0]), len(canvas), 8, 3, 0, 0, 0)
    palette = b"".join(bytes(colour) for colour in _COLOURS)
    lines = b"".join(b"\0" + bytes(line) for line in canvas)
    chunks = ((b"IHDR", header), (b"PLTE", palette), (b"IDAT", zlib.compress(lines, 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in chunks
    )
