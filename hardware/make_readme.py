"""Writes README.md of this folder: what is here, what it costs, which rules the wiring keeps. Imports pinmap,
perfboard, make_bom, prose.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import make_bom
import perfboard
import pinmap
from prose import paragraph

PAGE = Path(__file__).parent / "README.md"

_LEVELS = {
    "jumper": "plugs on a breadboard; to try it, not to carry it about",
    "perfboard": "wires by hand, from a drawing; lasts",
    "carrier": "the same with printed tracks, after some weeks of waiting for the board; lasts",
}


_TIMES = {
    "jumper": "an hour or two",
    "perfboard": "two evenings, and 30 h of printing",
    "carrier": "one evening, and 30 h of printing",
}


def files(pins: dict[str, Any]) -> dict[Path, str]:
    return {PAGE: page(pins)}


def page(pins: dict[str, Any]) -> str:
    bought = make_bom.rows(pins)
    most, budget = pinmap.milliamperes(pins), pins[pinmap.PICO]["budget_ma"]
    joints = {
        "jumper": "none",
        "perfboard": f"{_by_hand(pins)} joints",
        "carrier": f"{len(perfboard.legs(pins))} joints",
    }
    lines = [
        "# The hardware",
        "",
        *paragraph(
            "A Raspberry Pi Pico, a keypad, a screen, five row displays, a buzzer, a jumper, some resistors.",
            "Everything here is made from one file, [pins.toml](pins.toml), and so are the firmware's pins and the",
            "virtual board: they cannot disagree. **Nobody has built one yet.** What machines can check is checked;",
            "what only a physical part can tell is marked.",
        ),
        "![the set on a table](case/pictures/table.png)",
        "",
        "| you want to | open |",
        "|---|---|",
        "| **build one, step by step** | [build.md](build.md) |",
        "| print the case | [case/](case/README.md) |",
        "| switch it on for the first time, or find a fault | [first-power-up.md](first-power-up.md) |",
        "| see what goes where | [wiring.svg](wiring.svg); [table.svg](table.svg) for the set on a table |",
        "| connect it, wire by wire | [wiring.md](wiring.md) |",
        "| buy the parts | [bom.csv](bom.csv), in any spreadsheet |",
        "| solder it on a perfboard | [perfboard.svg](perfboard.svg), [perfboard.md](perfboard.md) |",
        "| look at the circuit and the carrier board | [schematic.pdf](pcb/rev-A/schematic.pdf),"
        " [top.png](pcb/rev-A/top.png), [bottom.png](pcb/rev-A/bottom.png) |",
        "| order the carrier board | [its gerbers](pcb/rev-A/oxtally-rev-A-gerbers.zip), as one file |",
        "| work on the board in KiCad | [oxtally.kicad_pro](pcb/oxtally.kicad_pro); see [pcb/](pcb) |",
        "| change a pin or a wire's colour | [pins.toml](pins.toml), then `make pins` |",
        "| change a part, a price, a quantity | [parts.toml](parts.toml), then `make pins` |",
        "",
        "## Three ways to build it",
        "",
        "| level | what it is | soldering | time, about | parts, about |",
        "|---|---|---|---|--:|",
    ]
    for level, about in _LEVELS.items():
        lines.append(
            f"| {make_bom.LEVELS[level]} | {about} | {joints[level]} | {_TIMES[level]} |"
            f" {make_bom.cost(bought, level):.0f} EUR |"
        )
    month = bought[0]["price estimated"]
    return "\n".join(
        [
            *lines,
            "",
            *paragraph(
                "The sums count whole packs, as they are sold; much of it lies in many a drawer. They are rough, from",
                f"{month}, from general knowledge; nothing was bought for them. The large screen is the dearest part:",
                "bom.csv names smaller ones. For the two boards the case is counted, with a whole spool of filament.",
                "Not counted: tools, solder, postage. The times are guesses.",
            ),
            *paragraph(
                "**Skill**: for jumper wires none but patience; for the carrier board you have soldered a kit before;",
                "for the perfboard several. **Tools**: a Phillips screwdriver for M3 screws; for the boards a",
                "soldering iron, a side cutter, and a multimeter that beeps; for the case a 3D printer with",
                "a bed of 18 by 18 cm, or somebody who has one.",
            ),
            *_rules(pins, most, budget),
            "",
            "## After a change",
            "",
            *paragraph(
                "`make pins` writes everything anew but the board's files, which want KiCad 9 and `make board`; it",
                "refuses a map that breaks a rule. `make test` fails when something is stale.",
            ),
            "Licence: CERN-OHL-P-2.0, see [LICENSE](LICENSE).",
            "",
        ]
    )


def _by_hand(pins: dict[str, Any]) -> int:
    """Joints on the perfboard: legs, and every hole where a wire is bent or ends."""
    holes = {(hole.column, hole.row) for hole in perfboard.legs(pins)}
    holes |= {hole for wire in perfboard.BARE for hole in wire}
    holes |= {end for jumper in perfboard.JUMPERS for end in (jumper.start, jumper.end)}
    return len(holes)


def _rules(pins: dict[str, Any], most: float, budget: int) -> list[str]:
    ohms = pinmap.SERIES_OHMS
    volts = 3.3
    return [
        "## The rules of the wiring",
        "",
        "Each is checked, and a planted fault proves that the check bites.",
        "",
        "| rule | why |",
        "|---|---|",
        "| no pin twice, and the free ones stay free | two parts on a pin fight; a UART and an I2C are left for "
        "your own ideas |",
        "| nothing runs on 5 V | a module pulls its lines up to its supply, and the Pico's pins bear 3.3 V |",
        "| pull-ups only, read as low | on the Pico 2, inputs with pull-downs latch (erratum RP2350-E9) |",
        "| no input without a pull-up | it would float, and see keys that nobody pressed |",
        f"| {ohms} Ω in each line to a row display | a lead that touches the wrong thing draws "
        f"{volts / ohms * 1000:.0f} mA and no more; it damps"
        " echoes on 30 cm |",
        "| display lines and keypad rows are open drain | a display answers on the same wire; two keys at once "
        "never join a high"
        " output and a low one |",
        "| SDA and SCL on pins of one I2C | the Pico's hardware has them on certain pairs only |",
        f"| at most {budget} mA from 3V3 | what the Pico's regulator gives; with everything lit it is {most:.0f} |",
        "| red and black are for supplies only | the two wires that destroy something when they are swapped |",
        "| every pin of a header has a wire, each wire a pin | a drawing that leaves one open is wrong |",
    ]
