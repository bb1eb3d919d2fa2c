"""What keeps the round under way on the device behaves as the list does that keeps it on the laptop."""

from __future__ import annotations

import random

import pytest

from conftest import RECORDS
from ox.core.events import ADJUST, CHOOSE, PICK, REDO, REVEAL, ROW, SETUP, SPECIAL, UNDO, VOID
from ox.core.history import History
from ox.core.refused import Refused
from ox.journal.line import Line
from oxtally.record.read import read_record

EVENTS = [
    (SETUP, 4, 66, 0, (b"Ann", b"Klaus-Dieter")),
    (PICK, 9, 104),
    (ROW, 3, 1),
    (REVEAL, 12, 9, 104),
    (SPECIAL, 12, 7, 104, 7, 4, 104),
    (CHOOSE, 1, 0, 1, 4),
    (ADJUST, 1, -171),
    (VOID,),
]


def test_the_last_in_is_the_first_out_and_all_are_there_in_order():
    rng = random.Random(1)
    line, plain = Line(), []
    for _ in range(2000):
        if plain and rng.random() < 0.45:
            assert line[-1] == plain[-1]
            assert line.pop() == plain.pop()
        elif rng.random() < 0.01:
            line.clear()
            plain.clear()
        else:
            event = rng.choice(EVENTS)
            line.append(event)
            plain.append(event)
        assert (list(line), len(line), bool(line)) == (plain, len(plain), bool(plain))


def test_an_empty_one_has_no_last():
    with pytest.raises(IndexError):
        Line().pop()


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_game_with_second_thoughts_goes_the_same_way(path):
    with path.open("rb") as stream:
        events = read_record(stream)
    rng = random.Random(path.stem)
    small, usual = History([], Line), History([])
    while events:
        for _ in range(rng.randrange(4) if rng.random() < 0.2 else 0):
            edit = (rng.choice((UNDO, UNDO, REDO)),)
            assert taken(small, edit) == taken(usual, edit)
            assert small.last_undone() == usual.last_undone()
        event = (REDO,) if usual.undone else events.pop(0)
        assert taken(small, event)
        assert taken(usual, event)
        assert small.game.round is None or small.game.round.placings == usual.game.round.placings
        assert small.game.totals() == usual.game.totals()
    assert small.log == usual.log


def taken(history: History, event: tuple) -> bool:
    try:
        history.enter(event)
    except Refused:
        return False
    return True
