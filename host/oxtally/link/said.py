"""What a device says, as data. Imports ox.link.protocol and oxtally.errors.

Every function takes the fields of an answer and raises LinkError for fields that make no sense: their checksum was
right, so the firmware is another one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from ox.link import protocol
from oxtally.errors import LinkError, printable

_T = TypeVar("_T")


@dataclass(frozen=True)
class Hello:
    """Who the device is. `epoch` changes when its flash was formatted: then its games are numbered anew."""

    device_id: str  # of the chip, hex
    epoch: str  # hex
    lowest: int  # versions of the protocol that it speaks
    highest: int
    firmware: str
    free: int  # bytes on its flash
    name: str
    chunk: int  # bytes of a journal that it puts into one answer, at the most


@dataclass(frozen=True)
class Listed:
    """A game on the device."""

    number: int
    length: int  # bytes of its journal
    acknowledged: int  # bytes that a laptop has said to have
    open: bool  # it is being played
    unfinished: bool  # nobody plays it, and it was never put away: its end may be missing
    unreadable: bool  # it has no header that the firmware knows


@dataclass(frozen=True)
class Now:
    """What is happening at the table. Number 0: no game."""

    number: int
    length: int  # bytes of its journal
    phase: str  # what is waited for: none, round, pick, row, card, choice, over
    round: int
    turn: int


@dataclass(frozen=True)
class Health:
    """How the device is."""

    free_ram: int  # bytes; 0: it does not know (the virtual device on CPython)
    uptime_s: int  # since power-on; starts again after twelve days
    clock: int  # seconds since 1970; 0: it was never set
    crash: int  # bytes that are kept of crashes
    faults: tuple[str, ...]  # parts that do not answer, with their wires, in the device's language


def understood(verb: str, read: Callable[[list[str]], _T], fields: list[str]) -> _T:
    try:
        return read(fields)
    except (ValueError, IndexError, protocol.BadLine):
        raise LinkError(
            f"the device answers `{verb}` with {printable(' '.join(fields))!r}, which this version of oxtally does not "
            "understand; update both: pip install -U oxtally, then oxtally install"
        ) from None


def hello(fields: list[str]) -> Hello:
    device_id, epoch, lowest, highest, firmware, free, name, chunk = fields[:8]  # later versions may say more
    if not chunk.isdigit() or int(chunk) < 1:
        raise ValueError
    bytes.fromhex(device_id + epoch)
    return Hello(
        device_id,
        epoch,
        number(lowest),
        number(highest),
        firmware,
        number(free),
        printable(protocol.unpack(name).decode()),
        number(chunk),
    )


def listed(fields: list[str]) -> tuple[int, list[Listed]]:
    """(the number that the next page starts with, or 0; games)"""
    games = []
    for entry in fields[1:]:
        game, length, acknowledged, flags = (number(field) for field in entry.split(":"))
        games.append(
            Listed(
                game,
                length,
                acknowledged,
                bool(flags & protocol.OPEN),
                bool(flags & protocol.UNFINISHED),
                bool(flags & protocol.UNREADABLE),
            )
        )
    return number(fields[0]), games


def now(fields: list[str]) -> Now:
    game, length, phase, round_, turn = fields[:5]
    return Now(number(game), number(length), phase, number(round_), number(turn))


def health(fields: list[str]) -> Health:
    free, uptime, clock, crash, faults = fields[:5]  # later versions may say more
    names = protocol.unpack(faults).decode().split("\n")
    return Health(
        number(free), number(uptime), number(clock), number(crash), tuple(printable(one) for one in names if one)
    )


def number(field: str) -> int:
    value = protocol.whole(field)
    if value < 0:
        raise ValueError
    return value
