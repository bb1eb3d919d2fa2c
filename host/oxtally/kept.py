"""A game of the store as people know it: its story, with the names and the date that were assigned to it.

Every command that shows games reads from here. Imports story, record and store.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ox.core.agreed import REACH, Agreed
from ox.core.events import UNDO, Event
from ox.core.history import BadLog
from ox.core.refused import Refused
from oxtally.errors import printable
from oxtally.record import write_record
from oxtally.record.write import VARIANT_WORDS
from oxtally.store import Store, StoreError, chain
from oxtally.store.store import Kept
from oxtally.story import Story, tell

EMPTY = "empty"  # its setup was undone, and nothing came after
DAMAGED = "damaged"


class Told:
    """`story` is None where there is none to tell: `state` is then EMPTY or DAMAGED, and `trouble` a sentence."""

    def __init__(self, kept: Kept) -> None:
        self.kept = kept
        self.id = kept.id
        self.device_name = printable(kept.device_name)
        self.start = 0
        self.game_id = ""
        self.events: list[Event] = []
        self.story: Story | None = None
        self.trouble = ""
        self._empty = False
        self.typed: list[str] = []  # the names as they were typed at the table
        try:
            self._tell()
        except StoreError as error:
            self.trouble = f"game {kept.id}: {error}"
        self.state = self._state()

    def _tell(self) -> None:
        kept = self.kept
        if kept.trouble:
            raise kept.trouble
        self.events = chain.read(kept.key, kept.header, kept.bodies)
        # From the header, which has a checksum, and not from the columns beside it.
        game_id, self.start, _ = chain.header_of(kept.key, kept.header)
        self.game_id = game_id.hex()
        if any(event[0] >= UNDO for event in self.events):
            # Undo and corrections are taken at their word when a log is folded; here they are checked.
            game = chain.play_through(kept.key, self.events)
            if not game.agreed:
                self._empty = True
                raise StoreError("the setup was undone, and nothing came after: there is nothing to tell")
        elif not self.events:
            raise StoreError("all its entries are missing; `oxtally verify` checks the whole store")
        try:
            self.story = tell(self.events)
        except BadLog:
            chain.play_through(kept.key, self.events)  # says why
            raise
        self.typed = self.story.names
        if kept.seats:
            self.story = replace(self.story, names=self.with_seats(kept.seats) or self.typed)

    def _state(self) -> str:
        if not self.story:
            return EMPTY if self._empty else DAMAGED
        if self.story.stopped:
            return "stopped"
        return "over" if self.story.over else "under way"

    def with_seats(self, seats: dict[int, str]) -> list[str] | None:
        """The players' names with these instead; None if they could not play together like that."""
        assert self.story
        names = [seats.get(seat, name) for seat, name in enumerate(self.typed)]
        try:
            check_names(self.story.agreed, names)
        except (Refused, UnicodeEncodeError):
            return None
        return names

    @property
    def date(self) -> str:
        """As assigned, or by the device's clock in this laptop's time zone; empty if nobody knows."""
        if self.kept.date:
            return printable(self.kept.date)
        return time.strftime("%Y-%m-%d %H:%M", time.localtime(self.start)) if self.start else ""

    @property
    def variant(self) -> str:
        return VARIANT_WORDS[self.story.agreed.variant] if self.story else ""

    def ranks(self) -> list[int]:
        """Fewest heads is 1; those who tie share a rank, and the next ones are left out. Empty until somebody wins."""
        if not self.story or not self.story.winners:
            return []
        totals = self.story.totals
        return [1 + sum(other < total for other in totals) for total in totals]

    def record(self) -> str:
        """The table record, in canonical form."""
        assert self.story
        return write_record(self.events, self.story.names)


def check_names(agreed: Agreed, names: Sequence[str]) -> None:
    """Raises Refused, UnicodeEncodeError: assigned names follow the rules for names at the table."""
    rules = agreed.variant | (REACH if agreed.reach else 0)
    Agreed(rules, agreed.target, agreed.rounds, tuple(name.encode("latin-1") for name in names))


def told(store: Store, ids: Sequence[int] | None = None) -> Iterator[Told]:
    """These games, or all."""
    for kept in store.games(ids):
        yield Told(kept)


def tell_one(store: Store, game: int) -> Told:
    """One game that has a story. Raises StoreError."""
    found = Told(store.game(game))
    if not found.story:
        raise StoreError(found.trouble)
    return found
