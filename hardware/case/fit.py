"""What touches what. Imports make_case; manifold3d does the work, which is exact for meshes and a hundred times faster
than on the shapes themselves.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

import manifold3d
import numpy

from case.assembly import Item
from case.make_case import mesh_of

TOUCH = 0.3  # cubic millimetres: round things are made of flat triangles


def solid(item: Item) -> Any:
    mesh = mesh_of(item.part)
    points = numpy.array(mesh.points, numpy.float32)
    found = manifold3d.Manifold(manifold3d.Mesh(points, numpy.array(mesh.triangles, numpy.uint32)))
    if found.status() != manifold3d.Error.NoError or found.volume() <= 0:
        raise ValueError(f"{item.name} is no solid: {found.status()}")
    return found


class Solids:
    """Meshes of items, made once each."""

    def __init__(self, items: list[Item]) -> None:
        self.items = items
        self._solids = {item.name: solid(item) for item in items}

    def overlaps(self) -> list[str]:
        """Pairs that are in each other's way."""
        return [
            _sentence(one.name, other.name, common)
            for one, other in combinations(self.items, 2)
            if (common := self._solids[one.name] ^ self._solids[other.name]).volume() > TOUCH
        ]

    def hit_by(self, tool: Item, *spared: str) -> list[str]:
        """What a tool bumps into on its way; not what it is meant to touch."""
        moving = solid(tool)
        return [
            _sentence(tool.name, name, common)
            for name, there in self._solids.items()
            if name not in spared and (common := moving ^ there).volume() > TOUCH
        ]


def _sentence(one: str, other: str, common: Any) -> str:
    low, high = common.bounding_box()[:3], common.bounding_box()[3:]
    middle = ", ".join(f"{(a + b) / 2:.1f}" for a, b in zip(low, high, strict=True))
    return f"{one} and {other}: {common.volume():.1f} mm3 in the same place, around {middle}"
