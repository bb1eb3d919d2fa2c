"""Virtual time in microseconds. Imports nothing.

Time passes only when somebody waits: `wait` moves it on and runs, in order, what was to happen meanwhile. Nothing ever
really sleeps, so an evening takes as long as the computing does. Reading the time costs none of it: firmware that spins
on `ticks_ms` without sleeping would spin for ever here.
"""

TYPE_CHECKING = False  # MicroPython has no typing; checkers take this name for true
if TYPE_CHECKING:
    from collections.abc import Callable


class Clock:
    """`now` is the number of microseconds since `start`, which is that of power-on."""

    def __init__(self, start: int = 0) -> None:
        self.now = start
        self._plans: list[tuple[int, int, Callable[[], object]]] = []
        self._number = 0  # plans for the same moment happen in the order in which they were made

    def wait(self, us: int) -> None:
        """Lets time pass, and what was planned happen."""
        end = self.now + (us if us > 0 else 0)
        while self._plans and self._plans[0][0] <= end:
            when, _, action = self._plans.pop(0)
            if when > self.now:  # an action may itself have waited
                self.now = when
            action()
        if end > self.now:
            self.now = end

    def after(self, us: int, action: "Callable[[], object]") -> None:
        """Plans something: a key that bounces, a plug that is pulled in the middle of a transfer."""
        plan = (self.now + us, self._number, action)
        self._number += 1
        at = len(self._plans)
        while at and self._plans[at - 1][0] > plan[0]:
            at -= 1
        self._plans.insert(at, plan)
