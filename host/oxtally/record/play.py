"""One play of a turn, `24+slide=13@4>2`: a card, at most one special card, a row where one had to be chosen."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ox.core import events

# Each special card: its record word, whether it names another card (=) and a row (@).
_FORMS = {
    "row5": (events.ROW5, False, False),
    "seven": (events.SEVEN, False, False),
    "insert": (events.INSERT, False, True),
    "replace": (events.REPLACE, True, False),
    "slide": (events.SLIDE, True, True),
    "stop": (events.STOP_ROW, False, True),
    "neg": (events.NEG, True, False),
}
SPECIAL_WORDS = {special: word for word, (special, _, _) in _FORMS.items()}

NUMBER = r"(?:0|[1-9][0-9]{0,8})"  # ASCII digits, no leading zeros
_PLAY = re.compile(rf"({NUMBER})(?:\+([a-z0-9]+)(?:=({NUMBER}))?(?:@({NUMBER}))?)?(?:>({NUMBER}))?")


@dataclass
class Play:
    """Rows are counted from 1 here, as on the table."""

    card: int
    special: int = 0
    other: int | None = None
    row: int | None = None
    chosen: int | None = None

    def __str__(self) -> str:
        text = str(self.card)
        if self.special:
            word = SPECIAL_WORDS[self.special]
            text += f"+{word}"
            text += "" if self.other is None else f"={self.other}"
            text += "" if self.row is None else f"@{self.row}"
        return text if self.chosen is None else f"{text}>{self.chosen}"


def parse_play(text: str) -> Play:
    """The parts of a play. Raises ValueError with what is wrong."""
    match = _PLAY.fullmatch(text)
    if not match:
        raise ValueError("is not a play; plays look like 14, 3>2 or 24+slide=13@4")
    card, word, other, row, chosen = match.groups()
    play = Play(int(card), chosen=None if chosen is None else int(chosen))
    if word:
        if word not in _FORMS:
            raise ValueError(f"names no special card; they are {', '.join(_FORMS)}")
        play.special, names_card, names_row = _FORMS[word]
        if names_card != (other is not None) or names_row != (row is not None):
            form = f"+{word}" + ("=CARD" if names_card else "") + ("@ROW" if names_row else "")
            raise ValueError(f"is not how {word} is written: {form}")
        play.other = int(other) if names_card else None
        play.row = int(row) if names_row else None
    return play
