"""The devices that are plugged in: ports of a Pico, confirmed with a hello. Imports all others of this package."""

from __future__ import annotations

from dataclasses import dataclass

from serial.tools import list_ports

from oxtally.errors import LinkError, NoPort
from oxtally.link.said import Hello
from oxtally.link.session import Session
from oxtally.link.transport import SerialTransport

VENDOR, PRODUCT = 0x2E8A, 0x0005  # a Pico with MicroPython
NONE = (
    "no device is plugged in: a Pico with MicroPython shows up as USB device 2E8A:0005; "
    "try another cable (some only charge), or say where it is with --port"
)
_PATIENCE_S = 6.0  # a prompt is soft-reset meanwhile, and the game is read again


@dataclass(frozen=True)
class Found:
    """A port, and who is there; without a hello, `problem` says why."""

    port: str
    hello: Hello | None
    problem: LinkError | None = None


def ports() -> list[str]:
    """The ports of all Picos, by name."""
    return sorted(one.device for one in list_ports.comports() if (one.vid, one.pid) == (VENDOR, PRODUCT))


def look(port: str) -> Found:
    """Say hello on a port: any that pyserial can open."""
    try:
        with Session(SerialTransport(port), _PATIENCE_S) as session:
            return Found(port, session.hello())
    except LinkError as problem:
        return Found(port, None, problem)


def devices() -> list[Found]:
    return [look(port) for port in ports()]


def the_one() -> str:
    """The port of the one device that answers. Raises a LinkError that says what to do if there is none, or several."""
    found = devices()
    answering = [one for one in found if one.hello]
    if len(answering) == 1:
        return answering[0].port
    if answering:
        names = ", ".join(f"{one.hello.name} at {one.port}" for one in answering if one.hello)
        raise NoPort(f"there are {len(answering)} devices: {names}; say which one with --port")
    for one in found:
        if one.problem:
            raise one.problem
    raise NoPort(NONE)
