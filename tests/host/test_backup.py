"""`oxtally backup` and `restore`: nothing is lost by either, and nothing damaged comes back."""

from __future__ import annotations

import os
import random
import sqlite3
from pathlib import Path

import pytest

from journals import DEVICE, filled, full_game, journal, put
from ox.core import events
from oxtally.store import Store
from shell import Shell, booklet, no_clock, shell_of


@pytest.fixture
def shell(tmp_path, capsys):
    return shell_of(tmp_path / "games.db", capsys)


def test_a_backup_comes_back(shell, tmp_path):
    backup = tmp_path / "backup.db"
    assert shell("backup", backup) == f"{backup}: a copy of 4 games.\n"
    assert sorted(path.name for path in tmp_path.iterdir() if path.name.startswith(("backup", "."))) == ["backup.db"]
    assert backup.read_bytes()[18:20] == b"\x01\x01"  # no write-ahead log: it can be read where nothing may be written
    before = shell("games")
    shell("delete", 1, "--yes")
    shell("assign", 2, "--seat", 1, "Zoe")
    assert shell("restore", backup) == f"Restored 4 games from {backup}.\n"
    assert shell("games") == before
    shell.path.unlink()
    assert shell("restore", backup) == f"Restored 4 games from {backup}.\n"
    assert shell("games") == before
    assert shell("verify") == "Checked 4 games: all as it was played.\n"


def test_restore_does_not_lose_newer_games(shell, tmp_path):
    backup = tmp_path / "backup.db"
    shell("backup", backup)
    no_clock(shell)
    said = shell("restore", backup, code=1)
    assert said.startswith(
        f"{shell.path}: the store has a game that would be lost or shortened (device {DEVICE}, game 9)"
    )
    assert len(shell.json("games")) == 5
    assert shell("restore", backup, "--force") == f"Restored 4 games from {backup}.\n"
    assert len(shell.json("games")) == 4


def test_restore_does_not_shorten_a_game(shell, tmp_path):
    backup = tmp_path / "backup.db"
    shell("backup", backup)
    with Store.open(shell.path) as store:
        put(store, journal([*booklet(), (events.ADJUST, 0, 3)], (2).to_bytes(8, "big")), 2)
    assert "lost or shortened" in shell("restore", backup, code=1)


def test_a_backup_does_not_overwrite_games_that_only_it_has(shell, tmp_path):
    backup = tmp_path / "backup.db"
    shell("backup", backup)
    assert shell("backup", backup) == f"{backup}: a copy of 4 games.\n"
    fresh = Shell(filled(tmp_path / "fresh.db", full_game(random.Random(3))), shell.capsys)
    assert "this backup has 3 games that would be lost or shortened" in fresh("backup", backup, code=1)
    assert fresh("backup", backup, "--force") == f"{backup}: a copy of 1 game.\n"
    # A game that was deleted on purpose is another matter.
    shell("backup", tmp_path / "second.db")
    shell("delete", 1, "--yes")
    assert shell("backup", tmp_path / "second.db").endswith("a copy of 3 games.\n")


def test_a_damaged_backup_is_not_restored(shell, tmp_path):
    backup = tmp_path / "backup.db"
    shell("backup", backup)
    with sqlite3.connect(backup) as connection:
        connection.execute("UPDATE entries SET body = x'0304' WHERE game = 2 AND sequence = 3")
    connection.close()
    before = backup.read_bytes()
    assert "this backup is damaged, so it is not restored: game 2, entry 3" in shell("restore", backup, code=1)
    assert len(shell.json("games")) == 4
    assert backup.read_bytes() == before


def test_a_damaged_store_makes_way_for_a_backup(shell, tmp_path):
    backup = tmp_path / "backup.db"
    shell("backup", backup)
    shell.path.write_bytes(b"junk" * 3000)
    assert "this is no Oxtally store" in shell("restore", backup, code=1)
    said = shell("restore", backup, "--force")
    assert said == f"The damaged store is kept as {shell.path}.damaged-1.\nRestored 4 games from {backup}.\n"
    assert Path(f"{shell.path}.damaged-1").read_bytes() == b"junk" * 3000
    assert len(shell.json("games")) == 4


def test_places_where_no_backup_can_be(shell, tmp_path):
    text = tmp_path / "letter.txt"
    text.write_text("Dear Anna, " * 500)
    assert "this is no Oxtally store" in shell("backup", text, code=1)
    with sqlite3.connect(tmp_path / "bookmarks.db") as connection:
        connection.execute("CREATE TABLE bookmarks (a TEXT)")
    connection.close()
    assert "no Oxtally backup, so it is not overwritten" in shell("backup", tmp_path / "bookmarks.db", code=1)
    assert "no Oxtally store; is the path right?" in shell("restore", tmp_path / "bookmarks.db", code=1)
    assert text.read_text().startswith("Dear Anna")
    assert "this is a folder; name a file in it" in shell("backup", tmp_path, code=1)
    assert "this is the store itself" in shell("backup", shell.path, code=1)
    assert "this is the store itself" in shell("restore", shell.path, code=1)
    assert "No such file or directory" in shell("backup", tmp_path / "missing" / "b.db", code=1)
    assert "there is no such file" in shell("restore", tmp_path / "missing.db", code=1)
    assert "there is no such file" in shell("restore", tmp_path, code=1)
    assert "no Oxtally store" in shell("restore", text, code=1)
    assert "there can be no file of that name" in shell("backup", "a\0b", code=1)


def test_odd_names_of_files(shell, tmp_path):
    long = tmp_path / ("n" * 300)
    for words in (["backup", long], ["restore", long], ["export", "--format", "csv", "-o", long]):
        assert "File name too long" in shell(*words, code=1)
    assert "File name too long" in Shell(long, shell.capsys)("games", code=1)
    raw = tmp_path / os.fsdecode(b"caf\xe9.db")  # as an old system wrote it, not UTF-8
    shell("backup", raw)
    assert Shell(raw, shell.capsys)("games") == shell("games")
    assert shell("restore", raw).startswith("Restored 4 games from ")
