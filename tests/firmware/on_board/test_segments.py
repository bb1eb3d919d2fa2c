"""Seven segments: every character has its shape."""

from ox.drivers import segments


def drawn(bits):
    """Three lines, as an eye reads them."""

    def at(bit, mark):
        return mark if bits & bit else " "

    return (
        " " + at(1, "_") + " ",
        at(32, "|") + at(64, "_") + at(2, "|"),
        at(16, "|") + at(8, "_") + at(4, "|"),
    )


def test_the_digits_look_like_digits():
    rows = ["", "", ""]
    for digit in "0123456789":
        for at, line in enumerate(drawn(segments.pattern(digit))):
            rows[at] += line
    assert rows == [
        " _     _  _     _  _  _  _  _ ",
        "| |  | _| _||_||_ |_   ||_||_|",
        "|_|  ||_  _|  | _||_|  ||_| _|",
    ]


def test_only_s_is_shaped_like_a_digit():
    for letter in "AbCdEFGHIJLnoPqrtUy":
        assert segments.pattern(letter) not in segments.DIGITS, letter
    assert segments.pattern("S") == segments.pattern("5")


def test_either_case_and_what_cannot_be_shown():
    assert segments.pattern("a") == segments.pattern("A") == 0x77
    assert segments.pattern("B") == segments.pattern("b") == 0x7C
    assert segments.pattern("-") == segments.MINUS
    for dark in (" ", "é", "W", ""):
        assert segments.pattern(dark) == segments.BLANK
