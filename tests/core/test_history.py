"""Undo, redo and corrections as people at the table meet them."""

from __future__ import annotations

import pytest

from ox.core import events, refused
from ox.core.events import ADD, ADJUST, CHOOSE, CORRECT, PICK, REDO, REVEAL, ROW, SETUP, SPECIAL, STOP, UNDO, VOID
from ox.core.history import BadLog, History
from ox.core.refused import Refused

SEATS = (b"Anna", b"Ben", b"Chlo\xe9")


def table(*turns: tuple[int, ...], rules: int = 0) -> History:
    """Three players, rows 20 40 60 80, and these turns; a card that is too low takes row 1."""
    history = History([])
    history.enter((SETUP, rules, 66, 0, SEATS))
    for slot in range(4):
        history.enter((ROW, slot, 20 * (slot + 1)))
    for turn in turns:
        reveal(history, *turn)
    return history


def reveal(history: History, *cards: int) -> None:
    number = history.game.round.due
    for player, card in enumerate(cards):
        history.enter((REVEAL, number, player, card))
    while history.game.round.asking:
        history.enter((CHOOSE, number, *history.game.round.asked(), 0))


def rows(history: History) -> list[list[int]]:
    return [list(row) for row in history.game.round.table.rows]


def code(history: History, *event: object) -> int:
    before = list(history.log)
    with pytest.raises(Refused) as error:
        history.enter(event)
    assert history.log == before
    return error.value.code


def entry(history: History, event: tuple) -> int:
    """Where in the log an event stands."""
    return history.log.index(event)


def test_undo_goes_back_to_the_start_of_the_game_and_redo_comes_back():
    history = table((21, 41, 61), (22, 42, 62))
    entries = len(history.log)
    for _ in range(entries):
        history.enter((UNDO,))
    assert history.game.agreed is None
    assert code(history, UNDO) == refused.NOTHING_TO_UNDO
    for _ in range(entries):
        history.enter((REDO,))
    assert rows(history) == [[20, 21, 22], [40, 41, 42], [60, 61, 62], [80]]
    assert code(history, REDO) == refused.NOTHING_TO_REDO


def test_something_new_ends_redo():
    history = table((21, 41, 61))
    history.enter((UNDO,))
    history.enter((UNDO,))
    assert history.undone == 2
    history.enter((REVEAL, 1, 1, 43))
    assert history.undone == 0
    assert code(history, REDO) == refused.NOTHING_TO_REDO


def test_redo_after_something_new_brings_back_the_new_thing():
    history = table((21, 41, 61))
    history.enter((UNDO,))
    history.enter((REVEAL, 1, 2, 63))
    history.enter((UNDO,))
    history.enter((REDO,))
    assert history.game.round.cards[2] == 63


def test_undo_leads_back_into_the_round_before():
    history = table(*[(21 + at, 41 + at, 61 + at) for at in range(10)])
    assert history.game.round.finished
    totals = history.game.totals()
    history.enter((ROW, 0, 1))
    assert history.game.totals() == totals
    history.enter((UNDO,))
    assert history.game.round.finished
    history.enter((UNDO,))
    assert history.game.round.turn == 10
    assert history.game.totals() == [0, 0, 0]
    history.enter((REDO,))
    history.enter((REDO,))
    assert list(history.game.round.starts) == [1, 0, 0, 0]


def test_an_undone_stop_lets_the_game_go_on():
    history = table((21, 41, 61))
    history.enter((STOP,))
    assert history.game.over()
    history.enter((UNDO,))
    reveal(history, 22, 42, 62)
    assert history.game.round.turn == 2


def test_a_corrected_card_is_as_if_it_had_been_typed_right():
    history = table((21, 41, 61), (22, 42, 62))
    history.enter((CORRECT, entry(history, (REVEAL, 1, 0, 21)), (REVEAL, 1, 0, 81)))
    assert rows(history) == [[20, 22], [40, 41, 42], [60, 61, 62], [80, 81]]
    assert history.waiting == -1
    reveal(history, 23, 43, 63)
    assert rows(history)[0] == [20, 22, 23]


def test_a_correction_is_one_step_for_undo():
    history = table((21, 41, 61), (22, 42, 62))
    before = rows(history)
    history.enter((CORRECT, entry(history, (REVEAL, 1, 0, 21)), (REVEAL, 1, 0, 81)))
    after = rows(history)
    history.enter((UNDO,))
    assert rows(history) == before
    history.enter((REDO,))
    assert rows(history) == after


def test_later_choices_stay_where_the_same_player_is_asked_for_the_same_card():
    history = table((21, 41, 61), (5, 42, 62))
    assert rows(history) == [[5], [40, 41, 42], [60, 61, 62], [80]]
    history.enter((CORRECT, entry(history, (REVEAL, 1, 1, 41)), (REVEAL, 1, 1, 81)))
    assert rows(history) == [[5], [40, 42], [60, 61, 62], [80, 81]]
    assert history.dropped == 0


def test_a_choice_that_is_no_longer_needed_is_dropped():
    history = table((21, 41, 61), (5, 42, 62))
    history.enter((CORRECT, entry(history, (ROW, 1, 40)), (ROW, 1, 4)))
    assert history.dropped == 1
    assert rows(history)[1] == [4, 5]


def test_a_choice_that_is_missing_now_is_asked_again_and_then_the_rest_goes_on():
    history = table((21, 41, 61), (22, 42, 62), (23, 43, 63))
    history.enter((CORRECT, entry(history, (REVEAL, 1, 0, 21)), (REVEAL, 1, 0, 3)))
    assert history.game.round.turn == 1
    assert history.game.round.asked() == (0, 3)
    assert history.waiting == entry(history, (REVEAL, 2, 0, 22))
    history.enter((CHOOSE, 1, 0, 3, 3))
    assert history.waiting == -1
    assert history.game.round.turn == 3
    assert rows(history)[3] == [3]
    history.enter((UNDO,))
    assert history.game.round.asked() == (0, 3)
    history.enter((UNDO,))
    assert history.game.round.turn == 3
    assert rows(history)[3] == [80]


def test_two_cards_typed_for_each_other():
    """Ben and Chloé mixed up: the first correction takes Chloé's card, which is then asked again."""
    history = table((21, 41, 61), (22, 42, 62))
    history.enter((CORRECT, entry(history, (REVEAL, 1, 1, 41)), (REVEAL, 1, 1, 61)))
    assert history.dropped == 1
    assert history.game.round.next_player() == 2
    assert history.waiting == entry(history, (REVEAL, 2, 0, 22))
    history.enter((REVEAL, 1, 2, 41))
    assert history.waiting == -1
    assert history.game.round.turn == 2
    assert [placing[0] for placing in history.game.round.placings] == [0, 1, 2]


def test_a_correction_in_an_earlier_round_changes_the_totals():
    history = table(*[(21 + at, 41 + at, 61 + at) for at in range(10)])
    before = history.game.totals()
    for slot in range(4):
        history.enter((ROW, slot, slot + 1))
    history.enter((CORRECT, entry(history, (REVEAL, 10, 0, 30)), (REVEAL, 10, 0, 104)))
    assert before[0] == 11 + 6
    assert history.game.totals() == [11, *before[1:]], "the 30 took 25 to 29, the 104 takes nothing"
    assert list(history.game.round.starts) == [1, 2, 3, 4]


def test_a_correction_that_ends_the_game_earlier_keeps_the_later_rounds_waiting():
    history = History([])
    history.enter((SETUP, 0, 66, 0, SEATS))
    for _ in range(2):
        for slot in range(4):
            history.enter((ROW, slot, 20 * (slot + 1)))
        for at in range(10):
            reveal(history, 21 + at, 41 + at, 61 + at)
    assert history.game.rounds_finished() == 2
    history.enter((CORRECT, 0, (SETUP, 0, 5, 0, SEATS)))
    assert history.game.over()
    assert history.game.rounds_finished() == 1
    assert history.waiting > 0
    history.enter((CORRECT, 0, (SETUP, 0, 66, 0, SEATS)))
    assert history.game.rounds_finished() == 2


def test_special_cards_and_adjustments_can_be_withdrawn():
    history = table((21, 41, 61), rules=4)
    history.enter((SPECIAL, 1, 2, 61, events.SEVEN, 0, 0))
    reveal(history, 22, 42, 62)
    history.enter((ADJUST, 0, 5))
    history.enter((CORRECT, entry(history, (SPECIAL, 1, 2, 61, events.SEVEN, 0, 0)), None))
    assert history.game.round.table.sevens == 0
    history.enter((CORRECT, entry(history, (ADJUST, 0, 5)), None))
    assert history.game.totals() == [0, 0, 0]
    assert history.game.round.turn == 2


def test_a_forgotten_special_card_can_be_added():
    history = table((21, 41, 61), (22, 42, 62), rules=4)
    forgotten = (SPECIAL, 1, 2, 61, events.SEVEN, 0, 0)
    history.enter((ADD, entry(history, (REVEAL, 2, 0, 22)), forgotten))
    assert history.game.round.table.sevens == 4
    assert rows(history)[2] == [60, 61, 62]


def test_what_a_correction_may_not_do():
    history = table((21, 41, 61), (22, 42, 62))
    first = entry(history, (REVEAL, 1, 0, 21))
    assert code(history, CORRECT, first, (REVEAL, 1, 1, 21)) == refused.OTHER_QUESTION
    assert code(history, CORRECT, first, (REVEAL, 2, 0, 23)) == refused.OTHER_QUESTION
    assert code(history, CORRECT, first, None) == refused.OTHER_QUESTION
    special = table((21, 41, 61), rules=4)
    special.enter((SPECIAL, 1, 2, 61, events.SEVEN, 0, 0))
    played = entry(special, (SPECIAL, 1, 2, 61, events.SEVEN, 0, 0))
    assert code(special, CORRECT, played, (SPECIAL, 1, 2, 41, events.SEVEN, 0, 0)) == refused.OTHER_QUESTION
    special.enter((CORRECT, played, (SPECIAL, 1, 2, 61, events.STOP_ROW, 0, 0)))
    assert special.game.round.table.stops == 1
    chosen = table((3, 41, 61))
    choice = entry(chosen, (CHOOSE, 1, 0, 3, 0))
    assert code(chosen, CORRECT, choice, (CHOOSE, 1, 0, 41, 1)) == refused.OTHER_QUESTION
    chosen.enter((CORRECT, choice, (CHOOSE, 1, 0, 3, 3)))
    chosen.enter((ADJUST, 0, 5))
    chosen.enter((CORRECT, entry(chosen, (ADJUST, 0, 5)), (ADJUST, 1, 4)))
    assert chosen.game.totals() == [0, 4, 0]
    assert code(history, CORRECT, first, (REVEAL, 1, 0, 20)) == refused.SEEN
    assert code(history, CORRECT, first, (REVEAL, 1, 0, 0)) == refused.NO_SUCH_CARD
    assert code(history, CORRECT, 999, (REVEAL, 1, 0, 23)) == refused.NO_SUCH_ENTRY
    assert code(history, CORRECT, 0, (SETUP, 4, 66, 0, SEATS)) == refused.OTHER_QUESTION
    assert code(history, CORRECT, 0, (SETUP, 0, 66, 0, SEATS[:2])) == refused.OTHER_QUESTION
    assert code(history, ADD, first, (PICK, 0, 7)) == refused.NOT_YET
    history.enter((CORRECT, first, (REVEAL, 1, 0, 3)))
    assert history.waiting > 0
    assert code(history, VOID) == refused.NOT_YET
    assert code(history, STOP) == refused.NOT_YET


class FullLog(list):
    """A log that cannot take any more: a full flash."""

    def append(self, event):
        raise OSError(28)


@pytest.mark.parametrize("event", [(REVEAL, 3, 0, 23), (UNDO,), (CORRECT, 6, (REVEAL, 1, 1, 45))], ids=str)
def test_an_entry_that_cannot_be_written_has_not_happened(event):
    history = table((21, 41, 61), (22, 42, 62))
    history.log = FullLog(history.log)
    before = rows(history), history.game.round.turn, bytes(history.game.round.seen)
    with pytest.raises(OSError, match="28"):
        history.enter(event)
    assert (rows(history), history.game.round.turn, bytes(history.game.round.seen)) == before


def test_a_log_that_no_game_can_have_led_to_is_refused_at_its_entry():
    log = table((21, 41, 61)).log
    with pytest.raises(BadLog) as error:
        History([*log, (REVEAL, 2, 0, 21)])
    assert (error.value.entry, error.value.code) == (len(log), refused.SEEN)


def test_time_for_an_entry_does_not_grow_with_the_rounds():
    """Counted in calls of the log, not in seconds: an entry of round 30 reads nothing that was written before."""

    class Counting(list):
        reads = 0

        def __iter__(self):
            Counting.reads += 1
            return super().__iter__()

    history = History(Counting())
    history.enter((SETUP, 0, 0, 0, SEATS))
    for _ in range(30):
        for slot in range(4):
            history.enter((ROW, slot, 20 * (slot + 1)))
        for at in range(10):
            reveal(history, 21 + at, 41 + at, 61 + at)
    reads = Counting.reads
    for _ in range(10):
        history.enter((UNDO,))
    for _ in range(10):
        history.enter((REDO,))
    assert Counting.reads == reads
    assert len(history._line) <= 4 + 2 * 30
