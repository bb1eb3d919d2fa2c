"""All that can be asked of a device. Imports protocol, transport, said, exchange, oxtally.errors; knows no store.

    with Session(SerialTransport("/dev/ttyACM0")) as session:
        who = session.hello()
        for game in session.list():
            body = b"".join(session.read(game.number, 0, game.length))
            # … keep it, and only then:
            session.ack(game.number, game.length, hashlib.sha256(body).hexdigest())

Everything may be asked again at any time. Errors are OxtallyErrors with a sentence for people.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from ox.link import protocol
from oxtally.errors import DeviceRefused, LinkError, WrongVersion
from oxtally.link import said
from oxtally.link.exchange import PATIENCE_S, Exchange
from oxtally.link.said import Health, Hello, Listed, Now, understood
from oxtally.link.transport import Transport

# Codes of a DeviceRefused.
WRONG_HASH = protocol.WRONG_HASH
UNKNOWN = protocol.UNKNOWN
CRASHED = protocol.CRASHED

_WRITING_S = 40.0  # what goes to the flash waits until nobody types
_ENTRY = 24  # bytes of a game in a list
_PAGE = 16  # games that are listed at a time: the device looks into several files for each
_LONGEST = 65536  # bytes of a file that we take
_Fields = list[str]  # inside the class, `list` is what lists games

_AGAIN = 8  # times that a file is sent or read from its start


class Session:
    def __init__(self, transport: Transport, patience: float = PATIENCE_S) -> None:
        """`patience`: seconds without an answer until it gives up."""
        self.transport = transport
        self._exchange = Exchange(transport, patience)
        self._greeted = False

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self.transport.close()

    # --- Games

    def hello(self) -> Hello:
        """Who is there. Raises WrongVersion for a device that this version of oxtally cannot talk to."""
        who = understood(protocol.HELLO, said.hello, self._ask(protocol.HELLO, slow=True))
        if who.highest < protocol.LOWEST:
            raise WrongVersion(
                f"{self.transport.name}: the firmware of {who.name} ({who.firmware}) is too old for this version of "
                "oxtally; run: oxtally install"
            )
        if who.lowest > protocol.HIGHEST:
            raise WrongVersion(
                f"{self.transport.name}: the firmware of {who.name} ({who.firmware}) is newer than this version of "
                "oxtally; run: pip install -U oxtally"
            )
        exchange = self._exchange
        if exchange.size == exchange.largest:
            exchange.size = min(who.chunk, protocol.CHUNK)
        exchange.largest = min(who.chunk, protocol.CHUNK)
        self._greeted = True
        return who

    def list(self) -> list[Listed]:
        """All games, ascending."""
        self._greet()
        games: list[Listed] = []
        following = 0
        while True:
            first = following
            fields = self._ask(protocol.LIST, lambda first=first: (first, self._entries()), slow=True)
            following, page = understood(protocol.LIST, said.listed, fields)
            games += page
            if not following:
                return games
            if following <= first:
                raise LinkError(f"{self.transport.name}: the list of games has no end; run: oxtally install")

    def _entries(self) -> int:
        return max(1, min(_PAGE, self._exchange.size // _ENTRY))

    def get(self, number: int, offset: int, count: int) -> bytes:
        """Bytes of a journal from there on: at least one, at most `count`; none behind its end."""
        self._greet()
        fields = self._ask(protocol.GET, lambda: (number, offset, min(count, self._exchange.size)))
        at, data = understood(protocol.GET, _piece, fields)
        if at != (number, offset) or len(data) > count:
            raise LinkError(f"{self.transport.name}: other bytes than were asked for; run: oxtally install")
        return data

    def read(self, number: int, start: int, end: int) -> Iterator[bytes]:
        """The bytes of a journal from `start` to `end`, piece by piece."""
        while start < end:
            data = self.get(number, start, end - start)
            if not data:
                raise DeviceRefused(
                    protocol.WRONG_LENGTH,
                    f"{self.transport.name}: game {number} ends at byte {start} on the device, not at {end}; try again",
                )
            start += len(data)
            yield data

    def ack(self, number: int, length: int, sha256: str) -> None:
        """Tell the device that so many bytes of this game are kept here. Raises DeviceRefused if its own differ."""
        self._greet()
        self._ask(protocol.ACK, lambda: (number, length, sha256), slow=True, patience=_WRITING_S)

    def now(self) -> Now:
        """What is happening at the table."""
        self._greet()
        return understood(protocol.NOW, said.now, self._ask(protocol.NOW))

    # --- The device

    def clock(self, seconds: int) -> None:
        """Set its clock: seconds since 1970."""
        self._greet()
        self._ask(protocol.CLOCK, lambda: (seconds,))

    def name(self) -> str:
        self._greet()
        return understood(protocol.NAME, _text, self._ask(protocol.NAME))

    def set_name(self, name: str) -> None:
        self._greet()
        self._ask(protocol.NAME, lambda: (protocol.pack(name.encode()),), slow=True, patience=_WRITING_S)

    def roster(self) -> Any:
        """`{"players": [{"name": …, "short": …}, …]}` as it was written; None if the device has none."""
        return self._read_file(protocol.ROSTER)

    def set_roster(self, roster: Any) -> None:
        self._write_file(protocol.ROSTER, roster)

    def settings(self) -> dict[str, Any]:
        """All settings that the device has."""
        settings = self._read_file(protocol.SETTINGS)
        return settings if isinstance(settings, dict) else {}

    def set_settings(self, changes: dict[str, Any]) -> None:
        """Change these; the others stay."""
        self._write_file(protocol.SETTINGS, changes)

    # --- How it is

    def health(self) -> Health:
        self._greet()
        return understood(protocol.HEALTH, said.health, self._ask(protocol.HEALTH, slow=True))

    def crash(self) -> str:
        """What the device keeps of its last crashes, the newest first; empty if there were none.

        A device that has just crashed answers nothing else, no hello either.
        """
        try:
            self._greet()
        except DeviceRefused as refused:
            if refused.code != CRASHED:
                raise
        return self._whole_file(protocol.CRASH).decode(errors="replace").strip()

    def forget_crash(self) -> None:
        self._greet()
        self._ask(protocol.CRASH, lambda: (protocol.FORGET,), slow=True, patience=_WRITING_S)

    def self_test(self) -> None:
        """Open the self-test on its screen."""
        self._greet()
        self._ask(protocol.SELF_TEST)

    # --- Files in pieces

    def _read_file(self, kind: str) -> Any:
        self._greet()
        return self._parsed(kind, self._whole_file(kind))

    def _whole_file(self, kind: str) -> bytes:
        for _ in range(_AGAIN):
            content = self._pieces(kind)
            if content is not None:
                return content
        raise LinkError(f"{self.transport.name}: its {kind} file changes all the time; wait a moment and try again")

    def _parsed(self, kind: str, content: bytes) -> Any:
        try:
            return json.loads(content) if content else None
        except (ValueError, RecursionError):
            raise LinkError(f"{self.transport.name}: the {kind} on the device are damaged; write them anew") from None

    def _pieces(self, kind: str) -> bytes | None:
        """All of a file; None if it has changed meanwhile."""
        content = b""
        while True:
            at = len(content)
            fields = self._ask(kind, lambda at=at: (protocol.READ, at, self._exchange.size))
            length, crc, piece = understood(kind, _file_piece, fields)
            content += piece
            if len(content) == length and protocol.crc32(content) == crc:
                return content
            if not piece or len(content) >= length:
                return None

    def _write_file(self, kind: str, value: Any) -> None:
        self._greet()
        content = json.dumps(value).encode()
        for _ in range(_AGAIN):
            try:
                self._send_file(kind, content)
                return
            except DeviceRefused as refused:  # it has started again, and forgotten what came before
                if refused.code not in (protocol.WRONG_OFFSET, protocol.WRONG_CRC):
                    raise
                last = refused
        raise last

    def _send_file(self, kind: str, content: bytes) -> None:
        at = 0
        while at < len(content):

            def piece(at: int = at) -> tuple[object, ...]:
                count = min(protocol.PIECE, self._exchange.size)
                return protocol.WRITE, at, protocol.pack(content[at : at + count])

            reached = understood(kind, _reached, self._ask(kind, piece))
            if not at < reached <= len(content):
                raise LinkError(f"{self.transport.name}: it took other bytes than were sent; run: oxtally install")
            at = reached
        crc = f"{protocol.crc32(content):08x}"
        self._ask(kind, lambda: (protocol.COMMIT, len(content), crc), slow=True, patience=_WRITING_S)

    # --- Asking

    def _ask(self, verb: str, fields: Any = tuple, slow: bool = False, patience: float = 0.0) -> _Fields:
        return self._exchange.ask(verb, fields, slow, patience)

    def _greet(self) -> None:
        """Nothing is asked of a device whose version is not known."""
        if not self._greeted:
            self.hello()


def _piece(fields: list[str]) -> tuple[tuple[int, int], bytes]:
    return (said.number(fields[0]), said.number(fields[1])), protocol.unpack(fields[2])


def _file_piece(fields: list[str]) -> tuple[int, int, bytes]:
    length = said.number(fields[1])
    if length > _LONGEST:
        raise ValueError
    return length, int(fields[2], 16), protocol.unpack(fields[4])


def _reached(fields: list[str]) -> int:
    return said.number(fields[1])


def _text(fields: list[str]) -> str:
    return protocol.unpack(fields[0]).decode()
