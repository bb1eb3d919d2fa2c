"""Draws the perfboard from both sides, and writes the table of its holes. Imports pinmap, perfboard, drawing,
pcb.circuit, pcb.placement, prose.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from typing import Any

import perfboard
import pinmap
from drawing import BOARD_INK, COPPER, FAINT, INK, PANEL, PAPER, WIRES, Sheet
from pcb import circuit, placement
from pcb.placement import COLUMNS, ROWS
from perfboard import BARE, JUMPERS, SOLDER, TOP, name
from prose import paragraph

HERE = Path(__file__).parent
PICTURE, TABLE = HERE / "perfboard.svg", HERE / "perfboard.md"

_STEP = 19.0  # a hole
_LEFT = 62.0  # column 0
_EDGE_X, _EDGE_Y = (edge / placement.PITCH * _STEP for edge in (placement.LEFT, placement.TOP))
_UPPER, _LOWER = 142.0, 792.0  # row 0 of either view
_FIBRE, _HOLE, _RESISTOR, _INSULATED, _TINNED = "#dcc9a0", "#8d7b52", "#d9b98a", "#5b3f8c", "#5d6670"
_NAMES = 29.0  # beside the board, for the terminals' names


class _View:
    """One side of the board: where a hole is on the sheet."""

    def __init__(self, sheet: Sheet, top: float, mirrored: bool) -> None:
        self.sheet, self.top, self.mirrored = sheet, top, mirrored

    def at(self, hole: tuple[float, float]) -> tuple[float, float]:
        column, row = hole
        if self.mirrored:
            column = COLUMNS - 1 - column
        return _LEFT + column * _STEP, self.top + row * _STEP

    def board(self, title: str, about: str) -> None:
        sheet = self.sheet
        sheet.text(_LEFT - 40, self.top - 104, title, 17, bold=True)
        sheet.text(_LEFT - 40, self.top - 85, about, 11.5)
        sheet.box(
            _LEFT - _EDGE_X,
            self.top - _EDGE_Y,
            (COLUMNS - 1) * _STEP + 2 * _EDGE_X,
            (ROWS - 1) * _STEP + 2 * _EDGE_Y,
            _FIBRE,
            INK,
            6,
        )
        for column in range(COLUMNS):
            x, _ = self.at((column, 0))
            for y in (self.top - _EDGE_Y - _NAMES, self.top + (ROWS - 1) * _STEP + _EDGE_Y + _NAMES + 8):
                sheet.text(x, y, str(column + 1), 9, FAINT, "middle")
        for row in range(ROWS):
            _, y = self.at((0, row))
            for x in (_LEFT - _EDGE_X - 10, _LEFT + (COLUMNS - 1) * _STEP + _EDGE_X + 10):
                sheet.text(x, y + 3, chr(ord("A") + row), 9, FAINT, "middle")
        for column in range(COLUMNS):
            for row in range(ROWS):
                sheet.circle(*self.at((column, row)), 2.1, _HOLE)
        for ref, (x_mm, y_mm) in placement.HOLES.items():
            x, y = self.at(
                ((x_mm - placement.LEFT) / placement.PITCH, (y_mm - placement.TOP) / placement.PITCH),
            )
            sheet.circle(x, y, placement.HOLE_DRILL / 2 / placement.PITCH * _STEP, PAPER, INK)
            sheet.text(x, y + 3, ref, 8.5, FAINT, "middle")


def _block(view: _View, first: tuple[float, float], last: tuple[float, float], fill: str, margin: float = 0.42) -> None:
    """A body over the holes from the first to the last."""
    (x1, y1), (x2, y2) = view.at(first), view.at(last)
    left, top, by = min(x1, x2), min(y1, y2), margin * _STEP
    view.sheet.box(left - by, top - by, abs(x1 - x2) + 2 * by, abs(y1 - y2) + 2 * by, fill, INK, 3, 1)


def _parts(view: _View, pins: dict[str, Any]) -> None:
    """The side of the parts."""
    sheet = view.sheet
    parts: dict[str, list[placement.Hole]] = {}
    for hole in perfboard.legs(pins):
        parts.setdefault(hole.ref, []).append(hole)
    texts = _header_texts(pins)
    for ref, holes in parts.items():
        first, last = (holes[0].column, holes[0].row), (holes[-1].column, holes[-1].row)
        if ref[0] == "R":
            sheet.line([view.at(first), view.at(last)], _TINNED, 2)
            middle = ((first[0] + last[0]) / 2, (first[1] + last[1]) / 2)
            lying = first[1] == last[1]
            half = (1.25, 0) if lying else (0, 1.25)
            _block(
                view,
                (middle[0] - half[0], middle[1] - half[1]),
                (middle[0] + half[0], middle[1] + half[1]),
                _RESISTOR,
                0.38,
            )
            x, y = view.at(middle)
            words = (x, y + 3.2, 0) if lying else (x + 3.2, y, -90)
            sheet.text(words[0], words[1], ref, 9, INK, "middle", True, turn=words[2])
        elif ref == "U1":
            _pico(view, holes)
        elif ref == perfboard.BUZZER:
            x, y = view.at(((first[0] + last[0]) / 2, first[1]))
            sheet.circle(x, y, 6 / placement.PITCH * _STEP, PANEL, INK)
            sheet.text(x, y - 18, ref, 11, BOARD_INK, "middle", True)
            sheet.text(x, y + 24, "piezo", 9, BOARD_INK, "middle")
            sheet.text(view.at(first)[0] + 9, y + 4, "+", 13, BOARD_INK, "middle", True)
        elif ref[0] == "C":
            x, y = view.at(((first[0] + last[0]) / 2, (first[1] + last[1]) / 2))
            if ref == "C1":
                sheet.circle(x, y, 2.5 / placement.PITCH * _STEP, "#9db7dd", INK, 1)
                sheet.text(x - 10, y - 5, "+", 12, INK, "middle", True)
            else:
                _block(view, first, last, "#e3a869", 0.4)
            sheet.text(x - 22, y + 3, ref, 10, INK, "end", True)
        else:
            _block(view, first, last, PANEL)
            x, y = view.at(((first[0] + last[0]) / 2, first[1]))
            below = first[1] > ROWS / 2
            for hole in holes:
                _terminal(view, hole, texts[ref, hole.pin])
            y += (1 if below else -1) * (_EDGE_Y + _NAMES + (21 if below else 13))
            sheet.text(x, y, f"{ref} {_what(pins, ref)}", 11, INK, "middle", True)
        for hole in holes:
            x, y = view.at((hole.column, hole.row))
            sheet.circle(x, y, 3, "#e9e4d2", INK, 1)
    for jumper in JUMPERS:
        if jumper.side == TOP:
            _jumper(view, jumper)


def _terminal(view: _View, hole: placement.Hole, words: str) -> None:
    """A header's pin by its name, outside the board."""
    x, y = view.at((hole.column, hole.row))
    below = hole.row > ROWS / 2
    y += (1 if below else -1) * (_EDGE_Y + 4)
    view.sheet.text(x + 3, y, words, 8.5, INK, "end" if below else "start", turn=-90)


def _jumper(view: _View, jumper: perfboard.Jumper) -> None:
    start, end = view.at(jumper.start), view.at(jumper.end)
    view.sheet.line([start, end], PAPER, 7)
    view.sheet.line([start, end], _INSULATED, 4)
    for x, y in (start, end):
        view.sheet.circle(x, y, 3.6, _INSULATED, PAPER, 1)


def _pico(view: _View, holes: list[placement.Hole]) -> None:
    sheet = view.sheet
    columns, rows = [hole.column for hole in holes], [hole.row for hole in holes]
    left, right, top, bottom = min(columns), max(columns), min(rows), max(rows)
    (x1, y1), (x2, y2) = view.at((left, top)), view.at((right, bottom))
    sheet.box(x1 - 10, y1 - 10, x2 - x1 + 20, y2 - y1 + 20, "#3d7a4c", INK, 4)
    sheet.box(x2 - 30, (y1 + y2) / 2 - 28, 50, 56, "#c9ccd0", INK, 3)
    sheet.text(x2 - 5, (y1 + y2) / 2 + 4, "USB", 11, INK, "middle", True)
    sheet.text(
        (x1 + x2) / 2 - 20, (y1 + y2) / 2 + 2, "U1 Raspberry Pi Pico, in two sockets", 13, BOARD_INK, "middle", True
    )
    for hole in holes:
        x, y = view.at((hole.column, hole.row))
        down = hole.row == top
        sheet.text(x, y + (19 if down else -12), hole.pin, 8.5, BOARD_INK, "middle")


def _header_texts(pins: dict[str, Any]) -> dict[tuple[str, str], str]:
    return {
        (connector, str(at + 1)): terminal
        for part in pinmap.parts_of(pins).values()
        for connector in pinmap.as_list(part["connector"])
        for at, terminal in enumerate(part["header"])
    }


def _what(pins: dict[str, Any], ref: str) -> str:
    if ref in pins[pinmap.DISPLAYS]["connector"]:
        return f"row {pins[pinmap.DISPLAYS]['connector'].index(ref) + 1}"
    return {"J1": "OLED", "J2": "keypad", "JP1": "safe"}[ref]


def _solder_side(view: _View, pins: dict[str, Any]) -> None:
    sheet = view.sheet
    nets, texts = perfboard.wanted(pins), _header_texts(pins)
    at_leg = {(hole.column, hole.row): nets.get((hole.ref, hole.pin), "") for hole in perfboard.legs(pins)}
    colours = {perfboard.SUPPLY_NET: WIRES["red"], perfboard.GROUND_NET: WIRES["black"]}
    for wire in BARE:
        sheet.line([view.at(point) for point in wire], PAPER, 6.5)
    for wire, net in zip(BARE, perfboard.nets_of_wires(pins)[0], strict=True):
        sheet.line([view.at(point) for point in wire], colours.get(net, _TINNED), 3.6)
    on_net = Counter(nets.values())
    for at, net in at_leg.items():
        sheet.circle(*view.at(at), 4.6, COPPER if on_net[net] > 1 else "#b9ad92", INK, 0.8)
    for jumper in JUMPERS:
        if jumper.side == SOLDER:
            _jumper(view, jumper)
        else:
            for end in (jumper.start, jumper.end):
                sheet.circle(*view.at(end), 4.6, _INSULATED, INK, 0.8)
    for ref, holes in _by_part(pins).items():
        middle = (sum(hole.column for hole in holes) / len(holes), sum(hole.row for hole in holes) / len(holes))
        x, y = view.at(middle)
        if ref[0] == "R":
            lying = holes[0].row == holes[1].row
            sheet.text(x, y + (-5 if lying else 3), ref, 9, INK, "middle", True, halo=_FIBRE)
        elif ref == "U1":
            sheet.text(x, y + 4, "U1, pins 1 to 20 above, 21 to 40 below", 11, INK, "middle", True, halo=_FIBRE)
        elif ref[0] == "J":
            for hole in holes:
                _terminal(view, hole, texts[ref, hole.pin])
            below = holes[0].row > ROWS / 2
            y += (1 if below else -1) * (_EDGE_Y + _NAMES + (21 if below else 13))
            sheet.text(x, y, ref, 11, INK, "middle", True)
        else:
            sheet.text(x + (-14 if ref == "C1" else 0), y + 4, ref, 9, INK, "middle", True, halo=_FIBRE)
    for at, pin in (((33, 5), "1"), ((14, 5), "20"), ((14, 12), "21"), ((33, 12), "40")):
        x, y = view.at(at)
        sheet.text(x, y + (20 if at[1] == 5 else -11), pin, 9, INK, "middle", True, halo=_FIBRE)


def _by_part(pins: dict[str, Any]) -> dict[str, list[placement.Hole]]:
    found: dict[str, list[placement.Hole]] = {}
    for hole in perfboard.legs(pins):
        found.setdefault(hole.ref, []).append(hole)
    return found


def picture(pins: dict[str, Any]) -> str:
    width = 2 * _LEFT + (COLUMNS - 1) * _STEP
    sheet = Sheet(width, 1312, 162, "Oxtally on a perfboard: where the parts and the wires are")
    upper = _View(sheet, _UPPER, False)
    upper.board(
        "Side of the parts",
        f"{COLUMNS} by {ROWS} holes, {placement.PITCH} mm apart. Violet: insulated wires. All resistors 330 Ω.",
    )
    _parts(upper, pins)
    lower = _View(sheet, _LOWER, True)
    lower.board(
        "Side of the solder, turned over like a page: column 1 is at the right",
        "Bare wires: red 3.3 V, black ground, grey signals. None crosses another. Violet: insulated wires and "
        "their ends.",
    )
    _solder_side(lower, pins)
    return sheet.svg()


def table(pins: dict[str, Any]) -> str:
    texts = _header_texts(pins)
    lines = [
        "# The perfboard, hole by hole",
        "",
        *paragraph(
            "Made by `make pins`; drawn in [perfboard.svg](perfboard.svg). Columns are numbers from the left, rows",
            "are letters from the top, seen from the side of the parts. The holes are those of the carrier board,",
            f"so both fit the same case; only {' and '.join(perfboard.MOVED)} sit elsewhere, because here nothing",
            "can cross over to another layer. A check in `make test` follows every wire, and finds each leg",
            "connected with what the pin map says and with nothing else. **Nobody has soldered one yet.**",
        ),
        *paragraph(
            f"The board: {COLUMNS} by {ROWS} holes at least, {placement.PITCH} mm apart, a pad to each hole and no",
            f"strips. Cut to {placement.WIDTH:g} by {placement.HEIGHT:g} mm with the holes in the middle, and",
            f"drilled with {placement.HOLE_DRILL} mm {placement.HOLE_INSET:g} mm from the corners, it is as large as",
            "the carrier board.",
        ),
        *paragraph(
            f"Order of work: bare wires first ({perfboard.WIRE_MM} mm tinned copper), then resistors, sockets,",
            "headers, capacitors, buzzer, and the insulated wires last. Bend a bare wire to its shape, solder it at",
            "every hole that is named, and keep it off the others.",
        ),
        "## Parts",
        "",
        "| part | what | leg: hole |",
        "|---|---|---|",
    ]
    for ref, holes in _by_part(pins).items():
        if ref == "U1":
            top = [hole for hole in holes if int(hole.pin) <= 20]
            bottom = [hole for hole in holes if int(hole.pin) > 20]
            where = ", ".join(
                f"pins {run[0].pin} to {run[-1].pin}: {name((run[0].column, run[0].row))} to "
                f"{name((run[-1].column, run[-1].row))}"
                for run in (top, bottom)
            )
        else:
            where = ", ".join(
                f"{texts.get((ref, hole.pin), hole.pin)}: {name((hole.column, hole.row))}" for hole in holes
            )
        lines.append(f"| {ref} | {_kind(pins, ref)} | {where} |")
    lines += [
        "",
        "## Bare wires, on the side of the solder",
        "",
        "| # | connects | from hole to hole |",
        "|---|---|---|",
    ]
    for at, (wire, net) in enumerate(zip(BARE, perfboard.nets_of_wires(pins)[0], strict=True)):
        lines.append(f"| {at + 1} | {net} | {' → '.join(map(name, wire))} |")
    lines += ["", "## Insulated wires", "", "| # | connects | from | to | runs on |", "|---|---|---|---|---|"]
    for at, (jumper, net) in enumerate(zip(JUMPERS, perfboard.nets_of_wires(pins)[1], strict=True)):
        side = "the side of the parts" if jumper.side == TOP else "the side of the solder"
        lines.append(f"| {at + 1} | {net} | {name(jumper.start)} | {name(jumper.end)} | {side} |")
    lines += [
        "",
        "Before the Pico goes into its sockets, measure: no connection between 3.3 V "
        f"({_hole_of(pins, 'U1', pinmap.SUPPLY_PIN)}) and",
        f"ground ({_hole_of(pins, 'U1', pinmap.GROUND_PIN)}), and none between neighbours in a socket.",
        "",
    ]
    return "\n".join(lines)


def _hole_of(pins: dict[str, Any], ref: str, pin: int) -> str:
    return next(
        name((hole.column, hole.row)) for hole in perfboard.legs(pins) if (hole.ref, hole.pin) == (ref, str(pin))
    )


def _kind(pins: dict[str, Any], ref: str) -> str:
    if ref[0] == "R":
        return f"resistor {circuit.resistors(pins)[ref].series} Ω, lying"
    if ref[0] == "C":
        return next(f"{part.value}, {part.note}" for part in perfboard.parts(pins) if part.ref == ref)
    for part in pinmap.parts_of(pins).values():
        if ref in pinmap.as_list(part["connector"]):
            kind = "the part itself" if ref == perfboard.BUZZER else f"pin header, {len(part['header'])} pins"
            return f"{kind}: {part['what'].split(',')[0].split(':')[0]}"
    return "two sockets of 20; the Pico's USB is at the right"


def files(pins: dict[str, Any]) -> dict[Path, str]:
    if wrong := perfboard.complaints(pins):
        sys.exit("hardware/perfboard.py:\n" + "\n".join(wrong))
    return {PICTURE: picture(pins), TABLE: table(pins)}
