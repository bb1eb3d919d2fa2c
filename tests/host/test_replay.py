"""`oxtally replay` from the shell: exit codes, what goes to which stream, and nothing that a user should not see."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from conftest import RECORDS

BOOKLET = next(path for path in RECORDS if path.stem == "booklet")


def oxtally(*args: str | Path, **options: object) -> subprocess.CompletedProcess[bytes]:
    result = subprocess.run(
        [sys.executable, "-m", "oxtally", *map(str, args)], capture_output=True, check=False, **options
    )
    assert b"Traceback" not in result.stderr
    return result


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_the_json_of_every_golden_record(path):
    result = oxtally("replay", path, "--json")
    assert (result.returncode, result.stderr) == (0, b"")
    assert json.loads(result.stdout) == json.loads(path.with_suffix(".json").read_text())


def test_the_account_of_the_booklet_game():
    result = oxtally("replay", BOOKLET, env={**os.environ, "COLUMNS": "100", "PYTHONIOENCODING": "utf-8"})
    assert result.returncode == 0
    assert result.stdout.decode().splitlines() == [
        "Base game, 4 players, ends above 66 heads",
        "",
        "Round 1 (under way)",
        "  Start     12 | 37 | 43 | 58",
        "  Turn 1    Anna 14 → 1   Ben 15 → 1   Chloe 44 → 3   Dan 61 → 4",
        "  Turn 2    Anna 21 → 1   Ben 26 → 1   Chloe 30 → 1   Dan 36 → 1",
        "            Chloe takes row 1: 12 14 15 21 26 (6 heads)",
        "  Turn 3    Anna 3 → 2   Ben 9 → 2   Chloe 68 → 4   Dan 83 → 4",
        "            Anna takes row 2 by choice: 37 (1 head)",
        "  End       30 36 | 3 9 | 43 44 | 58 61 68 83",
        "  Heads     Anna 1   Ben 0   Chloe 6   Dan 0",
        "",
        "Score  now  total",
        "Anna   (1)      0",
        "Ben    (0)      0",
        "Chloe  (6)      0",
        "Dan    (0)      0",
        "",
        "The game is under way.",
    ]


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_every_account_fits_its_width_and_ends_with_the_score(path):
    result = oxtally("replay", path, env={**os.environ, "COLUMNS": "80", "PYTHONIOENCODING": "utf-8"})
    assert result.returncode == 0
    golden = json.loads(path.with_suffix(".json").read_text())
    lines = result.stdout.decode().splitlines()
    score = next(at for at, line in enumerate(lines) if line.startswith("Score"))
    table = lines[score + 1 : score + 1 + len(golden["players"])]
    assert [int(line.split()[-1]) for line in table] == golden["totals"]
    assert all(name in lines[-1] for name in golden["winners"])
    assert all(len(line) <= 80 for line in lines)


def test_a_record_from_standard_input():
    result = oxtally("replay", "-", "--json", input=BOOKLET.read_bytes())
    assert json.loads(result.stdout)["players"] == ["Anna", "Ben", "Chloe", "Dan"]


def test_bad_content_is_one_line_with_file_and_line_and_exit_2(tmp_path):
    file = tmp_path / "friday.txt"
    file.write_text("oxtally-record 1\nplayers Anna Ben\nrows 1 2 3 3\n")
    result = oxtally("replay", file, "--json")
    assert (result.returncode, result.stdout) == (2, b"")
    assert result.stderr.decode() == f"{file}:3: 3: that card was seen already this round: it started row 3\n"


@pytest.mark.parametrize(
    "content",
    [b"", b"\0" * 1000, bytes(range(256)) * 40, b"\xff\xfe", b"\n" * 10000, b"oxtally-record 1\n" + b"\x1b[2J\n"],
    ids=["empty", "zeros", "every byte", "utf-16", "blank lines", "escape codes"],
)
def test_junk_is_one_clean_line(tmp_path, content):
    file = tmp_path / "junk"
    file.write_bytes(content)
    result = oxtally("replay", file)
    assert (result.returncode, result.stdout) == (2, b"")
    assert result.stderr.startswith(os.fsencode(file) + b":")
    assert result.stderr.count(b"\n") == 1
    assert b"\x1b" not in result.stderr
    assert b"\0" not in result.stderr


def test_a_line_of_100_mb(tmp_path):
    file = tmp_path / "long"
    with file.open("wb") as out:
        out.write(b"oxtally-record 1\nplayers ")
        for _ in range(100):
            out.write(b"A" * 1_000_000)
    result = oxtally("replay", file)
    assert (result.returncode, result.stdout) == (2, b"")
    assert result.stderr.decode() == f"{file}:2: this line is longer than 65536 bytes; is this a table record?\n"


def test_files_that_cannot_be_read(tmp_path):
    missing = tmp_path / "missing.txt"
    result = oxtally("replay", missing)
    assert (result.returncode, result.stdout, result.stderr.decode()) == (
        1,
        b"",
        f"{missing}: No such file or directory\n",
    )
    result = oxtally("replay", tmp_path)
    assert (result.returncode, result.stdout, result.stderr.decode()) == (1, b"", f"{tmp_path}: Is a directory\n")


def test_wrong_usage():
    for args in ((), ("replay",), ("replay", BOOKLET, "--jso"), ("fly",)):
        result = oxtally(*args)
        assert (result.returncode, result.stdout) == (2, b"")
        assert b"usage: oxtally" in result.stderr


def test_help_has_an_example():
    assert b"Example: oxtally replay" in oxtally("replay", "--help").stdout
    assert b"replay" in oxtally("--help").stdout


def test_a_terminal_without_accents_gets_the_account_all_the_same(tmp_path):
    file = tmp_path / "game.txt"
    file.write_text("oxtally-record 1\nplayers Zoë Ben\nrows 1 2 3 4\nturn 5 6\n", encoding="utf-8")
    result = oxtally("replay", file, env={**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"})
    assert result.returncode == 0
    assert b"Zo? 5 -> 4" in result.stdout


def test_a_reader_that_goes_away_is_no_error():
    result = subprocess.run(
        f"{sys.executable} -m oxtally replay {BOOKLET} | true", shell=True, capture_output=True, check=False
    )
    assert result.stderr == b""


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no /dev/full")
def test_output_that_cannot_be_written():
    for args in ((BOOKLET,), (BOOKLET, "--json")):
        with open("/dev/full", "wb") as full:
            result = subprocess.run(
                [sys.executable, "-m", "oxtally", "replay", *args], stdout=full, stderr=subprocess.PIPE, check=False
            )
        assert (result.returncode, result.stderr) == (1, b"standard output: No space left on device\n")


@pytest.mark.parametrize(
    ("closed", "code", "said"),
    [
        (">&-", 1, b"standard output is closed: there is nowhere to print to\n"),
        ("<&-", 1, b"-: standard input is closed\n"),
        ("<&- 2>&-", 1, b""),
    ],
)
def test_streams_that_are_closed(closed, code, said):
    command = f"{sys.executable} -m oxtally replay - {closed}"
    result = subprocess.run(command, shell=True, input=b"", capture_output=True, check=False)
    assert (result.returncode, result.stdout, result.stderr) == (code, b"", said)


def test_a_file_name_that_a_terminal_would_obey(tmp_path):
    result = oxtally("replay", tmp_path / "a\nb\x1b[2J")
    assert result.returncode == 1
    assert result.stderr.count(b"\n") == 1
    assert b"\x1b" not in result.stderr
