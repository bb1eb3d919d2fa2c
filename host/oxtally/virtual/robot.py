"""A pair of fingers that look at the table and know what to press next. Imports tabletop.

Pure: what lies on the table (see tabletop) and what was dealt go in, keys come out. It sets up a new game for somebody
who wants cards dealt, and plays a whole one for somebody who wants to watch.
"""

from __future__ import annotations

from typing import Any

from oxtally.virtual.tabletop import (
    CARD,
    CHOICE,
    LIST,
    MENU,
    NEW,
    OVER,
    PICK,
    PLACING,
    REVIEW,
    ROUND,
    ROW,
    SCORES,
    WELCOME,
)

VARIANTS = ("base", "pro", "parity", "pro+parity", "special")  # by their numbers in the device's list, less one
_MOST_PLAYERS = 10


def most_players(variant: str) -> int:
    return 8 if variant == "special" else _MOST_PLAYERS


def number_keys(number: int, limit: int) -> str:
    """A number, with `#` only where a longer one could follow."""
    return str(number) + ("#" if 0 < number * 10 <= limit else "")


def to_new_game(table: dict[str, Any]) -> str:
    """Keys towards the settings of a new game; nothing once they are on the screen."""
    now = table["phase"]
    if now == NEW:
        return ""
    if now == MENU:
        return "*"
    if now in (WELCOME, OVER):
        return "#"
    return "D1#"  # the menu, a new game, and yes: leave this one


def set_up(players: int, variant: str, roster: int) -> str:
    """Keys that start a game from its settings, whatever these were: `roster` is how many names the device knows."""
    most = most_players(variant)
    # By way of two players: those fit every variant, and every variant fits them.
    keys = "12" + "3" + str(VARIANTS.index(variant) + 1) + "1" + number_keys(players, most)
    keys += "2" + "".join([number_keys(seat + 1, roster) if seat < roster else "0" for seat in range(players)])
    return keys + "#"


def next_key(table: dict[str, Any], deal: dict[str, Any]) -> str:
    """The next key of a game that is played with the cards that were dealt; nothing when it is over."""
    now = table["phase"]
    if now in (REVIEW, PLACING, LIST, SCORES):
        return "#"
    if now == CHOICE:
        return str(table["suggestion"] + 1)
    if now == MENU:
        return "*"
    wanted = _wanted(table, deal)
    if not wanted:
        return ""
    keys = number_keys(wanted, table["limit"])
    digits: str = table["digits"]
    return keys[len(digits)] if keys.startswith(digits) and len(digits) < len(keys) else "*"


def _wanted(table: dict[str, Any], deal: dict[str, Any]) -> int:
    """The card that has to be typed now, 0 for none."""
    now = table["phase"]
    if now in (ROUND, ROW):
        return int(deal["rows"][table["starts"].index(0)])
    if now in (CARD, PICK):
        return int(deal["cards"][table["next"]])
    return 0
