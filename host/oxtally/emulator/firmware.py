"""The firmware on an emulated Pico's flash, as `oxtally install` leaves it, only faster. Imports board, install."""

from __future__ import annotations

from oxtally.board.files import Files
from oxtally.board.flash import Flash
from oxtally.install.compiled import firmware


def put(flash: Flash) -> int:
    """How many files had to be written: those that are missing or differ. Games and all else stay."""
    files = Files(flash)
    written = 0
    for path, content in firmware().items():
        if _there(files, path) == content:
            continue
        folder = ""
        for name in path.split("/")[:-1]:
            if name not in files.listdir(folder or "/"):
                files.mkdir(f"{folder}/{name}".lstrip("/"))
            folder = f"{folder}/{name}"
        with files.open(path, "wb") as file:
            file.write(content)
        written += 1
    return written


def _there(files: Files, path: str) -> bytes | None:
    try:
        with files.open(path, "rb") as file:
            return bytes(file.read())
    except OSError:
        return None  # it is missing
