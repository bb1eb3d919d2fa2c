"""Menus, settings, questions: everything that is a list or a sentence. Imports frame and columns."""

from .columns import columns
from .frame import CENTRE, LEFT, RIGHT, SMALL, Frame


def welcome(frame: Frame, name: str, first: str, second: str) -> None:
    frame.large(1, name, CENTRE)
    frame.large(4, first, CENTRE)
    frame.small(7, second)


def menu(frame: Frame, title: str, items: list[tuple[str, str, str]], hint: str = "") -> None:
    """Up to eight lines of (key, name, value); the title is left out where there is no room for it."""
    first = 1 if len(items) < 7 else 0
    if first:
        frame.small(0, title)
    for at, (key, name, value) in enumerate(items):
        page = at + first
        frame.lines.append((page, SMALL, LEFT, False, key + " " + name))
        if value:
            frame.lines.append((page, SMALL, RIGHT, False, value))
    if hint and len(items) + first < 8:
        frame.small(7, hint)


def choose_one(frame: Frame, title: str, items: list[str], hint: str, message: str = "") -> None:
    """Short items with their keys, as large as they can be."""
    frame.small(0, message or title, inverted=bool(message))
    columns(frame, [(item, "") for item in items])
    frame.small(7, hint)


def question(frame: Frame, text: str, answers: str) -> None:
    frame.large(1, text, CENTRE)
    frame.large(5, answers, CENTRE)


def notice(frame: Frame, first: str, second: str = "", title: str = "") -> None:
    if title:
        frame.small(0, title)
    frame.large(1, first, CENTRE)
    frame.large(4, second, CENTRE)
