"""The shape of the project: imports point one way, and what is promised about the core's language holds."""

from __future__ import annotations

import ast

import pytest

from conftest import ROOT

CORE = ROOT / "firmware" / "ox" / "core"
LINK = ROOT / "firmware" / "ox" / "link"
DRIVERS = sorted((ROOT / "firmware" / "ox" / "drivers").glob("*.py"))
BOARD = ROOT / "host" / "oxtally" / "board"
LAPTOP_LINK = ROOT / "host" / "oxtally" / "link"
STORE = ROOT / "host" / "oxtally" / "store"
EXPORT = ROOT / "host" / "oxtally" / "export"
INSTALL = ROOT / "host" / "oxtally" / "install"
VIRTUAL = ROOT / "host" / "oxtally" / "virtual"
EMULATOR = ROOT / "host" / "oxtally" / "emulator"
WEB = ROOT / "host" / "oxtally" / "web"
DOCTOR = ROOT / "host" / "oxtally" / "doctor"


def order(package) -> list[str]:
    """The modules in the order in which the package's docstring lists them."""
    doc = ast.get_docstring(ast.parse((package / "__init__.py").read_text()))
    return [line.split()[0] for line in doc.splitlines() if line.startswith("    ")]


# A module may import those before it.
ORDER = order(CORE)
BOARD_ORDER = order(BOARD)
# What the virtual board imports from outside: the pin map, and what its two interpreters have.
BOARD_MAY = {"ox.pins", "sys", "time", "vfs", "littlefs"}


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
            if node.module in (None, "ox"):
                names |= {(node.module or "") + "." + one.name for one in node.names}
            else:
                names |= {"." * node.level + node.module}
        elif isinstance(node, ast.Import):
            names |= {one.name for one in node.names}
    return names


def imported_from(path, package: str) -> set[str]:
    """The modules that a file imports as `from package import module`."""
    return {
        f"{package}.{one.name}"
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.ImportFrom) and node.module == package
        for one in node.names
    }


@pytest.mark.parametrize(
    "package",
    [CORE, BOARD, LINK, LAPTOP_LINK, STORE, EXPORT, INSTALL, VIRTUAL, EMULATOR, WEB, DOCTOR],
    ids=lambda path: path.name,
)
def test_every_module_of_the_package_is_in_the_order(package):
    assert sorted(path.stem for path in package.glob("*.py")) == sorted([*order(package), "__init__"])


@pytest.mark.parametrize("module", ORDER)
def test_the_core_imports_only_what_comes_before(module):
    allowed = {"." + one for one in ORDER[: ORDER.index(module)]}
    assert imported(CORE / f"{module}.py") <= allowed


@pytest.mark.parametrize("module", order(LINK))
def test_the_device_s_link_imports_what_comes_before(module):
    own = {name.lstrip(".") for name in imported(LINK / f"{module}.py") if name.startswith(".")}
    assert own <= set(order(LINK)[: order(LINK).index(module)])


def test_the_protocol_imports_binascii_only():
    """Both sides run it."""
    assert imported(LINK / "protocol.py") == {"binascii"}


@pytest.mark.parametrize("module", order(LAPTOP_LINK))
def test_the_laptop_s_link_imports_what_comes_before_and_nothing_of_a_store(module):
    before = {"oxtally.link." + one for one in order(LAPTOP_LINK)[: order(LAPTOP_LINK).index(module)]}
    own = {name for name in imported(LAPTOP_LINK / f"{module}.py") if name.split(".")[0] == "oxtally"}
    assert own <= before | {"oxtally.errors", "oxtally.link"}


@pytest.mark.parametrize("module", BOARD_ORDER)
def test_the_virtual_board_imports_what_comes_before_and_nothing_of_the_game(module):
    allowed = BOARD_MAY | {"." + one for one in BOARD_ORDER[: BOARD_ORDER.index(module)]}
    assert imported(BOARD / f"{module}.py") <= allowed


# What the laptop's packages may import of ours, besides their own modules that come before.
STORE_MAY = {"oxtally.errors", "oxtally.reasons"}
EXPORT_MAY = {"oxtally.errors", "oxtally.kept", "oxtally.record.play", "oxtally.story"}
INSTALL_MAY = {"oxtally.errors", "oxtally.link.transport", "oxtally.link.said", "oxtally.link.session"}
VIRTUAL_MAY = {"oxtally", "oxtally.errors", "oxtally.record", "oxtally.board", "oxtally.link.transport"} | {
    "oxtally.board." + one for one in BOARD_ORDER
}
EMULATOR_MAY = VIRTUAL_MAY | {"oxtally.install.compiled", "oxtally.virtual"}
EMULATOR_MAY |= {"oxtally.virtual." + one for one in ("live", "messages", "runner", "tabletop")}
WEB_MAY = {"oxtally.errors", "oxtally.virtual", "oxtally.virtual.box", "oxtally.virtual.port", "oxtally.virtual.robot"}
DOCTOR_MAY = (
    {"oxtally", "oxtally.errors", "oxtally.install", "oxtally.store", "oxtally.store.database", "oxtally.store.faults"}
    | {"oxtally.install." + one for one in ("compiled", "drive", "fitting", "probe")}
    | {"oxtally.link." + one for one in order(LAPTOP_LINK)}
)


@pytest.mark.parametrize(
    ("package", "may", "module"),
    [(STORE, STORE_MAY, module) for module in order(STORE)]
    + [(EXPORT, EXPORT_MAY, module) for module in order(EXPORT)]
    + [(INSTALL, INSTALL_MAY, module) for module in order(INSTALL)]
    + [(VIRTUAL, VIRTUAL_MAY, module) for module in order(VIRTUAL)]
    + [(EMULATOR, EMULATOR_MAY, module) for module in order(EMULATOR)]
    + [(WEB, WEB_MAY, module) for module in order(WEB)]
    + [(DOCTOR, DOCTOR_MAY, module) for module in order(DOCTOR)],
)
def test_a_package_of_the_laptop_imports_what_comes_before(package, may, module):
    name = f"oxtally.{package.name}"
    path = package / f"{module}.py"
    before = {f"{name}.{one}" for one in order(package)[: order(package).index(module)]}
    ours = {one for one in imported(path) if one.startswith("oxtally")} - {name}
    assert ours | imported_from(path, name) <= may | before


@pytest.mark.parametrize(
    "path",
    [path for path in sorted((ROOT / "host").rglob("*.py")) if path.parent != EMULATOR],
    ids=lambda path: path.stem,
)
def test_nobody_imports_the_emulator_before_it_is_asked_for(path):
    """It is an extra: whoever has not installed it must be able to do everything else."""
    tree = ast.parse(path.read_text())
    for function in [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]:
        function.body = []
    found = [node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module]
    found += [one.name for node in ast.walk(tree) if isinstance(node, ast.Import) for one in node.names]
    assert not [name for name in found if name.startswith(("oxtally.emulator", "rp2040py"))]


@pytest.mark.parametrize("path", DRIVERS, ids=lambda path: path.stem)
def test_a_driver_imports_the_machine_and_time_only(path):
    assert imported(path) <= {"machine", "time"}


@pytest.mark.parametrize("path", DRIVERS, ids=lambda path: path.stem)
def test_a_driver_catches_a_missing_part_and_nothing_else(path):
    """A Ctrl-C has to get through: that is how mpremote gets in."""
    caught = [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.ExceptHandler)]
    assert all(node.type and ast.unparse(node.type) == "OSError" for node in caught)


# What each package of the device may import of ours, besides its own modules.
DEVICE = {
    "fonts": ("ox.once",),
    "words": ("ox.once",),
    "journal": ("ox.core",),
    "screens": ("ox.core", "ox.fonts"),
    "app": ("ox.core", "ox.journal", "ox.screens", "ox.fonts", "ox.words", "ox.latin1", "ox.once"),
    "link": ("ox.core", "ox.journal", "ox.app.files", "ox.app.selftest", "ox.latin1", "ox.VERSION"),
}


@pytest.mark.parametrize("package", DEVICE)
def test_a_package_of_the_device_imports_what_it_may(package):
    for path in sorted((ROOT / "firmware" / "ox" / package).glob("*.py")):
        for name in imported(path):
            assert not name.startswith("ox") or name.startswith(DEVICE[package]), f"{path.name} imports {name}"


@pytest.mark.parametrize("path", sorted((ROOT / "host").rglob("*.py")), ids=lambda path: path.stem)
def test_the_laptop_imports_nothing_of_the_device_but_the_core(path):
    """The virtual device and the emulated Pico run all of it, installing copies all of it; its board knows the pins,
    the link the protocol, the store journals. Everybody may know the version."""
    store = ("ox.core", "ox.journal.format")
    whole = dict.fromkeys(("virtual", "emulator", "install"), "ox")
    allowed = {**whole, "board": "ox.pins", "link": "ox.link", "store": store}.get(path.parent.name, "ox.core")
    names = [name for name in imported(path) if name.split(".")[0] == "ox" and name != "ox.VERSION"]
    assert all(name.startswith(allowed) for name in names)


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
                assert node.value.startswith(("Iterator[", "Callable[", "Log", "Round", "not an event"))
