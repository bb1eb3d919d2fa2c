"""What is on the carrier board and how it is connected, from the pin map. Imports pinmap.

The schematic and the board are both drawn from this, and what KiCad reads out of the schematic is compared with the pin
map itself: see check.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pinmap

TITLE = "Oxtally carrier board"
REVISION = "A"
LICENCE = "CERN-OHL-P-2.0"

POWER = {pinmap.SUPPLY: "+3V3", pinmap.GROUND: "GND"}
PICO_GROUNDS = (3, 8, 13, 18, 23, 28, 38)
ANALOG_GROUND = 33  # joined to the others on the Pico; J9 has it beside the analogue pins
# Not connected to anything: RUN, ADC_VREF, 3V3_EN, and what carries 5 V.
PICO_OPEN = {30: "RUN", 35: "ADC_VREF", 37: "3V3_EN", 39: "VSYS", 40: "VBUS"}

# Holes beside the Pico's free pins, in the very order of those.
FREE_HOLES = {"J8": (1, 2, 3, 4, 5), "J9": (31, 32, 33, 34)}

BUZZER_FOOTPRINT = "oxtally:Buzzer_Piezo_D12-17mm_P2.54-10.16mm"
_RESISTOR = "Resistor_THT:R_Axial_DIN0207_L6.3mm_D2.5mm_P10.16mm_Horizontal"
_HEADER_NOTE = "pin header, straight, 2.54 mm"
# What keeps the 3.3 V steady, near the displays' headers: reference, value, symbol, footprint, note.
CAPACITORS = (
    (
        "C1",
        "10uF",
        "Device:C_Polarized",
        "Capacitor_THT:CP_Radial_D5.0mm_P2.50mm",
        "electrolytic, 10 V or more, 5 mm across, legs 2.5 mm apart",
    ),
    ("C2", "100nF", "Device:C", "Capacitor_THT:C_Disc_D5.0mm_W2.5mm_P5.00mm", "ceramic, legs 5 mm apart"),
)
DISPLAY = "Row display"
_VALUES = {"oled": "OLED", "keypad": "Keypad", "safe": "Safe mode", pinmap.DISPLAYS: DISPLAY}
HOLES = ("H1", "H2", "H3", "H4")


@dataclass(frozen=True)
class Part:
    """A part on the board; `nets` has for each of its pins what it is connected to."""

    ref: str
    value: str
    symbol: str
    footprint: str
    nets: dict[str, str] = field(default_factory=dict)
    names: tuple[str, ...] = ()  # what is printed at its pins
    note: str = ""  # for whoever buys it
    bought: bool = True  # False: a hole is all there is


def header(ref: str, value: str, nets: list[str], names: list[str], note: str = _HEADER_NOTE) -> Part:
    """A pin header; with an empty note, holes for one."""
    count = len(nets)
    return Part(
        ref,
        value,
        f"Connector_Generic:Conn_01x{count:02}",
        f"Connector_PinHeader_2.54mm:PinHeader_1x{count:02}_P2.54mm_Vertical",
        {str(at + 1): net for at, net in enumerate(nets)},
        tuple(names),
        note,
        bool(note),
    )


def resistors(pins: dict[str, Any]) -> dict[str, pinmap.Lead]:
    """R1, R2 … in the order of the wires that have one: CLK of rows 1 to 5, DIO of rows 1 to 5, buzzer."""
    with_one = [lead for lead in pinmap.leads(pins) if lead.series]
    return {f"R{at + 1}": lead for at, lead in enumerate(with_one)}


def far_net(lead: pinmap.Lead) -> str:
    """The wire at the part: behind the resistor where there is one."""
    return f"{lead.connector}_{lead.terminal}" if lead.series else lead.net


def parts(pins: dict[str, Any]) -> list[Part]:
    """All of them, in the order of their references' kinds."""
    return [_pico(pins), *_connectors(pins), *_free_holes(pins), *_resistors(pins), *_capacitors(), *_mounting()]


def nets(found: list[Part]) -> dict[str, set[tuple[str, str]]]:
    """Each net's pins, as (part, pin)."""
    made: dict[str, set[tuple[str, str]]] = {}
    for part in found:
        for pin, net in part.nets.items():
            made.setdefault(net, set()).add((part.ref, pin))
    return made


def _pico(pins: dict[str, Any]) -> Part:
    wired = {str(pinmap.HEADER_PINS[gp]): f"GP{gp}" for gp in pinmap.HEADER_PINS}
    wired |= {str(pin): POWER[pinmap.GROUND] for pin in PICO_GROUNDS}
    wired |= {str(pinmap.SUPPLY_PIN): POWER[pinmap.SUPPLY], str(ANALOG_GROUND): "AGND"}
    wired |= {str(pin): f"unconnected-(U1-{name}-Pad{pin})" for pin, name in PICO_OPEN.items()}
    nets = {str(pin): wired[str(pin)] for pin in range(1, 41)}
    return Part(
        pins[pinmap.PICO]["connector"],
        "Raspberry Pi Pico",
        "MCU_Module:RaspberryPi_Pico",
        "Module:RaspberryPi_Pico_Common_THT",
        nets,
        note="or Pico 2, with pin headers; on two sockets of 20 pins, 2.54 mm, 8.5 mm high",
    )


def _connectors(pins: dict[str, Any]) -> list[Part]:
    found = []
    at_pin = {(lead.connector, lead.terminal): far_net(lead) for lead in pinmap.leads(pins)}
    for name, about in pinmap.parts_of(pins).items():
        for connector in pinmap.as_list(about["connector"]):
            names = about["header"]
            wires = [POWER.get(terminal) or at_pin[connector, terminal] for terminal in names]
            if name == "buzzer":
                by_pin = {str(at + 1): net for at, net in enumerate(wires)}
                note = "passive, 12 to 17 mm across, legs 5 to 10 mm apart"
                found.append(Part(connector, "Piezo", "Device:Buzzer", BUZZER_FOOTPRINT, by_pin, tuple(names), note))
                continue
            note = f"{_HEADER_NOTE}, and a jumper to close it" if name == "safe" else _HEADER_NOTE
            found.append(header(connector, _VALUES[name], wires, names, note))
    return found


def _free_holes(pins: dict[str, Any]) -> list[Part]:
    gp_at = {pin: gp for gp, pin in pinmap.HEADER_PINS.items()}
    free = {gp for numbers in pins[pinmap.FREE].values() for gp in numbers}
    found = []
    for ref, pico_pins in FREE_HOLES.items():
        wires, names = [], []
        for pin in pico_pins:
            gp = gp_at.get(pin)
            if gp is not None and gp not in free:
                raise ValueError(f"{ref}: GP{gp} has something to do and is not free; change FREE_HOLES in circuit.py")
            wires.append(f"GP{gp}" if gp is not None else "AGND" if pin == ANALOG_GROUND else POWER[pinmap.GROUND])
            names.append(str(gp) if gp is not None else "G")
        found.append(header(ref, "Free pins", wires, names, note=""))
    return found


def _resistors(pins: dict[str, Any]) -> list[Part]:
    return [
        Part(ref, str(lead.series), "Device:R", _RESISTOR, {"1": lead.net, "2": far_net(lead)}, note="1/4 W, 5 %")
        for ref, lead in resistors(pins).items()
    ]


def _capacitors() -> list[Part]:
    wired = {"1": POWER[pinmap.SUPPLY], "2": POWER[pinmap.GROUND]}
    return [Part(*about, wired, note=note) for *about, note in CAPACITORS]


def _mounting() -> list[Part]:
    return [
        Part(ref, "M3", "Mechanical:MountingHole", "MountingHole:MountingHole_3.2mm_M3", bought=False) for ref in HOLES
    ]
