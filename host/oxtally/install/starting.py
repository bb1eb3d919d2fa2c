"""A Pico is reset, and the firmware answers. Imports remote, oxtally.link, oxtally.errors.

After mpremote was there, only a hard reset starts main.py as power-on does. A real Pico leaves the USB meanwhile, and
may come back under another name; the line to an emulated one stays.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from serial.tools import list_ports

from oxtally.errors import DeviceRefused, LinkError, NoAnswer, NoPort, WrongVersion, printable
from oxtally.install import remote
from oxtally.install.probe import Probe
from oxtally.link.said import Hello
from oxtally.link.session import Session
from oxtally.link.transport import SerialTransport

PATIENCE_S = 120  # for the whole start: a Pico takes three seconds, an emulated one a minute
_AGAIN_S = 0.3


def reset(port: str) -> None:
    remote.run(port, [], then=[remote.RESET])


class _Watched(SerialTransport):
    """A line that tells whenever somebody listens to it."""

    def __init__(self, url: str, tick: Callable[[], None]) -> None:
        super().__init__(url)
        self._tick = tick

    def read(self, seconds: float) -> bytes:
        self._tick()
        return super().read(seconds)


def answering(found: Probe, progress: Callable[[int, int], None] = lambda done, total: None) -> tuple[str, Hello]:
    """Where that Pico is, and what it says, as soon as its firmware does. Raises LinkErrors."""
    start = time.monotonic()

    def left() -> float:
        return start + PATIENCE_S - time.monotonic()

    def tick() -> None:
        progress(int(PATIENCE_S - left()), PATIENCE_S)

    problem: LinkError = NoPort(f"{printable(found.port)}: the Pico has not come back after its reset")
    while left() > 0:
        tick()
        for port in _ports(found):
            try:
                with Session(_Watched(port, tick), left()) as session:
                    who = session.hello()
            except (NoAnswer, DeviceRefused, WrongVersion):
                raise
            except LinkError as error:  # it is on its way
                problem = error
                continue
            if who.device_id == found.chip_id:
                return port, who
            problem = NoPort(
                f"{printable(port)}: another Pico is at this port now; say with --port where the right one is"
            )
        time.sleep(_AGAIN_S)
    raise problem


def _ports(found: Probe) -> list[str]:
    """Where that Pico is now."""
    if "://" in found.port:
        return [found.port]
    named = [one.device for one in list_ports.comports() if (one.serial_number or "").lower() == found.chip_id]
    return sorted(named) or [found.port]
