"""A canvas draws only what changed, and what it leads to is what drawing everything would give."""

from __future__ import annotations

import random

import pytest

from evening import Evening
from ox.screens.frame import CENTRE, LARGE, LEFT, RIGHT, RIGHT_HALF, SMALL, Frame
from ox.screens.render import Canvas, draw_screen

WORDS = ("", "7", "Anna", "Round 12", "Chloé 104", "+6\x7f", "A line that is too long for large letters")


class Watched(bytearray):
    """Notes the pages that text is drawn on. (Pages are cleared through views: those are seen by what they hold.)"""

    def __init__(self, count: int) -> None:
        super().__init__(count)
        self.pages: set[int] = set()

    def __setitem__(self, place, value) -> None:
        self.pages.add((place.start if isinstance(place, slice) else place) // 128)
        super().__setitem__(place, value)


def drawn(frame: Frame) -> bytearray:
    buffer = bytearray(b"\x5a" * 1024)
    draw_screen(frame, buffer)
    return buffer


def frame_of(*lines: tuple[int, int, int, bool, str]) -> Frame:
    frame = Frame()
    frame.lines = list(lines)
    return frame


@pytest.mark.parametrize("seed", range(30))
def test_one_frame_after_the_other_is_the_last_one_drawn_alone(seed):
    rng = random.Random(seed)
    canvas = Canvas(buffer := bytearray(1024))
    lines: list[tuple[int, int, int, bool, str]] = []
    for _ in range(25):
        lines = lines[rng.randrange(3) :] if rng.random() < 0.3 else lines[:]
        for _ in range(rng.randrange(3)):
            size = rng.choice((SMALL, LARGE, LARGE, 4))
            text = "12>3" if size == 4 else rng.choice(WORDS)
            line = (rng.randrange(9 - size), size, rng.randrange(5), size < 4 and rng.random() < 0.3, text)
            lines.insert(rng.randrange(len(lines) + 1), line)
        if lines and rng.random() < 0.3:
            lines.pop(rng.randrange(len(lines)))
        frame = frame_of(*lines)
        canvas.draw(frame)
        assert buffer == drawn(frame)


def test_a_digit_leaves_the_lines_around_it_alone():
    evening = Evening().start(10)
    canvas = Canvas(buffer := Watched(1024))
    canvas.draw(evening.app.show())
    assert buffer.pages == {0, 1, 2, 3, 4, 5, 6}, "all pages that something stands on"
    buffer.pages.clear()
    canvas.draw(evening.press("2").app.show())
    assert buffer.pages == {3, 4, 5, 6}, "the large digits"
    buffer.pages.clear()
    canvas.draw(evening.app.show())
    assert buffer.pages == set()
    assert buffer == drawn(evening.app.show())


def test_what_shares_a_page_with_a_line_that_changes_is_drawn_again():
    high, beside, low = (0, LARGE, LEFT, False, "Anna"), (1, SMALL, RIGHT, False, "7"), (2, SMALL, LEFT, False, "low")
    canvas = Canvas(buffer := Watched(1024))
    canvas.draw(frame_of(high, beside, low))
    buffer.pages.clear()
    canvas.draw(frame_of(high, (1, SMALL, RIGHT, False, "8"), low))
    assert buffer.pages == {0, 1}
    assert buffer == drawn(frame_of(high, (1, SMALL, RIGHT, False, "8"), low))


def test_a_line_that_goes_leaves_nothing_behind():
    lines = (0, SMALL, CENTRE, True, "Seen: turn 3"), (3, LARGE, RIGHT_HALF, False, "44")
    canvas = Canvas(buffer := bytearray(1024))
    canvas.draw(frame_of(*lines))
    canvas.draw(frame_of())
    assert buffer == bytearray(1024)
