"""`oxtally games`: what is in the store, one line a game."""

from __future__ import annotations

import argparse
import json

from oxtally.export.objects import summary
from oxtally.kept import DAMAGED, EMPTY, Told, told
from oxtally.opening import add_db, open_store
from oxtally.progress import Progress

SUMMARY = "list the games in the store"
EXAMPLE = "oxtally games"

_TITLES: tuple[str, ...] = ("ID", "DATE", "DEVICE", "VARIANT", "STATE", "PLAYERS", "WINNER")
_NO_STORY = {EMPTY: "(nothing was set up)", DAMAGED: "(damaged: `oxtally verify` says where)"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_db(parser)
    parser.add_argument("--json", action="store_true", help="print a JSON list instead of the table")


def run(args: argparse.Namespace) -> int:
    with open_store(args) as store, Progress("games") as progress:
        ids = store.ids()
        lines = [_TITLES]
        objects = []
        for done, one in enumerate(told(store, ids)):
            progress(done, len(ids))
            if args.json:
                objects.append(summary(one))
            else:
                lines.append(line(one))
    if args.json:
        print(json.dumps(objects))
    elif not ids:
        print("There are no games in the store yet; `oxtally sync` fetches them from a device.")
    else:
        print("\n".join(table(lines)))
    return 0


def line(one: Told) -> tuple[str, ...]:
    """A game in the cells of one line."""
    story = one.story
    start = (str(one.id), one.date or "no date", one.device_name or "-")
    if not story:
        return (*start, "-", one.state, _NO_STORY[one.state], "")
    players = ", ".join(f"{name} {total}" for name, total in zip(story.names, story.totals, strict=True))
    winners = ", ".join(story.names[player] for player in story.winners)
    return (*start, one.variant, one.state, players, winners)


def table(rows: list[tuple[str, ...]]) -> list[str]:
    """Cells in columns, numbers to the right."""
    wide = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    return [
        "  ".join(
            f"{cell:>{width}}" if not at else f"{cell:<{width}}"
            for at, (cell, width) in enumerate(zip(row, wide, strict=True))
        ).rstrip()
        for row in rows
    ]
