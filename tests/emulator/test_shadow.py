"""What lies on the emulated Pico's table, told by an app that stands beside it. The chip here is the virtual board."""

from __future__ import annotations

import pytest

from emulated import NAMES, know
from oxtally.board.flash import Flash
from oxtally.emulator.shadow import Shadow
from oxtally.virtual.runner import VirtualDevice

SCREEN = 1024


@pytest.fixture
def chip() -> VirtualDevice:
    chip = VirtualDevice(Flash())
    know(chip.files, NAMES)
    chip.power_on()
    return chip


def picture(chip: VirtualDevice) -> bytes:
    return chip.shown()[:SCREEN]


def test_it_follows_key_by_key_menus_and_half_typed_numbers_too(chip):
    shadow = Shadow(chip.board.flash)
    for key in "##12374358D*143":
        chip.press(key)
        shadow.key(key, chip.board.clock.now // 1000)
        assert shadow.agrees(picture(chip))
        assert shadow.tabletop(picture(chip)) == chip.tabletop()
    assert shadow.tabletop(picture(chip))["digits"] == "3"


def test_what_it_has_missed_it_finds_on_the_flash(chip):
    shadow = Shadow(chip.board.flash)
    for key in "##12":
        chip.press(key)
    assert not shadow.agrees(picture(chip))
    assert shadow.tabletop(picture(chip)) is None, "nobody knows"
    assert shadow.outdated()
    shadow.begin()
    assert not shadow.outdated()
    assert shadow.tabletop(picture(chip)) == chip.tabletop()


def test_it_writes_nothing_on_the_chip_and_takes_none_of_its_time(chip):
    before, now = bytes(chip.board.flash.data), chip.board.clock.now
    shadow = Shadow(chip.board.flash)
    for key in "##12":
        shadow.key(key, 0)
    assert bytes(chip.board.flash.data) == before
    assert chip.board.clock.now == now
    assert chip.board.complaints == []


def test_the_prompt_is_known_by_its_picture(chip):
    shadow = Shadow(chip.board.flash)
    chip.board.usb.send(b"\x03")
    chip.wait(50)
    assert shadow.tabletop(picture(chip)) == chip.tabletop() == {"phase": "prompt"}
