"""The rules core against a second engine that shares no code with it, over random records of every variant."""

from __future__ import annotations

import io
import json
import random

import pytest

import second_opinion
from conftest import RECORDS
from oxtally.errors import RecordError
from oxtally.record import read_record, write_record
from oxtally.story import as_json, tell
from random_games import planted, random_record


def replay(text: str) -> dict:
    return as_json(tell(read_record(io.BytesIO(text.encode()))))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_both_engines_tell_the_golden_records_alike(path):
    golden = json.loads(path.with_suffix(".json").read_text())
    text = path.read_text()
    assert second_opinion.replay(text) == golden
    assert replay(text) == golden
    canonical = write_record(read_record(io.BytesIO(text.encode())))
    assert replay(canonical) == golden
    assert write_record(read_record(io.BytesIO(canonical.encode()))) == canonical


def test_both_engines_tell_random_games_alike(block):
    for seed in block:
        text = random_record(random.Random(seed))
        assert replay(text) == second_opinion.replay(text), f"seed {seed}\n{text}"


def test_a_canonical_record_comes_back_from_its_events(block):
    for seed in block:
        text = random_record(random.Random(~seed))
        assert write_record(read_record(io.BytesIO(text.encode()))) == text, f"seed {~seed}"


def test_a_planted_mistake_is_refused_at_its_line(block):
    for seed in block:
        kind, text, line = planted(random.Random(seed))
        with pytest.raises(RecordError) as error:
            replay(text)
        assert error.value.line == line, f"seed {seed}: {kind}\n{text}"
