"""Characters, gauges and signs on seven segments, and back. Imports frame only.

 aaa        a bit 0, b bit 1, … g bit 6; bit 7 of the second digit is the colon.
f   b
 ggg        6 and 9 have their bars: 3, 6 and 9 must not be taken for each other from afar.
e   c
 ddd
"""

from .frame import ALL_LIT, STOP_SIGN

_DIGITS = b"\x3f\x06\x5b\x4f\x66\x6d\x7d\x07\x7f\x6f"
_MINUS = 0x40
_EQUALS = 0x48
COLON = 0x80

_ALL = 0x7F
_STOP = 0x36  # two upright bars
# The gauge: as many segments as cards, filling up like a cup; on a row with a seven it hangs from the top instead, as
# an upturned one. No step of either looks like a digit.
_CUP = b"\x00\x08\x18\x1c\x3c\x3e"
_UPTURNED = b"\x00\x01\x21\x23\x33\x37\x77"
SEVEN_SIGN = 16  # added to a gauge


def character(code: int) -> int:
    """The segments of a digit, `-`, `=` or space, by its ASCII code."""
    if 48 <= code < 58:
        return _DIGITS[code - 48]
    return _MINUS if code == 45 else _EQUALS if code == 61 else 0


def gauge(filled: int) -> int:
    """The segments of the fourth place: so many cards, or a sign."""
    if filled == STOP_SIGN:
        return _STOP
    if filled == ALL_LIT:
        return _ALL
    return _UPTURNED[filled - SEVEN_SIGN] if filled >= SEVEN_SIGN else _CUP[filled]


def read(segments: bytes) -> str:
    """What people read on a row display: four characters, the gauge as its number of segments; "" if it is dark."""
    if not max(segments):
        return ""
    text = ""
    for place in range(3):
        lit = segments[place] & ~COLON
        digit = _DIGITS.find(bytes((lit,)))
        text += str(digit) if digit >= 0 else "-" if lit == _MINUS else "=" if lit == _EQUALS else " "
    if segments[3] == _STOP:
        return text + "|"
    count = 0
    for bit in range(7):
        count += segments[3] >> bit & 1
    return text + (str(count) if count else " ")
