"""The case put together: nothing is in the way of anything, everything can be reached, openings are where the parts
are, and the committed files are what the scripts make. Run by `make hardware`, skipped where build123d is not.
"""

from __future__ import annotations

import importlib.util
import sys
import warnings

import pytest

from conftest import ROOT

sys.path.insert(0, str(ROOT / "hardware"))

pytestmark = pytest.mark.case
_MISSING = [name for name in ("build123d", "manifold3d") if importlib.util.find_spec(name) is None]
if _MISSING:
    why = f"{' and '.join(_MISSING)} not installed; `make hardware` does that"
    pytest.skip(why, allow_module_level=True)

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # of the packages below build123d
    from build123d import Pos

    from case import assembly, head, listing, make_case, places, pod, stand_ins
    from case.assembly import TOOL, Item
    from case.fit import Solids

SIZES = places.SIZES
_PLATE = SIZES.print.plate


def tool(name: str, part) -> Item:
    return Item(name, TOOL, part)


@pytest.fixture(scope="module")
def closed():
    return Solids(assembly.head_unit())


@pytest.fixture(scope="module")
def opened():
    return Solids(assembly.head_body())


@pytest.fixture(scope="module")
def row():
    return Solids(assembly.row_between_links())


def test_the_files_made_anew_are_the_committed_ones(tmp_path):
    made, committed = make_case.make(tmp_path), listing.load()
    assert made == committed, "run `make case`"
    assert listing.complaints(tmp_path) == []


# Nothing in the way


def test_the_head_unit_fits_together(closed):
    assert closed.overlaps() == []


@pytest.mark.parametrize("size", places.OLED_SIZES)
def test_every_size_of_screens_fits(size):
    assert Solids([*assembly.head_body(), *assembly.screen(size)]).overlaps() == []


def test_a_board_with_buttons_fits_too():
    assert Solids([*assembly.head_body(), *assembly.keypad("buttons")]).overlaps() == []


def test_a_pod_between_its_links_fits_together(row):
    assert row.overlaps() == []


@pytest.mark.parametrize("number", [1, 5])
def test_the_first_and_the_last_pod_have_an_end(number):
    assert Solids(assembly.row_with_end(number)).overlaps() == []


def test_small_displays_fit_too():
    assert Solids(assembly.row_between_links(3, "0.36")).overlaps() == []


def test_units_stand_beside_each_other_on_the_table():
    units = [assembly.head_body()[0]]
    for number in range(SIZES.table.rows):
        at = Pos(*places.pod_at(number))
        units.append(Item(f"pod {number + 1}", "printed", at * assembly.built("row-pod")))
        if number:
            units.append(Item(f"link {number}", "printed", at * assembly.link_at(-1) * assembly.built("row-link")))
    assert Solids(units).overlaps() == []


def test_parts_that_are_in_the_way_are_named(opened):
    """Faults planted: the board 3 mm further back, a foil sunk into its plate, a pod 2 mm nearer."""
    board = tool("board", Pos(0, 3) * stand_ins.carrier())
    assert any("head-body" in hit for hit in opened.hit_by(board, "carrier board"))
    sunk = Pos(0, 0, -0.5) * assembly.keypad()[1].part
    assert (
        Solids([assembly.keypad()[0], Item("foil", "bought", sunk)])
        .overlaps()[0]
        .startswith("head-keypad-membrane and foil")
    )
    pods = [
        assembly.row_between_links()[0],
        Item("link", "printed", Pos(0, -2) * assembly.link_at(1) * assembly.built("row-link")),
    ]
    assert Solids(pods).overlaps()[0].startswith("row-pod and link")


# Within reach


def test_usb_plugs_in(closed):
    plug = tool("USB plug", Pos(*places.usb()) * stand_ins.usb_plug())
    assert closed.hit_by(plug) == []


@pytest.mark.parametrize("way", [(3, 0, 0), (-3, 0, 0), (0, 0, 3), (0, 0, -3)])
def test_the_usb_opening_is_where_the_plug_is_and_no_larger(closed, way):
    plug = tool("USB plug", Pos(*way) * Pos(*places.usb()) * stand_ins.usb_plug())
    assert any("head-body" in hit for hit in closed.hit_by(plug))


def screws():
    """Every screw: what is there when it is driven in, its own name there, and where its head is."""
    for plate, found in assembly.head_screws().items():
        for at, place in enumerate(found):
            yield "closed", f"{plate} plate screw {at + 1}", place
    for at, place in enumerate(assembly.board_screws()):
        yield "opened", f"board screw {at + 1}", place
    for at, place in enumerate(assembly.pod_screws()):
        yield "row", f"plate screw {at + 1}", place
    for at, place in enumerate(assembly.ear_screws()):
        yield "row", f"link screw {at + 1}", place


@pytest.mark.parametrize(
    ("where", "name", "place"), list(screws()), ids=lambda value: value if isinstance(value, str) else ""
)
def test_a_screwdriver_reaches_every_screw(where, name, place, request):
    there = request.getfixturevalue(where)
    assert name in [item.name for item in there.items]
    driver = tool("screwdriver", place * Pos(0, 0, 0.1) * stand_ins.screwdriver())
    assert there.hit_by(driver, name) == []


def test_a_screwdriver_reaches_every_clip():
    plates = [(assembly.screen(size), assembly.oled_clips(size)) for size in places.OLED_SIZES]
    plates += [(assembly.pod_plate(1, name), assembly.pod_clips(name)) for name in places.DISPLAYS]
    plates += [(assembly.keypad("buttons"), assembly.buttons_clips())]
    for items, clips in plates:
        solids = Solids(items)
        for at, clip in enumerate(clips):
            own = next(item.name for item in items if item.name.endswith(f"clip {at + 1} screw"))
            driver = tool("screwdriver", clip.screw * Pos(0, 0, 0.1) * stand_ins.screwdriver())
            assert solids.hit_by(driver, own) == []


def test_with_the_plates_on_no_screwdriver_reaches_the_board(closed):
    place = assembly.board_screws()[0]
    assert closed.hit_by(tool("screwdriver", place * Pos(0, 0, 0.1) * stand_ins.screwdriver()), "board screw 1")


@pytest.mark.parametrize(
    ("what", "spot"),
    [
        ("BOOTSEL", (*places.bootsel(), places.PICO_TOP + 1.9)),
        ("the safe-mode jumper", (*places.jumper(), places.BOARD_TOP + SIZES.carrier.header + 6.1)),
    ],
)
def test_bootsel_and_the_safe_mode_jumper_are_reached_from_above_when_it_is_open(opened, closed, what, spot):
    finger = tool("finger", Pos(*spot) * stand_ins.finger())
    assert opened.hit_by(finger) == [], what
    assert any("head-keypad" in hit for hit in closed.hit_by(finger)), "it was to be under the keypad's plate"


# Openings


def window(size: str, more: float) -> list[str]:
    plate, glass = assembly.screen(size)[:2]
    there = Solids([plate, glass])
    across, along = SIZES.oled[size].active
    light = head.SLOPE.at(*SIZES.head.screen_at, -head.in_front_of_glass(size) + 0.05) * stand_ins.box(
        across + more, along + more, 20
    )
    return there.hit_by(tool("light", light))


@pytest.mark.parametrize("size", places.OLED_SIZES)
def test_the_whole_picture_is_seen_and_little_else(size):
    assert window(size, 0) == []
    assert window(size, 1.5) == []
    assert window(size, 3) != []


def test_the_keypads_plug_goes_through_its_slot():
    plate = Solids([assembly.keypad()[0]])
    plug = head.SLOPE.at(*SIZES.head.keypad_at) * stand_ins.membrane_plug()
    assert plate.hit_by(tool("plug", plug)) == []
    assert plate.hit_by(tool("plug", Pos(4, 0) * plug)) != []


@pytest.mark.parametrize("number", range(SIZES.table.rows))
def test_each_lead_leaves_by_its_arch(number):
    body = Solids([assembly.head_body()[0]])
    _, y = places.row_header(number)
    arch = Pos(SIZES.head.size[0] / 2, y, SIZES.print.floor)
    assert body.hit_by(tool("lead", arch * stand_ins.lead_end())) == []
    assert body.hit_by(tool("lead", arch * Pos(0, 2) * stand_ins.lead_end())) != []


@pytest.mark.parametrize("name", places.DISPLAYS)
def test_the_digits_fill_their_window(name):
    plate = Solids([assembly.pod_plate(1, name)[0]])
    at = pod.SLOPE.at(*SIZES.pod.display_at, -SIZES.pod.sunk)
    digits = SIZES.display[name].digits
    assert plate.hit_by(tool("digits", at * stand_ins.hanging(*digits))) == []
    assert plate.hit_by(tool("digits", at * stand_ins.hanging(digits[0] + 1.2, digits[1] + 1.2, digits[2]))) != []


def test_the_boards_holes_are_over_their_posts():
    """A screw meets plastic below the board, all the way down, and none of the board."""
    body, carrier = assembly.head_body()[:2]
    for x, y in places.board_holes():
        thread = Pos(x, y, places.BOARD_BOTTOM - 3) * stand_ins.column(SIZES.screw.pilot / 2 + 0.3, 2)
        through = Pos(x, y, 0.9) * stand_ins.column(SIZES.screw.pilot / 2 - 0.05, 20)
        assert Solids([body]).hit_by(tool("screw", thread)) != []
        assert Solids([body, carrier]).hit_by(tool("screw", through)) == []
        beside = Pos(1, 0) * through
        assert len(Solids([body, carrier]).hit_by(tool("screw", beside))) == 2


def test_the_shopping_list_counts_what_the_assembly_has():
    assert listing.load()["bought"] == assembly.screw_counts()
