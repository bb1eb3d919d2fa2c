"""package.json, which tells `mpremote mip` what belongs to the firmware. Imports compiled, and the firmware.

python -m oxtally.install.package           writes firmware/package.json, for the sources: `make package`
python -m oxtally.install.package FOLDER    writes one there, and beside it all files compiled: `make firmware`
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import ox
from oxtally.install.compiled import firmware

SOURCES = Path(ox.__file__).parent.parent
NAME = "package.json"


def package(paths: list[str]) -> str:
    """Its text. Each file lies beside it under the name that it gets on the Pico."""
    return json.dumps({"version": ox.VERSION, "deps": [], "urls": [[path, path] for path in paths]}, indent=1) + "\n"


def sources() -> list[str]:
    """main.py last: it starts nothing before all is there."""
    return [path.relative_to(SOURCES).as_posix() for path in sorted((SOURCES / "ox").rglob("*.py"))] + ["main.py"]


def write_compiled(folder: Path) -> None:
    files = firmware()
    for path, content in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(content)
    (folder / NAME).write_text(package(list(files)), encoding="utf-8")
    print(f"{folder}: {len(files)} files, {sum(map(len, files.values())):,} bytes, and {NAME}")


if __name__ == "__main__":
    if sys.argv[1:]:
        write_compiled(Path(sys.argv[1]))
    else:
        (SOURCES / NAME).write_text(package(sources()), encoding="utf-8")
