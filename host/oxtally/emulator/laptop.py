"""The other end of the emulated USB: a laptop that has the serial port open, or not. Imports nothing of ours.

rp2040py's own end answers every request for data at once, with an empty packet where there is none. That floods the
firmware with interrupts, and its time runs three times too slow; a real laptop says nothing until it has something.
"""

from __future__ import annotations

from typing import Any

_RING = 512  # rp2040py's queue of bytes to the chip


class Laptop:
    """Satisfies what oxtally.board.usb.Usb offers a laptop."""

    def __init__(self, chip: Any, cdc: Any) -> None:
        self.connected = False  # the chip has been recognised
        self.plugged = True
        self._chip = chip
        self._on = False  # the chip has its USB running
        self._cdc = cdc
        self._waiting = b""  # to the chip
        self._said = bytearray()
        self._asked: tuple[int, int] | None = None  # the chip has room: endpoint, and how much
        self._answer = chip.usb_ctrl.on_endpoint_read
        chip.usb_ctrl.on_endpoint_read = self._ask
        cdc.on_serial_data = self._said.extend
        cdc.on_device_connected = self._recognised
        self._forget = chip.usb_ctrl.on_reset
        chip.usb_ctrl.on_reset = self._gone
        self._begin = chip.usb_ctrl.on_usb_enabled
        chip.usb_ctrl.on_usb_enabled = self._there

    def _there(self) -> None:
        self._on = True
        if self.plugged:
            self._begin()

    def _recognised(self) -> None:
        self.connected = True

    def _gone(self) -> None:
        """The chip was reset: it has left the bus."""
        self._on = False
        self._lose()

    def _lose(self) -> None:
        """And with it all that was on its way."""
        self.connected = False
        self._asked = None
        self._waiting = b""
        self._forget()

    def unplug(self) -> None:
        """Pull the cable. (The power comes from elsewhere.)"""
        self.plugged = False
        self._lose()

    def plug(self) -> None:
        """The laptop finds a device, and asks it who it is."""
        self.plugged = True
        if self._on:
            self._begin()

    def _ask(self, endpoint: int, size: int) -> None:
        if endpoint == self._cdc._out_endpoint:
            self._asked = (endpoint, size)
            self._serve()
        else:
            self._answer(endpoint, size)

    def _serve(self) -> None:
        if not self._asked or not self._waiting or not self.plugged:
            return
        (endpoint, size), self._asked = self._asked, None
        for byte in self._waiting[:size]:
            self._cdc.send_serial_byte(byte)
        self._waiting = self._waiting[size:]
        self._answer(endpoint, size)

    def send(self, data: bytes) -> int:
        """How many of the bytes there was room for."""
        taken = data[: _RING - len(self._waiting)]
        self._waiting += taken
        self._serve()
        return len(taken)

    def sending(self) -> bool:
        """The chip has not taken all of it yet."""
        return bool(self._waiting)

    def receive(self) -> bytes:
        said = bytes(self._said)
        self._said.clear()
        return said
