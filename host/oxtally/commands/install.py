"""`oxtally install`: the firmware onto a Pico."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from oxtally import __version__
from oxtally.errors import LinkError, NoPort, OxtallyError, printable
from oxtally.fetching import fetch
from oxtally.install import copying, starting
from oxtally.install.compiled import firmware
from oxtally.install.copying import Plan
from oxtally.install.drive import Drive, drives, put
from oxtally.install.fitting import check
from oxtally.install.probe import Probe, probe
from oxtally.install.uf2 import PAGES, read
from oxtally.link.discover import ports
from oxtally.link.session import Session
from oxtally.link.transport import SerialTransport
from oxtally.opening import add_db, create_store
from oxtally.progress import Progress

SUMMARY = "put the firmware onto a box, or bring it up to date"
EXAMPLE = "oxtally install --backup-first"

_COMES_UP_S = 60.0  # a new MicroPython makes its file system first
_LOOK_S = 0.5
_BARE = f"""no Pico with MicroPython is plugged in. To put MicroPython on one:
  1. download the .uf2 file from {PAGES["RP2040"]} (Pico 2: {PAGES["RP2350"].rpartition("/")[2]})
  2. hold the Pico's BOOTSEL button while you plug it in: a drive called RPI-RP2 (RP2350) appears
  3. oxtally install --uf2 FILE
If MicroPython is on it already: try another cable (some only charge), or say where it is with --port"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--port",
        metavar="PORT",
        help="a port, or a URL that pyserial opens; without it, the one Pico that is plugged in",
    )
    parser.add_argument("--uf2", metavar="FILE", help="MicroPython, for a Pico that waits for it (BOOTSEL)")
    parser.add_argument("--backup-first", action="store_true", help="fetch its games first; if that fails, do nothing")
    parser.add_argument("--dry-run", action="store_true", help="only say what would be copied and removed")
    add_db(parser)


def run(args: argparse.Namespace) -> int:
    port = args.port or _plugged_in(args.uf2)
    if args.backup_first:
        _back_up(args, port)
    found = probe(port)
    print(f"{printable(port)}: {found.title}, {found.free // 1024:,} kB free", flush=True)
    try:
        files = firmware()
        plan = copying.plan(files, found)
        check(found, files, plan)
        if args.dry_run:
            _tell(plan)
    except OxtallyError:
        starting.reset(port)  # what runs on it goes on
        raise
    if not args.dry_run:
        _copy(files, found, plan)
    starting.reset(port)
    return 0 if args.dry_run else _start(found)


# --- Finding it


def _plugged_in(uf2: str | None) -> str:
    """The port of the Pico that is meant; one that waits for MicroPython gets it first."""
    waiting, there = drives(), ports()
    if waiting and (uf2 or not there):
        return _with_micropython(waiting, uf2, there)
    if not there:
        raise NoPort(_BARE)
    if len(there) > 1:
        raise NoPort(f"there are {len(there)} Picos: {', '.join(map(printable, there))}; say which one with --port")
    if uf2:
        print(f"{printable(there[0])}: MicroPython is on it already; {printable(uf2)} is not needed", flush=True)
    return there[0]


def _with_micropython(waiting: list[Drive], uf2: str | None, there: list[str]) -> str:
    if len(waiting) > 1:
        names = ", ".join(printable(str(one.folder)) for one in waiting)
        raise NoPort(f"{len(waiting)} Picos wait for MicroPython: {names}; plug in one at a time")
    drive = waiting[0]
    if not uf2:
        raise NoPort(
            f"here is {drive.title}: download the .uf2 file from {PAGES[drive.chip]}, then: oxtally install --uf2 FILE"
        )
    content = read(Path(uf2), drive.chip)
    print(f"here is {drive.title}", flush=True)
    with Progress("bytes of MicroPython") as progress:
        put(content, drive, progress)
    with Progress("seconds until it has started") as progress:
        start = time.monotonic()
        while (passed := time.monotonic() - start) < _COMES_UP_S:
            progress(int(passed), int(_COMES_UP_S))
            if new := [one for one in ports() if one not in there]:
                return new[0]
            time.sleep(_LOOK_S)
    raise NoPort(
        f"{printable(str(drive.folder))}: the Pico got {printable(uf2)} and has not started it; plug it in again "
        "without BOOTSEL, and: oxtally install"
    )


def _back_up(args: argparse.Namespace, port: str) -> None:
    try:
        with create_store(args) as store, Session(SerialTransport(port)) as session, Progress("bytes") as progress:
            fetched = fetch(session, store, int(time.time()), progress)
    except LinkError as error:
        raise OxtallyError(
            f"{error}. Nothing was installed: its games were not fetched, and --backup-first wants that"
        ) from None
    if fetched.findings:
        raise OxtallyError(
            "\n".join([*fetched.findings, "nothing was installed: not all of its games could be fetched"])
        )
    print(f"{printable(fetched.device.name)}: its games are in the store ({len(fetched.new)} new)", flush=True)


# --- Bringing it up to date


def _tell(plan: Plan) -> None:
    for path in plan.copied:
        print(f"would copy {path}")
    for path in plan.removed:
        print(f"would remove {printable(path)}")
    if plan.kept:
        print(f"would keep its main.py as {plan.kept}")
    if not plan:
        print("nothing to copy, nothing to remove")


def _copy(files: dict[str, bytes], found: Probe, plan: Plan) -> None:
    if not plan:
        print(f"the firmware {__version__} is on it already: nothing to copy, {len(files)} files checked", flush=True)
        return
    try:
        with Progress("bytes") as progress:
            after = copying.copy(files, found, plan, progress)
    except KeyboardInterrupt:
        print("interrupted: its games are safe; run the same command again before you use it", file=sys.stderr)
        raise
    copying.verify(files, after)
    if plan.kept:
        print(f"the main.py that was on it is kept there, as {plan.kept}")
    removed = f", {len(plan.removed)} removed" if plan.removed else ""
    print(f"{len(plan.copied)} files copied{removed}, {len(files)} checked", flush=True)


def _start(found: Probe) -> int:
    with Progress("seconds, until it has started at the latest") as progress:
        port, who = starting.answering(found, progress)
    if who.firmware != __version__:
        raise OxtallyError(
            f"{printable(port)}: firmware {printable(who.firmware)} answers, not {__version__}; run the same "
            "command again"
        )
    print(f"{printable(who.name)} ({who.device_id}) runs firmware {who.firmware}", flush=True)
    with Session(SerialTransport(port), starting.patience(port)) as session:
        faults = session.health().faults
        if not found.files:
            session.self_test()
    print(f"these parts do not answer; look at their wires: {', '.join(faults)}" if faults else "all displays answer")
    if not found.files:
        print("its screen shows the self-test: press each key once; * twice leaves it")
    return 0
