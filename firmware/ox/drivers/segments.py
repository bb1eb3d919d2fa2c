"""Digits and letters on seven segments. Imports nothing.

 aaa        a bit 0, b bit 1, … g bit 6; bit 7 is the colon or point.
f   b
 ggg        6 and 9 have their bars, 7 is three strokes: 3, 6 and 9 must not be taken for each other from afar.
e   c
 ddd
"""

A, B, C, D, E, F, G, POINT = 0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80

DIGITS = b"\x3f\x06\x5b\x4f\x66\x6d\x7d\x07\x7f\x6f"
BLANK = 0x00
MINUS = G

# Letters that can be read, capital or small as the segments allow. S is shaped like 5.
_LETTERS = "AbCdEFGHIJLnoPqrStUy"
_SHAPES = b"\x77\x7c\x39\x5e\x79\x71\x3d\x76\x30\x1e\x38\x54\x5c\x73\x67\x50\x6d\x78\x3e\x6e"


def pattern(character: str) -> int:
    """The segments of a character: a digit, a letter of either case, `-`, `_`, `=`, space; others stay dark."""
    if "0" <= character <= "9":
        return DIGITS[ord(character) - 48]
    for form in (character, character.upper(), character.lower()):
        if form and form in _LETTERS:
            return _SHAPES[_LETTERS.index(form)]
    return {"-": MINUS, "_": D, "=": D | G}.get(character, BLANK)
