"""`oxtally sync` and `devices`: real processes, real bytes through pyserial, on both interpreters."""

from __future__ import annotations

import contextlib
import json
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from conftest import GAMES, RECORDS
from oxtally.record import read_record, write_record

OXTALLY = [sys.executable, "-m", "oxtally"]
KILLS = 30 if GAMES > 500 else 6


def record(stem: str) -> Path:
    return next(path for path in RECORDS if path.stem == stem)


def canonical(stem: str) -> str:
    with record(stem).open("rb") as file:
        return write_record(read_record(file))


@contextlib.contextmanager
def served(*args: str | Path, interpreter: str = "cpython", port: str = "0") -> Iterator[str]:
    """A virtual device on which these keys were typed: its port."""
    command = [*OXTALLY, "play", "--headless", "--serve", port, "--interpreter", interpreter, *map(str, args)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout
        ready = process.stdout.readline().split()
        assert ready[:1] == ["ready"]
        yield ready[1]
    finally:
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 0
        process.stdout.close()


def oxtally(*args: str | Path, code: int = 0) -> str:
    result = subprocess.run([*OXTALLY, *map(str, args)], capture_output=True, text=True, check=False, timeout=100)
    assert result.returncode == code, result.stderr
    assert "Traceback" not in result.stderr
    return result.stdout if not code else result.stderr


@pytest.mark.parametrize("interpreter", ["cpython", "micropython"])
def test_a_typed_record_comes_out_of_the_store_identical(interpreter, micropython, tmp_path):
    db = tmp_path / "store"
    with served("--keys-from", record("special-stop"), interpreter=interpreter) as port:
        assert oxtally("sync", "--port", port, "--db", db) == "Oxtally (e661640843210001): 1 new game\n"
        again = json.loads(oxtally("sync", "--port", port, "--db", db, "--json"))
        assert (again["new"], again["known"], again["findings"]) == ([], 1, [])
        other = oxtally("sync", "--port", port, "--db", tmp_path / "another laptop")
        assert "1 new game" in other
        found = oxtally("devices", "--port", port)
        assert "Oxtally  e661640843210001  firmware" in found
    assert oxtally("export", "--format", "record", "1", "--db", db) == canonical("special-stop")
    assert oxtally("verify", "--db", db) == "Checked 1 game: all as it was played.\n"


def test_a_laptop_that_is_killed_again_and_again_ends_with_the_game_once(tmp_path):
    db, dice = tmp_path / "store", random.Random(5)
    with served("--keys-from", record("special-stop")) as port:
        for _ in range(KILLS):
            process = subprocess.Popen([*OXTALLY, "sync", "--port", port, "--db", str(db)], stdout=subprocess.DEVNULL)
            time.sleep(dice.uniform(0.1, 0.6))
            process.kill()
            process.wait()
        oxtally("sync", "--port", port, "--db", db)
    assert oxtally("export", "--format", "record", "1", "--db", db) == canonical("special-stop")
    assert len(json.loads(oxtally("games", "--json", "--db", db))) == 1


def test_a_device_without_games(tmp_path):
    with served("--keys", "") as port:
        assert oxtally("sync", "--port", port, "--db", tmp_path / "store").endswith(": no games yet\n")


def test_watching_goes_on_when_the_device_goes_away_and_comes_back(tmp_path):
    db, chip = tmp_path / "store", tmp_path / "chip"
    command = [*OXTALLY, "sync", "--watch", "--db", str(db), "--port"]
    with served("--keys", "## 12 37 43 58", "--flash", chip) as port:
        watching = subprocess.Popen([*command, port], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        assert watching.stdout
        assert watching.stderr
        assert "1 new game" in watching.stdout.readline()
    assert watching.stderr.readline().startswith("waiting: socket://")
    address = port.rsplit(":", 1)[1]
    with served("--keys", "14 15 44 61", "--flash", chip, port=address):
        assert "1 game went on" in watching.stdout.readline()
        watching.send_signal(signal.SIGTERM)
        watching.communicate(timeout=20)
    assert watching.returncode == 0
    assert oxtally("export", "--format", "record", "1", "--db", db).endswith("turn 14 15 44 61\n")


def test_a_chip_that_was_formatted_is_a_new_device_not_deleted_games(tmp_path):
    db = tmp_path / "store"
    for players in ("##", "#A#"):
        with served("--keys", players + "12 37 43 58") as port:
            assert "1 new game" in oxtally("sync", "--port", port, "--db", db)
    assert len(json.loads(oxtally("games", "--json", "--db", db))) == 2


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("sync", "--port", "/dev/ttyNowhere"), "/dev/ttyNowhere: there is no such port"),
        (("sync", "--port", "socket://127.0.0.1:1"), "socket://127.0.0.1:1: nobody is there"),
        (("sync", "--port", "nonsense://"), "nonsense://: this is no port"),
        (("sync", "--db", "."), "."),
        (("devices", "--port", "/dev/null"), ""),
    ],
)
def test_what_it_says_when_it_cannot(args, says, tmp_path):
    where = () if "--db" in args or args[0] == "devices" else ("--db", tmp_path / "store")
    result = subprocess.run([*OXTALLY, *map(str, (*args, *where))], capture_output=True, text=True, check=False)
    assert result.returncode == 1
    assert says in result.stderr
    assert "Traceback" not in result.stderr
    assert (result.stdout + result.stderr).count("\n") == 1
