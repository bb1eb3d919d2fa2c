"""The MicroPython that the emulated Pico runs: where its UF2 file is. Imports oxtally.errors, and rp2040py."""

from __future__ import annotations

import os
from pathlib import Path
from urllib.error import URLError

from oxtally.errors import OxtallyError, printable

VARIABLE = "OXTALLY_UF2"
HOW = f"get MicroPython for the Pico from micropython.org/download/RPI_PICO and name the file with --uf2 or {VARIABLE}"


def find(named: str | None) -> Path:
    """That file; or the one that OXTALLY_UF2 names; or what rp2040py has in its cache, or can download."""
    wanted = named or os.environ.get(VARIABLE)
    if wanted:
        path = Path(wanted)
        if not path.is_file():
            raise OxtallyError(f"{printable(wanted)}: there is no such file; {HOW}")
        return path
    from rp2040py.utils.firmware_retrieve import MICROPYTHON, retrieve

    try:
        found = retrieve(MICROPYTHON)
    except (URLError, OSError):
        found = None
    if not found:
        raise OxtallyError(f"there is no MicroPython for the emulated Pico, and none could be downloaded; {HOW}")
    return found
