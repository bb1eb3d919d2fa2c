"""What the device keeps of its crashes, for people. Imports finding, oxtally.errors."""

from __future__ import annotations

import re
import time

from oxtally.doctor.finding import NOTE, Finding, ok, to_do
from oxtally.errors import printable

_ABOUT = "crash"
_HEAD = re.compile(r"up (\d+) s, clock (\d+)")
_SET = 1_735_689_600  # 2025: without power its clock starts again in 2021


def found(text: str, stands_still: bool = False) -> Finding:
    """`text` as the device keeps it; `stands_still`: it shows the crash, and waits for a key."""
    if not text:
        return ok(_ABOUT, "none is kept on it")
    count = sum(1 for line in text.splitlines() if _HEAD.fullmatch(line)) or 1
    times = "" if count == 1 else f" ({count} different ones, the newest first)"
    if stands_still:
        what = f"something broke in its firmware{times}, and it waits for a key; no game is lost"
        advice = "press any key on it, and run this again"
    else:
        what = f"something broke in its firmware{times}; no game is lost"
        advice = "please report what stands below; then: oxtally doctor --forget-crash"
    return to_do(_ABOUT, what, advice, tuple(_line(line) for line in text.splitlines()))


def forgotten(text: str) -> Finding:
    """What was there, shown for the last time."""
    lines = tuple(_line(line) for line in text.splitlines())
    return Finding(NOTE, _ABOUT, "this was kept on it, and is forgotten now", "", lines) if text else found("")


def _line(line: str) -> str:
    head = _HEAD.fullmatch(line)
    if not head:
        return printable(line)
    up, clock = int(head[1]), int(head[2])
    # However wrong the clock is, this must not fail.
    when = time.strftime("%Y-%m-%d %H:%M", time.localtime(clock)) if _SET < clock < 2**32 else "its clock was not set"
    return f"{duration(up)} after power-on ({when}):"


def duration(seconds: int) -> str:
    """12 s, 3 min, 5 h 20 min, 2 days 4 h"""
    minutes, hours, days = seconds // 60, seconds // 3600, seconds // 86400
    if days:
        return f"{days} {'day' if days == 1 else 'days'} {hours % 24} h"
    if hours:
        return f"{hours} h {minutes % 60} min"
    return f"{minutes} min" if minutes else f"{seconds} s"
