"""`oxtally install` as people meet it: a Pico that waits for MicroPython, one that has it, and none at all.

The device that answers is the virtual one; its flash, as the installer sees it, is a folder.
"""

from __future__ import annotations

import json
import os
import signal
import struct
import subprocess
import sys
import time
from pathlib import Path

import pytest

from folder_pico import FolderPico
from oxtally import cli
from oxtally.commands import install as command
from oxtally.errors import LineCut, LinkError, NoAnswer, OxtallyError, PortBusy
from oxtally.install import compiled, drive, remote, starting, uf2
from oxtally.install.drive import Drive, drives
from test_sync import record, served

INFO = "UF2 Bootloader v3.0\r\nModel: Raspberry Pi RP2\r\nBoard-ID: RPI-RP2\r\n"
INFO_2 = "UF2 Bootloader v1.0\r\nModel: Raspberry Pi RP2350\r\nBoard-ID: RP2350\r\n"
PICO, PICO_2 = 0xE48BFF56, 0xE48BFF59
FIRMWARE = {"ox/__init__.mpy": b"one", "ox/core/game.mpy": b"two" * 2000, "main.py": b"from ox.device import main\n"}


def blocks(family: int, text: bytes = b"MicroPython v1.26.1 on 2025-09-11", count: int = 4) -> bytes:
    """A UF2 file."""
    out = b""
    for number in range(count):
        head = (0x0A324655, 0x9E5D5157, 0x2000, 0x10000000 + 256 * number, 256, number, count, family)
        out += struct.pack("<8I", *head) + text.ljust(476, b"\0") + struct.pack("<I", 0x0AB16F30)
    return out


# --- A UF2 file


def refusal(path: Path, chip: str = "RP2040") -> str:
    with pytest.raises(OxtallyError) as refused:
        uf2.read(path, chip)
    return str(refused.value)


def test_micropython_for_this_chip_is_taken(tmp_path):
    path = tmp_path / "pico.uf2"
    path.write_bytes(blocks(PICO))
    assert uf2.read(path, "RP2040") == blocks(PICO)
    # One for a Pico 2 begins with a block of no chip, which mends a fault of its flash controller.
    path.write_bytes(blocks(0xE48BFF57, count=1) + blocks(PICO_2))
    assert uf2.read(path, "RP2350") == path.read_bytes()


def test_what_a_pico_would_not_take_is_not_copied(tmp_path):
    path = tmp_path / "pico.uf2"
    assert refusal(path).startswith(f"{path}: No such file or directory; download the .uf2 file of MicroPython 1.24")
    for content in (b"", b"MicroPython", blocks(PICO)[:-1], blocks(PICO)[:-512], b"\0" + blocks(PICO)[1:]):
        path.write_bytes(content)
        assert "this is no UF2 file, or not a whole one" in refusal(path)
    path.write_bytes(blocks(PICO_2))
    assert "this is for a Pico 2, and here is a Pico; download" in refusal(path)
    assert refusal(path).endswith("micropython.org/download/RPI_PICO")
    path.write_bytes(blocks(PICO))
    assert "this is for a Pico, and here is a Pico 2" in refusal(path, "RP2350")
    path.write_bytes(blocks(PICO, b"Blink"))
    assert "this is not MicroPython" in refusal(path)
    path.write_bytes(blocks(PICO, b"MicroPython v1.23.0 on 2024-06-02"))
    assert "MicroPython v1.23 is too old" in refusal(path)


# --- The drive


@pytest.fixture
def desk(tmp_path, monkeypatch) -> Path:
    """Nothing is plugged in; drives appear in this folder."""
    desk = tmp_path / "media"
    desk.mkdir()
    monkeypatch.setattr(drive, "places", lambda: sorted(desk.iterdir()))
    monkeypatch.setattr(command, "drives", drives)
    monkeypatch.setattr(command, "ports", list)
    monkeypatch.setattr(command, "_COMES_UP_S", 0.5)
    monkeypatch.setattr(command, "_LOOK_S", 0.05)
    return desk


def waits(desk: Path, name: str = "RPI-RP2", info: str = INFO) -> Path:
    folder = desk / name
    folder.mkdir()
    (folder / "INFO_UF2.TXT").write_text(info)
    return folder


def oxtally(capsys, *words: object, code: int = 0) -> str:
    assert cli.main(["install", *map(str, words)]) == code
    out, error = capsys.readouterr()
    return error if code else out


def test_a_pico_of_either_kind_is_found_among_other_drives(desk):
    (desk / "photos").mkdir()
    assert drives() == []
    waits(desk)
    waits(desk, "RP2350", INFO_2)
    assert drives() == [Drive(desk / "RP2350", "RP2350"), Drive(desk / "RPI-RP2", "RP2040")]


@pytest.mark.parametrize("system", ["linux", "darwin", "win32"])
def test_every_system_has_its_places(monkeypatch, system):
    monkeypatch.setattr(sys, "platform", system)
    assert all(isinstance(place, Path) for place in drive.places())


def test_without_a_pico_it_says_what_to_do_step_by_step(desk, capsys):
    error = oxtally(capsys, code=1)
    assert "1. download the .uf2 file from micropython.org/download/RPI_PICO (Pico 2: RPI_PICO2)" in error
    assert "2. hold the Pico's BOOTSEL button" in error
    assert "3. oxtally install --uf2 FILE" in error


def test_a_waiting_pico_without_a_file_is_named_with_its_page(desk, capsys):
    waits(desk, "RP2350", INFO_2)
    assert oxtally(capsys, code=1) == (
        f"here is a Pico 2 that waits for MicroPython, at {desk}/RP2350: download the .uf2 file from "
        "micropython.org/download/RPI_PICO2, then: oxtally install --uf2 FILE\n"
    )


def test_a_waiting_pico_gets_micropython_and_its_port_is_used(desk, tmp_path, monkeypatch, capsys):
    folder = waits(desk)
    path = tmp_path / "pico.uf2"
    path.write_bytes(blocks(PICO))
    got = folder / "firmware.uf2"
    monkeypatch.setattr(command, "ports", lambda: ["/dev/oxtally-test"] if got.exists() else [])
    assert "/dev/oxtally-test: there is no such port" in oxtally(capsys, "--uf2", path, code=1)
    assert got.read_bytes() == blocks(PICO)


def test_the_drive_may_vanish_before_all_is_tidied_up(desk, tmp_path, monkeypatch):
    folder = waits(desk)

    def vanishes(number: int) -> None:
        (folder / "INFO_UF2.TXT").unlink(missing_ok=True)
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(os, "fsync", vanishes)
    drive.put(blocks(PICO), Drive(folder, "RP2040"))


def test_a_drive_that_takes_nothing_is_said(desk, monkeypatch):
    folder = waits(desk)

    def fails(number: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fails)
    with pytest.raises(OxtallyError, match=r"the file cannot be written there: No space left on device; unplug"):
        drive.put(blocks(PICO, count=500), Drive(folder, "RP2040"))


def test_a_pico_that_does_not_start_what_it_got_is_said(desk, tmp_path, capsys):
    waits(desk)
    path = tmp_path / "pico.uf2"
    path.write_bytes(blocks(PICO))
    assert "has not started it; plug it in again without BOOTSEL" in oxtally(capsys, "--uf2", path, code=1)


def test_two_of_them_are_one_too_many(desk, monkeypatch, capsys):
    monkeypatch.setattr(command, "ports", lambda: ["/dev/a", "/dev/b"])
    assert oxtally(capsys, code=1) == "there are 2 Picos: /dev/a, /dev/b; say which one with --port\n"
    waits(desk)
    waits(desk, "RPI-RP2-1")
    assert "2 Picos wait for MicroPython" in oxtally(capsys, "--uf2", "any.uf2", code=1)


# --- The whole command


@pytest.fixture
def pico(tmp_path, monkeypatch) -> FolderPico:
    (tmp_path / "flash").mkdir()
    pico = FolderPico(tmp_path / "flash")
    monkeypatch.setattr(remote, "run", pico.run)
    monkeypatch.setattr(command, "firmware", lambda: FIRMWARE)
    return pico


def test_from_a_bare_pico_to_a_box_that_answers(pico, capsys):
    with served() as port:
        assert oxtally(capsys, "--port", port) == (
            f"{port}: Raspberry Pi Pico with RP2040, MicroPython 1.26.1, 1,400 kB free\n"
            "3 files copied, 3 checked\n"
            "Oxtally (e661640843210001) runs firmware 0.1.0\n"
            "all displays answer\n"
            "its screen shows the self-test: press each key once; * twice leaves it\n"
        )
        assert pico.files() == FIRMWARE
        assert pico.calls == [(1, ()), (6, ()), (0, ("reset",))]
        assert oxtally(capsys, "--port", port) == (
            f"{port}: Raspberry Pi Pico with RP2040, MicroPython 1.26.1, 1,400 kB free\n"
            "the firmware 0.1.0 is on it already: nothing to copy, 3 files checked\n"
            "Oxtally (e661640843210001) runs firmware 0.1.0\n"
            "all displays answer\n"
        )


def test_a_dry_run_only_says_what_it_would_do(pico, capsys):
    pico.put("ox/core/game.py", b"older")
    pico.put("main.py", b"import blink")
    steps = pico.steps
    out = oxtally(capsys, "--port", "socket://a.pico:1", "--dry-run")
    assert out.splitlines()[1:] == [
        "would copy ox/__init__.mpy",
        "would copy ox/core/game.mpy",
        "would copy main.py",
        "would remove ox/core/game.py",
        "would keep its main.py as main-1.py",
    ]
    assert pico.steps == steps
    assert pico.calls[-1] == (0, ("reset",))  # what ran on it goes on


def test_what_cannot_be_installed_to_runs_on(pico, capsys):
    pico.version = (1, 20, 0, "")
    assert "MicroPython 1.24 or newer" in oxtally(capsys, "--port", "socket://a.pico:1", code=1)
    assert pico.calls == [(1, ()), (0, ("reset",))]


def test_the_backup_comes_first(pico, tmp_path, capsys):
    db = tmp_path / "store"
    with served("--keys-from", record("special-stop")) as port:
        out = oxtally(capsys, "--port", port, "--backup-first", "--db", db)
    assert out.startswith("Oxtally: its games are in the store (1 new)\n")
    assert cli.main(["games", "--json", "--db", str(db)]) == 0
    assert len(json.loads(capsys.readouterr().out)) == 1


def test_without_the_backup_nothing_is_installed(pico, tmp_path, capsys):
    error = oxtally(capsys, "--port", "socket://127.0.0.1:1", "--backup-first", "--db", tmp_path / "store", code=1)
    assert error.startswith("socket://127.0.0.1:1: nobody is there")
    assert error.endswith("Nothing was installed: its games were not fetched, and --backup-first wants that\n")
    assert pico.calls == []


def test_interrupted_it_says_that_the_games_are_safe(pico, monkeypatch, capsys):
    def interrupt(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(command.copying, "copy", interrupt)
    assert "its games are safe; run the same command again" in oxtally(capsys, "--port", "socket://a.pico:1", code=130)


def test_the_firmware_has_no_name_that_is_not_its_own():
    """Only modules under `ox/` are ever removed, and what is copied goes there."""
    assert all(path.startswith("ox/") or path == "main.py" for path in compiled.firmware())


# --- mpremote


@pytest.fixture
def mpremote(tmp_path, monkeypatch) -> Path:
    """Another program by that name; the port opens."""
    folder = tmp_path / "tools"
    (folder / "mpremote").mkdir(parents=True)
    (folder / "mpremote" / "__init__.py").touch()
    monkeypatch.setenv("PYTHONPATH", str(folder))
    monkeypatch.setattr(remote, "_EMULATED_S", 0.0)
    return folder / "mpremote" / "__main__.py"


def ask(*scripts: str) -> list[str]:
    return remote.run("loop://", scripts, then=["reset"])


def test_scripts_go_to_mpremote_in_one_session(mpremote):
    mpremote.write_text(
        "import sys\nprint('noise')\nprint('oxtally', sys.argv[1:])\nprint('oxtally', open('2').read())\n"
    )
    assert ask("one", "two é") == [
        "['connect', 'port:loop://', 'run', '1', 'run', '2', 'reset']",
        "two é",
    ]


COMPLAINTS = [
    ("mpremote: failed to access loop:// (it may be in use by another program)", PortBusy, "another program"),
    ("mpremote.transport.TransportError: could not enter raw repl", NoAnswer, r"safe-mode jumper \(GP15 to GND\)"),
    ("OSError: [Errno 28] ENOSPC", LinkError, "memory is full"),
    ("OSError: [Errno 5] Input/output error", LineCut, "the line was cut"),
    ("SyntaxError: invalid syntax", LinkError, "a virtual device brings its firmware itself"),
    ("MemoryError: memory allocation failed", LinkError, r"cannot do it \(MemoryError: memory allocation failed\)"),
]


@pytest.mark.parametrize(("says", "error", "sentence"), COMPLAINTS, ids=[one[0].split(":")[0] for one in COMPLAINTS])
def test_its_complaints_are_said_in_words_that_help(mpremote, says, error, sentence):
    mpremote.write_text(f"import sys\nprint({says!r}, file=sys.stderr)\nsys.exit(1)\n")
    with pytest.raises(error, match=sentence):
        ask("one")


def test_a_pico_that_was_slow_to_stop_gets_a_second_try(mpremote, tmp_path):
    again = tmp_path / "again"
    mpremote.write_text(
        f"import pathlib, sys\nagain = pathlib.Path({str(again)!r})\nif again.exists():\n    print('oxtally yes')\n"
        "else:\n    again.touch()\n    sys.exit('could not enter raw repl')\n"
    )
    assert ask("one") == ["yes"]


def test_a_pico_that_falls_silent_is_not_waited_for_for_ever(mpremote, monkeypatch):
    monkeypatch.setattr(remote, "_SILENCE_S", 0.5)
    mpremote.write_text("import time\ntime.sleep(60)\n")
    with pytest.raises(NoAnswer, match="has said nothing for"):
        ask("one")


def test_a_ctrl_c_takes_mpremote_along(mpremote, tmp_path):
    """Its process would keep the port."""
    mine = tmp_path / "pid"
    mpremote.write_text(f"import os, time\nopen({str(mine)!r}, 'w').write(str(os.getpid()))\ntime.sleep(60)\n")
    script = "from oxtally.install import remote\nremote._EMULATED_S = 0\nremote.run('loop://', ['one'])\n"
    process = subprocess.Popen([sys.executable, "-c", script], stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 20
    while not (mine.exists() and mine.read_text()):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    process.wait(20)
    with pytest.raises(ProcessLookupError):
        os.kill(int(mine.read_text()), 0)


def test_a_pico_that_is_starting_is_not_asked_all_the_time(monkeypatch):
    """It would answer every question afterwards, one by one."""
    now = [0.0]
    monkeypatch.setattr(starting._Waiting, "now", lambda self: now[0])
    line = starting._Waiting("loop://", lambda: None)
    asked = []
    for at in range(60):
        now[0] = at
        line.write(b"?")
        if line._port.in_waiting:  # a look, without having heard anything
            line._port.reset_input_buffer()
            asked.append(at)
    assert asked == [0, 1, 3, 7, 15, 31]
    now[0] = 63
    line.write(b"?")
    assert line.read(0) == b"?"
    line.write(b"?")  # it is there: as often as is wanted
    assert line.read(0) == b"?"
    line.close()
