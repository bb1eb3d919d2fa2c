"""The flash chip's commands, on the flash model: they take their time, and the power may go in the middle of one.

Imports oxtally.board. The file system lies behind MicroPython itself, in the last 1408 KiB of a Pico's 2 MiB; reads do
not come here but go to the emulator's own memory, which is kept the same.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rp2040py.peripherals.ssi import CMD_PAGE_PROGRAM, CMD_SECTOR_ERASE, RPSSI

from oxtally.board.flash import BLOCK, PAGE, Flash, PowerCut

START = 0xA0000  # of the file system
_REGISTER = 0x18000  # where the chip has the controller of its flash
_UNIQUE_ID = 0x4B
_HEAD = 4  # a command and its address
_ID_HEAD = 5  # likewise, and one byte that says nothing


class Nor(RPSSI):
    """Puts itself in the place of the emulator's own one. `cut` is called when the power goes."""

    def __init__(self, chip: Any, flash: Flash, chip_id: bytes, cut: Callable[[], None]) -> None:
        super().__init__(chip, "SSI")
        self._flash = flash
        self._id = chip_id
        self._cut = cut
        chip.ssi = self
        chip.peripherals[_REGISTER] = self
        self._copy(0, len(flash.data))

    def _shift_byte(self, byte_out: int) -> int:
        answer = super()._shift_byte(byte_out)
        at = len(self._tx_buffer) - 1 - _ID_HEAD
        if self._tx_buffer[0] == _UNIQUE_ID and 0 <= at < len(self._id):
            return self._id[at]
        return answer

    def _apply_command(self) -> None:
        command = bytes(self._tx_buffer)
        place = int.from_bytes(command[1:_HEAD], "big") - START
        erases = command[:1] == bytes((CMD_SECTOR_ERASE,))
        programs = command[:1] == bytes((CMD_PAGE_PROGRAM,)) and len(command) > _HEAD
        if not (0 <= place < len(self._flash.data) and self._write_enabled and (erases or programs)):
            super()._apply_command()
            return
        self._tx_buffer = bytearray()
        self._write_enabled = False
        try:
            if erases:
                self._flash.erase(place // BLOCK)
            else:
                self._flash.redo(place, command[_HEAD : _HEAD + PAGE])
        except PowerCut:
            self._cut()
        self._copy(place // BLOCK * BLOCK, BLOCK)

    def _copy(self, place: int, count: int) -> None:
        self.rp2040.flash[START + place : START + place + count] = self._flash.data[place : place + count]
