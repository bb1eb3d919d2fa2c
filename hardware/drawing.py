"""A sheet of paper to draw on, as SVG: lines, boxes, words, wires, digits. Imports the device's
segments.

The sheet brings its own light ground, so that it reads the same on dark pages and on paper. Wires have a dark casing:
white and yellow ones are seen as well, and where two cross, the upper one goes over the lower.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from xml.sax.saxutils import escape

from ox.screens.segments import character, gauge

Place = tuple[float, float]

PAPER, INK, FAINT = "#f6f4ee", "#24282d", "#7b8086"
BOARD, BOARD_INK = "#2f5d50", "#f2f5ee"  # of modules
COPPER, PANEL, LIT = "#c98b45", "#15181b", "#ff6a4d"
# The leads' colours: Okabe and Ito's, which colour-blind people tell apart, or near them; names stand at the ends.
WIRES = {
    "red": "#d5412f",
    "black": "#1b1d1f",
    "yellow": "#f0d93c",
    "green": "#1f9e77",
    "blue": "#3f8fd0",
    "white": "#ffffff",
    "orange": "#e8912a",
}
_FONT = "'DejaVu Sans', 'Segoe UI', Roboto, Arial, sans-serif"


def number(value: float) -> str:
    return f"{round(value, 2):g}"


def _attributes(**values: object) -> str:
    return "".join(
        f' {key.replace("_", "-")}="{number(value) if isinstance(value, float) else value}"'
        for key, value in values.items()
        if value is not None
    )


@dataclass
class Sheet:
    """`width` and `height` are in the drawing's units; `paper_mm` is how wide it is when printed."""

    width: float
    height: float
    paper_mm: float
    title: str
    _items: list[str] = field(default_factory=list)

    def line(self, points: Iterable[Place], colour: str = INK, width: float = 1, dash: str | None = None) -> None:
        path = " ".join(f"{number(x)},{number(y)}" for x, y in points)
        self._items.append(
            f'<polyline points="{path}" fill="none"'
            + _attributes(stroke=colour, stroke_width=width, stroke_dasharray=dash)
            + ' stroke-linejoin="round" stroke-linecap="round"/>'
        )

    def wire(self, points: Sequence[Place], colour: str, width: float = 3.2) -> None:
        self.line(points, PAPER, width + 4)
        self.line(points, INK, width + 1.4)
        self.line(points, WIRES[colour], width)

    def box(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        fill: str = "none",
        stroke: str | None = INK,
        round_by: float = 0,
        stroke_width: float = 1.2,
        dash: str | None = None,
    ) -> None:
        self._items.append(
            "<rect"
            + _attributes(
                x=float(x),
                y=float(y),
                width=float(width),
                height=float(height),
                rx=float(round_by) if round_by else None,
                fill=fill,
                stroke=stroke,
                stroke_width=stroke_width if stroke else None,
                stroke_dasharray=dash,
            )
            + "/>"
        )

    def circle(
        self, x: float, y: float, radius: float, fill: str = "none", stroke: str | None = None, width: float = 1.2
    ) -> None:
        self._items.append(
            "<circle"
            + _attributes(
                cx=float(x),
                cy=float(y),
                r=float(radius),
                fill=fill,
                stroke=stroke,
                stroke_width=width if stroke else None,
            )
            + "/>"
        )

    def text(
        self,
        x: float,
        y: float,
        words: str,
        size: float = 11,
        colour: str = INK,
        anchor: str = "start",
        bold: bool = False,
        turn: float = 0,
        halo: str | None = None,
    ) -> None:
        """`y` is the base line. `halo` keeps words legible that stand over something."""
        self._items.append(
            "<text"
            + _attributes(
                x=float(x),
                y=float(y),
                font_size=float(size),
                fill=colour,
                text_anchor=None if anchor == "start" else anchor,
                font_weight="bold" if bold else None,
                transform=f"rotate({number(turn)} {number(x)} {number(y)})" if turn else None,
                stroke=halo,
                stroke_width="3" if halo else None,
                paint_order="stroke" if halo else None,
                stroke_linejoin="round" if halo else None,
            )
            + f">{escape(words)}</text>"
        )

    def digits(self, x: float, y: float, height: float, segments: Sequence[int]) -> None:
        """Seven-segment digits from the left, each as the device's bits: 0 is segment a."""
        half = height / 2
        for at, bits in enumerate(segments):
            left = x + at * height * 0.8
            for bit, ((x1, y1), (x2, y2)) in enumerate(_BARS):
                if bits >> bit & 1:
                    self.line([(left + x1 * half, y + y1 * half), (left + x2 * half, y + y2 * half)], LIT, height / 8)

    def svg(self) -> str:
        height_mm = self.paper_mm * self.height / self.width
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{number(self.paper_mm)}mm" height="{number(height_mm)}mm"'
            f' viewBox="0 0 {number(self.width)} {number(self.height)}" font-family="{_FONT}" role="img">\n'
            f"<title>{escape(self.title)}</title>\n"
            f'<rect width="100%" height="100%" fill="{PAPER}"/>\n' + "\n".join(self._items) + "\n</svg>\n"
        )


_BARS = (
    ((0, 0), (1, 0)),  # a
    ((1, 0), (1, 1)),
    ((1, 1), (1, 2)),
    ((0, 2), (1, 2)),
    ((0, 1), (0, 2)),
    ((0, 0), (0, 1)),
    ((0, 1), (1, 1)),  # g
)


def row_display(shown: str, cards: int) -> list[int]:
    """What a row display shows for its last card and so many cards, as the device has it."""
    return [*map(character, f"{shown:>3}".encode()), gauge(cards)]
