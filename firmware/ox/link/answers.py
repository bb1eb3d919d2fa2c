"""What the device says to a request. Imports protocol, uploads, ox.app.files, ox.core, ox.journal, ox.latin1.

`ask` takes a line, `work` does a piece of what it takes and gives the answer's line when that is ready. A piece is at
most a few milliseconds, but for the flash: what writes there waits until nobody types. Every request can come twice.
"""

import binascii
import gc
import hashlib
import json

from ox import VERSION
from ox.app.files import ROSTER, are_settings, is_roster
from ox.core import game as core
from ox.journal.format import BadJournal
from ox.latin1 import is_name

from . import protocol
from .uploads import Upload

TYPE_CHECKING = False  # MicroPython has no typing; checkers take this name for true
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from ox.app.app import App

    Fields = tuple[object, ...]
    Work = Iterator[Fields | None]

CRASH = "crash"  # the file; see ox.crash, which is not loaded for its name
_NO_SPACE = 28
_PIECE = 2048  # bytes that are hashed at a time
_HASH_LENGTH = 64
# Below, the device itself takes its clock for one that was never set; above, it does not fit a journal's header.
_EARLIEST = 1_735_689_601
_LATEST = 0xFFFFFFFF

_PHASES = {
    core.FOR_SETUP: "none",
    core.FOR_ROUND: "round",
    core.FOR_PICK: "pick",
    core.FOR_ROW: "row",
    core.FOR_CARD: "card",
    core.FOR_CHOICE: "choice",
    core.FOR_NOTHING: "over",
}


class _Refusal(Exception):
    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Answers:
    """`changed` says that the laptop has changed something that may be on the screen.

    `crash` is what happened when the firmware has broken down: then only that can be read, and there may be no app.
    """

    def __init__(
        self, app: "App", chip_id: bytes, set_clock: "Callable[[int], None]", ticks_ms: "Callable[[], int]"
    ) -> None:
        self._app = app
        self._id = binascii.hexlify(chip_id).decode()
        self._set_clock = set_clock
        self._ticks_ms = ticks_ms
        self.crash: bytes | None = None
        self._upload = Upload()
        self._listed: list[int] = []  # the games that are being listed, page by page
        self._done = ("", 0, 0)  # what was committed last: kind, length, CRC-32
        self._number = -1
        self._verb = ""
        self._job: Work | None = None
        self._quiet = True
        self.changed = False

    def ask(self, line: "bytes | memoryview") -> None:
        """A line came. What was asked before it and is not answered yet, nobody waits for any more."""
        try:
            number, verb, fields = protocol.decode(protocol.REQUEST, line)
        except protocol.BadLine:
            return  # the laptop asks again
        if self._job is None or number != self._number or verb != self._verb:
            self._number, self._verb = number, verb
            self._job = self._answer(verb, fields)

    def busy(self) -> bool:
        return self._job is not None

    def work(self, quiet: bool) -> bytes:
        """A piece of work; the answer's line when there is one. `quiet`: nobody types, the flash may be written."""
        if self._job is None:
            return b""
        self._quiet = quiet
        verb = self._verb
        try:
            fields = next(self._job)
            if fields is None:
                return b""
        except _Refusal as refusal:
            verb, fields = protocol.ERR, (refusal.code,)
        except OSError as error:
            verb = protocol.ERR
            fields = (protocol.FULL if error.args and error.args[0] == _NO_SPACE else protocol.FAULT,)
        except (BadJournal, MemoryError):
            verb, fields = protocol.ERR, (protocol.FAULT,)
        self._job = None
        return protocol.encode(protocol.REPLY, self._number, verb, fields)

    def _answer(self, verb: str, fields: list[str]) -> "Work":
        if verb == protocol.CRASH and fields[:1] == [protocol.READ]:
            return self._file(verb, fields)
        if self.crash is not None:
            return _refuse(protocol.CRASHED)
        if verb == protocol.HELLO:
            return self._hello()
        if verb == protocol.LIST:
            return self._list(*_numbers(fields, 2))
        if verb == protocol.GET:
            return self._get(*_numbers(fields, 3))
        if verb == protocol.ACK:
            return self._ack(fields)
        if verb == protocol.CLOCK:
            return self._clock(*_numbers(fields, 1))
        if verb == protocol.NOW:
            return self._now()
        if verb == protocol.NAME:
            return self._name(fields)
        if verb in (protocol.ROSTER, protocol.SETTINGS):
            return self._file(verb, fields)
        if verb == protocol.HEALTH:
            return self._health()
        if verb == protocol.CRASH and fields == [protocol.FORGET]:
            return self._forget()
        if verb == protocol.SELF_TEST:
            return self._self_test()
        return _refuse(protocol.UNKNOWN)

    # --- Games

    def _hello(self) -> "Work":
        shelf = self._app.shelf
        yield (
            self._id,
            binascii.hexlify(shelf.epoch).decode(),
            protocol.LOWEST,
            protocol.HIGHEST,
            VERSION,
            shelf.free(),
            _pack_text(self._app.settings["name"]),
            protocol.CHUNK,
        )

    def _list(self, first: int, count: int) -> "Work":
        if first < 0 or not 0 < count <= protocol.PAGE:
            raise _Refusal(protocol.BAD_ARGS)
        if first <= 1 or not self._listed:
            self._listed = self._app.shelf.numbers()  # slow with many games: once for all pages
            yield None
        entries: list[object] = []
        following = 0
        for number in self._listed:
            if number >= first:
                if len(entries) == count:
                    following = number
                    break
                entry = self._entry(number)
                if entry:
                    entries.append(entry)
                yield None
        yield tuple([following] + entries)

    def _entry(self, number: int) -> str:
        shelf = self._app.shelf
        length = shelf.length(number)
        if not length:
            return ""
        journal = self._app.journal()
        flags = 0
        if journal and journal.number == number:
            flags = protocol.OPEN
        elif shelf.unfinished(number):
            flags = protocol.UNFINISHED
        if not shelf.readable(number):
            flags += protocol.UNREADABLE
        return "%d:%d:%d:%d" % (number, length, shelf.acknowledged(number), flags)

    def _get(self, number: int, offset: int, count: int) -> "Work":
        if number < 1 or offset < 0 or not 0 < count <= protocol.CHUNK:
            raise _Refusal(protocol.BAD_ARGS)
        length = self._length(number)
        data = self._app.shelf.read(number, offset, min(count, length - offset)) if offset < length else b""
        yield number, offset, protocol.pack(data)

    def _ack(self, fields: list[str]) -> "Work":
        number, length = _numbers(fields[:2], 2)
        if number < 1 or length < 1 or len(fields) != 3 or len(fields[2]) != _HASH_LENGTH:
            raise _Refusal(protocol.BAD_ARGS)
        shelf = self._app.shelf
        if length > self._length(number):
            raise _Refusal(protocol.WRONG_LENGTH)
        sha = hashlib.sha256()
        at = 0
        while at < length:
            data = shelf.read(number, at, min(_PIECE, length - at))
            if not data:
                raise _Refusal(protocol.FAULT)
            sha.update(data)
            at += len(data)
            yield None
        if binascii.hexlify(sha.digest()).decode() != fields[2]:
            raise _Refusal(protocol.WRONG_HASH)
        if shelf.acknowledged(number) < length:  # one that comes late takes nothing back
            while not self._quiet:
                yield None
            shelf.acknowledge(number, length)
        yield number, length

    def _length(self, number: int) -> int:
        length = self._app.shelf.length(number)
        if not length:
            raise _Refusal(protocol.NO_GAME)
        return length

    def _now(self) -> "Work":
        journal = self._app.journal()
        game = self._app.history.game
        length = self._app.shelf.length(journal.number) if journal else 0
        phase = _PHASES[game.waits_for()]
        turn = game.round.turn if game.round else 0
        begun = game.rounds_finished() + (1 if game.round and not game.round.finished else 0)
        yield journal.number if journal else 0, length, phase, begun, turn

    # --- The device

    def _clock(self, seconds: int) -> "Work":
        if not _EARLIEST <= seconds <= _LATEST:
            raise _Refusal(protocol.BAD_ARGS)
        self._set_clock(seconds)
        yield (seconds,)

    def _name(self, fields: list[str]) -> "Work":
        if len(fields) > 1:
            raise _Refusal(protocol.BAD_ARGS)
        if fields:
            try:
                name = _unpack(fields[0]).decode()
            except (ValueError, UnicodeError):
                raise _Refusal(protocol.BAD_VALUE)
            if not is_name(name):
                raise _Refusal(protocol.BAD_VALUE)
            while not self._quiet:
                yield None
            self._app.use_settings({"name": name})
            self.changed = True
        yield (_pack_text(self._app.settings["name"]),)

    def _health(self) -> "Work":
        app = self._app
        gc.collect()
        free = gc.mem_free() if hasattr(gc, "mem_free") else 0  # CPython does not tell
        kept = len(self._content(protocol.CRASH))
        uptime = self._ticks_ms() // 1000  # starts again after twelve days
        yield free, uptime, app.now_s(), kept, _pack_text("\n".join(app.faults))

    def _forget(self) -> "Work":
        while not self._quiet:
            yield None
        if self._content(protocol.CRASH):
            self._app.files.remove(CRASH)
        yield (protocol.FORGET,)

    def _self_test(self) -> "Work":
        from ox.app.selftest import SelfTest

        if not isinstance(self._app.mode(), SelfTest):
            self._app.lay_over(SelfTest())
        self.changed = True
        yield ()

    def _file(self, kind: str, fields: list[str]) -> "Work":
        what = fields[0] if len(fields) == 3 else ""
        if what == protocol.READ:
            offset, count = _numbers(fields[1:], 2)
            if offset < 0 or not 0 < count <= protocol.CHUNK:
                raise _Refusal(protocol.BAD_ARGS)
            content = self._content(kind)
            piece = content[offset : offset + count]
            yield protocol.READ, len(content), "%08x" % protocol.crc32(content), offset, protocol.pack(piece)
        elif what == protocol.WRITE:
            offset = protocol.whole(fields[1])
            if offset < 0:
                raise _Refusal(protocol.BAD_ARGS)
            piece = _unpack(fields[2])
            if not self._upload.add(kind, offset, piece):
                raise _Refusal(protocol.WRONG_OFFSET)
            yield protocol.WRITE, offset + len(piece)
        elif what == protocol.COMMIT:
            length, crc = protocol.whole(fields[1]), _hex(fields[2])
            content = self._upload.whole(kind, length, crc)
            if not content and self._done != (kind, length, crc):  # it was done before, and the answer got lost
                raise _Refusal(protocol.WRONG_CRC)
            if content:
                value = _parse(kind, content)
                while not self._quiet:
                    yield None
                self._use(kind, value, content)
                self._upload.forget()
            yield protocol.COMMIT, length
        else:
            raise _Refusal(protocol.BAD_ARGS)

    def _content(self, kind: str) -> bytes:
        if kind == protocol.SETTINGS:
            return json.dumps(self._app.settings).encode()
        if kind == protocol.CRASH and self.crash is not None:
            return self.crash
        try:
            with self._app.files.open(ROSTER if kind == protocol.ROSTER else CRASH, "rb") as file:
                content: bytes = file.read()
                return content
        except OSError:
            return b""

    def _use(self, kind: str, value: "Any", content: bytes) -> None:
        if kind == protocol.SETTINGS:
            self._app.use_settings(value)
        else:
            self._app.use_roster(content)
        self._done = (kind, len(content), protocol.crc32(content))
        self.changed = True


def _refuse(code: str) -> "Work":
    raise _Refusal(code)
    yield None


def _numbers(fields: list[str], count: int) -> list[int]:
    """So many numbers; -1 for what is none, and all of them -1 if there are more or fewer."""
    return [protocol.whole(field) for field in fields] if len(fields) == count else [-1] * count


def _hex(text: str) -> int:
    try:
        return int(text, 16)
    except ValueError:
        raise _Refusal(protocol.BAD_ARGS)


def _unpack(text: str) -> bytes:
    try:
        return protocol.unpack(text)
    except protocol.BadLine:
        raise _Refusal(protocol.BAD_ARGS)


def _pack_text(text: str) -> str:
    return protocol.pack(text.encode())


def _parse(kind: str, content: bytes) -> "Any":
    try:
        value = json.loads(content.decode())
    except (ValueError, UnicodeError, RuntimeError):  # the last: lists in lists without end
        raise _Refusal(protocol.BAD_VALUE)
    if not (are_settings(value) if kind == protocol.SETTINGS else is_roster(value)):
        raise _Refusal(protocol.BAD_VALUE)
    return value
