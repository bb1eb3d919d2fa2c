"""Writes the printed parts as they stand on the table, finely, into build/case: what the pictures are made of. Imports
parts and make_case.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))
from case import meshes  # noqa: E402
from case.parts import PRINTED, built  # noqa: E402

FOLDER = Path(__file__).parent.parent.parent / "build" / "case"


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for printed in PRINTED:
        points, triangles = built(printed.name).tessellate(0.01, 0.12)
        mesh = meshes.weld([(point.X, point.Y, point.Z) for point in points], list(triangles))
        meshes.write(FOLDER / f"{printed.name}.stl", mesh)


if __name__ == "__main__":
    main()
