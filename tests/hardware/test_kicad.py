"""The carrier board, made anew and checked by KiCad itself. Run by `make hardware`, skipped where KiCad is not."""

from __future__ import annotations

import os
import shutil
import sys
import zipfile

import pytest

from conftest import ROOT

sys.path.insert(0, str(ROOT / "hardware"))
import pinmap
from pcb import check, freeze, kicad, made, sexpr
from pcb.read_board import BoardFile

pytestmark = pytest.mark.kicad
PINS = pinmap.load()
PCB = ROOT / "hardware" / "pcb"
FROZEN = PCB / freeze.FOLDER


@pytest.fixture(scope="module", autouse=True)
def _kicad():
    if why := kicad.missing():
        if os.environ.get("OXTALLY_NO_SKIP"):
            pytest.fail(why)
        pytest.skip(why)


@pytest.fixture
def copied(tmp_path):
    """The committed files, for KiCad to leave its traces beside."""
    folder = tmp_path / "pcb"
    shutil.copytree(PCB, folder, ignore=shutil.ignore_patterns("*.py", "__pycache__", freeze.FOLDER))
    return folder


@pytest.fixture(scope="module")
def again(tmp_path_factory):
    """Everything made once more from the pin map, but for the pictures: they take longer than all the rest."""
    folder = tmp_path_factory.mktemp("again")
    made.write(PINS, folder)
    freeze.write(folder, folder / freeze.FOLDER, pictures=False)
    return folder


def same(one, other) -> bool:
    return freeze.stripped(one.read_text(encoding="utf-8")) == freeze.stripped(other.read_text(encoding="utf-8"))


def test_the_board_made_anew_is_the_committed_one(again):
    names = [path.relative_to(again) for path in again.rglob("*") if path.is_file() and freeze.FOLDER not in path.parts]
    assert len(names) == 6
    for name in names:
        assert same(again / name, PCB / name), f"{name} is stale; run `make board`"


def test_the_frozen_revision_made_anew_is_the_committed_one(again):
    texts = 0
    for path in (again / freeze.FOLDER).rglob("*"):
        committed = FROZEN / path.relative_to(again / freeze.FOLDER)
        if path.suffix == ".zip":
            with zipfile.ZipFile(path) as one, zipfile.ZipFile(committed) as other:
                assert one.namelist() == other.namelist()
        elif path.is_file() and path.suffix != ".pdf":  # the drawing says which KiCad has made it
            assert same(path, committed), committed.name
            texts += 1
    assert texts == 14


def test_kicad_finds_nothing_wrong_with_the_schematic(copied):
    assert kicad.erc(copied / made.SCHEMATIC) == []


def test_kicad_finds_nothing_wrong_with_the_board_and_it_is_the_schematic_s(copied):
    assert kicad.drc(copied / made.BOARD) == []


def test_what_kicad_reads_out_of_the_schematic_is_the_pin_map(copied):
    assert check.wiring(PINS, *kicad.netlist(copied / made.SCHEMATIC)) == []


def kinds(sentences: list[str]) -> set[str]:
    return {sentence.split(":")[0] for sentence in sentences}


def changed(path, change) -> None:
    """A file with something planted in it."""
    whole = sexpr.parse(path.read_text(encoding="utf-8"))
    change(whole)
    path.write_text(sexpr.text(whole), encoding="utf-8")


def test_two_nets_that_were_swapped_are_found(copied):
    def swap(sheet):
        ends = [node for node in sexpr.children(sheet, "label") if node[1] in ("GP6", "GP7")]
        at_keypad = [node for node in ends if float(sexpr.child(node, "at")[1]) < 80]
        at_keypad[0][1], at_keypad[1][1] = at_keypad[1][1], at_keypad[0][1]

    changed(copied / made.SCHEMATIC, swap)
    found = check.wiring(PINS, *kicad.netlist(copied / made.SCHEMATIC))
    assert found[0] == "keypad.rows at J2 R1: is on /GP7, and GP6 on /GP6"
    assert "net_conflict" in kinds(kicad.drc(copied / made.BOARD))


def test_a_wire_that_ends_in_the_air_is_found(copied):
    def cut(sheet):
        sheet.remove(next(sexpr.children(sheet, "no_connect")))
        sheet.remove(next(node for node in sexpr.children(sheet, "label") if node[1] == "GP14"))

    changed(copied / made.SCHEMATIC, cut)
    assert {"pin_not_connected", "label_dangling", "isolated_pin_label"} & kinds(kicad.erc(copied / made.SCHEMATIC))


def test_a_track_that_is_missing_is_found(copied):
    changed(copied / made.BOARD, lambda board: board.remove(next(sexpr.children(board, "segment"))))
    assert "unconnected_items" in kinds(kicad.drc(copied / made.BOARD))


def test_a_footprint_that_was_moved_is_found(copied):
    def move(board):
        (header,) = (
            node
            for node in sexpr.children(board, "footprint")
            if any(one[1:3] == ["Reference", "J4"] for one in sexpr.children(node, "property"))
        )
        sexpr.child(header, "at")[1] = sexpr.Word(str(float(sexpr.child(header, "at")[1]) + 1.27))

    changed(copied / made.BOARD, move)
    assert {"unconnected_items", "clearance"} & kinds(kicad.drc(copied / made.BOARD))
    moved = BoardFile(copied / made.BOARD)
    assert "J4 pin 1" in check.grid((pad.ref, pad.pin, pad.x, pad.y) for pad in moved.pads() if pad.pin)[0]


def test_tracks_that_touch_are_found(copied):
    def thicken(board):
        for track in sexpr.children(board, "segment"):
            sexpr.child(track, "width")[1] = sexpr.Word("1.5")

    changed(copied / made.BOARD, thicken)
    assert {"clearance", "shorting_items"} <= kinds(kicad.drc(copied / made.BOARD))


def test_a_footprint_that_is_not_the_library_s_is_found(copied):
    def drill(board):
        pad = next(node for foot in sexpr.children(board, "footprint") for node in sexpr.children(foot, "pad"))
        sexpr.child(pad, "drill")[1] = sexpr.Word("0.9")

    changed(copied / made.BOARD, drill)
    assert "lib_footprint_mismatch" in kinds(kicad.drc(copied / made.BOARD))


def test_a_part_of_another_value_is_found(copied):
    def other(sheet):
        for part in sexpr.children(sheet, "symbol"):
            fields = {node[1]: node for node in sexpr.children(part, "property")}
            if fields["Reference"][2] == "R3":
                fields["Value"][2] = "33"

    changed(copied / made.SCHEMATIC, other)
    assert check.wiring(PINS, *kicad.netlist(copied / made.SCHEMATIC)) != []
    assert "footprint_symbol_mismatch" in kinds(kicad.drc(copied / made.BOARD))
