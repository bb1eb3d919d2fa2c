"""The bytes of a journal: a header, then records. Pure: imports binascii and ox.core.events only.

    header   "OXT", version (1), game id (8, random), start (4, seconds since 1970, 0: no clock), CRC-32 (4)
    record   length of the event (1), the event's binary form, CRC-32 (4)

A record's CRC-32 is seeded with the one before it, the first with the header's: so a record that was swapped, spliced
in from another game or left over from an older file is as wrong as one that was torn. Numbers are big-endian.

Three small files beside the journals:

    tail     "OXE", version (1), game (4), offset (4), CRC-32 of the journal up to there (4), move (4), CRC-32 (4); then
             journal bytes
    mark     "OXA", version (1), length that the laptop has (4), CRC-32 seeded with the journal header's (4)
    epoch    "OXP", version (1), settled (1), epoch (8, random), CRC-32 (4)
"""

from binascii import crc32

from ox.core.events import BadBytes, decode, encode

TYPE_CHECKING = False  # MicroPython has no typing; checkers take this name for true
if TYPE_CHECKING:
    from ox.core.events import Event

VERSION = 1
ID_LENGTH = 8
HEADER_LENGTH = 20
CRC_LENGTH = 4
# The longest event sets up ten players with names of twelve characters. 0 and 255, the bytes of blank flash, are no
# length: a run of either is never taken for records.
MAX_EVENT = 7 + 10 * 13
_MAGIC = b"OXT"
TAIL_HEADER = 24
_TAIL = b"OXE\x01"
_MARK = b"OXA\x01"
_EPOCH = b"OXP\x01"

# What is wrong with a journal.
TORN = 1  # it ends inside a record: the last entry was never acknowledged
DAMAGED = 2  # a record in the middle is not what was written
NOT_A_JOURNAL = 3
OTHER_VERSION = 4


class BadJournal(Exception):
    """A file that is no journal, or of another version: `reason` is one of the constants above."""

    def __init__(self, reason: int) -> None:
        super().__init__(reason)
        self.reason = reason


def make_header(game_id: bytes, start: int) -> bytes:
    head = _MAGIC + bytes((VERSION,)) + game_id + start.to_bytes(4, "big")
    return head + _crc_bytes(crc32(head))


def read_header(data: bytes) -> tuple[bytes, int, int]:
    """(game id, start, CRC-32) of a journal that starts with these bytes. Raises BadJournal."""
    if data[:3] != _MAGIC or len(data) < HEADER_LENGTH:
        raise BadJournal(NOT_A_JOURNAL)
    if data[3] != VERSION:
        raise BadJournal(OTHER_VERSION)
    crc = crc32(data[: HEADER_LENGTH - CRC_LENGTH])
    if _crc_bytes(crc) != data[HEADER_LENGTH - CRC_LENGTH : HEADER_LENGTH]:
        raise BadJournal(NOT_A_JOURNAL)
    return bytes(data[4 : 4 + ID_LENGTH]), int.from_bytes(data[12:16], "big"), crc


def make_record(event: "Event", crc: int) -> tuple[bytes, int]:
    """The record of an event behind one whose CRC-32 is `crc`, and its own CRC-32."""
    form = encode(event)
    body = bytes((len(form),)) + form
    crc = crc32(body, crc)
    return body + _crc_bytes(crc), crc


def read_record(data: bytes, at: int, crc: int) -> tuple["Event", int, int]:
    """(event, place behind it, CRC-32) of the record at `at`. Raises BadJournal: TORN if the data ends too early."""
    length = data[at]
    if not 0 < length <= MAX_EVENT:
        raise BadJournal(DAMAGED)
    end = at + 1 + length
    if end + CRC_LENGTH > len(data):
        raise BadJournal(TORN)
    crc = crc32(data[at:end], crc)
    if _crc_bytes(crc) != data[end : end + CRC_LENGTH]:
        raise BadJournal(DAMAGED)
    try:
        event, behind = decode(data, at + 1)
    except BadBytes:
        raise BadJournal(DAMAGED)
    if behind != end:
        raise BadJournal(DAMAGED)
    return event, end + CRC_LENGTH, crc


def _crc_bytes(crc: int) -> bytes:
    return (crc & 0xFFFFFFFF).to_bytes(4, "big")


# --- Tail, mark, epoch. Reading gives None for bytes that are none.


def make_tail_header(number: int, offset: int, crc: int, move: int) -> bytes:
    head = _TAIL + number.to_bytes(4, "big") + offset.to_bytes(4, "big") + _crc_bytes(crc) + move.to_bytes(4, "big")
    return head + _crc_bytes(crc32(head))


def read_tail_header(data: bytes) -> tuple[int, int, int, int] | None:
    """(game, offset, CRC-32 of the journal up to there, move) of a tail that starts with these bytes."""
    if not _sealed(data[:TAIL_HEADER], _TAIL, TAIL_HEADER, 0):
        return None
    number, offset, crc, move = [int.from_bytes(data[at : at + 4], "big") for at in (4, 8, 12, 16)]
    return number, offset, crc, move


def make_mark(length: int, header_crc: int) -> bytes:
    mark = _MARK + length.to_bytes(4, "big")
    return mark + _crc_bytes(crc32(mark, header_crc))


def read_mark(data: bytes, header_crc: int) -> int | None:
    return int.from_bytes(data[4:8], "big") if _sealed(data, _MARK, 12, header_crc) else None


def make_epoch(epoch: bytes, settled: bool) -> bytes:
    form = _EPOCH + bytes((settled,)) + epoch
    return form + _crc_bytes(crc32(form))


def read_epoch(data: bytes) -> tuple[bytes, bool] | None:
    return (bytes(data[5:13]), bool(data[4])) if _sealed(data, _EPOCH, 17, 0) else None


def _sealed(data: bytes, magic: bytes, length: int, seed: int) -> bool:
    body = length - CRC_LENGTH
    return len(data) == length and data[:4] == magic and data[body:] == _crc_bytes(crc32(data[:body], seed))
