"""The box behind the page: fingers, plugs and onlookers, with the real process of the virtual device."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
from collections.abc import AsyncIterator, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from oxtally.virtual import chip, device
from oxtally.virtual.box import DARK, Box, Onlooker
from playing import broken_firmware, children


@contextlib.asynccontextmanager
async def opened(tmp_path, **more) -> AsyncIterator[tuple[Box, Onlooker]]:
    path = tmp_path / "chip"
    chip.make(path)
    orders = {"flash": str(path), "roster": [], "keys": "", "dump": "", "shows": True}
    box = Box(orders, tmp_path, more.get("interpreter", "cpython"), 0, seed=1)
    await box.open()
    try:
        yield box, box.watch()
    finally:
        await box.close()


def told(story: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """In a thread of its own: Playwright keeps a loop running in this one once a browser has been opened."""
    with ThreadPoolExecutor(1) as pool:
        pool.submit(lambda: asyncio.run(story())).result()


def lines(box: Box) -> str:
    """What is on the screen for somebody who comes now."""
    table = box.watch().news["table"]
    return " ".join(line.strip() for line in table["lines"] if line.strip()) if table else ""


async def until(condition) -> None:
    for _ in range(500):
        if condition():
            return
        await asyncio.sleep(0.02)
    raise AssertionError("it never came to that")


def strike(box: Box, keys: str) -> None:
    """As fast as nobody can: down and up without a pause, and the next one."""
    for key in keys:
        box.key(key, True)
        box.key(key, False)


def phase(box: Box) -> str:
    table = box.watch().news["table"]
    return table["phase"] if table else ""


@pytest.mark.parametrize("interpreter", ["cpython", "micropython"])
def test_no_key_is_lost_however_fast(tmp_path, micropython, interpreter):
    async def story() -> None:
        async with opened(tmp_path, interpreter=interpreter) as (box, _):
            strike(box, "##")
            strike(box, "12374358")
            await until(lambda: phase(box) == "card")
            assert box.watch().news["table"]["rows"] == [[12], [37], [43], [58], []]

    told(story)


def test_a_pause_after_quick_keys_is_a_pause(tmp_path):
    """The device takes a `#` right after a number for a habit. Keys that come in one go put its clock ahead of ours;
    a pause of half a second has to be one for the device as well."""

    async def story() -> None:
        async with opened(tmp_path) as (box, _):
            strike(box, "##1237435814155568")
            await until(lambda: phase(box) == "review")
            strike(box, "#")  # a habit
            await asyncio.sleep(0.5)
            assert phase(box) == "review"
            strike(box, "#")
            await until(lambda: phase(box) == "placing")

    told(story)


def test_a_key_without_power_is_felt_by_nobody(tmp_path):
    async def story() -> None:
        async with opened(tmp_path) as (box, onlooker):
            box.key("D", True)
            await box.power(False)
            assert onlooker.picture == DARK
            assert onlooker.news["table"] is None
            assert {"key": {"key": "D", "down": False}} in onlooker.events, "a finger that nothing holds any more"
            onlooker.events.clear()
            strike(box, "D")
            assert not onlooker.events
            await box.power(True)
            await until(lambda: phase(box) == "welcome")

    told(story)


def test_a_device_that_breaks_down_is_off_and_says_why(tmp_path):
    async def story() -> None:
        async with opened(tmp_path) as (box, onlooker):
            commands = {pid: Path(f"/proc/{pid}/cmdline").read_text() for pid in children(os.getpid())}
            (process,) = (pid for pid, command in commands.items() if str(tmp_path) in command)
            os.kill(process, signal.SIGKILL)
            await until(lambda: onlooker.news.get("power") is False)
            assert onlooker.news["complaints"]
            assert lines(box) == ""
            await box.power(True)
            await until(lambda: phase(box) == "welcome")

    told(story)


@pytest.mark.parametrize("interpreter", ["cpython", "micropython"])
def test_firmware_that_breaks_down_says_so_on_the_page_and_starts_again_at_a_key(
    tmp_path, monkeypatch, micropython, interpreter
):
    broken = broken_firmware(tmp_path / "broken")
    monkeypatch.setattr(device, "ox", SimpleNamespace(__file__=str(broken / "ox" / "__init__.py")))

    async def story() -> None:
        async with opened(tmp_path, interpreter=interpreter) as (box, onlooker):
            strike(box, "##12")
            await until(lambda: phase(box) == "row")
            strike(box, "B")
            await until(lambda: phase(box) == "crash")
            assert lines(box).startswith("Something broke Nothing is lost")
            assert any(onlooker.picture[:1024])
            assert onlooker.news["power"] is True
            await asyncio.sleep(2.5)
            strike(box, "#")
            await until(lambda: phase(box) == "row")
            assert box.watch().news["table"]["rows"][0] == [12]
            assert onlooker.news["complaints"] == []

    told(story)


def test_the_usb_plug_does_not_need_power_to_be_pulled(tmp_path):
    async def story() -> None:
        async with opened(tmp_path) as (box, onlooker):
            serial = box.serial
            await box.power(False)
            await box.usb(False)
            await box.power(True)
            assert onlooker.news["usb"] is False
            await box.usb(True)
            assert onlooker.news["usb"] is True
            assert box.serial == serial, "it comes back where it was"

    told(story)


def test_plugs_that_are_pulled_and_put_back_wildly(tmp_path):
    async def story() -> None:
        async with opened(tmp_path) as (box, onlooker):
            await asyncio.gather(*(box.power(bool(time % 2)) for time in range(11)), *(box.usb(True) for _ in range(5)))
            await box.power(True)
            await until(lambda: phase(box) == "welcome")
            assert onlooker.news["power"] is True

    told(story)


def test_power_that_goes_while_the_robot_sets_up_a_game(tmp_path):
    async def story() -> None:
        async with opened(tmp_path) as (box, onlooker):
            await box.deal(4, "base")
            await asyncio.sleep(0.3)
            await box.power(False)
            await until(lambda: onlooker.news.get("demo") is False)
            await box.power(True)
            await until(lambda: phase(box) != "")
            assert onlooker.news["complaints"] == []

    told(story)


def test_an_onlooker_who_sleeps_keeps_the_newest_only():
    async def story() -> None:
        onlooker = Onlooker()
        for number in range(1000):
            onlooker.show(bytes([number % 256]))
            onlooker.tell({"table": number})
            onlooker.happened({"beep": [number, 1]})
        assert onlooker.picture == bytes([999 % 256])
        assert onlooker.news == {"table": 999}
        assert len(onlooker.events) < 100

    told(story)
