"""What is made from the pin map says what the map says, and what the device says; the perfboard is connected right."""

from __future__ import annotations

import copy
import csv
import math
import re
import sys
from itertools import combinations, pairwise
from xml.etree import ElementTree

import pytest

from conftest import ROOT

sys.path.insert(0, str(ROOT / "hardware"))
import drawing
import make_bom
import make_diagram
import make_files
import make_perfboard
import make_readme
import make_set
import make_wiring
import perfboard
import pinmap
from ox.words import LANGUAGES, load
from oxtally.board.flash import Flash
from oxtally.virtual.runner import VirtualDevice
from pcb import circuit
from perfboard import BARE, JUMPERS, SOLDER, Jumper

PINS = pinmap.load()
PAGE = make_wiring.page(PINS)


# The wiring table


def test_every_wire_has_its_line_with_both_ends():
    resistors = {lead: ref for ref, lead in circuit.resistors(PINS).items()}
    sections = {part.split(",")[0]: part for part in PAGE.split("\n### ")[1:]}
    for lead in pinmap.leads(PINS):
        through = f"{resistors[lead]}, 330 Ω" if lead.series else "-"
        line = f"| {lead.terminal} | {lead.pico_pin} (GP{lead.gp}) | {through} | {lead.wire} | "
        assert sections[lead.connector].count(line) == 1, line
    for part in pinmap.parts_of(PINS).values():
        for connector in pinmap.as_list(part["connector"]):
            rows = [line for line in sections[connector].splitlines() if line.startswith("| ")][1:]
            assert [row.split(" | ")[0].strip("| ") for row in rows[: len(part["header"])]] == part["header"]


def test_the_currents_add_up_to_what_the_rule_looks_at():
    assert f"| **together** | | | **{pinmap.milliamperes(PINS):.0f}** |" in PAGE


def test_leads_of_30_cm_reach_rows_1_and_5():
    far = make_wiring.reach()
    assert far["side"] == 2 * 97
    assert far["straight"] > make_set._BEHIND, "as the set is drawn"
    assert math.hypot(far["side"], far["straight"]) <= far["outside"] == 300 - 60


# The self-test


@pytest.fixture(params=LANGUAGES)
def virtual(request) -> VirtualDevice:
    device = VirtualDevice(Flash())
    device.power_on()
    device.device.app.settings["language"] = request.param
    device.device.app.words = load(request.param)
    return device


def test_the_page_says_of_each_missing_part_what_the_device_says(virtual):
    words = virtual.device.app.words
    for part in ("oled", "row1", "row2", "row3", "row4", "row5"):
        virtual.board.unplug(part)
        virtual.wait(1500)
        (fault,) = virtual.device.app.faults
        row = int(part[-1]) - 1 if part != "oled" else 0
        assert fault == make_wiring.complaint(PINS, "oled" if part == "oled" else pinmap.DISPLAYS, words, row)
        assert f"`{fault}`" in PAGE
        virtual.board.plug(part)
        virtual.wait(2500)
        assert virtual.device.app.faults == []


def test_a_clock_that_touches_ground_takes_all_five_rows_as_the_page_says(virtual):
    virtual.board.ground(PINS["rowdisplays"]["signal"]["clk"]["gp"])
    virtual.wait(1500)
    words = virtual.device.app.words
    assert virtual.device.app.faults == [make_wiring.complaint(PINS, pinmap.DISPLAYS, words, row) for row in range(5)]
    assert "| all five rows |" in PAGE


def test_the_page_has_the_keypad_s_lines_as_the_driver_scans_them(virtual):
    driver = sys.modules[type(virtual.device.keypad).__module__]
    assert driver._KEYS.decode() == make_wiring.KEYS
    assert "| 7 8 9 C | R3, green | 11 (GP8) |" in PAGE
    assert "| 3 6 9 # | C3, blue | 16 (GP12) |" in PAGE


# The drawings


@pytest.mark.parametrize("maker", [make_diagram, make_set, make_perfboard], ids=lambda maker: maker.__name__)
def test_a_drawing_stays_on_its_sheet_and_words_do_not_end_outside(maker):
    (text,) = [text for path, text in maker.files(PINS).items() if path.suffix == ".svg"]
    root = ElementTree.fromstring(text)
    _, _, width, height = map(float, root.get("viewBox").split())
    for one in root.iter("{http://www.w3.org/2000/svg}polyline"):
        for point in one.get("points").split():
            x, y = map(float, point.split(","))
            assert 0 <= x <= width, point
            assert 0 <= y <= height, point
    for one in root.iter("{http://www.w3.org/2000/svg}text"):
        if one.get("transform") is None:
            length = 0.52 * float(one.get("font-size")) * len(one.text)
            left = float(one.get("x")) - {None: 0, "middle": length / 2, "end": length}[one.get("text-anchor")]
            assert left >= 0, one.text
            assert left + length <= width, one.text


def test_every_wire_of_the_drawing_starts_at_its_pin_and_is_named_at_both_ends():
    text = make_diagram.picture(PINS)
    root = ElementTree.fromstring(text)
    words = [one.text for one in root.iter("{http://www.w3.org/2000/svg}text")]
    ends = {tuple(one.get("points").split()[0].split(",")) for one in root.iter() if one.get("points")}
    for lead in pinmap.leads(PINS):
        x, y = make_diagram._pin_at(lead.pico_pin)
        assert (f"{x:g}", f"{y:g}") in ends, lead
        assert sum(lead.net in one for one in words) >= 2, lead.net
    for ref in circuit.resistors(PINS):
        assert ref in words
    for part in pinmap.parts_of(PINS).values():
        for connector in pinmap.as_list(part["connector"]):
            assert any(connector in one for one in words), connector


def test_wires_of_one_colour_do_not_cross_in_the_drawing():
    """Those of another colour can be followed across; these could be taken for each other."""
    root = ElementTree.fromstring(make_diagram.picture(PINS))
    for colour in ("green", "blue", "white"):
        wires = [
            [tuple(map(float, point.split(","))) for point in one.get("points").split()]
            for one in root.iter("{http://www.w3.org/2000/svg}polyline")
            if one.get("stroke") == drawing.WIRES[colour]
        ]
        assert len(wires) >= 2
        for one, other in combinations(wires, 2):
            assert min(perfboard._apart(a, b) for a in pairwise(one) for b in pairwise(other)) > 5


def test_every_colour_of_a_wire_can_be_drawn():
    assert set(drawing.WIRES) == set(pinmap.COLOURS)


def test_another_pin_moves_the_wire_in_table_and_drawing():
    pins = copy.deepcopy(PINS)
    pins["buzzer"]["signal"]["out"]["gp"] = 26
    assert make_diagram.picture(pins) != make_diagram.picture(PINS)
    assert "| + | 31 (GP26) | R11, 330 Ω |" in make_wiring.page(pins)


# The shopping list


@pytest.fixture(scope="module")
def bought() -> list[dict[str, str]]:
    with (ROOT / "hardware" / "bom.csv").open(encoding="ascii", newline="") as file:
        return list(csv.DictReader(file))


def test_the_list_has_no_empty_cell_and_numbers_where_numbers_are(bought):
    for row in bought:
        assert all(value is not None and value.strip() for value in row.values()), row["item"]
        assert None not in row
        numbers = [row[key] for key in row if key.startswith("quantity") or key in ("sold in packs of", "EUR a pack")]
        assert all(float(number) >= 0 for number in numbers)
        assert float(row["EUR a pack"]) > 0
        assert int(row["sold in packs of"]) > 0
        assert any(int(row[key]) for key in row if key.startswith("quantity")), f"{row['item']}: for nobody"
    assert len({row["item"] for row in bought}) == len(bought)


def test_every_connector_and_resistor_is_bought_as_often_as_it_is_there(bought):
    # The jumper is a wire on a breadboard; for the boards it is in _BOARDS.
    wanted = [pinmap.as_list(part["connector"]) for name, part in pinmap.parts_of(PINS).items() if name != "safe"]
    wanted += [["U1"], list(circuit.resistors(PINS)), ["C1"], ["C2"]]
    for refs in wanted:
        (row,) = [row for row in bought if row["designators"] == " ".join(refs) and row["item"] not in _BESIDE]
        for level in make_bom.LEVELS.values():
            assert int(row[f"quantity {level}"]) == len(refs), row["item"]


# What has the designator of the part that it is for.
_BESIDE = ("Socket for the Pico",)
# What a level cannot do without, besides the parts.
_NEEDS = {
    "jumper wires": {"Breadboard": 1, "Leads, plug to socket": 25, "Leads, plug to plug": 22, "Pin header strip": 1},
    "perfboard": {"Perfboard": 1, "Tinned copper wire": 1, "Insulated wire": 1},
    "carrier board": {"Carrier board, revision A": 1},
}
_BOARDS = {
    "Leads, socket to socket": 25,
    "Pin header strip": 1,
    "Socket for the Pico": 2,
    "Jumper cap": 1,
    "Screw M3 x 6": 4 + 14,  # the board's, the clips'
    "Screw M3 x 8, countersunk": 8 + 5 * 4 + 5 * 2,  # head unit, pods, links and ends
    "Rubber foot": 4 + 5 * 4,
    "Filament": 300,
}


@pytest.mark.parametrize("level", list(make_bom.LEVELS.values()))
def test_each_level_is_complete(bought, level):
    quantity = {row["item"]: int(row[f"quantity {level}"]) for row in bought}
    needs = _NEEDS[level] | ({} if level == "jumper wires" else _BOARDS) | {"USB cable": 1, "Power at the table": 1}
    for item, least in needs.items():
        assert quantity[item] >= least, item
    others = {item for name, items in _NEEDS.items() for item in items if name != level} - set(needs)
    assert {item for item in others if quantity[item]} == set(), "of another level"


def test_the_readme_s_costs_are_those_of_whole_packs():
    rows = [
        {**dict.fromkeys((f"quantity {name}" for name in make_bom.LEVELS.values()), 11), "sold in packs of": 10}
        | {"EUR a pack": "1.50"}
    ]
    assert make_bom.cost(rows, "carrier") == 3.0
    for level in make_bom.LEVELS:
        assert f"{make_bom.cost(make_bom.rows(PINS), level):.0f} EUR" in make_readme.page(PINS)


def test_a_sixth_row_display_is_bought_as_well():
    pins = copy.deepcopy(PINS)
    pins["rowdisplays"]["connector"].append("J10")
    pins["rowdisplays"]["signal"]["dio"]["gp"].append(28)
    (row,) = [row for row in make_bom.rows(pins) if row["item"] == "Row display"]
    assert (row["designators"], row["quantity perfboard"]) == ("J3 J4 J5 J6 J7 J10", 6)
    (row,) = [row for row in make_bom.rows(pins) if row["item"] == "Resistor 330 ohm"]
    assert row["quantity carrier board"] == 13


# The perfboard


def test_the_perfboard_has_every_leg_connected_and_nothing_shorted():
    assert perfboard.complaints(PINS) == []


def test_the_perfboard_has_every_part_of_the_map_on_the_carrier_board_s_holes():
    refs = {hole.ref for hole in perfboard.legs(PINS)}
    parts = {one for part in pinmap.parts_of(PINS).values() for one in pinmap.as_list(part["connector"])}
    assert refs == parts | set(circuit.resistors(PINS)) | {"U1", "C1", "C2"}
    text = make_perfboard.table(PINS)
    assert text.count(" → ") >= len(BARE)
    assert "| J3 | pin header, 4 pins: row display | CLK: X4, DIO: X5, VCC: X6, GND: X7 |" in text


@pytest.mark.parametrize("at", range(len(BARE)))
def test_a_bare_wire_that_is_forgotten_is_missed(at):
    found = perfboard.complaints(PINS, bare=BARE[:at] + BARE[at + 1 :])
    assert any(sentence.startswith("open: ") for sentence in found), perfboard.name(BARE[at][0])


@pytest.mark.parametrize("at", range(len(JUMPERS)))
def test_an_insulated_wire_that_is_forgotten_is_missed(at):
    found = perfboard.complaints(PINS, jumpers=JUMPERS[:at] + JUMPERS[at + 1 :])
    assert any(sentence.startswith("open: ") for sentence in found)


@pytest.mark.parametrize(
    ("wire", "complaint"),
    [
        (((27, 5), (28, 0)), "shorted: GP4 and GP5"),  # crosses SDA's
        (((9, 18), (9, 20)), "shorted: +3V3 and J4_CLK"),  # touches the supply below it
        (((29, 12), (30, 12)), "shorted: +3V3 and U1 37, which has to stay open"),
        (((22, 4), (23, 4)), "shorted: GP8 and GP9"),  # between neighbours
        (((28, 12), (28, 13), (33, 13)), "shorted: +3V3 and GND and U1 35, which has to stay open"),
        (((0, 9), (0, 11)), "1 bare wires lead nowhere"),
        (((0, 0), (1, 0)), "a bare wire is under the screw in H1"),
        (((33, 20), (34, 20)), "column 35, row 21 is off the board"),
    ],
    ids=str,
)
def test_a_wire_in_the_wrong_place_is_found(wire, complaint):
    found = perfboard.complaints(PINS, bare=[*BARE, wire])
    assert any(set(complaint.split()) <= set(sentence.split()) for sentence in found), found


@pytest.mark.parametrize(
    ("jumper", "complaint"),
    [
        (Jumper((30, 14), (29, 2)), "the insulated wire from O31 to C30 runs through U1"),
        (Jumper((3, 20), (10, 20)), "U4 is taken twice: R1 2 and an insulated wire"),
        (Jumper((27, 14), (27, 18), SOLDER), "shorted: +3V3 and GP21"),
    ],
    ids=str,
)
def test_an_insulated_wire_in_the_wrong_place_is_found(jumper, complaint):
    assert complaint in perfboard.complaints(PINS, jumpers=[*JUMPERS, jumper])


def test_a_wrong_map_is_a_wrong_perfboard():
    pins = copy.deepcopy(PINS)
    pins["buzzer"]["signal"]["out"]["gp"] = 26
    found = perfboard.complaints(pins)
    assert [sentence for sentence in found if sentence.startswith("open: GP26")], found
    with pytest.raises(SystemExit, match="open: GP26"):
        make_perfboard.files(pins)


def test_two_wires_must_not_share_a_free_pad():
    """Half a hole apart they do not touch, but both lie on the copper of the hole between them."""
    by_a_pad = ((24, 9), (26, 8))  # neither end is anybody's; passes beside (25, 8) and (25, 9)
    beside = ((25, 8), (25, 7))
    groups = perfboard._copper({}, [], [by_a_pad, beside], [])
    assert groups.of(by_a_pad) == groups.of(beside)
    alone = ((24, 7), (24, 6))
    groups = perfboard._copper({}, [], [by_a_pad, alone], [])
    assert groups.of(by_a_pad) != groups.of(alone)


@pytest.mark.parametrize("page", ["README.md", "wiring.md", "perfboard.md"])
def test_what_the_pages_point_at_is_there(page):
    links = re.findall(r"\]\((\S+?)\)", (ROOT / "hardware" / page).read_text(encoding="utf-8"))
    assert links
    assert [link for link in links if not (ROOT / "hardware" / link).exists()] == []


def test_all_of_it_is_written_by_make_pins():
    made = {path.relative_to(ROOT).as_posix() for maker in make_files.MAKERS for path in maker.files(PINS)}
    for name in ("README.md", "wiring.md", "wiring.svg", "table.svg", "perfboard.svg", "perfboard.md", "bom.csv"):
        assert f"hardware/{name}" in made
