"""What differs, onto the Pico, in one session. Imports remote, probe, oxtally.errors.

main.py goes first and comes last: whenever this is interrupted, the Pico has a whole firmware, old or new, or one that
does not start; running it again copies what is still missing. Each file is written under another name first. Only
modules under `ox/` are ever removed; games, settings, and what else is on the Pico are not touched.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count

from oxtally.errors import LinkError, printable
from oxtally.install import remote
from oxtally.install.probe import LOOK, MAIN, SAY, Probe, said

_PIECE = 3072  # bytes in a script: they are in the Pico's memory several times at once
_OURS = (".py", ".mpy", ".new")  # a .py would be run instead of the .mpy beside it
_TOLD = 16  # hex digits of a hash that the Pico is told

_WRITE = f"""
def begin(kept):
    if kept:
        os.rename("/{MAIN}", "/" + kept)
    elif "{MAIN}" in os.listdir("/"):
        os.remove("/{MAIN}")

def make_folders(path):
    parts = path.split("/")[:-1]
    for depth in range(len(parts)):
        above, name = "/" + "/".join(parts[:depth]), parts[depth]
        if name not in os.listdir(above):
            os.mkdir(above + "/" + name if depth else "/" + name)

def put(path, at, text):
    global file
    if not at:
        make_folders(path)
        file = open("/" + path + ".new", "wb")
    print("{remote.SAID}%d" % file.write(binascii.a2b_base64(text)))

def end(path):
    file.close()
    if path != "{MAIN}":
        os.rename("/" + path + ".new", "/" + path)

def prune(folder):
    for name, kind, *_ in list(os.ilistdir(folder)):
        if kind == 0x4000:
            prune(folder + "/" + name)
    if not os.listdir(folder):
        os.rmdir(folder)

def finish(removed, wanted):
    for path in removed:
        os.remove("/" + path)
    prune("/ox")
    found = look()["files"]
    if all([found.get(path, "").startswith(start) for path, start in wanted.items()]):
        os.rename("/{MAIN}.new", "/{MAIN}")
"""


@dataclass(frozen=True)
class Plan:
    """Paths on the Pico."""

    copied: list[str]  # missing, or other than ours; main.py last
    removed: list[str]  # modules of an older firmware, and what an interrupted copy has left
    kept: str = ""  # the name that somebody else's main.py gets

    def __bool__(self) -> bool:
        return bool(self.copied or self.removed)


def plan(firmware: dict[str, bytes], found: Probe) -> Plan:
    copied = [path for path, content in firmware.items() if found.files.get(path) != _digest(content)]
    removed = [path for path in found.files if path not in firmware and path.endswith(_OURS)]
    others = f"main-{next(number for number in count(1) if f'main-{number}.py' not in found.names)}.py"
    return Plan(copied, removed, others if found.foreign else "")


def copy(
    firmware: dict[str, bytes],
    found: Probe,
    planned: Plan,
    progress: Callable[[int, int], None] = lambda done, all_: None,
) -> Probe:
    """What is on the Pico afterwards. It is left at its prompt. Raises LinkError, also if something is not as sent."""
    paths = [path for path in planned.copied if path != MAIN] + [MAIN]
    total = sum(len(firmware[path]) for path in paths)
    done = 0

    def heard(line: str) -> None:
        nonlocal done
        if line.isdigit():
            done += int(line)
            progress(done, total)

    scripts = [LOOK + _WRITE + f"begin({planned.kept!r})\n"]
    for path in paths:
        scripts += _pieces(path, firmware[path])
    wanted = {path: _digest(content)[:_TOLD] for path, content in firmware.items() if path != MAIN}
    removed = [path for path in planned.removed if path.removesuffix(".new") not in paths]
    scripts.append(f"finish({removed!r}, {wanted!r})\n{SAY}")
    progress(0, total)
    return said(found.port, remote.run(found.port, scripts, heard=heard))


def _pieces(path: str, content: bytes) -> list[str]:
    pieces = []
    for at in range(0, max(len(content), 1), _PIECE):
        text = base64.b64encode(content[at : at + _PIECE])
        pieces.append(f"put({path!r}, {at}, {text!r})\n")
    pieces[-1] += f"end({path!r})\n"
    return pieces


def verify(firmware: dict[str, bytes], found: Probe) -> None:
    """Raises LinkError if anything of the firmware is not on the Pico, byte for byte."""
    left = plan(firmware, found)
    if left:
        names = ", ".join([*left.copied, *left.removed][:3])
        raise LinkError(
            f"{printable(found.port)}: not everything on the Pico is as it was sent ({printable(names)}); run the same "
            "command again. If that comes again, its flash is wearing out"
        )


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
