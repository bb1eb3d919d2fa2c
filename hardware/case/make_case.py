"""Writes every part as STL and STEP, and parts.json, which says what was made from what. `make case` runs it;
`--check` only says what is stale. Imports assembly, listing and meshes.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))
from build123d import Part, export_step

from case import assembly, listing, meshes
from case.parts import PRINTED

TOLERANCE, ANGLE = 0.05, 0.35  # of the triangles: mm, and radians on round things
GRAMS_PER_MM3 = 0.00124  # PLA, solid


def mesh_of(part: Part) -> meshes.Mesh:
    points, triangles = part.tessellate(TOLERANCE, ANGLE)
    return meshes.weld([(point.X, point.Y, point.Z) for point in points], list(triangles))


def make(folder: Path) -> dict[str, object]:
    """All files, into `stl` and `step` there; what parts.json says."""
    listed = []
    for printed in PRINTED:
        part = printed.on_bed()
        mesh = mesh_of(part)
        stl, step = folder / "stl" / f"{printed.file}.stl", folder / "step" / f"{printed.file}.step"
        for path in (stl, step):
            path.parent.mkdir(parents=True, exist_ok=True)
        meshes.write(stl, mesh)
        export_step(part, str(step))
        step.write_text(listing.without_dates(step.read_text(encoding="utf-8")), encoding="utf-8", newline="\n")
        low, high = meshes.box(mesh)
        listed.append(
            {
                "part": printed.name,
                "count": printed.count,
                "instead of": printed.instead_of,
                "file": printed.file,
                "mm": [round(high[at] - low[at], 1) for at in range(3)],
                "grams": round(meshes.volume(mesh) * GRAMS_PER_MM3, 1),
                "triangles": len(mesh.triangles),
                "stl": listing.hash_of(stl),
                "step": listing.hash_of(step),
            }
        )
        print(f"{printed.file}: {len(mesh.triangles)} triangles", flush=True)
    return {"made from": listing.sources(), "bought": assembly.screw_counts(), "parts": listed}


def main() -> None:
    check = sys.argv[1:] == ["--check"]
    with tempfile.TemporaryDirectory() as folder:
        made = json.dumps(make(Path(folder) if check else listing.HERE), indent=1) + "\n"
    if not check:
        listing.LIST.write_text(made, encoding="utf-8", newline="\n")
    elif listing.LIST.read_text(encoding="utf-8") != made:
        sys.exit("hardware/case: the parts are not what dimensions.toml and the scripts say; run `make case`")


if __name__ == "__main__":
    main()
