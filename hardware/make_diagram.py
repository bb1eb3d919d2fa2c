"""Draws wiring.svg: the Pico from above, every part, every wire in its colour. Imports pinmap, drawing,
pcb.circuit.

The Pico lies as on the carrier board, USB to the right. So its lower pins are in the order of the row displays, from
row 1 at the left, and the keypad's wires reach it side by side. Supplies are two rails around the Pico.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pinmap
from drawing import BOARD, BOARD_INK, FAINT, INK, PANEL, PAPER, Place, Sheet, row_display
from pcb import circuit
from pinmap import GROUND, SUPPLY, Lead

PICTURE = Path(__file__).parent / "wiring.svg"

_WIDTH, _HEIGHT = 1240.0, 877.0  # A4, lying
_PITCH = 31.0  # of the Pico's pins
_PICO_LEFT, _PICO_TOP, _PICO_BOTTOM = 330.0, 382.0, 478.0  # pin 20 and 21; the two rows of pins
_GREEN = "#3d7a4c"
_LIVE, _EARTH = 612.0, 598.0  # the rails above the displays
_CLK_RAIL = 532.0
_DIO_TRACKS = 506.0  # the first of them
_HEADER_DOWN = 650.0  # the displays' terminals
_RESISTOR_MIDDLE = 566.0
_DISPLAYS_LEFT, _DISPLAY_STEP = 78.0, 190.0
_TERMINALS_APART = 38.0
_RIGHT_LIVE, _RIGHT_EARTH, _LEFT_EARTH = 1206.0, 1192.0, 34.0
_OLED_LEFT, _OLED_TOP = 856.0, 92.0
_KEYPAD_LEFT, _KEYPAD_TOP = 60.0, 82.0
_JUMPER_LEFT, _JUMPER_DOWN, _JUMPER_GROUND = 94.0, 356.0, 386.0

_SHOWN = (("104", 2), ("61", 4), ("71", 3), ("91", 5), ("14", 1))  # last card, and how many

# What stands on the Pico's other pins.
_OTHERS = {
    **dict.fromkeys((3, 8, 13, 18, 23, 28, 33, 38), "GND"),
    30: "RUN",
    35: "VREF",
    36: "3V3",
    37: "EN",
    39: "VSYS",
    40: "VBUS",
}


def _pin_at(pin: int) -> Place:
    """The end of a Pico's pin, where a wire starts."""
    if pin <= 20:
        return _PICO_LEFT + (20 - pin) * _PITCH, _PICO_TOP
    return _PICO_LEFT + (pin - 21) * _PITCH, _PICO_BOTTOM


@dataclass
class _Drawing:
    pins: dict[str, Any]
    sheet: Sheet

    def colour(self, terminal: str) -> str:
        return str(self.pins[pinmap.PICO]["wires"][terminal])

    def leads(self, part: str, signal: str) -> list[Lead]:
        return [lead for lead in pinmap.leads(self.pins) if (lead.part, lead.signal) == (part, signal)]

    def resistor_of(self, lead: Lead) -> str:
        return next(ref for ref, one in circuit.resistors(self.pins).items() if one == lead)

    def dot(self, at: Place) -> None:
        self.sheet.circle(*at, 4.2, INK)

    def resistor(self, x: float, y: float, ref: str) -> None:
        """Standing in a wire that goes down."""
        self.sheet.box(x - 7, y - 17, 14, 34, "#e8d3ae", INK, 3)
        self.sheet.text(x + 3.6, y, ref, 10, INK, "middle", bold=True, turn=-90)


def _pico(draw: _Drawing) -> None:
    sheet = draw.sheet
    right = _PICO_LEFT + 19 * _PITCH
    sheet.box(_PICO_LEFT - 30, _PICO_TOP - 8, right - _PICO_LEFT + 52, _PICO_BOTTOM - _PICO_TOP + 16, _GREEN, INK, 8)
    sheet.box(right + 16, 405, 46, 50, "#c9ccd0", INK, 4)
    sheet.text(right + 39, 434, "USB", 13, INK, "middle", True)
    used = {lead.pico_pin for lead in pinmap.leads(draw.pins)} | {pinmap.SUPPLY_PIN, pinmap.GROUND_PIN}
    gp_at = {pin: f"GP{gp}" for gp, pin in pinmap.HEADER_PINS.items()}
    for pin in range(1, 41):
        x, y = _pin_at(pin)
        inward = 1 if pin <= 20 else -1
        sheet.circle(x, y, 5.5, "#e7c55a" if pin in used else "#9fb7a4", INK, 1)
        words = gp_at.get(pin) or _OTHERS[pin]
        sheet.text(x, y + inward * 17 + 4, words, 9.5, BOARD_INK if pin in used else "#b5cdb9", "middle", pin in used)
        sheet.text(x, y + inward * 29 + 3.5, str(pin), 9, "#cfe0d2" if pin in used else "#9dbaa2", "middle")
    middle = (_PICO_LEFT + right) / 2
    sheet.text(middle - 20, 435, "Raspberry Pi Pico, from above", 15, BOARD_INK, "middle", True)


def _rails(draw: _Drawing) -> None:
    """3.3 V and ground: along the displays, up at the right to the OLED, ground at the left to the jumper."""
    sheet = draw.sheet
    live, earth = _pin_at(pinmap.SUPPLY_PIN), _pin_at(pinmap.GROUND_PIN)
    end = _OLED_LEFT - 14
    for terminal, start, rail, right, top, left in (
        (SUPPLY, [(_DISPLAYS_LEFT + 2 * _TERMINALS_APART, _LIVE)], _LIVE, _RIGHT_LIVE, 56.0, end - 64),
        (GROUND, [(_LEFT_EARTH, _JUMPER_GROUND), (_LEFT_EARTH, _EARTH)], _EARTH, _RIGHT_EARTH, 70.0, end - 50),
    ):
        down = _oled_down(draw.pins["oled"]["header"].index(terminal))
        round_it = [(right, rail), (right, top), (left, top), (left, down), (end, down)]
        sheet.wire(start + round_it, draw.colour(terminal))
    for at, rail, terminal in ((live, _LIVE, SUPPLY), (earth, _EARTH, GROUND)):
        sheet.wire([at, (at[0], rail)], draw.colour(terminal))
        draw.dot((at[0], rail))


def _display(draw: _Drawing, row: int, connector: str) -> None:
    """One of the row displays, with the wires that end at it."""
    sheet, about = draw.sheet, draw.pins[pinmap.DISPLAYS]
    left = _DISPLAYS_LEFT + row * _DISPLAY_STEP
    at = {name: left + place * _TERMINALS_APART for place, name in enumerate(about["header"])}
    clk, dio = (
        next(lead for lead in draw.leads(pinmap.DISPLAYS, s) if lead.connector == connector) for s in ("clk", "dio")
    )
    x = at["CLK"]
    sheet.wire([(x, _CLK_RAIL), (x, _HEADER_DOWN)], clk.wire)
    draw.dot((x, _CLK_RAIL))
    draw.resistor(x, _RESISTOR_MIDDLE, draw.resistor_of(clk))
    x = at["DIO"]
    start = _pin_at(dio.pico_pin)
    track = _track(draw, row)
    sheet.wire([start, (start[0], track), (x, track), (x, _HEADER_DOWN)], dio.wire)
    draw.resistor(x, _RESISTOR_MIDDLE, draw.resistor_of(dio))
    for terminal, rail in ((SUPPLY, _LIVE), (GROUND, _EARTH)):
        sheet.wire([(at[terminal], rail), (at[terminal], _HEADER_DOWN)], draw.colour(terminal))
        draw.dot((at[terminal], rail))

    board = left - 22
    sheet.box(board, _HEADER_DOWN - 6, 158, 138, BOARD, INK, 6)
    names = {
        "CLK": (clk.net, clk.wire),
        "DIO": (dio.net, dio.wire),
        SUPPLY: ("3V3", draw.colour(SUPPLY)),
        GROUND: ("GND", draw.colour(GROUND)),
    }
    for terminal, x in at.items():
        sheet.circle(x, _HEADER_DOWN + 4, 4.5, "#e7c55a", INK, 1)
        sheet.text(x, _HEADER_DOWN + 22, terminal, 10, BOARD_INK, "middle", True)
        net, wire = names[terminal]
        sheet.text(x + 5, _HEADER_DOWN - 10, net, 9, INK, bold=True, halo=PAPER)
        sheet.text(x, _HEADER_DOWN + 35, wire, 8.5, BOARD_INK, "middle")
    sheet.box(board + 14, _HEADER_DOWN + 46, 130, 56, PANEL, INK, 3)
    sheet.digits(board + 33, _HEADER_DOWN + 59, 30, row_display(*_SHOWN[row]))
    sheet.text(board + 79, _HEADER_DOWN + 121, f"row {row + 1} · {connector}", 13, BOARD_INK, "middle", True)


def _track(draw: _Drawing, row: int) -> float:
    """How low the wire of a row's DIO runs across. Those that go left and those that go right are nested, so that
    none crosses another.
    """
    numbers = [lead.pico_pin for lead in draw.leads(pinmap.DISPLAYS, "dio")]
    header = draw.pins[pinmap.DISPLAYS]["header"].index("DIO")
    leftward = [
        _DISPLAYS_LEFT + at * _DISPLAY_STEP + header * _TERMINALS_APART < _pin_at(pin)[0]
        for at, pin in enumerate(numbers)
    ]
    return _DIO_TRACKS + (row if leftward[row] else len(numbers) - 1 - row) * 8.0


def _clock(draw: _Drawing) -> None:
    leads = draw.leads(pinmap.DISPLAYS, "clk")
    pin = _pin_at(leads[0].pico_pin)
    first, last = (_DISPLAYS_LEFT + row * _DISPLAY_STEP for row in (0, len(leads) - 1))
    draw.sheet.wire([(first, _CLK_RAIL), (last, _CLK_RAIL)], leads[0].wire)
    draw.sheet.wire([pin, (pin[0], _CLK_RAIL)], leads[0].wire)
    draw.dot((pin[0], _CLK_RAIL))


def _buzzer(draw: _Drawing) -> None:
    sheet = draw.sheet
    (lead,) = draw.leads("buzzer", "out")
    x, ground = 1068.0, 1122.0
    start = _pin_at(lead.pico_pin)
    sheet.wire([start, (start[0], _DIO_TRACKS - 8), (x, _DIO_TRACKS - 8), (x, _HEADER_DOWN)], lead.wire)
    draw.resistor(x, _RESISTOR_MIDDLE, draw.resistor_of(lead))
    sheet.wire([(ground, _EARTH), (ground, _HEADER_DOWN)], draw.colour(GROUND))
    draw.dot((ground, _EARTH))
    middle = (x + ground) / 2
    sheet.circle(middle, _HEADER_DOWN + 62, 62, PANEL, INK)
    sheet.circle(middle, _HEADER_DOWN + 62, 11, PAPER, INK)
    for at, terminal, net, wire in ((x, "+", lead.net, lead.wire), (ground, GROUND, "GND", draw.colour(GROUND))):
        sheet.circle(at, _HEADER_DOWN + 4, 4.5, "#e7c55a", INK, 1)
        sheet.text(at + 6, _HEADER_DOWN - 10, net, 9, INK, bold=True, halo=PAPER)
        sheet.text(at, _HEADER_DOWN + 24, terminal, 11, BOARD_INK, "middle", True)
        sheet.text(at, _HEADER_DOWN + 36, wire, 8.5, BOARD_INK, "middle")
    sheet.text(middle, _HEADER_DOWN + 98, "buzzer", 12, BOARD_INK, "middle", True)
    sheet.text(middle, _HEADER_DOWN + 113, draw.pins["buzzer"]["connector"], 12, BOARD_INK, "middle", True)


def _oled_down(at: int) -> float:
    return _OLED_TOP + 26 + at * 32.0


def _oled(draw: _Drawing) -> None:
    sheet, about = draw.sheet, draw.pins["oled"]
    header = about["header"]
    end = _OLED_LEFT - 14
    by_terminal = {lead.terminal: lead for lead in pinmap.leads(draw.pins) if lead.part == "oled"}
    # Those from the right turn lowest, so that they do not cross each other; the one from the left comes below all.
    for terminal, lead in by_terminal.items():
        x, y = _pin_at(lead.pico_pin)
        down = _oled_down(header.index(terminal))
        if x < _PICO_LEFT + 6 * _PITCH:
            low = _PICO_TOP - 26
            turn = end - 44
            sheet.wire([(x, y), (x, low), (turn, low), (turn, down), (end, down)], lead.wire)
        else:
            sheet.wire([(x, y), (x, down), (end, down)], lead.wire)
    sheet.box(end - 8, _OLED_TOP, 330, 196, BOARD, INK, 8)
    sheet.box(end + 92, _OLED_TOP + 30, 214, 112, PANEL, INK, 4)
    for at, words in enumerate(("14>1  15>1", "44>3  61>4", "# next")):
        sheet.text(end + 106, _OLED_TOP + 62 + at * 28, words, 21, "#bfe3ff", bold=True)
    sheet.text(end + 199, _OLED_TOP + 174, f"OLED screen · {about['connector']}", 14, BOARD_INK, "middle", True)
    supplies = {SUPPLY: ("3V3", draw.colour(SUPPLY)), GROUND: ("GND", draw.colour(GROUND))}
    for at, terminal in enumerate(header):
        down = _oled_down(at)
        sheet.circle(end, down, 4.5, "#e7c55a", INK, 1)
        sheet.text(end + 10, down, terminal, 11, BOARD_INK, bold=True)
        signal = by_terminal.get(terminal)
        net, wire = (signal.net, signal.wire) if signal else supplies[terminal]
        sheet.text(end + 10, down + 12, f"{net} · {wire}", 9, BOARD_INK)


def _keypad(draw: _Drawing) -> None:
    sheet, about = draw.sheet, draw.pins["keypad"]
    end = _KEYPAD_LEFT + 222
    by_terminal = {lead.terminal: lead for lead in pinmap.leads(draw.pins) if lead.part == "keypad"}
    sheet.box(_KEYPAD_LEFT, _KEYPAD_TOP, 230, 248, PANEL, INK, 10)
    for at, key in enumerate("123A456B789C*0#D"):
        x, y = _KEYPAD_LEFT + 12 + at % 4 * 36, _KEYPAD_TOP + 12 + at // 4 * 47
        fill = "#d8dade" if key.isdigit() else "#c8703f" if key in "*#" else "#4a78b0"
        sheet.box(x, y, 30, 40, fill, INK, 5)
        sheet.text(x + 15, y + 27, key, 18, INK if key.isdigit() else "#ffffff", "middle", True)
    sheet.text(_KEYPAD_LEFT + 83, _KEYPAD_TOP + 226, f"keypad · {about['connector']}", 14, BOARD_INK, "middle", True)
    for at, terminal in enumerate(about["header"]):
        down = _KEYPAD_TOP + 22 + at * 28.5
        lead = by_terminal[terminal]
        x, y = _pin_at(lead.pico_pin)
        sheet.wire([(x, y), (x, down), (end, down)], lead.wire)
        sheet.circle(end, down, 4.5, "#e7c55a", INK, 1)
        sheet.text(end - 9, down, terminal, 11, BOARD_INK, "end", bold=True)
        sheet.text(end - 9, down + 11.5, f"{lead.net} · {lead.wire}", 8.5, BOARD_INK, "end")


def _jumper(draw: _Drawing) -> None:
    sheet, about = draw.sheet, draw.pins["safe"]
    (lead,) = draw.leads("safe", "jumper")
    x, y = _pin_at(lead.pico_pin)
    left, signal, ground = _JUMPER_LEFT, _JUMPER_DOWN, _JUMPER_GROUND
    sheet.wire([(x, y), (x, signal), (left, signal)], lead.wire)
    sheet.wire([(_LEFT_EARTH, ground), (left, ground)], draw.colour(GROUND))
    sheet.box(left - 12, signal - 14, 24, ground - signal + 28, PANEL, INK, 4)
    for at, terminal, words in (
        (signal, about["header"][0], f"{lead.net} · {lead.wire}"),
        (ground, GROUND, f"GND · {draw.colour(GROUND)}"),
    ):
        sheet.circle(left, at, 4.5, "#e7c55a", INK, 1)
        sheet.text(left + 19, at + (15 if at == signal else 5), f"{terminal}: {words}", 9.5, INK)
    sheet.text(left - 12, ground + 32, f"safe-mode jumper · {about['connector']}", 12, INK, bold=True)
    for at, line in enumerate(("open: the box works", "closed: the firmware does not start")):
        sheet.text(left - 12, ground + 47 + at * 14, line, 10.5, FAINT)


def picture(pins: dict[str, Any]) -> str:
    sheet = Sheet(_WIDTH, _HEIGHT, 297, "Oxtally: the wiring")
    draw = _Drawing(pins, sheet)
    sheet.text(40, 44, "Oxtally: the wiring", 22, bold=True)
    sheet.text(40, 66, "Colours are a suggestion; the names at both ends are what counts. A dot joins wires.", 11.5)
    _rails(draw)
    _clock(draw)
    _buzzer(draw)
    for row, connector in enumerate(pins[pinmap.DISPLAYS]["connector"]):
        _display(draw, row, connector)
    _keypad(draw)
    _oled(draw)
    _jumper(draw)
    _pico(draw)
    for at, line in enumerate(_legend(pins)):
        sheet.text(40, 822 + at * 16, line, 11.5)
    return sheet.svg()


def _legend(pins: dict[str, Any]) -> list[str]:
    count, ohms = len(circuit.resistors(pins)), pinmap.SERIES_OHMS
    return [
        f"R1 to R{count}: {ohms} Ω each, close to the Pico (R1 to R4 at the keypad are its rows). Each row "
        "display has four leads of its own; what is a rail here is"
        " a row of a breadboard, or copper on the board.",
        "All parts run on 3.3 V from pin 36: nothing is ever connected to VBUS or VSYS (5 V). Ground is pin 38 "
        "or any other GND"
        " of the Pico.",
        "Made from pins.toml by `make pins`. Nobody has built one yet: trust the printing on your own modules "
        "more than the order"
        " of terminals here.",
    ]


def files(pins: dict[str, Any]) -> dict[Path, str]:
    return {PICTURE: picture(pins)}
