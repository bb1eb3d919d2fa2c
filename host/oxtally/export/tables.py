"""Rows for a spreadsheet: one a game and player, one a round and player, or one a placing. Pure: games in, rows out.

Seats, rounds, turns, places and rows of the table are counted from 1. What is not known is empty. Imports kept, record.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from oxtally.kept import Told
from oxtally.record.play import SPECIAL_WORDS

Row = list[str | int]

GAMES = (
    *("game", "date", "device_name", "device", "epoch", "number", "game_id"),
    *("variant", "players", "target", "ending", "round_limit", "rounds", "state"),
    *("seat", "player", "heads", "adjusted", "rank", "winner"),
)
ROUNDS = ("game", "date", "round", "counts", "seat", "player", "heads", "running")
PLACINGS = (
    *("game", "date", "round", "counts", "turn", "place", "seat", "player"),
    *("card", "special", "row", "takes", "heads"),
)


def game_rows(told: Told) -> Iterator[Row]:
    story = told.story
    assert story
    agreed = story.agreed
    game: Row = [told.id, told.date, told.device_name, *told.kept.key, told.game_id]
    game += [told.variant, len(story.names), agreed.target, "reach" if agreed.reach else "over", agreed.rounds]
    game += [sum(one.finished and not one.void for one in story.rounds), told.state]
    ranks = told.ranks()
    for seat, name in enumerate(story.names):
        player: Row = [seat + 1, name, story.totals[seat], story.adjusted[seat]]
        yield [*game, *player, ranks[seat] if ranks else "", int(seat in story.winners)]


def round_rows(told: Told) -> Iterator[Row]:
    story = told.story
    assert story
    running = [0] * len(story.names)
    for number, one in enumerate(story.rounds, 1):
        counts = one.finished and not one.void
        for seat, name in enumerate(story.names):
            running[seat] += one.heads[seat] if counts else 0
            yield [told.id, told.date, number, int(counts), seat + 1, name, one.heads[seat], running[seat]]


def placing_rows(told: Told) -> Iterator[Row]:
    story = told.story
    assert story
    date = told.date
    for number, one in enumerate(story.rounds, 1):
        counts = int(one.finished and not one.void)
        for turn, placings in enumerate(one.turns, 1):
            for place, (player, card, slot, taken, heads, _, special) in enumerate(placings, 1):
                yield [
                    *(told.id, date, number, counts, turn, place, player + 1, story.names[player], card),
                    *(SPECIAL_WORDS[special[4]] if special else "", slot + 1, " ".join(map(str, taken)), heads),
                ]


# By the word behind --detail; without it, the first.
TABLES: dict[str, tuple[tuple[str, ...], Callable[[Told], Iterator[Row]]]] = {
    "games": (GAMES, game_rows),
    "rounds": (ROUNDS, round_rows),
    "placings": (PLACINGS, placing_rows),
}
