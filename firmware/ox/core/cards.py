"""Cards and their heads. Imports nothing.

A card is an int from 1 to 104. A row, a pile, a hand is bytes: one byte a card.
"""

CARDS = 104


def _heads(card: int) -> int:
    if card == 55:
        return 7
    if card % 11 == 0:
        return 5
    if card % 10 == 0:
        return 3
    if card % 5 == 0:
        return 2
    return 1


# Heads of every card; HEADS[0] is 0, so that a card can be its own index.
HEADS = bytes([0] + [_heads(card) for card in range(1, CARDS + 1)])

# A slice of this is a row of one card, made quicker than from the card itself.
DECK = bytes(range(CARDS + 1))


def heads_of(cards: bytes) -> int:
    """The heads of several cards together."""
    total = 0
    for card in cards:
        total += HEADS[card]
    return total
