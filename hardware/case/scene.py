"""Writes the printed parts as they stand on the table, finely, into build/case: what the pictures are made of. Clips
and their screws are there in their places, under the plates. Imports assembly, parts and meshes.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))
from build123d import Part

from case import assembly, meshes, stand_ins
from case.parts import BEST_OLED, PRINTED, USUAL_DISPLAY, built

FOLDER = Path(__file__).parent.parent.parent / "build" / "case"


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for printed in PRINTED:
        _write(printed.name, [built(printed.name)])
    for name, clips in (("screen", assembly.oled_clips(BEST_OLED)), ("row", assembly.pod_clips(USUAL_DISPLAY))):
        _write(f"clips-{name}", [at.clip * built("clip") for at in clips])
        _write(f"clip-screws-{name}", [at.screw * stand_ins.pan_screw() for at in clips])


def _write(name: str, parts: list[Part]) -> None:
    points, triangles = [], []
    for part in parts:
        more, corners = part.tessellate(0.01, 0.12)
        triangles += [tuple(at + len(points) for at in triangle) for triangle in corners]
        points += [(point.X, point.Y, point.Z) for point in more]
    meshes.write(FOLDER / f"{name}.stl", meshes.weld(points, triangles))


if __name__ == "__main__":
    main()
