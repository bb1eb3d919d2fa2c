"""KiCad's files are nested lists in brackets; here they are Python lists. Imports nothing of ours.

A bare word is a `Word`, a quoted text a plain `str`; numbers that were read stay words, so that nothing is rounded.
Nothing random and no date goes into a file: an id is made from the name of what it is for.
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterator
from typing import Any

Tree = list[Any]

_TOKENS = re.compile(r'"(?:[^"\\]|\\.)*"|[()]|[^\s()"]+')
_OURS = uuid.UUID("0c7a11e0-6000-4000-8000-000000000006")  # any constant will do


class Word(str):
    """A word without quotes."""

    __slots__ = ()


YES, NO = Word("yes"), Word("no")


def name_id(*name: object) -> list[Any]:
    """(uuid …), the same every time."""
    return [Word("uuid"), str(uuid.uuid5(_OURS, "/".join(map(str, name))))]


def tree(head: str, *rest: Any) -> Tree:
    return [Word(head), *rest]


def parse(text: str) -> Tree:
    stack: list[Tree] = [[]]
    for token in _TOKENS.findall(text):
        if token == "(":
            stack.append([])
        elif token == ")":
            done = stack.pop()
            stack[-1].append(done)
        elif token[0] == '"':
            stack[-1].append(re.sub(r"\\(.)", lambda found: {"n": "\n"}.get(found[1], found[1]), token[1:-1]))
        else:
            stack[-1].append(Word(token))
    (only,) = stack[0]
    return only


def _atom(value: Any) -> str:
    if isinstance(value, Word):
        return value
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
    if isinstance(value, float):
        return f"{round(value, 4) + 0.0:.4f}".rstrip("0").rstrip(".")  # + 0.0: no "-0"
    return str(value)


def text(value: Tree, indent: int = 0) -> str:
    """As KiCad lays it out: a list that holds lists has each on a line of its own, indented by tabs."""
    if not any(isinstance(one, list) for one in value):
        return "(" + " ".join(map(_atom, value)) + ")"
    lines = ["("]
    at_start = True
    for one in value:
        if isinstance(one, list):
            lines.append("\n" + "\t" * (indent + 1) + text(one, indent + 1))
        else:
            lines.append(("" if at_start else " ") + _atom(one))
        at_start = False
    return "".join(lines) + "\n" + "\t" * indent + ")"


def children(node: Tree, head: str) -> Iterator[Tree]:
    return (one for one in node if isinstance(one, list) and one and one[0] == head)


def child(node: Tree, head: str) -> Tree:
    """The first of that name; an empty list when there is none."""
    return next(children(node, head), [])
