"""Firmware that breaks down: what the screen, the beeper, the flash and the line say then. On both interpreters."""

from ox.link import protocol
from ox.link.answers import CRASH
from ox.link.protocol import REPLY, REQUEST, decode, encode, unpack
from oxtally.board.flash import Flash, PowerCut
from oxtally.virtual.runner import VirtualDevice

SAYS = ["Something broke", "Nothing is lost", "USB: oxtally doctor", "Any key starts again"]
ROWS = "##12374358"


class Desk:
    """A device on a table, which shows what breaks it."""

    def __init__(self, keys=ROWS, flash=None):
        self.virtual = VirtualDevice(flash or Flash(64), lives_on=True)
        self.virtual.power_on()
        self.type(keys)

    @property
    def flash(self):
        return self.virtual.board.flash

    def type(self, keys):
        for key in keys:
            self.virtual.press(key)

    def break_down(self, what="planted", kind=ValueError):
        """At the next key; `#` lands where it does not matter."""

        def broken(app, key):
            raise kind(what)

        self.virtual.device.app.table.key = broken
        self.virtual.press("1")

    def start_again(self):
        self.virtual.wait(3000)
        self.virtual.press("5")
        self.virtual.wait(100)

    def kept(self):
        try:
            with self.virtual.files.open(CRASH, "rb") as file:
                return file.read().decode()
        except OSError:
            return ""

    def ask(self, *words):
        self.virtual.board.usb.send(encode(REQUEST, 7, words[0], words[1:]))
        self.virtual.wait(600)
        said = self.virtual.board.usb.receive()
        number, verb, fields = decode(REPLY, said[:-1])
        assert number == 7
        return verb, fields

    def tones(self):
        return [tone for tone in self.virtual.board.buzzer.tones if tone[1] == 220]


def test_the_file_is_called_as_the_request():
    Desk().break_down()
    from ox import crash  # not before the virtual device has: it is loaded with that one's clock

    assert crash.FILE == CRASH == protocol.CRASH


def test_a_crash_is_said_on_the_screen_and_kept_with_its_traceback():
    desk = Desk()
    shown = [bytes(row.segments()) for row in desk.virtual.board.rows]
    desk.break_down("no such übung")
    assert desk.virtual.lines() == SAYS
    assert bytes(desk.virtual.board.oled.picture()) != bytes(1024)
    assert [bytes(row.segments()) for row in desk.virtual.board.rows] == shown, "the table can still be read"
    lines = desk.kept().strip().split("\n")
    assert lines[0].startswith("up ") and " s, clock " in lines[0]
    assert lines[1] == "Oxtally 0.1.0" and lines[2].startswith("Traceback")
    assert 'app.py", line ' in desk.kept() and lines[-1] == "ValueError: no such übung"
    assert desk.virtual.board.complaints == []


def test_any_key_starts_again_at_the_same_step():
    desk = Desk(ROWS + "14")
    before = desk.virtual.lines()
    desk.break_down()
    desk.start_again()
    assert desk.virtual.crash is None and desk.virtual.lines() == before
    assert desk.virtual.board.usb.receive() == b"MPY: soft reboot\r\n"
    desk.type("15")
    assert desk.virtual.device.app.history.game.round.next_player() == 2


def test_keys_that_were_typed_blindly_do_not_wipe_the_screen():
    desk = Desk()

    def broken(app, key):
        raise ValueError("planted")

    desk.virtual.device.app.table.key = broken
    board = desk.virtual.board
    board.press("*")
    desk.virtual.wait(900)  # held
    assert desk.virtual.lines() == SAYS
    board.release("*")
    for key in "15#":
        board.press(key)
        desk.virtual.wait(30)
        board.release(key)
        desk.virtual.wait(30)
    desk.virtual.wait(3000)
    assert desk.virtual.lines() == SAYS
    desk.type("#")
    assert desk.virtual.crash is None


def test_the_same_crash_is_written_once():
    desk = Desk()
    desk.break_down()
    kept = desk.kept()
    for _ in range(3):
        desk.start_again()
        programs, erases = desk.flash.programs, desk.flash.erases
        desk.break_down()
        assert desk.virtual.lines() == SAYS and desk.kept() == kept
        assert (desk.flash.programs, desk.flash.erases) == (programs, erases)


def test_two_are_kept_the_newest_first():
    desk = Desk()
    for what in ("first", "second", "third"):
        desk.break_down(what)
        desk.start_again()
    kept = desk.kept()
    assert 0 < kept.find("ValueError: third") < kept.find("ValueError: second")
    assert "first" not in kept and kept.count("Traceback") == 2
    programs = desk.flash.programs
    desk.break_down("second")
    assert desk.flash.programs == programs, "two in turn wear out nothing, either"


def test_a_long_story_is_cut_where_it_says_least():
    desk = Desk()
    for what in ("a" * 5000 + "end", "b" * 5000 + "end"):
        desk.break_down(what)
        desk.start_again()
    assert len(desk.kept()) <= 4096 and desk.kept().count("end\n") == 2 and desk.kept().count("Oxtally 0.1.0") == 2


def test_a_crash_at_power_on_can_be_read_as_well():
    desk = Desk()
    started = desk.virtual._device

    def broken(files, port):
        raise RuntimeError("cannot start")

    desk.virtual._device = broken
    desk.virtual.power_on()
    assert desk.virtual.lines() == SAYS
    desk.start_again()
    assert desk.virtual.lines() == SAYS, "again and again"
    assert desk.ask("crash", "read", 0, 1500)[1][1] == str(len(desk.kept()))
    desk.virtual._device = started
    desk.start_again()
    assert desk.virtual.lines()[0] == "Round 1"


def test_in_the_device_s_language():
    for language, first in (("fr", "Une panne"), ("de", "Ein Fehler")):
        desk = Desk()
        desk.virtual.device.app.use_settings({"language": language})
        desk.break_down()
        assert desk.virtual.lines()[0] == first


def test_the_beeper_tells_when_there_is_no_screen():
    desk = Desk()
    desk.break_down()
    desk.virtual.wait(20000)
    assert desk.tones() == [], "whoever can read needs no noise"
    desk.start_again()
    desk.virtual.board.unplug("oled")
    desk.break_down()
    desk.virtual.wait(20000)
    assert len(desk.tones()) >= 8, "again and again"
    desk.virtual.board.plug("oled")
    desk.virtual.wait(1000)
    before = len(desk.tones())
    desk.virtual.wait(20000)
    assert len(desk.tones()) == before, "a screen that was plugged in says it"
    assert not desk.virtual.board.buzzer.sounding()


def test_a_tone_that_sounds_at_that_moment_ends():
    desk = Desk()
    desk.virtual.device.buzzer.tone(1000, 10)
    desk.break_down()
    desk.virtual.wait(50)
    assert not desk.virtual.board.buzzer.sounding()


def test_a_screen_that_is_what_broke():
    from ox.drivers.oled import Oled

    def broken(self, *args):
        raise ValueError("driver")

    desk = Desk()
    revive = Oled.revive
    Oled.revive = broken
    try:
        desk.virtual.wait(1000)
        assert desk.virtual.crash is not None
        desk.virtual.wait(10000)
        assert len(desk.tones()) >= 4
        assert desk.ask("hello") == ("err", ["crashed"])
    finally:
        Oled.revive = revive
    desk.start_again()
    assert desk.virtual.crash is None


def fill(files, room):
    """Leave so many bytes."""
    with files.open("ballast", "wb") as file:
        for _ in range((files.free() - room) // 4096):
            file.write(bytes(4096))


def test_a_full_flash_keeps_its_last_room_for_the_game():
    desk = Desk()
    fill(desk.virtual.files, 12000)
    programs = desk.flash.programs
    desk.break_down()
    assert desk.virtual.lines() == SAYS
    assert desk.kept() == "" and desk.flash.programs == programs
    fields = desk.ask("crash", "read", 0, 1500)[1]
    assert b"ValueError: planted" in unpack(fields[4]), "it is told all the same"


def test_a_flash_that_takes_nothing():
    desk = Desk()
    opened = desk.virtual.files.open

    def broken(path, mode="rb"):
        if mode != "rb" or path == CRASH:
            raise OSError(5)
        return opened(path, mode)

    desk.virtual.files.open = broken
    desk.break_down()
    assert desk.virtual.lines() == SAYS
    assert b"ValueError: planted" in unpack(desk.ask("crash", "read", 0, 1500)[1][4])


def test_a_power_cut_while_it_is_written_leaves_the_old_or_the_new_one():
    desk = Desk()
    desk.break_down("first")
    old = desk.kept()
    seen = set()
    for cut in range(1, 12):
        again = Desk("", flash=desk.flash.next_life())
        again.flash.cut_at(cut - 1, cut)
        try:
            again.break_down("second")
        except PowerCut:
            seen.add("cut")
        after = Desk("", flash=again.flash.next_life())
        assert after.virtual.lines()[:3] == ["Round 1", "Turn 1", "P1"]
        kept = after.kept()
        assert kept == old or "ValueError: second" in kept
        seen.add(kept == old)
    assert seen == {"cut", True, False}


def test_ctrl_c_leads_to_the_prompt_and_a_soft_reset_back():
    desk = Desk(ROWS + "14")
    before = desk.virtual.lines()
    desk.break_down()
    usb = desk.virtual.board.usb
    for _ in range(40):
        usb.send(b"a laptop that shouts and does not wait for answers\n")
        desk.virtual.wait(20)
    usb.send(b"\x03")
    desk.virtual.wait(50)
    assert usb.receive().endswith(b">>> ") and desk.virtual.repl is not None
    usb.send(b"\x04")
    desk.virtual.wait(200)
    assert desk.virtual.repl is None and desk.virtual.lines() == before


def test_after_a_crash_only_the_crash_is_told():
    desk = Desk()
    desk.break_down()
    for words in (("hello",), ("list", 0, 10), ("health",), ("settings", "read", 0, 10), ("crash", "forget"), ("x",)):
        assert desk.ask(*words) == ("err", ["crashed"]), words
    assert desk.ask("crash", "read", 0) == ("err", ["bad-args"])
    assert unpack(desk.ask("crash", "read", 0, 1500)[1][4]).decode() == desk.kept()
    assert desk.virtual.lines() == SAYS, "reading it wipes nothing"


def test_health_and_how_a_crash_is_forgotten():
    desk = Desk()
    verb, fields = desk.ask("health")
    assert verb == "health" and fields[2:] == ["0", "0", "-"]
    uptime = fields[1]
    assert 0 <= desk.virtual.board.clock.now // 1000000 - int(uptime) <= 1
    desk.break_down()
    desk.start_again()
    desk.virtual.board.unplug("row3")
    desk.virtual.wait(1500)
    desk.virtual.board.usb.receive()
    desk.ask("clock", 1800000000)
    clock, kept, faults = desk.ask("health")[1][2:]
    assert int(kept) == len(desk.kept().encode()) and 0 <= int(clock) - 1800000000 < 5
    assert unpack(faults) == b"Row 3: GP19"
    assert desk.ask("crash", "read", 0, 1500)[1][1] == kept
    assert desk.ask("crash", "forget") == ("crash", ["forget"])
    assert desk.kept() == "" and desk.ask("health")[1][3] == "0"
    programs = desk.flash.programs
    assert desk.ask("crash", "forget") == ("crash", ["forget"])
    assert desk.flash.programs == programs, "there was nothing"
    assert desk.ask("crash", "commit", 0, "00000000") == ("err", ["unknown"])


def test_the_self_test_is_opened_once_and_left_as_ever():
    desk = Desk(ROWS + "1")
    assert desk.ask("selftest") == ("selftest", [])
    assert desk.ask("selftest") == ("selftest", [])
    assert desk.virtual.lines()[0] == "Self-test"
    desk.type("**")
    assert desk.virtual.device.app.table.number.digits == "1", "what was typed is there still"


def test_whoever_runs_it_gets_the_exception_unless_it_shall_live_on():
    desk = Desk()
    desk.virtual.lives_on = False
    try:
        desk.break_down("seen")
    except ValueError as error:
        assert str(error) == "seen"
    else:
        raise AssertionError("nobody noticed")
