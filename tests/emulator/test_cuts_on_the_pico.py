"""Power cuts in the middle of what the emulated Pico does to its flash: nothing that was shown as accepted is lost."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from conftest import GAMES
from copies import in_a_copy
from emulated import LIMIT_MS, NAMES, Both, beginning_of, keys_for, log_on, welcomed
from ox.core.events import Event
from oxtally.board.flash import HALF, WAYS, Flash, PowerCut

pytestmark = pytest.mark.rp2040

SOAK = GAMES > 500
SOME = 30  # operations of the flash that end badly, in `make test`


@dataclass
class Evening:
    """What was done to a flash chip, and what had been shown by then."""

    start: bytes
    operations: list[tuple[int, bytes]] = field(default_factory=list)
    shown: list[tuple[int, int]] = field(default_factory=list)  # operations, and entries that were on the screen then
    log: list[Event] = field(default_factory=list)


def entries_on(both: Both) -> int:
    """Of the game that the virtual board, and so the Pico, has on the screen."""
    return len(list(both.virtual.device.app.history.log))


def played(both: Both, log: list[Event]) -> Evening:
    """All of it typed; on the flash and on the displays as it has to be."""
    flash = both.pico.flash
    evening = Evening(bytes(flash.data), log=log)
    flash.trace = evening.operations
    for key in keys_for(log, NAMES).keys:
        both.press(key)
        entries = entries_on(both)
        evening.shown.append((len(evening.operations), entries))
    assert log_on(flash) == log
    assert both.complaints() == []
    return evening


def played_and_cut(both: Both, log: list[Event], typed: int, operations: int, way: int) -> Evening:
    """So many entries; while the others are typed the power goes, in the middle of one of the chip's operations."""
    evening = played(both, log[:typed])
    before, shown = both.pico, entries_on(both)
    before.flash.trace = None
    before.flash.cut_at(operations, operations + way + 1, way)
    for key in keys_for(log, NAMES).keys[len(evening.shown) :]:
        try:
            both.press(key)
        except PowerCut:
            break
        shown = entries_on(both)
    assert before.dead
    with pytest.raises(PowerCut):
        before.wait(1)
    after = Both(both.image, before.flash.next_life())
    after.settle(LIMIT_MS)
    assert entries_on(after) >= shown
    assert after.complaints() == []
    return evening


def test_a_game_with_special_cards_of_which_every_operation_may_be_the_last(uf2):
    """It is typed once, and comes back from the flash; one cut is followed by a power-on of the chip. Then the ends of
    all operations are tried one by one on what they did to the flash."""
    evening = in_a_copy(played_and_cut, welcomed(uf2), beginning_of("special-adjust", 12), 10, 1, HALF)
    count = len(evening.operations)
    assert count > 20
    tries = [(at, way) for at in range(count) for way in WAYS]
    if not SOAK:
        tries = tries[:: max(1, len(tries) // (len(WAYS) * SOME) | 1)]
    flash = Flash()
    flash.data[:] = evening.start
    done = 0
    for at, way in tries:
        while done < at:
            flash.redo(*evening.operations[done])
            done += 1
        cut = flash.copy()
        cut.cut_at(0, at + 1, way)
        with pytest.raises(PowerCut):
            cut.redo(*evening.operations[at])
        kept = max([entries for operations, entries in evening.shown if operations <= at], default=0)
        if not kept:
            continue  # there was no game yet
        found = log_on(cut)
        assert found == evening.log[: len(found)], (at, way)
        assert len(found) >= kept, (at, way)


if SOAK:

    @pytest.mark.parametrize("way", WAYS)
    @pytest.mark.parametrize("operations", range(0, 12, 2))
    def test_it_starts_again_after_a_cut(operations, way, uf2):
        in_a_copy(played_and_cut, welcomed(uf2), beginning_of("booklet", 9), 4, operations, way)
