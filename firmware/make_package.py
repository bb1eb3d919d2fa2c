"""package.json, which tells `mpremote mip` what belongs to the firmware. `make package` writes it, a test compares.

With a folder as its argument it goes there, and all files beside it, compiled: the Pico has no memory to spare for that.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

HERE = Path(__file__).parent


def package(paths: list[str]) -> str:
    """Its text. Each file lies beside it under the name that it gets on the Pico."""
    sys.path.insert(0, str(HERE))
    from ox import VERSION

    return json.dumps({"version": VERSION, "deps": [], "urls": [[path, path] for path in paths]}, indent=1) + "\n"


def sources() -> list[str]:
    """main.py last: it starts nothing before all is there."""
    return [path.relative_to(HERE).as_posix() for path in sorted((HERE / "ox").rglob("*.py"))] + ["main.py"]


def main() -> None:
    if len(sys.argv) < 2:
        (HERE / "package.json").write_text(package(sources()), encoding="utf-8")
        return
    from oxtally.install.compiled import firmware

    folder = Path(sys.argv[1])
    files = firmware()
    for path, content in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(content)
    (folder / "package.json").write_text(package(list(files)), encoding="utf-8")
    print(f"{folder}: {len(files)} files, {sum(map(len, files.values())):,} bytes, and package.json")


if __name__ == "__main__":
    main()
