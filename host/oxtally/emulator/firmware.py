"""The firmware on an emulated Pico's flash, as `oxtally install` leaves it, only faster. Imports board, install."""

from __future__ import annotations

from oxtally.board.files import Files
from oxtally.board.flash import Flash
from oxtally.install.compiled import firmware


def put(flash: Flash) -> None:
    """What is there already stays, games above all."""
    files = Files(flash)
    for path, content in firmware().items():
        folder = ""
        for name in path.split("/")[:-1]:
            if name not in files.listdir(folder or "/"):
                files.mkdir(f"{folder}/{name}".lstrip("/"))
            folder = f"{folder}/{name}"
        with files.open(path, "wb") as file:
            file.write(content)
