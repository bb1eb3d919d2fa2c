"""Makes the carrier board's files in hardware/pcb from hardware/pins.toml; `make board` runs it. `--freeze` also writes
what a board house takes, into the folder of the revision. Imports pinmap and pcb.
"""

from __future__ import annotations

import sys

import pinmap
from pcb import freeze, kicad, made, route

ROOT = pinmap.SOURCE.parent.parent


def main() -> None:
    if why := kicad.missing():
        sys.exit(f"The board cannot be made here: {why}")
    pins = pinmap.load()
    if wrong := pinmap.complaints(pins):
        sys.exit(f"{pinmap.SOURCE.relative_to(ROOT)}:\n" + "\n".join(wrong))
    try:
        written = made.write(pins, made.HERE)
        if sys.argv[1:] == ["--freeze"]:
            written += freeze.write(made.HERE, made.HERE / freeze.FOLDER)
    except (kicad.NoKiCad, route.NoWay, ValueError) as why:
        sys.exit(str(why))
    for path in written:
        print(path.relative_to(ROOT))


if __name__ == "__main__":
    main()
