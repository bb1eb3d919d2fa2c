"""Fetching games over lines that do everything that lines do: nothing lost, doubled or altered. See bad_line."""

from __future__ import annotations

import random

import pytest

import bad_line
from ox.link import protocol
from oxtally.errors import OxtallyError
from oxtally.link import exchange
from oxtally.link.session import Session
from oxtally.virtual.cable import Cable


def test_whatever_the_line_does_the_journals_arrive_or_a_sentence_does(block):
    """500 runs in `make test`, 20,000 in `make soak`."""
    failures = []
    for seed in block:
        failures += bad_line.run(seed)
    assert failures == []


@pytest.mark.parametrize("fault", bad_line.FAULTS)
def test_every_fault_happens(fault):
    """And each one alone is survived, with as much of it as there can be."""
    happened = 0
    for seed in range(5):
        run = bad_line.Run(seed)
        run.faults = {fault: 0.01 if fault in bad_line.BYTES else 0.2}
        assert run.go().failures == []
        happened += run.happened[fault]
    assert happened


def test_a_line_that_corrupts_one_byte_in_a_hundred():
    """Not one sentence: everything arrives at the first attempt."""
    for seed in range(20):
        cable = Cable(bad_line.switched_on(bad_line.chip(1 + seed % 4)))
        laptop = bad_line.Laptop()
        laptop.fetch(Session(bad_line.BadLine(cable, random.Random(seed), {"flip": 0.01})))
        assert laptop.kept == bad_line.journals(cable.virtual)


def test_control_without_checksums_the_campaign_finds_altered_games(monkeypatch):
    def believe(lead, line):
        data = bytes(line)
        fields = data[data.rfind(bytes((lead,))) + 1 : -9].decode("latin-1").split(" ")
        if len(fields) < 2 or not fields[0].isdigit():
            raise protocol.BadLine
        return int(fields[0]), fields[1], fields[2:]

    monkeypatch.setattr(protocol, "decode", believe)
    assert found([{"flip": 0.003}])


def test_control_without_request_numbers_the_campaign_finds_it(monkeypatch):
    def any_answer(self, asked, line):
        try:
            return protocol.decode(protocol.REPLY, line)[1:]
        except protocol.BadLine:
            return None

    monkeypatch.setattr(exchange.Exchange, "_answer", any_answer)
    assert found([{"replay": 0.2}, {"delay": 0.2, "duplicate": 0.2}])


def test_control_acknowledging_before_keeping_is_found(monkeypatch):
    def hasty(self, session):
        for game in session.list():
            body = b"".join(session.read(game.number, 0, game.length))
            session.ack(game.number, len(body), bad_line.hashlib.sha256(body).hexdigest())
            session.now()
            self.kept[game.number] = body

    monkeypatch.setattr(bad_line.Laptop, "fetch", hasty)
    assert found([{"cut": 0.1}])


def found(kinds: list[dict[str, float]]) -> list[str]:
    """The first failures that the campaign finds with these faults."""
    for seed in range(60):
        run = bad_line.Run(seed)
        run.faults = kinds[seed % len(kinds)]
        try:
            failures = run.go().failures
        except (OxtallyError, ValueError, IndexError) as error:
            failures = [repr(error)]
        if failures:
            return failures
    return []
