"""All games of the device: the open one, a new one, the laptop's marks, room on the flash. Imports journal, ox.core.

epoch             8 random bytes, made after a format: a laptop then sees a new device, not deleted games
games/00001.oxj   a game; 00001.ack beside it: the laptop has it up to here; 00001.open: the one that is being played
tail1, tail2      the last records of the game that is being played
"""

from ox.core.history import BadLog, History

from .format import (
    HEADER_LENGTH,
    ID_LENGTH,
    OTHER_VERSION,
    BadJournal,
    make_epoch,
    make_mark,
    read_epoch,
    read_header,
    read_mark,
)
from .journal import FOLDER, Journal, number_of
from .line import Line
from .tail import FOLDERS, Tail, settle

TYPE_CHECKING = False  # MicroPython has no typing; checkers take this name for true
if TYPE_CHECKING:
    from collections.abc import Callable

    from .tail import FileSystem

RESERVE = 64 * 1024  # held back so that a game that has begun can be finished
_EPOCH = "epoch"

# What was found at power-on.
WHOLE = 0
MENDED = 1  # the open game was damaged: what came before is there
UNREADABLE = 2  # the open game cannot be read; its files stay for the laptop
OTHER = 3  # the open game was written by another version of the firmware
ENTRIES_GONE = 4  # the last entries may be missing: neither copy of the tail could be read
FAULT = 5  # the flash lost something that was there twice: nothing is missing


class Full(Exception):
    """No room for another game until the laptop has fetched some."""


class Shelf:
    """`found` is what power-on met, about game `found_number`."""

    def __init__(
        self, files: "FileSystem", new_id: "Callable[[], bytes]", ticks_ms: "Callable[[], int] | None" = None
    ) -> None:
        self._files = files
        self._new_id = new_id
        self._settled: list[bool] = []
        self.epoch = self._set_up()
        self.tail = Tail(files, ticks_ms)
        self.found = WHOLE
        self.found_number = 0

    def _set_up(self) -> bytes:
        """The epoch. On a chip that was just formatted: folders first, the epoch last."""
        try:
            with self._files.open(_EPOCH, "rb") as file:
                known = read_epoch(file.read())
        except OSError:
            known = None
        if known and known[1]:
            return known[0]
        epoch = known[0] if known else self._new_id()[:ID_LENGTH]
        try:
            there = self._files.listdir()
            for folder in FOLDERS + (FOLDER,):
                if folder not in there:
                    self._files.mkdir(folder)
            settle(self._files, _EPOCH, make_epoch(epoch, False))
            with self._files.open(_EPOCH, "wb") as file:
                file.write(make_epoch(epoch, True))
        except OSError:
            pass  # a full chip, or one that cannot be written: what is on it can still be read
        return epoch

    # --- The open game

    def resume(self) -> "History | None":
        """The game that was played last, at the same step; None if there is none, or none that can be read."""
        number = self.tail.number or max([0] + self.numbers())
        if not number:
            return None
        if self.tail.lost or not self.tail.number:
            self._note(ENTRIES_GONE, number)
        elif self.tail.fault:
            self._note(FAULT, number)
        try:
            self.tail.settle()
        except OSError:
            self._note(FAULT, number)
        journal = self._journal(number)
        try:
            history = History(journal, Line)  # which reads it
            if journal.damage:
                self._note(MENDED, number)
                journal.mend()
            return history
        except BadJournal as bad:
            self._note(OTHER if bad.reason == OTHER_VERSION else UNREADABLE, number)
        except (BadLog, OSError):
            self._note(UNREADABLE, number)
        try:
            journal.keep_aside("%05d-tail.bad" % number)  # the next game takes the tail
        except OSError:
            pass
        return None

    def _note(self, what: int, number: int) -> None:
        self.found, self.found_number = what, number

    def _journal(self, number: int) -> Journal:
        return Journal(self._files, number, self.tail, self._settled)

    def begin(self, before: "Journal | None", start: int) -> Journal:
        """The journal of a new game, with nothing in it. Raises Full."""
        if before:
            before.seal()
        self.make_room()
        number = max([self.tail.number] + self.numbers()) + 1
        return self._journal(number).begin(self._new_id(), start)

    # --- Room

    def make_room(self) -> None:
        """Room for a game: delete what the laptop has, the oldest first, and only as much as it takes. Raises Full."""
        free = self._files.free()  # walks through the whole file system: asked again only after a deletion
        for number in self.numbers()[:-1]:
            if free >= RESERVE:
                return
            length = self.length(number)
            if length and self.acknowledged(number) == length:
                self._files.remove(_mark_of(number))  # first: a game without a mark is only fetched once more
                self._journal(number).remove()
                free = self._files.free()
        if free < RESERVE:
            raise Full

    # --- All games

    def numbers(self) -> list[int]:
        """The numbers of the games that are there, ascending. None is ever used twice: the newest is never deleted."""
        found = set([number_of(name) for name in self._files.listdir(FOLDER)])
        if self.tail.end() > self.tail.offset:
            found.add(self.tail.number)
        found.discard(0)
        return sorted(found)

    def open(self, number: int) -> Journal:
        """For reading. Raises BadJournal, OSError."""
        return self._journal(number).load()

    def length(self, number: int) -> int:
        """In bytes; 0 if there is no such game, or none that has reached the flash."""
        length = self._journal(number).size()
        return 0 if number == self.tail.number and length <= HEADER_LENGTH else length

    def unfinished(self, number: int) -> bool:
        """Nobody plays that game, and it was never put away: its end may be missing."""
        return self._journal(number).unfinished

    def readable(self, number: int) -> bool:
        """Whether it starts as a game does; what is in it, only reading it tells."""
        try:
            self._header_crc(number)
            return True
        except (BadJournal, OSError):
            return False

    def read(self, number: int, offset: int, count: int) -> bytes:
        return self._journal(number).read(offset, count)

    def free(self) -> int:
        return self._files.free()

    # --- The laptop's marks

    def acknowledged(self, number: int) -> int:
        """How many bytes of that game the laptop has."""
        try:
            with self._files.open(_mark_of(number), "rb") as file:
                return read_mark(file.read(), self._header_crc(number)) or 0
        except (OSError, BadJournal):
            return 0

    def acknowledge(self, number: int, length: int) -> None:
        """The laptop has so many bytes. Raises OSError, and BadJournal if there is no such game."""
        if self.acknowledged(number) != length:
            mark = make_mark(length, self._header_crc(number))
            with self._files.open(_mark_of(number), "wb") as file:
                file.write(mark)

    def _header_crc(self, number: int) -> int:
        return read_header(self.read(number, 0, HEADER_LENGTH))[2]


def _mark_of(number: int) -> str:
    return FOLDER + "/%05d.ack" % number
