"""The same campaign with the real store at the laptop's end; and the promise of the whole: typed, synced, exported."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import bad_line
from conftest import GAMES, RECORDS
from ox.core.events import REDO, REVEAL, ROW, SETUP, UNDO
from ox.journal.format import make_header, make_record, read_header
from oxtally.fetching import fetch
from oxtally.kept import Told
from oxtally.link.session import Session
from oxtally.record import read_record, write_record
from oxtally.store import Store
from oxtally.virtual.cable import Cable
from oxtally.virtual.runner import write_roster
from oxtally.virtual.typist import MemoryFiles, type_record

RUNS = max(40, GAMES // 10)


class StoringLaptop:
    """As bad_line.Laptop, with the store."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.findings: list[str] = []

    def fetch(self, session: Session) -> None:
        self.findings += fetch(session, self.store, 1_790_000_000).findings

    @property
    def kept(self) -> dict[int, bytes]:
        return {one.key.number: self.store.journal(*one.key) for one in self.store.games()}


@pytest.mark.parametrize("part", range(4))
def test_whatever_the_line_does_the_store_has_the_journals(part, tmp_path):
    failures = []
    for seed in range(part, RUNS, 4):
        with Store.open(tmp_path / f"{seed}") as store:
            run = bad_line.Run(100_000 + seed)
            run.laptop = StoringLaptop(store)
            run.go()
            failures += [f"seed {seed}: {what}" for what in run.failures + run.laptop.findings]
    assert failures == []


def typed(path: Path) -> tuple[Cable, str]:
    """A device on which this record was typed, and its canonical form."""
    with path.open("rb") as file:
        log = read_record(file)
    names = [name.decode("latin-1") for name in log[0][4]]
    files = MemoryFiles()
    write_roster(files, names)
    keys = type_record(log, files).keys
    virtual = bad_line.VirtualDevice(bad_line.Flash())
    write_roster(virtual.files, names)
    virtual.power_on()
    for key in keys:
        virtual.press(key)
    return Cable(virtual), write_record(log)


@pytest.mark.parametrize("stem", ["booklet", "special-stop", "pro-parity-stop"])
def test_typed_synced_and_exported_it_is_the_same_record_though_one_byte_in_a_hundred_is_wrong(stem, tmp_path):
    cable, canonical = typed(next(path for path in RECORDS if path.stem == stem))
    line = bad_line.BadLine(cable, random.Random(stem), {"flip": 0.01})
    with Store.open(tmp_path / "store") as store:
        fetched = fetch(Session(line), store, 1_790_000_000)
        assert (fetched.new, fetched.findings) == ([1], [])
        assert Told(store.game(1)).record() == canonical
    assert line.happened["flip"] > 10


# --- One finding each, and the rest is fetched all the same


@pytest.fixture
def store(tmp_path):
    with Store.open(tmp_path / "store") as store:
        yield store


def plugged(kind: int = 3) -> Cable:
    return Cable(bad_line.switched_on(bad_line.chip(kind)))


def sync(cable: Cable, store: Store):
    return fetch(Session(cable), store, 1_790_000_000)


def test_a_game_with_other_bytes_under_the_same_key_is_altered_and_the_store_keeps_its_own(store):
    cable = plugged()
    sync(cable, store)
    before = {one.key.number: store.journal(*one.key) for one in store.games()}
    shelf = cable.virtual.device.app.shelf
    other = bytearray(before[2])
    other[5] ^= 1  # in the id of the game: its checksums follow from it
    files = cable.virtual.files
    with files.open("games/00002.oxj", "wb") as file:
        file.write(bytes(other))
    files.remove("games/00002.ack")
    fetched = sync(cable, store)
    assert len(fetched.findings) == 1
    assert "game 2" in fetched.findings[0]
    assert {one.key.number: store.journal(*one.key) for one in store.games()} == before
    assert shelf.acknowledged(3) == shelf.length(3)


def test_a_game_that_went_on_from_other_bytes_is_altered_too_with_the_entry(store):
    cable = plugged()
    sync(cable, store)
    key = next(one.key for one in store.games() if one.key.number == 2)
    before = store.journal(*key)
    header, crc, data = before[:20], read_header(before[:20])[2], before[:20]
    for event in ((SETUP, 0, 66, 0, (b"Anna", b"Ben")), *[(UNDO,), (REDO,)] * 60):
        record, crc = make_record(event, crc)
        data += record
    assert header == data[:20]
    assert len(data) > len(before)
    with cable.virtual.files.open("games/00002.oxj", "wb") as file:
        file.write(data)
    findings = sync(cable, store).findings
    assert len(findings) == 1
    assert findings[0].startswith("device e661640843210001, game 2, entry 0: altered")
    assert store.journal(*key) == before


def test_a_game_that_is_shorter_on_the_device_is_named(store):
    cable = plugged()
    sync(cable, store)
    data = store.journal(*next(one.key for one in store.games() if one.key.number == 1))
    with cable.virtual.files.open("games/00001.oxj", "wb") as file:
        file.write(data[:-8])
    findings = sync(cable, store).findings
    assert findings == [
        f"device e661640843210001, game 1: the device has only {len(data) - 8} bytes of the {len(data)} in the store, "
        "which keeps all of them"
    ]


def test_a_game_that_is_nowhere_is_named_and_one_that_the_laptop_has_may_be_gone(store, tmp_path):
    cable = plugged()
    sync(cable, store)
    cable.virtual.files.remove("games/00001.oxj")
    assert sync(cable, store).findings == []
    with Store.open(tmp_path / "another") as another:
        assert "game 1: it is neither on the device nor here" in sync(cable, another).findings[0]


def test_junk_on_the_device_is_named_and_stays_there(store):
    cable = plugged()
    with cable.virtual.files.open("games/00002.oxj", "wb") as file:
        file.write(bytes(300))
    fetched = sync(cable, store)
    assert len(fetched.findings) == 1
    assert "game 2: it cannot be read" in fetched.findings[0]
    assert 2 not in fetched.new
    assert len(fetched.new) == 3


def test_entries_that_break_the_rules_are_refused_with_their_place(store):
    """Somebody has written a journal with right checksums and a wrong game."""
    header = make_header(b"cheater!", 0)
    crc = read_header(header)[2]
    data = header
    for event in ((SETUP, 0, 66, 0, (b"Anna", b"Ben")), (ROW, 0, 12), (REVEAL, 1, 0, 12)):
        record, crc = make_record(event, crc)
        data += record
    cable = plugged()
    with cable.virtual.files.open("games/00002.oxj", "wb") as file:
        file.write(data)
    findings = sync(cable, store).findings
    assert len(findings) == 1
    assert findings[0].startswith("device e661640843210001, game 2, entry 2: ")


def test_a_deleted_game_does_not_come_back(store):
    cable = plugged()
    sync(cable, store)
    gone = next(one for one in store.games() if one.key.number == 2)
    store.delete(gone.id)
    again = sync(cable, store)
    assert (again.new, again.findings) == ([], [])
    assert 2 not in [one.key.number for one in store.games()]
