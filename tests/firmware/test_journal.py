"""Journals: what was written comes back, and whatever else is in the file is named, never taken for a game."""

from __future__ import annotations

import random
import re

import pytest

from conftest import ROOT
from ox.core.events import REVEAL, ROW, SETUP, UNDO, encode
from ox.core.history import History
from ox.journal.format import (
    DAMAGED,
    HEADER_LENGTH,
    MAX_EVENT,
    NOT_A_JOURNAL,
    TORN,
    BadJournal,
    make_epoch,
    make_header,
    make_mark,
    make_record,
    make_tail_header,
    read_epoch,
    read_header,
    read_mark,
    read_tail_header,
)
from ox.journal.shelf import MENDED, Shelf
from oxtally.virtual.typist import MemoryFiles
from sessions import session

ID = bytes(range(8))
GAME = "games/00001.oxj"


def shelf_of(files: MemoryFiles) -> Shelf:
    return Shelf(files, lambda: ID)


def write(log) -> bytes:
    """All bytes of the journal of these events."""
    files = MemoryFiles()
    journal = shelf_of(files).begin(None, 1_700_000_000)
    for event in log:
        journal.append(event)
    journal.seal()
    return files.content[GAME]


def read(data: bytes):
    files = MemoryFiles()
    files.content[GAME] = data
    return shelf_of(files).open(1)


def test_what_was_written_comes_back():
    for seed in range(30):
        log = session(random.Random(seed), 150)
        data = write(log)
        journal = read(data)
        assert list(journal) == log
        assert (journal.game_id, journal.start, journal.damage) == (ID, 1_700_000_000, 0)
        assert (journal.end, journal.count) == (len(data), len(log))


def test_a_history_goes_on_from_its_journal_after_a_power_cut():
    log = session(random.Random(7), 200)
    files = MemoryFiles()
    history = History(shelf_of(files).begin(None, 0))
    for event in log[:100]:
        history.enter(event)
    again = shelf_of(files).resume()  # the plug was pulled
    for event in log[100:]:
        again.enter(event)
    again.enter((UNDO,))
    assert list(shelf_of(files).resume().log) == [*log, (UNDO,)]


def test_the_laptop_reads_any_part_of_a_game_under_way():
    log = session(random.Random(8), 120)
    files = MemoryFiles()
    shelf = shelf_of(files)
    journal = shelf.begin(None, 1_700_000_000)
    for event in log:
        journal.append(event)
    whole = write(log)
    assert shelf.length(1) == len(whole)
    for at in range(0, len(whole), 7):
        assert shelf.read(1, at, 100) == whole[at : at + 100]


def test_a_journal_that_ends_anywhere_gives_the_entries_before_and_takes_more_after_mending():
    log = session(random.Random(3), 40)
    whole = write(log)
    ends = [HEADER_LENGTH]
    for event in log:
        ends.append(ends[-1] + 1 + len(encode(event)) + 4)
    assert ends[-1] == len(whole)
    for cut in range(HEADER_LENGTH, len(whole)):
        journal = read(whole[:cut])
        count = sum(1 for end in ends[1:] if end <= cut)
        assert list(journal) == log[:count]
        assert journal.damage == (0 if cut in ends else TORN)
        if journal.damage:
            with pytest.raises(BadJournal):
                journal.append((UNDO,))
            journal.mend()
        journal.append((UNDO,))
        assert list(journal) == [*log[:count], (UNDO,)]


def test_a_flipped_bit_anywhere_is_noticed():
    log = session(random.Random(4), 30)
    whole = write(log)
    for at in range(len(whole)):
        for bit in range(8):
            broken = bytearray(whole)
            broken[at] ^= 1 << bit
            try:
                journal = read(bytes(broken))
            except BadJournal:
                assert at < HEADER_LENGTH
                continue
            assert at >= HEADER_LENGTH
            assert journal.damage in (TORN, DAMAGED)
            saved = list(journal)
            assert saved == log[: len(saved)]
            assert journal.end <= at


def test_a_damaged_game_goes_on_from_what_could_be_saved_and_all_bytes_are_kept():
    log = session(random.Random(12), 150)
    files = MemoryFiles()
    journal = shelf_of(files).begin(None, 0)
    for event in log:
        journal.append(event)
    path = "games/00001.open"
    found = bytearray(files.content[path])
    found[len(found) // 2] ^= 4
    files.content[path] = bytes(found)
    shelf = shelf_of(files)
    saved = list(shelf.resume().log)
    assert (shelf.found, shelf.found_number) == (MENDED, 1)
    assert 0 < len(saved) < len(log)
    assert saved == log[: len(saved)]
    bad = [name for name in files.content if name.endswith(".bad")]
    assert len(bad) == 1
    assert files.content[bad[0]].startswith(bytes(found))
    again = shelf_of(files)
    again.resume().enter((UNDO,))
    assert again.found == 0, "said once"
    assert list(shelf_of(files).resume().log) == [*saved, (UNDO,)]


def test_records_of_another_place_or_another_game_are_damage():
    log = session(random.Random(5), 20)
    records, crc = [], read_header(make_header(ID, 0))[2]
    for event in log:
        record, crc = make_record(event, crc)
        records.append(record)
    other = make_header(bytes(8), 0)
    for wrong in (records[:2] + records[3:], [records[0], records[2], records[1]], [records[0], *records]):
        assert read(make_header(ID, 0) + b"".join(wrong)).damage == DAMAGED
    assert read(other + b"".join(records)).damage == DAMAGED


@pytest.mark.parametrize("blank", [0x00, 0xFF])
def test_blank_flash_is_not_taken_for_records(blank):
    whole = write(session(random.Random(6), 20))
    broken = read(whole + bytes([blank]) * 300)
    assert broken.damage == DAMAGED
    assert broken.end == len(whole)


@pytest.mark.parametrize("content", [b"", b"OXT", b"hello world, this is no journal", bytes(100)])
def test_what_is_no_journal(content):
    with pytest.raises(BadJournal) as error:
        read(content)
    assert error.value.reason == NOT_A_JOURNAL


def test_the_bytes_never_change():
    """The example of docs/journal.md: a change to it is a new version of the format."""
    lines = (ROOT / "docs" / "journal.md").read_text().split("```")[1].strip().splitlines()
    data = bytes.fromhex("".join(re.split(" {3,}", line)[0] for line in lines))
    journal = read(data)
    assert (journal.game_id, journal.start, journal.damage) == (ID, 1_700_000_000, 0)
    assert list(journal) == [(SETUP, 0, 66, 0, (b"Anna", b"Ben")), (ROW, 0, 12), (REVEAL, 1, 0, 14), (UNDO,)]


def test_the_bytes_of_the_small_files_never_change():
    """The second example of docs/journal.md."""
    lines = (ROOT / "docs" / "journal.md").read_text().split("```")[3].strip().splitlines()
    tail, mark, epoch = [bytes.fromhex(re.split(" {3,}", line)[0]) for line in lines]
    crc = read_header(make_header(ID, 1_700_000_000))[2]
    assert tail == make_tail_header(1, 49, 0x02E24614, 7)
    assert read_tail_header(tail) == (1, 49, 0x02E24614, 7)
    assert mark == make_mark(63, crc)
    assert read_mark(mark, crc) == 63
    assert epoch == make_epoch(bytes(range(16, 24)), True)
    assert read_epoch(epoch) == (bytes(range(16, 24)), True)


def test_the_longest_event_fits():
    setup = (1, 0, 66, 0, tuple(b"%012d" % seat for seat in range(10)))
    assert len(encode(setup)) == MAX_EVENT < 255
