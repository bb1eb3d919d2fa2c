"""The laptop's store: every journal that was fetched, in one SQLite file, exactly as it was on the device.

    faults    what can go wrong, in sentences
    schema    the tables, and how an older file is brought up to date
    database  the file: where it lies, how it is opened, what a write is
    chain     a journal as its entries: cut, checked, played through the rules
    store     Store: add, length, journal, sha256; list, assign, delete
    verify    everything that is here, checked again
    backup    a copy of the file, and back

A module imports those before it, ox.core and ox.journal.format. docs/store.md says what is promised.
"""

from oxtally.store.faults import (
    SOMEWHERE,
    Altered,
    Damaged,
    GameDeleted,
    Gap,
    JournalError,
    Key,
    NoSuchGame,
    StoreError,
    Unverified,
)
from oxtally.store.store import Added, Store

__all__ = [
    "SOMEWHERE",
    "Added",
    "Altered",
    "Damaged",
    "GameDeleted",
    "Gap",
    "JournalError",
    "Key",
    "NoSuchGame",
    "Store",
    "StoreError",
    "Unverified",
]
