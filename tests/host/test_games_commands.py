"""The commands that work on the store, as a person uses them: what they print, change and refuse."""

from __future__ import annotations

import io
import json
import os
import pty
import random
import select
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from journals import DEVICE, EPOCH, FETCHED, filled, full_game, journal
from ox.core import events
from oxtally import cli
from oxtally.progress import Progress
from oxtally.store import Store
from shell import BOOKLET, Shell, booklet, no_clock, shell_of

COMMANDS = ("games", "show", "export", "assign", "delete", "verify", "backup", "restore")


@pytest.fixture(autouse=True)
def in_utc(monkeypatch):
    monkeypatch.setenv("TZ", "UTC")
    monkeypatch.setenv("COLUMNS", "100")


@pytest.fixture
def shell(tmp_path, capsys):
    return shell_of(tmp_path / "games.db", capsys)


# --- games, show


def test_the_list_of_games(shell):
    no_clock(shell)
    assert shell("games").splitlines() == [
        "ID  DATE              DEVICE   VARIANT  STATE      PLAYERS                            WINNER",
        " 1  2023-11-14 22:13  Kitchen  base     over       Anna 56, Ben 73, Chloé 56, Dan 47  Dan",
        " 2  2023-11-14 22:13  Kitchen  base     under way  Anna 0, Ben 0, Chloe 0, Dan 0",
        " 3  2023-11-14 22:13  Kitchen  base     stopped    Anna 0, Ben 0, Chloe 0, Dan 0",
        " 4  2023-11-14 22:13  Kitchen  -        empty      (nothing was set up)",
        " 5  no date           Kitchen  base     under way  Anna 0, Ben 0, Chloe 0, Dan 0",
    ]


def test_the_list_as_json(shell):
    first, second, _, fourth = shell.json("games")
    assert first == {
        "id": 1,
        "date": "2023-11-14 22:13",
        "start": FETCHED,
        "device": DEVICE,
        "device_name": "Kitchen",
        "epoch": EPOCH,
        "number": 1,
        "game_id": "0000000000000001",
        "state": "over",
        "variant": "base",
        "players": ["Anna", "Ben", "Chloé", "Dan"],
        "totals": first["totals"],
        "winners": first["winners"],
    }
    assert second["state"] == "under way"
    assert (fourth["state"], fourth["trouble"]) == (
        "empty",
        "game 4: the setup was undone, and nothing came after: there is nothing to tell",
    )


def test_an_empty_store(tmp_path, capsys):
    shell = Shell(filled(tmp_path / "games.db"), capsys)
    assert "no games in the store yet" in shell("games")
    assert shell.json("games") == []
    assert shell("verify") == "Checked 0 games: all as it was played.\n"
    assert json.loads(shell("export", "--format", "json")) == []
    assert shell("export", "--format", "csv").startswith("game,date,")


def test_a_game_is_told_as_replay_tells_its_record(shell, capsys):
    assert cli.main(["replay", str(BOOKLET)]) == 0
    told = capsys.readouterr().out
    assert shell("show", 2) == "Game 2, 2023-11-14 22:13, Kitchen\n" + told
    assert cli.main(["replay", str(BOOKLET), "--json"]) == 0
    told = capsys.readouterr().out
    assert shell.json("show", 2) == json.loads(told)


def test_games_that_are_not_there(shell):
    for words in (["show", 99], ["delete", 99, "--yes"], ["assign", 99, "--date", "2026-01-01"]):
        assert shell(*words, code=1).startswith("there is no game 99 in the store; `oxtally games` lists")
    assert shell("export", "--format", "csv", 99, code=1).startswith("there is no game 99")
    assert shell("show", 4, code=1).startswith("game 4: the setup was undone")


@pytest.mark.parametrize("word", ["0", "-1", "x", "1.5", "²", "9" * 40, ""])
def test_a_word_that_is_no_game(shell, word):
    for command in ("show", "delete"):
        with pytest.raises(SystemExit) as caught:
            shell(command, "--", word)
        assert caught.value.code == 2


# --- assign


def test_assigned_names_and_dates_are_shown_everywhere_and_the_journal_stays(shell, tmp_path):
    game = no_clock(shell)
    with Store.open(shell.path) as store:
        before = store.journal(DEVICE, EPOCH, 9)
    said = shell("assign", game, "--seat", 2, "Zoë", "--seat", "4", "Van Dam", "--date", "2026-11-18 20:15")
    assert said == f"Game {game}, 2026-11-18 20:15: Anna, Zoë, Chloe, Van Dam\n"
    assert "2026-11-18 20:15  Kitchen  base     under way  Anna 0, Zoë 0, Chloe 0, Van Dam 0" in shell("games")
    told = shell("show", game)
    assert told.startswith(
        f"Game {game}, 2026-11-18 20:15, Kitchen\nAssigned: seat 2: Zoë (typed: Ben), seat 4: Van Dam"
    )
    assert "Zoë 15 → 1" in told
    assert shell.json("show", game)["players"] == ["Anna", "Zoë", "Chloe", "Van Dam"]
    assert 'players Anna Zoë Chloe "Van Dam"\n' in shell("export", "--format", "record", game)
    assert f"{game},2026-11-18 20:15,1,0,2,Zoë,0,0\n" in shell("export", "--format", "csv", "--detail", "rounds", game)
    (exported,) = json.loads(shell("export", "--format", "json", game))
    assert (exported["players"][1], exported["typed"][1], exported["start"]) == ("Zoë", "Ben", None)
    with Store.open(shell.path) as store:
        assert store.journal(DEVICE, EPOCH, 9) == before
    assert shell("assign", game, "--seat", 2, "", "--date", "").endswith("no date: Anna, Ben, Chloe, Van Dam\n")


def test_two_people_who_sat_the_other_way_round(shell):
    assert "somebody else in this game has that name" in shell("assign", 1, "--seat", 1, "ben", code=2)
    assert shell("assign", 1, "--seat", 1, "Ben", "--seat", 2, "Anna").endswith("Ben, Anna, Chloé, Dan\n")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "nothing to assign"),
        (["--seat", "0", "Zoe"], "--seat 0: there is no such seat; this game has 1 to 4"),
        (["--seat", "5", "Zoe"], "there is no such seat"),
        (["--seat", "x", "Zoe"], "there is no such seat"),
        (["--seat", "1", "A much too long name"], "a name has 1 to 12 printable characters of Latin-1"),
        (["--seat", "1", 'Z"oe'], "a name has 1 to 12"),
        (["--seat", "1", "\x1b[2J"], "a name has 1 to 12"),
        (["--seat", "1", "王"], "王: a name has 1 to 12"),
        (["--date", "yesterday"], "--date yesterday: that is no date; they look like 2026-11-18"),
        (["--date", "2026-02-30"], "that is no date"),
        (["--date", "2026-11-18 25:00"], "that is no date"),
    ],
)
def test_what_cannot_be_assigned(shell, words, said):
    assert said in shell("assign", 1, *words, code=2)
    assert shell.json("games")[0]["players"] == ["Anna", "Ben", "Chloé", "Dan"]


def test_a_date_is_written_in_one_way(shell):
    assert shell("assign", 1, "--date", "2026-1-5").startswith("Game 1, 2026-01-05: ")


# --- delete


def test_delete_needs_yes_where_nobody_can_be_asked(shell, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO("y\n"))
    assert shell("delete", 1, code=2) == "delete asks on a terminal, and this is none: say --yes"
    assert shell("delete", 1, "--yes") == "Deleted game 1; it does not come back.\n"
    assert [game["id"] for game in shell.json("games")] == [2, 3, 4]
    with Store.open(shell.path) as store:
        assert store.is_deleted(DEVICE, EPOCH, 1)
    assert shell("delete", 1, "--yes", "--forget").endswith("the next sync may bring it back.\n")
    with Store.open(shell.path) as store:
        assert not store.is_deleted(DEVICE, EPOCH, 1)


def on_terminal(*words: object, keys: bytes = b"") -> tuple[int, str]:
    """Run a command on a terminal of its own; exit code and everything that the terminal got."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "oxtally", *map(str, words)]
    process = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs)
    os.close(theirs)
    os.write(ours, keys)
    seen = b""
    while select.select([ours], [], [], 60)[0]:
        try:
            piece = os.read(ours, 4096)
        except OSError:  # the other end is closed
            break
        if not piece:
            break
        seen += piece
    os.close(ours)
    return process.wait(60), seen.decode()


@pytest.mark.parametrize(("keys", "code", "left"), [(b"n\n", 1, 4), (b"\n", 1, 4), (b"\x04", 1, 4), (b"y\n", 0, 3)])
def test_delete_asks_on_a_terminal(shell, keys, code, left):
    done, seen = on_terminal("delete", 1, "--db", shell.path, keys=keys)
    assert done == code
    assert "Anna 56, Ben 73" in seen
    assert "Delete it for good? [y/N]" in seen
    assert len(shell.json("games")) == left


# --- verify


def test_verify_finds_nothing_in_a_good_store(shell):
    assert shell("verify") == "Checked 4 games: all as it was played.\n"
    assert shell.json("verify") == {"games": 4, "findings": []}


@pytest.mark.parametrize(
    ("statement", "game", "entry", "what"),
    [
        ("UPDATE entries SET body = x'0304' WHERE game = 2 AND sequence = 3", 2, 3, "damaged"),
        ("UPDATE entries SET body = 7 WHERE game = 2 AND sequence = 3", 2, 3, "damaged"),
        ("UPDATE entries SET body = x'' WHERE game = 2 AND sequence = 0", 2, 0, "damaged"),
        ("UPDATE entries SET body = CAST(body || x'00' AS BLOB) WHERE game = 2 AND sequence = 3", 2, 3, "damaged"),
        ("UPDATE entries SET body = CAST(body AS TEXT) WHERE game = 2 AND sequence = 3", 2, None, "damaged"),
        ("DELETE FROM entries WHERE game = 2 AND sequence = 3", 2, 3, "missing; entry 4 comes next"),
        ("DELETE FROM entries WHERE game = 2", 2, None, "all its entries are missing"),
        ("UPDATE games SET header = x'4f' WHERE id = 2", 2, -1, "not the start of a journal"),
        ("UPDATE games SET header = 'OXT' WHERE id = 2", 2, -1, "not the start of a journal"),
        ("UPDATE games SET start = 5 WHERE id = 2", 2, -1, "its id or its start is not what the header says"),
        ("INSERT INTO seats VALUES (99, 1, 'Zoe')", 0, None, "a row of seats belongs to no games"),
    ],
)
def test_verify_names_the_place(shell, capsys, statement, game, entry, what):
    with sqlite3.connect(shell.path) as connection:
        connection.execute(statement)
    connection.close()
    assert cli.main(["verify", "--db", str(shell.path), "--json"]) == 1
    (finding,) = json.loads(capsys.readouterr().out)["findings"]
    assert (finding["game"], finding["entry"]) == (game, entry)
    assert what in finding["what"]
    assert cli.main(["verify", "--db", str(shell.path)]) == 1
    first, last = capsys.readouterr().out.splitlines()
    assert what in first
    assert last == "Checked 4 games: see above. `oxtally restore` brings a backup back."
    assert cli.main(["games", "--db", str(shell.path)]) == 0


def test_verify_refuses_scores_that_do_not_follow(shell, capsys):
    """Right checksums, wrong game: somebody gave themselves a better card."""
    log = full_game(random.Random(1))
    place = next(entry for entry, event in enumerate(log) if event[:3] == (events.REVEAL, 2, 0))
    log[place] = (events.REVEAL, 2, 0, log[5][-1])
    data = journal(log, (1).to_bytes(8, "big"))
    with sqlite3.connect(shell.path) as connection:
        at = 20
        for sequence in range(len(log)):
            end = at + 1 + data[at] + 4
            values = (data[at:end], sequence)
            connection.execute("UPDATE entries SET body = ? WHERE game = 1 AND sequence = ?", values)
            at = end
    connection.close()
    assert cli.main(["verify", "--db", str(shell.path)]) == 1
    what = f"entry {place}: that card was seen already this round: Anna played it in turn 1"
    assert capsys.readouterr().out.startswith(f"game 1, {what} (device ")
    assert shell("show", 1, code=1) == f"game 1: device {DEVICE}, game 1, {what}"


def test_a_progress_bar_on_a_terminal_and_none_in_a_pipe(shell, monkeypatch, capsys):
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    assert shell("verify")  # asserts that nothing is on standard error
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    with Progress("games") as progress:
        progress(5, 10)
    assert screen.getvalue().startswith("\r[###############               ] 5/10 games")
    assert screen.getvalue().endswith("\r")
    done, seen = on_terminal("verify", "--db", shell.path)
    assert (done, "/4 games" in seen) == (0, True)


# --- All of them


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(command, capsys):
    with pytest.raises(SystemExit) as caught:
        cli.main([command, "--help"])
    assert caught.value.code == 0
    assert f"Example: oxtally {command}" in " ".join(capsys.readouterr().out.split())


def test_the_store_lies_in_the_data_folder(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path))
    assert cli.main(["games"]) == 1
    path = Path(capsys.readouterr().err.split(": there is no store here yet")[0])
    assert tmp_path in path.parents
    assert path.name == "games.db"
    path.parent.mkdir(parents=True)
    filled(path, booklet())
    assert cli.main(["games"]) == 0


def test_commands_say_so_when_their_output_cannot_be_written(shell):
    for words in (["games"], ["show", "1"], ["export", "--format", "csv"], ["verify"]):
        with open("/dev/full", "wb") as full:
            command = [sys.executable, "-m", "oxtally", *words, "--db", str(shell.path)]
            result = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, check=False)
        assert (result.returncode, result.stderr) == (1, b"standard output: No space left on device\n")
