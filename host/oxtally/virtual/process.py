"""The virtual device as a process, from asyncio: messages to it and from it. Imports device and messages.

Starting it is a power-on, killing it a power cut.
"""

from __future__ import annotations

import asyncio
import contextlib
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from oxtally.virtual import device, messages
from oxtally.virtual.messages import Reader, message


class Process:
    """`hear` gets every message of the device but DONE and TAKEN; `gone` is done once the process has ended by itself,
    and its result is what it said last."""

    def __init__(
        self, orders: dict[str, Any], folder: Path, interpreter: str, hear: Callable[[bytes, bytes], None]
    ) -> None:
        self._orders = {**orders, "live": True}
        self._folder = folder
        self._interpreter = interpreter
        self._hear = hear
        self._process: asyncio.subprocess.Process | None = None
        self._listening: asyncio.Task[None] | None = None
        self._keys: list[asyncio.Future[None]] = []  # those who wait until a key has been dealt with
        self._taken = asyncio.Event()
        self._taken.set()
        self._killed = False
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - closed in kill
        self.gone: asyncio.Future[Exception] = asyncio.get_running_loop().create_future()

    async def start(self) -> None:
        """Switch on, and wait until it is ready. Raises OxtallyError if it does not come that far."""
        words = device.command(self._orders, self._folder, self._interpreter)
        pipe = asyncio.subprocess.PIPE
        self._process = await asyncio.create_subprocess_exec(
            *words, stdin=pipe, stdout=pipe, stderr=self._errors, **device.ALONE
        )
        ready = asyncio.get_running_loop().create_future()
        self._listening = asyncio.create_task(self._listen(ready))
        await asyncio.wait([ready, self.gone], return_when=asyncio.FIRST_COMPLETED)
        if not ready.done():
            raise self.gone.result()

    async def _listen(self, ready: asyncio.Future[None]) -> None:
        assert self._process
        assert self._process.stdout
        reader = Reader()
        while data := await self._process.stdout.read(65536):
            for kind, content in reader.feed(data):
                if kind == messages.READY:
                    ready.set_result(None)
                elif kind == messages.TAKEN:
                    self._taken.set()
                elif kind == messages.DONE:
                    waiting = self._keys.pop(0)
                    if not waiting.done():
                        waiting.set_result(None)
                else:
                    self._hear(kind, content)
        await self._process.wait()
        self._let_go()
        if not self._killed:
            self.gone.set_result(device.broke_down(self._errors))

    def _let_go(self) -> None:
        """Nobody waits for a device that is off."""
        self._taken.set()
        for waiting in self._keys:
            waiting.cancel()
        self._keys.clear()

    def key(self, key: str, down: bool) -> asyncio.Future[None]:
        """A finger goes down, or up. The future is done once the device has dealt with it."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._keys.append(done)
        self._write(message(messages.DOWN if down else messages.UP, key.encode()))
        return done

    async def to_device(self, data: bytes) -> None:
        """Bytes from the laptop, no faster than the device takes them: keys must not have to queue behind them."""
        await self._taken.wait()
        self._taken.clear()
        self._write(message(messages.TO_DEVICE, data))

    def _write(self, data: bytes) -> None:
        assert self._process
        assert self._process.stdin
        if not self._process.stdin.is_closing():
            self._process.stdin.write(data)

    async def kill(self) -> None:
        """Cut the power."""
        self._killed = True
        if self._process:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()
        if self._listening:
            await self._listening
        self._errors.close()
