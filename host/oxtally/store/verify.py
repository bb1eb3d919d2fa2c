"""Everything that is in the store, checked again: the file, the chain of every journal, every entry by the rules.

Imports chain, database, store and faults.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from oxtally.store import chain
from oxtally.store.faults import HEADER, JournalError, StoreError
from oxtally.store.store import Kept, Store

_MOST = 100  # findings that SQLite reports about the file


class Finding(NamedTuple):
    """`game` 0: about the file; `entry` None: about the whole game, HEADER: about its header."""

    game: int
    entry: int | None
    what: str

    def __str__(self) -> str:
        if not self.game:
            return self.what
        place = "" if self.entry is None else ", header" if self.entry == HEADER else f", entry {self.entry}"
        return f"game {self.game}{place}: {self.what}"


def verify(store: Store, progress: Callable[[int, int], None]) -> tuple[int, list[Finding]]:
    """How many games there are, and what is wrong with them. `progress` is told (done, all)."""
    findings = _file(store)
    ids = store.ids()
    for done, kept in enumerate(store.games(ids)):
        progress(done, len(ids))
        findings += check(kept)
    progress(len(ids), len(ids))
    return len(ids), findings


def _file(store: Store) -> list[Finding]:
    """What SQLite finds about its own file, and rows that belong to no game."""
    try:
        with store.database.reading() as connection:
            said = list(connection.exec_driver_sql(f"PRAGMA integrity_check({_MOST})").scalars())
            lost = connection.exec_driver_sql("PRAGMA foreign_key_check").fetchall()
    except StoreError as error:
        return [Finding(0, None, str(error))]
    name = store.database.name
    findings = [Finding(0, None, f"{name}: {line}") for line in said if line != "ok"]
    return findings + [Finding(0, None, f"{name}: a row of {row[0]} belongs to no {row[2]}") for row in lost[:_MOST]]


def check(kept: Kept) -> list[Finding]:
    """What is wrong with one game."""
    if kept.trouble:
        return [Finding(kept.id, None, str(kept.trouble))]
    for place, sequence in enumerate(kept.sequences):
        if place != sequence:
            return [Finding(kept.id, place, f"missing; entry {sequence} comes next ({kept.key})")]
    if not kept.bodies:
        return [Finding(kept.id, None, f"all its entries are missing ({kept.key})")]
    try:
        events = chain.read(kept.key, kept.header, kept.bodies)
        game_id, start, _ = chain.header_of(kept.key, kept.header)
        if (game_id, start) != (kept.game_id, kept.start):
            return [Finding(kept.id, HEADER, f"its id or its start is not what the header says ({kept.key})")]
        chain.play_through(kept.key, events)
    except JournalError as error:
        return [Finding(kept.id, error.entry, f"{error.what} ({kept.key})")]
    return []
