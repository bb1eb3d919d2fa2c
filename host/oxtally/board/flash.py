"""The flash chip under the file system: NOR, as MicroPython's extended block device. Imports nothing.

Blocks of 4 KiB are erased to FF, pages of 256 bytes are programmed; programming can only turn ones into zeros. Both
take their time on the clock. Power can be cut at any program or erase, which then is done in part: `cut_at(n)` lets n
of them pass. From the cut on the chip is dead (every access raises PowerCut) until `power_on`.

`Flash(path=…)` keeps the contents in a file as well, written at every operation: killing the process is a power cut.
"""

TYPE_CHECKING = False  # MicroPython has no typing; checkers take this name for true
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from .clock import Clock

BLOCK, PAGE = 4096, 256
BLOCKS = 352  # what MicroPython leaves of a Pico's 2 MiB
ERASE_US, PROGRAM_US = 45_000, 700  # typical for the chip on the Pico

_ERASED_PAGE = b"\xff" * PAGE
_ERASED_BLOCK = b"\xff" * BLOCK


class PowerCut(BaseException):
    """The power is gone. Not an Exception: no handler of the firmware can live on."""


class Flash:
    """`data` is what the chip holds; `programs` and `erases` count pages and blocks."""

    def __init__(self, blocks: int = BLOCKS, path: "str | None" = None, clock: "Clock | None" = None) -> None:
        self.blocks = blocks
        self.data = bytearray(blocks * BLOCK)
        self.clock = clock
        self.complain: Callable[[str], None] | None = None
        self.programs = 0
        self.erases = 0
        self.dead = False
        self._left = -1  # operations until the cut; -1: none planned
        self._noise = 0
        self._file: Any = None
        for block in range(blocks):
            self.data[block * BLOCK : (block + 1) * BLOCK] = _ERASED_BLOCK
        if path is not None:
            self._keep_in(path)

    # Power.

    def cut_at(self, operations: int, seed: int = 1) -> None:
        """The power goes in the middle of the program or erase after this many; `seed` says how far that one gets."""
        self._left = operations
        self._noise = seed

    def power_on(self) -> None:
        self.dead = False
        self._left = -1

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
        cut = self._passes(ERASE_US)
        if cut:
            # An erase that stops in the middle leaves neither the old nor the new.
            for at in range(start, start + BLOCK):
                self.data[at] |= self._random()
        else:
            self.data[start : start + BLOCK] = _ERASED_BLOCK
            self.erases += 1
        self._changed(start, BLOCK)
        if cut:
            self._die()

    def _program(self, start: int, new: bytes) -> None:
        """Programs within one page."""
        old = bytes(self.data[start : start + len(new)])
        if old != _ERASED_PAGE[: len(new)]:
            new = self._only_clears(start, old, new)
        cut = self._passes(PROGRAM_US)
        if cut:
            new = bytes([byte | was & self._random() for byte, was in zip(new, old)])  # some zeros have not come yet
        self.data[start : start + len(new)] = new
        self._changed(start, len(new))
        if cut:
            self._die()
        self.programs += 1

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
