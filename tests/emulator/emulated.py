"""The emulated Pico beside the virtual board: the same keys on both, and what they have to show.

Switching on takes many seconds, so that each process does it once: `welcomed` and `bare`, for in_a_copy only.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from conftest import RECORDS
from ox.app.files import read_settings, write_settings
from ox.core.events import Event
from ox.journal.shelf import Shelf
from oxtally.board.files import Files
from oxtally.board.flash import Flash
from oxtally.emulator import firmware
from oxtally.emulator.pico import Pico
from oxtally.record import read_record
from oxtally.virtual.runner import VirtualDevice, write_roster
from oxtally.virtual.typist import MemoryFiles, Typed, type_record

TARGET = 66  # of heads, as a new game suggests it
CONTACT_MS, FREE_MS = 9, 15  # a key is down for so long at least; and then up: the keypad's driver waits for 5
HABIT_MS = 430  # before a `#` behind a digit
ANSWER_MS = 600  # until the displays must show what they have to: an erase may lie between
LIMIT_MS = 5000  # likewise after power-on


def log_of(stem: str) -> list[Event]:
    path = next(path for path in RECORDS if path.stem == stem)
    with path.open("rb") as file:
        return read_record(file)


def names_of(log: list[Event]) -> list[str]:
    return [name.decode("latin-1") for name in log[0][4]]


NAMES = ["P1", "P2", "P3", "P4"]


def beginning_of(stem: str, entries: int) -> list[Event]:
    """Of that game, agreed in few keys: our four players, and what a new game suggests."""
    (kind, rules, *_), *rest = log_of(stem)[: entries + 1]
    return [(kind, rules, TARGET, 0, tuple(name.encode() for name in NAMES)), *rest]


def keys_for(log: list[Event], roster: list[str]) -> Typed:
    files = MemoryFiles()
    know(files, roster)
    return type_record(log, files)


def know(files: Any, roster: list[str]) -> None:
    """As if a laptop had sent the names, and the last game had been theirs."""
    write_roster(files, roster)
    settings = read_settings(files)
    settings["seats"] = roster
    write_settings(files, settings)


def new_flash(roster: list[str]) -> Flash:
    flash = Flash()
    firmware.put(flash)
    know(Files(flash), roster)
    return flash


def log_on(flash: Flash) -> list[Event]:
    """The events of the last game."""
    shelf = Shelf(Files(still(flash)), lambda: bytes(8))
    return list(shelf.open(shelf.numbers()[-1]))


def still(flash: Flash) -> Flash:
    """The same contents, on a chip that takes no time."""
    copy = flash.next_life()
    copy.clock = copy.complain = None
    return copy


class Both:
    """A Pico, and the virtual board that was switched on with the same files."""

    def __init__(self, image: Path, flash: Flash) -> None:
        self.virtual = VirtualDevice(still(flash))
        self.virtual.power_on()
        self.image = image
        self.pico = Pico(image, flash)
        self._last = ""

    def settle(self, ms: int) -> None:
        """The Pico comes to show what the virtual board shows, or it does not."""
        end = self.pico.nanos + ms * 1_000_000
        while self.pico.shown() != (wanted := self.virtual.shown()):
            if self.pico.nanos > end:
                assert self.pico.shown() == wanted, f"after {self._last!r}: {self.virtual.device.app.frame.text()}"
            self.pico.wait(2)

    def press(self, key: str) -> None:
        """On both of them; the quickest finger that there is on the Pico."""
        if key == "#" and self._last.isdigit():
            self.pico.wait(HABIT_MS)
        self._last = key
        self.virtual.press(key)
        self.pico.board.press(key)
        self.pico.wait(CONTACT_MS)
        self.settle(ANSWER_MS)
        self.pico.board.release(key)
        self.pico.wait(FREE_MS)

    def type(self, keys: str | list[str]) -> None:
        for key in keys:
            self.press(key)

    def wait(self, ms: int) -> None:
        self.pico.wait(ms)
        self.virtual.wait(ms)

    def unplug(self, part: str) -> None:
        self.pico.board.unplug(part)
        self.virtual.board.unplug(part)

    def plug(self, part: str) -> None:
        self.pico.board.plug(part)
        self.virtual.board.plug(part)

    def complaints(self) -> list[str]:
        return self.pico.board.complaints + self.virtual.board.complaints


@cache
def welcomed(image: Path) -> Both:
    """With our firmware, and nothing typed yet."""
    both = Both(image, new_flash(NAMES))
    both.settle(LIMIT_MS)
    return both


@cache
def bare(image: Path) -> Pico:
    """MicroPython and nothing else, at its prompt."""
    pico = Pico(image, Flash())
    while not pico.laptop.connected:
        pico.wait(10)
    pico.wait(50)
    pico.laptop.receive()
    return pico


def ask(pico: Pico, code: str) -> str:
    """What MicroPython prints when it runs this at its prompt."""
    waiting = b"\x01" + code.encode() + b"\x04"
    said = b""
    end = pico.nanos + LIMIT_MS * 1_000_000
    while said.count(b"\x04") < 2:
        assert pico.nanos < end, said
        waiting = waiting[pico.laptop.send(waiting) :]
        pico.wait(1)
        said += pico.laptop.receive()
    answer, trouble = said.partition(b"OK")[2].split(b"\x04")[:2]
    assert not trouble, trouble.decode()
    return answer.decode().strip()
