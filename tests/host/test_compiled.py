"""The firmware as it goes onto the flash."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from conftest import ROOT
from ox.core.game import FOR_SETUP
from oxtally.errors import OxtallyError
from oxtally.install import compiled


@pytest.fixture(scope="module")
def firmware():
    return compiled.firmware()


def test_every_module_is_there_and_main_comes_last(firmware):
    sources = [path.relative_to(ROOT / "firmware") for path in (ROOT / "firmware" / "ox").rglob("*.py")]
    assert set(firmware) == {path.with_suffix(".mpy").as_posix() for path in sources} | {"main.py"}
    assert list(firmware)[-1] == "main.py"
    assert firmware["main.py"] == (ROOT / "firmware" / "main.py").read_bytes()


def test_the_format_is_the_one_that_we_say_it_is(firmware):
    version, sub_version = compiled.MPY_VERSION
    for path, content in firmware.items():
        if path.endswith(".mpy"):
            # The third byte has the sub-version, for native code only; ours is all bytecode, which any 6.x reads.
            assert content[:2] == b"M" + bytes((version,)), path
            assert content[2] & 3 in (0, sub_version)


def test_the_same_source_gives_the_same_bytes(firmware):
    assert compiled.firmware() == firmware


LEAN = """\
TYPE_CHECKING = False  # why
if TYPE_CHECKING:
    from typing import Any
else:
    Any = object

_OWN = 7  # ours
_TWICE = 1
_TWICE = 2
_FLAG = True
PUBLIC = 3


def story():
    return _OWN + _TWICE + PUBLIC
"""


def test_lean_text_keeps_its_lines_and_its_meaning():
    lines = compiled.lean(LEAN).splitlines()
    assert lines[:7] == ["", "", "", "", "Any = object", "", "_OWN = const(7)"]
    assert lines[7:] == LEAN.splitlines()[7:]
    names = {"const": lambda value: value}
    exec("\n".join(lines), names)
    assert names["story"]() == 12


def test_what_python_knows_and_the_device_does_not_is_named(tmp_path: Path):
    path = tmp_path / "newer.py"
    path.write_text("def meet(one, /):\n    match one:\n        case 1:\n            pass\n")
    with pytest.raises(OxtallyError, match=r"newer\.py: .*line 1.*invalid syntax"):
        compiled._compile(path, "ox/newer", tmp_path)


def test_micropython_runs_what_was_compiled(firmware, tmp_path: Path, micropython):
    for path, content in firmware.items():
        file = tmp_path / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    program = "from ox.core.history import History; print(History([]).game.waits_for())"
    done = subprocess.run([micropython, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == str(FOR_SETUP)
