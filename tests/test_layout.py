"""The shape of the project: imports point one way, and what is promised about the core's language holds."""

from __future__ import annotations

import ast

import pytest

from conftest import ROOT

CORE = ROOT / "firmware" / "ox" / "core"
# A module may import those before it: the order of firmware/ox/core/__init__.py.
ORDER = ["cards", "refused", "agreed", "events", "table", "special", "round", "game", "history"]


def imported(path) -> set[str]:
    """The modules that a file imports when it runs."""
    tree = ast.parse(path.read_text())
    # What stands under `if TYPE_CHECKING` is for checkers only.
    tree.body = [
        node for node in tree.body if not (isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test))
    ]
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            names |= {"." * node.level + node.module} if node.module else {"." + one.name for one in node.names}
        elif isinstance(node, ast.Import):
            names |= {one.name for one in node.names}
    return names


def test_every_module_of_the_core_is_in_the_order():
    assert sorted(path.stem for path in CORE.glob("*.py")) == sorted([*ORDER, "__init__"])
    listed = [
        line.split()[0]
        for line in ast.get_docstring(ast.parse((CORE / "__init__.py").read_text())).splitlines()
        if line.startswith("    ")
    ]
    assert listed == ORDER


@pytest.mark.parametrize("module", ORDER)
def test_the_core_imports_only_what_comes_before(module):
    allowed = {"." + one for one in ORDER[: ORDER.index(module)]}
    assert imported(CORE / f"{module}.py") <= allowed


@pytest.mark.parametrize("path", sorted((ROOT / "host").rglob("*.py")), ids=lambda path: path.stem)
def test_the_laptop_imports_nothing_of_the_device_but_the_core(path):
    assert all(name.startswith("ox.core") for name in imported(path) if name.split(".")[0] == "ox")


@pytest.mark.parametrize("path", sorted(CORE.glob("*.py")), ids=lambda path: path.stem)
def test_the_core_has_no_floats_and_no_text_for_people(path):
    tree = ast.parse(path.read_text())
    docs = {
        ast.get_docstring(node, clean=False)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
    }
    for node in ast.walk(tree):
        assert not isinstance(node, ast.Div)
        if isinstance(node, ast.Constant):
            assert not isinstance(node.value, float)
            if isinstance(node.value, str) and node.value not in docs:
                # Forward references of annotations, and the one message for programmers.
                assert node.value.startswith(("Iterator[", "Log", "Round", "not an event"))
