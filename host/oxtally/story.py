"""What happened in a game, told as data: the one fold of a log that accounts, exports and reports read from."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from ox.core import events
from ox.core.agreed import Agreed
from ox.core.events import Event
from ox.core.history import Replay
from ox.core.round import Round
from oxtally.record.play import SPECIAL_WORDS
from oxtally.record.write import VARIANT_WORDS

# One placing, as the core tells it: (player, card, slot, taken, heads, why, special event or None).
Placing = tuple[int, int, int, bytes, int, int, "Event | None"]


# Where the even/odd marker lies and what it shows: (slot, 1 for odd).
Marker = tuple[int, int]


@dataclass
class RoundStory:
    rows: list[int]
    drafted: bool = False  # hands were picked in the open
    turns: list[list[Placing]] = field(default_factory=list)
    markers: list[Marker] = field(default_factory=list)  # at the start, and after each turn
    heads: list[int] = field(default_factory=list)
    final_rows: list[bytes] = field(default_factory=list)
    sevens: int = 0  # bit s: a seven lies on the row in slot s
    stops: int = 0  # bit s: a stop does
    void: bool = False
    finished: bool = False


@dataclass
class Story:
    agreed: Agreed
    names: list[str]
    rounds: list[RoundStory]
    adjustments: list[tuple[int, int, int]]  # (how many of `rounds` had begun, player, change)
    adjusted: list[int]
    totals: list[int]
    over: bool
    winners: list[int]
    stopped: bool


def tell(log: Iterable[Event]) -> Story:
    """The story of a log whose first entry sets a game up."""
    replay = Replay(list(log))
    rounds: list[RoundStory] = []
    adjustments = []
    now: Round | None = None  # the round whose story is the last of `rounds`
    for _, event in replay:
        game = replay.game
        if event[0] == events.ADJUST:
            adjustments.append((len(rounds), event[1], event[2]))
        elif event[0] == events.VOID:
            rounds[-1].void = True
        elif game.round and game.round.started:
            if game.round is not now:
                _close(rounds, now)
                now = game.round
                rounds.append(RoundStory(list(now.starts), now.drafted))
                rounds[-1].markers.append((now.table.marked, now.table.odd))
            story = rounds[-1]
            if event[0] == events.SPECIAL:
                # It takes cards of the turn off the table and places them anew.
                del story.turns[now.turn - 1 :]
                del story.markers[now.turn :]
            if now.turn and len(now.placings) == game.round.agreed.players:
                story.turns[now.turn - 1 :] = [list(now.placings)]
                story.markers[now.turn :] = [(now.table.marked, now.table.odd)]
    _close(rounds, now)
    game = replay.game
    assert game.agreed
    return Story(
        game.agreed,
        [name.decode("latin-1") for name in game.agreed.names],
        rounds,
        adjustments,
        list(game.adjusted),
        game.totals(),
        game.over(),
        game.winners(),
        game.stopped,
    )


def _close(rounds: list[RoundStory], now: Round | None) -> None:
    """Note piles and rows as the last whole turn left them."""
    if not now:
        return
    story = rounds[-1]
    story.finished = now.finished
    story.heads = list(now.piles)
    table = now.table
    if now.turn and len(story.turns) < now.turn:
        for placing in now.placings:
            story.heads[placing[0]] -= placing[4]
        table = now.table_before(0)
    story.final_rows = list(table.rows)
    story.sevens, story.stops = table.sevens, table.stops


def as_json(story: Story) -> dict[str, Any]:
    """The object that `oxtally replay --json` prints; docs/record.md describes it."""
    names = story.names
    result: dict[str, Any] = {
        "variant": VARIANT_WORDS[story.agreed.variant],
        "players": names,
        "rounds": [_round_json(one, names) for one in story.rounds],
        "totals": story.totals,
        "over": story.over,
        "winners": [names[player] for player in story.winners],
    }
    if story.stopped:
        result["stopped"] = True
    if story.adjustments:
        result["adjusted"] = story.adjusted
    return result


def _round_json(story: RoundStory, names: list[str]) -> dict[str, Any]:
    result: dict[str, Any] = {
        "rows": story.rows,
        "turns": [[_placing_json(placing, names) for placing in turn] for turn in story.turns],
        "heads": story.heads,
        "final_rows": [list(row) for row in story.final_rows],
    }
    if story.void:
        result["void"] = True
    return result


def _placing_json(placing: Placing, names: list[str]) -> dict[str, Any]:
    player, card, slot, taken, heads, _, special = placing
    result: dict[str, Any] = {
        "player": names[player],
        "card": card,
        "row": slot + 1,
        "takes": list(taken),
        "heads": heads,
    }
    if special:
        result["special"] = SPECIAL_WORDS[special[4]]
    return result
