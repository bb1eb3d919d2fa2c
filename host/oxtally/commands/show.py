"""`oxtally show GAME`: one game of the store, turn by turn."""

from __future__ import annotations

import argparse
import json
import shutil

from oxtally.account import account
from oxtally.commands.replay import arrow
from oxtally.kept import tell_one
from oxtally.opening import add_db, game_id, open_store
from oxtally.story import as_json

SUMMARY = "tell a game of the store turn by turn"
EXAMPLE = "oxtally show 12"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", type=game_id, help="its number in `oxtally games`")
    add_db(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object, as `oxtally replay` does")


def run(args: argparse.Namespace) -> int:
    with open_store(args) as store:
        one = tell_one(store, args.game)
    assert one.story
    if args.json:
        print(json.dumps(as_json(one.story)))
        return 0
    print(", ".join([f"Game {one.id}", one.date or "no date", one.device_name or "a device without a name"]))
    changed = [
        f"seat {seat + 1}: {name} (typed: {typed})"
        for seat, (name, typed) in enumerate(zip(one.story.names, one.typed, strict=True))
        if name != typed
    ]
    if changed:
        print("Assigned: " + ", ".join(changed))
    print(account(one.story, shutil.get_terminal_size((100, 24)).columns, arrow()), end="")
    return 0
