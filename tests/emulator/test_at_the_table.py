"""What happens to a box: plugs come loose, hands slip, somebody presses reset. On the emulated Pico."""

from __future__ import annotations

import pytest

from copies import in_a_copy
from emulated import ask, bare, log_on, welcomed

pytestmark = pytest.mark.rp2040

SCREEN, ROW = 1024, 5  # bytes
BACK_MS = 2000  # a part that is there again has been written again by then


def test_plugs_that_come_loose(uf2):
    """Displays that were without power are written again; without a laptop the box plays on, and is found again."""

    def story() -> None:
        both = welcomed(uf2)
        pico = both.pico
        both.type("##12")  # a row, so that there is something on a row display
        lit = pico.shown()
        for part in ("oled", "row1"):
            both.unplug(part)
        pico.laptop.unplug()
        assert not any(pico.shown()[: SCREEN + ROW])
        both.wait(700)  # it has noticed
        for part in ("row1", "oled"):
            both.plug(part)
        both.wait(BACK_MS)
        both.settle(0)
        assert any(pico.shown()[:SCREEN])
        both.type("3")
        assert pico.shown()[SCREEN:] == lit[SCREEN:]
        assert not pico.laptop.connected
        pico.laptop.plug()
        pico.wait(300)
        assert pico.laptop.connected
        both.type("7")
        assert [event[2] for event in log_on(pico.flash)[1:]] == [12, 37]
        assert both.complaints() == []

    in_a_copy(story)


def test_three_keys_at_once_count_for_nothing(uf2):
    """They look like four: the corners of a rectangle."""

    def story() -> None:
        both = welcomed(uf2)
        pico = both.pico
        before = pico.shown()
        for keys in (("1", "2", "4"), ("B", "#", "A")):
            for key in keys:
                pico.board.press(key)
            pico.wait(60)
            for key in keys:
                pico.board.release(key)
            pico.wait(40)
            assert pico.shown() == before
        both.type("#")

    in_a_copy(story)


@pytest.mark.parametrize("way", ["the RUN pin", "machine.reset()"])
def test_a_reset_starts_the_chip_again(way, uf2):
    """Pins let go, the USB goes and comes back, the flash stays, and MicroPython knows why it starts."""

    def story() -> None:
        pico = bare(uf2)
        ask(pico, "from machine import Pin\np = Pin(22, Pin.OUT, value=1)\nopen('letter', 'w').close()")
        assert pico.board.nets[22].level == 1
        if way == "the RUN pin":
            pico.reset()
        else:
            pico.laptop.send(b"import machine\nmachine.reset()\x04")
            while pico.laptop.connected:
                pico.wait(1)
        assert not pico.laptop.connected
        assert pico.board.nets[22].level == 0
        while not pico.laptop.connected:
            pico.wait(10)
        pico.wait(100)
        pico.laptop.receive()
        cause = "1" if way == "the RUN pin" else "3"
        assert ask(pico, "import machine, os\nprint(machine.reset_cause(), os.listdir())") == f"{cause} ['letter']"

    in_a_copy(story)
