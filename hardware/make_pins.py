"""Writes firmware/ox/pins.py from hardware/pins.toml, after checking it. `make pins` runs it. Standard library only.

Refuses a map in which a pin is used twice, is not on the Pico's header, or cannot do what is asked of it.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

HERE = Path(__file__).parent
SOURCE = HERE / "pins.toml"
MODULE = HERE.parent / "firmware" / "ox" / "pins.py"

ON_HEADER = {*range(23), 26, 27, 28}  # GP23 to 25 are used on the Pico itself

HEAD = '''"""Which pin is which. Made from hardware/pins.toml by `make pins`: change that file. Imports nothing."""
'''


def as_list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def complaints(parts: dict[str, Any]) -> list[str]:
    """What is wrong with a pin map, in sentences."""
    found = []
    users: dict[int, str] = {}
    for part, signals in parts.items():
        for signal, wire in signals.items():
            name = f"{part}.{signal}"
            numbers = as_list(wire["gp"])
            for number in numbers:
                if number not in ON_HEADER:
                    found.append(f"{name}: the Pico's header has no GP{number}")
                if number in users:
                    found.append(f"GP{number} is used twice: {users[number]} and {name}")
                users[number] = name
                # On the RP2040, I2C0 is on GP0/1, 4/5, 8/9 …, I2C1 on GP2/3, 6/7 …; SDA on the even one.
                if wire.get("mode", "").startswith("I2C"):
                    bus, line = wire["mode"].split()
                    if f"I2C{number // 2 % 2}" != bus or ("SDA", "SCL")[number % 2] != line:
                        found.append(f"{name}: GP{number} cannot be {wire['mode']}")
            if part != "free" and len(as_list(wire["terminal"])) != len(numbers):
                found.append(f"{name}: {len(numbers)} wires, but {len(as_list(wire['terminal']))} terminals")
    return found


def module(parts: dict[str, Any]) -> str:
    """The text of firmware/ox/pins.py."""
    lines = [HEAD]
    for part, signals in parts.items():
        if part == "free":
            continue
        for signal, wire in signals.items():
            numbers = wire["gp"]
            value = f"({', '.join(map(str, numbers))})" if isinstance(numbers, list) else str(numbers)
            lines.append(f"{part.upper()}_{signal.upper()} = {value}  # {wire['mode']}\n")
    return "\n".join([lines[0], "".join(lines[1:])])


def main() -> None:
    parts = tomllib.loads(SOURCE.read_text(encoding="utf-8"))
    wrong = complaints(parts)
    if wrong:
        sys.exit(f"{SOURCE}:\n" + "\n".join(wrong))
    MODULE.write_text(module(parts), encoding="utf-8")


if __name__ == "__main__":
    main()
