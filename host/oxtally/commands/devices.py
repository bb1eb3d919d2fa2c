"""`oxtally devices`: which devices are plugged in."""

from __future__ import annotations

import argparse
import json

from oxtally.errors import printable
from oxtally.link.discover import NONE, Found, devices, look

SUMMARY = "list the devices that are plugged in, and why one does not answer"
EXAMPLE = "oxtally devices"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--port", metavar="PORT", help="look at this one only: a port, or a URL that pyserial opens")
    parser.add_argument("--json", action="store_true", help="print a JSON list")


def run(args: argparse.Namespace) -> int:
    found = [look(args.port)] if args.port else devices()
    if args.json:
        print(json.dumps([_object(one) for one in found]))
    else:
        for one in found:
            print(_line(one))
        if not found:
            print(NONE[0].upper() + NONE[1:])
    return 0 if any(one.hello for one in found) else 1


def _line(one: Found) -> str:
    who = one.hello
    if who is None:
        return str(one.problem)
    name = f"{printable(one.port)}  {printable(who.name)}"
    return f"{name}  {who.device_id}  firmware {who.firmware}  {who.free // 1024} kB free"


def _object(one: Found) -> dict[str, object]:
    who = one.hello
    if who is None:
        return {"port": one.port, "problem": str(one.problem)}
    return {
        "port": one.port,
        "device": who.device_id,
        "name": who.name,
        "epoch": who.epoch,
        "firmware": who.firmware,
        "free": who.free,
    }
