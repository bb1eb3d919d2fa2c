"""The whole device on the virtual board: parts that drop out and come back, light, sound, Ctrl-C."""

from __future__ import annotations

import pytest

from ox.screens.segments import read
from oxtally.board.flash import Flash
from oxtally.virtual.runner import VirtualDevice


@pytest.fixture
def virtual() -> VirtualDevice:
    device = VirtualDevice(Flash())
    device.power_on()
    return device


def type_keys(virtual: VirtualDevice, keys: str) -> None:
    for key in keys.replace(" ", ""):
        virtual.press(key)


def rows(virtual: VirtualDevice) -> list[str]:
    return [read(bytes(row.segments())) for row in virtual.board.rows]


def screen(virtual: VirtualDevice) -> str:
    return " / ".join(line for line in virtual.device.app.frame.text() if line)


@pytest.mark.parametrize(
    ("part", "says"),
    [("row3", "Row 3: GP19"), ("row1", "Row 1: GP17"), ("oled", "Screen: GP4 GP5")],
)
def test_a_part_that_drops_out_is_named_and_the_game_goes_on(virtual, part, says):
    type_keys(virtual, "## 12 37 43 58 14")
    virtual.board.unplug(part)
    virtual.wait(1500)
    assert says in screen(virtual)
    assert virtual.board.buzzer.tones[-1][1] < 300, "a low beep"
    type_keys(virtual, "15 44")
    assert virtual.device.app.history.game.round.next_player() == 3
    assert says not in screen(virtual)
    virtual.board.plug(part)
    virtual.wait(2000)
    assert rows(virtual) == [" 121", " 371", " 431", " 581", ""]
    assert bytes(virtual.board.oled.picture()) == bytes(virtual.device.oled.buffer)
    assert virtual.board.complaints == []


def test_the_self_test_lights_everything_and_names_what_is_missing(virtual):
    virtual.board.unplug("row5")
    virtual.wait(600)
    type_keys(virtual, "D7")
    assert "Row 5: GP21" in screen(virtual)
    assert all(row.segments()[:1] == b"\x7f" for row in virtual.board.rows[:4])
    for key in "123A456B789C0#D":
        virtual.press(key)
    assert "Press *" in screen(virtual)
    type_keys(virtual, "**")
    assert screen(virtual).startswith("1 New game")


def test_everything_is_there_without_any_display():
    virtual = VirtualDevice(Flash())
    for part in ("oled", "row1", "row2", "row3", "row4", "row5"):
        virtual.board.unplug(part)
    virtual.power_on()
    type_keys(virtual, "## 12 37 43 58 14 15 44 61")
    assert virtual.device.app.history.game.round.order == [14, 15, 44, 61]


def test_the_row_that_a_card_goes_to_flashes_and_the_others_are_dim(virtual):
    type_keys(virtual, "## 12 37 43 58 14 15 44 61 #")
    lit = [row.brightness() for row in virtual.board.rows]
    assert lit[0] > lit[1] == lit[2] == lit[3] > 0
    seen = set()
    for _ in range(40):
        virtual.wait(30)
        seen.add(rows(virtual)[0])
    assert seen == {" 142", ""}


def test_displays_dim_when_nothing_happens_and_wake_at_the_first_key(virtual):
    type_keys(virtual, "## 12")
    bright = virtual.board.rows[0].brightness(), virtual.board.oled.contrast
    virtual.board.clock.wait(121_000_000)
    virtual.wait(700)
    assert virtual.board.rows[0].brightness() < bright[0]
    assert virtual.board.oled.contrast < bright[1]
    type_keys(virtual, "3")
    assert (virtual.board.rows[0].brightness(), virtual.board.oled.contrast) == bright


def test_sound_off_and_on_with_one_key_from_the_menu(virtual):
    type_keys(virtual, "D0*")
    before = len(virtual.board.buzzer.tones)
    type_keys(virtual, "## 12 12")
    assert len(virtual.board.buzzer.tones) == before
    type_keys(virtual, "D0")
    assert len(virtual.board.buzzer.tones) > before


def test_a_held_star_clears_the_entry(virtual):
    type_keys(virtual, "## 10")
    virtual.board.press("*")
    virtual.wait(1000)
    virtual.board.release("*")
    virtual.wait(50)
    assert virtual.device.app.table.number.digits == ""
    assert virtual.device.app.history.game.agreed is not None


def test_a_digit_on_the_screen_costs_few_bytes_on_the_bus(virtual):
    type_keys(virtual, "##")
    sent = []
    receive = virtual.board.oled.receive
    virtual.board.oled.receive = lambda data: (sent.append(len(data) + 1), receive(data))[1]
    virtual.press("1")
    assert 0 < sum(sent) <= 300


def test_the_row_displays_change_before_the_screen(virtual):
    type_keys(virtual, "## 1")
    drawn = []
    receive = virtual.board.oled.receive
    virtual.board.oled.receive = lambda data: (drawn.append(virtual.board.clock.now), receive(data))[1]
    pressed = virtual.board.clock.now
    virtual.press("2")
    assert pressed < virtual.board.rows[0].changed < min(drawn)


def test_a_flashing_row_costs_the_other_displays_and_the_screen_nothing(virtual):
    type_keys(virtual, "## 12 37 43 58 14 15 44 61 #")
    sent = [row.transfers for row in virtual.board.rows]
    writes = virtual.board.oled.writes
    virtual.device.rows.revive = lambda now: None
    virtual.wait(1000)
    assert [row.transfers > count for row, count in zip(virtual.board.rows, sent, strict=True)] == [True, *[False] * 4]
    assert virtual.board.oled.writes == writes


def test_nothing_that_can_wait_is_done_while_a_key_bounces(virtual, monkeypatch):
    worked = []
    work = virtual.device._work
    monkeypatch.setattr(virtual.device, "_work", lambda now: (worked.append(now), work(now))[1])
    virtual.board.clock.wait(1_000_000)  # looking after the parts is overdue
    virtual.board.press("1")
    virtual.wait(5)
    assert virtual.device.keypad.settling
    assert worked == []
    virtual.wait(50)
    assert not virtual.device.keypad.settling
    assert worked


def test_memory_is_collected_after_some_keys_when_nobody_types(virtual, monkeypatch):
    from ox import device

    collected = []
    monkeypatch.setattr(device, "_collect", lambda: collected.append(virtual.device._touched))
    for key in "##" + "1*" * 8:
        virtual.board.press(key)
        virtual.wait(20)
        virtual.board.release(key)
        virtual.wait(20)
    assert collected == [], "the next key came too soon"
    virtual.wait(200)
    assert collected == [virtual.device._touched]


def test_a_ctrl_c_says_so_and_the_game_is_there_again_afterwards(virtual):
    type_keys(virtual, "## 12 37 43 58 14")
    virtual.device.stopped()
    picture = bytes(virtual.board.oled.picture())
    again = VirtualDevice(virtual.board.flash)
    again.power_on()
    assert screen(again) == "Round 1 / Turn 1 / P2 / - / 14"
    assert picture != bytes(again.board.oled.picture())


def test_the_safe_mode_jumper_leads_to_the_repl(virtual):
    from ox.device import main

    virtual.board.jumper(True)
    main(virtual.files)  # comes back at once


def test_main_runs_until_a_ctrl_c_which_gets_through(virtual):
    from ox.device import main

    type_keys(virtual, "## 12 37 43 58 14")
    virtual.device.stopped()
    stopped = bytes(virtual.board.oled.picture())
    type_keys(virtual, "1")
    assert bytes(virtual.board.oled.picture()) != stopped
    virtual.board.clock.after(1_000_000, lambda: virtual.board.usb.send(b"\x03"))
    with pytest.raises(KeyboardInterrupt):
        main(virtual.files, virtual.board.usb)
    assert bytes(virtual.board.oled.picture()) == stopped
