"""A port on which nobody says hello: what is there instead. Imports finding, crashes, oxtally.install, oxtally.link.

What runs on a Pico is stopped for that, and started again. Only a Pico is asked, or what has shown a prompt: nobody
sends a Ctrl-C to anything else.
"""

from __future__ import annotations

from collections.abc import Callable

from oxtally.doctor import crashes
from oxtally.doctor.finding import Finding, ok, to_do
from oxtally.errors import AtPrompt, LinkError, OxtallyError
from oxtally.install import copying, remote, starting
from oxtally.install.compiled import firmware
from oxtally.install.fitting import check
from oxtally.install.probe import Probe, probe
from oxtally.link.discover import ports

_CRASH = "crash"  # the file; the firmware may be too broken to be asked for it
_SHOW = f"""
import json
with open("/{_CRASH}", "rb") as file:
    print("{remote.SAID}" + json.dumps(list(file.read())))
"""


def behind(port: str, problem: LinkError, ask: Callable[[str], Probe] = probe) -> list[Finding]:
    """What the port's other end is, as far as it can be found out."""
    findings = [to_do("answer", str(problem))]
    if not (isinstance(problem, AtPrompt) or "://" in port or port in ports()):
        return findings
    try:
        found = ask(port)
        try:
            return [*findings, ok("MicroPython", found.title), *_firmware(found), *_crash(found)]
        finally:
            starting.reset(port)
    except LinkError as error:
        return [*findings, to_do("MicroPython", str(error))]


def _firmware(found: Probe) -> list[Finding]:
    """Whether it is all there, and as this oxtally has it."""
    files = firmware()
    plan = copying.plan(files, found)
    try:
        check(found, files, plan)
    except OxtallyError as error:
        return [to_do("MicroPython", str(error))]
    if not found.files:
        return [to_do("firmware", "Oxtally's is not on it", "oxtally install")]
    if plan:
        what = f"{len(plan.copied)} of its {len(files)} files are missing on it, or other than this oxtally's"
        return [to_do("firmware", what, "oxtally install; its games are safe")]
    return [
        to_do(
            "firmware",
            "it is on it, byte for byte, and does not answer",
            "take the safe-mode jumper off if it is set, unplug it, plug it in again and run this once more",
        )
    ]


def _crash(found: Probe) -> list[Finding]:
    if _CRASH not in found.names:
        return []
    said = remote.run(found.port, [_SHOW])
    try:
        text = bytes(map(int, said[-1].strip("[]").split(","))).decode(errors="replace").strip()
    except (LookupError, ValueError):
        return []
    return [crashes.found(text)]
