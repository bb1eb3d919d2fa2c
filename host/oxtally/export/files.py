"""Where an export goes: standard output, or a file that is there as a whole or not at all. Imports errors."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TextIO

from oxtally.errors import OxtallyError, printable


@contextmanager
def output(path: str | None) -> Iterator[TextIO]:
    """A stream for text. A file keeps what it had until everything has been written."""
    if path is None or path == "-":
        yield sys.stdout
        return
    if "\0" in path:
        raise OxtallyError(f"{printable(path)}: there can be no file of that name")
    try:
        # Through links to the file itself, which is what gets replaced.
        target = Path(os.path.realpath(path))
        if target.exists() and not target.is_file():  # a pipe, a terminal; a folder says so by itself
            with target.open("w", encoding="utf-8", newline="\n") as stream:
                yield stream
            return
        handle, name = tempfile.mkstemp(prefix=".oxtally-", dir=target.parent)
        try:
            with open(handle, "w", encoding="utf-8", newline="\n") as stream:
                yield stream
            os.chmod(name, _usual_mode(target))
            os.replace(name, target)
        except BaseException:
            with suppress(OSError):
                os.unlink(name)
            raise
    except OSError as error:
        raise OxtallyError(f"{printable(path)}: {error.strerror or error}") from None


def folder(path: str) -> Path:
    """That folder, made if it is not there."""
    try:
        made = Path(path)
        made.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise OxtallyError(f"{printable(path)}: this is a file; several records go into a folder") from None
    except (OSError, ValueError) as error:
        raise OxtallyError(f"{printable(path)}: {getattr(error, 'strerror', None) or error}") from None
    return made


def _usual_mode(target: Path) -> int:
    """Temporary files are for their owner only; this one is to be like any other."""
    if target.exists():
        return target.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
