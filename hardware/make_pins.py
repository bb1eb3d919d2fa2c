"""Writes firmware/ox/pins.py from hardware/pins.toml. Imports pinmap."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pinmap import as_list, parts_of

MODULE = Path(__file__).parent.parent / "firmware" / "ox" / "pins.py"

_HEAD = '''"""Which pin is which. Made from hardware/pins.toml by `make pins`: change that file. Imports nothing."""
'''
_PULLED = {"up": "pull-up", "module": "pulled up by the module", "none": ""}


def text(pins: dict[str, Any]) -> str:
    """The module."""
    lines = []
    for part, about in parts_of(pins).items():
        for signal, wire in about["signal"].items():
            numbers = wire["gp"]
            value = f"({', '.join(map(str, numbers))})" if isinstance(numbers, list) else str(numbers)
            function = "" if wire["function"] == "GPIO" else wire["function"]
            use = ", ".join(filter(None, (function, wire["direction"], _PULLED[wire["pull"]])))
            lines.append(f"{part.upper()}_{signal.upper()} = {value}  # {use}\n")
    return "\n".join([_HEAD, "".join(lines)])


def files(pins: dict[str, Any]) -> dict[Path, str]:
    return {MODULE: text(pins)}


def pins_used(pins: dict[str, Any]) -> list[int]:
    """Every GP that has something to do, in the order of the file."""
    return [
        number for part in parts_of(pins).values() for wire in part["signal"].values() for number in as_list(wire["gp"])
    ]
