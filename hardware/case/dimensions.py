"""Reads dimensions.toml: every size of the case and of what goes into it. Imports nothing of ours."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

SOURCE = Path(__file__).parent / "dimensions.toml"
ABOUT = ("source", "measured", "doubtful")  # what a table says about itself


class Sizes:
    """A table: `sizes.head.tilt` and `sizes.oled["0.96"].glass`. A size that is not there is a mistake of ours."""

    def __init__(self, table: dict[str, Any]) -> None:
        self._table = {key: Sizes(value) if isinstance(value, dict) else value for key, value in table.items()}

    def __getattr__(self, key: str) -> Any:
        try:
            return self._table[key]
        except KeyError:
            raise AttributeError(f"dimensions.toml has no {key!r} here; it has {', '.join(self._table)}") from None

    def __getitem__(self, key: str) -> Any:
        return self._table[key]

    def __iter__(self) -> Any:
        return iter(self._table)


def load(path: Path = SOURCE) -> Sizes:
    return Sizes(tomllib.loads(path.read_text(encoding="utf-8")))


def bought(tables: dict[str, Any], prefix: str = "") -> dict[str, dict[str, Any]]:
    """The tables of bought parts by their names, which are those that say where their figures are from."""
    found = {}
    for name, table in tables.items():
        if isinstance(table, dict):
            if "source" in table:
                found[prefix + name] = table
            else:
                found.update(bought(table, f"{prefix}{name}."))
    return found


def figures(placement: Any, path: Path = SOURCE) -> dict[str, Any]:
    """Every figure that decides a printed part: ours, and the carrier board's. Where a figure is from is none."""
    tables = tomllib.loads(path.read_text(encoding="utf-8"))
    for table in bought(tables).values():
        for key in ABOUT:
            del table[key]
    names = ("PITCH", "LEFT", "TOP", "WIDTH", "HEIGHT", "HOLES", "USB_X", "USB_Y", "PICO_ABOVE_BOARD")
    board = {name: getattr(placement, name) for name in names}
    return {"case": tables, "board": board, "rows": [placement.LINES[f"J{ref}"] for ref in range(3, 8)]}
