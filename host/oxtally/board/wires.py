"""Wires: who drives them, which level results, who listens. Imports nothing.

A net is everything that one piece of copper connects. Each part has a tap on it, and does one of five things there:

    OFF   lets go (an input)
    UP    pulls up through a resistor
    DOWN  pulls down through a resistor
    HIGH  drives to 3.3 V, hard
    LOW   drives to ground, hard

A hard level wins over a resistor. HIGH against LOW is a short: on the table it would break something, here it is a
complaint, and reads low. A closed switch joins two nets into one for as long as it is closed (`join`, `part`).
"""

TYPE_CHECKING = False  # MicroPython has no typing; checkers take this name for true
if TYPE_CHECKING:
    from collections.abc import Callable

OFF, UP, DOWN, HIGH, LOW = 0, 1, 2, 3, 4


class Tap:
    """The place where one part touches a net."""

    def __init__(self, net: "Net", name: str) -> None:
        self.net = net
        self.name = name
        self.strength = OFF

    def drive(self, strength: int) -> None:
        if strength != self.strength:
            counts = self.net.counts
            counts[self.strength] -= 1
            counts[strength] += 1
            self.strength = strength
            self.net.settle()


class Net:
    """One wire. `level` is 0 or 1; `floating` says that nobody drives or pulls it, so that the level is an accident."""

    def __init__(self, name: str, complain: "Callable[[str], None]") -> None:
        self.name = name
        self.level = 0
        self.floating = True
        self.counts = [0, 0, 0, 0, 0]  # taps by strength
        self.taps: list[Tap] = []
        self.joined: list[Net] = []
        self.wave = (0, 0)  # PWM on this wire: hertz, and duty of 65536; it comes on top of the level
        self._complain = complain
        self._edges: list[Callable[[int], None]] = []
        self._waves: list[Callable[[], None]] = []

    def tap(self, name: str) -> Tap:
        tap = Tap(self, name)
        self.taps.append(tap)
        self.counts[OFF] += 1
        return tap

    def on_edge(self, listener: "Callable[[int], None]") -> None:
        """Calls the listener with the new level whenever it changes."""
        self._edges.append(listener)

    def on_wave(self, listener: "Callable[[], None]") -> None:
        self._waves.append(listener)

    def set_wave(self, hertz: int, duty: int) -> None:
        if self.wave != (hertz, duty):
            self.wave = (hertz, duty)
            for listener in self._waves:
                listener()

    def join(self, other: "Net") -> None:
        """A switch between two nets closes."""
        self.joined.append(other)
        other.joined.append(self)
        self.settle()

    def part(self, other: "Net") -> None:
        """The switch opens again."""
        self.joined.remove(other)
        other.joined.remove(self)
        self.settle()
        other.settle()

    def settle(self) -> None:
        """Finds the level of this net and of all joined to it, and tells the listeners of those that changed."""
        if not self.joined:  # the usual case, and the one that has to be fast
            if self._set(self.counts, self.taps):
                self._tell()
            return
        nets = self._all_joined()
        counts = [sum([net.counts[strength] for net in nets]) for strength in range(5)]
        taps = [tap for net in nets for tap in net.taps]
        for net in [net for net in nets if net._set(counts, taps)]:
            net._tell()

    def _all_joined(self) -> "list[Net]":
        nets = [self]
        for net in nets:  # grows while it is walked
            for other in net.joined:
                if other not in nets:
                    nets.append(other)
        return nets

    def _set(self, counts: "list[int]", taps: "list[Tap]") -> bool:
        """Sets the level that these drivers make; true if it has changed."""
        floating = False
        if counts[LOW]:
            level = 0
            if counts[HIGH]:
                names = [tap.name for tap in taps if tap.strength in (HIGH, LOW)]
                self._complain("short: " + " against ".join(names))
        elif counts[HIGH] or (counts[UP] and not counts[DOWN]):
            level = 1
        elif counts[DOWN] and not counts[UP]:
            level = 0
        else:
            level = self.level  # charge stays where it was
            floating = True
        self.floating = floating
        changed = level != self.level
        self.level = level
        return changed

    def _tell(self) -> None:
        for listener in self._edges:
            listener(self.level)
