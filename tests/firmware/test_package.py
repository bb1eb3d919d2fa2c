"""What mpremote's mip and MicroPython's build are told about the firmware is all of it."""

from __future__ import annotations

import json

from conftest import ROOT
from ox import VERSION
from oxtally.install import package

FIRMWARE = ROOT / "firmware"


def test_package_json_is_up_to_date():
    written = (FIRMWARE / "package.json").read_text(encoding="utf-8")
    assert written == package.package(package.sources()), "stale: run `make package`"


def test_it_names_every_module_and_main_py_last():
    told = json.loads((FIRMWARE / "package.json").read_text(encoding="utf-8"))
    assert told["version"] == VERSION
    paths = [path for path, _ in told["urls"]]
    modules = {path.relative_to(FIRMWARE).as_posix() for path in (FIRMWARE / "ox").rglob("*.py")}
    assert set(paths) == modules | {"main.py"}
    assert paths[-1] == "main.py"
    assert all((FIRMWARE / url).is_file() for _, url in told["urls"])


def test_the_compiled_files_come_with_one_of_their_own(tmp_path):
    """`make firmware`."""
    package.write_compiled(tmp_path / "out")
    told = json.loads((tmp_path / "out" / "package.json").read_text(encoding="utf-8"))
    there = {path.relative_to(tmp_path / "out").as_posix() for path in (tmp_path / "out").rglob("*") if path.is_file()}
    assert {path for path, _ in told["urls"]} | {"package.json"} == there
    assert (tmp_path / "out" / "ox" / "core" / "game.mpy").read_bytes()[:2] == b"M\x06"


def test_the_manifest_freezes_the_whole_package_and_main_py():
    frozen = []
    names = {
        "package": lambda name, opt: frozen.append((FIRMWARE / name / "__init__.py", opt)),
        "module": lambda name, opt: frozen.append((FIRMWARE / name, opt)),
    }
    exec((FIRMWARE / "manifest.py").read_text(encoding="utf-8"), names)
    assert frozen == [(FIRMWARE / "ox" / "__init__.py", 2), (FIRMWARE / "main.py", 2)]
    assert all(path.is_file() for path, _ in frozen)
