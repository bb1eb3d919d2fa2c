"""Why an entry is refused: a number for each reason. Sentences in human languages are made elsewhere, from these.

Imports nothing. Two reasons mean "not at this moment" (NOT_YET, OVER); after a correction the entries behind it wait on
these, and are dropped on all others.
"""

# The moment is wrong.
NOT_YET = 1  # something else has to be entered first
OVER = 2  # the game is over
NO_GAME = 3  # nothing is set up
GAME_SET_UP = 4  # the game is set up already
NO_ROUND = 5  # no round is under way
NOT_ASKED = 6  # there is no row to choose for that card, or no such card is being placed
ALREADY_PLACED = 7  # the card has been placed, and later entries depend on it
ALREADY_REVEALED = 8  # that player has revealed a card this turn
ROW_STARTED = 9  # that row has its first card

# The card, row or player is wrong. `detail` says more.
NO_SUCH_CARD = 16
NOT_IN_DECK = 17  # pro: only 1 to 10n+4 are in play; detail: the highest card
SEEN = 18  # detail: where, see Round.seen
NOT_IN_HAND = 19  # own hands: the player did not pick that card
PICKED = 20  # own hands: somebody picked it; detail: the player
HAND_FULL = 21
NO_SUCH_PLAYER = 22
NO_SUCH_ROW = 23  # no such slot, or nothing lies there
STOPPED_ROW = 24
OTHER_ROW = 25  # neg: the positive card lies in another row; detail: that row's slot
DRAFT_OFF = 26  # own hands do not go with special cards

# Special cards.
NO_SPECIALS = 32  # not in this variant
NO_SUCH_SPECIAL = 33
SECOND_SPECIAL = 34  # one a placing
FIVE_ROWS = 35  # row5
NO_ROW_FITS = 36  # seven
HAS_SEVEN = 37  # seven
AT_THE_END = 38  # insert: never at the end of a row
LAST_TURN = 39  # replace: nobody has another card
NOT_ON_TABLE = 40  # slide, neg: that card lies in no row
SAME_ROW = 41  # slide: to another row
TWO_STOPS = 42  # stop
HAS_STOP = 43  # stop
NOT_TAKING = 44  # neg: the player is not about to take a row
NOT_IN_ROW = 45  # neg: the card is not in the row that is taken

# Scores.
BAD_CHANGE = 48  # adjust: 1 to 171, up or down
BELOW_ZERO = 49  # adjust: detail: the player's total

# Setting up.
BAD_VARIANT = 56
BAD_NUMBER_OF_PLAYERS = 57  # detail: the most there may be
BAD_NAME = 58  # detail: the seat
SAME_NAME = 59  # detail: the second seat
BAD_TARGET = 60
BAD_ROUNDS = 61

# Undo, redo, correct.
NOTHING_TO_UNDO = 64
NOTHING_TO_REDO = 65
NO_SUCH_ENTRY = 66
OTHER_QUESTION = 67  # a correction has to answer what the entry answered


class Refused(Exception):
    """An entry that the rules do not allow. Nothing has changed."""

    def __init__(self, code: int, detail: int = 0) -> None:
        super().__init__(code, detail)
        self.code = code
        self.detail = detail
