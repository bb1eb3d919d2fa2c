"""The piezo: hears the PWM on its wire and remembers the tones. Imports nothing."""

TYPE_CHECKING = False  # MicroPython has no typing; checkers take this name for true
if TYPE_CHECKING:
    from .clock import Clock
    from .wires import Net


class Buzzer:
    """`tones` are (start, hertz, length), times in microseconds; the one that sounds now is in `sounding()`."""

    def __init__(self, net: "Net", clock: "Clock") -> None:
        self.tones: list[tuple[int, int, int]] = []
        self.plugged = True
        self._net = net
        self._clock = clock
        self._hertz = 0
        self._since = 0
        net.on_wave(self._on_wave)

    def sounding(self) -> int:
        """The tone that is heard now, in hertz; 0: silence."""
        return self._hertz

    def plug(self) -> None:
        self.plugged = True
        self._on_wave()

    def unplug(self) -> None:
        self.plugged = False
        self._on_wave()

    def _on_wave(self) -> None:
        hertz, duty = self._net.wave
        heard = hertz if self.plugged and 0 < duty < 65535 else 0
        if heard == self._hertz:
            return
        now = self._clock.now
        if self._hertz and now > self._since:
            self.tones.append((self._since, self._hertz, now - self._since))
        self._hertz, self._since = heard, now
