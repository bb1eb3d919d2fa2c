"""Long constants of the firmware packed, for ox.packed to unpack: fonts and words take half the room on the flash.

Imports nothing of ours.
"""

from __future__ import annotations

import ast
import zlib

_LONG = 400  # bytes; a shorter one is not worth the call
_WINDOW = 10  # bits, as ox.packed has it


def packed(source: str) -> str:
    """The same module; every line stays where it is."""
    lines = source.encode().splitlines(keepends=True)
    for statement in ast.parse(source).body:
        if isinstance(statement, ast.Assign):
            long = [node for node in ast.walk(statement) if isinstance(node, ast.Constant) and _is_long(node.value)]
            for node in reversed(long):  # the last one first, so that places before it stay right
                _replace(lines, node)
            if long:
                at = statement.lineno - 1
                lines[at] = b"from ox.packed import unpacked; " + lines[at]
    return b"".join(lines).decode()


def _is_long(value: object) -> bool:
    return isinstance(value, str | bytes) and len(value) >= _LONG


def _replace(lines: list[bytes], node: ast.Constant) -> None:
    call = _call(node.value).encode()  # type: ignore[arg-type]
    first, last = node.lineno - 1, (node.end_lineno or node.lineno) - 1
    behind = lines[last][node.end_col_offset or 0 :]
    before = lines[first][: node.col_offset]
    for at in range(first, last):  # a constant of several lines stands in parentheses: line ends do not matter there
        lines[at] = b"\n"
    lines[first] = before + call + (behind if first == last else b"\n")
    if first != last:
        lines[last] = behind


def _call(value: str | bytes) -> str:
    deflate = zlib.compressobj(9, zlib.DEFLATED, -_WINDOW)
    data = value.encode() if isinstance(value, str) else value
    call = f"unpacked({deflate.compress(data) + deflate.flush()!r})"
    return call + ".decode()" if isinstance(value, str) else call
