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

PATIENCE_S = 60  # for the whole start: a Pico takes three seconds …
EMULATED_S = 900  # … and an emulated one, on a laptop that is busy, minutes
_PAUSE_S = 1.0  # between questions to a Pico that has said nothing yet, and twice as long each time
_AGAIN_S = 0.3


def reset(port: str) -> None:
    remote.run(port, [], then=[remote.RESET])


def patience(port: str) -> int:
    """Seconds."""
    return EMULATED_S if "://" in port else PATIENCE_S


class _Waiting(SerialTransport):
    """A line to a Pico that is still starting. Whatever is asked meanwhile it answers later, all of it: so ask little.

    `tick` is called whenever somebody listens.
    """

    def __init__(self, url: str, tick: Callable[[], None]) -> None:
        super().__init__(url)
        self._tick = tick
        self._next = 0.0
        self._pause = _PAUSE_S

    def write(self, data: bytes) -> None:
        if self.now() >= self._next:
            super().write(data)
            self._next = self.now() + self._pause
            self._pause *= 2

    def read(self, seconds: float) -> bytes:
        self._tick()
        data = super().read(seconds)
        if data:
            self._next, self._pause = 0.0, _PAUSE_S
        return data


def answering(found: Probe, progress: Callable[[int, int], None] = lambda done, total: None) -> tuple[str, Hello]:
    """Where that Pico is, and what it says, as soon as its firmware does. Raises LinkErrors."""
    start, total = time.monotonic(), patience(found.port)

    def left() -> float:
        return start + total - time.monotonic()

    def tick() -> None:
        progress(int(total - left()), total)

    problem: LinkError = NoPort(f"{printable(found.port)}: the Pico has not come back after its reset")
    while left() > 0:
        tick()
        for port in _ports(found):
            try:
                with Session(_Waiting(port, tick), left()) as session:
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
