"""Random evenings at the table, event by event: legal moves of every kind, with undo, redo and corrections among them.

Unlike random_games this asks the real core what may come next, so it can go on from any state, however it came about.
"""

from __future__ import annotations

import contextlib
import random

from ox.core import events, game
from ox.core.agreed import PARITY, PRO, REACH, SPECIAL, VARIANTS, most_players
from ox.core.events import Event
from ox.core.game import Game
from ox.core.history import History
from ox.core.refused import Refused

__all__ = ["PARITY", "PRO", "SPECIAL", "VARIANTS", "correction", "next_event", "session", "setup"]


def setup(rng: random.Random, variant: int | None = None, players: int | None = None) -> Event:
    variant = rng.choice(VARIANTS) if variant is None else variant
    players = players or rng.randint(2, most_players(variant))
    rules = variant | rng.choice((0, REACH))
    names = tuple(b"P%d" % seat for seat in range(players))
    return events.SETUP, rules, rng.choice((0, 10, 66, 120)), rng.choice((0, 1, 2, 3)), names


def next_event(rng: random.Random, state: Game) -> Event | None:
    """Something that people could do now, as far as one can see; None when the game is over and nobody adjusts it."""
    waits = state.waits_for()
    if waits == game.FOR_SETUP:
        return setup(rng)
    agreed, now = state.agreed, state.round
    assert agreed
    chance = rng.random()
    if chance < 0.01:
        return events.ADJUST, rng.randrange(agreed.players), rng.randint(-20, 20)
    if chance < 0.013 and state.under_way():
        return (events.VOID,)
    if chance < 0.014:
        return (events.STOP,)
    if waits == game.FOR_NOTHING:
        return None
    if waits == game.FOR_ROUND:
        if not agreed.special and rng.random() < 0.2:
            return events.PICK, 0, rng.randint(1, agreed.deck)
        return events.ROW, 0, rng.randint(1, agreed.deck)
    assert now
    free = [card for card in range(1, agreed.deck + 1) if not now.seen[card]]
    unpicked = [card for card in free if not now.owner[card]]
    if waits == game.FOR_PICK:
        return events.PICK, now.next_pick(), rng.choice(unpicked)
    if waits == game.FOR_ROW:
        return events.ROW, now.next_row(), rng.choice(unpicked)
    if agreed.special and now.order and rng.random() < 0.5:
        return special(rng, state)
    if waits == game.FOR_CHOICE:
        asked = now.asked()
        assert asked
        return events.CHOOSE, now.turn, *asked, rng.choice(now.choices())
    player = now.next_player()
    if now.drafted:
        free = [card for card in free if now.owner[card] == player + 1]
    return events.REVEAL, now.due, player, rng.choice(free)


def special(rng: random.Random, state: Game) -> Event:
    """A special card for one of the turn's cards; it may well be refused."""
    now = state.round
    assert now
    assert state.agreed
    card = rng.choice(now.order)
    lying = b"".join(now.table.rows)
    kind = rng.randint(events.ROW5, events.NEG)
    other = 0
    if kind == events.REPLACE:
        other = rng.randint(1, state.agreed.deck)
    elif kind in (events.SLIDE, events.NEG):
        other = rng.choice(lying)
    slot = rng.randrange(5) if kind in (events.INSERT, events.SLIDE, events.STOP_ROW) else 0
    return events.SPECIAL, now.turn, now.cards.index(card), card, kind, slot, other


def correction(rng: random.Random, history: History) -> Event | None:
    """A correction of some earlier entry; it may well be refused."""
    entries = list(history.entries())
    if not entries:
        return None
    entry, event = rng.choice(entries)
    kind = event[0]
    if kind == events.SETUP:
        return events.CORRECT, entry, (*event[:2], rng.choice((0, 40, 66)), *event[3:])
    if kind in (events.PICK, events.ROW, events.REVEAL):
        return events.CORRECT, entry, (*event[:-1], rng.randint(1, 104))
    if kind == events.CHOOSE:
        return events.CORRECT, entry, (*event[:-1], rng.randrange(5))
    if kind == events.ADJUST:
        return events.CORRECT, entry, rng.choice((None, (kind, event[1], rng.randint(1, 9))))
    if kind == events.SPECIAL and rng.random() < 0.5:
        return events.CORRECT, entry, (*event[:4], rng.randint(1, 7), rng.randrange(5), rng.randint(0, 104))
    return events.CORRECT, entry, None


def session(rng: random.Random, length: int, variant: int | None = None, players: int | None = None) -> list[Event]:
    """The log of a random evening of about so many entries."""
    log: list[Event] = []
    history = History(log)
    history.enter(setup(rng, variant, players))
    while len(log) < length:
        chance = rng.random()
        event: Event | None
        if chance < 0.02:
            event = correction(rng, history)
        elif chance < 0.08:
            for _ in range(rng.choice((1, 1, 2, 3, 30))):
                _try(history, (events.UNDO,))
            event = None
        elif chance < 0.16:
            event = (events.REDO,)
        else:
            event = next_event(rng, history.game)
            if event is None:
                break
        if event:
            _try(history, event)
    return log


def _try(history: History, event: Event) -> None:
    with contextlib.suppress(Refused):
        history.enter(event)
