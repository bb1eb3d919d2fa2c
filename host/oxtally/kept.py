"""A game of the store as people know it: its story, with the names and the date that were assigned to it.

Every command that shows games reads from here. Imports story, record and store.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property

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
        self.typed: list[str] = []  # the names as they were typed at the table; known once the story is
        self.trouble = ""
        self._empty = False
        try:
            self._read()
        except StoreError as error:
            self._note(error)

    def _read(self) -> None:
        kept = self.kept
        if kept.trouble:
            raise kept.trouble
        self.events = chain.read(kept.key, kept.header, kept.bodies)
        # From the header, which has a checksum, and not from the columns beside it.
        game_id, self.start, _ = chain.header_of(kept.key, kept.header)
        self.game_id = game_id.hex()
        if not self.events:
            raise StoreError("all its entries are missing; `oxtally verify` checks the whole store")
        if any(event[0] >= UNDO for event in self.events):
            # Undo and corrections are taken at their word when a log is folded; here they are checked.
            game = chain.play_through(kept.key, self.events)
            if not game.agreed:
                self._empty = True
                raise StoreError("the setup was undone, and nothing came after: there is nothing to tell")

    def _note(self, error: StoreError) -> None:
        self.trouble = f"game {self.id}: {error}"

    @cached_property
    def story(self) -> Story | None:
        if self.trouble:
            return None
        try:
            story = tell(self.events)
        except BadLog:
            self._say_why()
            return None
        self.typed = story.names
        if self.kept.seats:
            return replace(story, names=self._assigned(story.agreed) or story.names)
        return story

    def _say_why(self) -> None:
        """The log was refused; going through it step by step tells the reason."""
        try:
            chain.play_through(self.kept.key, self.events)
        except StoreError as error:
            self._note(error)

    def _assigned(self, agreed: Agreed) -> list[str] | None:
        """The players' names with those that were assigned; None if they could not play together like that.

        They could when they were assigned, but a correction that was fetched later may have changed the other names.
        """
        names = [self.kept.seats.get(seat, name) for seat, name in enumerate(self.typed)]
        try:
            check_names(agreed, names)
        except (Refused, UnicodeEncodeError):
            return None
        return names

    @property
    def state(self) -> str:
        if not self.story:
            return EMPTY if self._empty else DAMAGED
        if self.story.stopped:
            return "stopped"
        return "over" if self.story.over else "under way"

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

    def record(self) -> str | None:
        """The table record, in canonical form; None where there is no story. It does not need the story itself."""
        if self.trouble:
            return None
        if self.kept.seats:
            return write_record(self.events, self.story.names) if self.story else None
        try:
            return write_record(self.events)
        except BadLog:
            self._say_why()
            return None


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
