"""Memory on the device: what is in use does not grow with the evening."""

from __future__ import annotations

import subprocess

from conftest import ROOT

SCRIPT = """
import gc, sys
for folder in sys.argv[1:]:
    sys.path.insert(0, folder)
from ox.app.app import App
from oxtally.board.files import Files
from oxtally.board.flash import Flash

app = App(Files(Flash()), lambda: bytes(8), lambda: 0)
now = 0

def press(keys):
    global now
    for key in keys:
        now += 1000
        app.key(key, now)
        app.show()

press("#1" + "2" + "40" + "#")  # two players, no target
for number in range(1, 201):
    press("1#2#3#4#")
    for turn in range(10):
        press(str(20 + 2 * turn) + str(21 + 2 * turn) + "###")
    if number in (2, 200):
        gc.collect()
        print(gc.mem_alloc())
assert app.history.game.rounds_finished() == 200
"""


def test_memory_in_use_after_200_rounds_is_what_it_was_after_2(micropython):
    result = subprocess.run(
        [micropython, "-X", "heapsize=8M", "-c", SCRIPT, str(ROOT / "host"), str(ROOT / "firmware")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr[-1000:]
    after_2, after_200 = (int(line) for line in result.stdout.split())
    assert abs(after_200 - after_2) <= 64
