"""Writes every part as STL and STEP, and parts.json, which says what was made from what. `make case` runs it;
`--check` only says what is stale. Imports parts and meshes.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))
from build123d import Part, export_step  # noqa: E402

from case import dimensions, meshes, places  # noqa: E402
from case.parts import PRINTED  # noqa: E402

HERE = Path(__file__).parent
LIST = HERE / "parts.json"
TOLERANCE, ANGLE = 0.05, 0.35  # of the triangles: mm, and radians on round things
GRAMS_PER_MM3 = 0.00124  # PLA, solid


def mesh_of(part: Part) -> meshes.Mesh:
    points, triangles = part.tessellate(TOLERANCE, ANGLE)
    return meshes.weld([(point.X, point.Y, point.Z) for point in points], list(triangles))


def without_dates(step: str) -> str:
    """A STEP file says when it was written and by which release: that is no part of it."""
    step = re.sub(r"FILE_NAME\(.*?\);", "FILE_NAME();", step, flags=re.S)
    return re.sub(r"FILE_DESCRIPTION\(.*?\);", "FILE_DESCRIPTION();", step, flags=re.S)


def sources() -> str:
    """The hash of all that the parts are made from."""
    digest = hashlib.sha256()
    for path in (dimensions.SOURCE, Path(places.placement.__file__)):
        digest.update(path.read_bytes().replace(b"\r\n", b"\n"))
    return digest.hexdigest()


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
        step.write_text(without_dates(step.read_text(encoding="utf-8")), encoding="utf-8", newline="\n")
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
                "stl": hashlib.sha256(stl.read_bytes()).hexdigest(),
                "step": hashlib.sha256(step.read_bytes()).hexdigest(),
            }
        )
        print(f"{printed.file}: {len(mesh.triangles)} triangles", flush=True)
    return {"made from": sources(), "parts": listed}


def main() -> None:
    check = sys.argv[1:] == ["--check"]
    with tempfile.TemporaryDirectory() as folder:
        made = json.dumps(make(Path(folder) if check else HERE), indent=1) + "\n"
    if not check:
        LIST.write_text(made, encoding="utf-8", newline="\n")
    elif LIST.read_text(encoding="utf-8") != made:
        sys.exit("hardware/case: the parts are not what dimensions.toml and the scripts say; run `make case`")


if __name__ == "__main__":
    main()
