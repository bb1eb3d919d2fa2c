"""`oxtally backup PATH`: a copy of the store in one file, also while something else writes to it."""

from __future__ import annotations

import argparse
from pathlib import Path

from oxtally.errors import OxtallyError, printable
from oxtally.opening import add_db, open_store
from oxtally.store.backup import backup

SUMMARY = "copy the store to a file"
EXAMPLE = "oxtally backup /media/stick/oxtally.db"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("path", metavar="PATH", help="the file; an older backup there is replaced")
    parser.add_argument("--force", action="store_true", help="even if games are in that backup and not in the store")
    add_db(parser)


def run(args: argparse.Namespace) -> int:
    path = checked(args.path)
    with open_store(args) as store:
        games = backup(store, path, force=args.force)
    print(f"{printable(args.path)}: a copy of {'1 game' if games == 1 else f'{games:,} games'}.")
    return 0


def checked(text: str) -> Path:
    if not text or "\0" in text:
        raise OxtallyError(f"{printable(text)!r}: there can be no file of that name")
    return Path(text)
