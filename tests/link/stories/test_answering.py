"""The device and its line to the laptop: what it answers, and what no laptop can do to it. On both interpreters."""

import binascii
import hashlib
import json

from evenings import Dice
from ox.journal import shelf
from ox.link import protocol
from ox.link.protocol import REPLY, REQUEST, decode, encode, pack, unpack
from oxtally.board.flash import Flash
from oxtally.virtual.runner import VirtualDevice

BLOCKS = 64


class Desk:
    """A device, and a laptop that knows the bytes."""

    def __init__(self, keys="", flash=None):
        self.virtual = VirtualDevice(flash or Flash(BLOCKS))
        self.virtual.power_on()
        self.type(keys)
        self.number = 0

    def type(self, keys):
        for key in keys:
            self.virtual.press(key)

    @property
    def app(self):
        return self.virtual.device.app

    def send(self, data, ms=20):
        """Bytes as they are; what has come back meanwhile."""
        while data:
            data = data[self.virtual.board.usb.send(data) :]
            self.virtual.wait(2)
        self.virtual.wait(ms)
        return self.virtual.board.usb.receive()

    def ask(self, *words, ms=600):
        """(verb, fields) of the one answer."""
        self.number += 1
        said = self.send(encode(REQUEST, self.number, words[0], words[1:]), ms)
        assert said.count(b"\n") == 1 and said.endswith(b"\n"), said
        number, verb, fields = decode(REPLY, said[:-1])
        assert number == self.number
        return verb, fields

    def journal(self, number=1):
        return self.app.shelf.read(number, 0, self.app.shelf.length(number))

    def write_file(self, kind, content):
        for at in range(0, len(content), protocol.PIECE):
            piece = content[at : at + protocol.PIECE]
            assert self.ask(kind, "write", at, pack(piece)) == (kind, ["write", str(at + len(piece))])
        return self.ask(kind, "commit", len(content), "%08x" % protocol.crc32(content))


ROWS = "##12374358"


def test_hello():
    verb, fields = Desk().ask("hello")
    assert verb == "hello" and fields[0] == "e661640843210001" and len(fields[1]) == 16
    assert fields[2:4] == ["1", "1"] and fields[6] == pack(b"Oxtally") and fields[7] == str(protocol.CHUNK)
    assert int(fields[5]) > 100000


def test_games_and_their_bytes():
    desk = Desk(ROWS + "14")
    body = desk.journal()
    assert desk.ask("list", 0, 10) == ("list", ["0", "1:%d:0:1" % len(body)])
    got = b""
    while len(got) < len(body):
        verb, fields = desk.ask("get", 1, len(got), 7)
        assert verb == "get" and fields[:2] == ["1", str(len(got))]
        got += unpack(fields[2])
    assert got == body
    assert desk.ask("get", 1, len(body), 7) == ("get", ["1", str(len(body)), "-"])
    assert desk.ask("get", 1, 9999999999, 7) == ("get", ["1", "9999999999", "-"])
    assert desk.ask("get", 2, 0, 7) == ("err", ["no-game"])
    assert desk.ask("now") == ("now", ["1", str(len(body)), "card", "1", "1"])


def test_pages_of_a_list():
    desk = Desk(ROWS)
    for _ in range(6):
        desk.type("D1##12374358")
    assert [len(desk.ask("list", 0, count)[1]) - 1 for count in (1, 3, 7, 64)] == [1, 3, 7, 7]
    seen, following = [], 0
    while True:
        _, fields = desk.ask("list", following, 3)
        seen += [int(entry.split(":")[0]) for entry in fields[1:]]
        following = int(fields[0])
        if not following:
            break
    assert seen == [1, 2, 3, 4, 5, 6, 7]
    assert [entry.split(":")[3] for entry in desk.ask("list", 0, 64)[1][1:]] == ["0"] * 6 + ["1"]


def test_games_that_are_not_as_they_should_be():
    desk = Desk(ROWS + "D1##12374358D1##12374358")
    files = desk.virtual.files
    bodies = [desk.journal(number) for number in (1, 2, 3)]
    files.rename("games/00001.oxj", "games/00001.open")  # as an older state of the folder would have it
    with files.open("games/00002.oxj", "wb") as file:
        file.write(b"junk")
    entries = desk.ask("list", 0, 64)[1][1:]
    assert entries == ["1:%d:0:2" % len(bodies[0]), "2:4:0:4", "3:%d:0:1" % len(bodies[2])]
    assert unpack(desk.ask("get", 1, 0, 1536)[1][2]) == bodies[0]
    assert unpack(desk.ask("get", 2, 0, 1536)[1][2]) == b"junk"
    for number, body, answer in ((1, bodies[0], "ack"), (2, b"junk", "err"), (3, bodies[2], "ack")):
        sha = binascii.hexlify(hashlib.sha256(body).digest()).decode()
        assert desk.ask("ack", number, len(body), sha)[0] == answer, "junk has no mark: it is never deleted"
    reserve = shelf.RESERVE
    shelf.RESERVE = 1 << 29  # no chip has as much
    try:
        desk.type("D1##")
    finally:
        shelf.RESERVE = reserve
    assert "00001.open" not in files.listdir("games"), "room was needed"
    assert desk.app.shelf.numbers() == [2, 3]
    assert "Sync first" in " ".join(desk.app.frame.text())


def test_a_game_is_marked_only_with_its_own_hash():
    desk = Desk(ROWS)
    body = desk.journal()
    right = binascii.hexlify(hashlib.sha256(body).digest()).decode()
    wrong = ("0" if right[0] != "0" else "1") + right[1:]
    assert desk.ask("ack", 1, len(body), wrong) == ("err", ["wrong-hash"])
    assert desk.ask("ack", 1, len(body) - 1, right) == ("err", ["wrong-hash"])
    assert desk.ask("ack", 1, len(body) + 1, right) == ("err", ["wrong-length"])
    assert desk.ask("ack", 2, len(body), right) == ("err", ["no-game"])
    assert desk.app.shelf.acknowledged(1) == 0
    for _ in range(2):
        assert desk.ask("ack", 1, len(body), right) == ("ack", ["1", str(len(body))])
        assert desk.app.shelf.acknowledged(1) == len(body)
    half = binascii.hexlify(hashlib.sha256(body[:40]).digest()).decode()
    assert desk.ask("ack", 1, 40, half) == ("ack", ["1", "40"])
    assert desk.app.shelf.acknowledged(1) == len(body), "one that comes late takes nothing back"


def test_the_flash_is_not_written_while_somebody_types():
    desk = Desk(ROWS)
    body = desk.journal()
    line = encode(REQUEST, 5, "ack", (1, len(body), binascii.hexlify(hashlib.sha256(body).digest()).decode()))
    desk.type("9")
    assert desk.send(line, 100) == b""
    assert desk.app.shelf.acknowledged(1) == 0
    desk.virtual.wait(400)
    assert desk.virtual.board.usb.receive().startswith(b"!5 ack 1 ")
    assert desk.app.shelf.acknowledged(1) == len(body)


def test_the_clock():
    desk = Desk()
    assert desk.app.now_s() == 0, "after power-on nobody knows the time"
    assert desk.ask("clock", 1800000000, ms=20) == ("clock", ["1800000000"])
    desk.virtual.wait(3000)
    assert 1800000003 <= desk.app.now_s() <= 1800000004
    for wrong in (0, 1609459200, 4294967296, "x"):
        assert desk.ask("clock", wrong) == ("err", ["bad-args"])
    desk.type(ROWS)
    assert 1800000003 <= desk.app.shelf.open(1).start <= 1800000100


def test_the_name():
    desk = Desk()
    assert desk.ask("name") == ("name", [pack(b"Oxtally")])
    new = "Tisch \xe9"
    for _ in range(2):
        assert desk.ask("name", pack(new.encode())) == ("name", [pack(new.encode())])
    assert desk.app.frame.text()[0] == new, "on the screen at once"
    for wrong in (b"", b"thirteen char", b"a\x03", b"\xff", "\u0142".encode()):
        assert desk.ask("name", pack(wrong)) == ("err", ["bad-value"]), wrong
    assert desk.ask("name", "A") == ("err", ["bad-args"])
    assert Desk(flash=desk.virtual.board.flash.next_life()).app.settings["name"] == new


def test_a_roster_in_pieces():
    desk = Desk("#2")  # somebody is choosing the seats
    assert desk.ask("roster", "read", 0, 100) == ("roster", ["read", "0", "00000000", "0", "-"])
    players = [{"name": "Somebody %d" % at, "short": "S%d" % at} for at in range(20)]
    content = json.dumps({"players": players}).encode()
    crc = "%08x" % protocol.crc32(content)
    assert desk.write_file("roster", content) == ("roster", ["commit", str(len(content))])
    assert desk.ask("roster", "commit", len(content), crc) == ("roster", ["commit", str(len(content))]), "once more"
    assert desk.app.roster[19] == ("Somebody 19", "S19")
    got = b""
    while len(got) < len(content):
        _, fields = desk.ask("roster", "read", len(got), 50)
        assert fields[:4] == ["read", str(len(content)), crc, str(len(got))]
        got += unpack(fields[4])
    assert got == content
    desk.type("*2")
    short = json.dumps({"players": []}).encode()
    assert desk.write_file("roster", short)[0] == "roster"
    desk.type("19")  # the seat list of the longer roster is still open
    assert desk.app.roster == []
    again = Desk(flash=desk.virtual.board.flash.next_life())
    assert again.ask("roster", "read", 0, 100)[1][1] == str(len(short))


def test_files_that_are_refused():
    desk = Desk()
    for content in (b"{", b"[]", b"{}", b'{"players": 1}', b'{"players": [{"name": ""}]}', b"\xff", b"[" * 3000):
        assert desk.write_file("roster", content) == ("err", ["bad-value"]), content[:40]
    twice = json.dumps({"players": [{"name": "Anna"}, {"name": "Anna"}]}).encode()
    assert desk.write_file("roster", twice) == ("err", ["bad-value"])
    for settings in ({"x": 1}, {"language": "xx"}, {"brightness": 9}, {"brightness": True}, {"name": ""}, [1]):
        assert desk.write_file("settings", json.dumps(settings).encode()) == ("err", ["bad-value"]), settings
    assert desk.app.roster == [] and desk.app.settings["brightness"] == 4
    assert desk.ask("roster", "write", 1, pack(b"x")) == ("err", ["wrong-offset"])
    assert desk.ask("settings", "write", 0, pack(b"{}")) == ("settings", ["write", "2"])
    assert desk.ask("roster", "write", 2, pack(b"x")) == ("err", ["wrong-offset"]), "another file"
    assert desk.ask("settings", "commit", 3, "%08x" % protocol.crc32(b"{}")) == ("err", ["wrong-crc"])
    assert desk.ask("settings", "commit", 2, "00000000") == ("err", ["wrong-crc"])
    assert desk.ask("settings", "write", 2, pack(bytes(144)))[0] == "settings"
    assert desk.ask("settings", "write", 9000, pack(b"x")) == ("err", ["wrong-offset"])


def test_settings_are_used_at_once():
    desk = Desk()
    assert desk.write_file("settings", b'{"language": "de", "brightness": 2}')[0] == "settings"
    assert desk.app.frame.text()[1] == "# Neues Spiel"
    assert desk.app.settings["brightness"] == 2 and desk.app.settings["sound"] is True, "the others stay"
    _, fields = desk.ask("settings", "read", 0, 1000)
    assert json.loads(unpack(fields[4]))["language"] == "de"


def test_requests_that_make_no_sense():
    desk = Desk(ROWS)
    for words in (
        ("list",), ("list", 0), ("list", 0, 0), ("list", 0, 65), ("list", "x", 1), ("get",), ("get", 0, 0, 1),
        ("get", 1, 0, 0), ("get", 1, 0, 1537), ("get", 1, "-1", 5), ("ack", 1, 5), ("ack", 1, 5, "00"), ("clock",),
        ("ack",), ("ack", 0, 5, "0" * 64), ("ack", 1, 0, "0" * 64), ("name", "QQ==", "QQ=="), ("roster",),
        ("roster", "read", 0), ("roster", "read", 0, 0), ("roster", "write", 0, "!"), ("settings", "commit", 1, "xyz"),
        ("settings", "write", "x", "QQ=="), ("roster", "burn", 1, 2),
    ):  # fmt: skip
        line = encode(REQUEST, 9, words[0], words[1:])
        assert desk.send(line).startswith(b"!9 err bad-args "), words
    assert desk.ask("format") == ("err", ["unknown"])
    assert desk.ask("err") == ("err", ["unknown"])


def test_a_second_request_replaces_the_first_and_a_double_one_is_answered_once_at_a_time():
    desk = Desk(ROWS)
    first, second = encode(REQUEST, 1, "now"), encode(REQUEST, 2, "now")
    assert desk.send(first + first)[:3] == b"!1 "
    said = desk.send(first + second).split(b"\n")
    assert said[-2].startswith(b"!2 ") and len(said) <= 3


def test_lines_that_are_too_long_and_halves_of_lines():
    desk = Desk(ROWS)
    good = encode(REQUEST, 1, "now")
    assert desk.send(b"x" * 3000) == b""
    assert desk.send(b"\n" + good).startswith(b"!1 now ")
    assert desk.send(good[:5]) == b""
    desk.virtual.wait(2000)
    desk.type("14")
    assert desk.app.history.game.round.next_player() == 1, "a half line costs nothing"
    assert desk.send(good[5:]).startswith(b"!1 now ")
    assert desk.send(b"?1 no" + good).startswith(b"!1 now "), "the next laptop's first line"


def test_a_laptop_that_does_not_read_loses_its_answer_and_the_table_goes_on():
    desk = Desk(ROWS)
    usb = desk.virtual.board.usb
    usb.to_laptop.room = 64  # the laptop's end is full
    long = encode(REQUEST, 1, "settings", ("read", 0, 1000))
    assert usb.send(long) == len(long)
    before = desk.virtual.board.clock.now
    desk.type("14")
    assert desk.virtual.board.clock.now - before < 2000000
    assert desk.app.history.game.round.next_player() == 1
    desk.virtual.wait(1000)
    assert not desk.virtual.device.busy()
    usb.to_laptop.room = 65536
    usb.receive()
    assert desk.send(encode(REQUEST, 2, "now")).startswith(b"!2 now ")


def test_an_answer_waits_for_a_slow_laptop():
    desk = Desk(ROWS)
    usb = desk.virtual.board.usb
    usb.to_laptop.room = 128
    said = desk.send(encode(REQUEST, 1, "settings", ("read", 0, 1000)), 4)
    for _ in range(20):
        desk.virtual.wait(100)
        said += usb.receive()
    assert decode(REPLY, said[:-1])[1] == "settings"


def test_ctrl_c_and_the_prompt():
    desk = Desk(ROWS + "14")
    screen = desk.app.frame.text()
    said = desk.send(b"?1 hel\x03")
    assert said.endswith(b">>> ") and b"KeyboardInterrupt" in said
    assert desk.send(b"\r") == b"\r\n>>> "
    assert desk.send(encode(REQUEST, 1, "now")) == encode(REQUEST, 1, "now")[:-1], "an echo, and no answer"
    assert desk.send(b"\x03").endswith(b"\r\n>>> ")
    assert b"raw REPL" in desk.send(b"\x01")
    assert b"soft reboot" in desk.send(b"\x04") and desk.virtual.repl is not None, (
        "out of raw mode main.py does not start"
    )
    assert desk.send(b"\x02").endswith(b">>> ")
    assert desk.send(b"\x04", 100) == b"\r\nMPY: soft reboot\r\n"
    assert desk.virtual.repl is None and desk.app.frame.text() == screen
    assert desk.ask("now")[0] == "now"
    desk.type("15")
    assert desk.app.history.game.round.next_player() == 2


def test_noise_by_the_thousand():
    """Random bytes, requests with something wrong, pieces of requests: it lives, and the game is what it was."""
    desk = Desk(ROWS + "14")
    body = desk.journal()
    dice = Dice(7)
    for _ in range(400):
        kind = dice.roll(4)
        data = bytes([dice.roll(256) for _ in range(dice.roll(50))])
        if kind == 1:
            verb = ("hello", "list", "get", "ack", "clock", "roster", "settings", "name", "now")[dice.roll(9)]
            words = ("0", "1", "99", "read", "write", "commit", "-", "QUJD", "0" * 64, "\x7e")
            data = encode(REQUEST, dice.roll(100), verb, [words[dice.roll(10)] for _ in range(dice.roll(5))])
        elif kind == 2:
            data = encode(REQUEST, 1, "get", (1, 0, 100))[: dice.roll(40)]
        desk.send(data.replace(b"\x03", b""), 10)
    assert desk.virtual.repl is None
    desk.send(b"\n", 2000)
    assert desk.ask("get", 1, 0, 1536)[1][2] == pack(body)
    assert desk.app.shelf.acknowledged(1) == 0
    desk.type("15")
    assert desk.app.history.game.round.next_player() == 2
    assert desk.virtual.board.complaints == []
