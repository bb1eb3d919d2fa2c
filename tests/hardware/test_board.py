"""The carrier board as it is in the repository. Needs no KiCad: what does is in test_kicad, for `make hardware`."""

from __future__ import annotations

import ast
import math
import sys
import zipfile

import pytest

from conftest import ROOT

sys.path.insert(0, str(ROOT / "hardware"))
import pinmap
from pcb import check, circuit, freeze, lettering, made, placement, project, route, sexpr
from pcb.read_board import BoardFile

PINS = pinmap.load()
PCB = ROOT / "hardware" / "pcb"
FROZEN = PCB / freeze.FOLDER
GERBERS = ("B_Cu.gbl", "B_Mask.gbs", "B_Silkscreen.gbo", "Edge_Cuts.gm1", "F_Cu.gtl", "F_Mask.gts", "F_Silkscreen.gto")


@pytest.fixture(scope="module")
def board():
    return BoardFile(PCB / made.BOARD)


def test_a_module_imports_only_what_stands_before_it():
    doc = ast.get_docstring(ast.parse((PCB / "__init__.py").read_text()))
    order = [line.split()[0] for line in doc.splitlines() if line.startswith("    ")]
    assert sorted(order) == sorted(path.stem for path in PCB.glob("*.py") if path.stem != "__init__")
    for at, module in enumerate(order):
        for node in ast.walk(ast.parse((PCB / f"{module}.py").read_text())):
            if isinstance(node, ast.ImportFrom) and node.level:
                names = [node.module] if node.module else [one.name for one in node.names]
                assert set(names) <= set(order[:at]), f"{module} imports {names}"


def test_every_wire_of_the_pin_map_is_on_the_board(board):
    assert check.wiring(PINS, board.nets(), board.values()) == []


def test_the_schematic_has_every_net_of_the_pin_map():
    sheet = sexpr.parse((PCB / made.SCHEMATIC).read_text())
    labels = {node[1] for node in sexpr.children(sheet, "label")}
    assert labels >= {lead.net for lead in pinmap.leads(PINS)} | {circuit.far_net(lead) for lead in pinmap.leads(PINS)}


# What might go wrong between the map and the board, and what is said about it.
FAULTS = [
    ({("J2", "1"): "/GP7", ("J2", "2"): "/GP6"}, "keypad.rows at J2 R1: is on /GP7, and GP6 on /GP6"),
    ({("J1", "3"): "/GP4", ("J1", "4"): "/GP5"}, "oled.sda at J1 SDA: is on /GP5, and GP4 on /GP4"),
    ({("R6", "2"): "/GP17", ("J3", "2"): "/GP17"}, "rowdisplays.dio at J3 DIO: 0 resistors of 330 ohms to GP17"),
    ({("J4", "1"): "/J3_CLK", ("R2", "2"): "/J3_CLK"}, "rowdisplays.clk at J4 CLK: 2 resistors of 330 ohms to GP16"),
    ({("J7", "3"): "GND", ("J7", "4"): "+3V3"}, "rowdisplays at J7 VCC: is on GND, not on +3V3"),
    ({("J1", "2"): "VBUS", ("U1", "40"): "VBUS"}, "pin 40 of the Pico carries 5 V, and J1 pin 2 is connected to it"),
    ({("J8", "1"): "/GP12"}, "/GP12: J8 pin 1 should not be connected to it"),
    ({("JP1", "1"): "/GP26"}, "GP26 is kept free, and JP1 pin 1 is connected to it"),
    ({("C1", "1"): "/BZ1_+"}, "buzzer.out at BZ1 +: something else is connected there: BZ1 pin 1, C1 pin 1"),
]


@pytest.mark.parametrize(("changes", "complaint"), FAULTS, ids=[complaint[:30] for _, complaint in FAULTS])
def test_a_board_that_is_wired_wrongly_is_found_out(board, changes, complaint):
    nets = board.nets() | changes
    found = check.wiring(PINS, nets, board.values())
    assert [sentence for sentence in found if sentence.startswith(complaint)], found


def test_a_resistor_of_the_wrong_value_is_found_out(board):
    found = check.wiring(PINS, board.nets(), board.values() | {"R11": "33"})
    assert found[0] == "buzzer.out at BZ1 +: 0 resistors of 330 ohms to GP22, not one"


def test_the_board_is_small_enough(board):
    assert (board.width, board.height) == (placement.WIDTH, placement.HEIGHT)
    assert check.size(board.width, board.height) == []
    assert check.size(100.5, 64) == ["the board is 100.5 x 64 mm, and should not exceed 100 x 70 mm"]


def test_every_leg_is_where_placement_says_and_in_a_hole_of_the_grid(board):
    pads = [(pad.ref, pad.pin, pad.x, pad.y) for pad in board.pads() if pad.pin]
    assert check.grid(pads) == []
    assert check.grid([("J1", "1", placement.LEFT + 1, placement.TOP)]) != []
    counts = {part.ref: len(part.nets) for part in circuit.parts(PINS)}
    holes = {(hole.ref, hole.pin, *placement.mm(hole.column, hole.row)) for hole in placement.holes(counts)}
    assert len(pads) == len(holes)
    for ref, pin, x, y in pads:
        near = [one for one in holes if one[:2] == (ref, pin) and math.dist(one[2:], (x, y)) < 0.1]
        assert len(near) == 1, (ref, pin)
        holes.remove(near[0])


def test_mounting_holes_take_a_screw(board):
    found = {pad.ref: (pad.x, pad.y) for pad in board.pads() if pad.drill == placement.HOLE_DRILL}
    assert found == placement.HOLES


def test_any_board_house_can_make_it(board):
    assert min(pad.drill for pad in board.pads()) >= 0.3
    assert {sexpr.child(via, "drill")[1] for via in board.vias()} == {str(project.VIA_DRILL)}
    nets = {node[1]: node[2] for node in sexpr.children(board.tree, "net")}
    for track in board.tracks():
        supply = nets[sexpr.child(track, "net")[1]] in circuit.POWER.values()
        assert float(sexpr.child(track, "width")[1]) >= (0.5 if supply else 0.25)


def test_each_pin_of_a_connector_has_its_name_on_both_sides():
    printed = lettering.letters(circuit.parts(PINS))
    for name, part in pinmap.parts_of(PINS).items():
        if name in ("safe", "buzzer"):
            continue  # two pins; one has a sentence, the other a plus
        for connector in pinmap.as_list(part["connector"]):
            for hole, terminal in zip(placement.line(connector, len(part["header"])), part["header"], strict=True):
                sides = {
                    one.side
                    for one in printed
                    if one.text == terminal and one.column == hole.column and abs(one.row - hole.row) < 2
                }
                assert sides == {lettering.FRONT, lettering.BACK}, (connector, terminal)


def test_no_letter_is_too_small_to_print():
    assert min(one.size for one in lettering.letters(circuit.parts(PINS))) >= 0.9


def test_the_frozen_revision_is_this_board():
    """A board that differs from what was ordered is another revision."""
    found = (FROZEN / freeze.FINGERPRINTS).read_text()
    assert found == freeze.fingerprints(PCB), "make board ARGS=--freeze, or the next letter if boards were ordered"


def test_the_frozen_revision_is_complete():
    plots = {path.name.removeprefix("oxtally-") for path in (FROZEN / "gerbers").iterdir()}
    assert plots == {*GERBERS, "PTH.drl", "NPTH.drl"}
    others = {path.name for path in FROZEN.iterdir() if path.is_file()}
    pictures = {f"{side}.png" for side in freeze.PICTURES}
    made_of = {"bill.csv", "positions.csv", "schematic.pdf", "erc.txt", "drc.txt", freeze.FINGERPRINTS, freeze.ZIP}
    assert others == pictures | made_of
    with zipfile.ZipFile(FROZEN / freeze.ZIP) as packed:
        assert {name: packed.read(name) for name in packed.namelist()} == {
            path.name: path.read_bytes() for path in (FROZEN / "gerbers").iterdir()
        }


def test_the_frozen_reports_are_clean():
    assert "ERC messages: 0  Errors 0  Warnings 0" in (FROZEN / "erc.txt").read_text()
    report = (FROZEN / "drc.txt").read_text()
    assert "Found 0 DRC violations" in report
    assert "Found 0 unconnected pads" in report


def test_the_bill_has_every_part_that_is_bought():
    bill = (FROZEN / "bill.csv").read_text()
    for part in circuit.parts(PINS):
        if part.bought:
            assert f'"{part.ref}"' in bill or f'"{part.ref},' in bill or f",{part.ref}" in bill
            assert part.note in bill


def test_a_file_is_read_and_written_without_a_change():
    text = (PCB / made.SCHEMATIC).read_text()
    assert sexpr.text(sexpr.parse(text)) + "\n" == text


SIGNAL = route.Rule(0.3, (1.0, 1.5))


def job(pads, keepouts=(), rules=("a", "b")):
    return route.Job(20.32, 20.32, (2.54, 2.54), pads, list(keepouts), dict.fromkeys(rules, SIGNAL), 0.2, 0.4, 0.8, 0.3)


def pad(net, column, row):
    return route.Pad(net, (2.54 + column * 2.54, 2.54 + row * 2.54), 0.8)


def test_two_tracks_that_have_to_cross_do_so_on_two_layers():
    # Each net's ends are at opposite edges, and along the edges there is no way round.
    pads = [pad("a", 0, 3), pad("a", 6, 3), pad("b", 3, 0), pad("b", 3, 6)]
    corners = [((0, 0), (20.32, 1.7)), ((0, 0), (1.7, 20.32)), ((18.6, 0), (20.32, 20.32)), ((0, 18.6), (20.32, 20.32))]
    work = job(pads, [route.Keepout(*corner) for corner in corners])
    tracks, vias = route.route(work)
    assert (tracks, vias) == route.route(work)
    assert {track.layer for track in tracks} == {route.TOP, route.BOTTOM}
    for one in tracks:
        for other in tracks:
            if one.net != other.net and one.layer == other.layer:
                assert apart(one, other) >= 0.2 - 1e-9


def apart(one, other):
    def along(track):
        return [
            tuple(a + (b - a) * step / 100 for a, b in zip(track.start, track.end, strict=True)) for step in range(101)
        ]

    return min(math.dist(p, q) for p in along(one) for q in along(other)) - one.width / 2 - other.width / 2


def test_two_tracks_share_a_gap():
    # A wall with a gap in it; both have to go through, side by side or one above the other.
    gap = [route.Keepout((0, 9), (9, 10)), route.Keepout((11.5, 9), (20.32, 10))]
    pads = [pad(net, column, row) for net, column in (("a", 1), ("b", 5)) for row in (0, 5)]
    tracks, _ = route.route(job(pads, gap))
    assert {track.net for track in tracks} == {"a", "b"}


def test_a_pad_that_is_walled_in_is_named():
    wall = route.Keepout((0, 5.5), (20.32, 6))
    with pytest.raises(route.NoWay, match="no way was found for a; give its parts more room"):
        route.route(job([pad("a", 0, 0), pad("a", 3, 4)], [wall], ("a",)))
