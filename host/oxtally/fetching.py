"""Games from a device into the store: only what is missing, acknowledged once it is committed. Imports link, store.

Whatever goes wrong with one game is a finding, and the others are fetched all the same. When the line breaks, what has
arrived is kept, and the next time goes on from there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from oxtally.errors import DeviceRefused, LinkError
from oxtally.link.said import Hello, Listed
from oxtally.link.session import WRONG_HASH, Session
from oxtally.store import SOMEWHERE, Altered, Damaged, GameDeleted, JournalError, Key, Store


@dataclass
class Fetched:
    """What one sync has done."""

    device: Hello
    new: list[int] = field(default_factory=list)  # games by their number on the device
    longer: list[int] = field(default_factory=list)  # that had been fetched before, and went on
    entries: int = 0  # that are new
    known: int = 0  # games of which nothing new was there
    findings: list[str] = field(default_factory=list)  # what is wrong, a sentence each


def fetch(
    session: Session, store: Store, now: int, progress: Callable[[int, int], None] = lambda done, total: None
) -> Fetched:
    """Fetch what is new. `now`: seconds since 1970, also for the device's clock. Raises LinkError, StoreError."""
    who = session.hello()
    session.clock(now)
    fetched = Fetched(who)
    games = session.list()
    lengths = {game.number: store.length(who.device_id, who.epoch, game.number) for game in games}
    total = sum(max(0, game.length - lengths[game.number]) for game in games)
    done = 0

    def advance(count: int) -> None:
        nonlocal done
        done += count
        progress(done, total)

    for game in games:
        key = Key(who.device_id, who.epoch, game.number)
        try:
            _fetch_game(session, store, fetched, game, lengths[game.number], now, advance)
        except GameDeleted:
            fetched.known += 1  # that was asked for: not a finding
        except JournalError as error:
            fetched.findings.append(str(error))
        except DeviceRefused as error:
            altered = error.code == WRONG_HASH  # it would not mark what it has as fetched
            fetched.findings.append(str(Altered(key, SOMEWHERE) if altered else f"{key}: {error}"))
    fetched.findings += _lost(store, who, games)
    return fetched


def _fetch_game(
    session: Session,
    store: Store,
    fetched: Fetched,
    game: Listed,
    here: int,
    now: int,
    advance: Callable[[int], None],
) -> None:
    who = fetched.device
    key = Key(who.device_id, who.epoch, game.number)
    if game.unreadable:
        fetched.findings.append(f"{key}: it cannot be read, not even by the device; it stays there")
        return
    if game.unfinished:
        fetched.findings.append(f"{key}: its end may be missing: the device's memory has lost something")
    if here > game.length:
        fetched.findings.append(
            f"{key}: the device has only {game.length} bytes of the {here} in the store, which keeps all of them"
        )
        return
    length = here
    if here < game.length:
        data = bytearray()
        try:
            for piece in session.read(game.number, here, game.length):
                data += piece
                advance(len(piece))
        except LinkError:  # what has come is not to be fetched again
            store.add(*key, here, bytes(data), device_name=who.name, fetched=now)
            raise
        try:
            added = store.add(*key, here, bytes(data), device_name=who.name, fetched=now)
        except Damaged as damaged:
            if here and damaged.entry >= 0:  # what is behind ours does not follow from it: are the device's others?
                whole = b"".join(session.read(game.number, 0, game.length))
                store.add(*key, 0, whole, device_name=who.name, fetched=now)
            raise
        length = added.length
        fetched.entries += added.entries
        (fetched.longer if here else fetched.new).append(game.number)
    else:
        fetched.known += 1
    if length and game.acknowledged != length:
        session.ack(game.number, length, store.sha256(*key, length))


def _lost(store: Store, who: Hello, games: list[Listed]) -> list[str]:
    """Numbers go up one by one, and only what a laptop has is ever deleted: what is in neither place was lost."""
    there = {game.number for game in games}
    newest = max(there, default=0)
    return [
        f"{Key(who.device_id, who.epoch, number)}: it is neither on the device nor here; another laptop may have it, "
        "or the device's memory has lost it"
        for number in range(1, newest)
        if number not in there and not store.length(who.device_id, who.epoch, number)
    ]
