"""Records typed through the keypad matrix of the emulated Pico: the same displays as on the virtual board, step by
step, and the same record back from the flash."""

from __future__ import annotations

import pytest

from conftest import GAMES, RECORDS
from copies import in_a_copy
from emulated import LIMIT_MS, NAMES, Both, beginning_of, keys_for, log_of, log_on, names_of, new_flash, welcomed
from ox.core.events import PICK
from oxtally.record import write_record

pytestmark = pytest.mark.rp2040


def test_it_starts_and_shows_what_the_virtual_board_shows(uf2):
    both = welcomed(uf2)
    assert both.pico.laptop.connected, "it is on the USB"
    assert both.virtual.device.app.frame.text() == ["Oxtally", "# New game", "D Menu"]
    assert both.complaints() == []


def typed(both: Both, log: list) -> tuple[list, list[str]]:
    both.type(keys_for(log, NAMES).keys)
    return log_on(both.pico.flash), both.complaints()


# A key takes a second here, so that `make test` types the beginnings, with something of each variant in them; special
# cards are in test_cuts_on_the_pico. `make soak` types some records to their end, and with GAMES=100000 all of them.
WHOLE = (
    "base",
    "base-draft",
    "booklet",
    "parity-reach",
    "pro-stop",
    "pro-parity-reach",
    "special-stop",
    "special-many",
)
SOAKED = [path.stem for path in RECORDS if GAMES >= 100_000 or (GAMES > 500 and path.stem in WHOLE)]


@pytest.mark.parametrize(("stem", "entries"), [("booklet", 6), ("pro-parity-void", 9)])
def test_the_beginning_of_a_game(stem, entries, uf2):
    log = beginning_of(stem, entries)
    assert in_a_copy(typed, welcomed(uf2), log) == (log, [])


def test_own_hands_are_picked(uf2):
    setup, *rest = beginning_of("parity-draft", 40)
    picks = [next(event for event in rest if event[:2] == (PICK, seat)) for seat in range(4)]
    log, complaints = in_a_copy(typed, welcomed(uf2), [setup, *picks])
    assert sorted(log[1:]) == sorted(picks)
    assert log[0] == setup
    assert complaints == []


if SOAKED:

    @pytest.mark.parametrize("stem", SOAKED)
    def test_a_whole_record(stem, uf2):
        log = log_of(stem)
        both = Both(uf2, new_flash(names_of(log)))
        both.settle(LIMIT_MS)
        both.type(keys_for(log, names_of(log)).keys)
        assert write_record(log_on(both.pico.flash)) == write_record(log)
        assert both.complaints() == []
