"""docs/protocol.md: its example, byte by byte, and its numbers."""

from __future__ import annotations

import re

from bad_line import switched_on
from conftest import ROOT
from ox.link import protocol, uploads
from oxtally.board.flash import Flash

PAGE = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
EXAMPLE = [line for line in PAGE.splitlines() if re.match(r"[<>] [?!]", line)]


def test_the_example_is_what_the_device_says(monkeypatch):
    switched_on(Flash())  # from here on the firmware can be imported
    monkeypatch.setattr("ox.device._new_id", lambda: bytes(range(8)))
    virtual = switched_on(Flash())
    for key in "##12":
        virtual.press(key)
    assert len(EXAMPLE) >= 20
    for asked, answered in zip(EXAMPLE[::2], EXAMPLE[1::2], strict=True):
        assert asked.startswith("> ?")
        virtual.board.usb.send(asked[2:].encode() + b"\n")
        virtual.wait(1000)
        assert "< " + virtual.board.usb.receive().decode() == answered + "\n"


def test_the_example_asks_everything():
    verbs = {line.split()[2] for line in EXAMPLE if line.startswith(">")}
    assert verbs >= {
        protocol.HELLO,
        protocol.LIST,
        protocol.GET,
        protocol.ACK,
        protocol.CLOCK,
        protocol.NOW,
        protocol.NAME,
        protocol.ROSTER,
        protocol.CRASH,
        protocol.SELF_TEST,
    }


def test_a_request_whose_answer_differs_each_time_is_on_the_page():
    assert f"| `{protocol.HEALTH}` | `{protocol.HEALTH}` RAM UPTIME CLOCK CRASH FAULTS |" in PAGE


def test_codes_and_limits_are_on_the_page():
    codes = [
        protocol.UNKNOWN,
        protocol.CRASHED,
        protocol.BAD_ARGS,
        protocol.NO_GAME,
        protocol.WRONG_LENGTH,
        protocol.WRONG_HASH,
        protocol.WRONG_OFFSET,
        protocol.WRONG_CRC,
        protocol.BAD_VALUE,
        protocol.FULL,
        protocol.FAULT,
    ]
    assert all(f"`{code}`" in PAGE for code in codes)
    for limit, text in (
        (protocol.REQUEST_LIMIT, "at most {} bytes with its newline"),
        (protocol.REPLY_LIMIT, "its answer, at most {} bytes"),
        (protocol.CHUNK, "COUNT from 1 to {}"),
        (protocol.PIECE, "up to {} bytes, in order"),
        (protocol.PAGE, "(1 to {})"),
        (uploads.LIMIT, "at most {} bytes in all"),
    ):
        assert text.format(limit) in PAGE
