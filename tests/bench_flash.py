"""Part of `make bench`: what an accepted entry costs on the flash, how long the chip lasts, how many games it holds.

Time is that of the flash model (45 ms an erase, 0.7 ms a page), so the figures are the same on every machine. Games of
four, to more than 66 heads, typed by people who pause between turns.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "firmware" / "on_flash"))

from evenings import Dice, Evening
from oxtally.board.flash import BLOCK, Flash

CYCLES = 100_000  # erases that a block of the Pico's chip stands
GAMES = 600  # for pauses and wear, on a chip half full of games that the laptop never fetches


class Table:
    """Four people and a device whose flash keeps count."""

    def __init__(self) -> None:
        self.flash = Flash()
        self.evening = Evening(self.flash, Dice(66))
        self.evening.whims = False
        self.pauses: list[float] = []  # milliseconds that each accepted entry waited for the flash
        self.rests: list[float] = []
        self.erased: Counter[int] = Counter()
        self.programs = 0

    def game(self) -> int:
        """Play one game; returns how many entries it had, 0 if there is no room for it."""
        app, evening = self.evening.app, self.evening
        self.flash.trace = []
        started = False
        while True:
            for key in evening.next_keys():
                self.press(key)
            if app.over and not started and evening.next_keys() == "#" and self.is_full():
                app.over.pop()
                return 0
            game = app.history.game
            started = started or (game.agreed is not None and not game.over())
            if started and game.over():
                break
        for place, data in self.flash.trace or []:
            if data:
                self.programs += 1
            else:
                self.erased[place // BLOCK] += 1
        journal = app.journal()
        return journal.count if journal else 0

    def is_full(self) -> bool:
        return "Memory full" in self.evening.app.show().text()

    def press(self, key: str) -> None:
        app, clock = self.evening.app, self.flash.clock
        assert clock
        journal = app.journal()
        entries, before = (journal.count if journal else 0), clock.now
        self.evening.ms += 1000
        app.key(key, self.evening.ms)
        paused = (clock.now - before) / 1000
        journal = app.journal()
        if journal and journal.count != entries and journal.count > 1:
            self.pauses.append(paused)
        while True:
            before = clock.now
            if not app.rest():
                break
            self.rests.append((clock.now - before) / 1000)


def quantile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def main() -> None:
    table = Table()
    shelf = table.evening.app.shelf
    held = entries = 0
    while played := table.game():
        held += 1
        entries += played
    print(f"games of four on a full chip: {held} (wanted: 250), {entries / held:.0f} entries each")
    for number in shelf.numbers()[: held // 2]:
        shelf.acknowledge(number, shelf.length(number))
    table.pauses.clear()
    table.rests.clear()
    table.erased.clear()
    table.programs = 0
    entries = 0
    for _ in range(GAMES):
        entries += table.game()
        newest = shelf.numbers()[-1]
        shelf.acknowledge(newest, shelf.length(newest))
    pauses, rests = table.pauses, table.rests
    print(
        f"an accepted entry waits {sum(pauses) / len(pauses):.1f} ms on average (wanted: 10), "
        f"p99 {quantile(pauses, 0.99):.1f} ms (wanted: 60), at most {max(pauses):.1f} ms"
    )
    print(
        f"between turns: {len(rests) / GAMES:.0f} pieces of work a game, p99 {quantile(rests, 0.99):.1f} ms, "
        f"at most {max(rests):.1f} ms"
    )
    erases = sum(table.erased.values())
    print(
        f"a game: {table.programs / GAMES:.0f} pages and {erases / GAMES:.0f} erases for {entries / GAMES:.0f} entries"
    )
    busiest, times = table.erased.most_common(1)[0]
    print(
        f"the busiest block ({busiest}: {times} erases in {GAMES} games; {len(table.erased)} blocks took part) "
        f"is worn out after {CYCLES * GAMES // times:,} games (wanted: 50,000)"
    )


if __name__ == "__main__":
    main()
