"""KiCad's project file and its tables of libraries. Imports circuit, library.

The board's rules are what any cheap board house makes, with some to spare; nothing that KiCad can check is turned off
without a word on why.
"""

from __future__ import annotations

import json
from typing import Any

from . import circuit, library

# In mm. Board houses offer 0.127 to 0.15 and drills of 0.2 to 0.3 for their lowest price.
CLEARANCE = 0.2
SIGNAL_WIDTH, SUPPLY_WIDTH = 0.3, 0.8
VIA, VIA_DRILL = 0.8, 0.4
EDGE_CLEARANCE = 0.4

# Every check that KiCad has switched off by itself and that we can keep is a warning here; a warning fails.
_ERC_MORE = ("footprint_filter", "label_multiple_wires", "missing_input_pin", "missing_bidi_pin", "missing_unit")
_DRC_MORE = ("missing_courtyard", "npth_inside_courtyard", "pth_inside_courtyard", "via_dangling")
_DRC_OFF: tuple[str, ...] = ()


def _net_class(name: str, width: float, priority: int) -> dict[str, Any]:
    return {
        "name": name,
        "clearance": CLEARANCE,
        "track_width": width,
        "via_diameter": VIA,
        "via_drill": VIA_DRILL,
        "wire_width": 6,  # on the schematic, in mils
        "bus_width": 12,
        "priority": priority,
    }


def text() -> str:
    """oxtally.kicad_pro."""
    supplies = sorted(circuit.POWER.values())
    project = {
        "board": {
            "design_settings": {
                "rules": {
                    "min_clearance": CLEARANCE,
                    "min_copper_edge_clearance": EDGE_CLEARANCE,
                    "min_hole_clearance": 0.25,
                    "min_hole_to_hole": 0.5,
                    "min_through_hole_diameter": 0.3,
                    "min_track_width": 0.25,
                    "min_via_annular_width": 0.15,
                    "min_via_diameter": 0.6,
                    "min_text_height": 0.8,
                    "min_text_thickness": 0.12,
                    "min_silk_clearance": 0.0,
                    "min_resolved_spokes": 2,
                },
                "rule_severities": dict.fromkeys(_DRC_MORE, "warning") | dict.fromkeys(_DRC_OFF, "ignore"),
                "zones_allow_external_fillets": False,
            },
        },
        "erc": {"rule_severities": dict.fromkeys(_ERC_MORE, "warning")},
        "meta": {"filename": f"{library.OURS}.kicad_pro", "version": 3},
        "net_settings": {
            "classes": [
                _net_class("Default", SIGNAL_WIDTH, 2147483647),
                _net_class("Supply", SUPPLY_WIDTH, 0),
            ],
            "meta": {"version": 4},
            "netclass_patterns": [{"netclass": "Supply", "pattern": net} for net in supplies],
        },
    }
    return json.dumps(project, indent=2) + "\n"


def _table(kind: str, rows: list[tuple[str, str]]) -> str:
    lines = [f'  (lib (name "{name}")(type "KiCad")(uri "{uri}")(options "")(descr ""))' for name, uri in rows]
    return "\n".join([f"({kind}", "  (version 7)", *lines, ")", ""])


def symbol_table(parts: list[circuit.Part]) -> str:
    """sym-lib-table: so that the checks find the libraries where nobody has ever started KiCad."""
    names = {part.symbol.split(":")[0] for part in parts} | {"power"}
    return _table("sym_lib_table", [(name, f"${{KICAD9_SYMBOL_DIR}}/{name}.kicad_sym") for name in sorted(names)])


def footprint_table(parts: list[circuit.Part]) -> str:
    """fp-lib-table; ours is beside it."""
    names = {part.footprint.split(":")[0] for part in parts} - {library.OURS}
    rows = [(name, f"${{KICAD9_FOOTPRINT_DIR}}/{name}.pretty") for name in sorted(names)]
    return _table("fp_lib_table", [*rows, (library.OURS, f"${{KIPRJMOD}}/{library.OUR_FOOTPRINTS}")])
