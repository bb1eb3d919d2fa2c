"""Bytes of the USB serial port, in and out, without ever waiting. Imports protocol; the port comes as an object.

The port is the REPL's. It is read on every pass, or a Ctrl-C behind other bytes would not be seen, and byte by byte,
since `read(n)` waits for n. Nothing is written that was not asked for; a laptop that does not read loses its answer.
"""

import select
import sys
import time

from .protocol import REQUEST_LIMIT

TYPE_CHECKING = False  # MicroPython has no typing; checkers take this name for true
if TYPE_CHECKING:
    from typing import Any, Protocol

    from .answers import Answers

    class Port(Protocol):
        def readable(self) -> bool: ...
        def read_byte(self) -> int: ...
        def writable(self) -> bool: ...
        def write(self, data: memoryview) -> int | None: ...


_READ = 96  # bytes that are read in one pass, at the most
_WRITE = 1024  # likewise written
_PIECE = 128  # in one write: less than the Pico's output ring, which then takes it at once
_PATIENCE_MS = 500  # so long may the laptop not read, until it loses the rest of the answer
_NEWLINE = 10


class UsbPort:
    """The Pico's own port. The virtual board puts another object with the same methods in its place."""

    def __init__(self) -> None:
        stdin: Any = sys.stdin
        stdout: Any = sys.stdout
        self._in = stdin.buffer
        self._out = stdout.buffer
        self._byte = bytearray(1)
        self._can_read = select.poll()
        self._can_read.register(stdin, select.POLLIN)
        self._can_write = select.poll()
        self._can_write.register(stdout, select.POLLOUT)

    def readable(self) -> bool:
        for _ in self._can_read.ipoll(0):
            return True
        return False

    def read_byte(self) -> int:
        self._in.readinto(self._byte)
        return self._byte[0]

    def writable(self) -> bool:
        for _ in self._can_write.ipoll(0):
            return True
        return False

    def write(self, data: memoryview) -> "int | None":
        count: int | None = self._out.write(data)
        return count


class Serial:
    """Lines in, lines out. `sending`: an answer is on its way, the next one has to wait."""

    def __init__(self, port: "Port") -> None:
        self._port = port
        self._line = bytearray(REQUEST_LIMIT)
        self._view = memoryview(self._line)
        self._used = 0
        self._too_long = False  # skip until the line ends
        self._answer = memoryview(b"")
        self._sent = 0
        self._since = 0  # the last time that the laptop took something
        self.sending = False

    def serve(self, answers: "Answers", now: int, quiet: bool) -> None:
        """Reads what came, and does a piece of what the laptop has asked for; `quiet`: nobody types."""
        line = self.receive()
        if line is not None:
            answers.ask(line)
        if not self.sending:
            answer = answers.work(quiet)
            if answer:
                self.send(answer, now)
        if self.sending:
            self.push(now)

    def receive(self) -> "memoryview | None":
        """Reads what is there; a line without its newline if one is complete, good until the next call."""
        for _ in range(_READ):
            if not self._port.readable():
                return None
            byte = self._port.read_byte()
            if byte == _NEWLINE:
                end, self._used = self._used, 0
                if not self._too_long:
                    return self._view[:end]
                self._too_long = False
            elif self._used == REQUEST_LIMIT:
                self._too_long = True
            else:
                self._line[self._used] = byte
                self._used += 1
        return None

    def send(self, line: bytes, now: int) -> None:
        self._answer = memoryview(line)
        self._sent = 0
        self._since = now
        self.sending = True

    def push(self, now: int) -> None:
        """Writes a piece of the answer, if the laptop takes it."""
        end = min(self._sent + _WRITE, len(self._answer))
        while self.sending and self._sent < end and self._port.writable():
            piece = self._answer[self._sent : min(self._sent + _PIECE, end)]
            if self._port.write(piece) != len(piece):
                self.sending = False  # some of it is lost: the checksum would be wrong anyway
            self._sent += len(piece)
            self._since = now
        if self._sent == len(self._answer) or time.ticks_diff(now, self._since) >= _PATIENCE_MS:
            self.sending = False
