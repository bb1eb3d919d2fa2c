"""The virtual device's flash chip as a file: where it lies, who has it, what a new one holds. Imports board, ox.app.

A chip belongs to one virtual device at a time; a lock beside the file says so.
"""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Iterator
from pathlib import Path

from filelock import FileLock, Timeout
from platformdirs import user_data_path

from ox.app.files import read_settings, write_settings
from oxtally.board.files import Files
from oxtally.board.flash import BLOCK, BLOCKS, Flash
from oxtally.errors import OxtallyError, printable
from oxtally.virtual.runner import write_roster

SIZE = BLOCKS * BLOCK
# Whoever plays for the first time has not sent any names to the device.
NAMES = ("Anna", "Ben", "Chloé", "David", "Emma", "Finn", "Greta", "Hugo", "Inès", "Jan")
SEATS = 4


def default_path(emulated: bool = False) -> Path:
    name = "emulated-pico.flash" if emulated else "virtual-device.flash"
    return user_data_path("oxtally", appauthor=False) / name


@contextlib.contextmanager
def held(path: Path) -> Iterator[None]:
    """Nobody else uses the chip meanwhile. Raises OxtallyError if it is no chip, or somebody has it."""
    try:
        if path in (default_path(), default_path(emulated=True)):
            path.parent.mkdir(parents=True, exist_ok=True)
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        path.open("ab").close()
        size = path.stat().st_size
        lock = FileLock(f"{path}.lock", timeout=0)
        if size not in (0, SIZE):
            raise OxtallyError(
                f"{printable(str(path))}: this is no flash chip of the device: it has {size} bytes, a chip has {SIZE}"
            )
        lock.acquire()
        if not path.stat().st_size:
            path.unlink()  # not before it is ours: somebody may be making a chip there
    except Timeout:
        name = printable(str(path))
        raise OxtallyError(
            f"{name}: another virtual device uses this flash chip; end that one, or name another file with --flash"
        ) from None
    except OSError as error:
        raise OxtallyError(f"{printable(str(path))}: {error.strerror}") from None
    try:
        yield
    finally:
        lock.release()


def start_over(path: Path) -> None:
    """The chip that was there is kept beside the new one."""
    try:
        if path.exists():
            path.replace(f"{path}.old")
    except OSError as error:
        raise OxtallyError(f"{printable(str(path))}: {error.strerror}") from None


def make(path: Path) -> None:
    """A new chip on which some names are known, as if a laptop had sent them; one that is there is left alone."""
    if path.exists():
        return
    try:
        flash = Flash(path=str(path))
    except OSError as error:
        raise OxtallyError(f"{printable(str(path))}: {error.strerror}") from None
    files = Files(flash)
    write_roster(files, list(NAMES))
    settings = read_settings(files)
    settings["seats"] = list(NAMES[:SEATS])
    write_settings(files, settings)
    flash.close()
