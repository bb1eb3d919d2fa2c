"""Journals for the tests: random games as the bytes that a device would have, and a store to put them into."""

from __future__ import annotations

import random
from pathlib import Path

from ox.core import events
from ox.core.events import Event
from ox.core.game import Game
from ox.journal.format import make_header, make_record, read_header
from oxtally.store import Added, Store

DEVICE = "e6614103e7452a2f"
EPOCH = "00112233aabbccdd"
FETCHED = 1_700_000_000
NAMES = (b"Anna", b"Ben", b"Chlo\xe9", b"Dan", b"Eve", b"Finn", b"Gus", b"Hana", b"Ida", b"Jo")


def journal(log: list[Event], game_id: bytes = b"\x01" * 8, start: int = FETCHED) -> bytes:
    """The bytes of a journal with these entries."""
    data = make_header(game_id, start)
    crc = read_header(data)[2]
    pieces = [data]
    for event in log:
        record, crc = make_record(event, crc)
        pieces.append(record)
    return b"".join(pieces)


def entry_ends(log: list[Event]) -> list[int]:
    """Where the header ends, and each entry."""
    return [len(journal(log[:count])) for count in range(len(log) + 1)]


def full_game(rng: random.Random, players: int = 4, target: int = 66, rules: int = 0) -> list[Event]:
    """A base game to its end; who has to choose a row takes the suggested one, or any."""
    game = Game()
    log: list[Event] = []

    def enter(event: Event) -> None:
        game.apply(event)
        log.append(event)

    enter((events.SETUP, rules, target, 0, NAMES[:players]))
    while not game.over():
        cards = rng.sample(range(1, 105), 4 + 10 * players)
        for slot in range(4):
            enter((events.ROW, slot, cards.pop()))
        for turn in range(1, 11):
            for player in range(players):
                enter((events.REVEAL, turn, player, cards.pop()))
            now = game.round
            assert now
            while now.asking:
                slot = now.suggestion() if rng.random() < 0.8 else rng.choice(now.choices())
                enter((events.CHOOSE, turn, *now.asked(), slot))
    return log


def put(
    store: Store, data: bytes, number: int = 1, *, offset: int = 0, device: str = DEVICE, name: str = "Kitchen"
) -> Added:
    return store.add(device, EPOCH, number, offset, data, device_name=name, fetched=FETCHED)


def filled(path: Path, *logs: list[Event], start: int = FETCHED) -> Path:
    """A store with these games, numbered from 1."""
    with Store.open(path) as store:
        for number, log in enumerate(logs, 1):
            put(store, journal(log, number.to_bytes(8, "big"), start), number)
    return path
