"""Make the device's font modules from the drawings beside this file: `make fonts`. Runs on the laptop only.

    make_fonts.py           write firmware/ox/fonts/*.py
    make_fonts.py --check   write nothing, fail when one of them is stale

A drawing is a text file. A line that starts with `;` is a comment. The rest:

    height 16                     rows of every glyph, a multiple of 8; 0 is the top one
    gap 2                         empty columns behind every glyph
    glyph A top 1                 a glyph, its pixels below it; row 1 is the first one drawn, the others are empty
    ..##..                        `#` is lit, `.` is dark
    part acute top 0              the same, for composing only
    compose É = E.short + acute   drawn over each other, centred; `acute right 1` and `left 1` move it

A character is written as itself or as U+00A0. What a composition names stands above it.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from pathlib import Path

DRAWINGS = Path(__file__).parent
MODULES = DRAWINGS.parent / "ox" / "fonts"
NAMES = ("small", "large", "digits")

# The codes of a font, in the order of its table: printable ASCII, the head at 7F, then the upper half of Latin-1.
CODES = (*range(0x20, 0x80), *range(0xA0, 0x100))


class DrawingError(Exception):
    """A drawing that cannot be read, with file and line."""


@dataclass
class Glyph:
    """Pixels, as rows of one length."""

    rows: list[str]

    @property
    def width(self) -> int:
        return len(self.rows[0])

    def columns(self) -> list[bytes]:
        """A string of column bytes for each page, bit 0 on top."""
        return [
            bytes(sum((self.rows[page + bit][x] == "#") << bit for bit in range(8)) for x in range(self.width))
            for page in range(0, len(self.rows), 8)
        ]


@dataclass
class Font:
    height: int = 0
    gap: int = 0
    glyphs: dict[int, Glyph] = field(default_factory=dict)


def code_of(name: str) -> int:
    code = int(name[2:], 16) if name.startswith("U+") else ord(name)
    if code not in CODES:
        raise ValueError(f"{name} is not a printable character of Latin-1")
    return code


def over_each_other(layers: list[tuple[Glyph, int]]) -> Glyph:
    """Several glyphs in one: each centred on the first, then moved to the right by a number of pixels."""
    middle = layers[0][0].width
    lefts = [(middle - glyph.width) // 2 + shift for glyph, shift in layers]
    start = min(lefts)
    width = max(left + glyph.width for (glyph, _), left in zip(layers, lefts, strict=True)) - start
    canvas = [["."] * width for _ in layers[0][0].rows]
    for (glyph, _), left in zip(layers, lefts, strict=True):
        for y, row in enumerate(glyph.rows):
            for x, pixel in enumerate(row):
                if pixel == "#":
                    canvas[y][left - start + x] = "#"
    return Glyph(["".join(row) for row in canvas])


class Reader:
    """Reads one drawing, line by line."""

    def __init__(self) -> None:
        self.font = Font()
        self.named: dict[str, Glyph] = {}
        self.art: list[str] = []
        self.words: list[str] = []

    def read(self, path: Path) -> Font:
        lines = [*path.read_text(encoding="utf-8").splitlines(), ""]
        for at, line in enumerate(lines, 1):
            try:
                if at == len(lines):
                    self.finish()
                self.line(line.rstrip())
            except (ValueError, TypeError) as error:
                raise DrawingError(f"{path}:{at}: {error}") from None
        return self.font

    def line(self, line: str) -> None:
        if not line or line.startswith(";"):
            return
        if not line.strip("#."):
            self.art.append(line)
            return
        self.finish()
        match line.split():
            case ["height", rows]:
                self.font.height = int(rows)
            case ["gap", columns]:
                self.font.gap = int(columns)
            case ["compose", name, "=", *words]:
                self.add(name, over_each_other(self.layers(words)))
            case ["glyph" | "part", _, "top", _] as words:
                self.words = words
            case _:
                raise ValueError(f"what is {line!r}?")

    def layers(self, words: list[str]) -> list[tuple[Glyph, int]]:
        found = []
        for one in " ".join(words).split(" + "):
            match one.split():
                case [name]:
                    shift = 0
                case [name, "right", columns]:
                    shift = int(columns)
                case [name, "left", columns]:
                    shift = -int(columns)
                case _:
                    raise ValueError(f"what is {one!r}?")
            if name not in self.named:
                raise ValueError(f"{name} is not drawn above this line")
            found.append((self.named[name], shift))
        return found

    def finish(self) -> None:
        """The block that ends here becomes a glyph or a part."""
        if not self.words:
            if self.art:
                raise ValueError("pixels that belong to no glyph")
            return
        kind, name, _, top = self.words
        if not self.art or len({len(row) for row in self.art}) != 1:
            raise ValueError(f"{kind} {name}: the rows above this line are missing or not of one length")
        above = int(top)
        below = self.font.height - above - len(self.art)
        if above < 0 or below < 0:
            raise ValueError(f"{kind} {name} is taller than {self.font.height} rows")
        empty = "." * len(self.art[0])
        self.add(name, Glyph([empty] * above + self.art + [empty] * below), part=kind == "part")
        self.art, self.words = [], []

    def add(self, name: str, glyph: Glyph, part: bool = False) -> None:
        if name in self.named:
            raise ValueError(f"{name} is drawn twice")
        self.named[name] = glyph
        if not part:
            self.font.glyphs[code_of(name)] = glyph


def literal(data: bytes) -> str:
    return 'b"' + "".join(f"\\x{byte:02x}" for byte in data) + '"'


def module(name: str, font: Font) -> str:
    """The Python source of a font; `ox/fonts/text.py` tells how it is read."""
    lines = [f'"""The font `{name}`, made from firmware/fonts/{name}.txt by `make fonts`: edit that file."""', ""]
    lines += [f"PAGES = {font.height // 8}", f"GAP = {font.gap}", ""]
    lines += ["# How many columns each glyph has; 0: there is none.", "WIDTHS = ("]
    table = bytes(font.glyphs[code].width if code in font.glyphs else 0 for code in CODES)
    lines += ["    " + literal(table[at : at + 24]) for at in range(0, len(table), 24)]
    lines += [")", "", "COLUMNS = ("]
    for code in CODES:
        if code in font.glyphs:
            data = b"".join(font.glyphs[code].columns())
            for at in range(0, len(data), 24):
                lines.append("    " + literal(data[at : at + 24]) + (f"  # {code:02X}" if at == 0 else ""))
    lines += [")", "", "FONT = (PAGES, GAP, WIDTHS, COLUMNS)", ""]
    return "\n".join(lines)


def main(arguments: list[str]) -> int:
    if arguments not in ([], ["--check"]):
        print(__doc__, file=sys.stderr)
        return 2
    stale = False
    for name in NAMES:
        try:
            source = module(name, Reader().read(DRAWINGS / f"{name}.txt"))
        except DrawingError as error:
            print(error, file=sys.stderr)
            return 1
        target = MODULES / f"{name}.py"
        if not target.exists() or target.read_text(encoding="utf-8") != source:
            stale = True
            if arguments:
                print(f"{target} is stale: run `make fonts`", file=sys.stderr)
            else:
                target.write_text(source, encoding="utf-8")
                print(f"wrote {target}")
    return 1 if stale and arguments else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
