"""A log for ox.core.history that is kept in a file. Imports format only; files come as an object with `open`, `rename`.

`append` returns when the record is on flash: what a screen shows as accepted survives a power cut. Iterating reads the
file from the start, a page at a time, so that memory does not grow with the game.
"""

from .format import HEADER_LENGTH, TORN, BadJournal, make_header, make_record, read_header, read_record

TYPE_CHECKING = False  # MicroPython has no typing; checkers take this name for true
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, Protocol

    from ox.core.events import Event

    class Files(Protocol):
        def open(self, path: str, mode: str) -> Any: ...
        def rename(self, old: str, new: str) -> None: ...


_PAGE = 256


def create(files: "Files", path: str, game_id: bytes, start: int) -> "Journal":
    """Begin the journal of a new game."""
    with files.open(path, "wb") as file:
        file.write(make_header(game_id, start))
    return Journal(files, path)


class Journal:
    """Opens the journal of a game; raises BadJournal if it is none.

    `damage` is 0, or TORN or DAMAGED: then only the entries up to `end` can be read, and `mend` has to be called before
    the next `append`.
    """

    def __init__(self, files: "Files", path: str) -> None:
        self._files = files
        self._path = path
        self.end = 0  # behind the last good record
        self.damage = 0
        self.game_id = b""
        self.start = 0
        self._crc = 0
        self._file: Any = None  # open for the next record
        self._reading: Any = None
        for _ in self:
            pass

    def __iter__(self) -> "Iterator[Event]":
        self._stop_reading()  # whoever read last may have stopped half-way, and MicroPython does not close for them
        self._reading = file = self._files.open(self._path, "rb")
        try:
            self.game_id, self.start, crc = read_header(file.read(HEADER_LENGTH))
        except BadJournal:
            self._stop_reading()
            raise
        end = HEADER_LENGTH
        data = b""
        at = 0
        more = True
        while True:
            try:
                if at == len(data):
                    raise BadJournal(TORN)
                event, at, crc = read_record(data, at, crc)
            except BadJournal as bad:
                if bad.reason == TORN and more:
                    page = file.read(_PAGE)
                    more = len(page) > 0
                    end += at
                    data = data[at:] + page
                    at = 0
                    continue
                end += at
                self.damage = bad.reason if at < len(data) else 0
                break
            yield event
        self._stop_reading()
        self.end = end
        self._crc = crc

    def append(self, event: "Event") -> None:
        """Write an event; it is on flash when this returns."""
        if self.damage:
            raise BadJournal(self.damage)
        if self._file is None:
            self._file = self._files.open(self._path, "ab")
        record, crc = make_record(event, self._crc)
        self._file.write(record)
        self._file.flush()
        self._crc = crc
        self.end += len(record)

    def _stop_reading(self) -> None:
        if self._reading is not None:
            self._reading.close()
            self._reading = None

    def close(self) -> None:
        self._stop_reading()
        if self._file is not None:
            self._file.close()
            self._file = None

    def mend(self) -> None:
        """Keep the entries that can be read, drop what is behind them. The damaged file stays beside, as `.bad`."""
        self.close()
        with self._files.open(self._path, "rb") as old, self._files.open(self._path + ".new", "wb") as new:
            left = self.end
            while left:
                page = old.read(min(_PAGE, left))
                new.write(page)
                left -= len(page)
        self._files.rename(self._path, self._path + ".bad")
        self._files.rename(self._path + ".new", self._path)
        self.damage = 0
