"""`oxtally doctor`: what it finds on a virtual device with something wrong, and what it says to do."""

from __future__ import annotations

import json
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

import bad_line
from ox.journal import shelf
from ox.link import answers
from oxtally import __version__, cli
from oxtally.doctor import crashes, games, ports, silent, state
from oxtally.doctor.finding import NOTE, OK, TO_DO
from oxtally.doctor.look import Report, look
from oxtally.errors import AtPrompt, DeviceRefused, LineCut, LinkError, NoAnswer, NoPermission, PortBusy
from oxtally.install import remote, starting
from oxtally.install.probe import Probe
from oxtally.link import discover
from oxtally.link.said import Health, Hello, Listed
from oxtally.virtual.cable import Cable
from test_sync import OXTALLY, oxtally, served

NOW = 1_800_000_000


class Patient:
    """A device, and somebody who looks after it."""

    def __init__(self, kind: int = 3) -> None:
        self.virtual = bad_line.switched_on(bad_line.chip(kind))
        self.virtual.device.answers._set_clock(NOW)

    def look(self, **more) -> Report:
        return look("socket://cable", NOW, connect=lambda port: Cable(self.virtual), **more)

    def to_do(self, **more) -> list[str]:
        return [str(one) for one in self.look(**more).findings if one.level == TO_DO]

    def file(self, name: str, change) -> None:
        with self.virtual.files.open(name, "rb") as file:
            content = bytearray(file.read())
        change(content)
        with self.virtual.files.open(name, "wb") as file:
            file.write(content)


@pytest.fixture
def patient() -> Patient:
    return Patient()


def test_a_device_that_is_well(patient):
    flash = patient.virtual.board.flash
    before = bytes(flash.data)
    report = patient.look()
    assert report.well
    assert [(one.level, one.about) for one in report.findings] == [
        *((OK, about) for about in ("port", "firmware", "memory", "clock", "parts", "crash", "flash", "games")),
        (NOTE, "store"),
    ]
    games_found = next(one.what for one in report.findings if one.about == "games")
    assert games_found.startswith("4 games, ")
    assert games_found.endswith("each entry checked: all as it was played")
    assert bytes(flash.data) == before, "looking changes nothing"


def test_progress_is_told_byte_by_byte(patient):
    told = []
    patient.look(progress=lambda done, total: told.append((done, total)))
    assert told[-1][0] == told[-1][1] == sum(map(len, bad_line.journals(patient.virtual).values()))
    assert told == sorted(told)


def test_a_clock_that_was_never_set(patient):
    patient.virtual.board.machine.RTC.datetime((2021, 1, 1, 4, 0, 0, 0, 0))
    assert patient.to_do() == ["to do  clock: it was not set since it was plugged in; oxtally sync sets it"]


@pytest.mark.parametrize(
    ("off", "says"),
    [(-7200, "2 h 0 min behind"), (90, "1 min ahead"), (86400 * 3, "3 days 0 h ahead"), (59, ""), (-60, "")],
)
def test_a_clock_that_is_off(off, says):
    found = state.clock(Health(0, 1, NOW + off, 0, ()), NOW)
    assert (found.level, found.what) == ((TO_DO, says) if says else (OK, f"{abs(off)} s off"))


def test_parts_that_do_not_answer(patient):
    patient.virtual.board.unplug("row3")
    patient.virtual.board.unplug("oled")
    patient.virtual.wait(1500)
    assert [line.split(" does")[0] for line in patient.to_do()] == [
        "to do  parts: Screen: GP4 GP5",
        "to do  parts: Row 3: GP19",
    ]


def test_an_entry_that_is_damaged_is_named(patient):
    def flip(content: bytearray) -> None:
        content[len(content) // 2] ^= 4

    patient.file("games/00002.oxj", flip)
    (found,) = patient.to_do()
    assert found.startswith("to do  game 2: entry ")
    assert "the bytes are not what was written" in found
    assert found.endswith("`oxtally sync` fetches all others; this one stays on the device")


def test_a_start_that_is_damaged_and_an_end_that_may_be_missing(patient):
    patient.file("games/00001.oxj", lambda content: content.reverse())
    patient.virtual.files.rename("games/00003.oxj", "games/00003.open")  # never put away, and nobody plays it
    first, second = patient.to_do()
    assert first.startswith("to do  game 1: its start is damaged")
    assert second.startswith("to do  game 3: its end may be missing")


def test_an_entry_that_the_rules_refuse(patient, monkeypatch):
    def refuse(key, data):
        raise games.chain.Unverified(key, 7, "there is no such card")

    monkeypatch.setattr(games.chain, "whole", refuse)
    assert len(patient.to_do()) == 4
    assert patient.to_do()[0].startswith("to do  game 1: entry 7: there is no such card; ")


def test_a_crash_is_shown_with_its_traceback_and_forgotten_when_asked(patient):
    patient.virtual.lives_on = True
    patient.virtual.device.app.table.key = lambda app, key: [][int(key)]
    patient.virtual.press("1")
    on_screen = patient.look()
    assert [one.about for one in on_screen.findings] == ["port", "crash", "store"]
    assert "waits for a key; no game is lost; press any key on it" in str(on_screen.findings[1])
    patient.virtual.wait(2000)
    patient.virtual.press("#")
    report = patient.look()
    (found,) = [one for one in report.findings if one.level == TO_DO]
    assert "please report what stands below; then: oxtally doctor --forget-crash" in str(found)
    assert found.details[0].endswith(f" after power-on ({crashes._line(report.crash.splitlines()[0])[-18:-2]}):")
    assert found.details[1] == f"Oxtally {__version__}"
    assert found.details[-1] == "IndexError: list index out of range"
    assert on_screen.crash == report.crash
    last = patient.look(forget=True)
    assert last.well
    assert last.crash == report.crash
    assert next(one for one in last.findings if one.about == "crash").details == found.details
    assert patient.look().crash == ""
    assert patient.look(forget=True).well, "forgetting nothing"


def test_several_crashes_and_clocks_that_say_nothing():
    text = "up 5 s, clock 1609459205\nOxtally 0.1.0\nA\n\nup 100000 s, clock 1800000000\nOxtally 0.1.0\n\x1b[31mB"
    found = crashes.found(text)
    assert "(2 different ones, the newest first)" in found.what
    assert found.details[0] == "5 s after power-on (its clock was not set):"
    assert found.details[4].startswith("1 day 3 h after power-on (2027-01-1")
    assert "\x1b" not in str(found)
    assert crashes.found("something else altogether").level == TO_DO
    assert crashes.found("up 99999999999999999999 s, clock 99999999999999999999").level == TO_DO


def test_firmware_of_another_version():
    who = Hello("00", "00", 1, 1, __version__, 10**6, "A", 1536)
    assert state.firmware(who).level == OK
    assert state.firmware(replace(who, firmware="0.0.9"), "0.1.0").advice == "oxtally install"
    assert state.firmware(replace(who, firmware="0.10.0"), "0.9.0").advice == "pip install -U oxtally"


def test_firmware_that_is_too_old_to_say_how_it_is(patient, monkeypatch):
    monkeypatch.setattr(answers.Answers, "_health", lambda self: answers._refuse("unknown"))
    (found,) = patient.to_do()
    assert found == f"to do  firmware: {__version__} on it cannot say how it is; oxtally install"
    assert any(one.about == "games" for one in patient.look().findings), "its games are looked at all the same"


@pytest.mark.parametrize(("versions", "says"), [((2, 3), "pip install -U oxtally"), ((0, 0), "oxtally install")])
def test_a_protocol_that_nobody_here_speaks(patient, monkeypatch, versions, says):
    answered = answers.Answers._hello

    def other(self):
        fields = list(next(answered(self)))
        yield (*fields[:2], *versions, *fields[4:])

    monkeypatch.setattr(answers.Answers, "_hello", other)
    (found,) = patient.to_do()
    assert found.startswith("to do  firmware: ")
    assert says in found


def test_memory_to_work_with():
    assert state.memory(Health(150_000, 60, 0, 0, ())).what == "146 kB to work with, 1 min after power-on"
    low = state.memory(Health(20_000, 60, 0, 0, ()))
    assert low.level == TO_DO
    assert "unplug it and plug it in again" in low.advice
    assert state.memory(Health(0, 1, 0, 0, ())).level == OK


def test_room_for_games():
    """A game that a laptop has makes room for the next one; the newest is never deleted."""
    assert games.RESERVE == shelf.RESERVE
    who = Hello("00", "00", 1, 1, "0.1.0", 10_000, "A", 1536)
    old, new = Listed(1, 60_000, 0, False, False, False), Listed(2, 60_000, 60_000, True, False, False)
    assert games.flash(replace(who, free=65_536), []).level == OK
    assert games.flash(who, [old, new]).advice.startswith("oxtally sync")
    assert games.flash(who, [replace(old, acknowledged=60_000), new]).level == OK
    assert games.flash(who, [new]).advice.startswith("delete what is not Oxtally's")


def test_a_line_that_breaks_in_the_middle_keeps_what_was_found(patient, monkeypatch):
    def breaks(*_):
        raise NoAnswer("cable: no device answers")

    monkeypatch.setattr(games, "journals", breaks)
    monkeypatch.setattr(silent, "behind", lambda *_: pytest.fail("a device that plays is not stopped"))
    report = patient.look()
    assert [one.about for one in report.findings][-3:] == ["flash", "port", "store"]
    assert not report.well


# --- Nobody says hello

PROBE = Probe("p", "micropython", (1, 26, 1), (6, 3), "Raspberry Pi Pico with RP2040", "00", 10**6, 4096, (), {}, False)
FIRMWARE = {"ox/a.mpy": b"a", "main.py": b"m"}
ALL = {path: silent.copying._digest(content) for path, content in FIRMWARE.items()}


@pytest.fixture
def pico(monkeypatch):
    """A Pico at port p, whose firmware says nothing: a list of what was done to it."""
    done: list[str] = []
    monkeypatch.setattr(silent, "ports", lambda: ["p"])
    monkeypatch.setattr(silent, "firmware", lambda: FIRMWARE)
    monkeypatch.setattr(starting, "reset", lambda port: done.append(f"reset {port}"))
    monkeypatch.setattr(remote, "run", lambda port, scripts: [json.dumps(list(b"up 1 s, clock 0\nOops\n"))])
    return done


@pytest.mark.parametrize(
    ("found", "says"),
    [
        (PROBE, "firmware: Oxtally's is not on it; oxtally install"),
        (
            replace(PROBE, files={"main.py": "00", "ox/a.mpy": ALL["ox/a.mpy"]}),
            "firmware: 1 of its 2 files are missing",
        ),
        (replace(PROBE, files=ALL), "firmware: it is on it, byte for byte, and does not answer; take the safe-mode"),
        (replace(PROBE, version=(1, 20, 0)), "MicroPython: p: Raspberry Pi Pico with RP2040, MicroPython 1.20.0 is on"),
        (replace(PROBE, machine="ESP32"), "MicroPython: p: this is a ESP32"),
    ],
)
def test_a_pico_that_is_silent(pico, found, says):
    findings = silent.behind("p", NoAnswer("p: nobody"), lambda port: found)
    assert str(findings[0]) == "to do  answer: p: nobody"
    assert findings[1].level == OK
    assert any(str(one).startswith(f"to do  {says}") for one in findings)
    assert pico == ["reset p"], "what runs on it goes on"


def test_a_silent_pico_s_crash_is_read_from_its_flash(pico):
    assert silent._CRASH == answers.CRASH
    findings = silent.behind(
        "p", AtPrompt("p: at the prompt"), lambda port: replace(PROBE, names=("crash",), files=ALL)
    )
    assert findings[-1].about == "crash"
    assert findings[-1].details == ("1 s after power-on (its clock was not set):", "Oops")


def test_somebody_else_s_device_is_not_stopped(pico):
    findings = silent.behind("/dev/ttyS0", NoAnswer("nobody"), lambda port: pytest.fail("a Ctrl-C"))
    assert len(findings) == 1
    assert pico == []


def test_no_micropython_either(pico):
    def ask(port: str) -> Probe:
        raise LinkError("p: no MicroPython prompt")

    assert str(silent.behind("p", NoAnswer("nobody"), ask)[-1]) == "to do  MicroPython: p: no MicroPython prompt"


# --- Ports


@pytest.mark.parametrize(
    ("error", "about"),
    [
        (PortBusy("p: busy; close it"), "port busy"),
        (NoPermission("p: you may not; do this"), "permission"),
        (LineCut("p: cut; plug it in"), "port"),
        (DeviceRefused("x", "p: it refuses; do that"), "port"),
    ],
)
def test_a_port_that_cannot_be_talked_to(monkeypatch, error, about):
    def refuse(port: str):
        raise error

    report = look("p", NOW, connect=refuse)
    assert str(report.findings[0]) == f"to do  {about}: {error}"
    assert not report.well


def test_modem_manager(monkeypatch, tmp_path):
    monkeypatch.setattr(ports.sys, "platform", "linux")
    monkeypatch.setattr(ports, "_runs", lambda name: name == "ModemManager")
    monkeypatch.setattr(ports, "_RULES_FOLDERS", (str(tmp_path),))
    (meddles,) = ports.modem_manager(matters=False)
    assert (meddles.level, ports.modem_manager(matters=True)[0].level) == (NOTE, TO_DO)
    source = meddles.advice.split()[2]
    assert Path(source).exists(), "what is to be copied is there"
    assert meddles.advice.split()[3] == "/etc/udev/rules.d/,"
    (tmp_path / Path(source).name).write_bytes(Path(source).read_bytes())
    assert ports.modem_manager(matters=True)[0].level == OK
    monkeypatch.setattr(ports, "_runs", lambda name: False)
    assert ports.modem_manager(matters=True) == []


def test_whether_a_program_runs():
    assert ports._runs("no such program") is False


def test_nothing_is_plugged_in(monkeypatch, capsys):
    monkeypatch.setattr(discover.list_ports, "comports", list)
    monkeypatch.setattr(ports, "drives", list)
    assert cli.main(["doctor"]) == 1
    said = capsys.readouterr().out
    assert "to do  port: no device is plugged in" in said
    assert "another cable" in said
    assert said.endswith("One thing to do, see above.\n")


def test_a_pico_that_waits_for_micropython(monkeypatch, tmp_path):
    waiting = ports.drives.__globals__["Drive"](tmp_path, "RP2040")
    monkeypatch.setattr(ports, "drives", lambda: [waiting])
    assert "a Pico that waits for MicroPython" in str(ports.nowhere())
    assert ports.nowhere().advice == "oxtally install --uf2 FILE"


# --- The command


def doctor(*args: str, code: int = 0) -> str:
    result = subprocess.run([*OXTALLY, "doctor", *args], capture_output=True, text=True, check=False, timeout=100)
    assert (result.returncode, result.stderr) == (code, "")
    return result.stdout


@pytest.mark.parametrize("interpreter", ["cpython", "micropython"])
def test_the_command_with_a_real_process(interpreter, micropython, tmp_path):
    with served("--keys", "##12 37 43 58 14", interpreter=interpreter) as port:
        said = doctor("--port", port, code=1)
        assert "to do  clock: it was not set since it was plugged in; oxtally sync sets it\n" in said
        assert said.endswith("One thing to do, see above.\n")
        oxtally("sync", "--port", port, "--db", tmp_path / "store")
        said = doctor("--port", port)
        assert "ok     games: 1 game, 84 bytes, each entry checked: all as it was played\n" in said
        assert said.endswith("All is well.\n")
        found = json.loads(doctor("--port", port, "--json", "--forget-crash"))
        assert found["well"] is True
        (one,) = found["ports"]
        assert one["device"]["name"] == "Oxtally"
        assert (one["health"]["free_ram"] > 0) == (interpreter == "micropython")
        assert {finding["level"] for finding in one["findings"]} == {OK, NOTE}


def test_a_port_where_nobody_is():
    assert "socket://127.0.0.1:1: nobody is there" in doctor("--port", "socket://127.0.0.1:1", code=1)


def test_several_devices_are_told_apart(monkeypatch, capsys):
    monkeypatch.setattr("oxtally.commands.doctor.ports", lambda: ["/dev/one", "/dev/two"])
    assert cli.main(["doctor"]) == 1
    said = capsys.readouterr().out
    assert said.startswith("/dev/one:\nto do  port: /dev/one: there is no such port")
    assert "\n/dev/two:\n" in said
    assert said.endswith("2 things to do, see above.\n")
