"""A round on the screen: start rows, cards, who typed what, placings, choices. Imports core, frame, columns, rows."""

from ox.core.cards import heads_of
from ox.core.events import SLIDE
from ox.core.round import CHOSEN, ROW_WAS_FULL, Round
from ox.fonts.text import HEAD, LARGE, SMALL, fit, width

from .columns import columns
from .frame import CENTRE, RIGHT, Frame, number
from .rows import show_choices, show_placing, show_rows, show_starts, show_taking

Words = dict
SPECIAL_WORDS = ("", "row5", "seven", "insert", "replace", "slide", "stop", "neg")  # by their numbers in ox.core.events
_COLUMNS = 128
_SURE = 21  # so many small letters fit, whatever they are
_NAME = 84  # columns for a name beside the heads of a take


_filled: "dict[tuple[str, object], str]" = {}  # a few texts, since most of them are shown again with the next key
_MOST = 16


def fill(text: str, value: object) -> str:
    """Put a name or number where the % stands."""
    key = text, value
    if key not in _filled:
        if len(_filled) == _MOST:
            _filled.clear()
        _filled[key] = text.replace("%", str(value))
    return _filled[key]


def ask(frame: Frame, head: str, progress: str, question: str, digits: str, hint: str, message: str) -> None:
    """A question with a number for an answer; the digits are as large as the screen allows."""
    frame.small(0, head)
    frame.small(0, progress, RIGHT)
    frame.large(1, question)
    if message:
        frame.large(4, message, CENTRE, True)
    else:
        frame.huge(3, digits or "-", RIGHT)
    frame.small(7, hint)


def ask_row(
    frame: Frame, words: Words, now: Round | None, ordinal: int, slot: int, digits: str, hint: str, message: str
) -> None:
    if now:
        show_starts(frame, bytes(now.starts))
    ask(frame, fill(words["round"], ordinal), "", fill(words["row"], slot + 1), digits, hint, message)


def ask_card(
    frame: Frame, words: Words, now: Round, ordinal: int, name: str, digits: str, hint: str, message: str
) -> None:
    """Whose card is next. Below, the cards of this turn that have been typed."""
    show_rows(frame, now.table)
    cards = [number(card) for card in now.cards if card] if now.turn == now.due else []
    typed = " ".join(cards)
    while len(typed) > _SURE and width(SMALL, typed) > _COLUMNS:
        del cards[0]
        typed = " ".join(cards)
    turn = fill(words["turn"], now.due)
    ask(frame, fill(words["round"], ordinal), turn, name, digits, typed or hint, message)


def review(frame: Frame, words: Words, now: Round, names: list[str]) -> None:
    """Who typed what, before the placing starts."""
    show_rows(frame, now.table_before(0))
    frame.small(0, fill(words["turn"], now.turn))
    columns(frame, [(name, number(card)) for name, card in zip(names, now.cards)])
    frame.small(7, words["go on"])


def placing(frame: Frame, words: Words, now: Round, at: int, names: list[str], hint: str) -> None:
    """One card: where it goes, and what its player takes."""
    player, card, slot, taken, heads, why, special = now.placings[at]
    after = now.table_before(at + 1) if at + 1 < len(now.placings) else now.table
    if taken:
        by_slide = special and special[4] == SLIDE and why not in (CHOSEN, ROW_WAS_FULL)
        show_taking(frame, after, special[5] if by_slide else slot, heads)
    else:
        show_placing(frame, after, slot, card)
    frame.small(0, fill(words["turn"], now.turn))
    if special:
        frame.small(0, words[SPECIAL_WORDS[special[4]]], CENTRE)
    frame.small(0, number(at + 1) + "/" + number(len(now.order)), RIGHT)
    frame.huge(1, number(card) + ">" + number(slot + 1), CENTRE)
    name = names[player]
    frame.large(5, name[: fit(LARGE, name, _NAME)] if taken else name)
    if taken:
        frame.large(5, heads_text(heads), RIGHT, True)
    frame.small(7, hint)


def heads_text(heads: int) -> str:
    """Heads with their sign, the head of a bull."""
    return ("+" if heads >= 0 else "-") + number(abs(heads)) + HEAD


def placing_text(item: tuple) -> str:
    """A placing in one word: `14>1`."""
    return number(item[1]) + ">" + number(item[2] + 1)


def glance(frame: Frame, words: Words, now: Round, digits: str, name: str, message: str) -> None:
    """The whole turn as one list, and the next question below it."""
    show_rows(frame, now.table)
    takes = tuple([at for at, item in enumerate(now.placings) if item[3]])
    frame.small(0, fill(words["turn"], now.turn))
    if name:
        frame.small(0, name + " " + (digits or "-"), RIGHT)
    items = []
    for item in now.placings:
        items.append((placing_text(item), str(item[4]) if item[3] else ""))
    columns(frame, items, 1, takes)
    frame.small(7, message)


def choice(frame: Frame, words: Words, now: Round, name: str, card: int, hint: str, message: str) -> None:
    """All rows that may be taken with their heads; the cheapest is marked."""
    slots = now.choices()
    show_choices(frame, now.table, slots)
    frame.small(0, name + " " + str(card))
    frame.small(0, fill(words["cheapest"], now.suggestion() + 1), RIGHT)
    frame.large(1, message or words["choose"], inverted=bool(message))
    items = [(str(slot + 1) + ":", str(heads_of(now.table.rows[slot])) + HEAD) for slot in slots]
    columns(frame, items, 3, (slots.index(now.suggestion()),))
    frame.small(7, hint)
