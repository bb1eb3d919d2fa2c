"""The emulated time, as the parts' clock: microseconds since the chip got its power. Imports nothing of ours."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

_NANOS = 1000  # in a microsecond


class Time:
    """What oxtally.board.clock.Clock is for the virtual board. `let` makes the chip run for so many microseconds."""

    def __init__(self, clock: Any, let: Callable[[int], None] | None = None) -> None:
        self._clock = clock
        self._let = let

    @property
    def now(self) -> int:
        return int(self._clock.nanos) // _NANOS

    def wait(self, us: int) -> None:
        """Time passes; without `let`, the chip does nothing meanwhile: it waits for its flash."""
        if self._let:
            self._let(us)
        else:
            self._clock.tick(us * _NANOS)

    def after(self, us: int, action: Callable[[], object]) -> None:
        """Plans something."""
        self._clock.create_alarm(action).schedule(us * _NANOS)
