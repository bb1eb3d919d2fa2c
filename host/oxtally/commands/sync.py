"""`oxtally sync`: fetch the games of a device."""

from __future__ import annotations

import argparse
import json
import signal
import sys
import time
from typing import Any

from oxtally.errors import LinkError, printable
from oxtally.fetching import Fetched, fetch
from oxtally.link.discover import the_one
from oxtally.link.session import Session
from oxtally.link.transport import SerialTransport
from oxtally.opening import add_db, create_store
from oxtally.progress import Progress
from oxtally.store import Store

SUMMARY = "fetch new games from the device into the store"
EXAMPLE = "oxtally sync --watch"

_EVERY_S = 2.0  # --watch


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--port",
        metavar="PORT",
        help="a port, or a URL that pyserial opens; without it, the one Pico that answers",
    )
    parser.add_argument("--watch", action="store_true", help="keep syncing until interrupted, also after a pulled plug")
    add_db(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object (with --watch, one a line)")


def run(args: argparse.Namespace) -> int:
    with create_store(args) as store:
        if args.watch:
            return _watch(args, store)
        fetched = _once(args, store)
    _print(fetched, args.json)
    return 1 if fetched.findings else 0


def _session(args: argparse.Namespace) -> Session:
    return Session(SerialTransport(args.port or the_one()))


def _once(args: argparse.Namespace, store: Store) -> Fetched:
    with _session(args) as session:
        return _fetch(session, store)


def _fetch(session: Session, store: Store) -> Fetched:
    with Progress("bytes") as progress:
        return fetch(session, store, int(time.time()), progress)


def _watch(args: argparse.Namespace, store: Store) -> int:
    """A device that is not there, or goes away, is waited for; said once, not every two seconds."""
    said = ""
    before = [(number, signal.getsignal(number)) for number in (signal.SIGINT, signal.SIGTERM)]
    try:
        for number, _ in before:  # both, always: what starts this in the background may have had SIGINT ignored
            signal.signal(number, signal.default_int_handler)
        while True:
            try:
                with _session(args) as session:
                    said = ""
                    _follow(session, store, args.json)
            except LinkError as error:
                if said != str(error):
                    said = str(error)
                    print(f"waiting: {said}", file=sys.stderr, flush=True)
            time.sleep(_EVERY_S)
    except KeyboardInterrupt:
        return 0
    finally:
        for number, handler in before:
            signal.signal(number, handler)


def _follow(session: Session, store: Store, as_json: bool) -> None:
    """Fetch whenever something has happened at the table, until the line is cut. One small question finds that out."""
    seen = None
    while True:
        now = session.now()
        if seen != (now.number, now.length):
            _print(_fetch(session, store), as_json)
            seen = now.number, now.length
        time.sleep(_EVERY_S)


def _print(fetched: Fetched, as_json: bool) -> None:
    if as_json:
        print(json.dumps(_object(fetched)), flush=True)
        return
    who = fetched.device
    parts = [
        _count(len(fetched.new), "new game", "new games"),
        _count(len(fetched.longer), "game went on", "games went on"),
        _count(fetched.known, "was here already", "were here already"),
    ]
    print(f"{printable(who.name)} ({who.device_id}): " + (", ".join(filter(None, parts)) or "no games yet"), flush=True)
    for finding in fetched.findings:
        print(finding, file=sys.stderr, flush=True)


def _count(count: int, one: str, many: str) -> str:
    return f"{count:,} {one if count == 1 else many}" if count else ""


def _object(fetched: Fetched) -> dict[str, Any]:
    who = fetched.device
    return {
        "device": who.device_id,
        "name": who.name,
        "epoch": who.epoch,
        "firmware": who.firmware,
        "free": who.free,
        "new": fetched.new,
        "longer": fetched.longer,
        "entries": fetched.entries,
        "known": fetched.known,
        "findings": fetched.findings,
    }
