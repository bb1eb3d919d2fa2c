"""`oxtally verify`: check the whole store again."""

from __future__ import annotations

import argparse
import json

from oxtally.opening import add_db, open_store
from oxtally.progress import Progress
from oxtally.store.verify import verify

SUMMARY = "check every game in the store again: its bytes, and every entry by the rules"
EXAMPLE = "oxtally verify"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_db(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(args: argparse.Namespace) -> int:
    with open_store(args) as store, Progress("games") as progress:
        games, findings = verify(store, progress)
    if args.json:
        print(json.dumps({"games": games, "findings": [finding._asdict() for finding in findings]}))
        return 1 if findings else 0
    for finding in findings:
        print(finding)
    checked = "1 game" if games == 1 else f"{games:,} games"
    if findings:
        print(f"Checked {checked}: see above. `oxtally restore` brings a backup back.")
        return 1
    print(f"Checked {checked}: all as it was played.")
    return 0
