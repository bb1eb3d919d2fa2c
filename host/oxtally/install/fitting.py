"""Whether a Pico takes the firmware, before anything on it is touched. Imports uf2, compiled, probe, copying."""

from __future__ import annotations

from oxtally.errors import OxtallyError, printable
from oxtally.install.compiled import MPY_VERSION
from oxtally.install.copying import Plan
from oxtally.install.probe import Probe
from oxtally.install.uf2 import FAMILIES, OLDEST, PAGES

_GAMES = 128 * 1024  # bytes that are left for games, or a box is of no use
_FOLDER = 2  # blocks
_SPARE = 8  # blocks that the file system itself may want


def check(found: Probe, firmware: dict[str, bytes], plan: Plan) -> None:
    """Raises OxtallyError with a sentence that says what to do."""
    where = printable(found.port)
    chips = [chip for chip in FAMILIES if chip in found.machine]
    if not chips:
        raise OxtallyError(
            f"{where}: this is a {found.title}; Oxtally runs on a Raspberry Pi Pico (RP2040) or Pico 2 (RP2350)"
        )
    if found.python != "micropython" or found.version[:2] < OLDEST or found.mpy[0] != MPY_VERSION[0]:
        raise OxtallyError(
            f"{where}: {found.title} is on it; the firmware needs MicroPython {OLDEST[0]}.{OLDEST[1]} or newer that "
            f"reads .mpy files of version {MPY_VERSION[0]}. Fetch its games if it has any (oxtally sync), download "
            f"the .uf2 file from {PAGES[chips[0]]}, unplug the Pico, hold its BOOTSEL button, plug it in, and: "
            "oxtally install --uf2 FILE"
        )
    wanted = _wanted(found, firmware, plan)
    if plan.copied and found.free < wanted:
        raise OxtallyError(
            f"{where}: {found.free // 1024} kB are free on it, and this wants {wanted // 1024} kB; delete what is not "
            f"Oxtally's (python -m mpremote connect port:{where} fs tree shows it), or start with an empty Pico"
        )


def _wanted(found: Probe, firmware: dict[str, bytes], plan: Plan) -> int:
    """Bytes of flash: a file that is replaced is there twice for a moment, what is new takes its blocks for good."""

    def blocks(path: str) -> int:
        return -(-len(firmware[path]) // found.block)

    new = [path for path in plan.copied if path not in found.files]
    folders = {path.rpartition("/")[0] for path in new} - {path.rpartition("/")[0] for path in found.files}
    longest = max((blocks(path) for path in plan.copied), default=0)
    needed = sum(blocks(path) for path in new) + _FOLDER * len(folders) + longest + _SPARE
    return needed * found.block + (0 if found.files else _GAMES)
