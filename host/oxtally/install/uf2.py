"""A UF2 file: whether it is MicroPython, of which version, for which chip. Imports oxtally.errors.

A UF2 file is a row of 512-byte blocks, each with its place in the flash and the family of chips that it is for. A Pico
takes the blocks of its own family and, without a word, leaves others alone: so it is better to look before copying.
"""

from __future__ import annotations

import re
import struct
from pathlib import Path

from oxtally.errors import OxtallyError, printable

FAMILIES = {
    "RP2040": (0xE48BFF56,),
    "RP2350": (0xE48BFF59, 0xE48BFF5A, 0xE48BFF5B),  # Arm secure, RISC-V, Arm non-secure
}
OLDEST = 1, 24  # MicroPython that the firmware needs
PAGES = {"RP2040": "micropython.org/download/RPI_PICO", "RP2350": "micropython.org/download/RPI_PICO2"}
BOARDS = {"RP2040": "Pico", "RP2350": "Pico 2"}

_BLOCK = 512
_HEAD = struct.Struct("<8I")
_MAGIC = 0x0A324655, 0x9E5D5157
_END = struct.Struct("<I")
_END_MAGIC = 0x0AB16F30
_HAS_FAMILY = 0x2000
_MOST = 64 * 1024 * 1024  # a Pico has 2 MiB, a Pico 2 has 4
_NAME = re.compile(rb"MicroPython v(\d+)\.(\d+)")


def read(path: Path, chip: str) -> bytes:
    """The file, if that chip takes it and it is a MicroPython that is new enough. Raises OxtallyError."""
    name = printable(str(path))
    try:
        if path.stat().st_size > _MOST:
            raise OxtallyError(f"{name}: this is no UF2 file for a Pico; {_where(chip)}")
        content = path.read_bytes()
    except OSError as error:
        raise OxtallyError(f"{name}: {error.strerror}; {_where(chip)}") from None
    parts = _parts(content)
    if not parts:
        raise OxtallyError(f"{name}: this is no UF2 file, or not a whole one; {_where(chip)}")
    mine = b"".join(data for family, data in parts if family in FAMILIES[chip])
    if not mine:
        others = [BOARDS[one] for one in FAMILIES if any(family in FAMILIES[one] for family, _ in parts)]
        whose = f"a {others[0]}" if others else "another chip"
        raise OxtallyError(f"{name}: this is for {whose}, and here is a {BOARDS[chip]}; {_where(chip)}")
    version = _NAME.search(mine)
    if not version:
        raise OxtallyError(f"{name}: this is not MicroPython; {_where(chip)}")
    if tuple(map(int, version.groups())) < OLDEST:
        raise OxtallyError(f"{name}: {version[0].decode()} is too old; {_where(chip)}")
    return content


def _where(chip: str) -> str:
    return f"download the .uf2 file of MicroPython {OLDEST[0]}.{OLDEST[1]} or newer from {PAGES[chip]}"


def _parts(content: bytes) -> list[tuple[int, bytes]]:
    """Family and payload of each block; nothing if any block is none, or if some are missing."""
    parts = []
    counts: dict[int, int] = {}
    totals: dict[int, int] = {}
    for at in range(0, len(content), _BLOCK):
        block = content[at : at + _BLOCK]
        if len(block) < _BLOCK:
            return []
        first, second, flags, _, size, _, total, family = _HEAD.unpack_from(block)
        end = _END.unpack_from(block, _BLOCK - _END.size)[0]
        if (first, second, end) != (*_MAGIC, _END_MAGIC) or not flags & _HAS_FAMILY or size > _BLOCK - 36:
            return []
        parts.append((family, block[_HEAD.size : _HEAD.size + size]))
        counts[family] = counts.get(family, 0) + 1
        totals[family] = total
    ours = [family for families in FAMILIES.values() for family in families if family in counts]
    return parts if all(counts[family] == totals[family] for family in ours) else []
