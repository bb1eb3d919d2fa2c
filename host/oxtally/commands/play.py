"""`oxtally play`: the device on a virtual board, on a page in the browser or without one."""

from __future__ import annotations

import argparse
import asyncio
import os
import secrets
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from oxtally.errors import BadContent
from oxtally.virtual.device import EMULATOR, INTERPRETERS

SUMMARY = "the device on your screen, without hardware"
EXAMPLE = "oxtally play, or: oxtally play --headless --keys-from friday.txt --png pictures"

PAGE_PORT, SERIAL_PORT = 8106, 4106  # where it can usually be found
CUT_WAYS = ("drop", "half", "short", "random", "done")
_SLOW = (
    "An emulated Pico: it takes about 15 seconds until the first picture, and half a second for a key; "
    "without --emulator the same firmware is quick."
)
_ON_PAGE = ("page", "host", "no_browser", "fresh", "demo", "seed")
_HEADLESS = ("keys_from", "keys", "cut_at", "cut_way", "record", "png", "json")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--interpreter", choices=INTERPRETERS, default="cpython", help="what runs the firmware")
    parser.add_argument(
        "--flash", metavar="FILE", help="keep the flash chip in this file; without it, in your data folder"
    )
    parser.add_argument(
        "--serve",
        metavar="PORT",
        type=_port,
        help="offer the device's USB serial at socket://127.0.0.1:PORT; 0: any free port",
    )
    emulator = parser.add_argument_group("stock MicroPython on an emulated Pico, slower than a real one")
    emulator.add_argument(
        "--emulator", action="store_true", help="run the firmware on that; needs the extra `emulator`"
    )
    emulator.add_argument(
        "--uf2", metavar="FILE", help="its MicroPython; without it OXTALLY_UF2, or it is fetched once"
    )
    emulator.add_argument("--bare", action="store_true", help="leave its flash alone: `oxtally install` comes later")
    page = parser.add_argument_group("on a page in the browser")
    page.add_argument("--page", metavar="PORT", type=_port, help=f"the page's port; without it {PAGE_PORT}, or any")
    page.add_argument("--host", metavar="ADDRESS", help="0.0.0.0: everybody in your network may play; only you without")
    page.add_argument("--no-browser", action="store_true", help="print the address, open nothing")
    page.add_argument(
        "--fresh", action="store_true", help="start over with a new flash chip; the old one is kept aside"
    )
    page.add_argument(
        "--demo",
        metavar="SPEED",
        nargs="?",
        type=_speed,
        const=1.0,
        help="play a whole game by itself; 2: twice as fast",
    )
    page.add_argument("--seed", metavar="N", type=int, help="deal the same cards as another time with this number")
    headless = parser.add_argument_group("without a page")
    headless.add_argument("--headless", action="store_true", help="type keys, print what the displays show, and end")
    keys = headless.add_mutually_exclusive_group()
    keys.add_argument("--keys-from", metavar="RECORD", help="type this table record through the keypad, from power-on")
    keys.add_argument("--keys", metavar="KEYS", help="press these keys: 0-9 * # A B C D, spaces are ignored")
    headless.add_argument(
        "--cut-at", metavar="N", type=_count, help="pull the plug in the middle of the Nth flash operation"
    )
    headless.add_argument("--cut-way", choices=CUT_WAYS, help="how far that operation gets; half without it")
    headless.add_argument("--record", metavar="OUT", help="write the record that is on the device's flash then")
    headless.add_argument("--png", metavar="DIR", help="save a picture of all displays after every step")
    headless.add_argument("--json", action="store_true", help="print what the displays show as JSON")


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of a flash operation; the first one is 1")
    return int(text)


def _port(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is no port: they go from 0 to 65535")
    return int(text)


def _speed(text: str) -> float:
    try:
        speed = float(text)
    except ValueError:
        speed = 0.0
    if not 0.1 <= speed <= 100:
        raise argparse.ArgumentTypeError(f"{text!r} is no speed: they go from 0.1 to 100, and 1 is the usual one")
    return speed


def run(args: argparse.Namespace) -> int:
    for name in ("uf2", "bare"):
        if getattr(args, name) and not args.emulator:
            raise BadContent(f"oxtally play: --{name} is for --emulator: add that")
    if args.bare and (args.demo or args.keys or args.keys_from):
        raise BadContent("oxtally play: with --bare there is no firmware that could be played on: leave it out")
    if args.emulator and args.interpreter != INTERPRETERS[0]:
        raise BadContent("oxtally play: --emulator runs its own MicroPython; leave --interpreter out")
    others, which = (
        (_ON_PAGE, "the page: leave --headless out") if args.headless else (_HEADLESS, "--headless: add that")
    )
    for name in others:
        if getattr(args, name) not in (None, False):
            raise BadContent(f"oxtally play: --{name.replace('_', '-')} is for {which}")
    # Either of them is imported when it is wanted: the page brings a web server with it.
    if args.headless:
        from oxtally.headless import headless

        return headless(args)
    asyncio.run(_page(args))
    return 0


def our_name() -> str:
    """What to type to run this program: whoever came by `make play` has no `oxtally` in the path."""
    if shutil.which("oxtally"):
        return "oxtally"
    if Path(sys.argv[0]).name == "oxtally":
        return os.path.relpath(sys.argv[0])
    return f"{sys.executable} -m oxtally"


def emulated(args: argparse.Namespace) -> dict[str, Any]:
    """What the emulated Pico is told besides. Raises OxtallyError if there is nothing that could run."""
    from oxtally.emulator import image

    path = image.find(args.uf2, lambda line: print(line, file=sys.stderr, flush=True))
    print(_SLOW, file=sys.stderr, flush=True)
    return {"uf2": str(path.absolute()), "bare": args.bare}


async def _page(args: argparse.Namespace) -> None:
    from oxtally.virtual import chip
    from oxtally.virtual.box import Box
    from oxtally.virtual.port import free_port
    from oxtally.virtual.serve import interrupted
    from oxtally.web import server
    from oxtally.web.page import application

    path = Path(args.flash).absolute() if args.flash else chip.default_path(args.emulator)
    more = emulated(args) if args.emulator else {}
    with chip.held(path), tempfile.TemporaryDirectory() as folder:
        if args.fresh:
            chip.start_over(path)
        if not args.bare:
            chip.make(path)
        sock = server.listen(args.host or server.LOOPBACK, PAGE_PORT if args.page is None else args.page)
        serial = free_port(SERIAL_PORT) if args.serve is None else args.serve
        seed = secrets.randbits(32) if args.seed is None else args.seed
        orders = {"flash": str(path), "roster": [], "keys": "", "dump": "", "shows": True, **more}
        box = Box(
            orders,
            Path(folder),
            EMULATOR if args.emulator else args.interpreter,
            serial,
            seed,
            args.demo or 1.0,
            our_name(),
        )
        enough = asyncio.create_task(interrupted())
        url = server.address(sock)

        def ready() -> None:
            print(f"The table is at {url}", flush=True)
            print(f"Fetch its games with: {box.sync_command}")
            print(f"The device's memory is kept in {path}; --fresh starts over.")
            print("Ctrl-C ends it.", flush=True)
            if not args.no_browser:
                server.open_browser(url)

        try:
            await box.open()
            if args.demo:
                await box.demo(True)
            await server.serve(application(box), sock, ready, enough)
        finally:
            await box.close()
            sock.close()
