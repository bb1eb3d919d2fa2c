"""An evening at the table: keys in, displays out."""

from __future__ import annotations

import pytest

from evening import Evening
from ox.app.number import NOT_YET, WRONG, Number
from ox.core.history import History
from ox.journal.shelf import Shelf

# --- Numbers


@pytest.mark.parametrize(("deck", "average"), [(104, 2.06), (24, 1.75), (64, 1.95)])
def test_every_number_at_its_optimum_of_keys(deck, average):
    keys = 0
    for card in range(1, deck + 1):
        number = Number(deck)
        for digit in str(card):
            keys += 1
            result = number.digit(digit)
        if result == NOT_YET:
            keys += 1
            result = number.done()
        assert result == card
        assert (len(str(card)) < len(str(deck)) and card * 10 <= deck) == (number.digits == "" and card * 10 <= deck)
    assert keys / deck == pytest.approx(average, abs=0.05)


def test_after_a_number_that_cannot_be_typing_starts_anew():
    number = Number(104)
    assert [number.digit(digit) for digit in "107"] == [NOT_YET, NOT_YET, WRONG]
    assert number.digits == ""
    assert [number.digit(digit) for digit in "104"] == [NOT_YET, NOT_YET, 104]


def test_a_habitual_ok_right_after_a_number_that_committed_by_itself_does_nothing():
    evening = Evening().start(2)
    evening.press("1415").press("#", gap_ms=399)
    assert "# go on" in evening.screen
    evening.press("#", gap_ms=400)
    assert "14>1" in evening.screen


def test_star_deletes_a_digit_and_held_all_of_them():
    evening = Evening().start(2)
    assert evening.press("1").oled[3] == "1"
    assert evening.press("*").oled[3] == "-"
    assert evening.press("10").oled[3] == "10"
    assert evening.press("h").oled[3] == "-"
    assert evening.game.round.next_player() == 0


# --- A new game


def test_the_first_game_takes_two_keys_and_the_next_offers_the_same():
    evening = Evening().press("##")
    assert evening.screen == "Round 1 / Row 1 / - / A own hands"
    assert evening.app.names == ["P1", "P2", "P3", "P4"]
    evening.press("12 37 43 58 D4#")
    assert evening.screen.startswith("Nobody wins")
    evening.press("#B")
    evening.press("#")
    assert evening.app.names == ["P1", "P2", "P3"], "less one"
    evening.press("D4##AA#")
    assert evening.app.names == ["P1", "P2", "P3", "P4", "P5"], "plus one"


def test_every_setting_by_keys():
    evening = Evening().press("#13 2 2 3 1 34 450# 5 67# #")
    agreed = evening.game.agreed
    assert evening.app.names == ["Ben", "Chloé", "Anna"]
    assert (agreed.variant, agreed.target, agreed.reach, agreed.rounds) == (3, 50, True, 7)


def test_a_seat_that_is_taken_changes_places():
    evening = Evening().press("#12 2 1 1 #")
    assert evening.app.names == ["P2", "Anna"]


# --- A turn, card by card


def test_a_turn_step_by_step():
    evening = Evening().start()
    assert evening.screen == "Round 1 / Turn 1 / P1 / -"
    assert evening.rows == [" 121", " 371", " 431", " 581", ""]
    evening.press("14 15 44 61")
    assert evening.screen == "Turn 1 / P1 / 14 / P3 / 44 / P2 / 15 / P4 / 61 / # go on  * mend"
    assert evening.press("#").screen == "Turn 1 / 1/4 / 14>1 / P1 / # next"
    assert evening.rows == [" 142", " 371", " 431", " 581", ""]
    assert evening.press("##").screen == "Turn 1 / 3/4 / 44>3 / P3 / # next"
    assert evening.press("#").screen == "Turn 1 / 4/4 / 61>4 / P4 / # next"
    assert evening.press("2").screen == "Round 1 / Turn 2 / P1 / 2", "typing the next card moves on"


def test_taking_a_row_shows_its_heads():
    evening = Evening().start().press("14154461 #### 21263036 ###")
    assert evening.screen == "Turn 2 / 3/4 / 30>1 / P3 / +6% / # next"
    assert evening.rows[0] == "- 6 "


def test_choosing_a_row():
    evening = Evening().start().press("14154461 #### 3#9#6883 #")
    assert evening.screen.startswith("P1 3 / least: 2 / Take which row?")
    assert evening.rows == ["  4 ", "  1 ", "  6 ", "  2 ", ""], "heads of the rows"
    assert "No such row" in evening.press("5").screen
    assert evening.press("2").screen == "Turn 2 / 1/4 / 3>2 / P1 / +1% / # next"
    assert evening.press("#").screen == "Turn 2 / 2/4 / 9>2 / P2 / # next"


def test_at_a_glance_placing_needs_no_keys():
    evening = Evening(glance=True).start().press("14154461")
    assert evening.screen == "Turn 1 / P1 - / 14>1 / 44>3 / 15>1 / 61>4"
    evening.press("21263036")
    assert evening.screen == "Turn 2 / P1 - / 21>1 / 30>1 / 6 / 26>1 / 36>1"
    evening.press("3#9#6883")
    assert "Take which row?" in evening.screen, "up to the first choice"
    assert evening.press("2").screen == "Turn 3 / P1 - / 3>2 / 1 / 68>4 / 9>2 / 83>4"
    assert "Turn 3" in evening.press("6").screen


# --- Everything is checked at once


@pytest.mark.parametrize(
    ("keys", "says"),
    [
        ("0", "No such card"),
        ("12", "Started row 1"),
        ("14", "Seen: turn 1 P1"),
    ],
)
def test_a_refused_entry_is_named_and_changes_nothing(keys, says):
    evening = Evening().start().press("14")
    before = dict(evening.files.content)
    assert says in evening.press(keys).screen
    assert evening.app.sound == 3
    assert evening.files.content == before
    assert evening.game.round.next_player() == 1
    assert says not in evening.press("1").screen


def test_a_card_outside_the_deck_is_refused():
    evening = Evening().start(2, variant=2, rows="12#2#3#4#".replace("12#", "12"))
    assert "Only up to 24" in evening.press("25").screen


# --- Undo, redo, correct


def test_undo_a_step_at_a_time_and_redo():
    evening = Evening().start().press("14 15")
    assert evening.press("*").screen == "Round 1 / Turn 1 / P2 / - / 14"
    assert evening.press("*").screen == "Round 1 / Turn 1 / P1 / - / # redo"
    assert evening.press("#").screen == "Round 1 / Turn 1 / P2 / - / 14"
    assert evening.press("#").screen == "Round 1 / Turn 1 / P3 / - / 14 15"
    assert "P3" in evening.press("#").screen


def test_the_first_step_into_an_earlier_turn_is_asked_for():
    evening = Evening().start().press("14154461 #### # *")
    assert evening.screen == "Back into turn 1? / # yes  * no"
    assert evening.press("*").screen == "Round 1 / Turn 2 / P1 / -"
    assert evening.press("*#").screen == "Round 1 / Turn 1 / P4 / - / 14 15 44"
    assert "14 15" in evening.press("*").screen, "the next steps are not"


def test_undo_to_the_start_of_the_game():
    evening = Evening().start().press("14154461####*#")
    for _ in range(30):
        evening.press("#" if evening.app.over else "*")
        if not evening.game.agreed:
            break
    assert evening.screen == "Oxtally / # New game / D Menu  B redo"
    evening.power_on()
    assert evening.press("B").screen == "Round 1 / Row 1 / - / # redo", "and back again"


def test_star_in_the_review_mends_the_last_card():
    evening = Evening().start().press("14154461*62")
    assert "62" in evening.screen
    assert evening.game.round.cards == bytes((14, 15, 44, 62))


def test_correct_an_earlier_card():
    evening = Evening().start().press("14154461 #### 21263036 #### C")
    assert evening.screen.startswith("Correct")
    evening.press("AAAAAAA")
    assert "T1 P1: 14" in evening.screen
    evening.press("#16")
    assert evening.game.round.turn == 2
    assert list(evening.game.round.table.rows[0]) == [30, 36]
    evening.press("CAAAAAAA#")
    assert "T1 P1: 16" in evening.screen
    assert "Started row 4" in evening.press("58").screen


def test_a_correction_that_asks_again():
    evening = Evening().start().press("14154461 #### 21263036 #### CAAAAAAA#3#")
    assert "Take which row?" in evening.screen
    evening.press("4")
    assert evening.game.round.turn == 2
    assert evening.app.history.waiting == -1


# --- Special cards


def test_only_special_cards_that_can_be_played_are_offered():
    evening = Evening().start(2, 5, "11 20 30 40").press("45 46 # A")
    assert evening.screen == "Special card 45 / 1 Fifth row / 2 Seven takes / 4 Replace / 5 Slide / 6 Stop"
    assert evening.press("64").screen.startswith("Turn 1 / Stop / 1/2 / 45>3")
    assert evening.rows[3] == " 40|", "the stop's sign"
    assert "None playable" in evening.press("A").screen
    evening.press("*#A")
    assert "2 Seven takes" in evening.screen
    evening.press("2")
    assert evening.rows[2] == " 463"


def test_slide_asks_for_card_and_row():
    evening = Evening().start(2, 5, "11 20 30 40").press("45 46 # A5")
    assert "Move which?" in evening.screen
    assert "Not on the table" in evening.press("99").screen
    evening.press("11")
    assert "Which row?" in evening.screen
    evening.press("2")
    assert evening.game.round.table.rows[:2] == [b"\x2d\x2e", b"\x0b\x14"]


# --- The rest of the evening


def play_round(evening: Evening) -> None:
    for turn in range(10):
        evening.press(f"{15 + turn} {45 + turn} ##")


def test_round_end_and_game_end_with_all_winners():
    evening = Evening().start(2, rows="11 12 13 14")
    play_round(evening)
    evening.press("#")
    assert evening.screen.startswith("Round 1 is over / P1 / +")
    assert "Round 2 / Row 1" in evening.press("#").screen
    evening.press("D4#")
    assert "wins" in evening.screen or "Winners" in evening.screen


def test_own_hands_name_their_players():
    evening = Evening().press("#12#A")
    assert evening.screen == "Round 1 / Pick 1 / P1 / -"
    for first in range(20, 40, 2):
        evening.press(f"{first}{first + 1}")
    evening.press("50 60 70 80")
    evening.press("23")
    assert evening.game.round.cards[1] == 23
    assert "In nobody's hand" in evening.press("99").screen


def test_adjust_void_stop_and_the_scores():
    evening = Evening().start(2).press("14 15 D2 1 7#")
    assert evening.game.totals() == [7, 0]
    assert "Below zero" in evening.press("D2 2 A3#").screen
    evening.press("**D3#")
    assert evening.game.round is None
    assert "P1 / 7* / P2 / 0" in evening.press("B").screen, "changed by hand"
    evening.press("*D4#")
    assert evening.game.stopped


def test_settings_are_kept():
    evening = Evening().press("D5 1 2 3 5")
    evening.power_on()
    assert evening.app.settings["language"] == "fr"
    assert evening.app.settings["brightness"] == 5
    assert evening.app.settings["sound"] is False
    assert evening.app.settings["glance"] is True


def test_damaged_settings_and_roster_are_no_reason_to_stop():
    evening = Evening()
    for junk in (b"", b"{", b"[]", b'{"seats": 3, "language": 7, "brightness": "x"}', b"\xff\xfe"):
        evening.files.content["settings.json"] = evening.files.content["roster.json"] = junk
        evening.power_on()
        assert evening.screen == "Oxtally / # New game / D Menu"


def test_after_a_power_cut_the_game_is_at_the_same_step():
    evening = Evening()
    for keys in ("##", "12", "37 43", "58", "14 15 44", "61", "####", "3#9#6883", "#", "2", "#", "D2 1 5#", "*", "D3#"):
        evening.press(keys)
        before = evening.app.history
        evening.power_on()
        after = evening.app.history
        assert after.game.waits_for() == before.game.waits_for()
        assert list(after.log) == list(before.log)
        if not evening.app.table.placing(evening.app):
            assert evening.app.history.undone == before.undone


def test_after_a_power_cut_the_first_placing_that_nothing_has_confirmed_is_shown():
    evening = Evening().start().press("14154461 ##")
    assert "15>1" in evening.screen
    evening.power_on()
    assert "14>1" in evening.screen
    evening.press("#### 3#9#6883 # 2 ##")
    evening.power_on()
    assert "3>2" in evening.screen, "the choice confirmed what was before it"


def test_the_journal_holds_the_game():
    evening = Evening().start().press("14154461 #### 21")
    assert History(Shelf(evening.files, lambda: bytes(8)).open(1)).game.round.turn == 2


def test_a_full_flash_is_said_and_nothing_is_lost():
    evening = Evening().start().press("14")

    def full(event):
        raise OSError(28)

    evening.app.history.log.append = full
    assert "Full" in evening.press("15").screen
    assert evening.press("*1").screen == "Round 1 / Turn 1 / P2 / 1 / 14"
    evening.power_on()
    assert evening.screen == "Round 1 / Turn 1 / P2 / - / 14"


# --- What a new user stumbled over


def test_the_very_start_is_never_undone_without_a_question():
    evening = Evening().start(2).press("14 15 #### *#")
    while not evening.app.over:
        evening.press("*")
    assert evening.screen == "Undo the start? / # yes  * no"


def test_a_game_that_cannot_start_leaves_no_trace():
    evening = Evening(roster=["anna", "Anna"]).start(2).press("14")
    evening.press("D1#2 1 2 #")
    assert "Same name" in evening.screen
    assert sorted(evening.files.content) == ["epoch", "roster.json", "settings.json", "tail1/tail", "tail2/tail"]
    evening.power_on()
    assert evening.game.round.cards[0] == 14


def test_the_question_comes_even_if_something_was_undone_before():
    evening = Evening().start().press("14154461 ##### 21 *")
    assert evening.press("*").screen == "Back into turn 1? / # yes  * no"


def test_at_a_glance_the_last_turn_is_seen_before_the_scores():
    evening = Evening(glance=True).start(2, rows="11 12 13 14")
    for turn in range(10):
        evening.press(f"{15 + turn} {45 + turn}")
    assert evening.screen == "Turn 10 / 24>3 / 54>4 / # next"
    assert "Round 1 is over" in evening.press("#").screen
    assert "Round 2" in evening.press("#").screen


def test_at_a_glance_stays_so_after_a_power_cut_and_a_correction():
    evening = Evening(glance=True).start().press("14154461")
    before = evening.screen
    evening.power_on()
    assert evening.screen == before
    evening.press("C#62")
    assert "62>4" in evening.screen


def test_typing_on_from_the_board():
    assert Evening().start(2).press("B 14").game.round.cards[0] == 14


def test_a_take_by_slide_is_shown_where_it_was():
    evening = Evening().start(2, 5, "11 20 30 40").press("21 22 ## 23 24 ## 12 13 ## 41 42 # A5 11 2")
    assert evening.rows[1].startswith("-")
    assert evening.rows[3] == " 412"
    assert "may swap one" in evening.screen


def test_a_correction_says_what_it_dropped():
    evening = Evening().start(2, 5, "11 20 30 40").press("50 60 # A1 ## 55 56 ## C AAAA")
    assert "T1 P1: 50" in evening.screen
    assert "Dropped: 1" in evening.press("#51").screen


def test_redo_from_the_choice_and_from_the_board():
    evening = Evening().start().press("3# 15 44 61 # 2 **")
    assert "# redo" in evening.screen
    assert evening.press("#").game.round.asking is False
    evening.press("*#")
    assert evening.game.round.asking is True
    assert evening.press("BBBB").screen == "Undone / T1 P1 3>2 / # redo"
    assert evening.press("#").game.round.asking is False


def test_after_undoing_a_special_card_another_can_be_played():
    evening = Evening().start(2, 5, "11 20 30 40").press("50 60 # A1 *")
    while evening.app.history.undone == 0:
        evening.press("*")
    assert "A special" in evening.screen
    assert "1 Fifth row" in evening.press("A").screen


def test_digits_do_not_outlive_what_they_were_typed_for():
    for keys in ("1 D1###", "1 D3#", "1 C#59"):
        evening = Evening().start(2).press("14 15 ##" if "C" in keys else "")
        evening.press(keys)
        assert evening.app.table.number.digits == "", keys


def test_every_name_of_a_long_roster_can_be_seen():
    evening = Evening(roster=[f"Name {number}" for number in range(1, 31)]).press("#2")
    seen = set()
    for _ in range(5):
        seen |= {line.split(" ", 1)[1] for line in evening.oled if "Name" in line}
        evening.press("A")
    assert len(seen) == 30


def test_short_forms_that_would_be_the_same_differ():
    evening = Evening(roster=["Christina", "Christine", "Christian", "Max"]).press("#2 1234 #")
    assert evening.app.shorts == ["Chr1", "Chr2", "Chr3", "Max"]


def test_settings_out_of_range_are_not_taken():
    wrong = {"variant": 7, "seats": ["Łuk", "B"], "display": 7, "language": "xx", "brightness": 99, "target": -1}
    evening = Evening(**wrong)
    assert evening.app.settings == Evening().app.settings
    evening.press("#3*2***D51245")


def test_ok_works_after_the_milliseconds_have_started_again():
    evening = Evening().start(2).press("1415")
    evening.now = 0
    assert "14>1" in evening.press("#").screen


def test_special_cards_and_adjustments_can_be_typed_again_or_taken_out():
    evening = Evening().start(2, 5, "11 20 30 40").press("50 60 # A64 ## 55 56 ## D2 1 7# C")
    assert "# retype  D take it out" in evening.screen
    evening.press("#9#")
    assert evening.game.adjusted == [9, 0]
    evening.press("CD#")
    assert evening.game.adjustments == 0
    evening.press("CAA")
    assert "T1 P1 Stop" in evening.screen
    evening.press("#2")
    assert evening.game.round.table.sevens == 8, "it was a seven"
    assert evening.game.round.turn == 2
    evening.press("CAAD")
    assert evening.screen == "Take it out? / # yes  * no"
    evening.press("#")
    assert evening.game.round.table.sevens == 0
