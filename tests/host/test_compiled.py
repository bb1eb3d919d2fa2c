"""The firmware as it goes onto the flash."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any
from zlib import decompress

import pytest

from conftest import ROOT
from ox.core.game import FOR_SETUP
from oxtally.errors import OxtallyError
from oxtally.install import compiled
from oxtally.install.constants import written_out
from oxtally.install.packing import packed


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
    assert lines == ["", "", "", "", "Any = object", *LEAN.splitlines()[5:]]
    names: dict[str, Any] = {}
    exec("\n".join(lines), names)
    assert names["story"]() == 12


REASONS = """\
A, B = 3, 4
NO_SLOT = -1
PAIR = A << 2 | B
WORD = "seen"
SENTENCE = "longer than names are"
TABLE = (A, B)
changes = 1
changes = 2
"""
STORY = """\
from . import reasons
from .reasons import (
    A,
    NO_SLOT,
    PAIR,
    SENTENCE,
)
from .reasons import TABLE as KNOWN


def story(slot: NO_SLOT = NO_SLOT):
    PAIR = slot
    return "ä", A + reasons.B - slot, PAIR, reasons.WORD, SENTENCE, KNOWN, reasons.changes
"""


def test_numbers_and_short_words_stand_where_they_are_used():
    out = written_out({"box.__init__": "SIX = 6\n", "box.reasons": REASONS, "box.story": STORY})
    lines = out["box.story"].splitlines()
    assert lines[-1] == "    return \"ä\", 3 + 4 - slot, PAIR, 'seen', SENTENCE, KNOWN, reasons.changes"
    assert lines[-3:-1] == ["def story(slot: NO_SLOT = (-1)):", "    PAIR = slot"]
    assert len(lines) == len(STORY.splitlines()), "tracebacks need every line where it was"
    assert lines[:9] == [
        "from . import reasons",
        "from .reasons import PAIR, SENTENCE",
        *[""] * 5,
        "from .reasons import TABLE as KNOWN",
        "",
    ]
    # What nobody asks for any more is gone; what packages themselves say is for everybody.
    kept = ["PAIR = 3 << 2 | 4", "", 'SENTENCE = "longer than names are"', "TABLE = (3, 4)", *REASONS.splitlines()[6:]]
    assert out["box.reasons"].splitlines() == ["", "", *kept]
    assert out["box.__init__"] == "SIX = 6\n"


def test_a_name_that_is_something_else_elsewhere_in_the_module_is_left_alone():
    story = "from .reasons import A, B\ndef one(A):\n    return A + B\n"
    out = written_out({"box.__init__": "", "box.reasons": REASONS, "box.story": story})
    assert out["box.story"] == "from .reasons import A\ndef one(A):\n    return A + 4\n"
    assert out["box.reasons"].splitlines()[0] == "A, B = 3, 4"


def test_an_import_inside_a_function_keeps_its_definition():
    story = "def one():\n    from .reasons import A\n    return A\n"
    out = written_out({"box.__init__": "", "box.reasons": REASONS, "box.story": story})
    assert out["box.story"] == story
    assert out["box.reasons"].splitlines()[0] == "A, B = 3, 4"


def test_what_was_written_out_means_the_same(tmp_path: Path):
    """Every module of the core, with the numbers in their places, plays the same game."""
    folder = ROOT / "firmware" / "ox" / "core"
    sources = {f"ox.core.{path.stem}": compiled.lean(path.read_text()) for path in folder.glob("*.py")}
    for name, text in written_out(sources).items():
        assert text.count("\n") == sources[name].count("\n"), name
        path = tmp_path / "ox" / "core" / f"{name.rpartition('.')[2]}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("from __future__ import annotations\n" + text)
    program = """
from ox.core.history import History
history = History([])
starts = [(3, slot, 10 * slot + 10) for slot in range(4)]
turn = [(4, 1, 0, 5), (4, 1, 1, 35), (6, 1, 0, 5, 2), (5, 1, 1, 35, 6, 0, 0)]
for event in [(1, 4, 0, 2, (b"Ann", b"Bob")), *starts, *turn, (16,)]:
    history.enter(event)
print(history.game.round.table.rows, history.game.waits_for())
"""
    both = [
        subprocess.run([sys.executable, "-c", program], cwd=where, capture_output=True, text=True, check=True).stdout
        for where in (tmp_path, ROOT / "firmware")
    ]
    assert both[0] == both[1] != ""


def test_what_python_knows_and_the_device_does_not_is_named(tmp_path: Path):
    path = tmp_path / "newer.py"
    path.write_text("def meet(one, /):\n    match one:\n        case 1:\n            pass\n")
    with pytest.raises(OxtallyError, match=r"newer\.py: .*line 1.*invalid syntax"):
        compiled._compile(path, "ox.newer", path.read_text(), tmp_path)


LONG = """\
SHORT = "not packed"
TEXT = (
    "ä first line, "  # said where it stands
    "and another. "
)
TABLE = (1, b"AB", b"CD")


def after():
    return TEXT
"""


def test_long_constants_are_packed_where_they_stand():
    source = LONG.replace("and another. ", "and another. " * 40).replace('b"CD"', 'b"CD' + "\\x00" * 500 + '"')
    text = packed(source)
    assert len(text.encode()) < len(source.encode()) / 2
    lines = text.splitlines()
    assert len(lines) == len(source.splitlines())
    assert lines[0] == 'SHORT = "not packed"'
    assert lines[-4:] == ["", "", "def after():", "    return TEXT"]
    names: dict[str, Any] = {}
    exec(text.replace("from ox.packed import unpacked; ", ""), {"unpacked": lambda data: decompress(data, -10)}, names)
    assert names["TEXT"] == "ä first line, " + "and another. " * 40
    assert names["TABLE"] == (1, b"AB", b"CD" + bytes(500))


@pytest.fixture(scope="module")
def installed(firmware, tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("pico")
    for path, content in firmware.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    return folder


def test_micropython_runs_what_was_compiled(installed, micropython):
    program = "from ox.core.history import History; print(History([]).game.waits_for())"
    done = subprocess.run([micropython, "-c", program], cwd=installed, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == str(FOR_SETUP)


def test_fonts_and_words_come_out_as_they_went_in(installed, micropython):
    program = """
from ox.fonts import text
from ox.words import LANGUAGES, load
for font in (text.SMALL, text.LARGE, text.DIGITS):
    print(font[0], font[1], list(font[2]), list(font[3]), list(font[4]))
for language in LANGUAGES:
    for entry, line in sorted(load(language).items()):
        print(entry, line)
"""
    both = [
        subprocess.run([*command, "-c", program], cwd=where, capture_output=True, text=True, check=True).stdout
        for command, where in (([micropython], installed), ([sys.executable, "-X", "utf8"], ROOT / "firmware"))
    ]
    assert both[0] == both[1]
    assert "Neues Spiel" in both[0]


BROKEN = """
from ox.core.game import Game
game = Game()
game.apply((1, 0, 66, 0, (b"Ann", b"Bob")))
game.round = 5
game.apply((3, 0, 12))
"""


def test_a_traceback_names_the_lines_of_the_source(installed, micropython):
    done = subprocess.run([micropython, "-c", BROKEN], cwd=installed, capture_output=True, text=True, check=False)
    source = (ROOT / "firmware" / "ox" / "core" / "game.py").read_text().splitlines()
    places = re.findall(r'File "ox/core/game.py", line (\d+), in (\w+)', done.stderr + done.stdout)
    assert [name for _, name in places] == ["apply", "_before_play", "over", "rounds_finished"]
    assert "self._before_play(event)" in source[int(places[0][0]) - 1]
    assert "self.over()" in source[int(places[1][0]) - 1]
    assert "self.round.finished" in source[int(places[3][0]) - 1]
