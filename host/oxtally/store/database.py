"""The store's file: where it lies, how it is opened, what reading and writing it is. Imports faults and schema.

A write takes the lock first (BEGIN IMMEDIATE) and reads under it: two programs that add the same game cannot both find
it missing. WAL and synchronous=FULL: what was committed survives a power cut, and readers never wait for a writer.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

from platformdirs import user_data_path
from sqlalchemy import Connection, QueuePool, create_engine, event

from oxtally.errors import printable
from oxtally.store.faults import StoreError, in_words, of_files
from oxtally.store.schema import VERSION, bring_up_to_date, version_of

WAIT = 10.0  # seconds for another program's write


def default_path() -> Path:
    return user_data_path("oxtally", appauthor=False) / "games.db"


class Database:
    """An open store file, at the version of this program."""

    def __init__(self, path: Path, *, create: bool) -> None:
        self.path = path
        self.name = printable(str(path))
        self._ours = False  # somebody else's database is left as it is
        self._mode = "rwc" if create else "rw"
        with of_files(path):
            if not self._prepare(create):
                self._mode = "ro"
        self._engine = create_engine("sqlite://", creator=self._connect, poolclass=QueuePool)
        self._writer = self._engine.execution_options(begin="BEGIN IMMEDIATE")
        event.listen(self._engine, "begin", _begin)
        try:
            self._bring_up_to_date(create)
        except BaseException:
            self.close()
            raise

    def _prepare(self, create: bool) -> bool:
        """Whether the file can be written; its folder is made if it may be."""
        path = self.path
        if "\0" in str(path):
            raise StoreError(f"{self.name}: there can be no file of that name")
        if path.is_dir():
            raise StoreError(f"{self.name}: this is a folder; name the store's file in it")
        if path.exists():
            return os.access(path, os.W_OK)
        if not create:
            raise self._nothing_here()
        path.parent.mkdir(parents=True, exist_ok=True)
        return True

    def _nothing_here(self) -> StoreError:
        return StoreError(f"{self.name}: there is no store here yet; `oxtally sync` fetches games from a device")

    def _connect(self) -> sqlite3.Connection:
        uri = f"file:{quote(os.fsencode(self.path.absolute()))}?mode={self._mode}"
        # isolation_level=None: Python does not begin and commit by itself, `_begin` does.
        connection = sqlite3.connect(uri, timeout=WAIT, isolation_level=None, uri=True, check_same_thread=False)
        connection.execute("PRAGMA foreign_keys = ON")
        if self._ours and self._mode != "ro":
            # The mode stays in the file; asking first spares the lock that setting it takes.
            if connection.execute("PRAGMA journal_mode").fetchone() != ("wal",):
                connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
        return connection

    def _bring_up_to_date(self, create: bool) -> None:
        with self.reading() as connection:
            version = version_of(connection, self.name)
        if not version and not create:
            raise self._nothing_here()
        if version < VERSION and self._mode == "ro":
            raise StoreError(
                f"{self.name}: an older oxtally made this store, and it cannot be brought up to date where it may not "
                "be written; copy it elsewhere first"
            )
        self._engine.dispose()
        self._ours = True
        if version < VERSION:
            with self.writing() as connection:
                bring_up_to_date(connection, self.name)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """One state of the store, whatever others write meanwhile."""
        with in_words(self.path), self._engine.begin() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """All of it or, if anything is raised, nothing. It is on the disk when this is left."""
        with in_words(self.path), self._writer.begin() as connection:
            yield connection

    @contextmanager
    def plain(self) -> Iterator[sqlite3.Connection]:
        """SQLite's own connection, for what SQLAlchemy does not offer: the backup API."""
        with in_words(self.path):
            connection = self._connect()
            try:
                yield connection
            finally:
                connection.close()

    def close(self) -> None:
        self._engine.dispose()


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql(connection.get_execution_options().get("begin", "BEGIN"))
