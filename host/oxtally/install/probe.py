"""What is on a Pico, found out at its MicroPython prompt, with or without firmware. Imports remote, oxtally.errors.

Asking stops the firmware, if it runs; a reset starts it again, and a `Session` does so by itself.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

from oxtally.errors import LinkError, printable
from oxtally.install import remote

MAIN = "main.py"
# Functions for scripts; `look()` is what a Probe is made of.
LOOK = f"""
import binascii, hashlib, json, machine, os, sys

def digest(path, block=bytearray(1024)):
    sha = hashlib.sha256()
    with open(path, "rb") as file:
        while True:
            count = file.readinto(block)
            if not count:
                return binascii.hexlify(sha.digest()).decode()
            sha.update(memoryview(block)[:count])

def ours(folder, found):
    for name, kind, *_ in sorted(os.ilistdir("/" + folder)):
        path = folder + "/" + name
        if kind == 0x4000:
            ours(path, found)
        else:
            found[path] = digest("/" + path)

def look():
    files = {{}}
    there = os.listdir("/")
    if "ox" in there and os.stat("/ox")[0] & 0x4000:
        ours("ox", files)
    foreign = False
    for name in ("{MAIN}", "{MAIN}.new"):
        if name in there:
            files[name] = digest("/" + name)
    if "{MAIN}" in there:
        with open("/{MAIN}", "rb") as file:
            foreign = b"from ox." not in file.read(2048)
    about = os.statvfs("/")
    return {{
        "python": sys.implementation[0],
        "version": tuple(sys.implementation[1])[:3],
        "mpy": getattr(sys.implementation, "_mpy", 0),
        "machine": getattr(sys.implementation, "_machine", sys.platform),
        "chip_id": binascii.hexlify(machine.unique_id()).decode(),
        "free": about[0] * about[3],
        "block": about[0],
        "names": sorted(there),
        "files": files,
        "foreign": foreign,
    }}
"""
SAY = f'print("{remote.SAID}" + json.dumps(look()))\n'


@dataclass(frozen=True)
class Probe:
    """`files`: what lies under `ox/`, and main.py, by path, each with its SHA-256 in hex. `names`: all in the root."""

    port: str
    python: str  # micropython; circuitpython is another one
    version: tuple[int, int, int]  # of it
    mpy: tuple[int, int]  # the format of compiled modules that it reads: version and sub-version; 0, 0: none
    machine: str  # "Raspberry Pi Pico with RP2040"
    chip_id: str  # hex
    free: int  # bytes on its flash
    block: int  # bytes of the flash that a small file takes
    names: tuple[str, ...]
    files: dict[str, str]
    foreign: bool  # its main.py is somebody else's

    @property
    def title(self) -> str:
        """For people."""
        number = ".".join(str(part) for part in self.version)
        name = "MicroPython" if self.python == "micropython" else printable(self.python)
        return f"{printable(self.machine)}, {name} {number}"


def probe(port: str) -> Probe:
    """Raises LinkErrors that say what to do."""
    return said(port, remote.run(port, [LOOK + SAY]))


def said(port: str, lines: list[str]) -> Probe:
    """From what a script with SAY in its last line has said."""
    try:
        return _probe(port, json.loads(lines[-1]))
    except (LookupError, TypeError, ValueError):
        raise LinkError(
            f"{printable(port)}: MicroPython does not say what it is; unplug the Pico, plug it in again and "
            "try once more"
        ) from None


def _probe(port: str, found: dict[str, object]) -> Probe:
    numbers = [part for part in _list(found["version"]) if isinstance(part, int)]
    major, minor, micro = [*numbers, 0, 0, 0][:3]
    mpy, files = _int(found["mpy"]), found["files"]
    if not isinstance(files, dict):
        raise ValueError
    return Probe(
        port,
        str(found["python"]),
        (major, minor, micro),
        (mpy & 0xFF, mpy >> 8 & 3),
        str(found["machine"]),
        bytes.fromhex(str(found["chip_id"])).hex(),
        _int(found["free"]),
        _int(found["block"]),
        tuple(str(name) for name in _list(found["names"])),
        {str(path): str(digest) for path, digest in files.items()},
        bool(found["foreign"]),
    )


def _list(value: object) -> list[object]:
    if not isinstance(value, list):
        raise ValueError
    return value


def _int(value: object) -> int:
    if not isinstance(value, int):
        raise ValueError
    return value
