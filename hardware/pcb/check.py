"""Is the board what the pin map says? Imports pinmap, placement.

Takes nothing from circuit, from which the schematic and the board are drawn: this is the second opinion. The nets come
from KiCad, or out of the board's file.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pinmap

from . import placement

Nets = dict[tuple[str, str], str]  # the net at each pin of each part
LARGEST = (100.0, 70.0)  # mm, what the cheapest price is for, and what the box has room for
_FIVE_VOLTS = (39, 40)  # VSYS, VBUS
_GRID_SPARE = 0.1  # legs bend


def wiring(pins: dict[str, Any], nets: Nets, values: dict[str, str]) -> list[str]:
    """What is not connected as the pin map has it, in sentences."""
    pico = pins[pinmap.PICO]["connector"]
    members: dict[str, set[tuple[str, str]]] = {}
    for pin, net in nets.items():
        members.setdefault(net, set()).add(pin)
    wanted: dict[str, set[tuple[str, str]]] = {}  # at each net of a GPIO, what has to be there
    found: list[str] = []
    for lead in pinmap.leads(pins):
        here, there = (pico, str(lead.pico_pin)), (lead.connector, _terminal(pins, lead))
        near, far = nets.get(here, ""), nets.get(there, "")
        name = f"{lead.part}.{lead.signal} at {lead.connector} {lead.terminal}"
        wanted.setdefault(near, {here})
        if not lead.series:
            wanted[near].add(there)
            if near != far:
                found.append(f"{name}: is on {far}, and GP{lead.gp} on {near}")
            continue
        fitting = [ref for ref, value in values.items() if value == str(lead.series)]
        between = [ref for ref in fitting if near != far and _ends(nets, ref) == {near, far}]
        if len(between) != 1:
            found.append(f"{name}: {len(between)} resistors of {lead.series} ohms to GP{lead.gp}, not one")
            continue
        (resistor,) = between
        wanted[near] |= {pin for pin in members.get(near, ()) if pin[0] == resistor}
        behind = members.get(far, set())
        if behind != {there} | {pin for pin in behind if pin[0] == resistor}:
            found.append(f"{name}: something else is connected there: {_listed(behind)}")
    for net, there_should_be in wanted.items():
        if extra := members.get(net, set()) - there_should_be:
            found.append(f"{net}: {_listed(extra)} should not be connected to it")
    return found + _supplies(pins, nets) + _left_alone(pins, nets, members)


def _terminal(pins: dict[str, Any], lead: pinmap.Lead) -> str:
    return str(pins[lead.part]["header"].index(lead.terminal) + 1)


def _ends(nets: Nets, ref: str) -> set[str]:
    return {nets.get((ref, "1"), ""), nets.get((ref, "2"), "")}


def _listed(found: Iterable[tuple[str, str]]) -> str:
    return ", ".join(f"{ref} pin {pin}" for ref, pin in sorted(found))


def _supplies(pins: dict[str, Any], nets: Nets) -> list[str]:
    pico = pins[pinmap.PICO]["connector"]
    sources = {pinmap.SUPPLY: pinmap.SUPPLY_PIN, pinmap.GROUND: pinmap.GROUND_PIN}
    found = []
    for name, part in pinmap.parts_of(pins).items():
        for connector in pinmap.as_list(part["connector"]):
            for at, terminal in enumerate(part["header"]):
                if terminal not in sources:
                    continue
                want, got = nets.get((pico, str(sources[terminal]))), nets.get((connector, str(at + 1)))
                if want != got:
                    found.append(f"{name} at {connector} {terminal}: is on {got}, not on {want}")
    return found


def _left_alone(pins: dict[str, Any], nets: Nets, members: dict[str, set[tuple[str, str]]]) -> list[str]:
    """The free pins lead to holes at the most, and 5 V to nothing."""
    pico = pins[pinmap.PICO]["connector"]
    ours = {connector for part in pinmap.parts_of(pins).values() for connector in pinmap.as_list(part["connector"])}
    found = []
    for number in (number for numbers in pins[pinmap.FREE].values() for number in numbers):
        net = nets.get((pico, str(pinmap.HEADER_PINS[number])), "")
        if taken := [pin for pin in members.get(net, ()) if pin[0] in ours]:
            found.append(f"GP{number} is kept free, and {_listed(taken)} is connected to it")
    for number in _FIVE_VOLTS:
        net = nets.get((pico, str(number)), "")
        if extra := members.get(net, set()) - {(pico, str(number))}:
            found.append(f"pin {number} of the Pico carries 5 V, and {_listed(extra)} is connected to it")
    return found


def size(width: float, height: float) -> list[str]:
    most = f"{LARGEST[0]:g} x {LARGEST[1]:g} mm"
    fits = width <= LARGEST[0] and height <= LARGEST[1]
    return [] if fits else [f"the board is {width:g} x {height:g} mm, and should not exceed {most}"]


def grid(pads: Iterable[tuple[str, str, float, float]]) -> list[str]:
    """Part, pin and place in mm from the board's top left corner: what is not in a hole of the grid."""
    found = []
    for ref, pin, x, y in pads:
        column, row = (x - placement.LEFT) / placement.PITCH, (y - placement.TOP) / placement.PITCH
        if max(abs(column - round(column)), abs(row - round(row))) * placement.PITCH > _GRID_SPARE:
            found.append(f"{ref} pin {pin} at {x:g}, {y:g} mm is off the grid of {placement.PITCH} mm")
    return found
