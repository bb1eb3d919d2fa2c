"""The tables of the store, and how an older file is brought up to date. Imports faults.

A file says in `PRAGMA user_version` which version of the tables it has, and in `application_id` that it is ours. Each
version is a list of statements that leads there from the one before; all that are missing run in one transaction. A
step is never changed once it has been released. Nothing here is derived from entries: scores are computed when asked.
"""

from __future__ import annotations

from sqlalchemy import Column, Connection, ForeignKey, Integer, LargeBinary, MetaData, Table, Text

from oxtally.store.faults import StoreError

APPLICATION = 0x4F58544C  # "OXTL"

# Version 1. `id` is the handle for people; AUTOINCREMENT, so that a deleted game's is not given to another.
_JOURNALS = (
    "CREATE TABLE devices (device TEXT PRIMARY KEY, name TEXT NOT NULL) WITHOUT ROWID",
    "CREATE TABLE games ("
    " id INTEGER PRIMARY KEY AUTOINCREMENT,"
    " device TEXT NOT NULL REFERENCES devices, epoch TEXT NOT NULL, number INTEGER NOT NULL,"
    " game_id BLOB NOT NULL, start INTEGER NOT NULL, header BLOB NOT NULL, fetched INTEGER NOT NULL,"
    " UNIQUE (device, epoch, number))",
    "CREATE TABLE entries ("
    " game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE, sequence INTEGER NOT NULL, body BLOB NOT NULL,"
    " PRIMARY KEY (game, sequence)) WITHOUT ROWID",
)
# Version 2: what people say about a game, beside its journal; and what must not come back.
_BESIDE = (
    "CREATE TABLE seats ("
    " game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE, seat INTEGER NOT NULL, name TEXT NOT NULL,"
    " PRIMARY KEY (game, seat)) WITHOUT ROWID",
    "CREATE TABLE dates (game INTEGER PRIMARY KEY REFERENCES games ON DELETE CASCADE, date TEXT NOT NULL)",
    "CREATE TABLE deleted ("
    " device TEXT NOT NULL, epoch TEXT NOT NULL, number INTEGER NOT NULL,"
    " id INTEGER NOT NULL, length INTEGER NOT NULL, sha256 TEXT NOT NULL,"
    " PRIMARY KEY (device, epoch, number)) WITHOUT ROWID",
)
STEPS = (_JOURNALS, _BESIDE)
VERSION = len(STEPS)

_METADATA = MetaData()
devices = Table("devices", _METADATA, Column("device", Text, primary_key=True), Column("name", Text))
games = Table(
    "games",
    _METADATA,
    Column("id", Integer, primary_key=True),
    Column("device", Text, ForeignKey("devices.device")),
    Column("epoch", Text),
    Column("number", Integer),
    Column("game_id", LargeBinary),
    Column("start", Integer),
    Column("header", LargeBinary),
    Column("fetched", Integer),
)
entries = Table(
    "entries",
    _METADATA,
    Column("game", Integer, ForeignKey("games.id"), primary_key=True),
    Column("sequence", Integer, primary_key=True),
    Column("body", LargeBinary),
)
seats = Table(
    "seats",
    _METADATA,
    Column("game", Integer, ForeignKey("games.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("name", Text),
)
dates = Table(
    "dates", _METADATA, Column("game", Integer, ForeignKey("games.id"), primary_key=True), Column("date", Text)
)
deleted = Table(
    "deleted",
    _METADATA,
    Column("device", Text, primary_key=True),
    Column("epoch", Text, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("id", Integer),
    Column("length", Integer),
    Column("sha256", Text),
)


def version_of(connection: Connection, path: object) -> int:
    """Which version the file has; 0: it is empty. Raises StoreError if it is not ours, or newer than this program."""
    version = _number(connection, "PRAGMA user_version")
    ours = _number(connection, "PRAGMA application_id")
    if not version and not ours and not _number(connection, "SELECT count(*) FROM sqlite_master"):
        return 0
    if ours != APPLICATION or version < 1:
        raise StoreError(f"{path}: this is a database, but no Oxtally store; is the path right?")
    if version > VERSION:
        raise StoreError(
            f"{path}: a newer oxtally made this store (version {version}, this one knows up to {VERSION}); "
            "bring oxtally up to date"
        )
    return version


def bring_up_to_date(connection: Connection, path: object) -> None:
    """Run the steps that are missing. The caller holds the write lock, and commits."""
    for step in STEPS[version_of(connection, path) :]:
        for statement in step:
            connection.exec_driver_sql(statement)
    connection.exec_driver_sql(f"PRAGMA application_id = {APPLICATION}")
    connection.exec_driver_sql(f"PRAGMA user_version = {VERSION}")


def _number(connection: Connection, query: str) -> int:
    found = connection.exec_driver_sql(query).scalar()
    return found if isinstance(found, int) else -1
