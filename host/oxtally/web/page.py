"""The page of `oxtally play`, and the WebSocket behind it. Imports visitors, oxtally.virtual.box.

docs/play.md says what goes over the WebSocket.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from oxtally.virtual.box import Box, Onlooker
from oxtally.web.visitors import BadMessage, Wish, is_our_host, may_talk, wish

STATIC = Path(__file__).parent / "static"
HEADERS = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-cache",  # a newer version of this program serves newer files at the same address
}
_POLICY_VIOLATION = 1008


def application(box: Box) -> ASGIApp:
    """The whole site. `box` has to be open."""

    async def index(request: Request) -> Response:
        return FileResponse(STATIC / "index.html")

    async def talk(socket: WebSocket) -> None:
        if may_talk(socket.headers.get("host", ""), socket.headers.get("origin", "")):
            await _talk(box, socket)
        else:
            await socket.close(_POLICY_VIOLATION)  # before it was accepted: the browser sees a 403

    site = Starlette(
        routes=[
            Route("/", index),
            Mount("/static", StaticFiles(directory=STATIC)),
            WebSocketRoute("/ws", talk),
        ]
    )
    return _guarded(site)


def _guarded(site: ASGIApp) -> ASGIApp:
    """Answers nobody who came by another name, and puts the headers on everything."""

    async def guard(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await site(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                names = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
                message["headers"] = [*message["headers"], *names]
            await send(message)

        host = dict(scope["headers"]).get(b"host", b"").decode("latin-1")
        answer = site if is_our_host(host) else PlainTextResponse("This is not my name.", 400)
        await answer(scope, receive, send_with_headers)

    return guard


async def _talk(box: Box, socket: WebSocket) -> None:
    """One page, from its opening to its end. What it held down is let go."""
    await socket.accept()
    onlooker = box.watch()
    held: set[str] = set()
    try:
        async with _alongside(_tell(onlooker, socket)):
            while (said := await _hear(socket)) is not None:
                await _grant(box, wish(said), held)
    except BadMessage:
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):  # it has left already
            await socket.close(_POLICY_VIOLATION)
    finally:
        box.leave(onlooker)
        for key in held:
            box.key(key, False)


async def _hear(socket: WebSocket) -> str | None:
    """What the page says next; None once it has left."""
    try:
        return await socket.receive_text()
    except KeyError:  # Starlette's way to say: bytes where text should be
        raise BadMessage("bytes") from None
    except (WebSocketDisconnect, RuntimeError):  # RuntimeError: the other task has noticed it first
        return None


@contextlib.asynccontextmanager
async def _alongside(work: Awaitable[None]) -> AsyncIterator[None]:
    task = asyncio.ensure_future(work)
    try:
        yield
    finally:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
            await task


async def _tell(onlooker: Onlooker, socket: WebSocket) -> None:
    """What is new, in the order that looks right: the picture first, then what it means."""
    while True:
        await onlooker.something.wait()
        onlooker.something.clear()
        picture, onlooker.picture = onlooker.picture, None
        news, onlooker.news = onlooker.news, {}
        events, onlooker.events = onlooker.events, []
        if picture is not None:
            await socket.send_bytes(picture)
        for each in ([news] if news else []) + events:
            await socket.send_text(json.dumps(each, separators=(",", ":")))


async def _grant(box: Box, wanted: Wish, held: set[str]) -> None:
    value = wanted.value
    if wanted.what == "down":
        held.add(value)
        box.key(value, True)
    elif wanted.what == "up":
        held.discard(value)
        box.key(value, False)
    elif wanted.what == "deal":
        if value is None:
            await box.put_away()
        elif value == "here":
            await box.deal_here()
        else:
            await box.deal(value["players"], value["variant"])
    else:
        switches: dict[str, Callable[[bool], Awaitable[None]]] = {
            "power": box.power,
            "usb": box.usb,
            "demo": box.demo,
        }
        await switches[wanted.what](value)
