"""What a device says of itself: firmware, memory to work with, clock, parts. Imports finding, crashes, oxtally.link."""

from __future__ import annotations

import re

from oxtally import __version__
from oxtally.doctor.crashes import duration
from oxtally.doctor.finding import Finding, ok, to_do
from oxtally.link.said import Health, Hello

LOW_RAM = 24 * 1024  # bytes; a game's end needs some
CLOCK_OFF_S = 60
INSTALL = "oxtally install"


def firmware(who: Hello, ours: str = __version__) -> Finding:
    """Versions on both sides. What they say to each other has been found out before."""
    if who.firmware == ours:
        return ok("firmware", f"{who.firmware}, as this oxtally; protocol {who.highest}")
    newer = _numbers(who.firmware) > _numbers(ours)
    what = f"{who.firmware} is on it, and this oxtally is {ours}"
    return to_do("firmware", what, "pip install -U oxtally" if newer else INSTALL)


def _numbers(version: str) -> list[int]:
    return [int(part) for part in re.findall(r"\d+", version)]


def too_old(who: Hello) -> Finding:
    return to_do("firmware", f"{who.firmware} on it cannot say how it is", INSTALL)


def memory(health: Health) -> Finding:
    """What it works with, not what it keeps games in."""
    up = f"{duration(health.uptime_s)} after power-on"
    if not health.free_ram:
        return ok("memory", f"not known on a virtual device with CPython, {up}")
    free = f"{health.free_ram // 1024} kB to work with, {up}"
    if health.free_ram >= LOW_RAM:
        return ok("memory", free)
    return to_do(
        "memory",
        f"only {free}",
        "unplug it and plug it in again: its games stay; if that comes again, please report it with what "
        "`oxtally doctor --json` says",
    )


def clock(health: Health, now: int) -> Finding:
    if not health.clock:
        return to_do("clock", "it was not set since it was plugged in", "oxtally sync sets it")
    off = health.clock - now
    if abs(off) > CLOCK_OFF_S:
        return to_do("clock", f"{duration(abs(off))} {'ahead' if off > 0 else 'behind'}", "oxtally sync sets it")
    return ok("clock", "right" if abs(off) < 2 else f"{abs(off)} s off")


def parts(health: Health) -> list[Finding]:
    if not health.faults:
        return [ok("parts", "screen and row displays answer; keys and beeper: D 7 on the device")]
    return [
        to_do(
            "parts",
            f"{fault} does not answer",
            "check its plug and those wires; the game goes on without it",
        )
        for fault in health.faults
    ]
