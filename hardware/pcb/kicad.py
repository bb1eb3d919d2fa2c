"""KiCad's own tools, for what only KiCad can do: fill planes, check, export. Imports library, sexpr.

Each call has a configuration folder of its own, so that nobody's settings change what comes out.
"""

from __future__ import annotations

import functools
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from . import library, sexpr
from .sexpr import child, children

MAJOR = "9"
_LAYERS = "F.Cu,B.Cu,F.Mask,B.Mask,F.SilkS,B.SilkS,Edge.Cuts"  # no paste: nothing is surface-mounted
_PICTURE = ("--width", "1700", "--height", "1230", "--zoom", "1.25", "--background", "opaque", "--quality", "basic")


class NoKiCad(Exception):
    """It is not here, or it could not do what it was asked."""


@functools.cache
def missing() -> str:
    """Why the board cannot be made or checked here; empty where it can."""
    if not shutil.which("kicad-cli"):
        return (
            "KiCad 9 is not here; on Debian 12: apt install -t bookworm-backports kicad kicad-symbols kicad-footprints"
        )
    version = _run("version").strip()
    if version.split(".")[0] != MAJOR:
        return f"the board is made with KiCad {MAJOR}, and this is {version}"
    if not (library.KICAD / "symbols").is_dir() or not (library.KICAD / "footprints").is_dir():
        return f"KiCad's symbols and footprints are not in {library.KICAD}; on Debian: kicad-symbols, kicad-footprints"
    if not _python():
        return "no Python here has KiCad's module pcbnew; on Debian, /usr/bin/python3 has it once KiCad is installed"
    return ""


@functools.cache
def _python() -> str:
    """The Python that KiCad was built for."""
    for python in dict.fromkeys((os.environ.get("OXTALLY_KICAD_PYTHON", ""), "/usr/bin/python3", sys.executable)):
        if python and Path(python).exists():
            tried = subprocess.run([python, "-c", "import pcbnew"], capture_output=True, check=False)
            if tried.returncode == 0:
                return python
    return ""


@contextmanager
def _settings() -> Iterator[dict[str, str]]:
    with tempfile.TemporaryDirectory() as folder:
        yield os.environ | {"KICAD_CONFIG_HOME": folder, "LC_ALL": "C.UTF-8"}


def _call(command: list[str]) -> str:
    with _settings() as environment:
        done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    if done.returncode:
        raise NoKiCad(f"{' '.join(command)} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


def _run(*arguments: str | Path) -> str:
    return _call(["kicad-cli", *map(str, arguments)])


def fill(board: Path) -> None:
    """Fills the planes of a board, in its file."""
    _call([_python(), str(Path(__file__).with_name("fill_planes.py")), str(board)])


def erc(schematic: Path, report: Path | None = None) -> list[str]:
    """What KiCad's electrical check complains about, warnings included. `report`: it is written there as well."""
    return _checked(["sch", "erc"], schematic, report)


def drc(board: Path, report: Path | None = None) -> list[str]:
    """What the check of the board complains about: rules, what is not connected, what differs from the schematic."""
    return _checked(["pcb", "drc", "--schematic-parity"], board, report)


def _checked(check: list[str], path: Path, report: Path | None) -> list[str]:
    if report:
        _run(*check, "--severity-all", "--format", "report", "-o", report, path)
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "found.json"
        _run(*check, "--severity-all", "--format", "json", "-o", out, path)
        found = json.loads(out.read_text(encoding="utf-8"))
    problems: list[dict[str, Any]] = []
    for sheet in found.get("sheets", [found]):
        for kind in ("violations", "unconnected_items", "schematic_parity"):
            problems += sheet.get(kind, [])
    return [_sentence(one) for one in problems]


def _sentence(problem: dict[str, Any]) -> str:
    where = "; ".join(item["description"] for item in problem["items"])
    return f"{problem['type']}: {problem['description']} ({where})"


Nets = dict[tuple[str, str], str]


def netlist(schematic: Path) -> tuple[Nets, dict[str, str]]:
    """What KiCad reads out of a schematic: the net at each pin of each part, and the parts' values."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "nets"
        _run("sch", "export", "netlist", "-o", out, schematic)
        whole = sexpr.parse(out.read_text(encoding="utf-8"))
    nets = {
        (child(node, "ref")[1], child(node, "pin")[1]): child(net, "name")[1]
        for net in children(child(whole, "nets"), "net")
        for node in children(net, "node")
    }
    values = {child(part, "ref")[1]: child(part, "value")[1] for part in children(child(whole, "components"), "comp")}
    return nets, values


def gerbers(board: Path, folder: Path) -> None:
    """Copper, mask, print, outline and holes, as a board house takes them."""
    _run("pcb", "export", "gerbers", "--layers", _LAYERS, "--subtract-soldermask", "-o", f"{folder}/", board)
    _run("pcb", "export", "drill", "--excellon-separate-th", "-o", f"{folder}/", board)


def positions(board: Path, out: Path) -> None:
    _run("pcb", "export", "pos", "--format", "csv", "--units", "mm", "--use-drill-file-origin", "-o", out, board)


def bill(schematic: Path, out: Path) -> None:
    """What to solder, equal parts on one line."""
    fields = "Reference,${QUANTITY},Value,Note,Footprint"
    labels = "Parts,Quantity,Value,Note,Footprint"
    grouped = ("--group-by", "Value,Note,Footprint", "--ref-range-delimiter", "")
    _run("sch", "export", "bom", "--fields", fields, "--labels", labels, *grouped, "-o", out, schematic)


def drawing(schematic: Path, out: Path) -> None:
    """The schematic as a PDF."""
    _run("sch", "export", "pdf", "-o", out, schematic)


def picture(board: Path, side: str, out: Path) -> None:
    """The bare board: top or bottom."""
    _run("pcb", "render", "--side", side, *_PICTURE, "-o", out, board)
