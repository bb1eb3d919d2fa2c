"""`oxtally export`: games of the store for other programs. docs/export.md has the columns and keys."""

from __future__ import annotations

import argparse
import csv
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from oxtally.errors import BadContent
from oxtally.export.files import folder, output
from oxtally.export.objects import whole
from oxtally.export.tables import TABLES
from oxtally.kept import EMPTY, Told, tell_one, told
from oxtally.opening import add_db, game_id, open_store
from oxtally.progress import Progress
from oxtally.store import Store

SUMMARY = "write games for other programs: csv, json or table records"
EXAMPLE = "oxtally export --format csv -o league.csv"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("games", metavar="GAME", type=game_id, nargs="*", help="which games; without it, all")
    parser.add_argument("--format", choices=("csv", "json", "record"), required=True, help="what to write")
    parser.add_argument(
        "--detail", choices=tuple(TABLES), help="csv: a row for each player of a game (usual), of a round, or a placing"
    )
    parser.add_argument("-o", metavar="PATH", dest="path", help="a file; for several records a folder; usually stdout")
    add_db(parser)


def run(args: argparse.Namespace) -> int:
    if args.detail and args.format != "csv":
        raise BadContent("--detail is for --format csv; json has every placing, and so has a record")
    if args.format == "record" and len(args.games) != 1 and not args.path:
        raise BadContent("several records need a folder, -o FOLDER; or name one game: `export --format record 12`")
    with open_store(args) as store, Progress("games") as progress:
        chosen = _Chosen(store, list(dict.fromkeys(args.games)), progress)
        if args.format == "csv":
            _csv(chosen, args.path, args.detail or "games")
        elif args.format == "json":
            _json(chosen, args.path)
        elif len(args.games) == 1:
            with output(_one_record(args.path, args.games[0])) as stream:
                for _, text in chosen.records():
                    stream.write(text)
        else:
            _records(chosen, args.path)
    for trouble in chosen.troubles:
        print(f"left out: {trouble}", file=sys.stderr)
    return 1 if chosen.troubles else 0


class _Chosen:
    """The games that were asked for and have a story; those that are damaged go to `troubles`, and the rest goes on."""

    def __init__(self, store: Store, games: list[int], progress: Progress) -> None:
        self.store = store
        self.progress = progress
        self.ids = games or store.ids()
        for game in games:
            tell_one(store, game)  # one that was named and cannot be told is an error before anything is written
        self.troubles: list[str] = []

    def _read(self) -> Iterator[Told]:
        for done, one in enumerate(told(self.store, self.ids)):
            self.progress(done, len(self.ids))
            yield one

    def __iter__(self) -> Iterator[Told]:
        for one in self._read():
            if one.story:
                yield one
            else:
                self._leave_out(one)

    def records(self) -> Iterator[tuple[int, str]]:
        for one in self._read():
            text = one.record()
            if text is None:
                self._leave_out(one)
            else:
                yield one.id, text

    def _leave_out(self, one: Told) -> None:
        if one.state != EMPTY:
            self.troubles.append(one.trouble)


def _csv(chosen: _Chosen, path: str | None, detail: str) -> None:
    columns, rows = TABLES[detail]
    with output(path) as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(columns)
        for one in chosen:
            writer.writerows(rows(one))


def _json(chosen: _Chosen, path: str | None) -> None:
    """A list with a game a line: a hundred thousand placings are never in memory at once."""
    with output(path) as stream:
        lead = "["
        for one in chosen:
            stream.write(f"{lead}\n{json.dumps(whole(one))}")
            lead = ","
        stream.write("[]\n" if lead == "[" else "\n]\n")


def _one_record(path: str | None, game: int) -> str | None:
    """Into a folder that is there, under the usual name; or where -o says."""
    if path and os.path.isdir(path):
        return str(Path(path) / _name(game))
    return path


def _records(chosen: _Chosen, path: str) -> None:
    into = folder(path)
    for game, text in chosen.records():
        with output(str(into / _name(game))) as stream:
            stream.write(text)


def _name(game: int) -> str:
    return f"game-{game}.txt"
