"""One game: a log for ox.core.history that is kept on flash. Imports format and tail; files come as an object.

`append` returns when the record is on flash: what a screen shows as accepted survives a power cut. Records go to the
tail first; `fold` moves them to the game's own file. Iterating reads from the start, a page at a time, so that memory
does not grow with the game.
"""

from .format import (
    DAMAGED,
    HEADER_LENGTH,
    NOT_A_JOURNAL,
    TORN,
    BadJournal,
    make_header,
    make_record,
    read_header,
    read_record,
)
from .tail import Tail, settle

TYPE_CHECKING = False  # MicroPython has no typing; checkers take this name for true
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from ox.core.events import Event

    from .tail import FileSystem


FOLDER = "games"
_PAGE = 256
_ENDING = ".oxj"
_OPEN = ".open"  # the game that is being played; it gets the other ending when it is left: see `seal`
_NEW = "games/new"  # a file on its way; what a power cut leaves of it is overwritten the next time


def path_of(number: int) -> str:
    return FOLDER + "/%05d" % number + _ENDING


def number_of(name: str) -> int:
    """The number of the game that a file belongs to by its name; 0: none."""
    digits, _, ending = name.partition(".")
    return int(digits) if "." + ending in (_ENDING, _OPEN) and digits.isdigit() else 0


def exists(files: "FileSystem", path: str) -> bool:
    try:
        files.stat(path)
        return True
    except OSError:
        return False


def size_of(files: "FileSystem", path: str) -> int:
    """Length of a file; 0 if there is none."""
    try:
        return files.stat(path)[6]
    except OSError:
        return 0


class Journal:
    """Opens the journal of a game; raises BadJournal if it is none.

    `damage` is 0, or TORN or DAMAGED: then only the entries up to `end` can be read, and `mend` has to be called before
    the next `append`. `settled` is a list with one entry for each power-on in which the folder's log was begun anew.
    """

    def __init__(self, files: "FileSystem", number: int, tail: Tail, settled: list[bool]) -> None:
        self._files = files
        self._path = path_of(number)
        self._tail = tail
        self.unfinished = False  # nobody plays it, and it was never put away: its end may be missing
        if not exists(files, self._path):
            self._path = FOLDER + "/%05d" % number + _OPEN
            self.unfinished = number != tail.number
        self._settled = settled
        self.number = number
        self.end = 0  # behind the last good record
        self.count = 0  # of records up to there
        self.damage = 0
        self.game_id = b""
        self.start = 0
        self._crc = 0
        self._reading: Any = None

    def load(self) -> "Journal":
        """Read it once, to know what is good."""
        for _ in self:
            pass
        return self

    def begin(self, game_id: bytes, start: int) -> "Journal":
        """A new game: its header goes to flash together with the first entry."""
        header = make_header(game_id, start)
        self.game_id, self.start, self._crc = game_id, start, read_header(header)[2]
        self._tail.start(self.number, 0, 0)
        self._tail.put(header)
        self.end = HEADER_LENGTH
        return self

    # --- Reading

    def _owns_tail(self) -> bool:
        return self._tail.number == self.number

    def _pages(self) -> "Iterator[bytes]":
        """All bytes: the file's up to where the tail starts, then the tail's."""
        self._stop_reading()  # whoever read last may have stopped half-way, and MicroPython does not close for them
        size = size_of(self._files, self._path)
        left = min(size, self._tail.offset) if self._owns_tail() else size
        if left:
            self._reading = file = self._files.open(self._path, "rb")
            while left:
                page = file.read(min(_PAGE, left))
                if not page:
                    break
                left -= len(page)
                yield page
            self._stop_reading()
        if self._owns_tail() and size >= self._tail.offset:
            yield bytes(self._tail.payload())

    def __iter__(self) -> "Iterator[Event]":
        crc = end = at = count = 0
        data = b""
        head = True
        self.damage = 0
        for page in self._pages():
            end += at
            data = data[at:] + page
            at = 0
            try:
                if head:
                    if len(data) < HEADER_LENGTH:
                        continue
                    self.game_id, self.start, crc = read_header(data[:HEADER_LENGTH])
                    at = HEADER_LENGTH
                    head = False
                while at < len(data):
                    event, at, crc = read_record(data, at, crc)
                    count += 1
                    yield event
            except BadJournal as bad:
                if head:
                    self._stop_reading()
                    raise
                if bad.reason != TORN:
                    self.damage = bad.reason
                    break
        self._stop_reading()
        if head:
            raise BadJournal(NOT_A_JOURNAL)
        if at < len(data) and not self.damage:
            self.damage = TORN
        self.end = end + at
        self.count = count
        self._crc = crc
        if self._owns_tail() and self.end < self._tail.offset:
            self.damage = DAMAGED  # the file is shorter than the tail says
        if self._owns_tail() and self.end == self._tail.offset != 0 and crc & 0xFFFFFFFF != self._tail.crc:
            self.damage = DAMAGED

    def read(self, offset: int, count: int) -> bytes:
        """Raw bytes, for the laptop."""
        data = b""
        start = self._tail.offset if self._owns_tail() else size_of(self._files, self._path)
        if offset < start:
            with self._files.open(self._path, "rb") as file:
                file.seek(offset)
                data = file.read(min(count, start - offset))
                offset += len(data)
        if self._owns_tail() and offset >= start:
            at = offset - start
            data += bytes(self._tail.payload()[at : at + count - len(data)])
        return data

    def size(self) -> int:
        """How many bytes there are, good or bad; 0 if there is no such game."""
        return self._tail.end() if self._owns_tail() else size_of(self._files, self._path)

    def remove(self) -> None:
        self._files.remove(self._path)

    def _stop_reading(self) -> None:
        if self._reading is not None:
            self._reading.close()
            self._reading = None

    # --- Writing

    def append(self, event: "Event") -> None:
        """Write an event; it is on flash when this returns."""
        if self.damage:
            raise BadJournal(self.damage)
        record, crc = make_record(event, self._crc)
        if not self._owns_tail():  # a new game was about to begin, and did not
            self._tail.start(self.number, self.end, self._crc)
        if not self._tail.has_room(len(record)):
            self.fold()
        self._tail.add(record)
        self._crc = crc
        self.end += len(record)
        self.count += 1

    def fold(self) -> None:
        """Move what is in the tail to the game's own file. A power cut leaves the tail as it was, or both alike."""
        tail = self._tail
        if not self._owns_tail() or tail.end() == tail.offset or self.end == HEADER_LENGTH:
            return
        if not self._settled:
            # The last thing before the power went may have been a write to this folder: see tail.
            settle(self._files, FOLDER + "/settle", b"\x00")
            self._settled.append(True)
        if size_of(self._files, self._path) == tail.offset:
            with self._files.open(self._path, "ab") as file:
                file.write(tail.payload())
        else:  # a cut came between the fold and the next record: the same bytes again
            self._rewrite(self._path, tail.offset, tail.payload())
        tail.start(self.number, self.end, self._crc)

    def seal(self) -> None:
        """Put the game away. littlefs, where a bit has turned round, falls back to an older state of the folder without
        a word; the name then tells that the file may be an older one."""
        self.fold()
        self._stop_reading()
        if self._path.endswith(_OPEN) and exists(self._files, self._path):
            self._files.rename(self._path, path_of(self.number))
            self._path = path_of(self.number)

    def rest(self, entries: int, over: bool) -> bool:
        """Nobody types: do a piece of the work that can wait, before so many entries come. False if there is none."""
        tail = self._tail
        if self.damage or not self._owns_tail() or self.end == HEADER_LENGTH:
            return False
        if (over and tail.end() > tail.offset) or (tail.end() > tail.offset and not tail.fits_a_page(8 * entries)):
            self.fold()
            return True
        return tail.make_room(entries)

    def close(self) -> None:
        self._stop_reading()
        if self._owns_tail():
            self._tail.close()

    def mend(self) -> None:
        """Keep the entries that can be read. All bytes as they were found stay beside, in a `.bad` file."""
        self._stop_reading()
        self.keep_aside("%05d-%d.bad" % (self.number, self.end))
        tail = self._tail
        size = size_of(self._files, self._path)
        if self.end < size and not (self._owns_tail() and self.end >= tail.offset):
            self._rewrite(self._path, self.end, b"")
            size = self.end
        if self._owns_tail() and tail.offset <= size and self.end >= tail.offset:
            tail.cut(self.end)
        else:
            tail.start(self.number, self.end, self._crc)
        tail.settle()
        self.damage = 0

    def keep_aside(self, name: str) -> None:
        """A copy of all bytes, good or bad, under another name."""
        if name not in self._files.listdir(FOLDER):
            tail = self._tail.payload() if self._owns_tail() else b""
            self._rewrite(FOLDER + "/" + name, size_of(self._files, self._path), tail)

    def _rewrite(self, path: str, count: int, more: "bytes | memoryview") -> None:
        """Make a file of this journal's first bytes and some more. It is there as a whole, or as it was before."""
        with self._files.open(_NEW, "wb") as new:
            if count:
                with self._files.open(self._path, "rb") as old:
                    while count:
                        page = old.read(min(_PAGE, count))
                        new.write(page)
                        count -= len(page)
            new.write(more)
        self._files.rename(_NEW, path)
