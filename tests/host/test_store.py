"""The store takes journals as they are, checks them, and gives them back byte for byte."""

from __future__ import annotations

import hashlib
import random
import re

import pytest

from journals import DEVICE, EPOCH, FETCHED, entry_ends, full_game, journal, put
from ox.core import events
from ox.journal.format import HEADER_LENGTH, make_record
from oxtally.store import Altered, Damaged, GameDeleted, Gap, NoSuchGame, Store, StoreError, Unverified
from oxtally.store.verify import verify
from sessions import session

LOG = full_game(random.Random(1))
DATA = journal(LOG)
ENDS = entry_ends(LOG)
SETUP = (events.SETUP, 0, 66, 0, (b"Anna", b"Ben"))


@pytest.fixture
def store(tmp_path):
    with Store.open(tmp_path / "games.db") as opened:
        yield opened


def everything(store: Store) -> list[tuple]:
    """All that a store holds, for saying that nothing has changed."""
    tables = ("devices", "games", "entries", "seats", "dates", "deleted")
    with store.database.reading() as connection:
        return [tuple(row) for table in tables for row in connection.exec_driver_sql(f"SELECT * FROM {table}")]


def findings(store: Store) -> list[str]:
    return [str(one) for one in verify(store, lambda done, total: None)[1]]


def sha(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def test_a_journal_comes_back_byte_for_byte(store):
    assert store.length(DEVICE, EPOCH, 1) == 0
    assert put(store, DATA) == (len(LOG), len(DATA), sha(DATA))
    assert store.length(DEVICE, EPOCH, 1) == len(DATA)
    assert store.journal(DEVICE, EPOCH, 1) == DATA
    assert store.sha256(DEVICE, EPOCH, 1, len(DATA)) == sha(DATA)
    assert store.sha256(DEVICE, EPOCH, 1, 33) == sha(DATA[:33])
    assert findings(store) == []


def test_it_is_there_in_the_next_session(tmp_path):
    with Store.open(tmp_path / "new folder" / "games.db") as store:
        put(store, DATA)
    with Store.open(tmp_path / "new folder" / "games.db", create=False) as store:
        assert store.journal(DEVICE, EPOCH, 1) == DATA


def test_random_evenings_in_random_pieces(store, block):
    """Undo, redo, corrections, all variants; every piece starts where the last one ended, or overlaps it."""
    for seed in block[::5]:
        rng = random.Random(seed)
        log = session(rng, rng.randint(1, 150))
        data = journal(log, rng.randbytes(8), rng.choice((0, FETCHED)))
        while (here := store.length(DEVICE, EPOCH, seed)) < len(data):
            offset = rng.choice((here, rng.randint(0, here)))
            put(store, data[offset : here + rng.randint(1, 400)], seed, offset=offset)
        assert store.journal(DEVICE, EPOCH, seed) == data, seed
    assert findings(store) == []


def test_a_torn_record_is_left_for_the_next_fetch(store):
    for cut in (*range(HEADER_LENGTH + 30), ENDS[5] + 1, ENDS[6] - 1, len(DATA) - 1):
        before = store.length(DEVICE, EPOCH, 1)
        added = put(store, DATA[before:cut], offset=before) if cut > before else put(store, DATA[:cut])
        whole = max((end for end in ENDS[1:] if end <= cut), default=0)
        assert added.length == max(whole, before)
        assert added.sha256 == sha(DATA[: added.length])
    assert put(store, DATA).length == len(DATA)


def test_a_header_alone_is_no_game_yet(store):
    assert put(store, DATA[:HEADER_LENGTH]) == (0, 0, sha(b""))
    assert everything(store) == []


def test_the_same_game_twice_is_there_once(store):
    put(store, DATA)
    before = everything(store)
    assert put(store, DATA) == (0, len(DATA), sha(DATA))
    assert put(store, DATA[50:90], offset=50) == (0, len(DATA), sha(DATA))
    assert everything(store) == before


def test_games_are_kept_apart_by_device_epoch_and_number(store):
    other = journal(full_game(random.Random(2)))
    put(store, DATA)
    put(store, other, 2)
    put(store, other, 1, device="ff")
    store.add(DEVICE, "99", 1, 0, other, device_name="Kitchen", fetched=FETCHED)
    assert store.ids() == [1, 2, 3, 4]
    assert store.journal(DEVICE, EPOCH, 1) == DATA
    assert store.journal(DEVICE, "99", 1) == other


def test_hexadecimal_in_capitals_is_the_same_device(store):
    put(store, DATA)
    assert store.length(DEVICE.upper(), EPOCH.upper(), 1) == len(DATA)


@pytest.mark.parametrize(("device", "epoch", "number"), [("", "1", 1), ("x", "1", 1), ("1", "\x1b", 1), ("1", "1", -1)])
def test_a_key_that_is_none(store, device, epoch, number):
    with pytest.raises(StoreError, match="is no"):
        store.add(device, epoch, number, 0, DATA, device_name="Kitchen", fetched=FETCHED)


def test_a_second_body_for_the_same_key_is_altered(store):
    put(store, DATA)
    before = everything(store)
    for entry in (0, 1, 7, len(LOG) - 1):
        place = ENDS[entry]
        changed = bytearray(DATA)
        changed[place + 2] ^= 1
        for offset in {0, place}:
            with pytest.raises(Altered, match=f"device {DEVICE}, game 1, entry {entry}: altered"):
                put(store, bytes(changed[offset:]), offset=offset)
    with pytest.raises(Altered, match="game 1, header: altered"):
        put(store, journal(LOG, b"another."))
    assert everything(store) == before


def test_another_continuation_is_altered_too(store):
    """The same game, valid in itself, but with another card as its tenth entry."""
    put(store, DATA)
    other = [*LOG[:9], (*LOG[9][:-1], next(card for card in range(1, 105) if card not in {e[-1] for e in LOG[1:60]}))]
    with pytest.raises(Altered, match="entry 9"):
        put(store, journal(other))


def test_a_gap_is_refused(store):
    with pytest.raises(Gap):
        put(store, DATA[30:], offset=30)
    put(store, DATA[: ENDS[5]])
    with pytest.raises(Gap, match=f"{ENDS[5]} bytes are in the store") as caught:
        put(store, DATA[ENDS[6] :], offset=ENDS[6])
    assert caught.value.length == ENDS[5]
    with pytest.raises(Gap):
        store.sha256(DEVICE, EPOCH, 1, ENDS[5] + 1)


@pytest.mark.parametrize(
    ("log", "entry", "reason"),
    [
        ([(events.ROW, 0, 5)], 0, "no game is set up yet"),
        ([SETUP, (events.ROW, 0, 5), (events.ROW, 1, 5)], 2, "that card was seen already this round: it started row 1"),
        ([SETUP, (events.REVEAL, 1, 0, 5)], 1, "something else has to come first"),
        ([SETUP, (events.REDO,)], 1, "there is nothing to redo"),
        ([SETUP, (events.UNDO,), (events.UNDO,)], 2, "there is nothing to undo"),
        ([SETUP, (events.CORRECT, 7, (events.ROW, 0, 5))], 1, "there is no such entry"),
        ([SETUP, (events.ROW, 0, 5), (events.CORRECT, 1, (events.ROW, 1, 5))], 2, "a correction has to answer"),
        ([SETUP, (events.ADJUST, 0, -5)], 1, "a total never falls below zero, and this one is 0"),
    ],
)
def test_entries_that_the_rules_refuse(store, log, entry, reason):
    with pytest.raises(Unverified, match=f"device {DEVICE}, game 1, entry {entry}: {re.escape(reason)}"):
        put(store, journal(log))
    assert everything(store) == []


def test_a_refused_entry_behind_good_ones_leaves_those_as_they_were(store):
    put(store, DATA[: ENDS[20]])
    before = everything(store)
    wrong, _ = make_record((events.ROW, 0, 5), int.from_bytes(DATA[ENDS[20] - 4 : ENDS[20]], "big"))
    with pytest.raises(Unverified, match="entry 20"):
        put(store, wrong, offset=ENDS[20])
    assert everything(store) == before
    assert put(store, DATA[ENDS[20] :], offset=ENDS[20]).length == len(DATA)


def test_a_plain_entry_while_a_correction_waits_is_refused(store):
    """The device writes such an answer as an addition; a log that does not was not written by one."""
    log = [SETUP, *[(events.ROW, slot, card) for slot, card in enumerate((10, 20, 30, 40))]]
    log += [(events.REVEAL, 1, 0, 50), (events.REVEAL, 1, 1, 60), (events.CORRECT, 6, (events.REVEAL, 1, 1, 5))]
    choose = (events.CHOOSE, 1, 1, 5, 0)
    put(store, journal([*log, choose]), 1)
    log += [choose, (events.REVEAL, 2, 0, 70), (events.CORRECT, 5, (events.REVEAL, 1, 0, 4))]
    with pytest.raises(Unverified, match="entry 11: something else has to come first"):
        put(store, journal([*log, (events.CHOOSE, 1, 0, 4, 1)]), 2)
    put(store, journal([*log, (events.ADD, 8, (events.CHOOSE, 1, 0, 4, 1))]), 3)


def test_every_single_flipped_bit_is_found(store):
    """Of a game that is not here yet: nothing of it is taken in, or what comes before the record that seems torn."""
    data = DATA[: ENDS[6]]
    for bit in range(len(data) * 8):
        changed = bytearray(data)
        changed[bit // 8] ^= 1 << bit % 8
        try:
            added = put(store, bytes(changed), bit)
        except Damaged as damaged:
            place = -1 if bit // 8 < HEADER_LENGTH else sum(end <= bit // 8 for end in ENDS[:7]) - 1
            found = damaged.entry
            assert (found, store.length(DEVICE, EPOCH, bit)) == (place, 0)
        else:
            assert added.length < len(data)
            assert added.length <= bit // 8
            assert data.startswith(changed[: added.length])


def test_bytes_that_do_not_follow_from_what_is_here(store):
    put(store, DATA[: ENDS[5]])
    with pytest.raises(Damaged, match="entry 5: damaged"):
        put(store, DATA[ENDS[6] :], offset=ENDS[5])


def test_a_journal_of_a_later_version(store):
    with pytest.raises(Damaged, match="header: the journal has version 9, which this oxtally does not know"):
        put(store, b"OXT\x09" + DATA[4:])


def test_fuzzed_bytes_leave_whole_games_or_nothing(store, block):
    for seed in block:
        rng = random.Random(seed)
        data = bytearray(journal(session(rng, 12)))
        for _ in range(rng.randint(1, 3)):
            at = rng.randrange(len(data))
            end = at + rng.randint(0, 9)
            data[at:end] = rng.choice((rng.randbytes(rng.randint(0, 9)), data[end : end + 9], b"\0" * 5, b"\xff" * 5))
        try:
            put(store, bytes(data), seed)
        except StoreError as error:
            said = str(error)
            assert said.isprintable()
            assert store.length(DEVICE, EPOCH, seed) == 0
        else:
            assert data.startswith(store.journal(DEVICE, EPOCH, seed) if store.length(DEVICE, EPOCH, seed) else b"")
    assert findings(store) == []


def test_fuzzed_entries_with_right_checksums(store, block):
    """Whoever can compute a checksum can still not make up a game."""
    for seed in block:
        rng = random.Random(seed)
        log = session(rng, rng.randint(2, 60))
        for _ in range(rng.randint(1, 3)):
            log.insert(rng.randint(1, len(log)), random_event(rng, len(log)))
        try:
            put(store, journal(log), seed)
        except Unverified as error:
            place = error.entry
            assert place < len(log)
            assert store.length(DEVICE, EPOCH, seed) == 0
    assert findings(store) == []


def random_event(rng: random.Random, length: int, inner: bool = True) -> events.Event:
    def small() -> int:
        return rng.choice((0, 1, 2, 3, 4, 5, 15))

    def card() -> int:
        return rng.choice((0, rng.randint(1, 104), 105, 255))

    plays = [
        (events.SETUP, rng.choice((0, 1, 4, 8, 255)), rng.choice((0, 66, 65535)), rng.choice((0, 2, 255)), (b"A", b"")),
        (events.PICK, small(), card()),
        (events.ROW, small(), card()),
        (events.REVEAL, rng.randrange(16), rng.randrange(16), card()),
        (events.SPECIAL, rng.randrange(16), rng.randrange(16), card(), rng.randrange(16), rng.randrange(16), card()),
        (events.CHOOSE, rng.randrange(16), rng.randrange(16), card(), small()),
        (events.ADJUST, small(), rng.choice((0, 1, -1, 171, -32768, 32767))),
        (events.VOID,),
        (events.STOP,),
    ]
    if not inner or rng.random() < 0.6:
        return rng.choice([*plays, (events.UNDO,), (events.REDO,)] if inner else plays)
    at = rng.choice((rng.randrange(length), 0xFFFFFF))
    return rng.choice(
        ((events.ADD, at, random_event(rng, length, False)), (events.CORRECT, at, random_event(rng, length, False)))
    )


def test_a_deleted_game_does_not_come_back(store):
    put(store, DATA)
    store.delete(1)
    assert store.ids() == []
    assert store.is_deleted(DEVICE, EPOCH, 1)
    # As if it were here: a sync finds nothing to fetch, and can still acknowledge it.
    assert store.length(DEVICE, EPOCH, 1) == len(DATA)
    assert store.sha256(DEVICE, EPOCH, 1, len(DATA)) == sha(DATA)
    with pytest.raises(GameDeleted):
        store.sha256(DEVICE, EPOCH, 1, 30)
    with pytest.raises(GameDeleted, match="game 1: deleted from the store"):
        put(store, DATA)
    with pytest.raises(NoSuchGame):
        store.journal(DEVICE, EPOCH, 1)
    with pytest.raises(NoSuchGame):
        store.delete(1)


def test_a_forgotten_game_may_come_back_under_another_number(store):
    put(store, DATA)
    store.delete(1, forget=True)
    put(store, DATA)
    assert store.ids() == [2]
    store.delete(2)
    store.delete(2, forget=True)
    put(store, DATA)
    assert store.ids() == [3]


def test_no_such_game(store):
    for game in (0, 1, 2**63, 10**30):
        with pytest.raises(NoSuchGame, match=f"there is no game {game} in the store"):
            store.game(game)
        with pytest.raises(NoSuchGame):
            store.delete(game)
    with pytest.raises(NoSuchGame):
        store.assign(1, {0: "Zoe"}, None)


def test_the_name_of_a_device_is_the_latest(store):
    put(store, DATA)
    store.add(DEVICE, EPOCH, 2, 0, DATA, device_name="Cellar", fetched=FETCHED + 5)
    assert [kept.device_name for kept in store.games()] == ["Cellar", "Cellar"]
    assert [kept.fetched for kept in store.games()] == [FETCHED, FETCHED + 5]
