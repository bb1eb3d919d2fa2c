"""A journal as its entries: cut from bytes, the chain of checksums followed, played through the rules.

Pure: bytes in, events out. Imports faults, oxtally.reasons, ox.core and ox.journal.format.
"""

from __future__ import annotations

from binascii import crc32
from collections.abc import Sequence

from ox.core.events import UNDO, Event
from ox.core.game import Game
from ox.core.history import NO_ENTRY, History
from ox.core.refused import NOT_YET, Refused
from ox.journal.format import CRC_LENGTH, HEADER_LENGTH, OTHER_VERSION, TORN, BadJournal, read_header, read_record
from oxtally.reasons import sentence
from oxtally.store.faults import HEADER, Damaged, Key, Unverified

# Events by their record without its checksum: a game has few that were not in another one before.
_KNOWN: dict[bytes, Event] = {}
_MAX_KNOWN = 100_000


def header_of(key: Key, header: bytes) -> tuple[bytes, int, int]:
    """(game id, start, CRC-32) of a journal's header. Raises Damaged."""
    try:
        return read_header(header)
    except BadJournal as bad:
        if bad.reason == OTHER_VERSION:
            what = f"the journal has version {header[3]}, which this oxtally does not know; bring it up to date"
        else:
            what = "this is not the start of a journal, or it is damaged"
        raise Damaged(key, HEADER, what) from None


def cut(key: Key, data: bytes, first: int, crc: int) -> list[bytes]:
    """The whole records in `data`, the first of which is entry `first` behind one with that CRC-32.

    A record that is torn at the end is left out. Raises Damaged.
    """
    bodies: list[bytes] = []
    at = 0
    while at < len(data):
        try:
            _, end, crc = read_record(data, at, crc)
        except BadJournal as bad:
            if bad.reason == TORN:
                break
            raise Damaged(key, first + len(bodies), _BROKEN) from None
        bodies.append(data[at:end])
        at = end
    return bodies


_BROKEN = "damaged: the bytes are not what was written behind the entry before"


def last_crc(header: bytes, bodies: Sequence[bytes]) -> int:
    return int.from_bytes((bodies[-1] if bodies else header)[-CRC_LENGTH:], "big")


def read(key: Key, header: bytes, bodies: Sequence[bytes]) -> list[Event]:
    """The events of a journal that was kept, with all checksums checked. Raises Damaged."""
    if type(header) is not bytes:  # a store that was tampered with may hold anything
        raise Damaged(key, HEADER, "this is not the start of a journal, or it is damaged")
    crc = header_of(key, header)[2]
    events: list[Event] = []
    for body in bodies:
        if type(body) is not bytes:
            raise Damaged(key, len(events), _BROKEN)
        content = body[:-CRC_LENGTH]
        after = crc32(content, crc)
        event = _KNOWN.get(content)
        if event is None:
            event = _read_slowly(key, len(events), body, crc)
        elif body[-CRC_LENGTH:] != after.to_bytes(CRC_LENGTH, "big"):
            raise Damaged(key, len(events), _BROKEN)
        events.append(event)
        crc = after
    return events


def whole(key: Key, data: bytes) -> list[Event]:
    """The events of a journal that is all there, every byte and every entry checked. Raises Damaged, Unverified."""
    header, rest = data[:HEADER_LENGTH], data[HEADER_LENGTH:]
    bodies = cut(key, rest, 0, header_of(key, header)[2])
    if sum(map(len, bodies)) < len(rest):
        raise Damaged(key, len(bodies), "torn: the journal ends in the middle of it")
    events = read(key, header, bodies)
    play_through(key, events)
    return events


def _read_slowly(key: Key, entry: int, body: bytes, crc: int) -> Event:
    try:
        event, end, _ = read_record(body, 0, crc)
    except (BadJournal, IndexError):  # IndexError: no bytes at all
        raise Damaged(key, entry, _BROKEN) from None
    if end != len(body):
        raise Damaged(key, entry, _BROKEN)
    if len(_KNOWN) < _MAX_KNOWN:
        _KNOWN[body[:-CRC_LENGTH]] = event
    return event


def play_through(key: Key, events: Sequence[Event]) -> Game:
    """Every entry through the rules, as if it were typed now. Raises Unverified."""
    if all(event[0] < UNDO for event in events):
        game = Game()
        for entry, event in enumerate(events):
            try:
                game.apply(event)
            except Refused as refused:
                raise Unverified(key, entry, sentence(refused, game)) from None
        return game
    log: list[Event] = []
    history = History(log)
    for entry, event in enumerate(events):
        try:
            # The device writes an answer to what a correction left open as an addition, never as it was typed.
            if history.waiting != NO_ENTRY and event[0] < UNDO:
                raise Refused(NOT_YET)
            history.enter(event)
        except Refused as refused:
            raise Unverified(key, entry, sentence(refused, history.game)) from None
    return history.game
