"""What the commands that work on the store have in common: --db, the GAME argument, opening. Imports store."""

from __future__ import annotations

import argparse
from pathlib import Path

from oxtally.store import Store
from oxtally.store.database import default_path


def add_db(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--db", metavar="PATH", help="the store's file; without it, the one in your data folder")


def db_path(args: argparse.Namespace) -> Path:
    return Path(args.db) if args.db else default_path()


def open_store(args: argparse.Namespace) -> Store:
    """The store that is there. Raises StoreError if there is none."""
    return Store.open(db_path(args), create=False)


def create_store(args: argparse.Namespace) -> Store:
    """The store, made if it is not there yet."""
    return Store.open(db_path(args))


def game_id(text: str) -> int:
    """A GAME argument: the number that `oxtally games` shows first."""
    if not (text.isascii() and text.isdigit()) or len(text) > 18 or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no game; `oxtally games` shows their numbers")
    return int(text)
