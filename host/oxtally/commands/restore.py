"""`oxtally restore PATH`: make the store what a backup is, once every game in that has been checked."""

from __future__ import annotations

import argparse

from oxtally.commands.backup import checked
from oxtally.errors import printable
from oxtally.opening import add_db, db_path
from oxtally.progress import Progress
from oxtally.store.backup import restore

SUMMARY = "bring a backup back, checked first"
EXAMPLE = "oxtally restore /media/stick/oxtally.db"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("path", metavar="PATH", help="a file that `oxtally backup` made")
    parser.add_argument(
        "--force", action="store_true", help="even if the store has games that the backup lacks, or is damaged itself"
    )
    add_db(parser)


def run(args: argparse.Namespace) -> int:
    path = checked(args.path)
    with Progress("games checked") as progress:
        games, aside = restore(path, db_path(args), force=args.force, progress=progress)
    if aside:
        print(f"The damaged store is kept as {printable(str(aside))}.")
    print(f"Restored {'1 game' if games == 1 else f'{games:,} games'} from {printable(args.path)}.")
    return 0
