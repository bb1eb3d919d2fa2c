"""`oxtally play` as a process, and its page as somebody uses it who looks at the screen and presses keys."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

from conftest import ROOT

OXTALLY = [sys.executable, "-m", "oxtally"]
FIRMWARE = ROOT / "firmware"
PICTURES = ROOT / "build" / "pages"  # screenshots of the last run, to be looked at
HABIT_MS = 450  # a `#` sooner after a number is taken for a habit
LAPTOP, PHONE = {"width": 1280, "height": 720}, {"width": 390, "height": 844}


@dataclass
class Running:
    """A virtual device: the addresses of its page and of its serial port."""

    page: str
    serial: str
    process: subprocess.Popen[str]

    @property
    def port(self) -> int:
        return int(self.page.rsplit(":", 1)[1].rstrip("/"))


@contextlib.contextmanager
def running(chip: Path, *args: object, ending: int = signal.SIGINT, firmware: Path = FIRMWARE) -> Iterator[Running]:
    """It starts as it should, and ends as it should."""
    command = [*OXTALLY, "play", "--no-browser", "--page", "0", "--serve", "0", "--flash", str(chip), *map(str, args)]
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"  # as for somebody who has installed it
    environment = {**os.environ, "PATH": path, "PYTHONPATH": str(firmware)}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)
    try:
        assert process.stdout
        said = [process.stdout.readline() for _ in range(4)]
        page = re.fullmatch(r"The table is at (http://127\.0\.0\.1:\d+/)\n", said[0])
        serial = re.search(r"(socket://\S+)", said[1])
        assert page, process.communicate(timeout=10)
        assert serial
        yield Running(page[1], serial[1], process)
        process.send_signal(ending)
        out, errors = process.communicate(timeout=15)
        assert (out, errors, process.returncode) == ("", "", 0), errors
    finally:
        process.kill()
        process.communicate()


def broken_firmware(folder: Path) -> Path:
    """The firmware with a mistake in it, which shows when somebody wants to see the board."""
    shutil.copytree(FIRMWARE / "ox", folder / "ox")
    board = folder / "ox" / "app" / "board.py"
    text = board.read_text(encoding="utf-8")
    broken = text.replace("game = app.history.game", "game = app.no_such_game", 1)
    assert broken != text
    board.write_text(broken, encoding="utf-8")
    return folder


class Table:
    """The page, with words for what one does and sees there."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._last = ""  # the key that was pressed last

    # --- What one sees

    def text(self) -> str:
        """The words on the device's screen."""
        return self.page.text_content("#oled-text") or ""

    def phase(self) -> str:
        return self.page.get_attribute("body", "data-phase") or ""

    def guide(self) -> str:
        return " ".join((self.page.text_content("#guide") or "").split())

    def displays(self) -> list[str]:
        """What the row displays show; one that flashes is waited for until it is lit."""
        return [self.page.get_attribute(f'.row-display[data-row="{row}"]', "data-shows") or "" for row in range(1, 6)]

    def rows(self) -> list[list[int]]:
        """The cards that lie in the rows."""
        return self.page.evaluate(
            """() => [1, 2, 3, 4, 5].map((row) =>
                [...document.querySelectorAll(`.table-row[data-row="${row}"] .card:not(.ghost)`)]
                    .map((card) => Number(card.dataset.card)))"""
        )

    def seats(self) -> list[dict[str, Any]]:
        """Name, heads of this round, total, and the card that lies before each player."""
        return self.page.evaluate(
            """() => [...document.querySelectorAll(".seat")].map((seat) => ({
                name: seat.querySelector(".seat-name").textContent.trim(),
                pile: Number(seat.querySelector(".seat-pile").textContent),
                total: Number(seat.querySelector(".seat-total").textContent),
                card: Number(seat.querySelector(".card")?.dataset.card ?? 0),
            }))"""
        )

    def pixels(self) -> int:
        """How many pixels of the screen are lit, from the canvas itself."""
        return self.page.evaluate(
            """() => {
                const canvas = document.getElementById("oled");
                const data = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
                let lit = 0;
                for (let at = 0; at < data.length; at += 4) lit += data[at] + data[at + 1] + data[at + 2] > 300;
                return lit;
            }"""
        )

    def picture(self, name: str) -> None:
        PICTURES.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=PICTURES / f"{name}.png")

    # --- What one does

    def until(self, condition: str) -> None:
        """Wait for something in the page, in its own language."""
        self.page.wait_for_function(condition, timeout=15_000)

    def until_phase(self, *phases: str) -> None:
        self.until(f"() => {list(phases)}.includes(document.body.dataset.phase)")

    def press(self, keys: str, click: bool = False) -> None:
        """Key after key, on the computer's keyboard or by clicks; each one is seen on the screen before the next."""
        for key in keys.replace(" ", ""):
            before = self.text()
            if key == "#" and self._last.isdigit():
                self.page.wait_for_timeout(HABIT_MS)
            self._last = key
            if click:
                self.page.click(f'button[data-key="{key}"]')
            else:
                self.page.keyboard.press({"#": "Enter", "*": "Backspace"}.get(key, key.lower()))
            self.until(f"() => document.getElementById('oled-text').textContent !== {before!r}")

    def take_row(self, row: int) -> None:
        """Answer a question for a row by a click on the row itself."""
        self.page.click(f'.table-row[data-row="{row}"]')
        self._last = str(row)

    def card(self, card: int, limit: int = 104, click: bool = False) -> None:
        self.press(f"{card}#" if card * 10 <= limit else str(card), click)


@contextlib.contextmanager
def looking_at(browser: Browser, url: str, size: dict[str, int] = LAPTOP, **more: Any) -> Iterator[Table]:
    """The page in a browser of its own. Whatever goes wrong in its scripts fails the test."""
    context = browser.new_context(viewport=size, **more)
    page = context.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
    try:
        page.goto(url)
        table = Table(page)
        table.until("() => document.body.dataset.connected === 'true' && document.body.dataset.phase !== ''")
        yield table
        assert wrong == []
    finally:
        context.close()


def oxtally(*args: object, code: int = 0) -> str:
    result = subprocess.run([*OXTALLY, *map(str, args)], capture_output=True, text=True, check=False, timeout=60)
    assert result.returncode == code, result.stderr
    assert "Traceback" not in result.stderr
    return result.stdout if not code else result.stderr


def seconds_used(*pids: int) -> float:
    """Processor time of these processes."""
    ticks = 0
    for pid in pids:
        with open(f"/proc/{pid}/stat") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def children(pid: int) -> list[int]:
    """All processes that descend from this one."""
    direct = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):  # it has ended meanwhile
            if int(stat.read_text().rsplit(")", 1)[1].split()[1]) == pid:
                direct.append(int(stat.parent.name))
    return direct + [each for one in direct for each in children(one)]
