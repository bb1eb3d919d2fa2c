"""Writes everything that is made from hardware/pins.toml; `make pins` runs it. `--check` only says what is
stale. Imports pinmap and the makers.
"""

from __future__ import annotations

import sys
from pathlib import Path

import make_bom
import make_diagram
import make_perfboard
import make_pins
import make_readme
import make_set
import make_wiring
import pinmap

ROOT = Path(__file__).parent.parent
# Each has `files(pins)`: path and text of what it makes.
MAKERS = (make_pins, make_wiring, make_diagram, make_set, make_perfboard, make_bom, make_readme)


def stale(write: bool) -> list[Path]:
    """What was not as it should be; written anew, or left alone."""
    pins = pinmap.load()
    if wrong := pinmap.complaints(pins):
        sys.exit(f"{pinmap.SOURCE.relative_to(ROOT)}:\n" + "\n".join(wrong))
    found = []
    for maker in MAKERS:
        for path, text in maker.files(pins).items():
            if not path.exists() or path.read_text(encoding="utf-8") != text:
                found.append(path)
                if write:
                    path.parent.mkdir(parents=True, exist_ok=True)
                    path.write_text(text, encoding="utf-8", newline="\n")
    return found


def main() -> None:
    check = sys.argv[1:] == ["--check"]
    found = stale(write=not check)
    for path in found:
        print(f"{path.relative_to(ROOT)}: {'stale; run `make pins`' if check else 'written'}")
    if check and found:
        sys.exit(1)


if __name__ == "__main__":
    main()
