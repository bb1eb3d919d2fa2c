"""The files on the device, and what is in them besides journals: settings and roster. Imports core, latin1, words.

Both are JSON, as the laptop writes them. A file that is missing or damaged is no reason to stop: the usual values hold.
"""

import json
import os

from ox.core.agreed import MAX_ROUNDS, MAX_TARGET, VARIANTS
from ox.latin1 import is_name
from ox.words import LANGUAGES

TYPE_CHECKING = False  # MicroPython has no typing; checkers take this name for true
if TYPE_CHECKING:
    from typing import Any

    from ox.journal.tail import FileSystem

SETTINGS = "settings.json"
ROSTER = "roster.json"
MOST_NAMES = 99  # in a roster
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


LIMITS = {"brightness": (1, 8), "display": (0, 2), "target": (0, MAX_TARGET), "rounds": (0, MAX_ROUNDS)}


class Files:
    """The device's own file system. The virtual board puts another object with the same methods in its place."""

    def open(self, path: str, mode: str) -> "Any":
        return open(path, mode)

    def rename(self, old: str, new: str) -> None:
        os.rename(old, new)

    def remove(self, path: str) -> None:
        os.remove(path)

    def listdir(self, path: str = "/") -> list[str]:
        return sorted(os.listdir(path))

    def mkdir(self, path: str) -> None:
        os.mkdir(path)

    def stat(self, path: str) -> tuple[int, ...]:
        return os.stat(path)

    def free(self) -> int:
        """Bytes that are free."""
        about = os.statvfs("/")
        return about[0] * about[3]


def read_settings(files: "FileSystem") -> "dict[str, Any]":
    settings = dict(USUAL)
    settings["seats"] = list(USUAL["seats"])
    stored = _read(files, SETTINGS)
    if isinstance(stored, dict):
        for key in USUAL:
            if type(stored.get(key)) is type(USUAL[key]) and _sensible(key, stored[key]):
                settings[key] = stored[key]
    return settings


def _sensible(key: str, value: "Any") -> bool:
    """Whether a setting is one that the device could have written itself."""
    if key in LIMITS:
        low, high = LIMITS[key]
        return bool(low <= value <= high)
    if key == "seats":
        return 2 <= len(value) <= 10 and not [one for one in value if not isinstance(one, str) or not is_name(one)]
    if key == "variant":
        return value in VARIANTS
    if key == "language":
        return value in LANGUAGES
    return key != "name" or is_name(value)


def are_settings(changes: "Any") -> bool:
    """Whether the device can use all of this: settings that it knows, each with a value that it could have written."""
    if not isinstance(changes, dict):
        return False
    for key in changes:
        if key not in USUAL or type(changes[key]) is not type(USUAL[key]) or not _sensible(key, changes[key]):
            return False
    return True


def write_settings(files: "FileSystem", settings: "dict[str, Any]") -> None:
    write_whole(files, SETTINGS, json.dumps(settings).encode())


def write_whole(files: "FileSystem", path: str, content: bytes) -> None:
    """Through a second file: a power cut leaves the old content or the new one."""
    with files.open(path + ".new", "wb") as file:
        file.write(content)
    files.rename(path + ".new", path)


def read_roster(files: "FileSystem") -> list[tuple[str, str]]:
    """The names to choose from with their short forms, in the order of the laptop."""
    return roster_of(_read(files, ROSTER))


def is_roster(stored: "Any") -> bool:
    """Whether the device can use all of this: names that it can show, none twice."""
    players = stored.get("players") if isinstance(stored, dict) else None
    names = [name for name, _ in roster_of(stored)]
    return isinstance(players, list) and len(names) == len(players) <= MOST_NAMES and len(set(names)) == len(names)


def roster_of(stored: "Any") -> list[tuple[str, str]]:
    players = stored.get("players") if isinstance(stored, dict) else None
    roster = []
    for one in players if isinstance(players, list) else ():
        name = one.get("name") if isinstance(one, dict) else None
        short = one.get("short") if isinstance(one, dict) else None
        if isinstance(name, str) and is_name(name):
            roster.append((name, (short if isinstance(short, str) and is_name(short) else name)[:SHORT]))
    return roster


def short_forms(roster: list[tuple[str, str]], names: list[str]) -> list[str]:
    """The roster's short forms, or the first letters; two that would be the same get their seat's number."""
    shorts = []
    for name in names:
        known = [short for one, short in roster if one == name]
        shorts.append(known[0] if known else name[:SHORT])
    return [
        short[: SHORT - 1] + str(seat + 1) if shorts.count(short) > 1 else short for seat, short in enumerate(shorts)
    ]


def _read(files: "FileSystem", path: str) -> "Any":
    try:
        with files.open(path, "rb") as file:
            return json.loads(file.read().decode())
    except (OSError, ValueError, UnicodeError):
        return None
