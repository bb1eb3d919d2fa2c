"""main.py with firmware that cannot be imported, as after half an installation; on both interpreters, real files."""

from __future__ import annotations

import shutil
import subprocess
import sys

import pytest

from conftest import ROOT

STORY = ROOT / "tests" / "firmware" / "broken_start.py"


@pytest.fixture(params=["cpython", "micropython"])
def start(request, micropython, tmp_path):
    """Starts what is in the folder `firmware`: (what was seen, what is kept of crashes)."""
    shutil.copytree(ROOT / "firmware", tmp_path / "firmware", ignore=shutil.ignore_patterns("fonts.txt"))
    flash = tmp_path / "flash"
    flash.mkdir()
    python = [sys.executable] if request.param == "cpython" else [micropython, "-X", "heapsize=8M"]

    def run() -> tuple[list[str], str]:
        command = [*python, str(STORY), str(tmp_path / "firmware"), str(ROOT / "host")]
        done = subprocess.run(command, cwd=flash, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, ""), done
        kept = flash / "crash"
        return done.stdout.splitlines(), kept.read_text() if kept.exists() else ""

    run.firmware = tmp_path / "firmware" / "ox"
    return run


@pytest.mark.parametrize("start", ["micropython"], indirect=True)  # CPython has no such port: no ipoll
def test_firmware_that_is_whole_runs(start):
    seen, kept = start()
    assert seen[-1] == "runs"
    assert kept == ""


def test_a_module_of_another_version(start):
    """The screen can still say so; a key starts again; the second time nothing new is written."""
    (start.firmware / "app" / "play.py").write_text("from ox.core.game import NO_SUCH_THING\n")
    seen, kept = start()
    assert seen[-1] == "starts again"
    assert int(seen[0].split()[0]) > 200
    assert seen[0].endswith(" 0 low tones")
    assert kept.startswith("up ")
    assert "ImportError" in kept
    assert "NO_SUCH_THING" in kept
    assert start()[1] == kept


@pytest.mark.parametrize("missing", ["app/files.py", "words/en.py", "link/answers.py", "journal", "core"])
def test_whatever_is_missing_the_rest_says_it(start, missing):
    """By the screen, or by the beeper; and the crash is kept."""
    path = start.firmware / missing
    shutil.rmtree(path) if path.is_dir() else path.unlink()
    seen, kept = start()
    assert seen[-1] == "starts again"
    lit, tones = int(seen[0].split()[0]), int(seen[0].split()[3])
    assert (lit > 200) != (tones > 2), "one of the two"
    assert "Error" in kept
    assert kept.count("Traceback") == 1


@pytest.mark.parametrize("missing", ["fonts", "drivers/oled.py"])
def test_without_what_draws_the_beeper_says_it(start, missing):
    path = start.firmware / missing
    shutil.rmtree(path) if path.is_dir() else path.unlink()
    seen, kept = start()
    assert seen[0].startswith("0 lit bytes")
    assert seen[-1] == "starts again"
    assert "Error" in kept
