"""The pin map: one source, rules that bite, and nothing made from it is stale."""

from __future__ import annotations

import copy
import sys
from types import SimpleNamespace

import pytest

from conftest import ROOT

sys.path.insert(0, str(ROOT / "hardware"))
import make_files
import make_pins
import pinmap

PINS = pinmap.load()


def test_nothing_made_from_the_map_is_stale():
    assert make_files.stale(write=False) == [], "run `make pins`"


def test_a_stale_file_is_named_and_then_written(monkeypatch, tmp_path, capsys):
    made = tmp_path / "made.txt"
    monkeypatch.setattr(make_files, "ROOT", tmp_path)
    maker = SimpleNamespace(files=lambda pins: {made: "new\n"})
    monkeypatch.setattr(make_files, "MAKERS", (maker,))
    monkeypatch.setattr(sys, "argv", ["make_files.py", "--check"])
    with pytest.raises(SystemExit):
        make_files.main()
    assert capsys.readouterr().out == "made.txt: stale; run `make pins`\n"
    assert not made.exists()
    monkeypatch.setattr(sys, "argv", ["make_files.py"])
    make_files.main()
    assert made.read_text() == "new\n"
    assert make_files.stale(write=False) == []


def test_no_rule_is_broken():
    assert pinmap.complaints(PINS) == []


def test_every_pin_of_the_header_is_spoken_for():
    free = [number for numbers in PINS["free"].values() for number in numbers]
    assert sorted(make_pins.pins_used(PINS) + free) == sorted(pinmap.HEADER_PINS)


def test_the_firmware_and_the_virtual_board_have_these_pins():
    """The board is wired from the firmware's module, so it is enough that this one is true."""
    from ox import pins

    for part, about in pinmap.parts_of(PINS).items():
        for signal, wire in about["signal"].items():
            here = getattr(pins, f"{part}_{signal}".upper())
            assert list(here if isinstance(here, tuple) else (here,)) == pinmap.as_list(wire["gp"])


def test_the_pico_s_header_is_the_real_one():
    # Grounds, supplies and the rest are not in the table: 3, 8, 13, 18, 23, 28, 33, 38 are ground.
    pins = sorted(pinmap.HEADER_PINS.values())
    assert len(set(pins)) == 26
    assert not set(pins) & {3, 8, 13, 18, 23, 28, 33, 38, 30, 35, 36, 37, 39, 40}
    assert (pinmap.HEADER_PINS[0], pinmap.HEADER_PINS[15], pinmap.HEADER_PINS[16], pinmap.HEADER_PINS[22]) == (
        1,
        20,
        21,
        29,
    )


def test_each_display_has_a_wire_of_its_own_from_the_one_clock_pin():
    clocks = [lead for lead in pinmap.leads(PINS) if lead.signal == "clk"]
    assert [lead.connector for lead in clocks] == ["J3", "J4", "J5", "J6", "J7"]
    assert {(lead.gp, lead.pico_pin, lead.terminal, lead.series) for lead in clocks} == {(16, 21, "CLK", 330)}


# What somebody might do wrong, and what is said about it.
FAULTS = [
    ("buzzer.signal.out.gp", 16, "GP16 is used twice: rowdisplays.clk and buzzer.out"),
    ("buzzer.signal.out.gp", 0, "GP0 is used twice: buzzer.out and free.uart0"),
    ("buzzer.signal.out.gp", 25, "buzzer.out: the Pico's header has no GP25"),
    ("oled.signal.sda.gp", 22, "oled.sda: GP22 cannot be I2C0 SDA"),
    ("oled.signal.scl.gp", 26, "oled.scl: GP26 cannot be I2C0 SCL"),
    ("keypad.signal.rows.gp", [6, 7, 8], "keypad.rows: 3 pins for 4 terminals"),
    ("rowdisplays.signal.dio.gp", [17, 18], "rowdisplays.dio: 2 pins for 5 parts"),
    ("rowdisplays.supply", "5V", "rowdisplays.clk: the part runs on 5V, and GP16 bears 3.3 V at the most"),
    ("keypad.signal.columns.pull", "down", "keypad.columns: a pull-down; those latch on the Pico 2 (RP2350-E9)"),
    ("keypad.signal.columns.pull", "none", "keypad.columns: an input that nothing pulls up floats"),
    ("keypad.signal.columns.pull", "sideways", "keypad.columns: pull is 'sideways'"),
    ("keypad.signal.rows.direction", "outward", "keypad.rows: direction is 'outward'"),
    ("rowdisplays.signal.dio.series", 0, "rowdisplays.dio: a line to a display needs 330 ohms in series, not 0"),
    ("rowdisplays.signal.clk.series", 33, "rowdisplays.clk: a line to a display needs 330 ohms in series, not 33"),
    ("rowdisplays.signal.dio.direction", "both", "rowdisplays.dio: has to be open drain, not both"),
    ("keypad.signal.rows.direction", "out", "keypad.rows: has to be open drain, not out"),
    ("oled.signal.sda.wire", "mauve", "oled.sda: mauve is no colour that can be drawn"),
    ("safe.signal.jumper.wire", "red", "safe.jumper: red is the colour of a supply wire"),
    ("oled.header", ["GND", "SCL", "SDA", "RES"], "oled: its header has no VCC"),
    ("oled.header", ["GND", "VCC", "SCL", "SDA", "RES", "DC"], "oled: nothing is wired to DC of its header"),
    ("buzzer.header", ["+", "GND", "GND"], "buzzer: its header has the same pin twice"),
    ("oled.current_ma", 200, "the parts take 354 mA, and the Pico gives 300"),
    ("rowdisplays.current_ma", 80, "the parts take 514 mA, and the Pico gives 300"),
]


@pytest.mark.parametrize(
    ("place", "value", "complaint"), FAULTS, ids=[f"{place}={value}" for place, value, _ in FAULTS]
)
def test_a_planted_fault_is_found(place, value, complaint):
    pins = copy.deepcopy(PINS)
    *path, last = place.split(".")
    table = pins
    for name in path:
        table = table[name]
    table[last] = value
    found = pinmap.complaints(pins)
    assert [sentence for sentence in found if sentence.startswith(complaint)], found


def test_a_broken_map_writes_nothing(monkeypatch):
    pins = copy.deepcopy(PINS)
    pins["buzzer"]["signal"]["out"]["gp"] = 16
    monkeypatch.setattr(pinmap, "load", lambda: pins)
    with pytest.raises(SystemExit, match="GP16 is used twice"):
        make_files.stale(write=True)
