"""`oxtally play --headless`: type keys into the virtual device, then see what it shows, or talk to it.

Imports oxtally.virtual, oxtally.board, oxtally.record.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from oxtally.board.files import Files
from oxtally.board.flash import DONE, DROP, HALF, RANDOM, SHORT, Flash
from oxtally.commands.play import emulated
from oxtally.commands.replay import read_file
from oxtally.errors import BadContent, OxtallyError
from oxtally.record import write_record
from oxtally.virtual import chip, device
from oxtally.virtual.box import KEYS
from oxtally.virtual.device import games
from oxtally.virtual.picture import ROW_BYTES, SCREEN_BYTES, png
from oxtally.virtual.runner import write_roster
from oxtally.virtual.serve import serve
from oxtally.virtual.typist import MemoryFiles, Typed, type_record

if TYPE_CHECKING:
    from ox.journal.tail import FileSystem

CUT_WAYS = {"drop": DROP, "half": HALF, "short": SHORT, "random": RANDOM, "done": DONE}


def _typed(args: argparse.Namespace) -> tuple[list[str], Typed]:
    """The names that the device has to know, and the keys."""
    roster: list[str] = []
    typed = Typed()
    if args.keys_from:
        log = read_file(args.keys_from)
        roster = [name.decode("latin-1") for name in log[0][4]]
        typed = type_record(log, _files(args.flash, roster))
    else:
        typed.keys = list((args.keys or "").replace(" ", ""))
        typed.steps = list(range(1, len(typed.keys) + 1))
        for key in typed.keys:
            if key not in KEYS:
                raise BadContent(f"--keys: there is no key {key!r}; the keys are {' '.join(KEYS)}")
    return roster, typed


def _orders(args: argparse.Namespace, roster: list[str], typed: Typed) -> dict[str, Any]:
    return {
        "flash": str(Path(args.flash).absolute()) if args.flash else "",
        "roster": roster,
        "keys": "".join(typed.keys),
        "dump": "",
        "cut_at": args.cut_at or 0,
        "cut_way": CUT_WAYS[args.cut_way or "half"],
    }


def _serve(args: argparse.Namespace, folder: Path) -> None:
    if args.json or args.png or args.record or args.cut_at:
        raise BadContent(
            "--serve goes on until it is interrupted; --json, --png, --record and --cut-at do not go with it"
        )
    roster, typed = _typed(args)
    orders = _orders(args, roster, typed)
    if args.emulator:
        orders.update(emulated(args))
    interpreter = device.EMULATOR if args.emulator else args.interpreter
    serve(orders, folder, interpreter, args.serve, lambda url: print(f"ready {url}", flush=True))


def _play(args: argparse.Namespace, folder: Path) -> dict[str, Any]:
    roster, typed = _typed(args)
    orders = _orders(args, roster, typed)
    image = folder / "flash"
    dump = folder / "dump"
    orders["image"] = str(image)
    orders["dump"] = str(dump) if args.png else ""
    said = device.run(orders, folder, args.interpreter)
    if args.record and not said["cut"]:
        _write(Path(args.record), _record(Path(args.flash) if args.flash else image))
    if args.png:
        _pictures(dump, Path(args.png), typed.steps)
    said["cards"] = typed.cards
    said["keys_per_card"] = round(typed.card_keys / typed.cards, 3) if typed.cards else None
    return said


def headless(args: argparse.Namespace) -> int:
    if args.emulator and args.serve is None:
        raise BadContent(
            "oxtally play --emulator --headless: --serve is missing; keys without a port are for the virtual device"
        )
    if args.serve is None and args.keys is None and args.keys_from is None:
        raise BadContent("oxtally play --headless: one of the arguments --keys-from --keys --serve is required")
    with (
        chip.held(Path(args.flash)) if args.flash else contextlib.nullcontext(),
        tempfile.TemporaryDirectory() as folder,
    ):
        if args.serve is not None:
            _serve(args, Path(folder))
            return 0
        said = _play(args, Path(folder))
    if args.json:
        print(json.dumps(said))
    elif said["cut"]:
        print(f"power cut at flash operation {args.cut_at}, after {said['keys']} keys")
    else:
        for line in said["oled"]:
            print(line.replace("\x7f", "🐮"))
        print("  ".join(f"[{row or '    '}]" for row in said["rows"]))
    return 0


def _files(image: str | None, roster: list[str]) -> FileSystem:
    """What the device will find when it is switched on: for the typist to try the keys on."""
    if image and Path(image).exists():
        flash = Flash()
        flash.load(image)
        files = Files(flash)
        write_roster(files, roster)
        return files
    memory = MemoryFiles()
    write_roster(memory, roster)
    return memory


def _record(image: Path) -> str:
    played = [log for log in games(image) if log]
    if not played:
        raise OxtallyError("there is no game on the device's flash")
    return write_record(played[-1])


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise OxtallyError(f"{path}: {error.strerror}") from None


def _pictures(dump: Path, folder: Path, steps: list[int]) -> None:
    """One picture after each step, named by its number."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        size = SCREEN_BYTES + 5 * ROW_BYTES
        with dump.open("rb") as file:
            key = number = 0
            while shown := file.read(size):
                file.readline()
                if key == 0 or key in steps:
                    (folder / f"{number:04d}.png").write_bytes(png(shown))
                    number += 1
                key += 1
    except OSError as error:
        raise OxtallyError(f"{folder}: {error.strerror}") from None
