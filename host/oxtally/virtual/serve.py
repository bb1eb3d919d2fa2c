"""Offers the virtual device's USB serial port at socket://127.0.0.1:PORT. Imports device and live of this package.

The device is a process of its own, on either interpreter; this one passes bytes on between it and one client at a time.
Only this computer can connect.
"""

from __future__ import annotations

import errno
import os
import selectors
import signal
import socket
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

from oxtally.errors import OxtallyError
from oxtally.virtual import device
from oxtally.virtual.live import READY

HOST = "127.0.0.1"
_MOST = 65536  # bytes that wait for a client that does not read; what comes then is lost


class _Interrupted(BaseException):
    """Somebody has had enough: that is how this ends."""


def serve(orders: dict[str, Any], folder: Path, interpreter: str, port: int, ready: Callable[[str], None]) -> None:
    """Types the keys of the orders, calls `ready` with the URL, and serves until SIGINT or SIGTERM."""
    before = [(number, signal.getsignal(number)) for number in (signal.SIGINT, signal.SIGTERM)]
    try:
        for number, _ in before:
            signal.signal(number, _interrupt)
        with _listener(port) as listener, tempfile.TemporaryFile() as errors:
            process = device.start({**orders, "serve": True}, folder, interpreter, errors)
            try:
                relay = _Relay(process, listener, errors)
                relay.await_ready()
                ready(f"socket://{HOST}:{listener.getsockname()[1]}")
                relay.run()
            finally:
                process.kill()
                process.communicate()
    except _Interrupted:
        return
    finally:
        for number, handler in before:
            signal.signal(number, handler)


def _interrupt(number: int, frame: FrameType | None) -> None:
    signal.signal(number, signal.SIG_IGN)  # once is enough: the way out must not be interrupted
    raise _Interrupted


def _listener(port: int) -> socket.socket:
    listener = socket.socket()
    try:
        if os.name == "posix":  # elsewhere it would let two share the port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((HOST, port))
        listener.listen(1)
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRINUSE:
            raise OxtallyError(f"--serve: port {port} is taken; choose another one, or 0 for any") from None
        raise OxtallyError(f"--serve: port {port}: {error.strerror}") from None
    return listener


class _Relay:
    def __init__(self, process: subprocess.Popen[bytes], listener: socket.socket, errors: Any) -> None:
        assert process.stdin
        assert process.stdout
        self._process = process
        self._listener = listener
        self._errors = errors
        self._to_device = process.stdin.fileno()
        self._from_device = process.stdout.fileno()
        self._client: socket.socket | None = None
        self._down = b""  # on its way to the device
        self._up = b""  # on its way to the client
        os.set_blocking(self._to_device, False)

    def await_ready(self) -> None:
        said = b""
        while len(said) < len(READY):
            said += self._listen_to_device(len(READY) - len(said))
        if said != READY:
            raise device.broke_down(self._errors)

    def _listen_to_device(self, count: int) -> bytes:
        data = os.read(self._from_device, count)
        if not data:
            self._process.wait()
            raise device.broke_down(self._errors)
        return data

    def run(self) -> None:
        while True:
            for fd in self._ready():
                if fd == self._from_device:
                    data = self._listen_to_device(4096)
                    if self._client and len(self._up) + len(data) <= _MOST:
                        self._up += data
                elif fd == self._to_device:
                    self._down = self._down[self._write() :]
                elif self._client is None:
                    self._client, _ = self._listener.accept()
                    self._client.setblocking(False)
                    self._client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                    self._up = b""
                else:
                    self._serve_client(self._client)

    def _ready(self) -> set[int]:
        with selectors.DefaultSelector() as selector:
            selector.register(self._from_device, selectors.EVENT_READ)
            if self._down:
                selector.register(self._to_device, selectors.EVENT_WRITE)
            if self._client is None:
                selector.register(self._listener, selectors.EVENT_READ)
            else:
                # Nothing more is taken from a client than the device takes.
                events = (0 if self._down else selectors.EVENT_READ) | (selectors.EVENT_WRITE if self._up else 0)
                if events:
                    selector.register(self._client, events)
            return {key.fd for key, _ in selector.select()}

    def _write(self) -> int:
        try:
            return os.write(self._to_device, self._down)
        except BlockingIOError:
            return 0
        except BrokenPipeError:
            self._process.wait()
            raise device.broke_down(self._errors) from None

    def _serve_client(self, client: socket.socket) -> None:
        try:
            if self._up:
                self._up = self._up[client.send(self._up) :]
            if not self._down:
                self._down = client.recv(4096)
                if not self._down:
                    raise ConnectionResetError
        except BlockingIOError:
            return
        except OSError:  # it has left; the next one may come
            client.close()
            self._client = None
            self._up = b""
