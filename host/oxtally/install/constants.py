"""Numbers and short words that modules of the firmware share, written where they are used. Imports nothing of ours.

`from .events import REVEAL` costs the device the name twice and a look into a table at every use, only to find a 4.
No module of the firmware changes such a name, so the compiler may as well be given the 4. Definitions and imports that
nobody needs any more go. Every line stays where it is, so that tracebacks tell the truth.
"""

from __future__ import annotations

import ast
import operator
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

Value = int | str | bytes | tuple[Any, ...]
_LONGEST = 10  # characters of a word: the compiler keeps those once for all of a module's uses
_OPERATIONS: dict[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.BitOr: operator.or_,
    ast.LShift: operator.lshift,
}


def written_out(sources: dict[str, str]) -> dict[str, str]:
    """The same modules, by their dotted names. What packages themselves define stays: that is for everybody."""
    modules = {name: _Module(name, source, sources) for name, source in sources.items()}
    while sum(module.learn(modules) for module in modules.values()):
        pass
    asked: set[tuple[str, str]] = set()
    for module in modules.values():
        module.replace_uses(modules, asked)
    return {name: module.without_definitions(asked) for name, module in modules.items()}


class _Module:
    def __init__(self, name: str, source: str, others: dict[str, str]) -> None:
        self.name = name
        self.values: dict[str, Value] = {}  # what its own names stand for
        self.lines = [line.encode() for line in source.splitlines(keepends=True)]
        self.tree = ast.parse(source)
        self.package = name if f"{name}.__init__" in others else name.rpartition(".")[0]
        annotations = {id(one) for node in _annotations(self.tree) for one in ast.walk(node)}
        self._nodes = [node for node in ast.walk(self.tree) if id(node) not in annotations]
        self._bound = Counter(_bindings(self._nodes))
        self._imports = [node for node in self.tree.body if isinstance(node, ast.ImportFrom)]

    def source_of(self, node: ast.ImportFrom) -> str:
        if not node.level:
            return node.module or ""
        package = self.package.split(".")[: len(self.package.split(".")) - node.level + 1]
        return ".".join([*package, *([node.module] if node.module else [])])

    # --- What a name stands for

    def learn(self, modules: dict[str, _Module]) -> bool:
        """Take in definitions whose values are known by now; false if there was nothing new."""
        before = len(self.values)
        if not self.name.endswith("__init__"):
            for node in self.tree.body:
                for name, value in _definitions(node):
                    known = self.value(value, modules)
                    if self._bound[name] == 1 and known is not None:
                        self.values[name] = known
        return len(self.values) > before

    def value(self, node: ast.expr, modules: dict[str, _Module]) -> Value | None:
        if isinstance(node, ast.Constant):
            return node.value if type(node.value) in (int, str, bytes) else None  # type: ignore[return-value]
        if isinstance(node, ast.Name | ast.Attribute):
            return self.meaning(node, modules)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            number = self.value(node.operand, modules)
            return -number if isinstance(number, int) else None
        if isinstance(node, ast.Tuple):
            items = [self.value(one, modules) for one in node.elts]
            return None if None in items else tuple(items)
        if isinstance(node, ast.BinOp) and type(node.op) in _OPERATIONS:
            left, right = self.value(node.left, modules), self.value(node.right, modules)
            if isinstance(left, int) and isinstance(right, int):
                return _OPERATIONS[type(node.op)](left, right)
        return None

    def meaning(self, node: ast.Name | ast.Attribute, modules: dict[str, _Module]) -> Value | None:
        """What a name stands for, or `module.NAME`; None if it is more than a number or a word."""
        if isinstance(node, ast.Name):
            if node.id in self.values:
                return self.values[node.id]
            for at, name, alias in self._imported():
                if alias == node.id and at in modules and self._bound[alias] == 1:
                    return _short(modules[at].values.get(name))
        elif isinstance(node.value, ast.Name) and self._bound[node.value.id] == 1:
            for at, name, alias in self._imported():
                if alias == node.value.id and f"{at}.{name}" in modules:
                    return _short(modules[f"{at}.{name}"].values.get(node.attr))
        return None

    def _imported(self) -> Iterator[tuple[str, str, str]]:
        for node in self._imports:
            for one in node.names:
                yield self.source_of(node), one.name, one.asname or one.name

    # --- The text

    def replace_uses(self, modules: dict[str, _Module], asked: set[tuple[str, str]]) -> None:
        """Write out what can be, drop imports that are left without a use, and note in `asked` what others want."""
        used: set[str] = set()
        inside: set[int] = set()
        changes = []
        for node in self._nodes:  # from the outside in
            if not isinstance(node, ast.Name | ast.Attribute) or not isinstance(node.ctx, ast.Load):
                continue
            known = self.meaning(node, modules)
            if known is not None and id(node) not in inside:
                changes.append((node.lineno - 1, node.col_offset, node.end_col_offset, known))
                inside.update(id(one) for one in ast.walk(node))
            elif isinstance(node, ast.Name) and id(node) not in inside:
                used.add(node.id)
            elif isinstance(node, ast.Attribute):  # of a module, as far as anybody knows
                asked.update((name, node.attr) for name in modules)
        for line, start, end, known in sorted(changes, key=lambda change: change[:2], reverse=True):
            text = f"({known})" if isinstance(known, int) and known < 0 else repr(known)
            self.lines[line] = self.lines[line][:start] + text.encode() + self.lines[line][end or start :]
        for node in self._nodes:
            if not isinstance(node, ast.ImportFrom):
                continue
            names = [one for one in node.names if node not in self._imports or (one.asname or one.name) in used]
            asked.update((self.source_of(node), one.name) for one in names)
            if len(names) < len(node.names):
                self._put(node, ast.unparse(ast.ImportFrom(node.module, names, node.level)) if names else "")
        asked.update((self.name, name) for name in used)

    def without_definitions(self, asked: set[tuple[str, str]]) -> str:
        for node in self.tree.body:
            names = [name for name, _ in _definitions(node)]
            if names and all(name in self.values and (self.name, name) not in asked for name in names):
                self._put(node, "")
        return b"".join(self.lines).decode()

    def _put(self, node: ast.stmt, text: str) -> None:
        """In the place of a statement; its other lines stay empty."""
        for at in range(node.lineno - 1, node.end_lineno or node.lineno):
            self.lines[at] = b"\n"
        self.lines[node.lineno - 1] = text.encode() + b"\n"


def _annotations(tree: ast.Module) -> Iterator[ast.expr]:
    """What stands there for checkers: the device never looks at it."""
    for node in ast.walk(tree):
        for field in ("annotation", "returns"):
            if found := getattr(node, field, None):
                yield found


def _bindings(nodes: list[ast.AST]) -> Iterator[str]:
    """Every place that gives a name a meaning, in any scope."""
    for node in nodes:
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            yield node.id
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.alias):
            yield node.asname or node.name
        elif isinstance(node, ast.ExceptHandler) and node.name:
            yield node.name
        elif isinstance(node, ast.Global):
            yield from node.names


def _definitions(node: ast.stmt) -> Iterator[tuple[str, ast.expr]]:
    """Names and values of `A = 1`, `A = B = 1` and `A, B = 1, 2`."""
    if not isinstance(node, ast.Assign):
        return
    for target in node.targets:
        if isinstance(target, ast.Name):
            yield target.id, node.value
        elif isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
            for name, value in zip(target.elts, node.value.elts, strict=True):
                if isinstance(name, ast.Name):
                    yield name.id, value


def _short(value: Value | None) -> Value | None:
    """Nothing for what is too long to stand in other modules as well."""
    return value if isinstance(value, int) or (isinstance(value, str) and len(value) <= _LONGEST) else None
