"""The case's files, with nothing but Python: they are those that were made, meshes that a slicer can trust, and figures
that say what nobody has measured.
"""

from __future__ import annotations

import math
import shutil
import sys

import pytest

from conftest import ROOT

sys.path.insert(0, str(ROOT / "hardware"))
from case import dimensions, listing, meshes, places

SIZES = places.SIZES
PARTS = {part["part"]: part for part in listing.load()["parts"]}
ROOM = SIZES.print.bed - 2 * SIZES.print.skirt
A_BIT = 3.5  # degrees: countersunk holes of exactly 45 are made of flat triangles

# Where a face looks down and is meant to: millimetres that a printer has to bridge, and why that is no harm. 15 is what
# any printer does without support.
LONGEST_BRIDGE = 15.0
BRIDGES = {
    "head-body": (SIZES.head.usb_opening[0], "the upper edge of the USB opening"),
    "row-pod": (SIZES.screw.pilot, "the ends of the holes for the plate's screws"),
    "row-link": (SIZES.link.door - (SIZES.link.height - SIZES.link.wall) * 4 / 3, "the flat of the roof, at the door"),
}
ENGRAVED = 0.45  # mm: a groove in the first two layers


@pytest.fixture(scope="module")
def printed():
    return {name: meshes.read(listing.HERE / "stl" / f"{part['file']}.stl") for name, part in PARTS.items()}


def test_the_committed_files_are_those_that_were_made():
    assert listing.complaints() == [], "run `make case`"


def test_a_swapped_a_missing_and_a_stray_file_are_named(tmp_path):
    for kind in listing.FOLDERS:
        shutil.copytree(listing.HERE / kind, tmp_path / kind)
    link = tmp_path / "step" / "row-link-4x.step"
    stray = tmp_path / "stl" / "row-pod-4x.stl"
    clip = next((tmp_path / "stl").glob("clip-*"))
    shutil.copy(tmp_path / "stl" / "row-pod-5x.stl", stray)
    shutil.copy(stray, clip)
    link.unlink()
    found = listing.complaints(tmp_path)
    assert len(found) == 3
    assert f"stl/{clip.name} is not the one that was made" in found
    assert "step/row-link-4x.step is missing" in found
    assert "stl/row-pod-4x.stl is not in parts.json" in found


def test_a_date_in_a_step_file_changes_nothing(tmp_path):
    path = listing.HERE / "step" / f"{PARTS['clip']['file']}.step"
    dated = tmp_path / "dated.step"
    dated.write_text(path.read_text().replace("FILE_NAME();", "FILE_NAME('clip','2001-01-01T00:00:00',('me'));"))
    assert dated.read_text() != path.read_text()
    assert listing.hash_of(dated) == listing.hash_of(path)
    dated.write_text(path.read_text().replace("CARTESIAN_POINT('',(0.", "CARTESIAN_POINT('',(1.", 1))
    assert listing.hash_of(dated) != listing.hash_of(path)


def test_a_changed_figure_makes_the_parts_stale_and_a_comment_does_not(tmp_path):
    before = dimensions.figures(places.placement)
    text = dimensions.SOURCE.read_text()
    changed = tmp_path / "dimensions.toml"
    changed.write_text("# more\n" + text.replace("measured = []", 'measured = ["board"]'))
    assert dimensions.figures(places.placement, changed) == before
    changed.write_text(text.replace("tilt = 15.0", "tilt = 14.0"))
    assert dimensions.figures(places.placement, changed) != before


# Meshes


@pytest.mark.parametrize("name", PARTS)
def test_a_slicer_gets_one_solid_that_is_closed_and_fits_on_the_bed(name, printed):
    assert meshes.complaints(printed[name], ROOM) == []
    low, high = meshes.box(printed[name])
    assert [round(b - a, 1) for a, b in zip(low, high, strict=True)] == PARTS[name]["mm"]


@pytest.mark.parametrize("name", PARTS)
def test_nothing_needs_support(name, printed):
    """Steeper faces than 45 degrees are bridges that are known, short, and straight."""
    found = meshes.overhangs(printed[name], SIZES.print.overhang + A_BIT, ENGRAVED)
    if name not in BRIDGES:
        assert found == []
        return
    long, _ = BRIDGES[name]
    assert found, "a bridge that is no more: take it off the list"
    assert long <= LONGEST_BRIDGE
    for _, corners in found:
        heights = [point[2] for point in corners]
        assert max(heights) - min(heights) < 0.01, "not a bridge but a slope"
        sides = [max(point[axis] for point in corners) - min(point[axis] for point in corners) for axis in (0, 1)]
        assert min(sides) <= long + 0.1


def square(low: float, high: float) -> meshes.Mesh:
    """A cube."""
    points = [(x, y, z) for x in (low, high) for y in (low, high) for z in (low, high)]
    faces = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    return meshes.Mesh(points, [half for a, b, c, d in faces for half in ((a, b, c), (a, c, d))])


def test_each_fault_of_a_mesh_is_found():
    cube = square(0, 10)
    assert meshes.complaints(cube, 20) == []
    assert math.isclose(meshes.volume(cube), 1000)
    hole = meshes.Mesh(cube.points, cube.triangles[1:])
    assert meshes.complaints(hole, 20) == ["not watertight: 3 edges with a triangle on one side only"]
    turned = meshes.Mesh(cube.points, [(c, b, a) for a, b, c in cube.triangles])
    assert meshes.complaints(turned, 20) == ["inside out"]
    other = square(20, 30)
    both = meshes.Mesh(
        cube.points + other.points, cube.triangles + [tuple(at + 8 for at in corners) for corners in other.triangles]
    )
    assert meshes.complaints(both, 40) == ["2 pieces instead of one"]
    assert meshes.complaints(cube, 9) == ["10.0 x 10.0 x 10.0 mm does not fit into 9 mm"]
    assert meshes.complaints(square(1, 11), 20) == ["it lies 1.000 mm above the bed"]
    twice = meshes.Mesh(cube.points, cube.triangles * 2)
    assert "edges with more than two triangles" in meshes.complaints(twice, 20)


def test_an_overhang_is_found(printed):
    """The pod, stood upright instead of on its rim, has the bosses of its links hanging in the air."""
    pod = printed["row-pod"]
    upright = meshes.Mesh([(x, -y, PARTS["row-pod"]["mm"][2] - z) for x, y, z in pod.points], pod.triangles)
    assert meshes.overhangs(upright, SIZES.print.overhang + A_BIT, ENGRAVED)


def test_a_file_survives_reading_and_writing(tmp_path, printed):
    path = tmp_path / "again.stl"
    meshes.write(path, printed["clip"])
    assert path.read_bytes() == (listing.HERE / "stl" / f"{PARTS['clip']['file']}.stl").read_bytes()
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(ValueError, match="are not 228 triangles"):
        meshes.read(path)


# Figures


def test_every_bought_part_says_where_its_figures_are_from_and_what_is_measured():
    tables = dimensions.bought(dimensions.tomllib.loads(dimensions.SOURCE.read_text()))
    assert len(tables) > 10
    for name, table in tables.items():
        assert table["source"], name
        figures = set(table) - set(dimensions.ABOUT)
        assert set(table["measured"]) <= figures, name
        assert set(table["doubtful"]) <= figures, name
        assert not set(table["measured"]) & set(table["doubtful"]), f"{name}: what is measured is no longer doubtful"


def test_a_size_that_is_not_there_is_named():
    with pytest.raises(AttributeError, match=r"no 'tlit' here; it has .*tilt"):
        _ = SIZES.head.tlit


def test_cards_pass_between_pods_and_leads_are_long_enough():
    assert SIZES.table.pitch > SIZES.card.size[1]
    for name in places.DISPLAYS:
        needed = [places.lead_needed(row, name) for row in range(SIZES.table.rows)]
        assert max(needed) <= SIZES.lead.length
        assert max(needed) > 0.8 * SIZES.lead.length, "the estimate forgets something"


# Eyes of people who sit round a table of 160 x 90 cm with the rows in its middle: 45 cm above it, 10 cm off its edge.
SEATS = [(-500, -550), (128, -550), (700, -550), (-900, 0), (1100, 0), (-500, 550), (128, 550), (700, 550)]


def test_digits_can_be_read_from_every_seat():
    """20/20 is letters of 5 minutes of arc; twice that is taken for legible at a glance."""
    for x, y in SEATS:
        for row in range(SIZES.table.rows):
            assert places.legible((x, y, 450), row, "0.56") >= 10, (x, y, row)


def test_small_digits_and_a_pod_that_stands_upright_are_not_legible_from_every_seat(monkeypatch):
    far = [places.legible((x, y, 450), row, "0.36") for x, y in SEATS for row in range(SIZES.table.rows)]
    assert min(far) < 10, "the guide may call the small displays as good"
    monkeypatch.setitem(SIZES.pod._table, "tilt", 70.0)
    assert min(places.legible((x, 550, 450), 0, "0.56") for x, _ in SEATS) == 0
