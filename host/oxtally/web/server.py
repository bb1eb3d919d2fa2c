"""Serves a page until somebody has had enough, and opens the browser where there is one. Imports oxtally.errors."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import socket
import sys
import webbrowser
from collections.abc import Callable, Iterator

import uvicorn
from starlette.types import ASGIApp

from oxtally.errors import OxtallyError
from oxtally.virtual.port import listener

LOOPBACK = "127.0.0.1"
_LONGEST = 4096  # bytes of a WebSocket message, long before it is looked at


def listen(host: str, port: int) -> socket.socket:
    """A socket on this port, or on any free one if it is taken. Raises OxtallyError."""
    try:
        try:
            return listener(host, port)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise
            return listener(host, 0)
    except OSError as error:
        raise OxtallyError(f"--host {host}, --page {port}: {error.strerror}") from None


def address(sock: socket.socket) -> str:
    """The page's address, as it is typed into a browser on this computer."""
    host, port = sock.getsockname()[:2]
    if host in ("0.0.0.0", "::"):
        host = LOOPBACK
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


class _Server(uvicorn.Server):
    """Signals are ours to handle."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


async def serve(app: ASGIApp, sock: socket.socket, ready: Callable[[], None], enough: asyncio.Future[None]) -> None:
    """Answer until `enough` is done; `ready` is called once there is somebody to answer."""
    config = uvicorn.Config(
        app,
        log_level="error",
        lifespan="off",
        ws="websockets-sansio",
        ws_max_size=_LONGEST,
        server_header=False,
        timeout_graceful_shutdown=1,  # pages do not hang up by themselves
    )
    server = _Server(config)
    serving = asyncio.create_task(server.serve(sockets=[sock]))
    try:
        while not server.started and not serving.done():
            await asyncio.sleep(0.01)
        ready()
        await asyncio.wait([serving, enough], return_when=asyncio.FIRST_COMPLETED)
    finally:
        server.should_exit = True
        await serving


def open_browser(url: str) -> bool:
    """Show the page to somebody who sits at a screen; False where there is none."""
    if sys.platform.startswith("linux") and not any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
    ):
        return False  # a browser in the terminal would take it away from us
    try:
        return webbrowser.open(url)
    except (webbrowser.Error, OSError):
        return False
