"""The entries of the round under way in little memory, for ox.core.history. Imports ox.core.events only.

As tuples they would take fifteen times the room of their binary forms: 11 kB in a long round with special cards.
"""

from ox.core.events import decode, encode

TYPE_CHECKING = False  # MicroPython has no typing; checkers take this name for true
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ox.core.events import Event


class Line:
    """As much of a list as history needs."""

    def __init__(self) -> None:
        self._forms = bytearray()  # of each event, and behind it how long it is
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> "Iterator[Event]":
        at = 0
        for _ in range(self._count):
            event, at = decode(self._forms, at)
            yield event
            at += 1

    def __getitem__(self, place: int) -> "Event":
        """The last one is all that anybody asks for."""
        if place != -1 or not self._count:
            raise IndexError
        return decode(self._forms, len(self._forms) - 1 - self._forms[-1])[0]

    def append(self, event: "Event") -> None:
        form = encode(event)
        self._forms.extend(form)
        self._forms.append(len(form))
        self._count += 1

    def pop(self) -> "Event":
        event = self[-1]
        self._forms[len(self._forms) - 1 - self._forms[-1] :] = b""
        self._count -= 1
        return event

    def clear(self) -> None:
        self._forms = bytearray()
        self._count = 0
