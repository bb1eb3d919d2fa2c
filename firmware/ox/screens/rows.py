"""The five row displays: the last card in three digits, how full the row is as a gauge. Imports core and frame.

Signs: a colon is the even/odd marker (only cards of the same parity as the last card fit); two upright bars in place of
the gauge are a stop; a gauge that hangs from the top is a seven: that row holds six.
"""

from ox.core.cards import heads_of
from ox.core.table import Table

from .frame import BRIGHT, DIM, NO_GAUGE, STOP_SIGN, Frame, number
from .segments import SEVEN_SIGN


def show_rows(frame: Frame, table: Table, shine: int = BRIGHT, but: int = -1) -> None:
    """Every row with its last card; slots without a row stay dark. `but`: leave this slot alone."""
    for slot, row in enumerate(table.rows):
        if row and slot != but:
            frame.rows[slot] = (number(row[-1]), _gauge(table, slot), table.marked == slot, shine, False)


def show_placing(frame: Frame, table: Table, slot: int, card: int) -> None:
    """The row that a card goes to flashes the card; the others are dim."""
    show_rows(frame, table, DIM, slot)
    frame.row(slot, number(card), _gauge(table, slot), table.marked == slot, BRIGHT, True)


def show_taking(frame: Frame, table: Table, slot: int, heads: int) -> None:
    """A row was taken: its display shows the heads, as `- 6`."""
    show_rows(frame, table, DIM, slot)
    sign = "-" if heads >= 0 else "="  # a special card may give heads back
    count = number(abs(heads))
    frame.row(slot, sign + " " * (2 - len(count)) + count, NO_GAUGE, False, BRIGHT, True)


def show_choices(frame: Frame, table: Table, slots: list[int]) -> None:
    """A player must choose: every row that is open shows its heads, the others are dim."""
    show_rows(frame, table, DIM)
    for slot in slots:
        frame.row(slot, number(heads_of(table.rows[slot])), NO_GAUGE, False, BRIGHT)


def show_starts(frame: Frame, starts: bytes) -> None:
    """The start cards that have been typed so far."""
    for slot, card in enumerate(starts):
        if card:
            frame.row(slot, number(card), 1)


def _gauge(table: Table, slot: int) -> int:
    if table.stops >> slot & 1:
        return STOP_SIGN
    return len(table.rows[slot]) + (SEVEN_SIGN if table.sevens >> slot & 1 else 0)
