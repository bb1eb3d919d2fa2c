"""Writes wiring.md: every wire from end to end, how far leads reach, currents, and what the self-test says. Imports
pinmap, pcb.circuit, prose, and the device's words.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pinmap
from ox.app.selftest import KEYS
from ox.words import LANGUAGES, load
from pcb import circuit
from pinmap import DISPLAYS, GROUND, PICO, SUPPLY, Lead
from prose import paragraph

PAGE = Path(__file__).parent / "wiring.md"

# The set on the table, in mm.
ROW_PITCH = 97  # cards are 91 mm tall, and fingers want room between them
LEAD = 300  # sold as 30 cm
IN_POD, IN_HEAD = 20, 40  # of a lead, inside the case at either end
HEAD_ROW = 3  # the head unit stands behind this row


def files(pins: dict[str, Any]) -> dict[Path, str]:
    return {PAGE: page(pins)}


def page(pins: dict[str, Any]) -> str:
    sections = (_top(), _parts(pins), _star(pins), _currents(pins), _self_test(pins))
    return "\n".join(line for section in sections for line in (*section, ""))


def _top() -> list[str]:
    return [
        "# The wiring, wire by wire",
        "",
        *paragraph(
            "Made by `make pins` from [pins.toml](pins.toml), as are the firmware's pins: change that file, not",
            "this one. The same as a drawing: [wiring.svg](wiring.svg). **None of this has been tried on physical",
            "parts yet**, only on the virtual board.",
        ),
        *paragraph(
            "Terminals stand here in the order of the connectors on the boards of this folder. Modules that look alike",
            "have others: go by what is printed on yours. VCC and GND the wrong way round destroy a module.",
        ),
    ]


def _parts(pins: dict[str, Any]) -> list[str]:
    lines = ["## Every part", ""]
    resistors = {lead: ref for ref, lead in circuit.resistors(pins).items()}
    for name, part in pinmap.parts_of(pins).items():
        connectors = pinmap.as_list(part["connector"])
        own = [lead for lead in pinmap.leads(pins) if lead.part == name]
        for at, connector in enumerate(connectors):
            title = f"row {at + 1}: {part['what']}" if len(connectors) > 1 else part["what"]
            lines += [
                f"### {connector}, {title}",
                "",
                "| terminal | Pico's pin | through | wire | direction, pull |",
                "|---|---|---|---|---|",
            ]
            for terminal in part["header"]:
                lead = next((one for one in own if (one.connector, one.terminal) == (connector, terminal)), None)
                lines.append(_signal(lead, resistors) if lead else _power(pins, terminal))
            lines.append("")
    free = ", ".join(f"GP{gp}" for numbers in pins[pinmap.FREE].values() for gp in numbers)
    lines.append(f"Kept free on purpose: {free}. Nothing of ours is connected to VBUS or VSYS, which carry 5 V.")
    return lines


def _signal(lead: Lead, resistors: dict[Lead, str]) -> str:
    through = f"{resistors[lead]}, {lead.series} Ω" if lead.series else "-"
    pull = {"up": ", pull-up in the Pico", "module": ", pull-up on the module", "none": ""}[lead.pull]
    what = lead.direction if lead.function == "GPIO" else f"{lead.function}, {lead.direction}"
    return f"| {lead.terminal} | {lead.pico_pin} (GP{lead.gp}) | {through} | {lead.wire} | {what}{pull} |"


def _power(pins: dict[str, Any], terminal: str) -> str:
    pin, what = {
        SUPPLY: (f"{pinmap.SUPPLY_PIN} (3V3 OUT)", "supply, 3.3 V"),
        GROUND: (f"{pinmap.GROUND_PIN} (GND)", "ground; any GND of the Pico will do"),
    }[terminal]
    return f"| {terminal} | {pin} | - | {pins[PICO]['wires'][terminal]} | {what} |"


def reach() -> dict[str, int]:
    """In mm: how far to the side the farthest row is, what is left of a lead outside, and how far the head unit may
    stand behind the row displays with its leads straight, and with leads that turn once at a right angle.
    """
    rows = 5
    side = max(HEAD_ROW - 1, rows - HEAD_ROW) * ROW_PITCH
    outside = LEAD - IN_POD - IN_HEAD
    return {
        "side": side,
        "outside": outside,
        "straight": math.floor(math.sqrt(outside**2 - side**2)),
        "around": outside - side,
        "end": (rows - 1) * ROW_PITCH,
    }


def _star(pins: dict[str, Any]) -> list[str]:
    count = len(pins[DISPLAYS]["connector"])
    each = len(pins[DISPLAYS]["header"])
    far = reach()
    clk = next(lead for lead in pinmap.leads(pins) if (lead.part, lead.signal) == (DISPLAYS, "clk"))
    return [
        "## Star wiring",
        "",
        *paragraph(
            f"Each row display has {each} leads of its own from the head unit, {count * each} in all; nothing goes on",
            f"from one display to the next. They share the clock's pin, GP{clk.gp}, and each has a resistor of its own",
            "there. So a lead that comes loose is one display's trouble, any display can be taken off while the others",
            "play on, and no wire carries the echoes of another. (A CLK that touches ground holds all of them still:",
            "they have one pin.)",
        ),
        *paragraph(
            f"Stock leads of {LEAD // 10} cm are long enough, if the head unit stands behind row {HEAD_ROW}, as in",
            "[table.svg](table.svg):",
        ),
        "```",
        f"lead, sold as {LEAD // 10} cm                                  {LEAD:4} mm",
        f"less what is inside the pod and the head unit         {-IN_POD - IN_HEAD:4} mm: {IN_POD} + {IN_HEAD}",
        f"left outside                                          {far['outside']:4} mm",
        f"to row 1 or 5: 2 rows of {ROW_PITCH} mm to the side           {far['side']:4} mm",
        f"so the head unit may stand behind the displays by     {far['straight']:4} mm, leads straight: "
        f"√({far['outside']}² - {far['side']}²)",
        f"                                                      {far['around']:4} mm, leads along the edge: "
        f"{far['outside']} - {far['side']}",
        "```",
        "",
        *paragraph(
            f"Behind row 1, the lead to row 5 would have to go {far['end']} mm to the side. Longer leads are no way",
            "out: all of them hang on the clock's one pin, and make its edges slower.",
        )[:-1],
    ]


def _currents(pins: dict[str, Any]) -> list[str]:
    lines = [
        "## Currents",
        "",
        "The most that each takes, from data sheets or estimated on the safe side; nothing was measured yet.",
        "",
        "| part | how many | mA each | mA |",
        "|---|--:|--:|--:|",
    ]
    parts = 0
    for name, part in pinmap.parts_of(pins).items():
        count = len(pinmap.as_list(part["connector"]))
        if part["current_ma"]:
            lines.append(f"| {name} | {count} | {part['current_ma']} | {count * part['current_ma']} |")
            parts += count * part["current_ma"]
    most, budget = pinmap.milliamperes(pins), pins[PICO]["budget_ma"]
    return [
        *lines,
        f"| pull-ups on the modules, all lines low | | | {most - parts:.0f} |",
        f"| **together** | | | **{most:.0f}** |",
        f"| the Pico's 3V3 gives | | | {budget} |",
        f"| to spare | | | {budget - most:.0f} |",
        "",
        f"So all of it runs from the Pico's own regulator, pin {pinmap.SUPPLY_PIN}, and the Pico from any USB plug.",
    ]


def complaint(pins: dict[str, Any], part: str, words: dict[str, str], row: int = 0) -> str:
    """What the device says about a part that does not answer, as in `_look_after_parts` of firmware/ox/device.py; a
    test compares the two.
    """
    lead = {(one.part, one.signal): one.gp for one in pinmap.leads(pins)}
    if part == DISPLAYS:
        gp = pins[DISPLAYS]["signal"]["dio"]["gp"][row]
        return f"{words['row'].replace('%', str(row + 1))}: GP{gp}"
    return f"{words['screen']}: GP{lead['oled', 'sda']} GP{lead['oled', 'scl']}"


def _in_all_languages(pins: dict[str, Any], part: str, row: int = 0) -> str:
    said = (complaint(pins, part, load(language), row) for language in LANGUAGES)
    return ", ".join(f"`{one}`" for one in dict.fromkeys(said))


def _self_test(pins: dict[str, Any]) -> list[str]:
    by_signal: dict[tuple[str, str], list[Lead]] = {}
    for lead in pinmap.leads(pins):
        by_signal.setdefault((lead.part, lead.signal), []).append(lead)
    (sda,), (scl,), (reset,) = (by_signal["oled", name] for name in ("sda", "scl", "reset"))
    clk, dio = by_signal[DISPLAYS, "clk"], by_signal[DISPLAYS, "dio"]
    (beep,), (jumper,) = by_signal["buzzer", "out"], by_signal["safe", "jumper"]
    resistor = {lead: ref for ref, lead in circuit.resistors(pins).items()}
    words = load(LANGUAGES[0])
    live, earth = pins[PICO]["wires"][SUPPLY], pins[PICO]["wires"][GROUND]
    clock_resistors = f"{resistor[clk[0]]} to {resistor[clk[-1]]}"
    lines = [
        "## What the self-test says, and where to look",
        "",
        *paragraph(
            f"`D`, then `7` ({words['m test']}). Parts that do not answer are named, with the pin of the wire to",
            "look at; all segments of the row displays are lit, and every key wants to be pressed once. A part that",
            "drops out during play is named as well, with a low beep. One that comes back works again within two",
            "seconds: wiggle, and watch.",
        ),
        "| the device says | look at |",
        "|---|---|",
        f"| {_in_all_languages(pins, 'oled')} (on a dark screen: one low beep, while keys and row displays go on) |"
        f" {sda.connector}: {sda.wire} {sda.terminal} on pin {sda.pico_pin}, {scl.wire} {scl.terminal} on pin "
        f"{scl.pico_pin}: swapped?"
        f" VCC and GND in the order of *this* module? A module in SPI mode? {reset.wire.capitalize()} "
        f"{reset.terminal} on pin"
        f" {reset.pico_pin}, or not connected where the module has none |",
    ]
    for row, (clock, data) in enumerate(zip(clk, dio, strict=True)):
        lines.append(
            f"| {_in_all_languages(pins, DISPLAYS, row)}, and no other row | {data.connector}: {data.wire} DIO on "
            f"pin {data.pico_pin}"
            f" through {resistor[data]}; {clock.wire} CLK through {resistor[clock]}; its {live} and {earth} leads |"
        )
    return [
        *lines,
        f"| all five rows | what they share: pin {clk[0].pico_pin} (GP{clk[0].gp}) to {clock_resistors}, the "
        f"{live} rail from pin"
        f" {pinmap.SUPPLY_PIN}, the {earth} one. Or one CLK that touches ground holds all: unplug one row after "
        "the other, and"
        " the guilty one is the one without which the others are back |",
        f"| nothing, but a card is shown at the wrong row | plugs in each other's place: {dio[0].connector} to "
        f"{dio[-1].connector}"
        " are rows 1 to 5 |",
        f"| `{words['press keys']} …` goes on naming keys of one line | the wire of that line, see below; all "
        "keys: the keypad's plug |",
        "| another key than the one that was pressed | the keypad's plug is the wrong way round, or its "
        "terminals have another order |",
        f"| no beep | sound may be off (`D`, Sound); {beep.wire} + on pin {beep.pico_pin} through "
        f"{resistor[beep]}. A buzzer that only"
        " clicks or always has the same note is an active one |",
        f"| nothing at all, everything dark | the jumper {jumper.connector} (pin {jumper.pico_pin}) is closed; or "
        "the USB cable; or no"
        " firmware yet |",
        "",
        "The keypad's lines:",
        "",
        "| keys that stay | terminal | Pico's pin |",
        "|---|---|---|",
        *(
            f"| {' '.join(KEYS[4 * at : 4 * at + 4])} | {lead.terminal}, {lead.wire} | {lead.pico_pin} (GP{lead.gp}) |"
            for at, lead in enumerate(by_signal["keypad", "rows"])
        ),
        *(
            f"| {' '.join(KEYS[at::4])} | {lead.terminal}, {lead.wire} | {lead.pico_pin} (GP{lead.gp}) |"
            for at, lead in enumerate(by_signal["keypad", "columns"])
        ),
    ]
