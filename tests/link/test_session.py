"""The laptop's end: a session with a virtual device, ports that cannot be opened, discovery."""

from __future__ import annotations

import errno
import hashlib
import os
import random
from types import SimpleNamespace

import pytest
import serial

import bad_line
from ox.link import answers, protocol
from ox.link.protocol import REPLY, REQUEST
from oxtally import __version__
from oxtally.board.flash import Flash
from oxtally.errors import DeviceRefused, LineCut, LinkError, NoAnswer, NoPermission, NoPort, PortBusy, WrongVersion
from oxtally.link import discover, transport
from oxtally.link.exchange import SMALLEST
from oxtally.link.said import Health, Hello, Listed, Now
from oxtally.link.session import Session
from oxtally.link.transport import SerialTransport
from oxtally.virtual.cable import Cable


@pytest.fixture
def cable() -> Cable:
    cable = Cable(bad_line.switched_on(Flash(64)))
    for key in "##1237435814":
        cable.virtual.press(key)
    return cable


@pytest.fixture
def session(cable: Cable) -> Session:
    return Session(cable)


class Scripted:
    """A transport whose other end is a function: what it says to each write."""

    name = "a script"

    def __init__(self, answer) -> None:
        self.answer = answer
        self.time = 0.0
        self.said = b""
        self.written: list[bytes] = []

    def write(self, data: bytes) -> None:
        self.written.append(data)
        self.said += self.answer(data)

    def read(self, seconds: float) -> bytes:
        said, self.said = self.said, b""
        self.time += 0.001 if said else seconds
        return said

    def now(self) -> float:
        return self.time

    def close(self) -> None:
        pass


def says(verb: str, *fields: object):
    """An end that answers every request with the same."""

    def answer(data: bytes) -> bytes:
        number, asked, _ = protocol.decode(REQUEST, data.rstrip(b"\n"))
        return protocol.encode(REPLY, number, verb or asked, fields)

    return answer


def test_everything_once(session, cable):
    who = session.hello()
    assert who == Hello("e661640843210001", who.epoch, 1, 1, __version__, who.free, "Oxtally", protocol.CHUNK)
    assert session.list() == [Listed(1, 84, 0, True, False, False)]
    assert session.now() == Now(1, 84, "card", 1, 1)
    body = b"".join(session.read(1, 0, 84))
    assert body == cable.virtual.device.app.shelf.read(1, 0, 84)
    assert session.get(1, 80, 100) == body[80:]
    assert session.get(1, 84, 100) == b""
    session.ack(1, 84, hashlib.sha256(body).hexdigest())
    assert session.list()[0].acknowledged == 84
    session.clock(1_800_000_000)
    assert cable.virtual.device.app.now_s() >= 1_800_000_000
    session.set_name("Küche")
    assert session.name() == session.hello().name == "Küche"
    assert session.roster() is None
    roster = {"players": [{"name": f"Chloé {number}", "short": "é"} for number in range(90)]}
    session.set_roster(roster)
    assert session.roster() == roster
    session.set_settings({"language": "fr"})
    assert session.settings()["language"] == "fr"
    assert session.settings()["name"] == "Küche"


def test_the_firmware_has_the_version_of_the_tool():
    from ox import VERSION

    assert __version__ == VERSION


def test_how_the_device_is(session, cable):
    cable.virtual.board.unplug("row3")
    cable.virtual.wait(1500)
    health = session.health()
    assert health == Health(0, health.uptime_s, 0, 0, ("Row 3: GP19",))
    assert 0 < health.uptime_s <= cable.virtual.board.clock.now // 1_000_000
    session.clock(1_800_000_000)
    assert session.health().clock >= 1_800_000_000
    session.self_test()
    cable.virtual.wait(20)
    assert cable.virtual.lines()[0] == "Self-test"


def test_a_crash_is_read_while_it_is_on_the_screen_and_afterwards(session, cable):
    assert session.crash() == ""
    virtual = cable.virtual
    virtual.lives_on = True
    virtual.device.app.table.key = lambda app, key: [][int(key)]
    virtual.press("1")
    for _ in range(2):
        fresh = Session(cable)
        said = fresh.crash()
        assert said.startswith("up ")
        assert said.endswith("IndexError: list index out of range")
    with pytest.raises(DeviceRefused, match=r"no game is lost: press any key on it .*oxtally doctor"):
        fresh.hello()
    with pytest.raises(DeviceRefused, match="press any key"):
        fresh.forget_crash()
    virtual.wait(2000)
    virtual.press("#")
    assert session.health().crash >= len(said)
    assert session.crash() == said
    session.forget_crash()
    assert (session.crash(), session.health().crash) == ("", 0)


def test_a_device_that_knows_no_health_yet():
    with pytest.raises(DeviceRefused, match="oxtally install") as refused:
        Session(Scripted(lambda data: DEVICE(data) if b" hello " in data else says("err", "unknown")(data))).health()
    assert refused.value.code == protocol.UNKNOWN


def test_what_the_device_refuses(session):
    with pytest.raises(DeviceRefused, match="another one on the device") as refused:
        session.ack(1, 84, "0" * 64)
    assert refused.value.code == protocol.WRONG_HASH
    with pytest.raises(DeviceRefused, match="no such game"):
        session.get(7, 0, 1)
    with pytest.raises(DeviceRefused, match="ends at byte 84"):
        list(session.read(1, 0, 85))
    with pytest.raises(DeviceRefused, match="1 to 12 letters"):
        session.set_name("far too long a name")
    with pytest.raises(DeviceRefused, match="settings have limits"):
        session.set_settings({"brightness": 100})
    assert session.list()[0].acknowledged == 0


@pytest.mark.parametrize(("versions", "command"), [((2, 3), "pip install -U oxtally"), ((0, 0), "oxtally install")])
def test_versions_that_do_not_overlap(cable, monkeypatch, versions, command):
    answered = answers.Answers._hello

    def other(self):
        fields = list(next(answered(self)))
        fields[2:4] = versions
        yield (*fields, "and", "more")

    monkeypatch.setattr(answers.Answers, "_hello", other)
    with pytest.raises(WrongVersion, match=f"run: {command}"):
        Session(cable).list()


def test_a_newer_device_that_speaks_our_version_as_well(cable, monkeypatch):
    answered = answers.Answers._hello

    def newer(self):
        fields = list(next(answered(self)))
        yield (*fields[:3], 9, *fields[4:], "more")

    monkeypatch.setattr(answers.Answers, "_hello", newer)
    assert Session(cable).hello().highest == 9


@pytest.mark.parametrize("typed", [b"\x03", b"\x03\x01", b"\x03print(", b"\x03\x01x = 1"])
def test_a_prompt_instead_of_an_answer(session, cable, typed):
    """Ctrl-C; raw mode; something half typed at either: the firmware is started again, at the same step."""
    screen = cable.virtual.device.app.frame.text()
    session.hello()
    cable.write(typed)
    cable.virtual.wait(50)
    cable.virtual.board.usb.receive()  # nobody was listening
    assert cable.virtual.repl is not None
    assert session.list() == [Listed(1, 84, 0, True, False, False)]
    assert cable.virtual.repl is None
    assert cable.virtual.device.app.frame.text() == screen


def test_a_prompt_that_stays(session, cable, monkeypatch):
    """The safe-mode jumper is set: nothing starts."""
    cable.write(b"\x03")
    cable.virtual.wait(10)
    monkeypatch.setattr(cable.virtual.repl, "step", lambda: cable.virtual.board.usb.write(b"\r\n>>> ") and False)
    with pytest.raises(NoAnswer, match="safe-mode jumper"):
        session.hello()


def test_somebody_else_s_device_gets_no_ctrl_c():
    """Silence, noise, a modem: it is asked politely until patience ends."""
    for answer in (lambda data: b"", lambda data: b"ERROR\r\n", lambda data: data, lambda data: b"\xff" * 50):
        line = Scripted(answer)
        with pytest.raises(NoAnswer, match="no device answers"):
            Session(line, patience=5).hello()
        assert 5 <= line.time < 8
        assert not any(b"\x03" in data or b"\x04" in data for data in line.written)
        assert len(line.written) < 500


def test_answers_of_another_time_are_thrown_away():
    good = says("", 1, 84, "card", 1, 1)

    def answer(data: bytes) -> bytes:
        if b" hello " in data:
            return says("", "00", "00", 1, 1, "0.1.0", 5, "QQ==", 100)(data)
        number = protocol.decode(REQUEST, data.strip())[0]
        stale = protocol.encode(REPLY, number - 1, "now", (9, 9, "over", 9, 9))
        other = protocol.encode(REPLY, number, "get", (9, 9, "over", 9, 9))
        return stale + other + data + good(data) + good(data) + stale

    session = Session(Scripted(answer))
    assert [session.now().length for _ in range(3)] == [84, 84, 84]


@pytest.mark.parametrize(
    "fields", [(), ("x",), ("00", "00", 1, 1, "v", 5, "QQ==", 0), ("0g", "00", 1, 1, "v", 5, "-", 9)]
)
def test_answers_that_make_no_sense_are_named(fields):
    with pytest.raises(LinkError, match="does not understand; update both"):
        Session(Scripted(says("", *fields))).hello()


FIELDS = (
    "0",
    "1",
    "84",
    "9999999999",
    "-",
    "QUJD",
    "/w==",
    "1:84:0:1",
    "1:2",
    "read",
    "write",
    "00000000",
    "\x7e",
    "x" * 300,
)


def ask_somebody_odd(rng: random.Random) -> str:
    """What a question to somebody who answers anything ends with: a sentence, or nothing."""

    def answer(data: bytes) -> bytes:
        number, asked, given = protocol.decode(REQUEST, data.rstrip(b"\n"))
        if asked == protocol.HELLO and rng.random() < 0.9:
            return DEVICE(data)
        fields = [str(field) for field in given[: rng.randrange(4)]]
        fields += [rng.choice(FIELDS) for _ in range(rng.randrange(6))]
        return protocol.encode(REPLY, number, rng.choice((asked, asked, asked, "err", "x")), fields)

    session = Session(Scripted(answer), patience=1)
    questions = (
        session.hello,
        session.list,
        session.now,
        session.name,
        session.roster,
        session.settings,
        session.health,
        session.crash,
        session.forget_crash,
        session.self_test,
        lambda: list(session.read(1, 0, 84)),
        lambda: session.ack(1, 84, "0" * 64),
        lambda: session.clock(1_800_000_000),
        lambda: session.set_roster({"players": []}),
    )
    try:
        rng.choice(questions)()
    except LinkError as error:
        return str(error)
    return ""


def test_any_answer_with_a_right_checksum_ends_in_a_result_or_a_sentence():
    """What another firmware might say, or somebody who means no good."""
    rng = random.Random(1)
    said = [ask_somebody_odd(rng) for _ in range(4000)]
    assert all(one.isprintable() for one in said)
    assert 200 < said.count("") < 3800


@pytest.mark.parametrize("content", [b"{", b"[" * 5000])
def test_a_damaged_file_on_the_device(session, cable, content):
    with cable.virtual.files.open("roster.json", "wb") as file:
        file.write(content)
    with pytest.raises(LinkError, match="damaged; write them anew"):
        session.roster()


def test_a_good_line_gets_the_largest_pieces(cable, monkeypatch):
    """However long the device takes to list games or to write a mark."""
    asked = []
    write = cable.write
    monkeypatch.setattr(cable, "write", lambda data: (asked.append(data), write(data))[1])
    cable.virtual = bad_line.switched_on(bad_line.chip(12))
    laptop = bad_line.Laptop()
    laptop.fetch(Session(cable))
    assert laptop.kept == bad_line.journals(cable.virtual)
    assert len(asked) == 2 + 2 * len(laptop.kept) + sum(len(body) // 1537 for body in laptop.kept.values())


def test_a_code_of_a_later_firmware():
    with pytest.raises(DeviceRefused, match="'too-hot'; update this tool: pip install -U oxtally"):
        Session(Scripted(says("err", "too-hot"))).hello()


def test_chunks_shrink_on_a_bad_line_and_grow_again(cable):
    line = bad_line.BadLine(cable, random.Random(1), {"flip": 0.02})
    session = Session(line)
    session.hello()
    for _ in range(10):
        session.get(1, 0, 84)
    assert session._exchange.size < 200
    line.faults = {}
    for _ in range(40):
        session.get(1, 0, 84)
    assert session._exchange.size == protocol.CHUNK
    line.faults = {"drop": 1.0}
    with pytest.raises(NoAnswer):
        session.get(1, 0, 84)
    assert session._exchange.size == SMALLEST


def test_the_table_is_usable_during_a_transfer(cable):
    """Keys typed while a laptop asks without a pause take as long as ever."""
    virtual = cable.virtual
    clock = virtual.board.clock
    request = protocol.encode(REQUEST, 1, "get", (1, 0, 1536))
    slowest = 0
    for key in "154461" + "####":
        virtual.board.press(key)
        for _ in range(20):
            cable.write(request)
            before = clock.now
            virtual.step()
            slowest = max(slowest, clock.now - before)
            clock.wait(2000)
            cable.virtual.board.usb.receive()
        virtual.board.release(key)
        virtual.wait(500)
    assert virtual.device.app.history.game.round.order == [14, 15, 44, 61]
    assert slowest < 60_000, "microseconds of one pass, flash and displays included"


# --- Ports


@pytest.mark.parametrize(
    ("number", "kind", "says"),
    [
        (errno.ENOENT, NoPort, "no such port; is the device plugged in"),
        (errno.EBUSY, PortBusy, "another program has this port"),
        (errno.EAGAIN, PortBusy, "another program has this port"),
        (errno.EACCES, NoPermission, "sudo cp .*70-oxtally.rules /etc/udev/rules.d/.*usermod -aG dialout"),
        (errno.EIO, NoPort, "cannot be opened"),
    ],
)
def test_ports_that_cannot_be_opened(monkeypatch, number, kind, says):
    def fail(self):
        raise serial.SerialException(number, "could not")

    monkeypatch.setattr(serial.Serial, "open", fail)
    with pytest.raises(kind, match=says) as error:
        SerialTransport("/dev/ttyACM9")
    assert str(error.value).startswith("/dev/ttyACM9: ")


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("/dev/there-is-none", "no such port"),
        ("socket://127.0.0.1:1", "nobody is there; start the virtual device"),
        ("nonsense://x", "no port"),
        ("socket://", "no address; one looks like"),
        ("socket://127.0.0.1:99999", "no address"),
        ("", "an empty name: there is no such port"),
        ("/dev/null", "cannot be opened: .*; `oxtally devices` lists"),
    ],
)
def test_real_ports_that_cannot_be_opened(url, says):
    with pytest.raises(NoPort, match=says):
        SerialTransport(url)


@pytest.mark.skipif(os.name != "posix", reason="pseudo terminals are needed")
def test_a_port_that_is_open_already_and_one_that_goes_away():
    ours, theirs = os.openpty()
    name = os.ttyname(theirs)
    first = SerialTransport(name)
    with pytest.raises(PortBusy, match="another program"):
        SerialTransport(name)
    os.write(ours, b"hello")
    assert first.read(1) == b"hello"
    os.close(ours)
    os.close(theirs)
    with pytest.raises(LineCut, match="plug the device in and try again"):
        first.read(0.1)
    first.close()


# --- Discovery


def plugged_in(monkeypatch, ends: dict[str, object]) -> None:
    """Picos at these ports, with those ends; something else beside them."""
    ports = [SimpleNamespace(device=name, vid=0x2E8A, pid=0x0005) for name in ends]
    ports.append(SimpleNamespace(device="/dev/ttyS0", vid=None, pid=None))
    monkeypatch.setattr(discover.list_ports, "comports", lambda: ports)

    def open_port(name: str):
        end = ends[name]
        if isinstance(end, LinkError):
            raise end
        return Scripted(end)

    monkeypatch.setattr(discover, "SerialTransport", open_port)


DEVICE = says("", "00", "00", 1, 1, "0.1.0", 5, "QQ==", 100)


def test_the_one_device(monkeypatch):
    plugged_in(monkeypatch, {"b": lambda data: b"", "a": DEVICE, "c": PortBusy("c: busy")})
    assert discover.ports() == ["a", "b", "c"]
    assert discover.the_one() == "a"
    found = discover.devices()
    assert [one.hello.name if one.hello else str(one.problem)[:12] for one in found] == ["A", "a script: no", "c: busy"]


def test_none_several_and_one_that_is_busy(monkeypatch):
    plugged_in(monkeypatch, {})
    with pytest.raises(NoPort, match="2E8A:0005"):
        discover.the_one()
    plugged_in(monkeypatch, {"a": DEVICE, "b": DEVICE})
    with pytest.raises(NoPort, match="2 devices: A at a, A at b; say which one with --port"):
        discover.the_one()
    plugged_in(monkeypatch, {"a": PortBusy("a: busy")})
    with pytest.raises(PortBusy):
        discover.the_one()


def test_the_udev_rules_are_for_a_pico():
    """The device for ModemManager, the port for whoever opens it."""
    rules = [line for line in transport.RULES.read_text().splitlines() if line and not line.startswith("#")]
    assert [line.split(",")[0] for line in rules] == ['SUBSYSTEM=="usb"', 'SUBSYSTEM=="tty"']
    for line in rules:
        assert f'{{idVendor}}=="{discover.VENDOR:04x}"' in line
        assert f'{{idProduct}}=="{discover.PRODUCT:04x}"' in line
        assert 'ENV{ID_MM_DEVICE_IGNORE}="1"' in line
    assert 'TAG+="uaccess"' in rules[1]
