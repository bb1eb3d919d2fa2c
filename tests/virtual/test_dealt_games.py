"""Cards for people who have none at hand, and the fingers of the demo: whole games on the virtual device."""

from __future__ import annotations

import pytest

from oxtally.board.flash import Flash
from oxtally.virtual import robot
from oxtally.virtual.chip import NAMES
from oxtally.virtual.dealer import Dealer
from oxtally.virtual.runner import VirtualDevice, write_roster
from oxtally.virtual.tabletop import CARD, CHOICE, OVER, PICK, PLACING, REVIEW, ROUND, ROW, SCORES, SLOTS

PAIRS = [("base", 2), ("base", 10), ("pro", 4), ("parity", 5), ("pro+parity", 10), ("special", 8), ("special", 2)]


class Played:
    """A device, a dealer, and what has to be true whatever is pressed."""

    def __init__(self, players: int, variant: str, seed: int = 5) -> None:
        self.virtual = VirtualDevice(Flash())
        write_roster(self.virtual.files, list(NAMES))
        self.virtual.power_on()
        self.dealer = Dealer(seed)
        while keys := robot.to_new_game(self.table):
            self.press(keys)
        self.press(robot.set_up(players, variant, len(NAMES)))

    @property
    def table(self):
        return self.virtual.tabletop()

    @property
    def deal(self):
        return self.dealer.deal(self.table)

    def press(self, keys: str) -> None:
        for key in keys:
            self.virtual.press(key)

    def next_key(self) -> str:
        return robot.next_key(self.table, self.deal)


@pytest.mark.parametrize(("variant", "players"), PAIRS)
def test_a_whole_game_that_the_device_never_objects_to(variant, players):
    played = Played(players, variant)
    names = played.table["names"]
    assert names == list(NAMES[:players])
    phases = set()
    heads = 0
    while key := played.next_key():
        phases.add(played.table["phase"])
        played.press(key)
        assert not played.virtual.device.app.message, (key, played.table)
        now = played.table
        lying = [card for row in now["rows"] for card in row]
        assert len(set(lying)) == len(lying), "no card lies twice"
        assert len(now["rows"]) == SLOTS
        assert now["names"] == names
        if now["phase"] == SCORES:
            heads = max(heads, max(now["totals"]))
    assert played.table["phase"] == OVER
    assert played.table["winners"]
    assert {ROUND, ROW, CARD, REVIEW, PLACING, SCORES} <= phases
    assert played.table["limit"] == (10 * players + 4 if variant.startswith("pro") else 104), "known cards"
    if variant != "special":
        assert max(played.table["totals"]) > 66 >= heads, "the game ends above 66, and not before"
    assert not played.virtual.board.complaints


def test_hands_that_were_picked_are_played():
    """Known cards, picked one by one: `A` before the round."""
    played = Played(2, "pro")
    played.press("A")
    picked: list[list[int]] = [[], []]
    while played.table["phase"] in (PICK, ROUND):
        seat, card = played.table["next"], played.deal["cards"][played.table["next"]]
        picked[seat].append(card)
        played.press(robot.number_keys(card, played.table["limit"]))
        assert not played.virtual.device.app.message
    assert [len(hand) for hand in picked] == [10, 10]
    for _ in range(10):
        while played.table["phase"] != SCORES and (key := played.next_key()):
            if played.table["phase"] == CARD:
                assert played.deal["cards"][played.table["next"]] in picked[played.table["next"]]
            played.press(key)
            assert not played.virtual.device.app.message
    assert played.table["phase"] == SCORES


def test_the_same_number_deals_the_same_cards():
    one, other, third = Played(4, "base"), Played(4, "base"), Played(4, "base", seed=6)
    assert one.deal == other.deal
    assert one.deal != third.deal


def test_what_was_dealt_stays_when_a_card_is_taken_back():
    played = Played(3, "base")
    while played.table["phase"] != REVIEW:
        played.press(played.next_key())
    before = played.deal
    played.press("*")
    assert played.deal["cards"] == before["cards"]
    played.press("*" * 3)
    assert played.deal["rows"] == before["rows"]


def test_somebody_types_another_card_than_the_one_that_lies_there():
    """A slip is no drama: the cards that are left are dealt on, and no card is there twice."""
    played = Played(2, "base")
    while played.table["phase"] != CARD:
        played.press(played.next_key())
    first, second = played.deal["cards"]
    played.press(robot.number_keys(second, 104))  # Ben's card, for Anna
    assert played.table["cards"][0] == second
    assert played.deal["cards"][0] == second
    assert played.deal["cards"][1] not in (0, second)
    while played.next_key():
        played.press(played.next_key())
        assert not played.virtual.device.app.message
    assert played.table["phase"] == OVER
    assert first


def test_the_table_is_that_of_the_moment_on_the_screen():
    """Four cards, the first of which needs a choice: they go to their rows one by one."""
    played = Played(4, "base")
    for card in (12, 37, 43, 58, 3, 9, 68, 83):
        played.press(robot.number_keys(card, 104))
    played.virtual.wait(1000)  # a `#` right after a number is a habit
    assert (played.table["phase"], played.table["cards"]) == (REVIEW, [3, 9, 68, 83])
    played.press("#")
    assert (played.table["phase"], played.table["choices"], played.table["next"]) == (CHOICE, [0, 1, 2, 3], 0)
    played.press("2")
    played.virtual.wait(1000)
    assert played.table["rows"] == [[12], [3], [43], [58], []]
    assert played.table["placing"] == {"seat": 0, "card": 3, "slot": 1, "takes": [37], "heads": 1, "special": ""}
    assert played.table["piles"] == [1, 0, 0, 0]
    played.press("#")
    assert played.table["rows"] == [[12], [3, 9], [43], [58], []]
    played.press("###")
    assert (played.table["phase"], played.table["turn"]) == (CARD, 2)
    assert played.table["rows"] == [[12], [3, 9], [43], [58, 68, 83], []]
    assert played.table["cards"] == [0, 0, 0, 0]
