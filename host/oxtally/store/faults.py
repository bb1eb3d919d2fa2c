"""What can go wrong with the store: errors that name the device, the game and the entry, and SQLite's faults in words.

Imports oxtally.errors; from outside SQLAlchemy, whose errors must not reach a user.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from sqlalchemy.exc import SQLAlchemyError

from oxtally.errors import OxtallyError, printable

HEADER = -1  # in place of an entry's number: the journal's header
SOMEWHERE = -2  # likewise: nobody knows where


class Key(NamedTuple):
    """Which journal: the device, the epoch of its flash, the game's number there."""

    device: str
    epoch: str
    number: int

    def __str__(self) -> str:
        return f"device {printable(self.device)}, game {self.number}"


class StoreError(OxtallyError):
    """The store could not do it, and is as it was."""


class Busy(StoreError):
    """Another program is writing, and did not finish in time."""


class NoSuchGame(StoreError):
    def __init__(self, what: object) -> None:
        super().__init__(f"there is no game {what} in the store; `oxtally games` lists those that are there")


class JournalError(StoreError):
    """Bytes that the store does not take: `key` says of which game, `entry` where, counted from 0 as in the journal."""

    def __init__(self, key: Key, entry: int, what: str) -> None:
        place = {HEADER: ", header", SOMEWHERE: ""}.get(entry, f", entry {entry}")
        super().__init__(f"{key}{place}: {what}")
        self.key = key
        self.entry = entry
        self.what = what


class Altered(JournalError):
    """The same key with another body."""

    def __init__(self, key: Key, entry: int) -> None:
        super().__init__(
            key,
            entry,
            "altered: the device has other bytes than the store, which keeps its own. `oxtally show` tells that game; "
            "to have the device's instead: `oxtally delete --forget`, and sync again",
        )


class Damaged(JournalError):
    """Bytes that are no journal, or that do not follow from what comes before them."""


class Unverified(JournalError):
    """Entries that the rules refuse."""


class Gap(StoreError):
    """Bytes from behind the end of what is here: fetch from `length` on."""

    def __init__(self, key: Key, offset: int, length: int) -> None:
        super().__init__(f"{key}: {length} bytes are in the store, so the next ones start there and not at {offset}")
        self.length = length


class GameDeleted(StoreError):
    """A game that was deleted from the store, and is not to come back."""

    def __init__(self, key: Key) -> None:
        super().__init__(f"{key}: deleted from the store, so it is not fetched again")
        self.key = key


# What SQLite says, and what that means for whoever reads it. Python 3.10 has no error codes, so the text has to do.
_BUSY = "another program is writing to the store; try again when it is done"
_WORDS = (
    ("locked", _BUSY),
    ("busy", _BUSY),
    ("disk is full", "no room on the disk; nothing was changed. Make room and try again"),
    ("readonly", "the store cannot be written; check who owns the file and its folder"),
    ("unable to open", "the store cannot be opened; check the path, and who may read it"),
    ("not a database", "this is no Oxtally store; is the path right? `oxtally restore` brings a backup back"),
    ("malformed", "the store is damaged; `oxtally restore` brings a backup back"),
    ("disk i/o error", "the disk did not take or give the data; is it full, or failing? Nothing was changed"),
)
_DAMAGED = "the store is damaged ({}); `oxtally restore` brings a backup back"


@contextmanager
def in_words(path: object) -> Iterator[None]:
    """SQLite's faults become a StoreError that names the file. Those of the system are left alone: see `of_files`."""
    try:
        yield
    except (
        SQLAlchemyError,
        sqlite3.Error,
        UnicodeDecodeError,
    ) as error:  # the last: a damaged name in SQLite's own text
        said = str(getattr(error, "orig", None) or error)
        known = [words for part, words in _WORDS if part in said.lower()]
        words = known[0] if known else _DAMAGED.format(printable((said or type(error).__name__).splitlines()[0]))
        kind = Busy if words == _BUSY else StoreError
        raise kind(f"{printable(str(path))}: {words}") from None


@contextmanager
def of_files(path: object) -> Iterator[None]:
    """The system's faults with a file, likewise. Not around anything that prints: that file is another one."""
    try:
        yield
    except OSError as error:
        raise StoreError(f"{printable(str(path))}: {os.strerror(error.errno) if error.errno else error}") from None
