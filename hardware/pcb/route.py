"""Finds the tracks: a maze router on a fine grid, two layers, the same result every time. Imports nothing of ours.

Nets are routed one by one, each the cheapest way that keeps its distance from all that is there already: the way of A*,
with a price on bends, on vias and on the layer that should rather stay a whole ground plane. A net that finds no way
goes first in the next attempt.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace

STEP = 0.635  # mm: a quarter of the grid of the parts
SPARE = 0.04  # on top of clearances: between nodes, a slanting track is a bit nearer than at them
TOP, BOTTOM = 0, 1
VIA_COST, BEND_COST, SHARP_COST = 12.0, 0.6, 3.0
_ATTEMPTS = 40
_FAR = 2.0  # mm: copper farther away than this from a node is of no interest to it

Node = tuple[int, int]
Spot = tuple[int, int, int]  # layer and node
Point = tuple[float, float]
Distance = Callable[[float, float], float]
_WAYS = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))


@dataclass(frozen=True)
class Pad:
    """A hole with copper on both layers; `half` is a circle's radius or half a square's side."""

    net: str
    at: Point
    half: float
    square: bool = False
    apart: float = 0.0  # tracks of other nets stay away by so much more

    def distance(self, x: float, y: float) -> float:
        across, down = abs(x - self.at[0]), abs(y - self.at[1])
        if self.square:
            return math.hypot(max(across - self.half, 0), max(down - self.half, 0))
        return max(math.hypot(across, down) - self.half, 0)


@dataclass(frozen=True)
class Keepout:
    """A circle, or a rectangle between two corners, where no track may be."""

    corner: Point
    other: Point
    round: bool = False

    def distance(self, x: float, y: float) -> float:
        (left, top), (right, bottom) = self.corner, self.other
        if self.round:  # the corners are those of the square around it
            radius = (right - left) / 2
            return max(math.hypot(x - left - radius, y - top - radius) - radius, 0)
        return math.hypot(max(left - x, x - right, 0), max(top - y, y - bottom, 0))


@dataclass(frozen=True)
class Rule:
    """How a net is drawn; `costs`: the price of a step on either layer."""

    width: float
    costs: tuple[float, float]


@dataclass(frozen=True)
class Track:
    net: str
    layer: int
    start: Point
    end: Point
    width: float


@dataclass(frozen=True)
class Via:
    net: str
    at: Point


@dataclass
class Job:
    """All that a board is to the router. Lengths in mm, from the board's top left corner."""

    width: float
    height: float
    origin: Point  # where node 0, 0 is; pads are on nodes, or nearly so
    pads: list[Pad]
    keepouts: list[Keepout]
    rules: dict[str, Rule]  # of the nets to route, in the order of routing
    clearance: float
    edge_clearance: float
    via: float
    via_apart: float  # from a via's edge to any hole's copper, also of its own net


class NoWay(Exception):
    """These things cannot be connected."""


@dataclass
class _Board:
    """What is where by now."""

    job: Job
    across: int = 0
    down: int = 0
    near: list[dict[Node, list[tuple[str, float]]]] = field(default_factory=lambda: [{}, {}])
    holes: dict[Node, float] = field(default_factory=dict)  # distance to the nearest pad or via

    def __post_init__(self) -> None:
        job = self.job
        self.across = int((job.width - job.origin[0]) / STEP) + 1
        self.down = int((job.height - job.origin[1]) / STEP) + 1
        self.first = (-int(job.origin[0] / STEP), -int(job.origin[1] / STEP))
        for pad in job.pads:
            for layer in (TOP, BOTTOM):
                self._add(layer, pad.net, pad.at, pad.half * 1.5, pad.distance, pad.apart)
            self._add_hole(pad.at, pad.half * 1.5, pad.distance)
        for keepout in job.keepouts:
            (left, top), (right, bottom) = keepout.corner, keepout.other
            middle = ((left + right) / 2, (top + bottom) / 2)
            reach = math.hypot(right - left, bottom - top) / 2
            for layer in (TOP, BOTTOM):
                self._add(layer, "", middle, reach, keepout.distance)

    def point(self, node: Node) -> Point:
        return self.job.origin[0] + node[0] * STEP, self.job.origin[1] + node[1] * STEP

    def node(self, at: Point) -> Node:
        return round((at[0] - self.job.origin[0]) / STEP), round((at[1] - self.job.origin[1]) / STEP)

    def _around(self, at: Point, reach: float) -> list[Node]:
        x, y = self.node(at)
        count = int((reach + _FAR) / STEP) + 2
        return [
            (i, j)
            for i in range(max(x - count, self.first[0]), min(x + count + 1, self.across))
            for j in range(max(y - count, self.first[1]), min(y + count + 1, self.down))
        ]

    def _add(self, layer: int, net: str, at: Point, reach: float, distance: Distance, apart: float = 0.0) -> None:
        near = self.near[layer]
        for node in self._around(at, reach):
            gap = distance(*self.point(node)) - apart
            if gap < _FAR:
                near.setdefault(node, []).append((net, gap))

    def _add_hole(self, at: Point, reach: float, distance: Distance) -> None:
        for node in self._around(at, reach):
            self.holes[node] = min(self.holes.get(node, _FAR), distance(*self.point(node)))

    def add_track(self, track: Track) -> None:
        (x1, y1), (x2, y2) = track.start, track.end
        length = math.hypot(x2 - x1, y2 - y1) or 1e-9

        def distance(x: float, y: float) -> float:
            along = ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / length**2
            along = min(max(along, 0), 1)
            gap = math.hypot(x - x1 - along * (x2 - x1), y - y1 - along * (y2 - y1))
            return max(gap - track.width / 2, 0)

        self._add(track.layer, track.net, ((x1 + x2) / 2, (y1 + y2) / 2), length / 2, distance)

    def add_via(self, via: Via) -> None:
        ring = Pad(via.net, via.at, self.job.via / 2)
        for layer in (TOP, BOTTOM):
            self._add(layer, via.net, via.at, ring.half, ring.distance)
        self._add_hole(via.at, ring.half, ring.distance)

    def _inside(self, node: Node, half: float) -> bool:
        x, y = self.point(node)
        gap = half + self.job.edge_clearance
        return gap <= x <= self.job.width - gap and gap <= y <= self.job.height - gap

    def free(self, layer: int, node: Node, net: str, width: float) -> bool:
        gap = width / 2 + self.job.clearance + SPARE
        if not self._inside(node, width / 2):
            return False
        return all(other == net or far >= gap for other, far in self.near[layer].get(node, ()))

    def via_fits(self, node: Node, net: str) -> bool:
        if self.holes.get(node, _FAR) < self.job.via / 2 + self.job.via_apart:
            return False
        return all(self.free(layer, node, net, self.job.via) for layer in (TOP, BOTTOM))


def route(job: Job) -> tuple[list[Track], list[Via]]:
    """Every net of the job's rules, connected."""
    order = list(job.rules)
    for _ in range(_ATTEMPTS):
        tracks, vias, stuck = _attempt(job, order)
        if not stuck:
            return tracks, vias
        if stuck == order[0]:  # with nothing else on the board
            break
        order.remove(stuck)
        order.insert(0, stuck)
    raise NoWay(f"no way was found for {order[0]}; give its parts more room in placement.py")


def _attempt(job: Job, order: list[str]) -> tuple[list[Track], list[Via], str]:
    """The nets in this order; and the one that found no way, or nothing."""
    board = _Board(job)
    tracks: list[Track] = []
    vias: list[Via] = []
    for net in order:
        try:
            _route_net(board, net, tracks, vias)
        except NoWay:
            return tracks, vias, net
    return tracks, vias, ""


def stitches(
    job: Job, net: str, tracks: list[Track], vias: list[Via], printed: list[Keepout], apart: float, around: float
) -> list[Via]:
    """Vias that tie the two planes of a net together, wherever there is room for one and nothing is printed."""
    board = _Board(replace(job, keepouts=job.keepouts + printed))
    for track in tracks:
        board.add_track(track)
    for via in vias:
        board.add_via(via)
    found: list[Via] = []
    count = round(apart / STEP)
    for i in range(count // 2, board.across, count):
        for j in range(count // 2, board.down, count):
            wide = job.via + 2 * around
            clear = all(board.free(layer, (i, j), net, wide) for layer in (TOP, BOTTOM))
            if clear and board.via_fits((i, j), net) and board.holes.get((i, j), _FAR) > around:
                found.append(Via(net, board.point((i, j))))
    return found


def _route_net(board: _Board, net: str, tracks: list[Track], vias: list[Via]) -> None:
    rule = board.job.rules[net]
    pads = [pad for pad in board.job.pads if pad.net == net]
    ends = {board.node(pad.at): pad.at for pad in pads}
    waiting = list(ends)
    first = waiting.pop(0)
    tree: set[Spot] = {(TOP, *first), (BOTTOM, *first)}
    while waiting:
        path = _way(board, net, rule, tree, set(waiting))
        tree |= set(path)
        end = path[-1][1:]
        tree |= {(TOP, *end), (BOTTOM, *end)}
        waiting.remove(end)
        new_tracks, new_vias = _drawn(board, net, rule.width, path, ends)
        for track in new_tracks:
            board.add_track(track)
        for via in new_vias:
            board.add_via(via)
        tracks += new_tracks
        vias += new_vias


def _way(board: _Board, net: str, rule: Rule, tree: set[Spot], targets: set[Node]) -> list[Spot]:
    """The cheapest way from what is connected to one of the pads that are not."""
    least = min(rule.costs)

    def ahead(i: int, j: int) -> float:
        best = math.inf
        for x, y in targets:
            across, down = abs(x - i), abs(y - j)
            best = min(best, max(across, down) + 0.4142 * min(across, down))
        return best * least

    # A state is a spot and the way that it was entered; -1: not at all, or by a via.
    queue: list[tuple[float, float, Spot, int]] = []
    cost: dict[tuple[Spot, int], float] = {}
    before: dict[tuple[Spot, int], tuple[Spot, int]] = {}
    for spot in sorted(tree):
        cost[spot, -1] = 0.0
        heapq.heappush(queue, (ahead(*spot[1:]), 0.0, spot, -1))
    free: dict[Spot, bool] = {}
    while queue:
        _, paid, spot, way = heapq.heappop(queue)
        if paid > cost[spot, way]:
            continue
        layer, i, j = spot
        if (i, j) in targets:
            return _back(before, (spot, way))
        for turn, (across, down) in enumerate(_WAYS):
            bend = 0 if way < 0 else min((turn - way) % 8, (way - turn) % 8)
            if bend > 2:
                continue
            there = (layer, i + across, j + down)
            if there not in free:
                free[there] = board.free(layer, there[1:], net, rule.width)
            if not free[there]:
                continue
            length = 1.4142 if across and down else 1.0
            price = paid + length * rule.costs[layer] + (0, BEND_COST, SHARP_COST)[bend]
            state = (there, turn)
            if price < cost.get(state, math.inf) - 1e-9:
                cost[state] = price
                before[state] = (spot, way)
                heapq.heappush(queue, (price + ahead(*there[1:]), price, there, turn))
        if way >= 0 and board.via_fits((i, j), net):
            state = ((1 - layer, i, j), -1)
            price = paid + VIA_COST
            if price < cost.get(state, math.inf) - 1e-9:
                cost[state] = price
                before[state] = (spot, way)
                heapq.heappush(queue, (price + ahead(i, j), price, *state))
    raise NoWay(net)


def _back(before: dict[tuple[Spot, int], tuple[Spot, int]], state: tuple[Spot, int]) -> list[Spot]:
    path = [state[0]]
    while state in before:
        state = before[state]
        path.append(state[0])
    return path[::-1]


def _drawn(
    board: _Board, net: str, width: float, path: list[Spot], ends: dict[Node, Point]
) -> tuple[list[Track], list[Via]]:
    """A path as tracks from bend to bend, and vias."""
    tracks, vias = [], []

    def point(spot: Spot) -> Point:
        return ends.get(spot[1:]) or board.point(spot[1:])

    start = path[0]
    for at in range(1, len(path)):
        last, here = path[at - 1], path[at]
        following = path[at + 1] if at + 1 < len(path) else None
        if here[0] != last[0]:
            vias.append(Via(net, point(here)))
            start = here
        elif following is None or _direction(last, here) != _direction(here, following):
            tracks.append(Track(net, here[0], point(start), point(here), width))
            start = here
    return tracks, vias


def _direction(one: Spot, other: Spot) -> tuple[int, int, int]:
    return other[0] - one[0], other[1] - one[1], other[2] - one[2]
