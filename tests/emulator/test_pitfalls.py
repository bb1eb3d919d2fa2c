"""What an emulated Pico gets wrong unless somebody takes care. Each of these was wrong once."""

from __future__ import annotations

import ast

import pytest

from conftest import ROOT
from copies import in_a_copy
from emulated import ask, bare, welcomed
from oxtally.board.flash import ERASE_US, PROGRAM_US

HERTZ = 125_000_000
BIT_US = 2.5  # at 400 kHz


def test_the_firmware_needs_one_core_only():
    """The emulated Pico has one."""
    for path in (ROOT / "firmware").rglob("*.py"):
        names = {one.name for node in ast.walk(ast.parse(path.read_text())) for one in getattr(node, "names", [])}
        assert "_thread" not in names, path


@pytest.mark.rp2040
def test_a_laptop_that_has_nothing_to_say_says_nothing(uf2):
    """Empty packets would keep the chip busy, and its time would run three times too slow."""

    def story() -> None:
        pico = welcomed(uf2).pico
        answered: list[int] = []
        done = pico.chip.usb_ctrl.endpoint_read_done
        pico.chip.usb_ctrl.endpoint_read_done = lambda end, data: (answered.append(len(data)), done(end, data))
        cycles = pico.chip.core.cycles
        pico.wait(200)
        assert answered == []
        assert (pico.chip.core.cycles - cycles) / HERTZ < 0.12, "most of the time it waits for the next look around"

    in_a_copy(story)


@pytest.mark.rp2040
def test_a_byte_on_the_bus_takes_the_time_of_nine_bits(uf2):
    """What is measured from inside, beside what the wires are said to have carried."""

    def story() -> None:
        pico = bare(uf2)
        ask(pico, "from machine import I2C, Pin\nPin(14, Pin.OUT, value=1)")
        ask(pico, "i = I2C(0, sda=Pin(4), scl=Pin(5), freq=400_000)\nimport time")
        for count in (17, 129):
            sent = pico.bus.sent
            code = f"b = bytes({count})\nt = time.ticks_us()\ni.writeto(0x3C, b)\nprint(time.ticks_us() - t)"
            took = int(ask(pico, code))
            assert pico.bus.sent - sent == count + 1, "the address as well"
            assert took == pytest.approx((count + 1) * 9 * BIT_US, rel=0.05, abs=100)
        code = "try:\n i.writeto(0x3D, b)\nexcept OSError as error:\n print(error.errno)"
        assert ask(pico, code) == "5", "nobody else answers"

    in_a_copy(story)


@pytest.mark.rp2040
def test_the_chip_stands_still_while_its_flash_is_busy(uf2):
    def story() -> None:
        pico = bare(uf2)
        ask(pico, "import rp2, time\nf = rp2.Flash()\nb = bytes(4096)")
        timed = "t = time.ticks_us()\n{}\nprint(time.ticks_us() - t)"
        for action, us in (("f.ioctl(6, 300)", ERASE_US), ("f.writeblocks(300, b, 0)", 16 * PROGRAM_US)):
            cycles = pico.chip.core.cycles
            took = int(ask(pico, timed.format(action)))
            assert us <= took < us * 1.15 + 500, "and the bytes have to get there"
            assert (pico.chip.core.cycles - cycles) / HERTZ < 0.02, "no instruction meanwhile"
        erases, programs = pico.flash.erases, pico.flash.programs
        ask(pico, "f.writeblocks(300, b)")
        assert (pico.flash.erases, pico.flash.programs) == (erases + 1, programs + 16)
        assert pico.flash.data[300 * 4096 :][:4096] == bytes(4096)
        assert ask(pico, "c = bytearray(9)\nf.readblocks(300, c)\nprint(bytes(c) == bytes(9))") == "True"

    in_a_copy(story)


@pytest.mark.rp2040
def test_a_pin_reads_the_wire_and_not_what_it_was_told(uf2):
    def story() -> None:
        pico = bare(uf2)
        ask(pico, "from machine import Pin\np = Pin(2, Pin.OUT, value=1)")
        assert ask(pico, "print(p.value())") == "1", "an output has the level that it drives"
        ask(pico, "p.value(0)\nq = Pin(17, Pin.OPEN_DRAIN, value=1)")
        assert ask(pico, "print(p.value(), q.value())") == "0 1"
        pico.board.ground(17)
        assert ask(pico, "print(q.value())") == "0", "somebody else pulls it low"
        pico.board.mend(17)
        assert ask(pico, "print(q.value())") == "1"

    in_a_copy(story)


@pytest.mark.rp2040
def test_random_numbers_are_random(uf2):
    """In the emulator as it comes every bit is a one, and so were all games' ids."""
    assert in_a_copy(
        lambda: ask(bare(uf2), "import os\na = os.urandom(8)\nprint(a != os.urandom(8), a != b'\\xff' * 8)")
    ) == ("True True")


@pytest.mark.rp2040
def test_it_has_a_number_of_its_own(uf2):
    """By which the laptop knows it: the virtual board's."""
    from oxtally.board.board import CHIP_ID

    code = "import machine\nprint(machine.unique_id().hex())"
    assert in_a_copy(lambda: ask(bare(uf2), code)) == CHIP_ID.hex()
