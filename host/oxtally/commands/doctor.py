"""`oxtally doctor`: what is well with a device, what is not, and what to do about it."""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import asdict
from typing import Any

from oxtally.doctor.finding import TO_DO, Finding
from oxtally.doctor.games import store
from oxtally.doctor.look import Report, look
from oxtally.doctor.ports import nowhere
from oxtally.errors import printable
from oxtally.link.discover import ports
from oxtally.progress import Progress

SUMMARY = "check a device from port to games, and say what to do"
EXAMPLE = "oxtally doctor"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--port", metavar="PORT", help="a port, or a URL that pyserial opens; without it, every Pico that is plugged in"
    )
    parser.add_argument(
        "--forget-crash", action="store_true", help="show what the device keeps of crashes, and delete it"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(args: argparse.Namespace) -> int:
    found = [args.port] if args.port else ports()
    reports = [_look(port, args.forget_crash) for port in found]
    if not found:
        reports = [Report("", findings=[nowhere(), store()])]
    if args.json:
        print(json.dumps({"well": all(one.well for one in reports), "ports": [_object(one) for one in reports]}))
    else:
        _print(reports)
    return 0 if all(one.well for one in reports) else 1


def _look(port: str, forget: bool) -> Report:
    with Progress("bytes") as progress:
        return look(port, int(time.time()), forget, progress)


def _print(reports: list[Report]) -> None:
    for report in reports:
        if len(reports) > 1:
            print(f"{printable(report.port)}:")
        for finding in report.findings:
            print(finding)
    count = sum(finding.level == TO_DO for report in reports for finding in report.findings)
    things = "One thing" if count == 1 else f"{count} things"
    print(f"{things} to do, see above." if count else "All is well.")


def _object(report: Report) -> dict[str, Any]:
    return {
        "port": report.port,
        "device": asdict(report.hello) if report.hello else None,
        "health": asdict(report.health) if report.health else None,
        "crash": report.crash,
        "findings": [_finding(one) for one in report.findings],
    }


def _finding(one: Finding) -> dict[str, Any]:
    return {"level": one.level, "about": one.about, "what": one.what, "advice": one.advice}
