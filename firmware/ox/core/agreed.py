"""What the table agrees on before the first card: variant, players, when the game ends. Imports cards and refused."""

from .cards import CARDS
from .refused import BAD_NAME, BAD_NUMBER_OF_PLAYERS, BAD_ROUNDS, BAD_TARGET, BAD_VARIANT, SAME_NAME, Refused

# The variant is a sum of these; 0 is the base game.
PRO = 1  # only cards 1 to 10n+4 are in play
PARITY = 2  # the even/odd card
SPECIAL = 4  # the special cards
VARIANTS = (0, PRO, PARITY, PRO + PARITY, SPECIAL)

# Added to the variant in the setup event: the game ends when the target is reached, not only when it is passed.
REACH = 8

ROWS = 4
MAX_TARGET = 999
MAX_ROUNDS = 99
MAX_NAME = 12


class Agreed:
    """The settings of one game, checked. They never change while it is played."""

    def __init__(self, rules: int, target: int, rounds: int, names: tuple[bytes, ...]) -> None:
        variant = rules & ~REACH
        if variant not in VARIANTS:
            raise Refused(BAD_VARIANT)
        self.variant = variant
        self.special = variant == SPECIAL
        self.parity = bool(variant & PARITY)
        self.reach = bool(rules & REACH)
        most = most_players(variant)
        players = len(names)
        if not 2 <= players <= most:
            raise Refused(BAD_NUMBER_OF_PLAYERS, most)
        if not 0 <= target <= MAX_TARGET:
            raise Refused(BAD_TARGET)
        if not 0 <= rounds <= MAX_ROUNDS:
            raise Refused(BAD_ROUNDS)
        _check_names(names)
        self.players = players
        self.names = names
        self.target = target  # heads that end the game; 0: none
        self.rounds = rounds  # at most so many; 0: no limit
        self.hand = 12 if self.special else 10  # cards a hand, and so turns a round
        self.deck = 10 * players + ROWS if variant & PRO else CARDS  # the highest card in play
        self.slots = ROWS + 1 if self.special else ROWS  # places for rows on the table


def most_players(variant: int) -> int:
    return 8 if variant == SPECIAL else 10


def usual_target(variant: int) -> int:
    return 0 if variant == SPECIAL else 66


def usual_rounds(variant: int) -> int:
    return 2 if variant == SPECIAL else 0


def _check_names(names: tuple[bytes, ...]) -> None:
    """Names are Latin-1 bytes: 1 to 12 printable characters, no quotes, all different even when case is ignored."""
    folded: list[bytes] = []
    for seat, name in enumerate(names):
        if not 1 <= len(name) <= MAX_NAME:
            raise Refused(BAD_NAME, seat)
        for letter in name:
            if letter < 0x20 or 0x7F <= letter < 0xA0 or letter == 0x22:
                raise Refused(BAD_NAME, seat)
        fold = _fold_case(name)
        if fold in folded:
            raise Refused(SAME_NAME, seat)
        folded.append(fold)


def _fold_case(name: bytes) -> bytes:
    """Latin-1 without upper case. MicroPython's lower() knows ASCII only."""
    fold = bytearray()
    for letter in name:
        if letter == 0xDF:  # sharp s is "ss" in capitals
            fold.extend(b"ss")
        elif 0x41 <= letter <= 0x5A or (0xC0 <= letter <= 0xDE and letter != 0xD7):  # 0xD7 is the times sign
            fold.append(letter + 0x20)
        else:
            fold.append(letter)
    return bytes(fold)
