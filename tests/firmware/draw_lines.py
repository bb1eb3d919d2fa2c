"""Run on MicroPython and on CPython: draw the same lines into a buffer each, print what came of it.

    draw_lines.py FIRMWARE_FOLDER

A line of output is a drawing: the column behind the text, its width, how much of it fits, the buffer in hexadecimal.
"""

import binascii
import sys

sys.path.insert(0, sys.argv[1])

from ox.fonts import text

FONTS = (text.SMALL, text.LARGE, text.DIGITS)
ALL = bytes(range(256))
LINES = (
    "Chloé",
    "Jürgen",
    "Ñandú",
    "Zoë 104",
    "14 36 69 98 103",
    "3>4 -" + text.HEAD,
    "€ŵ",  # not in Latin-1
    "",
    b"\xc9mile \x00\x9f",
    ALL[:60],
    ALL[60:120],
    ALL[120:200],
    ALL[200:],
)


def main():
    for font in FONTS:
        for line in LINES:
            for x, page, invert in ((0, 0, False), (-5, 3, True), (61, 7, False), (127, -1, True), (130, 0, False)):
                buffer = bytearray(b"\x5a" * 1024)
                behind = text.draw(buffer, font, line, x, page, invert)
                measured = text.width(font, line), text.fit(font, line, 128)
                print(behind, measured[0], measured[1], binascii.hexlify(buffer).decode())


main()
