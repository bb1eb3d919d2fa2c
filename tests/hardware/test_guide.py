"""The guide names what is there: files, printed parts, messages, counts. What it says about a figure is the figure."""

from __future__ import annotations

import re
import sys

import pytest

from conftest import ROOT

sys.path.insert(0, str(ROOT / "hardware"))
from case import listing, places
from ox.words import load

WORDS = load("en")
HARDWARE = ROOT / "hardware"
BUILD, POWER, CASE = (HARDWARE / name for name in ("build.md", "first-power-up.md", "case/README.md"))
PARTS = listing.load()["parts"]


@pytest.mark.parametrize("page", [HARDWARE / "README.md", BUILD, POWER, CASE], ids=lambda page: page.name)
def test_every_link_and_picture_is_there(page):
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
    assert links
    missing = [link for link in links if not (page.parent / link).exists() and "docs/" not in link]
    assert missing == []


def test_every_printed_part_is_explained_with_its_number():
    page = CASE.read_text(encoding="utf-8")
    plates = "`row-plate-1-1x` to `row-plate-5-1x`"
    assert plates in page
    for part in PARTS:
        name = part["file"].removeprefix("alternatives/")
        assert f"`{name}`" in page or name.startswith("row-plate-"), name


def test_every_message_of_the_first_power_up_is_explained():
    page = POWER.read_text(encoding="utf-8")
    for key in ("test ok", "press keys", "ctrl c", "ctrl c 2", "memory full", "sync first", "fault", "damaged"):
        assert f"*{WORDS[key]}" in page, key
    assert f"{WORDS['screen']}: GP" in page
    assert f"{WORDS['row'].replace('%', '3')}: GP" in page
    for key in ("m settings", "s display", "m sound"):
        assert f"*{WORDS[key]}*" in page, key


def test_what_the_pages_say_of_figures_is_so():
    case, build = (page.read_text(encoding="utf-8").replace("\u00d7", "x") for page in (CASE, BUILD))
    sizes = places.SIZES
    spare = sizes.lead.length - max(places.lead_needed(row, "0.56") for row in range(sizes.table.rows))
    assert f"with {spare:.0f} mm to\n  spare" in case
    assert f"lean back by {sizes.pod.tilt:.0f}°" in case
    assert f"stand {sizes.table.pitch:.0f} mm apart" in case
    assert f"holes of {sizes.screw.pilot} mm" in case
    across, up = sizes.head.usb_opening
    assert f"up to {across - 1:g} x {up - 1:g} mm go in" in case
    assert f"({across:.0f} mm)" in case
    assert f"M3 x {sizes.screw.pan[0]}" in build
    assert f"M3 x {sizes.screw.sunk[0]}" in build
