"""The emulated chip's parts one by one, by its registers: without MicroPython, and so for everybody."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from rp2040py.peripherals.ssi import CMD_PAGE_PROGRAM, CMD_SECTOR_ERASE, CMD_WRITE_ENABLE
from rp2040py.rp2040 import RP2040

from oxtally.board.board import Board
from oxtally.board.flash import BLOCK, ERASE_US, HALF, PAGE, PROGRAM_US, Flash
from oxtally.board.wires import LOW, OFF, UP, Net
from oxtally.emulator.bus import Bus
from oxtally.emulator.laptop import Laptop
from oxtally.emulator.nor import START, Nor
from oxtally.emulator.pads import Pad
from oxtally.emulator.time import Time

OUT_ENDPOINT = 2
INPUT_ENABLE = 1 << 6  # of a pad


class Cdc:
    """The half of rp2040py that enumerates; here it has done so."""

    _out_endpoint = OUT_ENDPOINT

    def __init__(self) -> None:
        self.queue = b""

    def send_serial_byte(self, byte: int) -> None:
        self.queue += bytes((byte,))


@pytest.fixture
def usb() -> tuple[Any, Cdc, list[bytes]]:
    """The chip, its serial port, and the packets that it was given when it had room."""
    packets: list[bytes] = []
    cdc = Cdc()

    def answer(endpoint: int, size: int) -> None:
        packets.append(cdc.queue[:size])
        cdc.queue = cdc.queue[size:]

    controller = SimpleNamespace(on_endpoint_read=answer, on_reset=lambda: None, on_usb_enabled=lambda: None)
    return SimpleNamespace(usb_ctrl=controller), cdc, packets


def test_room_for_bytes_that_nobody_has_is_not_answered(usb):
    chip, cdc, packets = usb
    laptop = Laptop(chip, cdc)
    chip.usb_ctrl.on_endpoint_read(OUT_ENDPOINT, 64)
    assert packets == [], "not even with an empty packet"
    assert laptop.send(b"x" * 100) == 100
    assert packets == [b"x" * 64]
    assert laptop.sending()
    chip.usb_ctrl.on_endpoint_read(OUT_ENDPOINT, 64)
    assert packets == [b"x" * 64, b"x" * 36]
    assert not laptop.sending()


def test_the_line_has_room_for_so_much_and_says_so(usb):
    chip, cdc, _ = usb
    laptop = Laptop(chip, cdc)
    assert laptop.send(b"x" * 600) == 512
    assert laptop.send(b"x") == 0


def test_a_chip_that_starts_again_has_lost_what_was_on_its_way(usb):
    chip, cdc, packets = usb
    laptop = Laptop(chip, cdc)
    laptop.send(b"x")
    chip.usb_ctrl.on_reset()
    assert not laptop.sending()
    chip.usb_ctrl.on_endpoint_read(OUT_ENDPOINT, 64)
    assert packets == []


def nor(cuts: list[None]) -> tuple[Any, Nor, Flash]:
    chip = RP2040()
    flash = Flash(blocks=4)
    flash.clock = Time(chip.clock)
    return chip, Nor(chip, flash, b"12345678", lambda: cuts.append(None)), flash


def command(part: Nor, chip: Any, code: int, place: int, data: bytes = b"") -> float:
    """As the boot ROM gives it; returns the microseconds that the clock went on."""
    before = chip.clock.nanos
    for words in (bytes((CMD_WRITE_ENABLE,)), bytes((code,)) + (START + place).to_bytes(3, "big") + data):
        for byte in words:
            part._shift_byte(byte)
        part._apply_command()  # the chip is no longer selected
        part._tx_buffer = bytearray()
    return (chip.clock.nanos - before) / 1000


def test_flash_operations_take_their_time_and_reads_see_what_they_did():
    cuts: list[None] = []
    chip, part, flash = nor(cuts)
    flash.data[BLOCK : BLOCK + PAGE] = bytes(PAGE)
    assert command(part, chip, CMD_SECTOR_ERASE, BLOCK) == ERASE_US
    assert command(part, chip, CMD_PAGE_PROGRAM, BLOCK, b"games" * 51) == PROGRAM_US
    assert flash.data[BLOCK : BLOCK + 5] == b"games"
    assert chip.flash[START + BLOCK :][:255] == b"games" * 51
    assert cuts == []


def test_a_power_cut_leaves_half_an_operation():
    cuts: list[None] = []
    chip, part, flash = nor(cuts)
    flash.cut_at(0, 7, HALF)
    command(part, chip, CMD_PAGE_PROGRAM, 0, bytes(PAGE))
    assert cuts == [None]
    assert flash.dead
    assert 0 < int.from_bytes(flash.data[:PAGE], "big").bit_count() < 8 * PAGE
    assert chip.flash[START : START + PAGE] == flash.data[:PAGE]


def test_an_output_reads_the_level_of_its_wire():
    chip = RP2040()
    net = Net("GP2", lambda text: None)
    gpio = chip.gpio[2]
    gpio.pad_value = INPUT_ENABLE
    Pad(gpio, net)
    other = net.tap("somebody else")
    for strength, level in ((UP, True), (LOW, False), (OFF, False), (UP, True)):
        other.drive(strength)
        assert bool(gpio.input_value) == level


def test_a_byte_on_the_bus_ends_when_its_nine_bits_would():
    chip = RP2040()
    board = Board()
    bus = Bus(chip, 0, [board.oled])
    i2c = chip.i2c[0]
    ends: list[float] = []
    for name in ("complete_start", "complete_connect", "complete_write", "complete_stop"):
        setattr(i2c, name, lambda *_: ends.append(chip.clock.nanos))
    i2c.on_connect(0x3C, None)
    for _ in range(3):
        chip.clock.tick(chip.clock.nanos_to_next_alarm)
        i2c.on_write_byte(0)
    bits = 9 * (i2c.scl_high_period + i2c.scl_low_period) / chip.clk_sys * 1e9
    assert ends == pytest.approx([bits, 2 * bits, 3 * bits])
    assert bus.sent == 4
    board.ground(4)  # a wire that is held low: nothing ends
    chip.clock.tick(bits)
    i2c.on_write_byte(0)
    chip.clock.tick(100 * bits)
    assert len(ends) == 4
