"""One round: picks, start rows, then turn after turn of revealing and placing. Imports all but game and history.

Rules 1, 2, 6 and 7. As soon as a turn's last card is revealed, its cards are placed from the lowest to the highest, up
to the first one whose player must choose a row. With special cards, playing one for a card that lies there already
takes that card and those behind it off the table again, and goes on from there: so nobody has to say "no special card".
"""

from . import special as special_cards
from .agreed import ROWS, Agreed
from .cards import CARDS, HEADS, heads_of
from .events import INSERT, NEG, REPLACE, Event
from .refused import (
    ALREADY_PLACED,
    ALREADY_REVEALED,
    DRAFT_OFF,
    HAND_FULL,
    LAST_TURN,
    NO_SPECIALS,
    NO_SUCH_CARD,
    NO_SUCH_PLAYER,
    NO_SUCH_ROW,
    NOT_ASKED,
    NOT_IN_DECK,
    NOT_IN_HAND,
    NOT_YET,
    OTHER_ROW,
    PICKED,
    ROW_STARTED,
    SECOND_SPECIAL,
    SEEN,
    STOPPED_ROW,
    Refused,
)
from .table import NO_ROW, Table

# Why a card lies where it lies.
FITS = 1  # rule 3
ROW_WAS_FULL = 2  # rule 4
CHOSEN = 3  # rule 5
STARTED = 4  # it started a row: fifth row, or a row that slide emptied
INSERTED = 5

NO_PLAYER = -1
NO_TURN = -1


class Round:
    def __init__(self, agreed: Agreed) -> None:
        players = agreed.players
        self.agreed = agreed
        self._players = players
        self._deck = agreed.deck
        self.table = Table(b"", False, agreed.slots)  # the rows
        self.started = False  # all four rows lie there
        self.starts = bytearray(ROWS)  # the cards that start the rows, 0: not yet
        self.picks = bytearray(players)  # own hands: how many cards each player has picked
        self.drafted = False  # own hands: everybody has picked a whole hand
        self.owner = bytearray(CARDS + 1)  # own hands: player + 1 of each card
        # Where each card was seen: turn << 4 | player + 1; for the start rows slot + 1. 0: not yet.
        self.seen = bytearray(CARDS + 1)
        self.piles = [0] * players  # heads taken in this round
        self.turn = 0  # the turn on the table
        self.due = NO_TURN  # the turn whose cards may be revealed now
        self.cards = bytearray(players)  # the turn's cards by player, 0: not yet
        self.order: list[int] = []  # the turn's cards in the order of placing, once all are revealed
        # (player, card, slot, taken, heads, why, special) in that order; special: that event, or None
        self.placings: list[tuple] = []
        self.asking = False  # a player must choose a row for the next card of the order
        self.finished = False
        self._hidden = 0  # cards of this turn that are still to be revealed
        self._before = self.table.save()  # the table at the start of the turn
        self._card = 0  # the card that asks (replace may have changed it),
        self._special: Event | None = None  # the special card played for it,
        self._taken = b""  # what that took,
        self._positive = 0  # and neg's positive card
        self.decided = -1  # the last place in the order where a player decided something: a row, a special card
        self._closed = False  # a finished round that counts: its last turn stays as it is

    # --- Asking

    def next_pick(self) -> int:
        """The player with the fewest picks, the first seat of several: picks go round the table."""
        return self.picks.find(bytes((min(self.picks),)))

    def next_row(self) -> int:
        """The first slot without a start card, NO_ROW once all have one."""
        return self.starts.find(b"\x00")

    def next_player(self) -> int:
        """Whose card is to be revealed next, in seat order; NO_PLAYER when no card is due."""
        if self.due == NO_TURN:
            return NO_PLAYER
        return self.cards.find(b"\x00") if self.turn == self.due else 0

    def asked(self) -> tuple[int, int] | None:
        """(player, card) of the card whose player must choose a row, or None."""
        if not self.asking:
            return None
        return (self.seen[self._card] & 15) - 1, self._card

    def choices(self) -> list[int]:
        """The slots that may be chosen now."""
        if not self.asking:
            return []
        if self._positive:
            return [self.table.slot_of(self._positive)]
        return self.table.open_rows()

    def suggestion(self) -> int:
        """The row that costs least. The device suggests it and never picks by itself."""
        return self.table.cheapest(self.choices())

    def table_before(self, at: int) -> Table:
        """The table right before the card at that place of the order was placed, for showing a turn card by card."""
        table = Table(b"", False, self.agreed.slots)
        table.restore(self._before)
        for _, card, slot, _, _, why, special in self.placings[:at]:
            if special and special[4] != REPLACE:
                went, _ = special_cards.play(table, special)
                if went != NO_ROW:
                    continue
            if why == CHOSEN:
                table.take(slot, card)
            else:
                table.add(slot, card)
        return table

    # --- Before the first turn

    def pick(self, player: int, card: int) -> None:
        if self.agreed.special:
            raise Refused(DRAFT_OFF)
        if self.started:
            raise Refused(NOT_YET)
        if max(self.starts):
            raise Refused(ROW_STARTED)
        self._check_player(player)
        self._check_card(card)
        if self.owner[card]:
            raise Refused(PICKED, self.owner[card] - 1)
        if self.picks[player] == self.agreed.hand:
            raise Refused(HAND_FULL)
        self.picks[player] += 1
        self.owner[card] = player + 1
        self.drafted = min(self.picks) == self.agreed.hand

    def start_row(self, slot: int, card: int) -> None:
        if self.started or (max(self.picks) and not self.drafted):
            raise Refused(NOT_YET)
        if not 0 <= slot < ROWS:
            raise Refused(NO_SUCH_ROW)
        if self.starts[slot]:
            raise Refused(ROW_STARTED)
        self._check_card(card)
        if self.owner[card]:
            raise Refused(PICKED, self.owner[card] - 1)
        self.starts[slot] = card
        self.seen[card] = slot + 1
        if min(self.starts):
            self.table = Table(bytes(self.starts), self.agreed.parity, self.agreed.slots)
            self.started = True
            self.due = 1

    # --- A turn

    def reveal(self, event: Event) -> None:
        """Rule 2: a player reveals a card. The order of revealing does not matter."""
        _, turn, player, card = event
        if turn != self.due:
            raise Refused(ALREADY_REVEALED if turn <= self.turn and not self.finished else NOT_YET)
        if not 0 <= player < self._players:
            raise Refused(NO_SUCH_PLAYER)
        if turn == self.turn and self.cards[player]:
            raise Refused(ALREADY_REVEALED, player)
        seen = self.seen
        if not 0 < card <= self._deck or seen[card]:
            self._check_card(card)
        if self.drafted and self.owner[card] != player + 1:
            raise Refused(NOT_IN_HAND)
        if turn != self.turn:
            self._begin_turn(turn)
        self.cards[player] = card
        seen[card] = turn << 4 | player + 1
        self._hidden -= 1
        if not self._hidden:
            self.due = NO_TURN
            self.order = sorted(self.cards)
            self._place_the_rest()

    def choose(self, event: Event) -> None:
        """Rule 5: the player of that card takes the row."""
        _, turn, player, card, slot = event
        if turn > self.turn or (turn == self.turn and not self.order):
            raise Refused(NOT_YET)
        if self.asked() != (player, card) or turn != self.turn:
            later = turn == self.turn and self.asking and card in self.order[len(self.placings) + 1 :]
            raise Refused(NOT_YET if later else NOT_ASKED)
        if not (0 <= slot < self.agreed.slots and self.table.rows[slot]):
            raise Refused(NO_SUCH_ROW)
        if self.table.stops >> slot & 1:
            raise Refused(STOPPED_ROW)
        if self._positive and self._positive not in self.table.rows[slot]:
            raise Refused(OTHER_ROW, self.table.slot_of(self._positive))
        self.asking = False
        self.decided = len(self.placings)
        self._placed(slot, self._taken + self.table.take(slot, card), CHOSEN)
        self._place_the_rest()

    def play_special(self, event: Event) -> None:
        """A special card for the revealed card, at the moment of its placing."""
        _, turn, player, card, special, _, other = event
        if not self.agreed.special:
            raise Refused(NO_SPECIALS)
        if turn > self.turn or (turn == self.turn and not self.order):
            raise Refused(NOT_YET)
        if turn < self.turn or self._closed:
            raise Refused(ALREADY_PLACED)
        self._check_player(player)
        if self.cards[player] != card:
            raise Refused(NOT_ASKED)
        at = self.order.index(card)
        if at <= self.decided:
            raise Refused(SECOND_SPECIAL if self._special_at(at) else ALREADY_PLACED)
        if at > len(self.placings):  # a player before this one still has to choose a row
            raise Refused(NOT_YET)
        table = self.table_before(at)
        if special == REPLACE:
            self._check_replacement(other)
            went, taken = NO_ROW, b""
        else:
            went, taken = special_cards.play(table, event)
        # Nothing has changed so far; from here on nothing is refused.
        self._forget_placings(at)
        self.table = table
        self.decided = at
        self._card = card
        self._special = event
        self._taken = taken
        self._positive = other if special == NEG else 0
        if special == REPLACE:
            self._card = other
            self.seen[card] = 0
            self.seen[other] = turn << 4 | player + 1
        if went != NO_ROW:
            self._placed(went, taken, INSERTED if special == INSERT else STARTED)
            self._place_the_rest()
            return
        went = table.fit(self._card)
        if went == NO_ROW:
            self.asking = True
            return
        taken_now = table.add(went, self._card)
        self._placed(went, taken + taken_now, ROW_WAS_FULL if taken_now else FITS)
        self._place_the_rest()

    def close(self) -> None:
        """The finished round has been counted for an adjustment: no more special cards for its last turn."""
        self._closed = True

    # --- Inside

    def _begin_turn(self, turn: int) -> None:
        self.turn = turn
        self.cards = bytearray(self._players)
        self._hidden = self._players
        self.order = []
        self.placings = []
        self._before = self.table.save()
        self.decided = -1

    def _place_the_rest(self) -> None:
        """Place card after card, up to the first whose player must choose a row."""
        table = self.table
        seen = self.seen
        placings = self.placings
        for card in self.order[len(placings) :]:
            slot = table.fit(card)
            if slot == NO_ROW:
                self.asking = True
                self._card = card
                self._special = None
                self._taken = b""
                self._positive = 0
                return
            taken = table.add(slot, card)
            player = (seen[card] & 15) - 1
            if taken:
                heads = heads_of(taken)
                self.piles[player] += heads
                placings.append((player, card, slot, taken, heads, ROW_WAS_FULL, None))
            else:
                placings.append((player, card, slot, taken, 0, FITS, None))
        self.finished = self.turn == self.agreed.hand
        self.due = NO_TURN if self.finished else self.turn + 1

    def _placed(self, slot: int, taken: bytes, why: int) -> None:
        """Note the placing of the card that a player decided about, and count the heads."""
        player = (self.seen[self._card] & 15) - 1
        pile = self.piles[player]
        # neg: the positive card does not count, and cancels as many heads; what is left over below zero is lost.
        self.piles[player] = max(0, pile + heads_of(taken) - 2 * HEADS[self._positive])
        heads = self.piles[player] - pile
        self.placings.append((player, self._card, slot, bytes(sorted(taken)), heads, why, self._special))

    def _forget_placings(self, at: int) -> None:
        """Take the cards from that place of the order on off the table again."""
        for placing in self.placings[at:]:
            self.piles[placing[0]] -= placing[4]
        del self.placings[at:]
        self.asking = self.finished = False
        self.due = NO_TURN

    def _special_at(self, at: int) -> Event | None:
        return self.placings[at][6] if at < len(self.placings) else self._special

    def _check_player(self, player: int) -> None:
        if not 0 <= player < self.agreed.players:
            raise Refused(NO_SUCH_PLAYER)

    def _check_card(self, card: int) -> None:
        """The card exists, is in play, and has not been seen in this round."""
        if not 0 < card <= self.agreed.deck:
            raise Refused(NOT_IN_DECK if 0 < card <= CARDS else NO_SUCH_CARD, self.agreed.deck)
        if self.seen[card]:
            raise Refused(SEEN, self.seen[card])

    def _check_replacement(self, card: int) -> None:
        if self.turn == self.agreed.hand:
            raise Refused(LAST_TURN)
        self._check_card(card)
