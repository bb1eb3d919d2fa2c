"""The perfboard: the carrier board's grid of holes with wires instead of tracks, and the check that it is right.
Imports pinmap, pcb.circuit, pcb.placement.

Parts are where they are on the carrier board, but for two that are in a wire's way. Bare wires run on the side of the
solder and must not cross; insulated ones join two holes and may cross anything. `complaints` knows nothing of what a
wire is meant for: it looks at which wires touch which pads, and compares that with the pin map.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import Any

import pinmap
from pcb import circuit, placement
from pcb.placement import Hole

Point = tuple[int, int]  # column and row of a hole
Place = tuple[float, float]  # anywhere on the grid
Segment = tuple[Place, Place]

PADS_MM = 2.0  # the copper around a hole, across
WIRE_MM = 0.5
TOUCH = (PADS_MM + WIRE_MM) / 2 / placement.PITCH  # nearer than this, a wire lies on the pad
SCREW_MM = 3.0  # the radius of an M3 screw's head, and of a spacer

# Where the carrier board can cross over to its other side, these would be in a bare wire's way.
MOVED = {
    "R11": ((13, 10), (9, 10)),
    "C2": ((32, 18), (32, 20)),
}
PICO = "U1"
SUPPLY_NET, GROUND_NET = circuit.POWER[pinmap.SUPPLY], circuit.POWER[pinmap.GROUND]
OPEN = "unconnected-"  # what the circuit calls pins that stay open
BUZZER, BUZZER_GROUND = "BZ1", (7, 7)  # the usual 7.62 mm between its legs

_ROWS = range(5)


def _comb(across: int, *path: Point) -> list[tuple[Point, ...]]:
    """The same short wire for each row display."""
    return [tuple((column + across * row, down) for column, down in path) for row in _ROWS]


# Bare wires, from hole to hole. Each belongs to one net; which one, the check finds out.
BARE: list[tuple[Point, ...]] = [
    # keypad: eight straight wires side by side
    *(((25 - at, 5), (23 - at, 0)) for at in range(4)),
    *(((20 - at, 5), (19 - at, 0)) for at in range(4)),
    # OLED: ground, SDA; the short ends that insulated wires start from
    ((31, 5), (30, 0)),
    ((28, 5), (27, 0)),
    ((27, 5), (27, 4)),
    ((28, 0), (28, 1)),
    ((29, 0), (29, 1)),
    ((15, 5), (15, 4)),
    ((26, 0), (26, 1)),
    # safe-mode jumper; its ground comes from under the Pico and goes on to the buzzer
    ((14, 5), (13, 0)),
    ((16, 5), (16, 6), (12, 6), (12, 0)),
    ((12, 6), (7, 6), (7, 7)),
    # buzzer, through R11
    ((22, 12), (22, 10), (13, 10)),
    ((9, 10), (4, 10), (4, 7)),
    # CLK: around the left, then under the bodies of the resistors
    ((14, 12), (2, 12), (2, 17), (27, 17)),
    *_comb(6, (3, 16), (3, 17)),
    # DIO of rows 1 to 5
    ((15, 12), (15, 13), (5, 13), (5, 16)),
    ((17, 12), (17, 15), (11, 15), (11, 16)),
    ((18, 12), (18, 16), (17, 16)),
    ((19, 12), (19, 15), (23, 15), (23, 16)),
    ((20, 12), (20, 14), (29, 14), (29, 16)),
    # from the resistors to the displays
    *_comb(6, (3, 20), (3, 23)),
    *_comb(6, (5, 20), (4, 23)),
    # 3.3 V: to the capacitors, then under the resistors to the displays
    ((29, 12), (31, 14), (31, 18), (6, 18)),
    ((31, 15), (32, 15)),
    ((31, 18), (32, 18)),
    *_comb(6, (6, 18), (6, 22), (5, 22), (5, 23)),
    # ground: to the capacitors and row 5; rows 4 to 1 follow by insulated wires
    ((31, 12), (33, 14), (33, 20), (31, 20), (31, 23), (30, 23)),
    ((33, 16), (32, 16)),
    ((6, 23), (7, 23), (7, 22)),
    *_comb(6, (6, 23), (7, 23), (7, 22), (7, 21))[1:-1],
]

TOP, SOLDER = "top", "solder side"


@dataclass(frozen=True)
class Jumper:
    """An insulated wire between two holes of its own."""

    start: Point
    end: Point
    side: str = TOP


JUMPERS = [
    Jumper((27, 4), (28, 1)),
    Jumper((15, 4), (26, 1)),
    Jumper((30, 13), (29, 1), SOLDER),  # the Pico's sockets are in the way above
    Jumper((7, 22), (13, 22)),
    Jumper((13, 21), (19, 21)),
    Jumper((19, 22), (25, 22)),
    Jumper((25, 21), (31, 21)),
]


def name(hole: Point) -> str:
    """Rows are letters from the top, columns numbers from the left, seen from the side of the parts."""
    return f"{chr(ord('A') + hole[1])}{hole[0] + 1}"


def parts(pins: dict[str, Any]) -> list[circuit.Part]:
    """What is soldered in; the Pico's free pins have no holes of their own here."""
    return [part for part in circuit.parts(pins) if part.bought]


def legs(pins: dict[str, Any]) -> list[Hole]:
    """Every leg of every part, in its hole."""
    here = {part.ref: len(part.names) for part in parts(pins)}
    found = [
        hole
        for hole in placement.holes({ref: here.get(ref, 0) for ref in placement.LINES})
        if hole.ref not in MOVED and hole.ref != BUZZER
    ]
    found += [Hole(ref, str(at + 1), *hole) for ref, holes in MOVED.items() for at, hole in enumerate(holes)]
    return [*found, Hole(BUZZER, "1", *placement.BUZZER_PLUS), Hole(BUZZER, "2", *BUZZER_GROUND)]


def wanted(pins: dict[str, Any]) -> dict[tuple[str, str], str]:
    """What each leg has to be connected to; a pin that has to stay open is a net of its own."""
    nets = {}
    for part in parts(pins):
        for pin, net in part.nets.items():
            joined = GROUND_NET if net == "AGND" else net  # on the Pico itself
            nets[part.ref, pin] = f"{part.ref} {pin}, which has to stay open" if net.startswith(OPEN) else joined
    return nets


def complaints(
    pins: dict[str, Any],
    bare: list[tuple[Point, ...]] | None = None,
    jumpers: list[Jumper] | None = None,
) -> list[str]:
    """What is wrong with the wires, in sentences."""
    bare, jumpers = BARE if bare is None else bare, JUMPERS if jumpers is None else jumpers
    parts = legs(pins)
    return [
        *_places(parts, bare, jumpers),
        *_in_the_way(parts, jumpers),
        *_connections(wanted(pins), parts, bare, jumpers),
    ]


def _places(parts: list[Hole], bare: list[tuple[Point, ...]], jumpers: list[Jumper]) -> list[str]:
    """One leg or one insulated wire in a hole, on the board, and nothing under a screw."""
    found = []
    taken: dict[Point, str] = {}
    uses = [((hole.column, hole.row), f"{hole.ref} {hole.pin}") for hole in parts]
    uses += [(end, "an insulated wire") for jumper in jumpers for end in (jumper.start, jumper.end)]
    for at, what in uses:
        if at in taken:
            found.append(f"{name(at)} is taken twice: {taken[at]} and {what}")
        taken[at] = what
    for column, row in [*taken, *(at for wire in bare for at in wire)]:
        if not (0 <= column < placement.COLUMNS and 0 <= row < placement.ROWS):
            found.append(f"column {column + 1}, row {row + 1} is off the board")
    for ref, (x, y) in placement.HOLES.items():
        screw = ((x - placement.LEFT) / placement.PITCH, (y - placement.TOP) / placement.PITCH)
        near = [at for at in taken if math.dist(at, screw) * placement.PITCH < SCREW_MM]
        found += [f"{name(at)} is under the screw in {ref}" for at in near]
        if any(_apart(part, (screw, screw)) * placement.PITCH < SCREW_MM for wire in bare for part in pairwise(wire)):
            found.append(f"a bare wire is under the screw in {ref}")
    return found


def _in_the_way(parts: list[Hole], jumpers: list[Jumper]) -> list[str]:
    """Headers and sockets are blocks of plastic: a wire on top has to go round them."""
    return [
        f"the insulated wire from {name(jumper.start)} to {name(jumper.end)} runs through {hole.ref}"
        for jumper in jumpers
        if jumper.side == TOP
        for hole in parts
        if hole.ref[0] in "JU" and _apart((jumper.start, jumper.end), ((hole.column, hole.row),) * 2) < 0.5
    ]


def _connections(
    nets: dict[tuple[str, str], str],
    parts: list[Hole],
    bare: list[tuple[Point, ...]],
    jumpers: list[Jumper],
) -> list[str]:
    """What is open, and what is shorted."""
    groups = _copper(nets, parts, bare, jumpers)
    found = []
    members: dict[Any, dict[str, str]] = {}
    copper: dict[str, dict[Any, str]] = {}
    for hole in parts:
        leg = f"{hole.ref} {hole.pin}"
        net = nets.get((hole.ref, hole.pin), leg)
        group = groups.of((hole.ref, hole.pin))
        members.setdefault(group, {}).setdefault(net, leg)
        copper.setdefault(net, {}).setdefault(group, leg)
    found += [f"shorted: {' and '.join(sorted(found_nets))}" for found_nets in members.values() if len(found_nets) > 1]
    found += [
        f"open: {net} is in {len(pieces)} pieces, at {', '.join(pieces.values())}"
        for net, pieces in copper.items()
        if len(pieces) > 1
    ]
    there = {(hole.ref, hole.pin) for hole in parts}
    found += [f"{ref} {pin} has no hole" for ref, pin in nets if (ref, pin) not in there]
    idle = {groups.of(part) for wire in bare for part in pairwise(wire)} - {
        groups.of((hole.ref, hole.pin)) for hole in parts
    }
    found += [f"{len(idle)} bare wires lead nowhere"] if idle else []
    return found


def nets_of_wires(pins: dict[str, Any]) -> tuple[list[str], list[str]]:
    """What the bare wires and the insulated ones connect."""
    nets, parts = wanted(pins), legs(pins)
    groups = _copper(nets, parts, BARE, JUMPERS)
    name_of = {groups.of(leg): net for leg, net in nets.items()}
    return (
        [name_of[groups.of(wire[:2])] for wire in BARE],
        [name_of[groups.of(jumper.start)] for jumper in JUMPERS],
    )


def _copper(
    nets: dict[tuple[str, str], str],
    parts: list[Hole],
    bare: list[tuple[Point, ...]],
    jumpers: list[Jumper],
) -> _Groups:
    """Follows the copper: legs, pads, pieces of wire, and what of them is joined."""
    groups = _Groups()
    segments = [part for wire in bare for part in pairwise(wire)]
    for wire in bare:
        for first, second in pairwise(pairwise(wire)):
            groups.join(first, second)
    for first, second in combinations(segments, 2):
        if _may_touch(first, second) and _apart(first, second) * placement.PITCH < WIRE_MM:
            groups.join(first, second)
    for part in segments:
        for at in _holes_near(part):
            if _apart(part, (at, at)) < TOUCH:
                groups.join(at, part)
    for jumper in jumpers:
        groups.join(jumper.start, jumper.end)
    for first_pin, other_pin in pairwise(key for key, net in nets.items() if key[0] == PICO and net == GROUND_NET):
        groups.join(first_pin, other_pin)
    for hole in parts:
        groups.join((hole.ref, hole.pin), (hole.column, hole.row))
    return groups


def _holes_near(part: Segment) -> list[Point]:
    (ax, ay), (bx, by) = part
    columns = range(int(min(ax, bx)), int(max(ax, bx)) + 1)
    return [(column, row) for column in columns for row in range(int(min(ay, by)), int(max(ay, by)) + 1)]


def _may_touch(first: Segment, second: Segment) -> bool:
    """Whether the upright boxes around them come near each other: quicker than to measure."""
    return all(
        min(one[axis] for one in first) - 1 < max(one[axis] for one in second)
        and min(one[axis] for one in second) - 1 < max(one[axis] for one in first)
        for axis in (0, 1)
    )


class _Groups:
    """Things that are connected."""

    def __init__(self) -> None:
        self._parent: dict[Any, Any] = {}

    def of(self, one: Any) -> Any:
        parent = self._parent.setdefault(one, one)
        if parent != one:
            parent = self._parent[one] = self.of(parent)
        return parent

    def join(self, one: Any, other: Any) -> None:
        self._parent[self.of(one)] = self.of(other)


def _apart(first: Segment, second: Segment) -> float:
    """How far two straight pieces are from each other, in holes; a piece may be a mere point."""
    if _cross(first, second):
        return 0.0
    return min(
        *(_from_point(point, second) for point in first),
        *(_from_point(point, first) for point in second),
    )


def _cross(first: Segment, second: Segment) -> bool:
    def side(line: Segment, point: Place) -> float:
        (ax, ay), (bx, by) = line
        return (bx - ax) * (point[1] - ay) - (by - ay) * (point[0] - ax)

    return side(first, second[0]) * side(first, second[1]) < 0 > side(second, first[0]) * side(second, first[1])


def _from_point(point: Place, line: Segment) -> float:
    (ax, ay), (bx, by) = line
    length = (bx - ax) ** 2 + (by - ay) ** 2
    along = ((point[0] - ax) * (bx - ax) + (point[1] - ay) * (by - ay)) / length if length else 0.0
    along = max(0.0, min(1.0, along))
    return math.dist(point, (ax + along * (bx - ax), ay + along * (by - ay)))
