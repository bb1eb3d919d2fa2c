"""The flash chip under the file system: NOR, as MicroPython's extended block device. Imports nothing.

Blocks of 4 KiB are erased to FF, pages of 256 bytes are programmed; programming can only turn ones into zeros. Both
take their time on the clock. Power can be cut at any program or erase: `cut_at(n)` lets n of them pass, and the next
one ends in one of the ways below. From the cut on the chip is dead (every access raises PowerCut) until `power_on`, or
for ever: `next_life` is the same chip for those who come after, however long somebody holds on to the dead one.

`Flash(path=…)` keeps the contents in a file as well, written at every operation: killing the process is a power cut.
"""

TYPE_CHECKING = False  # MicroPython has no typing; checkers take this name for true
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from .clock import Clock

BLOCK, PAGE = 4096, 256
BLOCKS = 352  # what MicroPython leaves of a Pico's 2 MiB
ERASE_US, PROGRAM_US = 45_000, 700  # typical for the chip on the Pico

# How a program or erase ends when the power goes.
DROP = 0  # it had not begun
HALF = 1  # some bits have changed, all over it
SHORT = 2  # it got so far, and no further
RANDOM = 3  # nonsense
DONE = 4  # it was done, and nobody heard of it
UNSTABLE = 5  # bits that were changing, a few or many, read this way after one power-on, that way after the next
WAYS = (DROP, HALF, SHORT, RANDOM, DONE, UNSTABLE)

_ERASED_PAGE = b"\xff" * PAGE
_ERASED_BLOCK = b"\xff" * BLOCK


class PowerCut(BaseException):
    """The power is gone. Not an Exception: no handler of the firmware can live on."""


class Flash:
    """`data` is what the chip holds; `programs` and `erases` count pages and blocks."""

    def __init__(self, blocks: int = BLOCKS, path: "str | None" = None, clock: "Clock | None" = None) -> None:
        self.blocks = blocks
        self.data = bytearray(blocks * BLOCK)
        self.clock: Any = clock  # or whatever else has a `wait`
        self.complain: Callable[[str], None] | None = None
        self.programs = 0
        self.erases = 0
        self.dead = False
        self.trace: list[tuple[int, bytes]] | None = None  # a list gets all operations: (place, bytes; none: erase)
        self._left = -1  # operations until the cut; -1: none planned
        self._until_break = -1  # likewise until a Ctrl-C
        self.broken_in = False  # one came, and has not been raised yet
        self.raises_at_once = False  # an exception gets through the file system's C code
        self._way = HALF
        self._noise = 1
        self._unstable: dict[int, bytes] = {}  # by page: a mask of bits that are new at random after each power-on
        self._file: Any = None
        for block in range(blocks):
            self.data[block * BLOCK : (block + 1) * BLOCK] = _ERASED_BLOCK
        if path is not None:
            self._keep_in(path)

    # Power.

    def cut_at(self, operations: int, seed: int = 1, way: int = HALF) -> None:
        """The power goes in the middle of the program or erase after this many; `way` and `seed` say what is left."""
        self._left = operations
        self._noise = seed
        self._way = way

    def power_on(self) -> None:
        self.dead = False
        self._left = -1
        for page in sorted(self._unstable):
            mask = self._unstable[page]
            for at in range(PAGE):
                if mask[at]:
                    place = page * PAGE + at
                    self.data[place] = self.data[place] & ~mask[at] | self._random() & mask[at]

    def break_at(self, operations: int) -> None:
        """A Ctrl-C comes in the middle of the program or erase after this many, which is finished all the same."""
        self._until_break = operations

    def next_life(self) -> "Flash":
        """The same chip after another power-on, for those who come after."""
        other = self.copy()
        other.power_on()
        return other

    def copy(self) -> "Flash":
        """Another chip with the same contents."""
        other = Flash(0)
        other.blocks = self.blocks
        other.data = bytearray(self.data)
        other.clock = self.clock
        other.complain = self.complain
        other._noise = self._noise
        other._unstable = dict(self._unstable)
        return other

    def redo(self, place: int, data: bytes) -> None:
        """An operation of a trace."""
        if data:
            self._program(place, data)
        else:
            self.erase(place // BLOCK)

    # The block device protocol.

    def readblocks(self, block: int, buf: "Any", offset: int = 0) -> int:
        self._alive()
        start = block * BLOCK + offset
        buf[:] = memoryview(self.data)[start : start + len(buf)]
        return 0

    def writeblocks(self, block: int, buf: "Any", offset: "int | None" = None) -> int:
        """With an offset: programs only. Without: erases first, as the simple protocol wants."""
        self._alive()
        if offset is None:
            for at in range(len(buf) // BLOCK):
                self.erase(block + at)
            offset = 0
        data = memoryview(buf)
        start = block * BLOCK + offset
        done = 0
        while done < len(data):
            end = min(len(data), done + PAGE - (start + done) % PAGE)
            self._program(start + done, bytes(data[done:end]))
            done = end
        return 0

    def ioctl(self, op: int, arg: int) -> int:
        self._alive()
        if op == 4:
            return self.blocks
        if op == 5:
            return BLOCK
        if op == 6:
            self.erase(arg)
        return 0

    # The chip.

    def erase(self, block: int) -> None:
        start = block * BLOCK
        if self.trace is not None:
            self.trace.append((start, b""))
        cut = self._passes(ERASE_US)
        if cut:
            old = bytes(self.data[start : start + BLOCK])
            self.data[start : start + BLOCK] = self._end(start, old, _ERASED_BLOCK)
        else:
            self.data[start : start + BLOCK] = _ERASED_BLOCK
            self._settle(start, _ERASED_BLOCK, True)
            self.erases += 1
        self._changed(start, BLOCK)
        if cut:
            self._die()
        if self.broken_in and self.raises_at_once:
            self.raise_break()

    def _program(self, start: int, new: bytes) -> None:
        """Programs within one page."""
        if self.trace is not None:
            self.trace.append((start, new))
        old = bytes(self.data[start : start + len(new)])
        if old != _ERASED_PAGE[: len(new)]:
            new = self._only_clears(start, old, new)
        cut = self._passes(PROGRAM_US)
        if cut:
            new = self._end(start, old, new)
        elif self._unstable:
            self._settle(start, new, False)
        self.data[start : start + len(new)] = new
        self._changed(start, len(new))
        if cut:
            self._die()
        self.programs += 1
        if self.broken_in and self.raises_at_once:
            self.raise_break()

    def _end(self, start: int, old: bytes, new: bytes) -> bytes:
        """What is there when the power went on the way from the old bytes to the new ones."""
        way = self._way
        if way == DROP:
            return old
        if way == DONE:
            return new
        if way == SHORT:
            count = (self._random() << 8 | self._random()) % len(new)
            return new[:count] + old[count:]
        if way == RANDOM:
            return bytes([self._random() & (was | byte) for was, byte in zip(old, new)])
        if way == HALF:
            return bytes([byte ^ (byte ^ was) & self._random() for was, byte in zip(old, new)])
        few = self._random() & 1  # then there is a good chance that it reads right for a while
        for at in range(start, start + len(new), PAGE):  # a page at the most, or a block
            page = at // PAGE
            mask = bytearray(self._unstable.get(page, bytes(PAGE)))
            places: Sequence[int] = range(at, min(start + len(new), page * PAGE + PAGE))
            if few:
                changed = [place for place in places if old[place - start] != new[place - start]]
                places = [changed[self._random() % len(changed)]] if changed else []
            for place in places:
                mask[place % PAGE] |= (old[place - start] ^ new[place - start]) & (self._random() | few)
            self._unstable[page] = bytes(mask)
        return new

    def _settle(self, start: int, new: bytes, erased: bool) -> None:
        """An erase makes bits stable; so does programming a zero over them."""
        for page in range(start // PAGE, (start + len(new) - 1) // PAGE + 1):
            if page in self._unstable:
                mask = bytearray(self._unstable.pop(page))
                if not erased:
                    for at, byte in enumerate(new):
                        mask[(start + at) % PAGE] &= byte
                    self._unstable[page] = bytes(mask)

    def _only_clears(self, start: int, old: bytes, new: bytes) -> bytes:
        both = (int.from_bytes(old, "big") & int.from_bytes(new, "big")).to_bytes(len(new), "big")
        if both != new and self.complain:
            self.complain("flash: block %d is programmed without an erase" % (start // BLOCK))
        return both

    def _passes(self, us: int) -> bool:
        """Time passes; true when the power goes during this operation."""
        self._alive()
        if self.clock:
            self.clock.wait(us)
        self.broken_in = self.broken_in or self._until_break == 0
        self._until_break -= 1
        if self._left < 0:
            return False
        self._left -= 1
        return self._left < 0

    def _random(self) -> int:
        self._noise = (self._noise * 1103515245 + 12345) & 0x7FFFFFFF
        return self._noise >> 16 & 0xFF

    def _die(self) -> None:
        self.dead = True
        raise PowerCut

    def raise_break(self) -> None:
        self.broken_in = False
        raise KeyboardInterrupt

    def _alive(self) -> None:
        if self.dead:
            raise PowerCut

    # The file.

    def load(self, path: str) -> None:
        """Takes the contents from a file; it must be as long as the chip."""
        with open(path, "rb") as file:
            data = file.read()
        if len(data) != len(self.data):
            raise ValueError("%s holds %d bytes, the chip %d" % (path, len(data), len(self.data)))
        self.data[:] = data

    def save(self, path: str) -> None:
        with open(path, "wb") as file:
            file.write(self.data)

    def _keep_in(self, path: str) -> None:
        try:
            self.load(path)
        except OSError:
            self.save(path)
        self._file = open(path, "r+b")  # noqa: SIM115 - open for as long as the chip lives

    def close(self) -> None:
        """Closes the file; the chip lives on in memory."""
        if self._file:
            self._file.close()
            self._file = None

    def _changed(self, start: int, count: int) -> None:
        if self._file:
            self._file.seek(start)
            self._file.write(self.data[start : start + count])
            self._file.flush()
