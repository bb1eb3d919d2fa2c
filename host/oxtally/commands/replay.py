"""`oxtally replay FILE`: play a table record through the rules, print an account of the game or its JSON."""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
from typing import BinaryIO

from ox.core.events import Event
from oxtally.account import account
from oxtally.errors import BadContent, OxtallyError, RecordError, printable
from oxtally.record import read_record
from oxtally.story import as_json, tell

SUMMARY = "play a table record through the rules and tell what happened"
EXAMPLE = "oxtally replay friday.txt"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a table record; - reads standard input")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of the account")


def run(args: argparse.Namespace) -> int:
    story = tell(read_file(args.file))
    if args.json:
        print(json.dumps(as_json(story)))
    else:
        print(account(story, shutil.get_terminal_size((100, 24)).columns, arrow()), end="")
    return 0


def read_file(path: str) -> list[Event]:
    """The events of a record on disk, with the file's name in front of whatever is wrong."""
    name = printable(path)
    try:
        with _open(path) as stream:
            return read_record(stream)
    except RecordError as error:
        raise BadContent(f"{name}:{error.line}: {error.what}") from None
    except OSError as error:
        raise OxtallyError(f"{name}: {os.strerror(error.errno) if error.errno else error}") from None


def _open(path: str) -> BinaryIO:
    if path == "-":
        if sys.stdin is None:
            raise OxtallyError("-: standard input is closed")
        return sys.stdin.buffer
    try:
        return open(path, "rb")
    except ValueError as error:  # a NUL in the path
        raise OxtallyError(f"{printable(path)}: {error}") from None


def arrow() -> str:
    """An arrow that the terminal can show."""
    try:
        "→".encode(sys.stdout.encoding)
    except UnicodeEncodeError:
        return "->"
    return "→"
