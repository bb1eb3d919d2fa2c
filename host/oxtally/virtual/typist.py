"""A record as the keys that a person would press, from power-on. Imports ox.app, ox.core, oxtally.record.

The typist has an app of its own to type on, with files in memory, and looks at it as a person looks at the screen: so
it knows when a number has committed by itself, and how many placings there are to go through.
"""

from __future__ import annotations

import io
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ox.app.app import App
from ox.app.newgame import ENDING, PLAYERS, ROUNDS, SEATS, TARGET, VARIANT, NewGame
from ox.core import events
from ox.core.agreed import REACH, VARIANTS
from ox.core.events import Event
from ox.core.game import FOR_ROUND
from ox.core.round import Round
from oxtally.errors import OxtallyError

if TYPE_CHECKING:
    from ox.journal.tail import FileSystem

_KEY_MS = 1000  # slow enough that no `#` counts as a habit
_WITH_ROW = (events.INSERT, events.SLIDE, events.STOP_ROW)
_WITH_CARD = (events.REPLACE, events.SLIDE, events.NEG)


class MemoryFiles:
    """Files that are gone afterwards."""

    def __init__(self) -> None:
        self.content: dict[str, bytes] = {}

    def copy(self) -> MemoryFiles:
        other = MemoryFiles()
        other.content = dict(self.content)
        return other

    def open(self, path: str, mode: str) -> Any:
        if "r" in mode:
            if path not in self.content:
                raise FileNotFoundError(2, "no such file", path)
            return io.BytesIO(self.content[path])
        return _Kept(self.content, path, self.content.get(path, b"") if "a" in mode else b"")

    def rename(self, old: str, new: str) -> None:
        self.content[new] = self.content.pop(old)

    def remove(self, path: str) -> None:
        del self.content[path]

    def listdir(self, path: str = "/") -> list[str]:
        folder = path.strip("/") + "/" if path.strip("/") else ""
        return sorted({name[len(folder) :].split("/")[0] for name in self.content if name.startswith(folder)})

    def mkdir(self, path: str) -> None:
        pass  # a folder is there as soon as there is something in it

    def stat(self, path: str) -> tuple[int, ...]:
        if path not in self.content:
            raise FileNotFoundError(2, "no such file", path)
        return (0x8000, 0, 0, 0, 0, 0, len(self.content[path]), 0, 0, 0)

    def free(self) -> int:
        return 1 << 20


class _Kept(io.BytesIO):
    def __init__(self, content: dict[str, bytes], path: str, start: bytes) -> None:
        super().__init__(start)
        self.seek(0, io.SEEK_END)
        self._content = content
        self._path = path
        self._written = True  # an empty file is a file

    def write(self, data: Any) -> int:
        self._written = True
        return super().write(data)

    def flush(self) -> None:
        if self._written:
            self._content[self._path] = self.getvalue()
            self._written = False

    def close(self) -> None:
        if not self.closed:
            self.flush()
        super().close()


@dataclass
class Typed:
    """The keys of a record, and how many of them were for cards."""

    keys: list[str] = field(default_factory=list)
    steps: list[int] = field(default_factory=list)  # how many keys had been pressed after each entry
    card_keys: int = 0
    cards: int = 0


def type_record(log: list[Event], files: FileSystem) -> Typed:
    """The keys that enter these events into a device that has just been switched on with these files.

    If the beginning of that game is on the device already, after a power cut, it goes on from there.
    """
    app = App(files, lambda: b"\0" * 8, lambda: 0)
    typist = _Typist(app)
    while app.over:  # a notice about what power-on found
        typist.press("#")
    if app.history.game.agreed or app.history.undone:
        typist.type_all(_missing(log, list(app.history.log)))
    else:
        typist.set_up(log[0])
        typist.type_all(log[1:])
    return typist.typed


def _missing(log: list[Event], there: list[Event]) -> list[Event]:
    """What is not on the device yet. Picks are typed in another order than a record has them."""
    missing = list(log)
    for event in there:
        if event not in missing or (event[0] != events.PICK and event != missing[0]):
            raise OxtallyError("another game is under way on this device; take a new file for --flash")
        missing.remove(event)
    return missing


class _Typist:
    def __init__(self, app: App) -> None:
        self.app = app
        self.typed = Typed()
        self.now = 0

    # --- Fingers

    def press(self, keys: str) -> None:
        for key in keys:
            self.now += _KEY_MS
            self.app.key(key, self.now)
            if self.app.message:
                raise OxtallyError(f"the device refused the key {key}: {self.app.message}")
            self.typed.keys.append(key)

    def number(self, value: int, limit: int) -> None:
        """A number, with `#` only where a longer one could follow."""
        self.press(str(value) + ("#" if 0 < value * 10 <= limit else ""))

    def card(self, value: int) -> None:
        before = len(self.typed.keys)
        self.number(value, self.round_deck())
        self.typed.card_keys += len(self.typed.keys) - before
        self.typed.cards += 1

    # --- Eyes

    @property
    def game(self) -> Any:
        assert self.app.history
        return self.app.history.game

    @property
    def round(self) -> Round:
        now: Round = self.game.round
        return now

    def round_deck(self) -> int:
        deck: int = self.game.agreed.deck
        return deck

    # --- A game

    def set_up(self, setup: Event) -> None:
        _, rules, target, rounds, names = setup
        wanted = [name.decode("latin-1") for name in names]
        self.press("#")
        new = self.app.mode()
        assert isinstance(new, NewGame)
        if len(new.seats) != len(wanted):
            self.press(PLAYERS)
            self.number(len(wanted), new.number.limit)
        if new.variant != rules & ~REACH:
            self.press(VARIANT)
            self.number(VARIANTS.index(rules & ~REACH) + 1, len(VARIANTS))
        if new.seats != wanted:
            self.press(SEATS)
            for seat, name in enumerate(wanted):
                if new.seats[seat] == name:
                    self.press("#")
                else:
                    self.number([known for known, _ in self.app.roster].index(name) + 1, len(self.app.roster))
        if new.target != target:
            self.press(TARGET)
            self.number(target, 999)
        if new.reach != bool(rules & REACH):
            self.press(ENDING)
        if new.rounds != rounds:
            self.press(ROUNDS)
            self.number(rounds, 99)
        self.press("#")
        self.step()

    def type_all(self, log: list[Event]) -> None:
        picks: dict[int, deque[int]] = {}
        for at, event in enumerate(log):
            kind = event[0]
            if kind == events.PICK:
                # A record has hands one after the other; at the table they are picked in turn.
                picks.setdefault(event[1], deque()).append(event[2])
                if at + 1 == len(log) or log[at + 1][0] != events.PICK:
                    self.draft(picks)
                continue
            self.enter(event)
            self.step()

    def step(self) -> None:
        self.typed.steps.append(len(self.typed.keys))

    def draft(self, picks: dict[int, deque[int]]) -> None:
        if self.game.waits_for() == FOR_ROUND:
            self.leave_placings()
            self.press("A")
        while True:
            player = 0 if self.game.waits_for() == FOR_ROUND else self.round.next_pick()
            if not picks.get(player):
                break
            self.number(picks[player].popleft(), self.round_deck())
            self.step()
            if self.round.drafted:
                break
        picks.clear()

    def leave_placings(self) -> None:
        while self.app.table.placing(self.app):
            self.press("#")
        if self.app.table.round_end(self.app):
            self.press("#")

    def enter(self, event: Event) -> None:
        kind = event[0]
        if kind == events.ROW:
            self.leave_placings()
            self.card(event[2])
        elif kind == events.REVEAL:
            while self.app.table.placing(self.app) and self.app.table.shown < len(self.round.placings) - 1:
                self.press("#")
            self.card(event[3])
        elif kind == events.CHOOSE:
            while self.app.table.placing(self.app):
                self.press("#")
            self.press(str(event[4] + 1))
        elif kind == events.SPECIAL:
            self.special(event)
        elif kind == events.ADJUST:
            self.press("D2")
            self.number(event[1] + 1, len(self.app.names))
            self.press(("A" if event[2] < 0 else "") + str(abs(event[2])) + "#")
        elif kind == events.VOID:
            self.press("D3#")
        elif kind == events.STOP:
            self.press("D4#")

    def special(self, event: Event) -> None:
        _, _, _, card, special, slot, other = event
        at = self.round.order.index(card)
        while self.app.table.placing(self.app) and self.app.table.shown < at:
            self.press("#")
        self.press("A" + str(special))
        if special in _WITH_CARD:
            self.number(other, 104)
        if special in _WITH_ROW:
            self.press(str(slot + 1))
