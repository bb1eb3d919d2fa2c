"""Store: journals in, journals out, and what people say about their games. Imports all but verify and backup.

Whatever changes the store is one transaction, and has been committed when the method returns.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple

from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.dialects.sqlite import insert as upsert

from ox.journal.format import HEADER_LENGTH
from oxtally.errors import printable
from oxtally.store import chain, schema
from oxtally.store.database import Database
from oxtally.store.faults import HEADER, Altered, GameDeleted, Gap, Key, NoSuchGame, StoreError

_CHUNK = 200  # games that are read at once
_LARGEST = 2**63 - 1  # number that SQLite can hold


class Added(NamedTuple):
    entries: int  # that are new
    length: int  # bytes of that journal that are here now
    sha256: str  # of those


@dataclass
class Kept:
    """A game of the store. `bodies` are its records; if they could not be read, `trouble` says why."""

    id: int
    key: Key
    device_name: str
    game_id: bytes
    start: int  # seconds since 1970, 0: the clock was not set
    header: bytes
    fetched: int
    seats: dict[int, str] = field(default_factory=dict)  # assigned names, by seat from 0
    date: str = ""  # assigned
    bodies: list[bytes] = field(default_factory=list)
    sequences: list[int] = field(default_factory=list)
    trouble: StoreError | None = None


class Store:
    def __init__(self, database: Database) -> None:
        self.database = database

    @classmethod
    def open(cls, path: str | Path, *, create: bool = True) -> Store:
        """The store in that file. Raises StoreError, with a sentence for whatever is wrong with it."""
        return cls(Database(Path(path), create=create))

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        self.database.close()

    # --- Journals

    def add(
        self, device: str, epoch: str, number: int, offset: int, data: bytes, *, device_name: str, fetched: int
    ) -> Added:
        """Put a piece of a journal behind what is here; what is here already is compared.

        `fetched` is the time, in seconds since 1970. A record that is torn at the end of `data` is left for the next
        time. Raises Altered, Damaged, Unverified, Gap, GameDeleted, StoreError, and then nothing has changed.
        """
        key = _key(device, epoch, number)
        with self.database.writing() as connection:
            game, header, bodies = _journal(connection, key)
            if game is None and _deleted(connection, key):
                raise GameDeleted(key)
            here = header + b"".join(bodies)
            if offset > len(here):
                raise Gap(key, offset, len(here))
            _compare(key, here, bodies, offset, data)
            more = data[len(here) - offset :] if offset + len(data) > len(here) else b""
            if game is None:
                header, more = more[:HEADER_LENGTH], more[HEADER_LENGTH:]
                if len(header) < HEADER_LENGTH:
                    return _added(0, b"")
            game_id, start, _ = chain.header_of(key, header)
            new = chain.cut(key, more, len(bodies), chain.last_crc(header, bodies))
            if not new:  # a header alone is no game yet
                return _added(0, here)
            chain.play_through(key, chain.read(key, header, [*bodies, *new]))
            _name_device(connection, key.device, device_name)
            if game is None:
                row = {"device": key.device, "epoch": key.epoch, "number": number, "game_id": game_id, "start": start}
                made = connection.execute(insert(schema.games).values(**row, header=header, fetched=fetched))
                game = made.lastrowid
            else:
                connection.execute(update(schema.games).where(schema.games.c.id == game).values(fetched=fetched))
            connection.execute(
                insert(schema.entries),
                [{"game": game, "sequence": sequence, "body": body} for sequence, body in enumerate(new, len(bodies))],
            )
            return _added(len(new), (here or header) + b"".join(new))

    def length(self, device: str, epoch: str, number: int) -> int:
        """How many bytes of that journal are here. Of a deleted game: how many were."""
        key = _key(device, epoch, number)
        with self.database.reading() as connection:
            game, header, bodies = _journal(connection, key)
            gone = _deleted(connection, key) if game is None else None
            return gone.length if gone else len(header) + sum(map(len, bodies))

    def journal(self, device: str, epoch: str, number: int) -> bytes:
        """That journal, byte for byte as it is on the device. Raises NoSuchGame."""
        key = _key(device, epoch, number)
        with self.database.reading() as connection:
            game, header, bodies = _journal(connection, key)
        if game is None:
            raise NoSuchGame(f"{number} of device {printable(device)}")
        return header + b"".join(bodies)

    def sha256(self, device: str, epoch: str, number: int, length: int) -> str:
        """Of the first `length` bytes of that journal. Raises StoreError if there are fewer."""
        key = _key(device, epoch, number)
        with self.database.reading() as connection:
            game, header, bodies = _journal(connection, key)
            gone = _deleted(connection, key) if game is None else None
        if gone:
            if length != gone.length:
                raise GameDeleted(key)
            return str(gone.sha256)
        data = header + b"".join(bodies)
        if length > len(data):
            raise Gap(key, length, len(data))
        return hashlib.sha256(data[:length]).hexdigest()

    def is_deleted(self, device: str, epoch: str, number: int) -> bool:
        """Whether that game was deleted here, and is not to be fetched again."""
        key = _key(device, epoch, number)
        with self.database.reading() as connection:
            return _journal(connection, key)[0] is None and _deleted(connection, key) is not None

    # --- Games

    def ids(self) -> list[int]:
        """The handles of all games, oldest arrival first."""
        with self.database.reading() as connection:
            return list(connection.execute(select(schema.games.c.id).order_by(schema.games.c.id)).scalars())

    def game(self, game: int) -> Kept:
        """One game by its handle. Raises NoSuchGame."""
        if not 0 < game <= _LARGEST:
            raise NoSuchGame(game)
        for kept in self.games([game]):
            return kept
        raise NoSuchGame(game)

    def games(self, ids: Sequence[int] | None = None) -> Iterator[Kept]:
        """All games, or these. One whose entries cannot be read has `trouble`, and does not keep the others back."""
        wanted = self.ids() if ids is None else ids
        for at in range(0, len(wanted), _CHUNK):
            yield from self._read(wanted[at : at + _CHUNK])

    def _read(self, ids: Sequence[int]) -> list[Kept]:
        try:
            with self.database.reading() as connection:
                found = _kept(connection, ids)
                _fill(connection, found)
                return list(found.values())
        except StoreError as error:
            if len(ids) == 1:
                return [self._unreadable(ids[0], error)]
            return [kept for one in ids for kept in self._read([one])]

    def _unreadable(self, game: int, error: StoreError) -> Kept:
        """What is left to say about a game when its entries cannot be read."""
        try:
            with self.database.reading() as connection:
                found = _kept(connection, [game])
        except StoreError:
            found = {}
        kept = found.get(game) or Kept(game, Key("", "", 0), "", b"", 0, b"", 0)
        kept.trouble = error
        return kept

    def assign(self, game: int, seats: dict[int, str], date: str | None) -> None:
        """Say who sat where (seats from 0), and when it was; empty text takes back what was said. Raises NoSuchGame."""
        with self.database.writing() as connection:
            _need(connection, game)
            for seat, name in seats.items():
                at = (schema.seats.c.game == game) & (schema.seats.c.seat == seat)
                connection.execute(delete(schema.seats).where(at))
                if name:
                    connection.execute(insert(schema.seats).values(game=game, seat=seat, name=name))
            if date is not None:
                connection.execute(delete(schema.dates).where(schema.dates.c.game == game))
            if date:
                connection.execute(insert(schema.dates).values(game=game, date=date))

    def delete(self, game: int, *, forget: bool = False) -> None:
        """Take a game out. It is remembered, so that it is not fetched again; or forgotten, so that it is."""
        if not 0 < game <= _LARGEST:
            raise NoSuchGame(game)
        with self.database.writing() as connection:
            gone = schema.deleted.c.id == game
            if forget and connection.execute(delete(schema.deleted).where(gone)).rowcount:
                return
            row = _need(connection, game)
            key = Key(row.device, row.epoch, row.number)
            if not forget:
                try:
                    _, header, bodies = _journal(connection, key)
                except StoreError:  # damaged: there is nothing that a device could have the same of
                    header, bodies = b"", []
                data = header + b"".join(bodies)
                digest = hashlib.sha256(data).hexdigest()
                connection.execute(
                    upsert(schema.deleted)
                    .values(**key._asdict(), id=game, length=len(data), sha256=digest)
                    .on_conflict_do_nothing()
                )
            connection.execute(delete(schema.games).where(schema.games.c.id == game))


def _key(device: str, epoch: str, number: int) -> Key:
    """Device and epoch as hexadecimal in lower case. Whoever asks got them from a device, so they may be anything."""
    key = Key(device.lower(), epoch.lower(), number)
    for what, text in (("device id", key.device), ("epoch", key.epoch)):
        if not re.fullmatch("[0-9a-f]{1,64}", text):
            raise StoreError(f"{printable(text[:80])!r} is no {what}: those are hexadecimal digits")
    if not 0 <= number <= _LARGEST:
        raise StoreError(f"device {key.device}: {number} is no number of a game")
    return key


def _added(entries: int, data: bytes) -> Added:
    return Added(entries, len(data), hashlib.sha256(data).hexdigest())


def _compare(key: Key, here: bytes, bodies: list[bytes], offset: int, data: bytes) -> None:
    """Bytes that are here already have to be the same. Raises Altered with the first entry that is not."""
    old = here[offset : offset + len(data)]
    if data[: len(old)] == old:
        return
    place = offset + next(at for at, (one, other) in enumerate(zip(old, data, strict=False)) if one != other)
    entry, end = HEADER, HEADER_LENGTH
    while end <= place:
        entry += 1
        end += len(bodies[entry])
    raise Altered(key, entry)


def _where(table: Any, key: Key) -> Any:
    return (table.c.device == key.device) & (table.c.epoch == key.epoch) & (table.c.number == key.number)


# Blobs are read as they are, without SQLAlchemy's types: in a damaged file they may be no blobs.
_BODIES = "SELECT body FROM entries WHERE game = ? ORDER BY sequence"


def _journal(connection: Connection, key: Key) -> tuple[int | None, bytes, list[bytes]]:
    """(handle, header, records) of a journal; the handle is None if it is not here."""
    game = connection.execute(select(schema.games.c.id).where(_where(schema.games, key))).scalar()
    if game is None:
        return None, b"", []
    header = connection.exec_driver_sql("SELECT header FROM games WHERE id = ?", (game,)).scalar()
    bodies = list(connection.exec_driver_sql(_BODIES, (game,)).scalars())
    if not all(type(piece) is bytes for piece in (header, *bodies)):
        raise StoreError(f"{key}: this game is damaged in the store; `oxtally verify` says where")
    return game, header, bodies  # type: ignore[return-value]


def _deleted(connection: Connection, key: Key) -> Any:
    return connection.execute(select(schema.deleted).where(_where(schema.deleted, key))).first()


def _need(connection: Connection, game: int) -> Any:
    columns = schema.games.c
    row = connection.execute(select(columns.device, columns.epoch, columns.number).where(columns.id == game)).first()
    if row is None:
        raise NoSuchGame(game)
    return row


def _name_device(connection: Connection, device: str, name: str) -> None:
    put = upsert(schema.devices).values(device=device, name=name)
    connection.execute(put.on_conflict_do_update(index_elements=["device"], set_={"name": name}))


_GAMES = (
    "SELECT id, device, epoch, number, coalesce(name, ''), game_id, start, header, fetched"
    " FROM games LEFT JOIN devices USING (device) WHERE id"
)


def _between(ids: Sequence[int]) -> tuple[str, tuple[int, ...]]:
    """As a condition: handles that are asked for at once mostly follow each other."""
    return f" IN ({', '.join('?' * len(ids))})", tuple(ids)


def _kept(connection: Connection, ids: Sequence[int]) -> dict[int, Kept]:
    condition, values = _between(ids)
    found: dict[int, Kept] = {}
    for row in connection.exec_driver_sql(_GAMES + condition, values):
        game, device, epoch, number, name, game_id, start, header, fetched = row
        found[game] = Kept(game, Key(str(device), str(epoch), number), str(name), game_id, start, header, fetched)
    return {game: found[game] for game in ids if game in found}


def _fill(connection: Connection, found: dict[int, Kept]) -> None:
    """What belongs to these games in the other tables."""
    condition, values = _between(list(found))
    query = "SELECT game, sequence, body FROM entries WHERE game" + condition + " ORDER BY game, sequence"
    for game, sequence, body in connection.exec_driver_sql(query, values).fetchall():
        kept = found.get(game)
        if kept is None:  # an index that is damaged leads to rows of somebody else
            raise StoreError("the store is damaged; `oxtally restore` brings a backup back")
        kept.sequences.append(sequence)
        kept.bodies.append(body)
    for game, seat, name in connection.exec_driver_sql(
        "SELECT game, seat, name FROM seats WHERE game" + condition, values
    ):
        found[game].seats[seat] = str(name)
    for game, date in connection.exec_driver_sql("SELECT game, date FROM dates WHERE game" + condition, values):
        found[game].date = str(date)
