"""Random keys, by the thousand: nothing crashes, nothing is corrupted, the journal replays to what the screen shows."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path

from conftest import GAMES, ROOT
from evening import Evening
from ox.core.history import History
from ox.journal.shelf import WHOLE, Shelf
from state_bytes import state_bytes

PRESSES = 40 * GAMES  # 20,000 in `make test`, a million with GAMES=25000


def sensible_key(evening: Evening, rng: random.Random) -> str:
    """Something that a player might press now, so that games get somewhere."""
    app = evening.app
    if app.mode() is not app.table or app.table.placing(app):
        return rng.choice("##A")
    now = app.history.game.round
    if now and now.asking:
        return str(rng.choice(now.choices()) + 1)
    return rng.choice("0123456789##")


def mash(seed: int, presses: int) -> Evening:
    rng = random.Random(seed)
    evening = Evening(glance=rng.random() < 0.3)
    evening.press(f"#1{rng.randint(2, 8)}3{rng.randint(1, 5)}#")
    for count in range(presses):
        key = sensible_key(evening, rng) if rng.random() < 0.8 else rng.choice("0123456789##**ABCDh")
        evening.press(key, gap_ms=rng.choice((50, 500)))
        if count % 100 == 0:
            check(evening, seed)
    check(evening, seed)
    return evening


def check(evening: Evening, seed: int) -> None:
    shelf = Shelf(evening.files.copy(), lambda: bytes(8))
    again = shelf.resume()
    assert shelf.found == WHOLE, f"seed {seed}"
    assert state_bytes(again or History([])) == state_bytes(evening.app.history), f"seed {seed}"


def test_mashing_keys(block):
    deepest = 0
    for seed in block[: max(1, len(block) // 10)]:
        evening = mash(seed, PRESSES // 10 // max(1, len(block) // 10))
        deepest = max(deepest, len(list(evening.app.history.log)))
    assert deepest > 20, "the games get somewhere"


def test_both_interpreters_mash_alike(block, micropython):
    """2,000 presses under MicroPython in `make test`, 100,000 with GAMES=25000."""
    folders = [str(ROOT / one) for one in ("host", "firmware", "tests/core", "tests/firmware/on_flash")]
    arguments = [str(Path(__file__).with_name("mash_keys.py")), str(block[0]), str(4 * GAMES // 10), *folders]
    said = []
    for command in ([sys.executable], [micropython, "-X", "heapsize=8M"]):
        result = subprocess.run([*command, *arguments], capture_output=True, text=True, check=False)
        assert result.returncode == 0, result.stderr[-2000:]
        said.append(result.stdout.split())
    assert said[0] == said[1]
    assert len(said[0]) == 4 * GAMES // 10 // 100


def test_mashing_keys_of_the_real_keypad_on_both_interpreters(micropython, tmp_path):
    """The same keys through the matrix: both interpreters end with the same displays and the same flash."""
    rng = random.Random(GAMES)
    keys = "##" + "".join(rng.choice("0123456789##*ABCD") for _ in range(min(2 * GAMES, 5000)))
    runner = ROOT / "host" / "oxtally" / "virtual" / "runner.py"
    said, chips = [], []
    for name, command in (("c", [sys.executable]), ("m", [micropython, "-X", "heapsize=8M"])):
        chip = tmp_path / name
        orders: Path = tmp_path / f"{name}.json"
        orders.write_text(json.dumps({"flash": str(chip), "roster": [], "keys": keys, "dump": ""}))
        result = subprocess.run(
            [*command, str(runner), str(orders), str(ROOT / "host"), str(ROOT / "firmware")],
            capture_output=True,
            text=True,
            check=False,
        )
        assert result.returncode == 0, result.stderr[-2000:]
        said.append(json.loads(result.stdout))
        chips.append(chip)
    for key in ("oled", "rows"):
        assert said[0][key] == said[1][key]
    # The keys may choose another kind of display in the settings than there is on the board.
    assert [one for one in said[0]["complaints"] + said[1]["complaints"] if "SSD1306" not in one] == []
