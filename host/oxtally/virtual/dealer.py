"""Cards for people who have no deck at hand. Imports nothing of ours.

A deal is one number, the seed; which cards lie on the table follows from that and from what the device has seen so far.
So undo, corrections and cards that somebody typed wrongly need no special care: every player reveals the first card of
the hand that this round has not seen, and whoever has none left gets one that nobody holds.
"""

from __future__ import annotations

import random
from typing import Any

CARDS = 104
ROWS = 4
SPECIALS = ("Fifth row", "Seven takes", "Insert", "Replace", "Slide", "Stop", "Neg = pos")
OF_A_KIND = 4
SPECIALS_EACH = 3


class Dealer:
    def __init__(self, seed: int) -> None:
        self._seed = seed

    def deal(self, table: dict[str, Any] | None) -> dict[str, Any] | None:
        """What lies there for this moment of the game (see tabletop); None while there is no game."""
        if not table or not table.get("game"):
            return None
        players = len(table["names"])
        rng = random.Random(f"{self._seed} {table['game']} {table['round']}")
        deck = list(range(1, table["limit"] + 1))
        rng.shuffle(deck)
        size = table["hand"]
        hands = [deck[ROWS + seat * size :][:size] for seat in range(players)]
        specials = self._specials(rng, players) if table["variant"] == "special" else []
        seen = set(table["seen"])
        picked: list[list[int]] = table["hands"]
        for hand in picked:
            seen |= set(hand)
        rows = self._rows(deck, table, seen)
        cards = []
        held = {card for hand in picked or hands for card in hand} | set(rows)
        spare = [card for card in deck if card not in held and card not in seen]
        for seat in range(players):
            cards.append(self._card(table, seat, hands[seat], picked[seat] if picked else None, seen, spare))
        return {"rows": rows, "cards": cards, "specials": specials}

    @staticmethod
    def _rows(deck: list[int], table: dict[str, Any], seen: set[int]) -> list[int]:
        """The cards that start the rows: those that were typed, else the first of the deck that nobody has."""
        free = [card for card in deck if card not in seen]
        return [start or free.pop(0) for start in table["starts"]]

    @staticmethod
    def _card(
        table: dict[str, Any],
        seat: int,
        hand: list[int],
        picked: list[int] | None,
        seen: set[int],
        spare: list[int],
    ) -> int:
        """The card that lies before a player; 0 where none is left."""
        if table["cards"][seat]:
            return int(table["cards"][seat])
        if picked is not None and table["phase"] != "pick":
            # Own hands: the picks are the hand, whatever was dealt. `seen` holds all picks, so ask the round itself.
            left = [card for card in picked if card not in table["seen"]]
            return left[0] if left else 0
        for card in hand:
            if card not in seen:
                return card
        return spare.pop() if spare else 0

    @staticmethod
    def _specials(rng: random.Random, players: int) -> list[list[str]]:
        """Three special cards each. Nobody counts which have been played: neither does the device."""
        pile = [name for name in SPECIALS for _ in range(OF_A_KIND)]
        rng.shuffle(pile)
        return [pile[seat * SPECIALS_EACH :][:SPECIALS_EACH] for seat in range(players)]
