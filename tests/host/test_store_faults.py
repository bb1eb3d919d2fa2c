"""What must not hurt the store: a kill at any moment, a full disk, a second program, files old, new or broken."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from add_games import the_game
from conftest import GAMES
from journals import DEVICE, EPOCH, filled, full_game, journal, put
from oxtally import cli
from oxtally.store import Store, StoreError, database, schema
from oxtally.store.verify import verify

ADD_GAMES = Path(__file__).with_name("add_games.py")
LOGS = [full_game(random.Random(seed), players=2, target=10) for seed in range(3)]


def adding(path: Path, seed: int, games: int, piece: int = 300, limit: int = 0, **options) -> subprocess.Popen[str]:
    words = [sys.executable, ADD_GAMES, path, seed, games, piece, limit]
    return subprocess.Popen(
        [str(word) for word in words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options
    )


def check(path: Path, acknowledged: dict[int, int]) -> None:
    """Everything that was acknowledged is there, and whatever is there is the start of its game."""
    with Store.open(path) as store:
        for number, length in acknowledged.items():
            assert store.length(DEVICE, EPOCH, number) >= length
        for kept in store.games():
            assert the_game(kept.key.number).startswith(kept.header + b"".join(kept.bodies))
        assert verify(store, lambda done, total: None)[1] == []


def said(lines: str) -> dict[int, int]:
    """What add_games has printed; a line that it was killed in does not count."""
    whole = lines[: lines.rfind("\n") + 1].splitlines()
    return {int(number): int(length) for number, length in (line.split() for line in whole)}


def test_killed_again_and_again(tmp_path):
    """kill -9 at a random moment, and on with the same store, until all games are there."""
    rng = random.Random(5)
    path = tmp_path / "games.db"
    acknowledged: dict[int, int] = {}
    kills = 0
    for attempt in range(max(12, GAMES // 40)):
        process = adding(path, attempt, games=40)
        process.stdout.readline()  # it has begun: from here on it writes all the time
        time.sleep(rng.random() * 0.15)
        process.send_signal(signal.SIGKILL)
        lines, errors = process.communicate(timeout=60)
        assert errors == ""
        acknowledged |= said(lines)
        kills += process.returncode == -signal.SIGKILL
        check(path, acknowledged)
        if process.returncode == 0:  # all games are there
            path = tmp_path / f"games-{attempt}.db"
            acknowledged = {}
    assert kills >= 6
    process = adding(path, 0, games=40)
    assert process.communicate(timeout=100)[1] == ""
    with Store.open(path) as store:
        assert sorted(store.journal(DEVICE, EPOCH, number) for number in range(1, 41)) == sorted(
            map(the_game, range(1, 41))
        )


def test_killed_while_a_store_is_made(tmp_path):
    rng = random.Random(6)
    begin = time.monotonic()
    process = adding(tmp_path / "first.db", 0, games=40)
    process.stdout.readline()
    took = time.monotonic() - begin  # to make a store and add the first piece
    process.kill()
    process.communicate(timeout=60)
    for attempt in range(max(10, GAMES // 40)):
        path = tmp_path / f"games-{attempt}.db"
        process = adding(path, attempt, games=40)
        time.sleep(took * rng.uniform(0.7, 1.1))
        process.kill()
        lines, errors = process.communicate(timeout=60)
        assert errors == ""
        check(path, said(lines))


def test_two_programs_add_the_same_games_at_once(tmp_path):
    path = tmp_path / "games.db"
    both = [adding(path, seed, games=25, piece=900) for seed in (1, 2)]
    for process in both:
        errors = process.communicate(timeout=100)[1]
        assert (process.returncode, errors) == (0, "")
    check(path, {number: len(the_game(number)) for number in range(1, 26)})
    with Store.open(path) as store:
        assert len(store.ids()) == 25


def test_a_full_disk_ends_in_a_sentence_and_leaves_what_was_there(tmp_path):
    """The limit is on the size of a file, so it meets the write-ahead log at every length."""
    path = tmp_path / "games.db"
    acknowledged: dict[int, int] = {}
    for limit in (1, 5_000, 40_000, 100_000, 200_000, 300_001):
        process = adding(path, limit, games=60, limit=limit)
        lines, errors = process.communicate(timeout=100)
        assert process.returncode == 1
        assert errors.count("\n") == 1
        assert errors.startswith(f"{path}: ")
        assert "full" in errors or "no room" in errors, errors
        acknowledged |= said(lines)
        if path.exists():
            check(path, acknowledged)
    assert acknowledged


def test_a_store_that_may_not_grow(tmp_path):
    path = filled(tmp_path / "games.db", LOGS[0])
    with Store.open(path) as store:
        with store.database.reading() as connection:
            pages = connection.exec_driver_sql("PRAGMA page_count").scalar()
            connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")
        data = journal(full_game(random.Random(9), players=10, target=300))
        with pytest.raises(StoreError, match="no room on the disk; nothing was changed"):
            put(store, data, 2)
        assert store.length(DEVICE, EPOCH, 2) == 0
        assert verify(store, lambda done, total: None)[1] == []


def test_a_locked_store_is_waited_for_and_then_a_sentence(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(database, "WAIT", 0.1)
    path = filled(tmp_path / "games.db", LOGS[0])
    copy = tmp_path / "copy.db"
    assert cli.main(["backup", str(copy), "--db", str(path)]) == 0
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        for words in (["assign", "1", "--date", "2026-01-01"], ["delete", "1", "--yes"], ["restore", str(copy)]):
            assert cli.main([*words, "--db", str(path)]) == 1
            assert (
                capsys.readouterr().err
                == f"{path}: another program is writing to the store; try again when it is done\n"
            )
        # Readers do not wait.
        assert cli.main(["games", "--db", str(path)]) == 0
        assert cli.main(["backup", str(copy), "--db", str(path)]) == 0
    finally:
        other.close()


# --- Versions


def test_a_new_store_has_the_version_of_this_program(tmp_path):
    path = filled(tmp_path / "games.db", LOGS[0])
    with sqlite3.connect(path) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (schema.VERSION,)
        assert connection.execute("PRAGMA application_id").fetchone() == (schema.APPLICATION,)
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    connection.close()
    with Store.open(path) as store, store.database.reading() as connection:
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
        assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1


def old_store(path: Path) -> Path:
    """A store as version 1 made them, with a game in it."""
    connection = sqlite3.connect(path, isolation_level=None)
    for statement in schema.STEPS[0]:
        connection.execute(statement)
    data = journal(LOGS[0])
    connection.execute(f"PRAGMA application_id = {schema.APPLICATION}")
    connection.execute("PRAGMA user_version = 1")
    connection.execute("INSERT INTO devices VALUES (?, 'Kitchen')", (DEVICE,))
    values = (DEVICE, EPOCH, data[4:12], data[:20])
    connection.execute("INSERT INTO games VALUES (7, ?, ?, 1, ?, 1700000000, ?, 0)", values)
    at = 20
    for sequence in range(len(LOGS[0])):
        end = at + 1 + data[at] + 4
        connection.execute("INSERT INTO entries VALUES (7, ?, ?)", (sequence, data[at:end]))
        at = end
    connection.close()
    return path


def test_an_older_store_is_brought_up_to_date_with_all_its_games(tmp_path):
    path = old_store(tmp_path / "games.db")
    with Store.open(path, create=False) as store:
        assert store.journal(DEVICE, EPOCH, 1) == journal(LOGS[0])
        store.assign(7, {0: "Zoe"}, "2026-01-01")
        store.delete(7)
        assert store.is_deleted(DEVICE, EPOCH, 1)
    with sqlite3.connect(path) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (schema.VERSION,)
    connection.close()


def test_a_step_that_fails_leaves_the_older_store_as_it_was(tmp_path, monkeypatch):
    path = old_store(tmp_path / "games.db")
    broken = ("CREATE TABLE halfway (a INTEGER)", "CREATE TABLE devices (again TEXT)")
    monkeypatch.setattr(schema, "STEPS", (schema.STEPS[0], broken))
    with pytest.raises(StoreError, match="already exists"):
        Store.open(path)
    monkeypatch.undo()
    with sqlite3.connect(path) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (1,)
        assert connection.execute("SELECT count(*) FROM sqlite_master WHERE name = 'halfway'").fetchone() == (0,)
    connection.close()
    with Store.open(path) as store:
        assert store.ids() == [7]


def test_a_newer_store_is_refused_with_a_sentence(tmp_path, capsys):
    path = filled(tmp_path / "games.db", LOGS[0])
    with sqlite3.connect(path) as connection:
        connection.execute(f"PRAGMA user_version = {schema.VERSION + 1}")
    connection.close()
    before = path.read_bytes()
    assert cli.main(["games", "--db", str(path)]) == 1
    assert "a newer oxtally made this store" in capsys.readouterr().err
    assert path.read_bytes() == before


# --- Files that are no stores

EVERY = (
    *(["games"], ["games", "--json"], ["show", "1"], ["export", "--format", "csv"], ["export", "--format", "json"]),
    *(["export", "--format", "record", "1"], ["verify"], ["verify", "--json"], ["assign", "1", "--date", "2026-01-01"]),
    *(["delete", "1", "--yes"], ["backup", "BACKUP"]),
)


def every_command(path: Path, capsys) -> list[tuple[int, str]]:
    """Exit code and complaint of each command on that store, which may be anything."""
    results = []
    for words in EVERY:
        backup = path.with_name("backup.db")
        backup.unlink(missing_ok=True)
        code = cli.main([str(backup) if word == "BACKUP" else word for word in words] + ["--db", str(path)])
        error = capsys.readouterr().err
        assert code in (0, 1)
        assert (code == 0) == (error == "") or words[0] == "verify"
        assert "Traceback" not in error
        results.append((code, error))
    return results


def test_somebody_elses_database_is_left_alone(tmp_path, capsys):
    path = tmp_path / "bookmarks.db"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE bookmarks (a TEXT)")
    connection.close()
    before = path.read_bytes()
    results = every_command(path, capsys)
    assert all(code == 1 and "no Oxtally store; is the path right?" in error for code, error in results)
    with pytest.raises(StoreError):
        Store.open(path)
    assert path.read_bytes() == before


@pytest.mark.parametrize("content", [b"oxtally-record 1\n" * 300, b"\0" * 5000, b"SQLite format 3\0" + b"\xff" * 5000])
def test_a_file_that_is_no_database(tmp_path, capsys, content):
    path = tmp_path / "file"
    path.write_bytes(content)
    for code, error in every_command(path, capsys):
        assert code == 1
        assert error.startswith(f"{path}: ")
        assert error.count("\n") == 1
    assert path.read_bytes() == content


def test_no_store_an_empty_file_a_folder_and_odd_names(tmp_path, capsys):
    empty = tmp_path / "empty.db"
    empty.touch()
    for path in (tmp_path / "missing.db", empty):
        assert all(code == 1 and "there is no store here yet" in error for code, error in every_command(path, capsys))
    assert all(code == 1 and "this is a folder" in error for code, error in every_command(tmp_path, capsys))
    assert not (tmp_path / "missing.db").exists()
    odd = filled(tmp_path / "a?b#c%20d é.db", LOGS[0])
    assert odd.exists()
    assert cli.main(["games", "--db", str(odd)]) == 0
    assert cli.main(["games", "--db", "a\0b"]) == 1
    assert cli.main(["games", "--db", str(empty / "below")]) == 1
    with pytest.raises(StoreError, match=r"Not a directory|File exists"):
        Store.open(empty / "below")


def test_a_store_that_may_only_be_read(tmp_path, monkeypatch, capsys):
    """A backup on a stick with a lock: it can be listed; what would change it is a sentence."""
    path, copy = filled(tmp_path / "games.db", LOGS[0]), tmp_path / "copy.db"
    assert cli.main(["backup", str(copy), "--db", str(path)]) == 0
    old = old_store(tmp_path / "old.db")
    before = copy.read_bytes()
    monkeypatch.setattr(os, "access", lambda *_: False)  # root, who may run these tests, may write everything
    capsys.readouterr()
    assert cli.main(["games", "--db", str(copy)]) == 0
    assert cli.main(["verify", "--db", str(copy)]) == 0
    capsys.readouterr()
    assert cli.main(["delete", "1", "--yes", "--db", str(copy)]) == 1
    assert "the store cannot be written; check who owns" in capsys.readouterr().err
    assert cli.main(["games", "--db", str(old)]) == 1
    assert "copy it elsewhere first" in capsys.readouterr().err
    assert copy.read_bytes() == before


def test_fuzzed_files_never_end_in_a_traceback(tmp_path, capsys, block):
    original = filled(tmp_path / "games.db", *LOGS).read_bytes()
    path = tmp_path / "fuzzed.db"
    for seed in block[::5]:
        rng = random.Random(seed)
        data = bytearray(original)
        for _ in range(rng.choice((1, 3, 30))):
            at = rng.choice((rng.randrange(100), rng.randrange(len(data)), rng.randrange(len(data))))
            end = at + rng.randint(1, 40)
            data[at:end] = rng.choice((rng.randbytes(end - at), bytes(end - at), data[: end - at]))
        if rng.random() < 0.2:
            del data[rng.randrange(len(data)) :]
        for ending in ("", "-wal", "-shm"):
            path.with_name(path.name + ending).unlink(missing_ok=True)
        path.write_bytes(data)
        every_command(path, capsys)


def test_one_damaged_game_does_not_keep_the_others_back(tmp_path, capsys):
    path = filled(tmp_path / "games.db", *LOGS)
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE entries SET body = x'00' WHERE game = 2 AND sequence = 3")
    connection.close()
    assert cli.main(["games", "--db", str(path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == ["ID", "1", "2", "3"]
    assert "damaged" in lines[2]
    assert cli.main(["show", "3", "--db", str(path)]) == 0
    assert cli.main(["show", "2", "--db", str(path)]) == 1
    assert "game 2: " in (error := capsys.readouterr().err)
    assert "entry 3: damaged" in error
    assert cli.main(["export", "--format", "csv", "--db", str(path)]) == 1
    out, error = capsys.readouterr()
    assert {line.split(",")[0] for line in out.splitlines()} == {"game", "1", "3"}
    assert error.startswith("left out: game 2: ")
    assert cli.main(["delete", "2", "--yes", "--db", str(path)]) == 0
    assert cli.main(["verify", "--db", str(path)]) == 0
