"""A Pico at its MicroPython prompt whose flash is a folder: it runs what `oxtally install` sends, by CPython.

Every change of the flash is one step; `power_steps` says after how many of them the plug is pulled.
"""

from __future__ import annotations

import builtins
import os
import types
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from oxtally.errors import LineCut
from oxtally.install import remote
from oxtally.install.probe import MAIN

CHIP_ID = "e661640843210001"  # the virtual board's as well
_BLOCK = 4096


class Unplugged(BaseException):
    """No handler on the Pico can live on without power."""


class FolderPico:
    def __init__(self, flash: Path) -> None:
        self.flash = flash
        self.version = (1, 26, 1, "")
        self.mpy = 6 | 3 << 8
        self.machine = "Raspberry Pi Pico with RP2040"
        self.python = "micropython"
        self.free = 1_400 * 1024
        self.calls: list[tuple[int, tuple[str, ...]]] = []  # scripts and words of each session
        self.power_steps = -1
        self.steps = 0

    def run(
        self,
        port: str,
        scripts: Sequence[str],
        then: Sequence[str] = (),
        heard: Callable[[str], None] = lambda line: None,
    ) -> list[str]:
        """In the place of remote.run."""
        self.calls.append((len(scripts), tuple(then)))
        said: list[str] = []

        def listen(line: str = "") -> None:
            assert line.startswith(remote.SAID)
            said.append(line.removeprefix(remote.SAID))
            heard(said[-1])

        names = {"__builtins__": {**vars(builtins), "open": self._open, "print": listen, "__import__": self._import}}
        try:
            for script in scripts:
                exec(script, names)
        except Unplugged:
            raise LineCut(f"{port}: the line was cut") from None
        return said

    def unplugged_after(self, steps: int) -> None:
        self.power_steps = self.steps + steps

    def starts(self) -> dict[str, bytes]:
        """What would run after power-on: nothing without a main.py."""
        files = self.files()
        return {path: files[path] for path in files if path.startswith("ox/") or path == MAIN} if MAIN in files else {}

    def files(self) -> dict[str, bytes]:
        return {
            path.relative_to(self.flash).as_posix(): path.read_bytes()
            for path in sorted(self.flash.rglob("*"))
            if path.is_file()
        }

    def put(self, path: str, content: bytes) -> None:
        place = self.flash / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)

    # --- Its Python

    def _step(self) -> None:
        if self.steps == self.power_steps:
            raise Unplugged
        self.steps += 1

    def _place(self, path: str) -> Path:
        assert path.startswith("/")
        return self.flash / path.strip("/")

    def _open(self, path: str, mode: str = "r") -> Any:
        if mode == "rb":
            return self._place(path).open("rb")
        assert mode == "wb"
        self._step()
        self._place(path).write_bytes(b"")
        return _File(self, self._place(path))

    def _import(self, name: str, *rest: Any) -> Any:
        own = {"os": self._os, "sys": self._sys, "machine": self._machine}
        return own[name]() if name in own else __import__(name, *rest)

    def _machine(self) -> Any:
        return types.SimpleNamespace(unique_id=lambda: bytes.fromhex(CHIP_ID))

    def _sys(self) -> Any:
        implementation = _Implementation((self.python, self.version))
        implementation._mpy, implementation._machine = self.mpy, self.machine
        return types.SimpleNamespace(implementation=implementation, platform="rp2")

    def _os(self) -> Any:
        def changes(action: Callable[..., None]) -> Callable[..., None]:
            def run(*paths: str) -> None:
                self._step()
                action(*map(self._place, paths))

            return run

        def ilistdir(path: str) -> list[tuple[str, int, int]]:
            return [(one.name, 0x4000 if one.is_dir() else 0x8000, 0) for one in self._place(path).iterdir()]

        return types.SimpleNamespace(
            listdir=lambda path: sorted(os.listdir(self._place(path))),
            ilistdir=ilistdir,
            stat=lambda path: (0x4000 if self._place(path).is_dir() else 0x8000,),
            statvfs=lambda path: (_BLOCK, _BLOCK, 352, self.free // _BLOCK),
            mkdir=changes(os.mkdir),
            rmdir=changes(os.rmdir),
            remove=changes(os.remove),
            rename=changes(os.replace),
        )


class _Implementation(tuple):
    """sys.implementation is a tuple with names."""

    _mpy: int
    _machine: str


class _File:
    """On littlefs nothing of it is there before it is closed."""

    def __init__(self, pico: FolderPico, place: Path) -> None:
        self._pico = pico
        self._place = place
        self._content = b""

    def write(self, data: bytes) -> int:
        self._content += data
        return len(data)

    def close(self) -> None:
        self._pico._step()
        self._place.write_bytes(self._content)
