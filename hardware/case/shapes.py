"""The few shapes that all parts are made of. Imports build123d and places.

A wedge is a block with rounded corners under a tilted face. `Slope` is that face: points on it are (u, v, w), right
along the face, up along the face, and out of it; what is inside has a w below zero.
"""

from __future__ import annotations

import math

from build123d import (
    Align,
    Axis,
    Box,
    Cone,
    Cylinder,
    Location,
    Part,
    Plane,
    Polyline,
    Pos,
    Rectangle,
    RectangleRounded,
    chamfer,
    extrude,
    make_face,
)

from case.places import SIZES

TALL = 100.0  # higher than anything here
_UP = (Align.CENTER, Align.CENTER, Align.MIN)
_DOWN = (Align.CENTER, Align.CENTER, Align.MAX)


class Slope:
    def __init__(self, tilt: float, middle: float) -> None:
        angle = math.radians(tilt)
        self.cos, self.sin, self.middle = math.cos(angle), math.sin(angle), middle
        self.plane = Plane(origin=(0, 0, middle), x_dir=(1, 0, 0), z_dir=(0, -self.sin, self.cos))

    def at(self, u: float, v: float, w: float = 0.0) -> Location:
        return self.plane.location * Pos(u, v, w)

    def under(self, x: float, y: float) -> tuple[float, float]:
        """u and v of the point of the face that is above x and y."""
        return x, y / self.cos

    def height(self, y: float, w: float = 0.0) -> float:
        """Of the face, or of a parallel one, above y."""
        return self.middle + y * self.sin / self.cos + w / self.cos

    def above(self, w: float) -> Part:
        """Everything above the face, or above one parallel to it: to be cut off."""
        return self.at(0, 0, w) * Box(6 * TALL, 6 * TALL, 2 * TALL, align=_UP)

    def below(self, w: float) -> Part:
        return self.at(0, 0, w) * Box(6 * TALL, 6 * TALL, 2 * TALL, align=_DOWN)

    def flat(self, part: Part) -> Part:
        """A part with its face on the printer's bed, its underside up."""
        return Plane.XY.location * (self.plane.location.inverse() * part).rotate(Axis.X, 180)


def block(size: tuple[float, float], corner: float, height: float) -> Part:
    """Rounded corners, on z = 0."""
    return extrude(RectangleRounded(*size, corner), height)


def box(across: float, along: float, height: float) -> Part:
    """On z = 0."""
    return Box(across, along, height, align=_UP)


def hanging(across: float, along: float, depth: float) -> Part:
    """Below z = 0."""
    return Box(across, along, depth, align=_DOWN)


def column(radius: float, height: float) -> Part:
    return Cylinder(radius, height, align=_UP)


def pit(radius: float, depth: float) -> Part:
    """A hole below z = 0; a bit above it too, so that no skin stays."""
    return Pos(0, 0, 0.01) * Cylinder(radius, depth + 0.01, align=_DOWN)


def soften(part: Part, slope: Slope) -> Part:
    """Takes the sharpness off the outer edges of a tilted face, which lies on the bed: below 45 degrees all round."""
    face = max(part.faces(), key=lambda face: (face.center() - slope.plane.origin).dot(slope.plane.z_dir))
    across, down = SIZES.print.softness
    return chamfer(face.outer_wire().edges(), across, down, reference=face)


def sunk_hole(thick: float) -> Part:
    """For a countersunk screw through a plate whose face is z = 0."""
    head, clear = SIZES.screw.sunk[1] / 2, SIZES.screw.clear / 2
    cone = Cone(clear, head + 0.1, head + 0.1 - clear, align=_DOWN)
    return cone + pit(clear, thick + 1) + column(head + 0.1, 1)


def funnel(across: float, along: float, depth: float) -> Part:
    """Below z = 0, where it is this wide; narrower downward by 45 degrees."""
    return extrude(Rectangle(across, along), -depth, taper=45)


def vault(across: float, height: float, long: float) -> Part:
    """A channel on z = 0, along x, with a roof that slopes at 45 degrees from a third of its height, then is flat."""
    half, upright = across / 2, height / 3
    top = half - (height - upright)
    outline = Polyline(
        (-half, -1), (half, -1), (half, upright), (top, height), (-top, height), (-half, upright), close=True
    )
    return Pos(-long / 2, 0, 0) * extrude(make_face(Plane.YZ * outline), long, dir=(1, 0, 0))


def gable(across: float, upright: float, long: float) -> Part:
    """A door that needs no support: upright sides, then a roof of 45 degrees. Stands on z = 0, along x."""
    half = across / 2
    outline = Polyline((-half, 0), (half, 0), (half, upright), (0, upright + half), (-half, upright), close=True)
    face = make_face(Plane.YZ * outline)
    return Pos(-long / 2, 0, 0) * extrude(face, long, dir=(1, 0, 0))
