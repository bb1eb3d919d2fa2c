"""`make bench`: how fast the rules core is, in one run with a plain loop that does no more than place cards.

Ratios count, not seconds: both run on the same machine at the same moment. Nothing here fails; the figures are read.
"""

from __future__ import annotations

import platform
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "firmware"))

from ox.core import events
from ox.core.cards import HEADS
from ox.core.history import History

ROUNDS = 300
REPEATS = 15

Deal = tuple[list[int], list[list[int]]]


def deals(players: int, rounds: int) -> list[Deal]:
    """For each round the start cards, and ten turns of one card a player."""
    rng = random.Random(players)
    dealt = []
    for _ in range(rounds):
        cards = rng.sample(range(1, 105), 10 * players + 4)
        dealt.append((cards[:4], [cards[4 + turn : 4 + 10 * players : 10] for turn in range(10)]))
    return dealt


def plain_loop(players: int, dealt: list[Deal]) -> list[int]:
    """The yardstick: rows as lists, no checks, no events, no undo. Too low a card takes the cheapest row."""
    totals = [0] * players
    for starts, turns in dealt:
        rows = [[card] for card in starts]
        for turn in turns:
            for player in sorted(range(players), key=turn.__getitem__):
                card = turn[player]
                best, at = 0, -1
                for row in range(4):
                    end = rows[row][-1]
                    if best < end < card:
                        best, at = end, row
                if at < 0:
                    at = min(range(4), key=lambda row: (sum(HEADS[one] for one in rows[row]), len(rows[row]), row))
                elif len(rows[at]) < 5:
                    rows[at].append(card)
                    continue
                totals[player] += sum(HEADS[one] for one in rows[at])
                rows[at] = [card]
    return totals


def as_events(players: int, dealt: list[Deal]) -> list[events.Event]:
    """The same games as people would enter them, taking the suggested row."""
    history = History([])
    history.enter((events.SETUP, 0, 0, 0, tuple(b"P%d" % seat for seat in range(players))))
    for starts, turns in dealt:
        for slot, card in enumerate(starts):
            history.enter((events.ROW, slot, card))
        for number, turn in enumerate(turns, 1):
            for player, card in enumerate(turn):
                history.enter((events.REVEAL, number, player, card))
            while history.game.round.asking:
                asked = history.game.round.asked()
                history.enter((events.CHOOSE, number, *asked, history.game.round.suggestion()))
    return history.log


def enter_all(log: list[events.Event]) -> History:
    history = History([])
    for event in log:
        history.enter(event)
    return history


def seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def placements(players: int) -> None:
    dealt = deals(players, ROUNDS)
    log = as_events(players, dealt)
    assert enter_all(log).game.totals() == plain_loop(players, dealt), "both have to score alike"
    ours = theirs = float("inf")
    for _ in range(REPEATS):  # in turns, so that both meet the same weather
        theirs = min(theirs, seconds(lambda: plain_loop(players, dealt)))
        ours = min(ours, seconds(lambda: enter_all(log)))
    count = ROUNDS * 10 * players
    print(
        f"{players:>2} players: {count / ours:>9,.0f} placements/s through events, "
        f"{count / theirs:>9,.0f} in the plain loop: ratio {theirs / ours:.2f} (wanted: 0.50 or more)"
    )


def growth() -> None:
    """Time per event early and late in a game of many rounds."""
    log = as_events(4, deals(4, 400))
    fifth = len(log) // 5
    best = [float("inf")] * 5
    for _ in range(REPEATS):
        history = History([])
        for part in range(5):
            events_of_part = log[part * fifth : (part + 1) * fifth]
            best[part] = min(best[part], seconds(lambda: [history.enter(event) for event in events_of_part]))  # noqa: B023
    ratio = best[4] / best[0]
    print(f" 4 players, 400 rounds: an event of the last fifth takes {ratio:.2f} of one of the first (wanted: 1.0)")


def undo() -> None:
    history = enter_all(as_events(10, deals(10, 3)))
    best = float("inf")
    for _ in range(REPEATS):
        best = min(best, seconds(lambda: history.enter((events.UNDO,))))
        history.enter((events.REDO,))
    print(f"10 players, last step of round 3: undo takes {best * 1000:.2f} ms (wanted: under 5)")


if __name__ == "__main__":
    print(f"Rules core, {platform.python_implementation()} {platform.python_version()}, best of {REPEATS}")
    for players in (4, 10):
        placements(players)
    growth()
    undo()
