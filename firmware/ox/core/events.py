"""Everything people do at the table, as events. Imports nothing.

An event is a tuple, its kind first. It also has a binary form, the same on every machine: one byte for the kind, then

    (SETUP, rules, target, rounds, names)                  version, rules, target (2), rounds, number of names,
                                                           then each name: length, Latin-1 bytes
    (PICK, player, card)                                   player, card
    (ROW, slot, card)                                      slot, card
    (REVEAL, turn, player, card)                           turn and player, card
    (SPECIAL, turn, player, card, special, slot, other)    turn and player, card, special and slot, other card
    (CHOOSE, turn, player, card, slot)                     turn and player, card, slot
    (ADJUST, player, change)                               player, change (2, two's complement)
    (VOID,)  (STOP,)  (UNDO,)  (REDO,)                     nothing
    (CORRECT, entry, event)                                entry (3), the event as above
    (ADD, entry, event)                                    entry (3), the event as above

"Turn and player", "special and slot" are one byte: the first in the high four bits. Numbers are big-endian. `entry` is
the place of an earlier event in the log, counted from 0. Events of play take at most 10 bytes; the form is
self-delimiting, so that a game is its events one after the other. The version stands in the setup event, which opens
every game.
"""

TYPE_CHECKING = False  # MicroPython has no typing; checkers take this name for true
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    Event = tuple[Any, ...]
else:
    Event = tuple

VERSION = 1

SETUP = 1
PICK = 2  # own hands: a player picks a card in the open
ROW = 3  # one of the four cards that start the rows; the first one (or the first pick) starts a round
REVEAL = 4
SPECIAL = 5  # a special card, played at the moment when `card` is placed; slot and other are 0 where it needs none
CHOOSE = 6  # rule 5: the row that the player of `card` takes
ADJUST = 7
VOID = 8  # a misdeal: the round counts for nothing
STOP = 9  # the game ends here by agreement
# Entries about entries: they act on the log, see history.
UNDO = 16
REDO = 17
CORRECT = 18  # the entry was meant to be this; None: it was not meant to be at all
ADD = 19  # this belongs before that entry

# The special cards.
ROW5 = 1  # fifth row
SEVEN = 2  # seven takes
INSERT = 3  # slot: the row
REPLACE = 4  # other: the card placed instead
SLIDE = 5  # other: the card that moves; slot: the row that it moves to
STOP_ROW = 6  # slot: the row
NEG = 7  # other: the card of the taken row that becomes positive

MAX_ENTRY = 0xFFFFFF

_LENGTHS = {PICK: 3, ROW: 3, REVEAL: 3, SPECIAL: 5, CHOOSE: 4, ADJUST: 4, VOID: 1, STOP: 1, UNDO: 1, REDO: 1}


class BadBytes(ValueError):
    """Bytes that are no event: `reason` is one of the constants below, `at` the offset of the event."""

    def __init__(self, reason: int, at: int) -> None:
        super().__init__(reason, at)
        self.reason = reason
        self.at = at


CUT_SHORT = 1
UNKNOWN_KIND = 2
WRONG_VERSION = 3


def encode(event: Event) -> bytes:
    """The binary form of an event."""
    kind = event[0]
    if kind == REVEAL:
        return bytes((kind, event[1] << 4 | event[2], event[3]))
    if kind == CHOOSE:
        return bytes((kind, event[1] << 4 | event[2], event[3], event[4]))
    if kind == SPECIAL:
        return bytes((kind, event[1] << 4 | event[2], event[3], event[4] << 4 | event[5], event[6]))
    if kind == ADJUST:
        change = event[2] & 0xFFFF
        return bytes((kind, event[1], change >> 8, change & 0xFF))
    if kind in (CORRECT, ADD):
        entry = event[1]
        head = bytes((kind, entry >> 16, entry >> 8 & 0xFF, entry & 0xFF))
        return head + (b"\x00" if event[2] is None else encode(event[2]))
    if kind == SETUP:
        _, rules, target, rounds, names = event
        form = bytes((kind, VERSION, rules, target >> 8, target & 0xFF, rounds, len(names)))
        for name in names:
            form += bytes((len(name),)) + name
        return form
    return bytes(event)


def decode(data: bytes | bytearray, at: int = 0) -> tuple[Event, int]:
    """The event whose binary form starts at `at`, and the place right behind it. Raises BadBytes."""
    if at >= len(data):
        raise BadBytes(CUT_SHORT, at)
    kind = data[at]
    if kind == REVEAL and at + 3 <= len(data):  # most of them
        return (kind, data[at + 1] >> 4, data[at + 1] & 15, data[at + 2]), at + 3
    if kind == SETUP:
        return _decode_setup(data, at)
    if kind in (CORRECT, ADD):
        return _decode_edit(data, at)
    end = at + _LENGTHS.get(kind, 0)
    if end == at:
        raise BadBytes(UNKNOWN_KIND, at)
    if end > len(data):
        raise BadBytes(CUT_SHORT, at)
    if SPECIAL <= kind <= CHOOSE:
        turn, player, card = data[at + 1] >> 4, data[at + 1] & 15, data[at + 2]
        if kind == CHOOSE:
            return (kind, turn, player, card, data[at + 3]), end
        return (kind, turn, player, card, data[at + 3] >> 4, data[at + 3] & 15, data[at + 4]), end
    if kind == ADJUST:
        change = data[at + 2] << 8 | data[at + 3]
        return (kind, data[at + 1], change - 0x10000 if change & 0x8000 else change), end
    return tuple(data[at:end]), end


def decode_all(data: bytes) -> "Iterator[Event]":
    """Every event of a stream of bytes, in order. Raises BadBytes at the first that is none."""
    at = 0
    while at < len(data):
        event, at = decode(data, at)
        yield event


def _decode_setup(data: bytes | bytearray, at: int) -> tuple[Event, int]:
    if len(data) < at + 7:
        raise BadBytes(CUT_SHORT, at)
    if data[at + 1] != VERSION:
        raise BadBytes(WRONG_VERSION, at)
    names = []
    end = at + 7
    for _ in range(data[at + 6]):
        start = end + 1
        end = start + data[end] if end < len(data) else start
        if end > len(data):
            raise BadBytes(CUT_SHORT, at)
        names.append(bytes(data[start:end]))
    return (SETUP, data[at + 2], data[at + 3] << 8 | data[at + 4], data[at + 5], tuple(names)), end


def _decode_edit(data: bytes | bytearray, at: int) -> tuple[Event, int]:
    start = at + 4
    if start >= len(data):
        raise BadBytes(CUT_SHORT, at)
    kind = data[at]
    entry = data[at + 1] << 16 | data[at + 2] << 8 | data[at + 3]
    inner = data[start]
    if inner == 0 and kind == CORRECT:
        return (kind, entry, None), start + 1
    if inner == 0 or inner >= UNDO:  # an entry about an entry is about something that was done at the table
        raise BadBytes(UNKNOWN_KIND, at)
    event, end = decode(data, start)
    return (kind, entry, event), end
