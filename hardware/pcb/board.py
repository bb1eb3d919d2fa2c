"""The board: footprints where placement has them, tracks, planes, lettering. Imports circuit, placement, footprints,
route, lettering, library, project, sexpr.

What comes from here has no filled planes yet; KiCad fills them, see kicad.
"""

from __future__ import annotations

import math
from typing import Any

from . import circuit, lettering, library, placement, project, route, sexpr
from .circuit import Part
from .footprints import Placed, footprint, on_page
from .sexpr import NO, YES, Tree, Word, child, children, name_id, tree

GROUND = "GND"
SUPPLY = "+3V3"
_LAYERS = (
    (0, "F.Cu", "signal"),
    (2, "B.Cu", "signal"),
    (9, "F.Adhes", "user", "F.Adhesive"),
    (11, "B.Adhes", "user", "B.Adhesive"),
    (13, "F.Paste", "user"),
    (15, "B.Paste", "user"),
    (5, "F.SilkS", "user", "F.Silkscreen"),
    (7, "B.SilkS", "user", "B.Silkscreen"),
    (1, "F.Mask", "user"),
    (3, "B.Mask", "user"),
    (17, "Dwgs.User", "user", "User.Drawings"),
    (19, "Cmts.User", "user", "User.Comments"),
    (25, "Edge.Cuts", "user"),
    (27, "Margin", "user"),
    (31, "F.CrtYd", "user", "F.Courtyard"),
    (29, "B.CrtYd", "user", "B.Courtyard"),
    (35, "F.Fab", "user"),
    (33, "B.Fab", "user"),
)
_COPPER = ("F.Cu", "B.Cu")
_GROUND_APART = 0.4  # so that tracks do not cut a ground pin off its plane
_COLOUR = "#0B2E6BF2"  # blue, for the pictures; the board house has its own
_HOLE_CLEAR = 3.6  # around the middle of a mounting hole: the head of its screw

# Tracks rather run on the top; the bottom is for those that have to cross, and for the supply.
_SIGNAL = route.Rule(project.SIGNAL_WIDTH, (1.0, 1.5))
_SUPPLY = route.Rule(project.SUPPLY_WIDTH, (1.6, 1.0))


def net_name(net: str) -> str:
    """As KiCad calls it: what has a label on the sheet has a slash before it."""
    return net if net in circuit.POWER.values() or net.startswith("unconnected") else f"/{net}"


def job(placed: list[Placed]) -> route.Job:
    """What the router has to do."""
    pads = []
    keepouts = []
    spans: dict[str, list[tuple[float, float]]] = {}
    for one in placed:
        if one.part.ref in placement.HOLES:
            x, y = one.at
            corners = (x - _HOLE_CLEAR, y - _HOLE_CLEAR), (x + _HOLE_CLEAR, y + _HOLE_CLEAR)
            keepouts.append(route.Keepout(*corners, round=True))
            continue
        for number, at, half, square in one.pads():
            net = one.part.nets[number]
            pads.append(route.Pad(net, at, half, square, _GROUND_APART if net == GROUND else 0.0))
            spans.setdefault(net, []).append(at)
        keepouts += _keepouts(one)
    nets = [net for net in spans if net != GROUND and not net.startswith("unconnected")]
    nets.sort(key=lambda net: (net == SUPPLY, _span(spans[net]), net))
    return route.Job(
        placement.WIDTH,
        placement.HEIGHT,
        placement.mm(0, 0),
        pads,
        keepouts,
        {net: _SUPPLY if net == SUPPLY else _SIGNAL for net in nets},
        project.CLEARANCE,
        project.EDGE_CLEARANCE,
        project.VIA,
        project.CLEARANCE + 0.1,
    )


def _span(points: list[tuple[float, float]]) -> float:
    across, down = zip(*points, strict=True)
    return round(max(across) - min(across) + max(down) - min(down), 3)


def _keepouts(one: Placed) -> list[route.Keepout]:
    """Where a footprint wants no copper, as the rectangle around it: the Pico W's antenna."""
    found = []
    for zone in children(one.source, "zone"):
        if child(child(zone, "keepout"), "tracks")[1:] == ["not_allowed"]:
            points = [
                library.turned(float(x), float(y), one.angle)
                for _, x, y in children(child(child(zone, "polygon"), "pts"), "xy")
            ]
            across, down = zip(*points, strict=True)
            x, y = one.at
            found.append(route.Keepout((x + min(across), y + min(down)), (x + max(across), y + max(down))))
    return found


def text(pins: dict[str, Any]) -> str:
    """oxtally.kicad_pcb, planes not filled."""
    parts = circuit.parts(pins)
    placed = [Placed(part) for part in parts]
    work = job(placed)
    tracks, vias = route.route(work)
    vias = vias + route.stitches(work, GROUND, tracks, vias, _printed(parts), 10.16, 0.6)
    names = {net: net_name(net) for net in circuit.nets(parts)}
    codes = {net: at + 1 for at, net in enumerate(sorted(names))}
    whole = tree(
        "kicad_pcb",
        tree("version", Word("20241229")),
        tree("generator", "oxtally"),
        tree("generator_version", "9.0"),
        tree("general", tree("thickness", 1.6), tree("legacy_teardrops", NO)),
        tree("paper", "A4"),
        tree(
            "title_block",
            tree("title", circuit.TITLE),
            tree("rev", circuit.REVISION),
            tree("comment", 1, circuit.LICENCE),
        ),
        tree("layers", *(tree(str(at), name, Word(kind), *more) for at, name, kind, *more in _LAYERS)),
        _setup(),
        tree("net", 0, ""),
        *(tree("net", codes[net], names[net]) for net in codes),
        *(footprint(one, lambda net: tree("net", codes[net], names[net])) for one in placed),
        *_outline(),
        *(_letters(one) for one in lettering.letters(parts)),
        *(_track(one, codes) for one in tracks),
        *(_via(one, codes) for one in vias),
        *(_plane(layer, codes) for layer in _COPPER),
        tree("embedded_fonts", NO),
    )
    return sexpr.text(whole) + "\n"


def _printed(parts: list[Part]) -> list[route.Keepout]:
    """About the room that each text takes, on either side."""
    found = []
    for one in lettering.letters(parts):
        half = [len(one.text) * one.size * 0.45, one.size * 0.6]
        across, down = reversed(half) if one.angle else half
        x, y = placement.mm(one.column, one.row)
        found.append(route.Keepout((x - across, y - down), (x + across, y + down)))
    return found


def _setup() -> Tree:
    corner = on_page(0, placement.HEIGHT)
    return tree(
        "setup",
        _stackup(),
        tree("pad_to_mask_clearance", 0.05),
        tree("allow_soldermask_bridges_in_footprints", NO),
        tree("aux_axis_origin", *corner),
        tree("grid_origin", *on_page(*placement.mm(0, 0))),
    )


def _stackup() -> Tree:
    """What the board is made of; the pictures take their colours from it."""

    def printed(name: str, kind: str, colour: str, *more: Tree) -> Tree:
        return tree("layer", name, tree("type", kind), tree("color", colour), *more)

    mask, copper = tree("thickness", 0.01), tree("thickness", 0.035)
    core = (tree("thickness", 1.51), tree("material", "FR4"), tree("epsilon_r", 4.5), tree("loss_tangent", 0.02))
    return tree(
        "stackup",
        printed("F.SilkS", "Top Silk Screen", "White"),
        printed("F.Mask", "Top Solder Mask", _COLOUR, mask),
        tree("layer", "F.Cu", tree("type", "copper"), copper),
        tree("layer", "dielectric 1", tree("type", "core"), *core),
        tree("layer", "B.Cu", tree("type", "copper"), copper),
        printed("B.Mask", "Bottom Solder Mask", _COLOUR, mask),
        printed("B.SilkS", "Bottom Silk Screen", "White"),
        tree("copper_finish", "HAL lead-free"),
        tree("dielectric_constraints", NO),
    )


def _stroke(width: float) -> Tree:
    return tree("stroke", tree("width", width), tree("type", Word("solid")))


def _outline() -> list[Tree]:
    right, bottom, radius = placement.WIDTH, placement.HEIGHT, placement.CORNER_RADIUS
    found = []

    def line(*ends: tuple[float, float]) -> None:
        start, end = (on_page(*at) for at in ends)
        found.append(
            tree(
                "gr_line",
                tree("start", *start),
                tree("end", *end),
                _stroke(0.1),
                tree("layer", "Edge.Cuts"),
                name_id("edge", start, end),
            )
        )

    def corner(x: float, y: float, across: int, down: int) -> None:
        """A quarter of a circle about this point."""
        near = radius * math.sqrt(0.5)
        points = [(x + across * radius, y), (x + across * near, y + down * near), (x, y + down * radius)]
        start, mid, end = (on_page(*at) for at in points)
        found.append(
            tree(
                "gr_arc",
                tree("start", *start),
                tree("mid", *mid),
                tree("end", *end),
                _stroke(0.1),
                tree("layer", "Edge.Cuts"),
                name_id("edge", start, end),
            )
        )

    line((radius, 0), (right - radius, 0))
    corner(right - radius, radius, 1, -1)
    line((right, radius), (right, bottom - radius))
    corner(right - radius, bottom - radius, 1, 1)
    line((right - radius, bottom), (radius, bottom))
    corner(radius, bottom - radius, -1, 1)
    line((0, bottom - radius), (0, radius))
    corner(radius, radius, -1, -1)
    return found


def _letters(one: lettering.Letters) -> Tree:
    thickness = round(one.size * (0.2 if one.heavy else 0.15), 3)
    effects = tree("effects", tree("font", tree("size", one.size, one.size), tree("thickness", thickness)))
    if one.side == lettering.BACK:
        effects.append(tree("justify", Word("mirror")))
    at = on_page(*placement.mm(one.column, one.row))
    return tree(
        "gr_text", one.text, tree("at", *at, one.angle), tree("layer", one.side), name_id("letters", one), effects
    )


def _track(one: route.Track, codes: dict[str, int]) -> Tree:
    return tree(
        "segment",
        tree("start", *on_page(*one.start)),
        tree("end", *on_page(*one.end)),
        tree("width", one.width),
        tree("layer", _COPPER[one.layer]),
        tree("net", codes[one.net]),
        name_id("track", one),
    )


def _via(one: route.Via, codes: dict[str, int]) -> Tree:
    return tree(
        "via",
        tree("at", *on_page(*one.at)),
        tree("size", project.VIA),
        tree("drill", project.VIA_DRILL),
        tree("layers", *_COPPER),
        tree("net", codes[one.net]),
        name_id("via", one),
    )


def _plane(layer: str, codes: dict[str, int]) -> Tree:
    """Ground, wherever nothing else is."""
    corners = [(0, 0), (placement.WIDTH, 0), (placement.WIDTH, placement.HEIGHT), (0, placement.HEIGHT)]
    return tree(
        "zone",
        tree("net", codes[GROUND]),
        tree("net_name", GROUND),
        tree("layer", layer),
        name_id("plane", layer),
        tree("name", f"ground {layer}"),
        tree("hatch", Word("edge"), 0.5),
        tree("connect_pads", tree("clearance", 0.3)),
        tree("min_thickness", 0.25),
        tree("filled_areas_thickness", NO),
        tree("fill", YES, tree("thermal_gap", 0.4), tree("thermal_bridge_width", 0.5)),
        tree("polygon", tree("pts", *(tree("xy", *on_page(*at)) for at in corners))),
    )
