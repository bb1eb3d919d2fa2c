"""What is ordered: gerbers, bill, pictures and reports of a revision, and what they were made from. Imports made,
kicad, circuit.

A revision's folder is not made again when the board changes: boards of it are on somebody's table. It has the
fingerprint of the files that it was made from; a board that differs needs the next letter.
"""

from __future__ import annotations

import hashlib
import re
import zipfile
from pathlib import Path

from . import kicad, made
from .circuit import REVISION

FOLDER = f"rev-{REVISION}"
FINGERPRINTS = "made-from.txt"
ZIP = f"oxtally-{FOLDER}-gerbers.zip"
PICTURES = ("top", "bottom")

# Dates, ids and versions of tools: what differs although nothing has changed.
_CHANGING = re.compile(
    r"""
    [0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}  # ids
    | \(generator(_version)?\ "[^"]*"\) | \(version\ \d+\)
    | ^(%TF\.|;\ \#@!\ TF\.|G04\ \#@!\ TF\.)(CreationDate|GenerationSoftware|ProjectId).*$
    | ^G04\ Created\ by\ KiCad.*$ | ^;\ DRILL\ file\ .*$
    | \d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d([+-]\d{2}:?\d{2})?
    """,
    re.VERBOSE | re.MULTILINE,
)


def stripped(text: str) -> str:
    """A text without dates, ids and versions of tools."""
    return _CHANGING.sub("", text.replace("\r\n", "\n"))


def fingerprints(folder: Path) -> str:
    """The text of made-from.txt for the schematic and board in a folder."""
    lines = []
    for name in (made.SCHEMATIC, made.BOARD):
        text = stripped((folder / name).read_text(encoding="utf-8"))
        lines.append(f"{hashlib.sha256(text.encode()).hexdigest()}  {name}\n")
    return "".join(lines)


def write(source: Path, folder: Path, pictures: bool = True) -> list[Path]:
    """Makes the revision's folder from the schematic and board in another one."""
    schematic, board = source / made.SCHEMATIC, source / made.BOARD
    plots = folder / "gerbers"
    plots.mkdir(parents=True, exist_ok=True)
    kicad.gerbers(board, plots)
    for job in plots.glob("*.gbrjob"):  # nobody asks for it, and it is mostly a date
        job.unlink()
    kicad.positions(board, folder / "positions.csv")
    kicad.bill(schematic, folder / "bill.csv")
    kicad.drawing(schematic, folder / "schematic.pdf")
    problems = kicad.erc(schematic, folder / "erc.txt") + kicad.drc(board, folder / "drc.txt")
    if problems:
        raise kicad.NoKiCad("a board with complaints is not frozen:\n" + "\n".join(problems))
    paper = folder / "schematic.pdf"  # of the same length, or its table of places would be wrong
    paper.write_bytes(_PDF_DATE.sub(b"/CreationDate (D:20000101000000", paper.read_bytes()))
    for side in PICTURES if pictures else ():
        kicad.picture(board, side, folder / f"{side}.png")
    for path in (*plots.iterdir(), folder / "erc.txt", folder / "drc.txt"):
        _undated(path)
    _pack(plots, folder / ZIP)
    (folder / FINGERPRINTS).write_text(fingerprints(source), encoding="utf-8", newline="\n")
    return sorted(path for path in folder.rglob("*") if path.is_file())


_DATES = re.compile(
    r"""
    ^.*TF\.CreationDate.*\n | ^\*\*\ Created\ on\ .*\n  # lines that say nothing else
    | \ date\ \d{4}-[\dT:+-]*(\ [\d:]+)? | \d{4}-[\dT:+-]+,\   # parts of lines
    """,
    re.VERBOSE | re.MULTILINE,
)


_PDF_DATE = re.compile(rb"/CreationDate \(D:\d{14}")


def _undated(path: Path) -> None:
    """So that the same board gives the same files."""
    text = path.read_text(encoding="utf-8")
    path.write_text(_DATES.sub("", text), encoding="utf-8", newline="\n")


def _pack(plots: Path, out: Path) -> None:
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for path in sorted(plots.iterdir()):
            about = zipfile.ZipInfo(path.name, (2000, 1, 1, 0, 0, 0))
            about.external_attr = 0o644 << 16
            about.compress_type = zipfile.ZIP_DEFLATED
            packed.writestr(about, path.read_bytes())
