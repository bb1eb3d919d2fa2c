"""The virtual device's serial port as pyserial opens it: socket://127.0.0.1:PORT. Imports oxtally.errors.

One client at a time; the next one waits until that has left. Only this computer can connect.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import socket
from collections.abc import Awaitable, Callable

from oxtally.errors import OxtallyError

HOST = "127.0.0.1"
_PIECE = 512  # what the device's input has room for
_MOST = 65536  # bytes that wait for a client that does not read; what comes then is lost


def listener(host: str, port: int) -> socket.socket:
    """A socket that listens there. Raises OSError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    found = socket.socket(family)
    try:
        if os.name == "posix":  # elsewhere it would let two share the port
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((host, port))
        found.listen(16)
    except OSError:
        found.close()
        raise
    return found


def free_port(wanted: int) -> int:
    """That one, or 0 for any if somebody has it."""
    try:
        listener(HOST, wanted).close()
    except OSError:
        return 0
    return wanted


class Port:
    """`to_device` takes what clients send; `changed` is called when one comes or goes."""

    def __init__(self, port: int, to_device: Callable[[bytes], Awaitable[None]], changed: Callable[[], None]) -> None:
        self._number = port
        self._to_device = to_device
        self._changed = changed
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._turn = asyncio.Lock()
        self._client: asyncio.StreamWriter | None = None

    @property
    def url(self) -> str:
        return f"socket://{HOST}:{self._number}"

    @property
    def connected(self) -> bool:
        return self._client is not None

    async def plug(self) -> None:
        """Clients can connect from now on; the second time at the same address. Raises OxtallyError if it is taken."""
        if self._server:
            return
        try:
            sock = listener(HOST, self._number)
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                raise OxtallyError(f"--serve: port {self._number} is taken; choose another one, or 0 for any") from None
            raise OxtallyError(f"--serve: port {self._number}: {error.strerror}") from None
        self._number = sock.getsockname()[1]
        self._server = await asyncio.start_server(self._accept, sock=sock)

    async def unplug(self) -> None:
        """Whoever is connected is cut off."""
        if self._server:
            self._server.close()
            self._server = None
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks)

    def to_laptop(self, data: bytes) -> None:
        if not self._client or self._client.transport.is_closing():
            return
        if self._client.transport.get_write_buffer_size() + len(data) <= _MOST:
            self._client.write(data)

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.get_running_loop().create_task(self._serve(reader, writer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            async with self._turn:
                self._client = writer
                self._changed()
                while data := await reader.read(_PIECE):
                    await self._to_device(data)
        except OSError:  # it has left
            pass
        finally:
            if self._client is writer:
                self._client = None
                self._changed()
            writer.close()
            with contextlib.suppress(OSError):
                await writer.wait_closed()
