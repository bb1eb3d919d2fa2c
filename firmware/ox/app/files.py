"""The files on the device, and what is in them besides journals: settings and roster. Imports json, os, latin1.

Both are JSON, as the laptop writes them. A file that is missing or damaged is no reason to stop: the usual values hold.
"""

import json
import os

from ox.latin1 import is_name

TYPE_CHECKING = False  # MicroPython has no typing; checkers take this name for true
if TYPE_CHECKING:
    from typing import Any, Protocol

    class FileSystem(Protocol):
        def open(self, path: str, mode: str) -> Any: ...
        def rename(self, old: str, new: str) -> None: ...
        def remove(self, path: str) -> None: ...
        def listdir(self) -> list[str]: ...


SETTINGS = "settings.json"
ROSTER = "roster.json"
SHORT = 4  # letters of a name that has no short form

USUAL: "dict[str, Any]" = {
    "name": "Oxtally",
    "language": "en",
    "brightness": 4,  # 1 to 8
    "sound": True,
    "display": 0,  # 0 SSD1306, 1 SH1106, 2 SSD1309
    "glance": False,  # the whole turn at once instead of card by card
    # Last time's game: what the next one offers.
    "variant": 0,
    "reach": False,
    "target": 66,
    "rounds": 0,
    "seats": ["P1", "P2", "P3", "P4"],
}


class Files:
    """The device's own file system. The virtual board puts another object with the same methods in its place."""

    def open(self, path: str, mode: str) -> "Any":
        return open(path, mode)

    def rename(self, old: str, new: str) -> None:
        os.rename(old, new)

    def remove(self, path: str) -> None:
        os.remove(path)

    def listdir(self) -> list[str]:
        return sorted(os.listdir())


def read_settings(files: "FileSystem") -> "dict[str, Any]":
    settings = dict(USUAL)
    stored = _read(files, SETTINGS)
    if isinstance(stored, dict):
        for key in USUAL:
            if type(stored.get(key)) is type(USUAL[key]):
                settings[key] = stored[key]
    return settings


def write_settings(files: "FileSystem", settings: "dict[str, Any]") -> None:
    """Through a second file: a power cut leaves the old settings or the new ones."""
    with files.open(SETTINGS + ".new", "wb") as file:
        file.write(json.dumps(settings).encode())
    files.rename(SETTINGS + ".new", SETTINGS)


def read_roster(files: "FileSystem") -> list[tuple[str, str]]:
    """The names to choose from with their short forms, in the order of the laptop."""
    stored = _read(files, ROSTER)
    players = stored.get("players") if isinstance(stored, dict) else None
    roster = []
    for one in players if isinstance(players, list) else ():
        name = one.get("name") if isinstance(one, dict) else None
        short = one.get("short") if isinstance(one, dict) else None
        if isinstance(name, str) and is_name(name):
            roster.append((name, short if isinstance(short, str) and short else name[:SHORT]))
    return roster


def short_form(roster: list[tuple[str, str]], name: str) -> str:
    for known, short in roster:
        if known == name:
            return short
    return name[:SHORT]


def _read(files: "FileSystem", path: str) -> "Any":
    try:
        with files.open(path, "rb") as file:
            return json.loads(file.read().decode())
    except (OSError, ValueError, UnicodeError):
        return None
