"""parts.json: what was made from what, so that a stale or a swapped file is noticed without build123d. Imports places.

What the parts are made from are figures, not files: a comment changes nothing.
"""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path
from typing import Any

from case import dimensions, places

HERE = Path(__file__).parent
LIST = HERE / "parts.json"
FOLDERS = {"stl": ".stl", "step": ".step"}


def sources() -> str:
    """The hash of all figures that the parts are made from."""
    figures = dimensions.figures(places.placement)
    return hashlib.sha256(json.dumps(figures, sort_keys=True).encode()).hexdigest()


def hash_of(path: Path) -> str:
    """A STEP file says when it was written and by which release: that is no part of it."""
    data = path.read_bytes()
    if path.suffix == ".step":
        data = without_dates(data.decode("utf-8")).encode()
    return hashlib.sha256(data).hexdigest()


def without_dates(step: str) -> str:
    step = re.sub(r"FILE_NAME\(.*?\);", "FILE_NAME();", step.replace("\r\n", "\n"), flags=re.S)
    return re.sub(r"FILE_DESCRIPTION\(.*?\);", "FILE_DESCRIPTION();", step, flags=re.S)


def load() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(LIST.read_text(encoding="utf-8"))
    return found


def complaints(folder: Path = HERE) -> list[str]:
    """What is not as parts.json says."""
    listed = load()
    found = [] if listed["made from"] == sources() else ["dimensions.toml or the carrier board's placement has changed"]
    expected = set()
    for part in listed["parts"]:
        for kind, ending in FOLDERS.items():
            path = folder / kind / f"{part['file']}{ending}"
            expected.add(path)
            if not path.exists():
                found.append(f"{path.relative_to(folder)} is missing")
            elif hash_of(path) != part[kind]:
                found.append(f"{path.relative_to(folder)} is not the one that was made")
            if not part["file"].endswith(f"-{part['count']}x"):
                found.append(f"{part['file']} does not say that there are {part['count']}")
    there = {path for kind, ending in FOLDERS.items() for path in (folder / kind).rglob(f"*{ending}")}
    return found + [f"{path.relative_to(folder)} is not in parts.json" for path in sorted(there - expected)]
