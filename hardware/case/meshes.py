"""Triangles: what a slicer gets. Reads and writes binary STL, and says what is wrong with a mesh. Imports nothing but
Python, so that the committed files can be checked anywhere.
"""

from __future__ import annotations

import math
import struct
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

Point = tuple[float, float, float]

_TITLE = b"Oxtally, CERN-OHL-P-2.0"


@dataclass(frozen=True)
class Mesh:
    points: list[Point]
    triangles: list[tuple[int, int, int]]


def weld(points: list[Point], triangles: list[tuple[int, int, int]], grain: int = 4) -> Mesh:
    """One point where there were several in the same place; triangles that are no more than a line are gone."""
    places: dict[Point, int] = {}
    names = [places.setdefault(tuple(round(value, grain) + 0.0 for value in point), len(places)) for point in points]
    kept = [tuple(names[at] for at in triangle) for triangle in triangles]
    return Mesh(list(places), [triangle for triangle in kept if len(set(triangle)) == 3])


def write(path: Path, mesh: Mesh) -> None:
    """The triangles in an order that depends on nothing but where they are."""
    lines = []
    for triangle in mesh.triangles:
        first = triangle.index(min(triangle, key=lambda at: mesh.points[at]))
        corners = [mesh.points[triangle[(first + step) % 3]] for step in range(3)]
        lines.append(struct.pack("<12fH", *normal(*corners), *(value for point in corners for value in point), 0))
    path.write_bytes(_TITLE.ljust(80, b" ") + struct.pack("<I", len(lines)) + b"".join(sorted(lines)))


def read(path: Path) -> Mesh:
    data = path.read_bytes()
    (count,) = struct.unpack_from("<I", data, 80)
    if len(data) != 84 + 50 * count:
        raise ValueError(f"{path.name}: {len(data)} bytes are not {count} triangles")
    points: list[Point] = []
    triangles = []
    for values in struct.iter_unpack("<12fH", data[84:]):
        triangles.append((len(points), len(points) + 1, len(points) + 2))
        points += [values[3:6], values[6:9], values[9:12]]
    return weld(points, triangles)


def normal(a: Point, b: Point, c: Point) -> Point:
    u, v = [b[at] - a[at] for at in range(3)], [c[at] - a[at] for at in range(3)]
    n = (u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0])
    size = math.sqrt(sum(value * value for value in n)) or 1.0
    return (n[0] / size, n[1] / size, n[2] / size)


def area(a: Point, b: Point, c: Point) -> float:
    u, v = [b[at] - a[at] for at in range(3)], [c[at] - a[at] for at in range(3)]
    n = (u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0])
    return math.sqrt(sum(value * value for value in n)) / 2


def box(mesh: Mesh) -> tuple[Point, Point]:
    columns = list(zip(*mesh.points, strict=True))
    return tuple(map(min, columns)), tuple(map(max, columns))


def volume(mesh: Mesh) -> float:
    """In cubic millimetres; below zero when the mesh is inside out."""
    total = 0.0
    for one, two, three in mesh.triangles:
        a, b, c = mesh.points[one], mesh.points[two], mesh.points[three]
        total += (
            a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0])
        )
    return total / 6


def bodies(mesh: Mesh) -> int:
    """How many pieces it falls into."""
    leader = list(range(len(mesh.points)))

    def find(at: int) -> int:
        while leader[at] != at:
            leader[at] = leader[leader[at]]
            at = leader[at]
        return at

    for one, two, three in mesh.triangles:
        leader[find(one)] = find(two)
        leader[find(two)] = find(three)
    return len({find(at) for triangle in mesh.triangles for at in triangle})


def complaints(mesh: Mesh, bed: float) -> list[str]:
    """What a slicer would not say: holes, pieces, inside out, too large, off the bed."""
    found = []
    edges = Counter(edge for a, b, c in mesh.triangles for edge in ((a, b), (b, c), (c, a)))
    open_edges = sum(1 for (a, b), count in edges.items() if edges[b, a] != count)
    if open_edges:
        found.append(f"not watertight: {open_edges} edges with a triangle on one side only")
    if any(count > 1 for count in edges.values()):
        found.append("edges with more than two triangles")
    if (pieces := bodies(mesh)) != 1:
        found.append(f"{pieces} pieces instead of one")
    if volume(mesh) <= 0:
        found.append("inside out")
    low, high = box(mesh)
    size = [high[at] - low[at] for at in range(3)]
    if max(size) > bed:
        found.append(f"{size[0]:.1f} x {size[1]:.1f} x {size[2]:.1f} mm does not fit into {bed:.0f} mm")
    if abs(low[2]) > 1e-3:
        found.append(f"it lies {low[2]:.3f} mm above the bed")
    return found


def overhangs(mesh: Mesh, limit: float, layer: float = 0.25) -> list[tuple[float, list[Point]]]:
    """Faces that look down more than `limit` degrees from the vertical and do not lie on the bed: area and corners."""
    steepest = -math.sin(math.radians(limit)) - 1e-4
    found = []
    for triangle in mesh.triangles:
        corners = [mesh.points[at] for at in triangle]
        if normal(*corners)[2] < steepest and max(point[2] for point in corners) > layer:
            found.append((area(*corners), corners))
    return found
