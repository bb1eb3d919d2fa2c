"""The row displays' characters: what is lit can be read again, and no gauge or sign looks like a digit."""

from ox.screens.frame import STOP_SIGN
from ox.screens.segments import SEVEN_SIGN, character, gauge, read

DIGITS = {character(digit) for digit in b"0123456789"}
GAUGES = [gauge(filled) for filled in range(1, 6)]
UPTURNED = [gauge(SEVEN_SIGN + filled) for filled in range(1, 7)]


def test_digits_differ_from_each_other_and_from_gauges_and_signs():
    assert len(DIGITS) == 10
    signs = [*GAUGES, *UPTURNED, gauge(STOP_SIGN)]
    assert len(set(signs)) == len(signs)
    assert not DIGITS & set(signs)


def test_a_gauge_has_as_many_segments_as_the_row_has_cards():
    assert [bin(lit).count("1") for lit in GAUGES] == [1, 2, 3, 4, 5]
    assert [bin(lit).count("1") for lit in UPTURNED] == [1, 2, 3, 4, 5, 6]


def test_what_people_read():
    for text in ("  1", " 37", "104", "- 6", "=12"):
        lit = bytes(character(code) for code in text.encode())
        assert read(lit + bytes([gauge(3)])) == text + "3"
        assert read(lit + bytes([gauge(STOP_SIGN)])) == text + "|"
        assert read(lit + b"\0") == text + " "
    assert read(bytes(4)) == ""
