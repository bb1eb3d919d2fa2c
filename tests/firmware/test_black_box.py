"""`oxtally play --headless`: records typed through the keypad matrix come back from the flash, on both interpreters."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from conftest import GAMES, RECORDS
from ox.journal.shelf import Shelf
from oxtally.record import read_record, write_record
from oxtally.virtual.typist import MemoryFiles, type_record

BOOKLET = next(path for path in RECORDS if path.stem == "booklet")


def play(*args: str | Path) -> dict:
    command = [sys.executable, "-m", "oxtally", "play", "--headless", *map(str, args), "--json"]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (result.returncode, result.stderr) == (0, "")
    return json.loads(result.stdout)


def canonical(path: Path) -> str:
    with path.open("rb") as file:
        return write_record(read_record(file))


# Typing all records takes minutes: `make test` types one or two of each variant, `make soak` all of them.
SOME = (
    "base",
    "base-draft",
    "booklet",
    "parity-reach",
    "pro-stop",
    "pro-parity-reach",
    "special-stop",
    "special-adjust",
)
TYPED = [path for path in RECORDS if GAMES > 500 or path.stem in SOME]


@pytest.mark.parametrize("interpreter", ["cpython", "micropython"])
@pytest.mark.parametrize("path", TYPED, ids=lambda path: path.stem)
def test_a_record_typed_through_the_keys_comes_back_from_the_flash(path, interpreter, micropython, tmp_path):
    out = tmp_path / "out.txt"
    said = play("--keys-from", path, "--interpreter", interpreter, "--record", out)
    assert out.read_text(encoding="utf-8") == canonical(path)
    assert said["complaints"] == [], "no part of the board was mistreated"
    assert said["keys_per_card"] <= 2.1
    assert (said["heap_peak"] is None) == (interpreter == "cpython")


def test_what_the_displays_show():
    said = play("--keys-from", BOOKLET)
    assert said["oled"] == ["Turn 3", "1/4", "3>2", "Anna", "+1\x7f", "# next"]
    assert said["rows"] == [" 362", "- 1 ", " 442", " 612", ""]
    assert (said["cards"], said["keys_per_card"]) == (16, 2.0)


def test_raw_keys():
    assert play("--keys", "## 12 37")["rows"] == [" 121", " 371", "", "", ""]
    assert play("--keys", "")["oled"] == ["Oxtally", "# New game", "D Menu"]


def test_the_flash_keeps_the_game_between_runs(tmp_path):
    chip, out = tmp_path / "chip", tmp_path / "out.txt"
    play("--keys", "## 12 37 43 58 14", "--flash", chip)
    said = play("--keys", "15 44 61", "--flash", chip, "--interpreter", "micropython", "--record", out)
    assert said["oled"][0] == "Turn 1"
    assert out.read_text().splitlines()[-1] == "turn 14 15 44 61"


def test_pictures_of_every_step(tmp_path):
    play("--keys", "##12", "--png", tmp_path / "pictures")
    pictures = sorted((tmp_path / "pictures").iterdir())
    assert [picture.name for picture in pictures] == [f"{number:04d}.png" for number in range(5)]
    assert all(picture.read_bytes().startswith(b"\x89PNG") for picture in pictures)


@pytest.mark.parametrize(
    ("args", "code", "says"),
    [
        (("--keys", "12x"), 2, "there is no key 'x'"),
        (("--keys-from", "nowhere.txt"), 1, "nowhere.txt: No such file"),
        (("--keys", "#", "--record", "out.txt"), 1, "there is no game"),
        (("--keys", "##", "--record", "."), 1, "Is a directory"),
        (("--keys", "#", "--flash", "."), 1, "Is a directory"),
        (("--keys", "#", "--flash", "nowhere/chip"), 1, "nowhere/chip: No such file"),
        ((), 2, "one of the arguments"),
        (("--keys", "#", "--cut-at", "0"), 2, "the first one is 1"),
    ],
)
def test_what_it_says_when_it_cannot(args, code, says, tmp_path):
    command = [sys.executable, "-m", "oxtally", "play", "--headless", *args]
    result = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert result.returncode == code
    assert says in result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_every_record_typed_on_the_app_comes_back(path):
    """The same without the board in between: quick enough for all of them."""
    with path.open("rb") as file:
        log = read_record(file)
    files = MemoryFiles()
    roster = [{"name": name.decode("latin-1")} for name in log[0][4]]
    files.content["roster.json"] = json.dumps({"players": roster}).encode()
    type_record(log, files)
    assert write_record(list(Shelf(files, lambda: bytes(8)).open(1))) == canonical(path)


def test_a_file_that_is_no_chip(tmp_path):
    (tmp_path / "chip").write_bytes(b"junk")
    command = [sys.executable, "-m", "oxtally", "play", "--headless", "--keys", "#", "--flash", "chip"]
    result = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert result.returncode == 1
    assert result.stderr.startswith("chip: this is no flash chip")
    assert (tmp_path / "chip").read_bytes() == b"junk"


@pytest.mark.parametrize("interpreter", ["cpython", "micropython"])
def test_killing_the_process_is_a_power_cut(interpreter, micropython, tmp_path):
    """Killed in the middle of typing, again and again: what was accepted is there, and nobody writes any more."""
    chip = tmp_path / "chip"
    command = [sys.executable, "-m", "oxtally", "play", "--headless", "--flash", str(chip)]
    command += ["--interpreter", interpreter]
    play("--keys", "##", "--flash", chip)
    for delay in (0.5, 0.8, 1.1):
        process = subprocess.Popen([*command, "--keys", "12 *" * 3000], stdout=subprocess.PIPE)
        time.sleep(delay)
        process.kill()
        process.communicate()
        time.sleep(0.2)
        before = chip.read_bytes()
        time.sleep(0.3)
        assert chip.read_bytes() == before, "nobody writes any more"
        assert play("--keys", "", "--flash", chip)["oled"][0] == "Round 1"


PULLS = 100 if GAMES > 500 else 12  # `make soak` pulls the plug a hundred times


@pytest.mark.parametrize("interpreter", ["cpython", "micropython"])
@pytest.mark.parametrize("stem", ["base-stop", "special-stop"])
def test_typing_on_after_every_power_cut_ends_in_the_same_record(stem, interpreter, micropython, tmp_path):
    """The plug is pulled at a random flash operation, in a random way, or the process is killed at a random moment."""
    dice = random.Random(f"{stem} {interpreter}")
    path = next(path for path in RECORDS if path.stem == stem)
    chip, out = tmp_path / "chip", tmp_path / "out.txt"
    order = ["--keys-from", path, "--flash", chip, "--interpreter", interpreter]
    pulled = 0
    while pulled < PULLS:
        if dice.random() < 0.8:
            way = dice.choice(["drop", "half", "short", "random", "done"])
            cut = play(*order, "--cut-at", str(dice.randint(1, 150)), "--cut-way", way)["cut"]
        else:
            command = [sys.executable, "-m", "oxtally", "play", "--headless", *map(str, order)]
            process = subprocess.Popen(command, stdout=subprocess.PIPE)
            time.sleep(dice.uniform(0.2, 0.7))
            process.kill()
            process.communicate()
            cut = process.returncode < 0
        pulled += cut
        if not cut:  # the whole game was typed
            play(*order, "--record", out)
            assert out.read_text(encoding="utf-8") == canonical(path)
            chip.unlink()
    play(*order, "--record", out)
    assert out.read_text(encoding="utf-8") == canonical(path)


def test_a_device_that_has_another_game_is_left_alone(tmp_path):
    chip = tmp_path / "chip"
    play("--keys-from", BOOKLET, "--flash", chip)
    other = next(path for path in RECORDS if path.stem == "base")
    command = [sys.executable, "-m", "oxtally", "play", "--headless", "--keys-from", other, "--flash", chip]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr.startswith("another game is under way")
