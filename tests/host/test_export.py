"""Exports: columns and keys that stay, rows that follow from the games, records that are the same record."""

from __future__ import annotations

import csv
import io
import json
import random
import re
from pathlib import Path

import pytest

from conftest import RECORDS, ROOT
from journals import DEVICE, EPOCH, FETCHED, filled, full_game, journal, put
from ox.core import events
from ox.core.history import History
from ox.journal.shelf import Shelf
from oxtally import cli
from oxtally.board.files import Files
from oxtally.board.flash import Flash
from oxtally.export.tables import TABLES
from oxtally.record import read_record, write_record
from oxtally.store import Store
from oxtally.story import as_json, tell
from random_games import random_record
from second_opinion import VARIANTS
from sessions import session

DOC = (ROOT / "docs" / "export.md").read_text(encoding="utf-8")
# What league tables out there rely on: a column may be added at the end, none goes and none moves.
COLUMNS = {
    "games": "game,date,device_name,device,epoch,number,game_id,variant,players,target,ending,round_limit,rounds,state,"
    "seat,player,heads,adjusted,rank,winner",
    "rounds": "game,date,round,counts,seat,player,heads,running",
    "placings": "game,date,round,counts,turn,place,seat,player,card,special,row,takes,heads",
}
KEYS = (
    "id,date,start,device,device_name,epoch,number,game_id,state,target,ending,round_limit,typed,ranks,"
    "variant,players,rounds,totals,over,winners"
)


@pytest.fixture(autouse=True)
def in_utc(monkeypatch):
    monkeypatch.setenv("TZ", "UTC")


def events_of(text: str) -> list[events.Event]:
    return read_record(io.BytesIO(text.encode()))


def export(path: Path, capsys, *words: object, code: int = 0) -> str:
    assert cli.main(["export", *map(str, words), "--db", str(path)]) == code
    out, error = capsys.readouterr()
    if code:
        assert error.count("\n") == 1
        return error
    assert error == ""
    return out


def rows(path: Path, capsys, detail: str, *games: int) -> list[dict[str, str]]:
    text = export(path, capsys, "--format", "csv", "--detail", detail, *games)
    return list(csv.DictReader(io.StringIO(text)))


@pytest.mark.parametrize("detail", TABLES)
def test_columns_stay_and_are_documented(tmp_path, capsys, detail):
    path = filled(tmp_path / "games.db", full_game(random.Random(1)))
    text = export(path, capsys, "--format", "csv", "--detail", detail)
    assert text.splitlines()[0] == COLUMNS[detail]
    section = DOC.split(f"--detail {detail}`", 1)[1].split("\n## ")[0]
    assert re.findall(r"^\| `(\w+)` \|", section, re.M) == COLUMNS[detail].split(",")


def test_keys_stay_and_are_documented(tmp_path, capsys):
    path = filled(tmp_path / "games.db", full_game(random.Random(1)))
    (game,) = json.loads(export(path, capsys, "--format", "json"))
    assert list(game) == KEYS.split(",")
    section = DOC.split("`--format json`", 1)[1]
    assert set(re.findall(r"^\| `(\w+)`", section, re.M)) == set(KEYS.split(",")[:14])


def test_one_row_a_game_and_player(tmp_path, capsys):
    log = [
        (events.SETUP, 8, 20, 0, (b"Anna", b"Ben", b"Zo\xeb")),
        *full_game(random.Random(4), players=3, target=20, rules=8)[1:],
    ]
    log.append((events.ADJUST, 1, 5))
    story = tell(log)
    found = rows(filled(tmp_path / "games.db", log), capsys, "games")
    assert [row["player"] for row in found] == ["Anna", "Ben", "Zoë"]
    assert [int(row["heads"]) for row in found] == story.totals
    assert [int(row["adjusted"]) for row in found] == [0, 5, 0]
    common = {
        "game": "1",
        "date": "2023-11-14 22:13",
        "device_name": "Kitchen",
        "device": DEVICE,
        "epoch": EPOCH,
        "number": "1",
        "game_id": "0000000000000001",
        "variant": "base",
        "players": "3",
        "target": "20",
        "ending": "reach",
        "round_limit": "0",
        "rounds": str(len(story.rounds)),
        "state": "over",
    }
    assert all(row.items() >= common.items() for row in found)
    assert [row["winner"] for row in found] == [str(int(seat in story.winners)) for seat in range(3)]


def test_fewest_heads_wins_and_ties_share_a_rank(tmp_path, capsys):
    """Totals of 3, 7, 3 and 9 by hand, in a game of one round where nobody took anything."""
    start = [(events.SETUP, 0, 66, 1, (b"A", b"B", b"C", b"D"))]
    start += [(events.ROW, slot, card) for slot, card in enumerate((1, 26, 51, 76))]
    log = list(start)
    for turn in range(1, 11):
        for player in range(4):
            # Five cards a row fill it; from then on every row is taken in turn. Adjusted away below.
            log.append((events.REVEAL, turn, player, 1 + 25 * player + turn))
    totals = tell(log).totals
    log += [
        (events.ADJUST, player, wanted - total)
        for player, (wanted, total) in enumerate(zip((3, 7, 3, 9), totals, strict=True))
        if wanted != total
    ]
    found = rows(filled(tmp_path / "games.db", log), capsys, "games")
    assert [row["heads"] for row in found] == ["3", "7", "3", "9"]
    assert [row["rank"] for row in found] == ["1", "3", "1", "4"]
    assert [row["winner"] for row in found] == ["1", "0", "1", "0"]
    assert rows(filled(tmp_path / "other.db", log[:20]), capsys, "games")[0]["rank"] == ""


def test_rounds_and_placings_add_up(tmp_path, capsys, block):
    """Random games of every variant: sums of the details are the totals that the record's JSON has."""
    texts = [random_record(random.Random(seed)) for seed in block[::5]]
    path = filled(tmp_path / "games.db", *map(events_of, texts))
    games, rounds, placings = (rows(path, capsys, detail) for detail in TABLES)
    assert len({row["game"] for row in games}) == len(texts)
    for row in games:
        mine = [one for one in rounds if (one["game"], one["seat"]) == (row["game"], row["seat"])]
        counted = sum(int(one["heads"]) for one in mine if one["counts"] == "1")
        assert int(row["heads"]) == counted + int(row["adjusted"])
        assert int(row["rounds"]) == sum(one["counts"] == "1" for one in mine)
        if mine:
            assert int(mine[-1]["running"]) == counted
        for one in mine:
            same = [other for other in placings if all(other[key] == one[key] for key in ("game", "round", "seat"))]
            assert sum(int(other["heads"]) for other in same) == int(one["heads"])
    for seed, text, game in zip(block[::5], texts, json.loads(export(path, capsys, "--format", "json")), strict=True):
        expected = as_json(tell(events_of(text)))
        assert {key: game[key] for key in expected} == expected, seed
        assert game["typed"] == game["players"]


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_record_comes_out_as_it_went_in(tmp_path, capsys, variant):
    texts = [random_record(random.Random(seed), variant) for seed in range(10)]
    path = filled(tmp_path / "games.db", *map(events_of, texts))
    for game, text in enumerate(texts, 1):
        assert export(path, capsys, "--format", "record", game) == text
    assert export(path, capsys, "--format", "record", "-o", tmp_path / "records") == ""
    assert sorted(file.name for file in (tmp_path / "records").iterdir()) == sorted(
        f"game-{n}.txt" for n in range(1, 11)
    )
    for game, text in enumerate(texts, 1):
        assert (tmp_path / "records" / f"game-{game}.txt").read_bytes() == text.encode()


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_golden_records_come_out_as_the_device_writes_them(tmp_path, capsys, path):
    with path.open("rb") as stream:
        log = read_record(stream)
    assert export(filled(tmp_path / "games.db", log), capsys, "--format", "record", 1) == write_record(log)


def test_evenings_with_corrections_come_out_as_the_device_writes_them(tmp_path, capsys, block):
    path = tmp_path / "games.db"
    for seed in block[::25]:
        log = session(random.Random(seed), 120)
        with Store.open(path) as store:
            added = put(store, journal(log), seed)
            game = store.ids()[-1]
        assert added.entries == len(log)
        if History(log).game.agreed:
            assert export(path, capsys, "--format", "record", game) == write_record(log)
        else:
            assert "nothing to tell" in export(path, capsys, "--format", "record", game, code=1)


def test_where_it_goes(tmp_path, capsys):
    path = filled(tmp_path / "games.db", *(full_game(random.Random(seed)) for seed in range(3)))
    out = tmp_path / "league.csv"
    out.write_text("what was there before")
    text = export(path, capsys, "--format", "csv")
    assert export(path, capsys, "--format", "csv", "-o", out) == ""
    assert out.read_text(encoding="utf-8") == text
    assert export(path, capsys, "--format", "csv", "-o", "-") == text
    assert export(path, capsys, "--format", "json", "-o", tmp_path / "all.json") == ""
    assert len(json.loads((tmp_path / "all.json").read_text())) == 3
    (tmp_path / "folder").mkdir()
    assert export(path, capsys, "--format", "record", 2, "-o", tmp_path / "folder") == ""
    assert export(path, capsys, "--format", "record", 2, "-o", tmp_path / "one.txt") == ""
    assert (tmp_path / "folder" / "game-2.txt").read_bytes() == (tmp_path / "one.txt").read_bytes()
    assert export(path, capsys, "--format", "record", 2, 3, "-o", tmp_path / "two") == ""
    assert len(list((tmp_path / "two").iterdir())) == 2
    assert {row["game"] for row in rows(path, capsys, "games", 3, 1, 3)} == {"1", "3"}
    assert not list(tmp_path.rglob(".oxtally-*"))


def test_where_it_cannot_go(tmp_path, capsys):
    path = filled(tmp_path / "games.db", *(full_game(random.Random(seed)) for seed in range(2)))
    file = tmp_path / "file"
    file.touch()
    for target, said in (
        (tmp_path / "missing" / "a.csv", "No such file or directory"),
        (tmp_path, "Is a directory"),
        (file / "below", "Not a directory"),
        ("a\0b", "no file of that name"),
    ):
        assert said in export(path, capsys, "--format", "csv", "-o", target, code=1)
    assert "this is a file; several records go into a folder" in export(
        path, capsys, "--format", "record", "-o", file, code=1
    )
    assert "several records need a folder" in export(path, capsys, "--format", "record", code=2)
    assert "--detail is for --format csv" in export(path, capsys, "--format", "json", "--detail", "rounds", code=2)


def test_a_full_disk_leaves_the_file_as_it_was(tmp_path, capsys, monkeypatch):
    """The stream fails half-way, as it does when the disk is full."""
    path = filled(tmp_path / "games.db", *(full_game(random.Random(seed)) for seed in range(2)))
    out = tmp_path / "all.json"
    out.write_text("what was there before")

    def full(*_: object) -> dict[str, object]:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("oxtally.commands.export.whole", full)
    assert export(path, capsys, "--format", "json", "-o", out, code=1) == f"{out}: No space left on device\n"
    assert out.read_text() == "what was there before"
    assert not list(tmp_path.rglob(".oxtally-*"))


def test_games_without_a_date_or_a_setup(tmp_path, capsys):
    path = tmp_path / "games.db"
    with Store.open(path) as store:
        put(store, journal(full_game(random.Random(1)), start=0), 1)
        put(store, journal([(events.SETUP, 0, 66, 0, (b"A", b"B")), (events.UNDO,)], start=FETCHED), 2)
    assert [row["date"] for row in rows(path, capsys, "games")] == [""] * 4
    (game,) = json.loads(export(path, capsys, "--format", "json"))
    assert (game["date"], game["start"]) == (None, None)
    assert "nothing to tell" in export(path, capsys, "--format", "json", 2, code=1)


def test_a_game_typed_on_the_virtual_device(tmp_path, capsys):
    """Its flash, byte for byte into the store: the record that comes out is the one that `play --record` writes."""
    booklet = next(path for path in RECORDS if path.stem == "booklet")
    chip, written = tmp_path / "chip", tmp_path / "written.txt"
    words = ["--keys-from", str(booklet), "--flash", str(chip), "--record", str(written)]
    assert cli.main(["play", "--headless", *words]) == 0
    capsys.readouterr()
    flash = Flash()
    flash.load(str(chip))
    shelf = Shelf(Files(flash), lambda: bytes(8))
    (number,) = shelf.numbers()
    data = shelf.read(number, 0, shelf.length(number))
    path = tmp_path / "games.db"
    with Store.open(path) as store:
        assert put(store, data, number).length == len(data)
    assert export(path, capsys, "--format", "record", 1) == written.read_text(encoding="utf-8")
