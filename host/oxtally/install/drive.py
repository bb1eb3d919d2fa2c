"""A Pico that waits for a UF2 file: it shows up as a drive, RPI-RP2 or RP2350. Imports uf2, oxtally.errors."""

from __future__ import annotations

import os
import string
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from oxtally.errors import OxtallyError, printable
from oxtally.install.uf2 import BOARDS

_INFO = "INFO_UF2.TXT"  # on every such drive
_CHIPS = {"RP2350": "RP2350", "RPI-RP2": "RP2040"}  # what stands in it
_NAME = "firmware.uf2"  # any will do
_PIECE = 64 * 1024


@dataclass(frozen=True)
class Drive:
    folder: Path
    chip: str  # RP2040 or RP2350

    @property
    def title(self) -> str:
        return f"a {BOARDS[self.chip]} that waits for MicroPython, at {printable(str(self.folder))}"


def places() -> list[Path]:
    """Where the system puts the drives that are plugged in."""
    if sys.platform == "win32":
        return [Path(f"{letter}:/") for letter in string.ascii_uppercase[3:]]
    if sys.platform == "darwin":
        return _inside([Path("/Volumes")])
    mounted = [Path("/media"), Path("/run/media"), Path("/mnt")]
    return [*_inside(mounted), *_inside(_inside(mounted[:2])), mounted[2]]


def _inside(folders: Iterable[Path]) -> list[Path]:
    found = []
    for folder in folders:
        try:
            found += sorted(folder.iterdir())
        except OSError:
            continue  # not there, no folder, or somebody else's
    return found


def drives() -> list[Drive]:
    found = []
    for folder in places():
        try:
            about = (folder / _INFO).read_text(encoding="ascii", errors="replace")
        except OSError:
            continue
        for name, chip in _CHIPS.items():
            if name in about:
                found.append(Drive(folder, chip))
                break
    return found


def put(content: bytes, drive: Drive, progress: Callable[[int, int], None] = lambda done, total: None) -> None:
    """The file onto the drive, which goes away with the last byte: the Pico starts what it got. Raises OxtallyError."""
    done = 0
    try:
        with (drive.folder / _NAME).open("wb", buffering=0) as file:
            while done < len(content):
                done += file.write(content[done : done + _PIECE])
                os.fsync(file.fileno())  # else all of it would wait in the laptop's memory
                progress(done, len(content))
    except OSError as error:
        # It starts as soon as it has all blocks: the system may find the drive gone before it has tidied up there.
        if done < len(content) and (drive.folder / _INFO).exists():
            raise OxtallyError(
                f"{printable(str(drive.folder))}: the file cannot be written there: {error.strerror}; unplug the Pico, "
                "hold BOOTSEL, plug it in and run the same command again"
            ) from None
