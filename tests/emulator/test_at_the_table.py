"""What happens to a box: plugs come loose, hands slip, somebody presses reset. On the emulated Pico."""

from __future__ import annotations

import pytest

from copies import in_a_copy
from emulated import LIMIT_MS, log_on, welcomed

pytestmark = pytest.mark.rp2040

SCREEN, ROW = 1024, 5  # bytes
BACK_MS = 2000  # a part that is there again has been written again by then


def test_displays_that_lose_their_power_come_back(uf2):
    def story() -> None:
        both = welcomed(uf2)
        both.type("##12")  # a row, so that there is something on a row display
        lit = both.pico.shown()
        for part in ("oled", "row1"):
            both.unplug(part)
        assert not any(both.pico.shown()[: SCREEN + ROW])
        both.wait(700)  # it has noticed
        for part in ("row1", "oled"):
            both.plug(part)
        both.wait(BACK_MS)
        both.settle(0)
        assert any(both.pico.shown()[:SCREEN])
        both.type("3")
        assert both.pico.shown()[SCREEN:] == lit[SCREEN:]
        assert both.complaints() == []

    in_a_copy(story)


def test_three_keys_at_once_count_for_nothing(uf2):
    """They look like four: the corners of a rectangle."""

    def story() -> None:
        both = welcomed(uf2)
        both.type("##")
        pico = both.pico
        before = pico.shown()
        for keys in (("1", "2", "4"), ("5", "9", "8")):
            for key in keys:
                pico.board.press(key)
            pico.wait(60)
            for key in keys:
                pico.board.release(key)
            pico.wait(40)
            assert pico.shown() == before
        both.type("12")
        assert log_on(pico.flash)[-1][2] == 12

    in_a_copy(story)


def test_it_needs_no_laptop(uf2):
    """Unplugged, it plays on; plugged in again, it is recognised."""

    def story() -> None:
        both = welcomed(uf2)
        pico = both.pico
        pico.laptop.unplug()
        both.type("##12")
        assert not pico.laptop.connected
        pico.laptop.plug()
        pico.wait(300)
        assert pico.laptop.connected
        both.type("37")
        assert len(log_on(pico.flash)) == 3

    in_a_copy(story)


def test_a_reset_brings_the_game_back(uf2):
    """The RUN pin: the chip starts again, the displays keep their power, the USB goes and comes back."""

    def story() -> None:
        both = welcomed(uf2)
        both.type("##12")
        pico = both.pico
        pico.wait(100)  # whatever is under way on a wire is finished
        pico.reset()
        assert not pico.laptop.connected
        while pico.board.oled.lit():  # the firmware resets it as well
            pico.wait(10)
        both.settle(LIMIT_MS)
        assert pico.laptop.connected
        both.type("37")
        assert [event[2] for event in log_on(pico.flash)[1:]] == [12, 37]
        assert both.complaints() == []

    in_a_copy(story)
