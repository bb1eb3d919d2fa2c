"""A file that comes from the laptop in pieces, until all of it is there. Imports protocol.

Pieces may come twice, and the whole thing may start again at any moment: nothing of it counts before `whole` has seen
its length and its CRC-32.
"""

from .protocol import crc32

LIMIT = 8192  # bytes of a file


class Upload:
    def __init__(self) -> None:
        self._kind = ""
        self._data = bytearray()

    def add(self, kind: str, offset: int, piece: bytes) -> bool:
        """False if the pieces before it are missing, or it gets too long."""
        if not offset:
            self._kind = kind
            self._data = bytearray()
        if kind != self._kind or offset > len(self._data) or offset + len(piece) > LIMIT:
            return False
        # A piece that comes again says the same; were it another one, the checksum would tell.
        self._data = self._data[:offset] + piece
        return True

    def whole(self, kind: str, length: int, crc: int) -> bytes:
        """The file; empty if it is not the one that the laptop means."""
        if kind != self._kind or length != len(self._data) or crc != crc32(self._data):
            return b""
        return bytes(self._data)

    def forget(self) -> None:
        self._kind = ""
        self._data = bytearray()
