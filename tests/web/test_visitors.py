"""Who may talk to the page's server, what may be said, and what happens to those who say something else."""

from __future__ import annotations

import http.client
import json
import socket

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from oxtally.web.visitors import BadMessage, Wish, is_our_host, may_talk, wish
from playing import running


@pytest.mark.parametrize(
    "host", ["127.0.0.1:8106", "localhost:8106", "[::1]:8106", "192.168.1.7:80", socket.gethostname()]
)
def test_this_computer_s_names(host):
    assert is_our_host(host)
    assert may_talk(host, "http://" + host)


@pytest.mark.parametrize(
    "host", ["", "evil.example", "evil.example:8106", "127.0.0.1.evil.example", "[", ":8106", "a b"]
)
def test_names_that_somebody_could_point_at_us(host):
    assert not is_our_host(host)
    assert not may_talk(host, "http://" + host)


@pytest.mark.parametrize(
    "origin",
    ["", "null", "http://evil.example", "http://127.0.0.1:8107", "https://127.0.0.1:8106", "http://127.0.0.1:8106/"],
)
def test_other_pages_may_not_talk(origin):
    assert not may_talk("127.0.0.1:8106", origin)


@pytest.mark.parametrize(
    ("said", "what", "value"),
    [
        ({"down": "#"}, "down", "#"),
        ({"up": "7"}, "up", "7"),
        ({"power": False}, "power", False),
        ({"deal": None}, "deal", None),
        ({"deal": "here"}, "deal", "here"),
        ({"deal": {"players": 10, "variant": "pro"}}, "deal", {"players": 10, "variant": "pro"}),
    ],
)
def test_what_a_page_may_say(said, what, value):
    assert wish(json.dumps(said)) == Wish(what, value)


BAD = [
    "",
    "{",
    "[]",
    "7",
    "null",
    '"down"',
    "{}",
    '{"down":"7","up":"7"}',
    '{"down":"77"}',
    '{"down":""}',
    '{"down":7}',
    '{"down":["7"]}',
    '{"down":"E"}',
    '{"fly":true}',
    '{"power":1}',
    '{"power":"false"}',
    '{"deal":{}}',
    '{"deal":{"players":1,"variant":"base"}}',
    '{"deal":{"players":11,"variant":"base"}}',
    '{"deal":{"players":9,"variant":"special"}}',
    '{"deal":{"players":true,"variant":"base"}}',
    '{"deal":{"players":4.0,"variant":"base"}}',
    '{"deal":{"players":4,"variant":["base"]}}',
    '{"deal":{"players":4,"variant":"base","more":1}}',
    '{"deal":"there"}',
    "[" * 900,
    '{"down":"' + "7" * 2000 + '"}',
]


@pytest.mark.parametrize("text", BAD)
def test_what_no_page_of_ours_says(text):
    with pytest.raises(BadMessage):
        wish(text)


def page(device, **more) -> ClientConnection:
    more.setdefault("origin", device.page.rstrip("/"))
    return connect(f"ws://127.0.0.1:{device.port}/ws", open_timeout=5, close_timeout=0.2, **more)


def heard(connection: ClientConnection, member: str):
    """The next message that has this member."""
    while True:
        said = connection.recv(timeout=5)
        if isinstance(said, str) and member in json.loads(said):
            return json.loads(said)[member]


def closed(connection: ClientConnection) -> bool:
    try:
        while True:
            connection.recv(timeout=5)
    except ConnectionClosed:
        return True


def test_a_malformed_message_closes_that_socket_and_nothing_else(tmp_path):
    with running(tmp_path / "chip") as device, page(device) as good:
        assert heard(good, "table")["phase"] == "welcome"
        for said in [*BAD, b"\x00\xff", "x" * 100_000]:
            with page(device) as bad:
                bad.send('{"down":"D"}')
                bad.send(said)
                assert closed(bad)
        # Whatever that one held down has been let go, and the others go on as if nothing had been.
        good.send('{"down":"*"}')
        good.send('{"up":"*"}')
        last = {}
        while (moved := heard(good, "key"))["key"] != "*":
            last = moved
        assert last == {"key": "D", "down": False}


@pytest.mark.parametrize("origin", [None, "http://evil.example", "null"])
def test_pages_from_elsewhere_are_turned_away(tmp_path, origin):
    with running(tmp_path / "chip") as device:
        with pytest.raises(InvalidStatus) as refused:
            page(device, origin=origin)
        assert refused.value.response.status_code == 403


def test_a_name_that_points_here_gets_nothing(tmp_path):
    with running(tmp_path / "chip") as device:
        for host, status in (("evil.example", 400), (f"127.0.0.1:{device.port}", 200)):
            line = http.client.HTTPConnection("127.0.0.1", device.port, timeout=5)
            line.request("GET", "/", headers={"Host": host})
            answer = line.getresponse()
            assert answer.status == status
            assert "default-src 'self'" in answer.headers["Content-Security-Policy"]
            line.close()


def test_somebody_who_never_reads_holds_nobody_up(tmp_path):
    """A page that is asleep gets the newest state when it wakes up, and costs no memory meanwhile."""
    with running(tmp_path / "chip") as device, page(device, max_queue=1) as asleep, page(device) as awake:
        for _ in range(150):
            for key in "D*":
                awake.send(json.dumps({"down": key}))
                awake.send(json.dumps({"up": key}))
        awake.send('{"down":"D"}')
        while heard(awake, "table")["phase"] != "menu":
            pass
        awake.send('{"up":"D"}')
        assert heard(asleep, "table")["phase"] in ("welcome", "menu")


def test_only_this_computer_can_connect(tmp_path):
    with running(tmp_path / "chip") as device:
        with open("/proc/net/tcp") as file:
            listening = [line.split()[1] for line in file if f":{device.port:04X} " in line and " 0A " in line]
        assert listening == [f"0100007F:{device.port:04X}"], "127.0.0.1"
