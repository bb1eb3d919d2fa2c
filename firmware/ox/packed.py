"""Long constants, packed where the firmware is compiled (see oxtally.install.packing) and unpacked here. Pico only."""

from io import BytesIO

from deflate import RAW, DeflateIO

_WINDOW = 10  # what it was packed with: 1024 bytes


def unpacked(data: bytes) -> bytes:
    whole: bytes = DeflateIO(BytesIO(data), RAW, _WINDOW).read()
    return whole
