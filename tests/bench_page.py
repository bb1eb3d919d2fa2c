"""Part of `make bench`: the page of `oxtally play` in a real browser.

From a key on the keyboard to the picture it changes, up to the frame in which it is painted; and what a page costs on
which nothing happens: the server, the virtual device and the browser, all their processes together.
"""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parent / "web"))

from playwright.sync_api import sync_playwright

from conftest import browser_options
from playing import children, looking_at, running, seconds_used

PRESSES = 100
IDLE_S = 20
LIMIT_MS = 50
LIMIT_PERCENT = 2

WATCH = """() => {
    window.waits = [];
    let pressed = 0;
    window.addEventListener("keydown", () => { pressed = performance.now(); }, true);
    window.addEventListener("oxtally:drawn", () => {
        const since = pressed;
        pressed = 0;
        if (since) requestAnimationFrame(() => window.waits.push(performance.now() - since));
    });
}"""


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(**browser_options())
        for interpreter in ("cpython", "micropython"):
            chip = Path(folder) / interpreter
            with (
                running(chip, "--interpreter", interpreter) as device,
                looking_at(browser, device.page) as table,
            ):
                waits = key_to_picture(table)
                print(
                    f"{interpreter}: key to picture: median {statistics.median(waits):.0f} ms (wanted: {LIMIT_MS}), "
                    f"worst {max(waits):.0f} ms of {len(waits)}"
                )
                own = [device.process.pid, *children(device.process.pid)]
                theirs = [pid for pid in children(os.getpid()) if pid not in own]
                for what, keys in (("no game", ""), ("a flashing display", "## 12 37 43 58 3# 9# 68 83 # 2")):
                    table.press(keys)
                    print(f"{interpreter}: idle, {what}: {idle(own, theirs)}")
        browser.close()


def key_to_picture(table) -> list[float]:
    table.page.evaluate(WATCH)
    for press in range(PRESSES):
        table.page.keyboard.press("d" if press % 2 == 0 else "Backspace")
        table.page.wait_for_timeout(150 + press % 17)  # not always at the same moment of a frame
    waits: list[float] = table.page.evaluate("() => window.waits")
    assert len(waits) == PRESSES, f"{len(waits)} of {PRESSES} keys changed the picture"
    return waits


def idle(own: list[int], theirs: list[int]) -> str:
    time.sleep(5)  # until the browser has tidied up after the last keys
    before = seconds_used(*own), seconds_used(*theirs)
    began = time.monotonic()
    time.sleep(IDLE_S)
    seconds = time.monotonic() - began
    server, page = (
        100 * (after - first) / seconds
        for after, first in zip((seconds_used(*own), seconds_used(*theirs)), before, strict=True)
    )
    return (
        f"{server + page:.1f} % of a core (wanted: {LIMIT_PERCENT}): device and server {server:.1f}, browser {page:.1f}"
    )


if __name__ == "__main__":
    main()
