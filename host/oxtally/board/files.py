"""Files on the flash chip: real littlefs, set up as MicroPython sets it up on the Pico. Imports flash.

Under MicroPython it is the interpreter's own VfsLfs2; under CPython it is the same C library, from the package
littlefs-python. Both read what the other has written. `Files` has the same few methods on both, with the device's
behaviour: errors are OSError with an errno, and after a power cut everything raises PowerCut.
"""

import sys

from .flash import BLOCK, PAGE, Flash, PowerCut

TYPE_CHECKING = False  # MicroPython has no typing; checkers take this name for true
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

MICROPYTHON = sys.implementation.name == "micropython"
if MICROPYTHON:
    import vfs  # type: ignore[import-not-found]
else:
    import littlefs
    from littlefs import lfs

EIO = 5
DIRECTORY, FILE = 0x4000, 0x8000


class Files:
    """`Files(flash)` mounts, and formats first what is no file system, as MicroPython's _boot.py does."""

    def __init__(self, flash: Flash) -> None:
        self._flash = flash
        self._flash.raises_at_once = MICROPYTHON
        self._fs: Any = None
        try:
            self.mount()
        except OSError:
            self.format()
            self.mount()

    if MICROPYTHON:

        def format(self) -> None:
            vfs.VfsLfs2.mkfs(self._flash, progsize=PAGE)

        def mount(self) -> None:
            self._fs = vfs.VfsLfs2(self._flash, progsize=PAGE)

        def open(self, path: str, mode: str = "rb") -> "Any":
            return self._fs.open(path, mode)

        def listdir(self, path: str = "/") -> "list[str]":
            return sorted([entry[0] for entry in self._fs.ilistdir(path)])

        def remove(self, path: str) -> None:
            self._fs.remove(path)

        def rename(self, old: str, new: str) -> None:
            self._fs.rename(old, new)

        def mkdir(self, path: str) -> None:
            self._fs.mkdir(path)

        def free(self) -> int:
            """Bytes that are free."""
            about = self._fs.statvfs("/")
            return int(about[0] * about[3])

        def stat(self, path: str) -> "tuple[int, ...]":
            """As os.stat on the device, without times: kind (DIRECTORY or FILE) first, the length at 6."""
            found: tuple[int, ...] = self._fs.stat(path)
            return found[:7] + (0, 0, 0)

    else:

        def format(self) -> None:
            _call(self._flash, self._new().format)

        def mount(self) -> None:
            fs = self._new()
            _call(self._flash, fs.mount)
            self._fs = fs

        def _new(self) -> "Any":
            # The sizes of MicroPython's VfsLfs2(bdev, progsize=256); see extmod/vfs_lfsx.c there.
            return littlefs.LittleFS(
                context=_Context(self._flash),  # type: ignore[arg-type] # it wants a class of its own, and needs none
                mount=False,
                block_size=BLOCK,
                block_count=self._flash.blocks,
                read_size=32,
                prog_size=PAGE,
                cache_size=4 * PAGE,
                lookahead_size=32,
                block_cycles=100,
            )

        def open(self, path: str, mode: str = "rb") -> "Any":
            if "b" not in mode:
                raise ValueError("binary files only")
            return _File(self._flash, self._fs, path, mode)

        def listdir(self, path: str = "/") -> list[str]:
            return sorted(_call(self._flash, self._fs.listdir, path))

        def remove(self, path: str) -> None:
            _call(self._flash, lfs.remove, self._fs.fs, path)

        def rename(self, old: str, new: str) -> None:
            _call(self._flash, lfs.rename, self._fs.fs, old, new)

        def mkdir(self, path: str) -> None:
            _call(self._flash, lfs.mkdir, self._fs.fs, path)

        def free(self) -> int:
            """Bytes that are free."""
            return (self._flash.blocks - int(_call(self._flash, lfs.fs_size, self._fs.fs))) * BLOCK

        def stat(self, path: str) -> tuple[int, ...]:
            """As os.stat on the device, without times: kind (DIRECTORY or FILE) first, the length at 6."""
            found = _call(self._flash, lfs.stat, self._fs.fs, path)
            return (FILE if found.type == 1 else DIRECTORY, 0, 0, 0, 0, 0, found.size, 0, 0, 0)


# From here on: CPython only.


class _Context:
    """What littlefs-python calls for every access. An exception would be lost in its C code: an error code is not."""

    def __init__(self, flash: Flash) -> None:
        self._flash = flash

    def read(self, cfg: "Any", block: int, off: int, size: int) -> bytes:
        data = bytearray(size)
        if not self._flash.dead:
            self._flash.readblocks(block, data, off)
        return bytes(data)

    def prog(self, cfg: "Any", block: int, off: int, data: bytes) -> int:
        try:
            return self._flash.writeblocks(block, data, off)
        except PowerCut:
            return -EIO

    def erase(self, cfg: "Any", block: int) -> int:
        try:
            return self._flash.ioctl(6, block)
        except PowerCut:
            return -EIO

    def sync(self, cfg: "Any") -> int:
        return 0


def _call(flash: Flash, function: "Callable[..., Any]", *args: "Any") -> "Any":
    """Calls littlefs, with errors as the device has them."""
    if flash.dead:
        raise PowerCut
    try:
        result = function(*args)
    except littlefs.LittleFSError as error:
        if flash.dead:
            raise PowerCut
        raise OSError(-error.code, str(error))
    if flash.dead:
        raise PowerCut
    if flash.broken_in:  # the device's interpreter, too, raises it as soon as littlefs has returned
        flash.raise_break()
    return result


# LFS_O_…: read 1, write 2, create 100, exclusively 200, truncate 400, append 800. Our own table: the package's "a" does
# not create the file, MicroPython's does.
_FLAGS = {"r": 0x001, "w": 0x502, "a": 0x902, "x": 0x302}


_never_closed: "list[_File]" = []


class _File:
    """An open file, unbuffered on our side, as in MicroPython: littlefs buffers, `flush` and `close` commit."""

    def __init__(self, flash: Flash, fs: "Any", path: str, mode: str) -> None:
        self._flash = flash
        self._fs = fs  # the C library's part of it crashes once this one is gone
        flags = _FLAGS[mode[0]] | (3 if "+" in mode else 0)
        self._handle = self._call(lfs.file_open, path, lfs.LFSFileFlag(flags))
        self._open = True
        # littlefs keeps open files in a list of its own: one that is forgotten without being closed must not be freed.
        _never_closed.append(self)

    def _call(self, function: "Callable[..., Any]", *args: "Any") -> "Any":
        return _call(self._flash, function, self._fs.fs, *args)

    def read(self, count: int = -1) -> bytes:
        if count < 0:
            count = self._call(lfs.file_size, self._handle) - self.tell()
        return bytes(self._call(lfs.file_read, self._handle, count))

    def readinto(self, buffer: bytearray) -> int:
        data = self.read(len(buffer))
        buffer[: len(data)] = data
        return len(data)

    def write(self, data: bytes) -> int:
        return int(self._call(lfs.file_write, self._handle, bytes(data)))

    def seek(self, offset: int, whence: int = 0) -> int:
        return int(self._call(lfs.file_seek, self._handle, offset, whence))

    def tell(self) -> int:
        return int(self._call(lfs.file_tell, self._handle))

    def flush(self) -> None:
        self._call(lfs.file_sync, self._handle)

    def close(self) -> None:
        if self._open:
            self._open = False
            self._call(lfs.file_close, self._handle)
            _never_closed.remove(self)

    def __enter__(self) -> "_File":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
