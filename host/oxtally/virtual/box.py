"""The box on the page: the virtual device with its plugs, its keys and its table, for any number of onlookers.

Imports dealer, messages, port, process, robot. Everything here runs in one asyncio loop. What onlookers are told is in
docs/play.md.
"""

from __future__ import annotations

import asyncio
import json
from functools import partial
from pathlib import Path
from typing import Any

from oxtally.errors import OxtallyError
from oxtally.virtual import messages, robot
from oxtally.virtual.dealer import Dealer
from oxtally.virtual.port import Port
from oxtally.virtual.process import Process

KEYS = "0123456789*#ABCD"
DARK = bytes(1024 + 25 + 1)  # the displays without power
_DOWN_S = 0.06  # a robot's finger stays on a key for so long …
_PAUSE_S = 0.19  # … and off it …
_LOOK_S = 0.9  # … and looks at the screen before it presses `#`
_HABIT_S = 0.45  # a `#` that comes sooner after a digit is taken for a habit
_QUICK = 3.0  # how much faster it sets up a game
_TRIES = 40  # keys until a new game must be on the screen


class Onlooker:
    """What one page has to be told next. Pictures and states that are out of date by then are never sent."""

    def __init__(self) -> None:
        self.picture: bytes | None = None
        self.news: dict[str, Any] = {}
        self.events: list[dict[str, Any]] = []  # keys and beeps: each of them counts, but not for ever
        self.something = asyncio.Event()

    def tell(self, news: dict[str, Any]) -> None:
        self.news.update(news)
        self.something.set()

    def show(self, picture: bytes) -> None:
        self.picture = picture
        self.something.set()

    def happened(self, event: dict[str, Any]) -> None:
        if len(self.events) < 64:
            self.events.append(event)
            self.something.set()


class Box:
    """`open` before anything else. `speed` is that of the robot's fingers, `tool` what our program is called here."""

    def __init__(
        self,
        orders: dict[str, Any],
        folder: Path,
        interpreter: str,
        port: int,
        seed: int,
        speed: float = 1.0,
        tool: str = "oxtally",
    ) -> None:
        self._make = partial(Process, orders, folder, interpreter, self._hear)
        self._port = Port(port, self._to_device, self._tell_plugs)
        self._seed = seed
        self._speed = speed
        self._tool = tool
        self._process: Process | None = None
        self._usb = True
        self._table: dict[str, Any] | None = None
        self._picture = DARK
        self._dealer: Dealer | None = None
        self._deal: dict[str, Any] | None = None
        self._fingers: asyncio.Task[None] | None = None  # the robot's
        self._demo = False
        self._last = ""  # the key that the robot pressed last
        self._down: set[str] = set()
        self._complaints: list[str] = []
        self._switching = asyncio.Lock()
        self._onlookers: set[Onlooker] = set()

    async def open(self) -> None:
        """Power and USB are plugged in. Raises OxtallyError if the device does not start or its port is taken."""
        await self._port.plug()
        await self.power(True)
        if not self._process:
            raise OxtallyError(self._complaints[-1])

    async def close(self) -> None:
        await self._rest()
        await self._port.unplug()
        await self.power(False)

    @property
    def serial(self) -> str:
        return self._port.url

    @property
    def sync_command(self) -> str:
        """What to type in another terminal to fetch the games."""
        return f"{self._tool} sync --port {self._port.url}"

    # --- Onlookers

    def watch(self) -> Onlooker:
        """A new page, which gets the whole state first."""
        onlooker = Onlooker()
        self._onlookers.add(onlooker)
        onlooker.show(self._picture)
        onlooker.tell({"table": self._table, "deal": self._deal, "complaints": self._complaints, **self._plugs()})
        for key in self._down:
            onlooker.happened({"key": {"key": key, "down": True}})
        return onlooker

    def leave(self, onlooker: Onlooker) -> None:
        self._onlookers.discard(onlooker)

    def _tell(self, news: dict[str, Any]) -> None:
        for onlooker in self._onlookers:
            onlooker.tell(news)

    def _happened(self, event: dict[str, Any]) -> None:
        for onlooker in self._onlookers:
            onlooker.happened(event)

    def _plugs(self) -> dict[str, Any]:
        return {
            "power": self._process is not None,
            "usb": self._usb,
            "laptop": self._port.connected,
            "sync": self.sync_command if self._usb else "",
            "demo": self._demo,
        }

    def _tell_plugs(self) -> None:
        self._tell(self._plugs())

    # --- What the device says

    def _hear(self, kind: bytes, content: bytes) -> None:
        if kind == messages.SHOWN:
            self._show(content)
        elif kind == messages.TABLE:
            self._lies(json.loads(content))
        elif kind == messages.BEEP:
            hertz, ms = content[0] << 8 | content[1], content[2] << 8 | content[3]
            self._happened({"beep": [hertz, ms]})
        elif kind == messages.TO_LAPTOP:
            self._port.to_laptop(content)
        elif kind == messages.COMPLAINT:
            self._complain(content.decode())

    def _show(self, picture: bytes) -> None:
        self._picture = picture
        for onlooker in self._onlookers:
            onlooker.show(picture)

    def _lies(self, table: dict[str, Any] | None) -> None:
        self._table = table
        self._deal_now()
        self._tell({"table": table, "deal": self._deal})

    def _deal_now(self) -> None:
        self._deal = self._dealer.deal(self._table) if self._dealer else None

    def _complain(self, text: str) -> None:
        self._complaints = [*self._complaints[-9:], text]
        self._tell({"complaints": self._complaints})

    async def _to_device(self, data: bytes) -> None:
        if self._process:
            await self._process.to_device(data)

    # --- Plugs

    async def power(self, on: bool) -> None:
        """Put the plug in or pull it: whatever the device was doing at that moment ends there."""
        async with self._switching:
            if on and not self._process:
                await self._switch_on()
            elif not on and self._process:
                await self._switch_off()
            self._tell_plugs()

    async def _switch_on(self) -> None:
        process = self._make()
        try:
            await process.start()
        except OxtallyError as error:
            await process.kill()
            self._complain(str(error))
            return
        self._process = process
        process.gone.add_done_callback(partial(self._broke_down, process))
        if self._usb:
            await self._port.plug()

    async def _switch_off(self) -> None:
        process, self._process = self._process, None
        for key in sorted(self._down):
            self._move(key, False)
        await self._port.unplug()  # the USB serial port is the device's: without power it is gone
        if process:
            await process.kill()
        self._lies(None)
        self._show(DARK)

    def _broke_down(self, process: Process, gone: asyncio.Future[Exception]) -> None:
        if self._process is process:
            self._complain(str(gone.result()))
            self._off = asyncio.ensure_future(self.power(False))

    async def usb(self, plugged: bool) -> None:
        async with self._switching:
            self._usb = plugged
            if not plugged:
                await self._port.unplug()
            elif self._process:
                await self._port.plug()
            self._tell_plugs()

    # --- Keys

    def key(self, key: str, down: bool) -> None:
        """Somebody's finger. It takes over from the robot's."""
        if down and self._fingers:
            self._fingers.cancel()
        self._move(key, down)

    def _move(self, key: str, down: bool) -> asyncio.Future[None] | None:
        if down == (key in self._down):
            return None
        if down and not self._process:
            return None  # nobody is there to feel it
        (self._down.add if down else self._down.discard)(key)
        self._happened({"key": {"key": key, "down": down}})
        return self._process.key(key, down) if self._process else None

    # --- The robot

    async def deal(self, players: int, variant: str) -> None:
        """Start a new game on the device, key by key, and deal cards for it."""
        await self._robot(self._set_up(players, variant))

    async def deal_here(self) -> None:
        """Deal cards for the game under way."""
        await self._rest()
        self._take_the_deck()

    async def put_away(self) -> None:
        await self._rest()
        self._dealer = None
        self._lies(self._table)

    async def demo(self, runs: bool) -> None:
        await self._rest()
        if runs:
            self._demo = True
            await self._robot(self._play())
        self._tell_plugs()

    def _take_the_deck(self) -> None:
        self._dealer = Dealer(self._seed)
        self._lies(self._table)

    async def _robot(self, work: Any) -> None:
        await self._rest()
        self._fingers = asyncio.create_task(work)
        self._fingers.add_done_callback(self._finished)

    async def _rest(self) -> None:
        """The robot takes its fingers off."""
        if self._fingers:
            self._fingers.cancel()
            await asyncio.wait([self._fingers])

    def _finished(self, task: asyncio.Task[None]) -> None:
        if self._fingers is task:
            self._fingers = None
            self._demo = False
            self._tell_plugs()
        if not task.cancelled() and task.exception():
            self._complain(str(task.exception()))

    async def _set_up(self, players: int, variant: str) -> None:
        while self._process and not self._table:  # an emulated Pico takes its time to start
            await asyncio.sleep(_PAUSE_S)
        for _ in range(_TRIES):
            if not self._table or not (keys := robot.to_new_game(self._table)):
                break
            await self._type(keys, _QUICK)
        if self._table:
            self._dealer = None
            await self._type(robot.set_up(players, variant, self._table["roster"]), _QUICK)
            self._take_the_deck()

    async def _play(self) -> None:
        """A whole game; the one under way goes on if cards were dealt for it."""
        if not self._deal or not self._table or not robot.next_key(self._table, self._deal):
            await self._set_up(4, "base")
        while self._table and self._deal and (key := robot.next_key(self._table, self._deal)):
            if key == "#":
                await asyncio.sleep(_LOOK_S / self._speed)
            await self._type(key)

    async def _type(self, keys: str, quick: float = 1.0) -> None:
        for key in keys:
            if key == "#" and self._last.isdigit():
                await asyncio.sleep(_HABIT_S)
            await self._press(key, self._speed * quick)

    async def _press(self, key: str, speed: float) -> None:
        self._last = key
        try:
            for down, pause in ((True, _DOWN_S), (False, _PAUSE_S)):
                done = self._move(key, down)
                if done:
                    await done
                await asyncio.sleep(pause / speed)
        finally:
            self._move(key, False)
