"""Journals: what was written comes back, and whatever else is in the file is named, never taken for a game."""

from __future__ import annotations

import os
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
    make_header,
    make_record,
    read_header,
)
from ox.journal.journal import Journal, create
from sessions import session

ID = bytes(range(8))


class Files:
    open = staticmethod(open)
    rename = staticmethod(os.rename)


def write(path, log) -> Journal:
    journal = create(Files, str(path), ID, 1_700_000_000)
    for event in log:
        journal.append(event)
    journal.close()
    return Journal(Files, str(path))


def test_what_was_written_comes_back(tmp_path):
    for seed in range(30):
        log = session(random.Random(seed), 150)
        journal = write(tmp_path / f"{seed}", log)
        assert list(journal) == log
        assert (journal.game_id, journal.start, journal.damage) == (ID, 1_700_000_000, 0)
        assert journal.end == os.path.getsize(tmp_path / f"{seed}")


def test_a_history_goes_on_from_its_journal(tmp_path):
    log = session(random.Random(7), 200)
    history = History(create(Files, str(tmp_path / "game"), ID, 0))
    for event in log[:100]:
        history.enter(event)
    history.log.close()  # the plug was pulled
    again = History(Journal(Files, str(tmp_path / "game")))
    for event in log[100:]:
        again.enter(event)
    again.enter((UNDO,))
    again.log.close()
    assert list(Journal(Files, str(tmp_path / "game"))) == [*log, (UNDO,)]


def test_a_journal_that_ends_anywhere_gives_the_entries_before_and_takes_more_after_mending(tmp_path):
    log = session(random.Random(3), 40)
    write(tmp_path / "whole", log)
    whole = (tmp_path / "whole").read_bytes()
    ends = [HEADER_LENGTH]
    for event in log:
        ends.append(ends[-1] + 1 + len(encode(event)) + 4)
    assert ends[-1] == len(whole)
    for cut in range(HEADER_LENGTH, len(whole)):
        path = tmp_path / "cut"
        path.write_bytes(whole[:cut])
        journal = Journal(Files, str(path))
        count = sum(1 for end in ends[1:] if end <= cut)
        assert list(journal) == log[:count]
        assert journal.damage == (0 if cut in ends else TORN)
        if journal.damage:
            with pytest.raises(BadJournal):
                journal.append((UNDO,))
            journal.mend()
        journal.append((UNDO,))
        journal.close()
        assert list(Journal(Files, str(path))) == [*log[:count], (UNDO,)]


def test_a_flipped_bit_anywhere_is_noticed(tmp_path):
    log = session(random.Random(4), 30)
    write(tmp_path / "whole", log)
    whole = (tmp_path / "whole").read_bytes()
    for at in range(len(whole)):
        for bit in range(8):
            broken = bytearray(whole)
            broken[at] ^= 1 << bit
            (tmp_path / "broken").write_bytes(broken)
            try:
                journal = Journal(Files, str(tmp_path / "broken"))
            except BadJournal:
                assert at < HEADER_LENGTH
                continue
            assert at >= HEADER_LENGTH
            assert journal.damage in (TORN, DAMAGED)
            saved = list(journal)
            assert saved == log[: len(saved)]
            assert journal.end <= at


def test_records_of_another_place_or_another_game_are_damage(tmp_path):
    log = session(random.Random(5), 20)
    records, crc = [], read_header(make_header(ID, 0))[2]
    for event in log:
        record, crc = make_record(event, crc)
        records.append(record)
    other = make_header(bytes(8), 0)
    for wrong in (records[:2] + records[3:], [records[0], records[2], records[1]], [records[0], *records]):
        (tmp_path / "wrong").write_bytes(make_header(ID, 0) + b"".join(wrong))
        assert Journal(Files, str(tmp_path / "wrong")).damage == DAMAGED
    (tmp_path / "wrong").write_bytes(other + b"".join(records))
    assert Journal(Files, str(tmp_path / "wrong")).damage == DAMAGED


@pytest.mark.parametrize("blank", [0x00, 0xFF])
def test_blank_flash_is_not_taken_for_records(tmp_path, blank):
    journal = write(tmp_path / "game", session(random.Random(6), 20))
    with open(tmp_path / "game", "ab") as file:
        file.write(bytes([blank]) * 300)
    broken = Journal(Files, str(tmp_path / "game"))
    assert broken.damage == DAMAGED
    assert broken.end == journal.end


@pytest.mark.parametrize("content", [b"", b"OXT", b"hello world, this is no journal", bytes(100)])
def test_what_is_no_journal(tmp_path, content):
    (tmp_path / "file").write_bytes(content)
    with pytest.raises(BadJournal) as error:
        Journal(Files, str(tmp_path / "file"))
    assert error.value.reason == NOT_A_JOURNAL


def test_the_bytes_never_change(tmp_path):
    """The example of docs/journal.md: a change to it is a new version of the format."""
    lines = (ROOT / "docs" / "journal.md").read_text().split("```")[1].strip().splitlines()
    data = bytes.fromhex("".join(re.split(" {3,}", line)[0] for line in lines))
    (tmp_path / "game").write_bytes(data)
    journal = Journal(Files, str(tmp_path / "game"))
    assert (journal.game_id, journal.start, journal.damage) == (ID, 1_700_000_000, 0)
    assert list(journal) == [(SETUP, 0, 66, 0, (b"Anna", b"Ben")), (ROW, 0, 12), (REVEAL, 1, 0, 14), (UNDO,)]


def test_the_longest_event_fits():
    setup = (1, 0, 66, 0, tuple(b"%012d" % seat for seat in range(10)))
    assert len(encode(setup)) == MAX_EVENT < 255
