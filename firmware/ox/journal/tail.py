"""The last records of the game that is being played, kept twice. Imports format; files come as an object.

littlefs keeps a file of less than 512 bytes inside its folder's log: a flush is then one page (0.7 ms), where a long
file costs an erase (45 ms). So new records go to a small file first, the tail, and from time to time to the game's own
file (see journal). Two things follow from that log:

- It has two blocks of 16 pages in turn. When one is full, the next flush erases the other. `make_room` brings that
  forward, to a moment when nobody types.
- A page that was being programmed when the power went may read right today and wrong tomorrow, and with it goes
  everything behind it in the same block; if it is the first one, and the older block has been erased meanwhile, the
  folder, and for littlefs the whole file system. So there are two tails in two folders, never written at the same time;
  and after power-on `settle` moves both to two other folders, writing there so often that the log begins anew. Folders
  that a cut may have touched are not written again before the next one.
"""

from .format import HEADER_LENGTH, TAIL_HEADER, BadJournal, make_tail_header, read_header, read_record, read_tail_header

TYPE_CHECKING = False  # MicroPython has no typing; checkers take this name for true
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Protocol

    class FileSystem(Protocol):
        def open(self, path: str, mode: str) -> Any: ...
        def rename(self, old: str, new: str) -> None: ...
        def remove(self, path: str) -> None: ...
        def listdir(self, path: str = "/") -> list[str]: ...
        def mkdir(self, path: str) -> None: ...
        def stat(self, path: str) -> tuple[int, ...]: ...
        def free(self) -> int: ...


FOLDERS = ("tail1", "tail2", "tail3", "tail4")  # the first two and the last two in turn
_NAME = "/tail"
LIMIT = 480  # bytes of the file; littlefs keeps up to 512 in the log
PAGES = 16  # in a block
_PAGE = 256
_COMMIT = 32  # what littlefs adds to each commit, rounded up
_ERASE_MS = 10  # a flush that took longer had an erase in it


def settle(files: "FileSystem", path: str, content: bytes) -> None:
    """Write a small file so often that littlefs begins the log of its folder anew, in the other block."""
    with files.open(path, "wb") as file:
        for _ in range(PAGES):
            file.seek(0)
            file.write(content)
            file.flush()


class Tail:
    """`number`, `offset`: whose bytes these are, and where they belong in its journal; number 0: nobody's."""

    def __init__(self, files: "FileSystem", ticks_ms: "Callable[[], int] | None" = None) -> None:
        self._files = files
        self._ticks_ms = ticks_ms  # only to notice erases
        self._buffer = bytearray(LIMIT)
        self._used = 0
        self._open: list[Any] = [None, None]
        self._left = [0, 0]  # pages until the next erase, as far as one can know
        self._tries = 0  # writes of `make_room` since an erase was seen
        self._turn = 0  # which two folders
        self.number = 0
        self.offset = 0
        self.crc = 0
        self.move = 0  # how often it has moved
        self.fault = False  # a copy is not what was written; the other one is
        self.lost = False  # neither copy of the last move is what was written; what is here is older
        self._read()

    # --- What is there after power-on

    def _read(self) -> None:
        contents = [self._content(folder) for folder in FOLDERS]
        ends = [_good_end(content) for content in contents]
        best = ends.index(max(ends))
        self._turn = best // 2
        head = read_tail_header(contents[best])
        if head:
            self.number, self.offset, self.crc, self.move = head
            self._used = len(contents[best])
            self._buffer[: self._used] = contents[best]
            # Files change as a whole: no power cut leaves half a copy. A Ctrl-C may leave an empty one.
            bad = [content != b"" and not _is_whole(content, end) for content, end in zip(contents, ends)]
            self.fault = bad[best ^ 1]
            self.lost = bad[best ^ 2] and bad[best ^ 3]

    def _content(self, folder: str) -> bytes:
        try:
            with self._files.open(folder + _NAME, "rb") as file:
                content: bytes = file.read(LIMIT)
                return content
        except OSError:
            return b""

    # --- Its bytes

    def payload(self) -> memoryview:
        """The journal's bytes from `offset` on."""
        return memoryview(self._buffer)[TAIL_HEADER : max(TAIL_HEADER, self._used)]

    def end(self) -> int:
        """Where in the journal it ends."""
        return self.offset + max(0, self._used - TAIL_HEADER)

    def start(self, number: int, offset: int, crc: int) -> None:
        """From here on it holds what comes behind `offset`. On flash the old bytes stay until `add` or `settle`."""
        self.close()
        self.number, self.offset, self.crc = number, offset, crc
        self._make_header()
        self._used = TAIL_HEADER

    def _make_header(self) -> None:
        self._buffer[:TAIL_HEADER] = make_tail_header(self.number, self.offset, self.crc, self.move)

    def put(self, data: bytes) -> None:
        """More bytes, in memory only: they reach the flash together with the next record."""
        self._buffer[self._used : self._used + len(data)] = data
        self._used += len(data)

    def cut(self, end: int) -> None:
        """Forget what is behind that place in the journal."""
        self.close()
        self._used = TAIL_HEADER + end - self.offset

    def has_room(self, count: int) -> bool:
        return self._used + count <= LIMIT

    def fits_a_page(self, count: int) -> bool:
        return self._used + count + _COMMIT <= _PAGE

    # --- Flash

    def add(self, record: bytes) -> None:
        """A record: on flash when this returns. One copy is enough; OSError when neither took it."""
        end = self._used + len(record)
        self._buffer[self._used : end] = record
        self._write_both(self._used, end)
        self._used = end

    def settle(self) -> None:
        """After power-on, before anything is shown: both copies as they were read, in the other two folders."""
        if self._used:
            self.close()
            self._turn = 1 - self._turn
            self.move += 1
            self._make_header()
            try:
                for copy in (0, 1):
                    for _ in range(PAGES):
                        self._write(copy, 0, self._used)
            except OSError:
                self.close()
                self._turn = 1 - self._turn  # better where it was than nowhere
                raise

    def make_room(self, entries: int) -> bool:
        """One write more towards the erase that one of the next entries would wait for; false if none would."""
        for copy in (0, 1):
            if self._left[copy] < entries * self._pages(self._used + 8 * entries):
                if self._write(copy, 0, self._used):
                    self._tries = 0
                else:
                    self._tries += 1
                if self._tries > PAGES:  # so many writes had an erase; nobody saw which
                    self._left[copy] = PAGES
                    self._tries = 0
                return True
        return False

    def close(self) -> None:
        for copy in (0, 1):
            self._drop(copy)

    def _write_both(self, start: int, end: int) -> None:
        failed: OSError | None = None
        for copy in (0, 1):
            try:
                self._write(copy, start, end)
            except OSError as error:
                self._drop(copy)
                if failed:
                    raise
                failed = error
                self.fault = True

    def _write(self, copy: int, start: int, end: int) -> bool:
        """Put these bytes of the buffer on flash; true if that took an erase."""
        before = self._ticks_ms() if self._ticks_ms else 0
        file = self._open[copy]
        if file is None:
            # Truncated in memory only: on flash the old content is replaced by the new one in one step, by the flush.
            file = self._open[copy] = self._files.open(FOLDERS[2 * self._turn + copy] + _NAME, "wb")
            start = 0
        elif not start:
            file.seek(0)
        file.write(memoryview(self._buffer)[start:end])
        file.flush()
        took = self._ticks_ms() - before if self._ticks_ms else 0
        erased = took >= _ERASE_MS or took < 0  # below 0: the milliseconds have started again
        pages = self._pages(end)
        self._left[copy] = (PAGES if erased else self._left[copy]) - pages
        return erased

    def _drop(self, copy: int) -> None:
        """Close the file; littlefs leaves one that failed as it was on flash."""
        file = self._open[copy]
        self._open[copy] = None
        if file is not None:
            try:
                file.close()
            except OSError:
                self.fault = True

    def _pages(self, length: int) -> int:
        return (length + _COMMIT + _PAGE - 1) // _PAGE


_NOTHING = (0, 0, 0)


def _good_end(content: bytes) -> tuple[int, int, int]:
    """(move, game, place in its journal) up to which a copy is as it was written."""
    head = read_tail_header(content)
    if not head:
        return _NOTHING
    number, offset, crc, move = head
    at = TAIL_HEADER
    try:
        if not offset:
            crc = read_header(content[at : at + HEADER_LENGTH])[2]
            at += HEADER_LENGTH
        while at < len(content):
            _, at, crc = read_record(content, at, crc)
    except BadJournal:
        pass
    return move, number, offset + at - TAIL_HEADER


def _is_whole(content: bytes, end: tuple[int, int, int]) -> bool:
    head = read_tail_header(content)
    return head is not None and head[1] + len(content) - TAIL_HEADER == end[2]
