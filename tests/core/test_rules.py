"""Every example and check of the rules, as small stories at the table."""

from __future__ import annotations

import io
from typing import Any

import pytest

from ox.core import events, refused
from ox.core.agreed import PARITY, SPECIAL
from ox.core.events import INSERT, NEG, REPLACE, ROW5, SEVEN, SLIDE, STOP_ROW
from ox.core.game import Game
from ox.core.refused import Refused
from ox.core.round import CHOSEN, FITS, INSERTED, ROW_WAS_FULL, STARTED
from ox.core.table import Table
from oxtally.errors import RecordError
from oxtally.record import read_record
from oxtally.story import as_json, tell


def replay(*lines: str) -> dict[str, Any]:
    """A record, without its first line, as `oxtally replay --json` tells it."""
    return as_json(tell(read_record(io.BytesIO("\n".join(("oxtally-record 1", *lines)).encode()))))


def refusal(*lines: str) -> str:
    with pytest.raises(RecordError) as error:
        replay(*lines)
    assert error.value.line == len(lines) + 1, "the last line is the wrong one"
    return error.value.what


class Seat:
    """A table in the middle of a round, to lay rows on and play single cards."""

    def __init__(self, *rows: str, variant: int = 0, players: int = 2, pile: int = 0) -> None:
        self.game = Game()
        names = tuple(b"P%d" % seat for seat in range(players))
        self.game.apply((events.SETUP, variant, 0, 0, names))
        for slot, card in enumerate((101, 102, 103, 104)):
            self.game.apply((events.ROW, slot, card))
        self.round = self.game.round
        assert self.round
        self.round.piles[0] = pile
        laid = [bytes(int(card) for card in row.split()) for row in rows]
        laid += [b""] * (len(self.round.table.rows) - len(laid))
        self.round.table.restore((tuple(laid), 0, 0, -1, 0))
        self.round.seen[101:] = bytes(4)
        for card in b"".join(laid):
            self.round.seen[card] = 1

    def reveal(self, *cards: int) -> Seat:
        for player, card in enumerate(cards):
            self.game.apply((events.REVEAL, self.round.due, player, card))
        return self

    def play(self, card: int, special: int, row: int = 1, other: int = 0) -> Seat:
        player = self.round.cards.index(card)
        self.game.apply((events.SPECIAL, self.round.turn, player, card, special, row - 1, other))
        return self

    def choose(self, row: int) -> Seat:
        player, card = self.round.asked()
        self.game.apply((events.CHOOSE, self.round.turn, player, card, row - 1))
        return self

    def refuses(self, action: str, *args: int) -> int:
        before = self.rows, self.round.placings[:], self.round.piles[:]
        with pytest.raises(Refused) as error:
            getattr(self, action)(*args)
        assert (self.rows, self.round.placings, self.round.piles) == before
        return error.value.code

    @property
    def rows(self) -> list[str]:
        """The rows as text; an empty fifth slot is left out."""
        rows = [" ".join(str(card) for card in row) for row in self.round.table.rows]
        return rows if any(rows[4:]) else rows[:4]

    def placing(self, at: int) -> tuple[int, str, int, int]:
        """(row, cards taken, heads, why) of a placing of this turn."""
        _, _, slot, taken, heads, why, _ = self.round.placings[at]
        return slot + 1, " ".join(str(card) for card in taken), heads, why


# --- Base game


def test_the_figures_of_the_booklet():
    game = replay("players A B C D", "rows 12 37 43 58", "turn 14 15 44 61", "turn 21 26 30 36", "turn 3>2 9 68 83")[
        "rounds"
    ][0]
    first, second, third = game["turns"]
    assert [placing["row"] for placing in first] == [1, 1, 3, 4]
    assert second[2] == {"player": "C", "card": 30, "row": 1, "takes": [12, 14, 15, 21, 26], "heads": 6}
    assert [placing["row"] for placing in second] == [1, 1, 1, 1]
    assert [placing["row"] for placing in third] == [2, 2, 4, 4]
    assert third[0]["takes"] == [37]


def test_cards_are_placed_from_the_lowest_whoever_played_them():
    turn = replay("players A B C", "rows 1 30 50 70", "turn 90 20 40")["rounds"][0]["turns"][0]
    assert [placing["player"] for placing in turn] == ["B", "C", "A"]


def test_rows_keep_their_place():
    assert replay("players A B", "rows 90 10 70 30", "turn 20 95")["rounds"][0]["final_rows"] == [
        [90, 95],
        [10, 20],
        [70],
        [30],
    ]


def test_why_a_card_lies_where_it_lies():
    table = Seat("10 11 12 13 14", "50", "60", "70").reveal(5, 15)
    assert table.round.asked() == (0, 5)
    table.choose(2)
    assert table.placing(0) == (2, "50", 3, CHOSEN)
    assert table.placing(1) == (1, "10 11 12 13 14", 11, ROW_WAS_FULL)
    table.reveal(16, 17)
    assert table.placing(0) == (1, "", 0, FITS)


def test_a_card_below_every_row_takes_a_row_of_the_players_choice():
    table = Seat("20 25", "30", "40", "41 42").reveal(7, 99)
    assert table.round.choices() == [0, 1, 2, 3]
    assert table.refuses("choose", 5) == refused.NO_SUCH_ROW
    assert table.choose(3).rows == ["20 25", "30", "7", "41 42 99"]


@pytest.mark.parametrize(
    ("rows", "cheapest"),
    [
        (("55", "20", "30 31", "41 42"), 4),  # fewest heads
        (("20 25", "41 42 43", "30", "40"), 3),  # 5, 3, 3, 3: then the shorter row
        (("50 51", "30", "40", "60"), 2),  # 4, 3, 3, 3: then the lower number
    ],
)
def test_the_suggestion_is_the_cheapest_row(rows, cheapest):
    assert Seat(*rows).reveal(1, 99).round.suggestion() + 1 == cheapest


def test_taken_cards_are_seen_and_stay_seen():
    assert "seen already this round" in refusal("players A B", "rows 20 30 40 50", "turn 7>1 60", "turn 20 61")


def test_a_round_is_ten_turns_and_then_all_cards_are_new():
    turns = [f"turn {card} {card + 1}" for card in range(50, 70, 2)]
    game = replay("players A B", "rows 1 2 3 4", *turns, "rows 1 2 3 4")
    assert len(game["rounds"][0]["turns"]) == 10
    assert game["totals"] == game["rounds"][0]["heads"]
    assert "no round is under way" in refusal("players A B", "rows 1 2 3 4", *turns, "turn 70 71")


HANDS = ["draft A 1 3 5 7 9 11 13 15 17 19", "draft B 2 4 6 8 10 12 14 16 18 20"]
ROUND = [f"turn {card} {card + 1}" for card in range(50, 70, 2)]  # after rows 1 2 3 4, by hand: 7 + 7 and 11 + 10 heads


@pytest.mark.parametrize(
    ("settings", "over"),
    [
        (["target 21"], False),
        (["target 20"], True),
        (["target 21", "ending reach"], True),
        (["target 22", "ending reach"], False),
        (["target 0", "rounds 1"], True),
        (["target 0", "rounds 2"], False),
        (["target 20", "rounds 5"], True),
    ],
)
def test_when_the_game_ends(settings, over):
    game = replay("players A B", *settings, "rows 1 2 3 4", *ROUND)
    assert game["totals"] == [14, 21]
    assert game["over"] is over
    assert game["winners"] == (["A"] if over else [])


def test_everyone_tied_at_the_fewest_wins():
    turns = [f"turn {card} {card + 1} {card + 2}" for card in range(50, 80, 3)]
    game = replay("players A B C", "rounds 1", "rows 1 2 3 4", *turns)
    assert game["totals"] == [11 + 7, 7 + 10, 7 + 10]
    assert game["winners"] == ["B", "C"]
    assert replay("players A B C", "rounds 1", "rows 1 2 3 4", *turns, "adjust A -1")["winners"] == ["A", "B", "C"]


def test_adjustments_decide_the_end_between_rounds():
    start = ["players A B", "target 30", "rows 1 2 3 4", *ROUND]
    assert replay(*start)["over"] is False
    assert replay(*start, "adjust B 10")["over"] is True
    assert replay(*start, "adjust B 10", "adjust B -1", "rows 1 2 3 4")["over"] is False
    assert "the game is over" in refusal(*start, "adjust B 10", "rows 1 2 3 4")
    assert "below zero" in refusal(*start, "adjust A -15")
    assert replay(*start, "rows 1 2 3 4", "adjust B 10")["over"] is False, "not in the middle of a round"
    assert replay(*start, "rows 1 2 3 4", "adjust B 10", "void")["over"] is True


def test_an_adjustment_while_hands_are_picked_can_end_the_game():
    start = ["players A B", "target 30", "rows 1 2 3 4", *ROUND, HANDS[0]]
    assert replay(*start, "adjust B 9")["over"] is False
    assert replay(*start, "adjust B 10")["over"] is True


def test_how_much_may_be_adjusted():
    assert replay("players A B", "adjust A 171", "adjust A -171")["totals"] == [0, 0]
    assert "1 to 171" in refusal("players A B", "adjust A 172")


def test_what_comes_at_the_wrong_moment():
    game = Game()

    def code(*event: int) -> int:
        with pytest.raises(Refused) as error:
            game.apply(event)
        return error.value.code

    assert code(events.REVEAL, 1, 0, 5) == refused.NO_GAME
    assert code(events.VOID) == refused.NO_GAME
    game.apply((events.SETUP, 0, 66, 0, (b"A", b"B")))
    assert code(events.REVEAL, 1, 0, 5) == refused.NOT_YET
    assert code(events.VOID) == refused.NO_ROUND
    for card in range(11, 21):
        game.apply((events.PICK, 0, card))
    assert code(events.PICK, 0, 21) == refused.HAND_FULL
    assert code(events.ROW, 0, 50) == refused.NOT_YET
    for card in range(21, 31):
        game.apply((events.PICK, 1, card))
    game.apply((events.ROW, 0, 50))
    assert code(events.PICK, 0, 60) == refused.ROW_STARTED
    for slot in range(1, 4):
        game.apply((events.ROW, slot, 50 + slot))
    assert code(events.ROW, 0, 60) == refused.NOT_YET
    assert code(events.PICK, 0, 60) == refused.NOT_YET
    game.apply((events.REVEAL, 1, 0, 11))
    assert code(events.REVEAL, 1, 0, 12) == refused.ALREADY_REVEALED
    assert code(events.REVEAL, 2, 0, 12) == refused.NOT_YET
    game.apply((events.REVEAL, 1, 1, 21))
    assert code(events.REVEAL, 1, 1, 22) == refused.ALREADY_REVEALED
    game.apply((events.STOP,))
    assert code(events.REVEAL, 1, 0, 12) == refused.OVER
    assert code(events.VOID) == refused.OVER


def test_a_voided_round_counts_for_nothing():
    game = replay("players A B", "rounds 1", "rows 1 2 3 4", *ROUND[:9], "void", "rows 1 2 3 4")
    assert game["rounds"][0]["void"] is True
    assert game["totals"] == [0, 0]
    assert game["over"] is False
    assert "no round" in refusal("players A B", "rows 1 2 3 4", *ROUND, "void")


def test_a_stopped_game_is_won_on_its_finished_rounds():
    game = replay("players A B", "rows 1 2 3 4", *ROUND, "rows 1 2 3 4", "turn 50 51", "stop", "adjust B 3")
    assert (game["totals"], game["winners"], game["stopped"]) == ([14, 24], ["A"], True)
    assert replay("players A B", "rows 1 2 3 4", "stop")["winners"] == []
    assert "over" in refusal("players A B", "stop", "stop")


# --- Pro variants


def test_known_cards_only():
    assert "up to 24" in refusal("variant pro", "players A B", "rows 1 2 3 25")
    assert "up to 24" in refusal("variant pro", "players A B", "rows 1 2 3 24", "turn 25 4")


def test_own_hands_name_their_players():
    game = Game()
    for event in read_record(
        io.BytesIO("\n".join(["oxtally-record 1", "players A B", *HANDS, "rows 30 40 50 60"]).encode())
    ):
        game.apply(event)
    assert game.round.drafted
    assert game.round.owner[7] == 1
    with pytest.raises(Refused) as error:
        game.apply((events.REVEAL, 1, 0, 2))
    assert error.value.code == refused.NOT_IN_HAND


def test_rows_start_with_cards_that_nobody_picked():
    assert "B picked that card" in refusal("players A B", *HANDS, "rows 30 40 20 60")
    assert "for all players or for none" in refusal("players A B", HANDS[0], "rows 30 40 50 60")
    assert "not in the player's hand" in refusal("players A B", *HANDS, "rows 30 40 50 60", "turn 1 70")
    assert "do not go with" in refusal("variant special", "players A B", HANDS[0])


# --- Even/odd card


def marked(rows: list[str], slot: int) -> Table:
    table = Table(b"\x01\x02\x03\x04", True, 4)
    laid = tuple(bytes(int(card) for card in row.split()) for row in rows)
    table.restore((laid, 0, 0, slot, laid[slot][-1] & 1))
    return table


def test_the_marker_starts_beside_the_lowest_card():
    table = Table(bytes((30, 12, 43, 58)), True, 4)
    assert (table.marked, table.odd) == (1, 0)


def test_the_check_of_the_even_odd_rules():
    table = marked(["31", "48 49 50 51 52", "92", "85"], 3)
    slot = table.fit(90)
    assert slot == 1  # 90 is even, so the marked row does not exist for it
    assert list(table.add(slot, 90)) == [48, 49, 50, 51, 52]
    assert (table.marked, table.odd) == (0, 1)


def test_the_new_row_counts_unless_the_marker_leaves_it():
    table = marked(["31", "52", "92", "85"], 3)
    table.take(1, 7)  # another row is taken: it ends in 7 now, the lowest
    assert (table.marked, table.odd) == (1, 1)
    table = marked(["31", "52", "92", "85"], 3)
    table.take(3, 8)  # the marked row itself is taken: the marker may not stay
    assert (table.marked, table.odd) == (0, 1)


def test_the_marked_row_may_be_chosen_by_a_card_that_fits_none():
    seat = Seat("31", "52", "92", "20", variant=PARITY)
    seat.round.table.restore((seat.round.table.save()[0], 0, 0, 3, 0))
    seat.reveal(25, 100)
    assert seat.round.asked() == (0, 25)
    assert 3 in seat.round.choices()


# --- Special cards


def special(*rows: str, pile: int = 0) -> Seat:
    return Seat(*rows, variant=SPECIAL, pile=pile)


def test_twelve_turns_two_rounds_no_head_limit():
    one_round = ["rows 1 2 3 4", *[f"turn {card} {card + 1}" for card in range(50, 74, 2)]]
    start = ["variant special", "players A B", *one_round]
    assert replay(*start, "adjust A 100")["over"] is False
    game = replay(*start, *one_round)
    assert [len(one["turns"]) for one in game["rounds"]] == [12, 12]
    assert game["over"] is True


def test_fifth_row():
    table = special("10", "20", "30", "40").reveal(25, 50).play(25, ROW5)
    assert table.rows == ["10", "20", "30", "40 50", "25"]
    assert table.placing(0) == (5, "", 0, STARTED)
    assert table.refuses("play", 50, ROW5) == refused.FIVE_ROWS


def test_who_takes_one_of_five_rows_takes_the_card_too():
    table = special("10 11 12 13 14", "50", "60", "70", "80").reveal(15, 90)
    assert table.placing(0) == (1, "10 11 12 13 14 15", 5 + 1 + 1 + 1 + 3 + 2, ROW_WAS_FULL)
    assert table.rows == ["", "50", "60", "70", "80 90"]
    table.reveal(16, 17)
    assert table.round.asked() == (0, 16), "an empty slot is not a row"
    assert table.round.choices() == [1, 2, 3, 4]
    table.play(16, ROW5)
    assert table.rows == ["16 17", "50", "60", "70", "80 90"], "the empty slot is filled where it is"


def test_choosing_one_of_five_rows():
    table = special("10", "50", "60", "70", "80").reveal(3, 90).choose(2)
    assert table.placing(0) == (2, "3 50", 4, CHOSEN)
    assert table.rows == ["10", "", "60", "70", "80 90"]


def test_seven_takes():
    table = special("10 11 12 13 14", "50", "60", "70").reveal(15, 16).play(15, SEVEN)
    assert table.placing(0) == (1, "", 0, FITS)
    assert table.placing(1) == (1, "10 11 12 13 14 15", 13, ROW_WAS_FULL), "a seventh card takes the six"
    assert table.rows[0] == "16"
    assert table.round.table.sevens == 0
    assert table.reveal(17, 5).refuses("play", 5, SEVEN) == refused.NO_ROW_FITS
    table = special("10", "50", "60", "70").reveal(15, 16).play(15, SEVEN)
    assert table.refuses("play", 16, SEVEN) == refused.HAS_SEVEN


def test_insert():
    table = special("10 14", "50", "60", "70").reveal(12, 90).play(12, INSERT, 1)
    assert table.rows[0] == "10 12 14"
    assert table.placing(0) == (1, "", 0, INSERTED)
    table.reveal(7, 8).play(7, INSERT, 4).play(8, INSERT, 1)
    assert table.rows == ["8 10 12 14", "50", "60", "7 70 90"]
    table.reveal(15, 80)
    assert table.refuses("play", 15, INSERT, 1) == refused.AT_THE_END
    assert table.refuses("play", 15, INSERT, 5) == refused.NO_SUCH_ROW
    assert table.refuses("play", 15, INSERT, 6) == refused.NO_SUCH_ROW
    full = special("10 11 12 13 14", "50", "60", "70").reveal(15, 80)
    assert full.refuses("play", 15, INSERT, 1) == refused.AT_THE_END


def test_insert_into_a_full_row_takes_all_but_the_highest():
    table = special("10 11 12 13 15", "50", "60", "70").reveal(14, 90).play(14, INSERT, 1)
    assert table.placing(0) == (1, "10 11 12 13 14", 11, INSERTED)
    assert table.rows[0] == "15"
    table = special("10 11 12 13 15", "50", "60", "70", "80").reveal(14, 90).play(14, INSERT, 1)
    assert table.placing(0) == (1, "10 11 12 13 14 15", 13, INSERTED), "of five rows the whole row goes"
    assert table.rows[0] == ""


def test_replace():
    table = special("10", "20", "30", "40").reveal(25, 50).play(25, REPLACE, other=60)
    assert table.rows == ["10", "20", "30 50", "40 60"]
    assert [placing[1] for placing in table.round.placings] == [60, 50], "the order of the others does not change"
    assert table.round.seen[25] == 0
    assert table.reveal(25, 61).round.seen[25] != 0, "the first card counts as unseen again"
    assert table.refuses("play", 25, REPLACE, 1, 60) == refused.SEEN
    assert table.refuses("play", 25, REPLACE, 1, 25) == refused.SEEN


def test_replace_by_a_card_that_is_too_low():
    table = special("10", "20", "30", "40").reveal(25, 50).play(25, REPLACE, other=3)
    assert table.round.asked() == (0, 3)
    assert table.choose(4).rows == ["10", "20", "30 50", "3"]


def test_nobody_replaces_in_the_last_turn():
    table = special("10", "20", "30", "40")
    for card in range(50, 74, 2):
        table.reveal(card, card + 1)
    assert table.round.finished
    assert table.refuses("play", 72, REPLACE, 1, 100) == refused.LAST_TURN


def test_slide():
    table = special("10 14", "50", "60", "70").reveal(20, 90).play(20, SLIDE, 2, other=14)
    assert table.rows == ["10 20", "14 50", "60", "70 90"]
    assert table.refuses("play", 90, SLIDE, 2, 50) == refused.SAME_ROW
    assert table.refuses("play", 90, SLIDE, 5, 50) == refused.NO_SUCH_ROW
    assert table.refuses("play", 90, SLIDE, 1, 99) == refused.NOT_ON_TABLE


def test_the_revealed_card_starts_the_row_that_slide_emptied():
    table = special("10", "50", "60", "70")
    table.round.table.seven(0)
    table.reveal(80, 90)
    table.play(80, SLIDE, 2, other=10)
    assert table.rows == ["80 90", "10 50", "60", "70"]
    assert table.placing(0) == (1, "", 0, STARTED)
    assert table.round.table.sevens == 0, "the seven of an emptied row leaves"


def test_slide_into_a_full_row_takes_and_then_the_card_is_placed_as_usual():
    table = special("10 14", "50 51 52 53 54", "60", "70").reveal(20, 90).play(20, SLIDE, 2, other=14)
    assert table.placing(0) == (1, "14 50 51 52 53", 1 + 3 + 1 + 1 + 1, FITS)
    assert table.rows == ["10 20", "54", "60", "70 90"]


def test_slide_with_five_rows():
    table = special("10", "50 51 52 53 54", "60", "70", "80").reveal(85, 90).play(85, SLIDE, 2, other=10)
    # The emptied slot still counts as a row during the move: five rows, so the whole row goes.
    assert table.placing(0) == (1, "10 50 51 52 53 54", 3 + 3 + 1 + 1 + 1 + 1, STARTED)
    assert table.rows == ["85 90", "", "60", "70", "80"]


def test_stop():
    table = special("10", "20", "30", "40").reveal(45, 46).play(45, STOP_ROW, 4)
    assert table.rows == ["10", "20", "30 45 46", "40"], "a stopped row does not exist for rule 3"
    table.reveal(5, 41)
    assert table.round.choices() == [0, 1, 2], "nor can it be chosen"
    assert table.refuses("choose", 4) == refused.STOPPED_ROW
    assert table.refuses("play", 5, STOP_ROW, 4) == refused.HAS_STOP
    assert table.refuses("play", 5, SLIDE, 1, 40) == refused.STOPPED_ROW
    assert table.refuses("play", 5, SLIDE, 4, 10) == refused.STOPPED_ROW
    assert table.refuses("play", 5, INSERT, 4) == refused.STOPPED_ROW
    table.play(5, STOP_ROW, 1)
    assert table.refuses("play", 5, SEVEN) == refused.SECOND_SPECIAL
    table.choose(2)
    assert table.round.table.stops == 0, "all stops leave as soon as anybody takes any row"
    assert table.rows == ["10", "5", "30 45 46", "40 41"]


def test_two_stops_at_most():
    table = special("10", "20", "30", "40").reveal(45, 46).play(45, STOP_ROW, 4).play(46, STOP_ROW, 3)
    assert table.rows == ["10", "20 46", "30 45", "40"]
    assert table.reveal(47, 48).refuses("play", 47, STOP_ROW, 2) == refused.TWO_STOPS


def test_negative_is_positive():
    """The checks of the rules: the pile does not change; the pile falls by four, not below zero."""
    table = special("3 5 11 13 17", "50", "60", "70").reveal(20, 90).play(20, NEG, other=11)
    assert table.placing(0) == (1, "3 5 11 13 17", 0, ROW_WAS_FULL)
    table = special("11 13", "50", "60", "70", pile=9).reveal(3, 90).play(3, NEG, other=11)
    assert table.refuses("choose", 2) == refused.OTHER_ROW
    table.choose(1)
    assert table.placing(0) == (1, "11 13", -4, CHOSEN)
    assert table.round.piles[0] == 5
    table = special("11 13", "50", "60", "70", pile=3).reveal(3, 90).play(3, NEG, other=11).choose(1)
    assert table.round.piles[0] == 0, "what is left over is lost"


def test_negative_only_when_about_to_take_and_for_a_card_of_that_row():
    table = special("10 14", "50", "60 61 62 63 64", "70").reveal(15, 65)
    assert table.refuses("play", 15, NEG, 1, 10) == refused.NOT_TAKING
    assert table.refuses("play", 65, NEG, 1, 10) == refused.NOT_IN_ROW
    assert table.refuses("play", 65, NEG, 1, 65) == refused.NOT_IN_ROW, "not the card just played"
    table = special("10", "50", "60", "70").reveal(3, 90)
    assert table.refuses("play", 3, NEG, 1, 99) == refused.NOT_ON_TABLE
    table = special("10", "50", "60", "70").reveal(80, 81).play(80, STOP_ROW, 1).reveal(3, 90)
    assert table.refuses("play", 3, NEG, 1, 10) == refused.STOPPED_ROW, "that row cannot be taken"


def test_a_special_card_takes_later_cards_off_the_table_again():
    table = special("10", "20", "30", "40").reveal(45, 46)
    assert table.rows[3] == "40 45 46"
    table.play(45, STOP_ROW, 4)
    assert table.rows == ["10", "20", "30 45 46", "40"]


def test_a_special_card_comes_at_the_moment_of_placing_not_after():
    table = special("10", "20", "30", "40").reveal(45, 46).play(46, SEVEN)
    assert table.refuses("play", 45, SEVEN) == refused.ALREADY_PLACED
    table.reveal(47, 48)
    with pytest.raises(Refused) as error:
        table.game.apply((events.SPECIAL, 1, 0, 45, SEVEN, 0, 0))
    assert error.value.code == refused.ALREADY_PLACED


def test_a_special_card_opens_the_last_turn_again():
    table = special("10", "20", "30", "40")
    for card in range(50, 72, 2):
        table.reveal(card, card + 1)
    table.reveal(9, 99)
    table.choose(1)
    assert table.round.finished
    table = special("10", "20", "30", "40")
    for card in range(50, 72, 2):
        table.reveal(card, card + 1)
    table.reveal(15, 99)
    assert table.round.finished
    table.play(15, STOP_ROW, 1)
    assert table.round.asking
    assert not table.round.finished
    assert table.round.due < 0
    table.choose(2)
    assert table.round.finished


def test_a_choice_for_a_later_card_comes_too_early():
    seat = Seat("31", "52", "92", "20", variant=PARITY, players=3)
    seat.round.table.restore((seat.round.table.save()[0], 0, 0, 3, 0))
    seat.reveal(21, 23, 100)
    assert seat.round.asked() == (0, 21)
    for player, card, code in ((1, 23, refused.NOT_YET), (2, 99, refused.NOT_ASKED), (1, 21, refused.NOT_ASKED)):
        with pytest.raises(Refused) as error:
            seat.game.apply((events.CHOOSE, 1, player, card, 0))
        assert error.value.code == code


def test_only_with_the_special_cards():
    assert "no special cards" in refusal("players A B", "rows 1 2 3 4", "turn 5+seven 6")


def test_the_last_turn_stays_as_it_is_once_a_total_was_adjusted():
    table = special("10", "20", "30", "40")
    for card in range(50, 74, 2):
        table.reveal(card, card + 1)
    table.game.apply((events.ADJUST, 0, 5))
    assert table.refuses("play", 73, STOP_ROW, 1) == refused.ALREADY_PLACED
