"""The rows on the table: where a card goes, and what taking a row does. Imports cards.

Rules 3 to 5, the five-card limit, the even/odd marker, stops, sevens, five rows. A row is bytes in ascending order; an
empty slot is b"". Rows keep their slot: they are never sorted or renumbered.
"""

from .cards import CARDS, DECK, heads_of

NO_ROW = -1
FULL = 5  # cards a row may hold, without a seven
_CLOSED = 255  # the end of a slot that takes no card: higher than any card


class Table:
    """Four rows, or up to five where the special cards are played."""

    def __init__(self, starts: bytes, parity: bool, slots: int) -> None:
        self.rows: list[bytes] = [DECK[card : card + 1] for card in starts] + [b""] * (slots - len(starts))
        self.sevens = 0  # bit s: the row in slot s holds six
        self.stops = 0  # bit s: the row in slot s is stopped
        self.marked = NO_ROW  # the slot with the even/odd marker
        self.odd = 0  # what the marker shows
        self._ends: list[int] = []  # last card of each slot, or _CLOSED
        self._note_ends()
        if parity:
            self._mark(min(starts))

    # --- Asking

    def fit(self, card: int) -> int:
        """Rule 3: the slot whose last card is the highest of those below the card; NO_ROW if there is none.

        Stopped rows and empty slots do not exist here, nor does the marked row for a card of the other parity.
        """
        ends = self._ends
        if self.marked != NO_ROW and (card & 1) != self.odd:
            ends = ends[:]
            ends[self.marked] = _CLOSED
        highest = 0
        for end in ends:
            if highest < end < card:
                highest = end
        return ends.index(highest) if highest else NO_ROW

    def open_rows(self) -> list[int]:
        """Rule 5: the slots whose rows may be taken by choice."""
        return [slot for slot, row in enumerate(self.rows) if row and not self.stops >> slot & 1]

    def cheapest(self, slots: list[int]) -> int:
        """The suggestion for rule 5: fewest heads, then the shorter row, then the lower slot."""
        return min([(heads_of(self.rows[slot]), len(self.rows[slot]), slot) for slot in slots])[2]

    def holds(self, slot: int) -> int:
        """How many cards the row may hold."""
        return FULL + (self.sevens >> slot & 1)

    def is_full(self, slot: int) -> bool:
        return len(self.rows[slot]) >= FULL + (self.sevens >> slot & 1)

    def five_rows(self) -> bool:
        return len(self.rows) > 4 and b"" not in self.rows

    def slot_of(self, card: int) -> int:
        """The slot of the row in which the card lies, NO_ROW if it lies in none."""
        if 0 < card <= CARDS:  # bytes raise on numbers that are no bytes
            for slot, row in enumerate(self.rows):
                if card in row:
                    return slot
        return NO_ROW

    # --- Doing. What comes back is the cards that the player takes, b"" for none.

    def add(self, slot: int, card: int) -> bytes:
        """Rules 3 and 4: the card goes to the end of the row, or takes it if the row is full."""
        row = self.rows[slot]
        if len(row) >= FULL and self.is_full(slot):
            return self.take(slot, card)
        self.rows[slot] = row + DECK[card : card + 1]
        self._ends[slot] = card
        return b""

    def take(self, slot: int, card: int) -> bytes:
        """The row goes to the player and the card starts it anew; of five rows, the card goes too and four remain."""
        taken = self.rows[slot]
        if self.five_rows():
            self._taken(slot, b"")
            return taken + DECK[card : card + 1]
        self._taken(slot, DECK[card : card + 1])
        return taken

    def put(self, slot: int, card: int, five_rows: bool) -> bytes:
        """Insert and slide: the card goes into the row in ascending order.

        If the row then holds too many, all but the highest card are taken, which starts the row anew; of five rows,
        all of it.
        """
        row = bytes(sorted(self.rows[slot] + DECK[card : card + 1]))
        if len(row) <= self.holds(slot):
            self.rows[slot] = row
            self._ends[slot] = row[-1]
            return b""
        if five_rows:
            self._taken(slot, b"")
            return row
        self._taken(slot, row[-1:])
        return row[:-1]

    def start(self, slot: int, card: int) -> None:
        """The card starts a row in an empty slot."""
        self.rows[slot] = DECK[card : card + 1]
        self._ends[slot] = card

    def lift(self, slot: int, card: int) -> None:
        """Slide: the card leaves its row. An empty row loses its seven."""
        at = self.rows[slot].find(DECK[card : card + 1])
        self.rows[slot] = row = self.rows[slot][:at] + self.rows[slot][at + 1 :]
        if not row:
            self.sevens &= ~(1 << slot)
        self._note_ends()

    def stop(self, slot: int) -> None:
        self.stops |= 1 << slot
        self._ends[slot] = _CLOSED

    def seven(self, slot: int) -> None:
        self.sevens |= 1 << slot

    # --- Going back

    def save(self) -> tuple[tuple[bytes, ...], int, int, int, int]:
        """All there is to know about the table, to be compared, shown, or given to `restore`."""
        return tuple(self.rows), self.sevens, self.stops, self.marked, self.odd

    def restore(self, saved: tuple[tuple[bytes, ...], int, int, int, int]) -> None:
        rows, self.sevens, self.stops, self.marked, self.odd = saved
        self.rows[:] = rows
        self._note_ends()

    # --- Inside

    def _taken(self, slot: int, row: bytes) -> None:
        """A row was taken and `row` lies there now: its seven leaves, all stops leave, the marker moves."""
        self.rows[slot] = row
        self._ends[slot] = row[-1] if row else _CLOSED
        self.sevens &= ~(1 << slot)
        if self.stops:
            self.stops = 0
            self._note_ends()
        if self.marked != NO_ROW:
            # To the lowest of the three other rows; the new row counts, unless it is the one that the marker leaves.
            self._mark(min([end for at, end in enumerate(self._ends) if at != self.marked]))

    def _mark(self, end: int) -> None:
        self.marked = self._ends.index(end)
        self.odd = end & 1

    def _note_ends(self) -> None:
        self._ends[:] = [
            row[-1] if row and not self.stops >> slot & 1 else _CLOSED for slot, row in enumerate(self.rows)
        ]
