"""The seven special cards: when each is refused, and what it does to the table. Imports events, refused and table.

A special card is played at the moment when its player's revealed card is placed, before that card lies on the table.
Each function here returns (slot, taken): the slot where the revealed card went, or NO_ROW if it is still to be placed
as usual, and the cards that the player took on the way.
"""

from .events import INSERT, NEG, ROW5, SEVEN, SLIDE, STOP_ROW, Event
from .refused import (
    AT_THE_END,
    FIVE_ROWS,
    HAS_SEVEN,
    HAS_STOP,
    NO_ROW_FITS,
    NO_SUCH_ROW,
    NO_SUCH_SPECIAL,
    NOT_IN_ROW,
    NOT_ON_TABLE,
    NOT_TAKING,
    SAME_ROW,
    STOPPED_ROW,
    TWO_STOPS,
    Refused,
)
from .table import NO_ROW, Table


def play(table: Table, event: Event) -> tuple[int, bytes]:
    """Play a special card. `replace` is not here: it changes the card, not the table (see round)."""
    _, _, _, card, special, slot, other = event
    if special == ROW5:
        return _fifth_row(table, card)
    if special == SEVEN:
        return _seven_takes(table, card)
    if special == INSERT:
        return _insert(table, card, slot)
    if special == SLIDE:
        return _slide(table, card, slot, other)
    if special == STOP_ROW:
        return _stop(table, slot)
    if special == NEG:
        return _negative_is_positive(table, card, other)
    raise Refused(NO_SUCH_SPECIAL)


def _fifth_row(table: Table, card: int) -> tuple[int, bytes]:
    """The card starts a new row in the empty slot."""
    if table.five_rows():
        raise Refused(FIVE_ROWS)
    slot = table.rows.index(b"")
    table.start(slot, card)
    return slot, b""


def _seven_takes(table: Table, card: int) -> tuple[int, bytes]:
    """The card goes where rule 3 says, without taking; from now on that row holds six."""
    slot = table.fit(card)
    if slot == NO_ROW:
        raise Refused(NO_ROW_FITS)
    if table.sevens >> slot & 1:
        raise Refused(HAS_SEVEN, slot)
    table.seven(slot)
    return NO_ROW, b""


def _insert(table: Table, card: int, slot: int) -> tuple[int, bytes]:
    """The card goes inside a row or before its first card, never at the end."""
    row = _open_row(table, slot)
    if card > row[-1]:
        raise Refused(AT_THE_END)
    return slot, table.put(slot, card, table.five_rows())


def _slide(table: Table, card: int, slot: int, other: int) -> tuple[int, bytes]:
    """The other card moves to that row. If this empties its own row, the revealed card has to start that row."""
    home = table.slot_of(other)
    if home == NO_ROW:
        raise Refused(NOT_ON_TABLE)
    _open_row(table, home)
    _open_row(table, slot)
    if slot == home:
        raise Refused(SAME_ROW)
    five_rows = table.five_rows()  # before the move: a row that it empties still counts as a row
    table.lift(home, other)
    taken = table.put(slot, other, five_rows)
    if table.rows[home]:
        return NO_ROW, taken
    table.start(home, card)
    return home, taken


def _stop(table: Table, slot: int) -> tuple[int, bytes]:
    """Nothing can be added to that row, moved out of it, or taken, until somebody takes a row."""
    if not (0 <= slot < len(table.rows) and table.rows[slot]):
        raise Refused(NO_SUCH_ROW)
    if table.stops >> slot & 1:
        raise Refused(HAS_STOP)
    if table.stops & (table.stops - 1):  # two bits are set
        raise Refused(TWO_STOPS)
    table.stop(slot)
    return NO_ROW, b""


def _negative_is_positive(table: Table, card: int, other: int) -> tuple[int, bytes]:
    """Only for a player about to take a row (rule 4 or 5), and for a card of that row. Heads are counted in round."""
    home = table.slot_of(other)
    slot = table.fit(card)
    if slot == NO_ROW:
        if home == NO_ROW:
            raise Refused(NOT_ON_TABLE)
        _open_row(table, home)
    elif not table.is_full(slot):
        raise Refused(NOT_TAKING)
    elif home != slot:
        raise Refused(NOT_IN_ROW)
    return NO_ROW, b""


def _open_row(table: Table, slot: int) -> bytes:
    if not (0 <= slot < len(table.rows) and table.rows[slot]):
        raise Refused(NO_SUCH_ROW)
    if table.stops >> slot & 1:
        raise Refused(STOPPED_ROW)
    return table.rows[slot]
