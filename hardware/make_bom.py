"""Writes bom.csv from parts.toml: designators and counts come from the pin map, the board, and the case's list of
parts. Imports pinmap, perfboard, pcb.circuit, pcb.placement.
"""

from __future__ import annotations

import csv
import io
import json
import math
from itertools import pairwise
from pathlib import Path
from typing import Any

import perfboard
import pinmap
from pcb import circuit, placement

SOURCE = Path(__file__).parent / "parts.toml"
LIST = Path(__file__).parent / "bom.csv"
CASE = Path(__file__).parent / "case" / "parts.json"

LEVELS = {"jumper": "jumper wires", "perfboard": "perfboard", "carrier": "carrier board"}
NONE = "-"  # instead of an empty cell
_STRIP = 40  # pins
_CAPACITORS = [ref for ref, *_ in circuit.CAPACITORS]
_PURPOSES = {
    "resistors": "lines to the displays and the buzzer",
    "headers": "plugs on the board, or the keypad's on a breadboard",
    "holes": "mounting holes",
    **dict.fromkeys(_CAPACITORS, "steady 3.3 V at the displays"),
}


def files(pins: dict[str, Any]) -> dict[Path, str]:
    return {LIST: table(rows(pins))}


def table(found: list[dict[str, Any]]) -> str:
    out = io.StringIO()
    writer = csv.DictWriter(out, list(found[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(found)
    return out.getvalue()


def rows(pins: dict[str, Any]) -> list[dict[str, Any]]:
    """A line for each thing to buy, the columns in their order."""
    source = pinmap.load(SOURCE)
    counted = counts(pins)
    sizes = {
        "columns": placement.COLUMNS,
        "rows": placement.ROWS,
        "width": f"{placement.WIDTH:g}",
        "height": f"{placement.HEIGHT:g}",
        "pins": _header_pins(pins),
        "bare_mm": math.ceil(_length(perfboard.BARE)),
        "insulated_mm": math.ceil(_length([(one.start, one.end) for one in perfboard.JUMPERS])),
    }
    found = []
    for part in source["part"]:
        quantities = {level: part[level] for level in LEVELS}
        found.append(
            {
                "item": part["item"],
                "designators": " ".join(designators(pins, part["for"])) or NONE,
                "for": _purpose(pins, part["for"]),
                "specification": part["specification"].format(**sizes),
                **{
                    f"quantity {LEVELS[level]}": counted[many] if isinstance(many, str) else many
                    for level, many in quantities.items()
                },
                "unit": part.get("unit", "piece"),
                "sold in packs of": part["pack"],
                "EUR a pack": f"{part['pack_eur']:.2f}",
                "price estimated": source["month"],
                "works": part["works"],
                "avoid": part["avoid"],
                "alternatives": part["alternatives"],
            }
        )
    return found


def counts(pins: dict[str, Any]) -> dict[str, int]:
    """How many there are of what the map and the board decide."""
    parts = pinmap.parts_of(pins)
    displays = len(parts[pinmap.DISPLAYS]["connector"])
    return {
        "rowdisplays": displays,
        "resistors": len(circuit.resistors(pins)),
        "holes": len(placement.HOLES),
        "leads": displays * len(parts[pinmap.DISPLAYS]["header"]) + len(parts["oled"]["header"]),
        "strips": math.ceil(_header_pins(pins) / _STRIP),
        "strips_jumper": math.ceil(len(parts["keypad"]["header"]) / _STRIP),
        **_case(),
        # Half as much again is lost at the ends.
        "bare_m": math.ceil(1.5 * _length(perfboard.BARE) / 1000),
        "insulated_m": math.ceil(1.5 * _length([(one.start, one.end) for one in perfboard.JUMPERS]) / 1000),
    }


def _case() -> dict[str, int]:
    """What the case takes, as its list of parts says: screws, feet, grams of plastic without the alternatives."""
    listed = json.loads(CASE.read_text(encoding="utf-8"))
    grams = sum(part["grams"] * part["count"] for part in listed["parts"] if not part["instead of"])
    return {
        "case_pan": listed["bought"]["pan screw"],
        "case_sunk": listed["bought"]["sunk screw"],
        "case_feet": listed["bought"]["foot"],
        "case_g": math.ceil(grams / 10) * 10,
    }


def designators(pins: dict[str, Any], purpose: str) -> list[str]:
    """What is printed on the board for it; nothing for cables and the like."""
    headers = [
        connector
        for name, part in pinmap.parts_of(pins).items()
        if name != "buzzer"
        for connector in pinmap.as_list(part["connector"])
    ]
    groups = {
        "resistors": list(circuit.resistors(pins)),
        "holes": list(placement.HOLES),
        "headers": headers,
        **{ref: [ref] for ref in _CAPACITORS},
    }
    if purpose in groups:
        return groups[purpose]
    return pinmap.as_list(pins[purpose]["connector"]) if purpose in pins else []


def _purpose(pins: dict[str, Any], purpose: str) -> str:
    """For people."""
    if purpose in pins:
        return str(pins[purpose]["what"].split(",")[0].split(":")[0])
    return _PURPOSES.get(purpose, purpose)


def cost(found: list[dict[str, Any]], level: str) -> float:
    """In whole packs, as one has to buy them."""
    return sum(
        math.ceil(row[f"quantity {LEVELS[level]}"] / row["sold in packs of"]) * float(row["EUR a pack"])
        for row in found
    )


def _header_pins(pins: dict[str, Any]) -> int:
    return sum(
        len(part["header"]) * len(pinmap.as_list(part["connector"]))
        for name, part in pinmap.parts_of(pins).items()
        if name != "buzzer"
    )


def _length(wires: list[Any]) -> float:
    """In mm."""
    return sum(math.dist(start, end) * placement.PITCH for wire in wires for start, end in pairwise(wire))
