"""The pin map: hardware/pins.toml as data, and the rules that it has to keep. Standard library only.

`load` reads it, `complaints` says in sentences what is wrong with it. Whatever is made from the map takes `leads`: a
row for each wire between the Pico and a part, in the order of the file.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

SOURCE = Path(__file__).parent / "pins.toml"

PICO, FREE = "pico", "free"  # tables that are no parts
SUPPLY, GROUND = "VCC", "GND"  # in headers
SUPPLY_PIN, GROUND_PIN = 36, 38  # of the Pico: 3V3(OUT), and the ground beside it

# Where the Pico's header has each GP. GP23 to 25 are used on the Pico itself.
HEADER_PINS = {
    **dict(zip(range(16), (1, 2, 4, 5, 6, 7, 9, 10, 11, 12, 14, 15, 16, 17, 19, 20), strict=True)),
    **dict(zip(range(16, 23), (21, 22, 24, 25, 26, 27, 29), strict=True)),
    26: 31,
    27: 32,
    28: 34,
}

DIRECTIONS = ("out", "in", "both", "open drain")
PULLS = ("up", "module", "none")
COLOURS = ("red", "black", "yellow", "green", "blue", "white", "orange")
SERIES_OHMS = 330  # on lines that leave the box
DISPLAYS = "rowdisplays"  # whose lines those are
KEYPAD_ROWS = "keypad.rows"  # which a second key may join
PICO_VOLTS = "3V3"
_PULL_UP_MA = 0.33  # 10 kΩ on a module, pulled low


@dataclass(frozen=True)
class Lead:
    """One wire from the Pico to a part."""

    part: str
    signal: str
    connector: str
    terminal: str
    gp: int
    function: str
    direction: str
    pull: str
    series: int  # ohms, 0: none
    wire: str

    @property
    def pico_pin(self) -> int:
        return HEADER_PINS[self.gp]

    @property
    def net(self) -> str:
        """Its name in the schematic; on either side of a resistor it is another one."""
        return f"GP{self.gp}"


def load(path: Path = SOURCE) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def as_list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def parts_of(pins: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The parts that are connected to the Pico."""
    return {name: part for name, part in pins.items() if name not in (PICO, FREE)}


def leads(pins: dict[str, Any]) -> list[Lead]:
    """Every wire of every part. A pin that goes to all parts of a kind has a lead to each of them."""
    found = []
    for name, part in parts_of(pins).items():
        connectors = as_list(part["connector"])
        for signal, about in part["signal"].items():
            numbers, terminals = as_list(about["gp"]), as_list(about["terminal"])
            count = max(len(numbers), len(terminals), len(connectors))
            for at in range(count):
                found.append(
                    Lead(
                        name,
                        signal,
                        connectors[at % len(connectors)],
                        terminals[at % len(terminals)],
                        numbers[at % len(numbers)],
                        about["function"],
                        about["direction"],
                        about["pull"],
                        about.get("series", 0),
                        about["wire"],
                    )
                )
    return found


def complaints(pins: dict[str, Any]) -> list[str]:
    """What is wrong with a pin map, in sentences."""
    return [
        *_pins_that_clash(pins),
        *_counts(pins),
        *(sentence for lead in leads(pins) for sentence in _electrical(pins, lead)),
        *_headers(pins),
        *_currents(pins),
    ]


def _pins_that_clash(pins: dict[str, Any]) -> list[str]:
    found = []
    users: dict[int, str] = {}
    uses = [
        (f"{name}.{signal}", number)
        for name, part in parts_of(pins).items()
        for signal, about in part["signal"].items()
        for number in as_list(about["gp"])
    ]
    uses += [(f"{FREE}.{name}", number) for name, numbers in pins[FREE].items() for number in numbers]
    for name, number in uses:
        if number not in HEADER_PINS:
            found.append(f"{name}: the Pico's header has no GP{number}")
        if number in users:
            found.append(f"GP{number} is used twice: {users[number]} and {name}")
        users[number] = name
    return found


def _counts(pins: dict[str, Any]) -> list[str]:
    """A wire has two ends: as many pins as terminals, or as parts, where there is not just one."""
    found = []
    for name, part in parts_of(pins).items():
        parts = len(as_list(part["connector"]))
        for signal, about in part["signal"].items():
            numbers, terminals = len(as_list(about["gp"])), len(as_list(about["terminal"]))
            if parts == 1 and numbers != terminals:
                found.append(f"{name}.{signal}: {numbers} pins for {terminals} terminals")
            elif parts > 1 and numbers not in (1, parts):
                found.append(f"{name}.{signal}: {numbers} pins for {parts} parts")
    return found


def _electrical(pins: dict[str, Any], lead: Lead) -> list[str]:
    found = []
    name = f"{lead.part}.{lead.signal}"
    supply = pins[lead.part]["supply"]
    if supply not in (PICO_VOLTS, "none"):
        found.append(f"{name}: the part runs on {supply}, and GP{lead.gp} bears 3.3 V at the most")
    if lead.pull == "down":
        found.append(f"{name}: a pull-down; those latch on the Pico 2 (RP2350-E9): pull up, and scan for low")
    elif lead.pull not in PULLS:
        found.append(f"{name}: pull is {lead.pull!r}, not one of {', '.join(PULLS)}")
    if lead.direction not in DIRECTIONS:
        found.append(f"{name}: direction is {lead.direction!r}, not one of {', '.join(DIRECTIONS)}")
    if lead.direction == "in" and lead.pull == "none":
        found.append(f"{name}: an input that nothing pulls up floats")
    if lead.part == DISPLAYS and lead.series != SERIES_OHMS:
        found.append(f"{name}: a line to a display needs {SERIES_OHMS} ohms in series, not {lead.series}")
    if (lead.part == DISPLAYS or name == KEYPAD_ROWS) and lead.direction != "open drain":
        found.append(f"{name}: has to be open drain, not {lead.direction}: somebody else may pull that wire low")
    # On the RP2040, I2C0 is on GP0/1, 4/5, 8/9 …, I2C1 on GP2/3, 6/7 …; SDA on the even one.
    if lead.function.startswith("I2C"):
        able = f"I2C{lead.gp // 2 % 2} {('SDA', 'SCL')[lead.gp % 2]}"
        if able != lead.function:
            found.append(f"{name}: GP{lead.gp} cannot be {lead.function}")
    if lead.wire not in COLOURS:
        found.append(f"{name}: {lead.wire} is no colour that can be drawn: {', '.join(COLOURS)}")
    if lead.wire in pins[PICO]["wires"].values():
        found.append(f"{name}: {lead.wire} is the colour of a supply wire")
    return list(dict.fromkeys(found))


def _headers(pins: dict[str, Any]) -> list[str]:
    """Every terminal has its pin in the connector, and no pin is left over."""
    found = []
    for name, part in parts_of(pins).items():
        wanted = {terminal for about in part["signal"].values() for terminal in as_list(about["terminal"])}
        power = {SUPPLY, GROUND} if part["supply"] != "none" else set()
        header = part["header"]
        missing = sorted((wanted | power) - set(header))
        extra = sorted(set(header) - wanted - {SUPPLY, GROUND})
        if missing:
            found.append(f"{name}: its header has no {', '.join(missing)}")
        if extra:
            found.append(f"{name}: nothing is wired to {', '.join(extra)} of its header")
        if len(set(header)) != len(header):
            found.append(f"{name}: its header has the same pin twice")
    return found


def milliamperes(pins: dict[str, Any]) -> float:
    """All that the Pico's 3.3 V has to give, with everything lit and every line pulled low."""
    parts = sum(part["current_ma"] * len(as_list(part["connector"])) for part in parts_of(pins).values())
    pulled = sum(1 for lead in leads(pins) if lead.pull == "module" or lead.part == DISPLAYS)
    return float(parts + pulled * _PULL_UP_MA)


def _currents(pins: dict[str, Any]) -> list[str]:
    most, budget = milliamperes(pins), pins[PICO]["budget_ma"]
    return [f"the parts take {most:.0f} mA, and the Pico gives {budget}"] if most > budget else []
