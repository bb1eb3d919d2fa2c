"""All files of the board, made in a folder of one's choice. Imports circuit, schematic, board, project, library, sexpr,
kicad.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from . import board, circuit, kicad, library, project, schematic, sexpr

HERE = Path(__file__).parent
NAME = library.OURS
SCHEMATIC, BOARD = f"{NAME}.kicad_sch", f"{NAME}.kicad_pcb"


def drawn(pins: dict[str, Any]) -> dict[str, str]:
    """What takes no KiCad but its libraries: the name and text of each file. The board's planes are not filled yet."""
    parts = circuit.parts(pins)
    return {
        f"{NAME}.kicad_pro": project.text(),
        "sym-lib-table": project.symbol_table(parts),
        "fp-lib-table": project.footprint_table(parts),
        f"{library.OUR_FOOTPRINTS}/{library.PIEZO}.kicad_mod": sexpr.text(library.piezo()) + "\n",
        SCHEMATIC: schematic.text(pins),
        BOARD: board.text(pins),
    }


def write(pins: dict[str, Any], folder: Path) -> list[Path]:
    """Makes them all there, planes filled; says which."""
    texts = drawn(pins)
    written = []
    for name, text in texts.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
        written.append(path)
    kicad.fill(folder / BOARD)
    # KiCad rewrites the project with all that it has settings for, and leaves the state of its windows.
    (folder / f"{NAME}.kicad_pro").write_text(texts[f"{NAME}.kicad_pro"], encoding="utf-8", newline="\n")
    (folder / f"{NAME}.kicad_prl").unlink(missing_ok=True)
    return written
