"""The virtual device without a page: its serial port, until somebody has had enough. Imports port, process."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

from oxtally.virtual import messages
from oxtally.virtual.port import Port
from oxtally.virtual.process import Process


def serve(orders: dict[str, Any], folder: Path, interpreter: str, port: int, ready: Callable[[str], None]) -> None:
    """Types the keys of the orders, calls `ready` with the URL, and serves until SIGINT or SIGTERM."""
    asyncio.run(_serve(orders, folder, interpreter, port, ready))


async def interrupted() -> None:
    """Waits for SIGINT or SIGTERM."""
    heard = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, heard.set)
    await heard.wait()


async def _serve(
    orders: dict[str, Any], folder: Path, interpreter: str, port: int, ready: Callable[[str], None]
) -> None:
    enough = asyncio.create_task(interrupted())

    def hear(kind: bytes, content: bytes) -> None:
        if kind == messages.TO_LAPTOP:
            line.to_laptop(content)

    process = Process(orders, folder, interpreter, hear)
    line = Port(port, process.to_device, lambda: None)
    try:
        await line.plug()
        starting = asyncio.create_task(process.start())
        await asyncio.wait([starting, enough], return_when=asyncio.FIRST_COMPLETED)
        if not starting.done():
            starting.cancel()
            return
        await starting
        ready(line.url)
        waited: list[asyncio.Future[Any]] = [enough, process.gone]
        await asyncio.wait(waited, return_when=asyncio.FIRST_COMPLETED)
        if process.gone.done():
            raise process.gone.result()
    finally:
        await line.unplug()
        await process.kill()
