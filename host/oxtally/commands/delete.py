"""`oxtally delete GAME`: take a game out of the store, for good."""

from __future__ import annotations

import argparse
import sys

from oxtally.commands.games import line
from oxtally.errors import BadContent, OxtallyError
from oxtally.kept import Told
from oxtally.opening import add_db, game_id, open_store
from oxtally.store import NoSuchGame

SUMMARY = "take a game out of the store; the next sync does not bring it back"
EXAMPLE = "oxtally delete 12"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", type=game_id, help="its number in `oxtally games`")
    parser.add_argument("--yes", action="store_true", help="do not ask")
    parser.add_argument(
        "--forget", action="store_true", help="also forget that it was deleted: the next sync may bring it back"
    )
    add_db(parser)


def run(args: argparse.Namespace) -> int:
    with open_store(args) as store:
        try:
            what = "  ".join(cell for cell in line(Told(store.game(args.game))) if cell)
        except NoSuchGame:
            if not args.forget:
                raise
            what = f"{args.game}, which is deleted already"
        if not args.yes:
            _ask(what)
        store.delete(args.game, forget=args.forget)
    after = "the next sync may bring it back" if args.forget else "it does not come back"
    print(f"Deleted game {args.game}; {after}.")
    return 0


def _ask(what: str) -> None:
    if sys.stdin is None or not sys.stdin.isatty():
        raise BadContent("delete asks on a terminal, and this is none: say --yes")
    print(f"Game {what}")
    try:
        answer = input("Delete it for good? [y/N] ")
    except EOFError:
        answer = ""
    if answer.strip().lower() not in ("y", "yes"):
        raise OxtallyError("nothing was deleted")
