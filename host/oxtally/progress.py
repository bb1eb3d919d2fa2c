"""A progress bar for long work: on a terminal, on standard error; none in a pipe. Imports nothing of ours."""

from __future__ import annotations

import sys
import time
from types import TracebackType

_WIDTH = 30
_EVERY = 0.1  # seconds


class Progress:
    """Call it with (done, all). It wipes itself away at the end, so that what is printed then stands alone."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._shown = sys.stderr is not None and sys.stderr.isatty()
        self._drawn = 0.0
        self._long = 0

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._long:
            sys.stderr.write("\r" + " " * self._long + "\r")
            sys.stderr.flush()

    def __call__(self, done: int, total: int) -> None:
        now = time.monotonic()
        if not self._shown or now - self._drawn < _EVERY:
            return
        self._drawn = now
        filled = _WIDTH * done // max(total, 1)
        line = f"[{'#' * filled}{' ' * (_WIDTH - filled)}] {done:,}/{total:,} {self._what}"
        self._long = max(self._long, len(line))
        sys.stderr.write("\r" + line)
        sys.stderr.flush()
