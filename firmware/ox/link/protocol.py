"""What a line between laptop and device looks like; both sides use this module. Imports binascii only.

    ?NUMBER VERB FIELD … CRC\\n      a request
    !NUMBER VERB FIELD … CRC\\n      its answer, or !NUMBER err CODE CRC\\n

Printable ASCII, one space between fields, CRC-32 in eight hex digits over everything before the space in front of it.
The port is the REPL's: byte 3 would be a Ctrl-C, and whatever is echoed must not pass for an answer, hence two leads.
"""

import binascii

TYPE_CHECKING = False  # MicroPython has no typing; checkers take this name for true
if TYPE_CHECKING:
    from collections.abc import Sequence

LOWEST = HIGHEST = 1  # versions of this protocol that are spoken here

REQUEST = 63  # ?
REPLY = 33  # !

# Lines with their newline. The Pico's input ring has 512 bytes.
REQUEST_LIMIT = 256
REPLY_LIMIT = 2176

CHUNK = 1536  # bytes of a journal in one answer, at the most
PIECE = 144  # bytes of a file in one request, at the most
PAGE = 64  # games in one answer, at the most

NUMBER_LIMIT = 1_000_000_000  # request numbers are below; small ints on the Pico

HELLO = "hello"
LIST = "list"
GET = "get"
ACK = "ack"
CLOCK = "clock"
ROSTER = "roster"
SETTINGS = "settings"
NAME = "name"
NOW = "now"
HEALTH = "health"
CRASH = "crash"
SELF_TEST = "selftest"

READ = "read"
WRITE = "write"
COMMIT = "commit"
FORGET = "forget"

ERR = "err"
UNKNOWN = "unknown"  # no such verb
CRASHED = "crashed"  # the firmware broke down, and answers nothing else until it starts again
BAD_ARGS = "bad-args"
NO_GAME = "no-game"
WRONG_LENGTH = "wrong-length"  # more than there is
WRONG_HASH = "wrong-hash"
WRONG_OFFSET = "wrong-offset"  # pieces before it are missing: start again
WRONG_CRC = "wrong-crc"  # the pieces do not make the file: start again
BAD_VALUE = "bad-value"  # not what belongs there
FULL = "full"  # no room on the flash
FAULT = "fault"  # the flash cannot be read or written

# What a game in a list is like, added up; the last field of its entry.
OPEN = 1  # it is being played
UNFINISHED = 2  # nobody plays it, and it was never put away: its end may be missing
UNREADABLE = 4  # it has no header that this firmware knows

EMPTY = "-"  # a field with nothing in it

_SPACE = 32
_CRC_LENGTH = 8


class BadLine(Exception):
    """Not a line of this protocol: noise, a line cut short, an echo."""


def encode(lead: int, number: int, verb: str, fields: "Sequence[object]" = ()) -> bytes:
    """A line, with its newline. Fields are written as text; none may be empty or have a space in it."""
    text = chr(lead) + str(number) + " " + verb
    for field in fields:
        text += " " + str(field)
    data = text.encode()
    return data + b" %08x\n" % crc32(data)


def decode(lead: int, line: "bytes | bytearray | memoryview") -> "tuple[int, str, list[str]]":
    """(number, verb, fields) of a line without its newline. Raises BadLine, whatever the bytes are."""
    data = bytes(line)
    # What an answer that was given up left behind stands in front: the last lead is where this line starts.
    start = data.rfind(bytes((lead,)))
    if start < 0:
        raise BadLine
    end = len(data)
    if end and data[end - 1] == 13:  # a terminal's habit
        end -= 1
    data = data[start:end]
    body = len(data) - _CRC_LENGTH - 1
    if body < 4 or len(data) >= (REQUEST_LIMIT if lead == REQUEST else REPLY_LIMIT):
        raise BadLine
    for byte in data:
        if not _SPACE <= byte < 127:
            raise BadLine
    if data[body:] != b" %08x" % crc32(data[:body]):
        raise BadLine
    fields = data[1:body].decode().split(" ")
    if len(fields) < 2 or "" in fields:
        raise BadLine
    number = whole(fields[0])
    if number < 0 or number >= NUMBER_LIMIT:
        raise BadLine
    return number, fields[1], fields[2:]


def crc32(data: "bytes | bytearray | memoryview") -> int:
    return binascii.crc32(data) & 0xFFFFFFFF


def whole(text: str) -> int:
    """A number that is not negative, written the one way that it has; -1 if it is none."""
    if not 0 < len(text) <= 10 or (text[0] == "0" and len(text) > 1):
        return -1
    for letter in text:
        if not "0" <= letter <= "9":  # int() would take more: signs, underscores, spaces
            return -1
    return int(text)


def pack(data: bytes) -> str:
    """Bytes as a field: base64 without a newline."""
    return binascii.b2a_base64(data)[:-1].decode() if len(data) else EMPTY


def unpack(text: str) -> bytes:
    """Raises BadLine for what `pack` does not write."""
    if text == EMPTY:
        return b""
    try:
        data = binascii.a2b_base64(text)
    except ValueError:
        raise BadLine
    if pack(data) != text:  # the two interpreters are generous in different ways
        raise BadLine
    return data
