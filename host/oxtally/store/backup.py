"""A copy of the store in one file, and back: with SQLite's own backup, so that others may read and write meanwhile.

Imports faults, schema, store and verify.
"""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from oxtally.errors import printable
from oxtally.store.faults import Busy, Key, StoreError, in_words, of_files
from oxtally.store.schema import APPLICATION
from oxtally.store.store import Store
from oxtally.store.verify import verify

_BUSY, _LOCKED = 5, 6  # SQLite's codes; Python 3.10 has no names for them
Progress = Callable[[int, int], None]
_LENGTHS = (
    "SELECT device, epoch, number, coalesce(sum(length(body)), 0)"
    " FROM games LEFT JOIN entries ON game = id GROUP BY device, epoch, number"
)


def backup(store: Store, path: Path, *, force: bool) -> int:
    """Copy the store to `path`; how many games it then holds. What is there stays there until the copy is whole."""
    if _kind(path):
        if path.is_dir():
            raise StoreError(f"{printable(str(path))}: this is a folder; name a file in it")
        if _same(path, store.database.path):
            raise StoreError(f"{printable(str(path))}: this is the store itself; name another file")
        with in_words(path), closing(_read_only(path)) as old:
            if old.execute("PRAGMA application_id").fetchone() != (APPLICATION,):
                raise StoreError(
                    f"{printable(str(path))}: no Oxtally backup, so it is not overwritten; name another file"
                )
            there = _lengths(old)
        _refuse_to_lose(there, store, f"{printable(str(path))}: this backup has", force)
    with _beside(path) as copy:
        with store.database.plain() as source, in_words(path), closing(sqlite3.connect(copy)) as target:
            _copy(source, target)
            target.execute("PRAGMA journal_mode = DELETE")  # one file, readable where nothing may be written
            games: int = target.execute("SELECT count(*) FROM games").fetchone()[0]
        _to_disk(copy)
        os.replace(copy, path)
        _to_disk(path.parent)
    return games


def restore(path: Path, into: Path, *, force: bool, progress: Progress) -> tuple[int, Path | None]:
    """Make the store at `into` what the backup at `path` is, after every game in it has been checked.

    Gives the number of games; and, where the store was too damaged to be opened, what its file is called now.
    """
    if _kind(path) != "file":
        raise StoreError(f"{printable(str(path))}: there is no such file")
    if _same(path, into):
        raise StoreError(f"{printable(str(path))}: this is the store itself; name a backup of it")
    with of_files(into):
        into.parent.mkdir(parents=True, exist_ok=True)
    with _beside(into) as copy:
        # A copy, since a backup of an older version is brought up to date first, and the backup stays as it is.
        with in_words(path), closing(_read_only(path)) as source, closing(sqlite3.connect(copy)) as target:
            _copy(source, target)
        with _opened(copy, path) as good:
            games, findings = verify(good, progress)
            if findings:
                raise StoreError(
                    f"{printable(str(path))}: this backup is damaged, so it is not restored: {findings[0]}"
                )
            aside = _put_back(good, into, force)
    return games, aside


def _put_back(good: Store, into: Path, force: bool) -> Path | None:
    aside = None
    try:
        store = Store.open(into)
    except StoreError as error:
        if isinstance(error, Busy) or not (force and into.is_file()):
            raise
        aside = _set_aside(into)
        store = Store.open(into)
    with store:
        with store.database.plain() as here:
            there = _lengths(here)
        _refuse_to_lose(there, good, f"{store.database.name}: the store has", force)
        with good.database.plain() as source, store.database.plain() as target, in_words(into):
            _copy(source, target)
    return aside


def _refuse_to_lose(old: dict[Key, int], new: Store, whose: str, force: bool) -> None:
    """Games, or entries of games, that are in `old` and not in `new`."""
    if force:
        return
    with new.database.plain() as connection:
        lengths = _lengths(connection)
        # Deleting a game on purpose is not losing it.
        gone = {Key(*row) for row in connection.execute("SELECT device, epoch, number FROM deleted")}
    lost = [key for key, length in old.items() if key not in gone and lengths.get(key, -1) < length]
    if lost:
        games = "a game" if len(lost) == 1 else f"{len(lost)} games"
        raise StoreError(
            f"{whose} {games} that would be lost or shortened ({lost[0]}{', …' if len(lost) > 1 else ''}); "
            "--force does it all the same"
        )


def _lengths(connection: sqlite3.Connection) -> dict[Key, int]:
    return {Key(*row[:3]): row[3] for row in connection.execute(_LENGTHS)}


def _copy(source: sqlite3.Connection, target: sqlite3.Connection) -> None:
    source.backup(target, progress=_no_patience)


def _no_patience(status: int, left: int, pages: int) -> None:
    """Python would ask a locked database again for ever."""
    if status in (_BUSY, _LOCKED):
        raise sqlite3.OperationalError("database is locked")


@contextmanager
def _opened(copy: Path, path: Path) -> Iterator[Store]:
    """The copy of a backup; whatever is wrong with it is wrong with the backup."""
    try:
        store = Store.open(copy, create=False)
    except StoreError as error:
        raise StoreError(str(error).replace(printable(str(copy)), printable(str(path)))) from None
    with store:
        yield store


@contextmanager
def _beside(path: Path) -> Iterator[Path]:
    """A file of our own on the same disk, which is gone afterwards whatever happens."""
    with of_files(path.parent):
        folder = tempfile.TemporaryDirectory(prefix=".oxtally-", dir=path.parent)
    with folder, of_files(path):
        yield Path(folder.name) / "copy.db"


def _read_only(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
    connection.execute("SELECT count(*) FROM sqlite_master")  # is it a database at all?
    return connection


def _set_aside(path: Path) -> Path:
    """Give a damaged store another name, with the files that SQLite keeps beside it."""
    number = 1
    while (aside := path.with_name(f"{path.name}.damaged-{number}")).exists():
        number += 1
    with of_files(path):
        path.rename(aside)
        for ending in ("-wal", "-shm"):
            beside = path.with_name(path.name + ending)
            if beside.exists():
                beside.rename(aside.with_name(aside.name + ending))
    return aside


def _kind(path: Path) -> str:
    """What is at that path: "" for nothing. Raises StoreError for a path that no system would take."""
    with of_files(path):
        return "file" if path.is_file() else "other" if path.exists() else ""


def _same(one: Path, other: Path) -> bool:
    return one.exists() and other.exists() and one.samefile(other)


def _to_disk(path: Path) -> None:
    """A new name is only safe once the folder that holds it is. Windows cannot, and need not."""
    if os.name == "nt" and path.is_dir():
        return
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
