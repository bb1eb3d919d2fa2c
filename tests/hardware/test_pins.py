"""The pin map: one source, no pin used twice, and the firmware's copy is up to date."""

from __future__ import annotations

import copy
import sys

import pytest

from conftest import ROOT

sys.path.insert(0, str(ROOT / "hardware"))
import make_pins

PARTS = make_pins.tomllib.loads(make_pins.SOURCE.read_text(encoding="utf-8"))


def test_the_firmware_has_the_pins_of_the_source():
    assert make_pins.MODULE.read_text(encoding="utf-8") == make_pins.module(PARTS), "stale: run `make pins`"


def test_nothing_is_wrong_with_the_map():
    assert make_pins.complaints(PARTS) == []


def test_every_pin_of_the_header_is_spoken_for():
    spoken = [number for part in PARTS.values() for wire in part.values() for number in make_pins.as_list(wire["gp"])]
    assert sorted(spoken) == sorted(make_pins.ON_HEADER)


@pytest.mark.parametrize(
    ("part", "signal", "gp", "complaint"),
    [
        ("buzzer", "out", 16, "GP16 is used twice: rowdisplays.clk and buzzer.out"),
        ("buzzer", "out", 0, "GP0 is used twice: buzzer.out and free.uart0"),
        ("buzzer", "out", 25, "buzzer.out: the Pico's header has no GP25"),
        ("oled", "sda", 22, "oled.sda: GP22 cannot be I2C0 SDA"),
        ("keypad", "rows", [6, 7, 8], "keypad.rows: 3 wires, but 4 terminals"),
    ],
)
def test_a_wrong_map_is_refused(part, signal, gp, complaint):
    parts = copy.deepcopy(PARTS)
    parts[part][signal]["gp"] = gp
    assert complaint in make_pins.complaints(parts)
