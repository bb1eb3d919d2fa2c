"""A line that does everything that lines do, between a laptop and a device, and a campaign of exchanges over it.

    bad_line.py FIRST COUNT [-v]       runs seeds FIRST, FIRST + 1, …; prints counts, and failures that name their seed

`run(seed)` is one of them: a laptop fetches all games of a virtual device, over a line with some of the FAULTS, while
people play on. A fetch may end in a sentence; then it is tried again, the last time on a good line. What the laptop has
got must be the journals, byte by byte; what it has acknowledged, it must have; the game on the device must be the one
that was played there.
"""

from __future__ import annotations

import hashlib
import random
import sys
import traceback
from collections import Counter

from evenings import Dice, Evening
from oxtally.board.flash import Flash
from oxtally.errors import LineCut, OxtallyError
from oxtally.link.session import Session
from oxtally.link.transport import Transport
from oxtally.virtual.cable import Cable
from oxtally.virtual.runner import VirtualDevice

BYTES = ("drop", "flip", "insert")  # happen to single bytes, both ways
LINES = ("duplicate", "delay", "replay", "echo", "noise", "ctrl-c", "raw")  # happen to what is written or read at once
EVENTS = ("cut", "reboot", "keys", "break")  # the last: a Ctrl-C in the middle of work on the flash
FAULTS = BYTES + LINES + EVENTS

NOISE = (
    b"\r\n>>> ",
    b'Traceback (most recent call last):\r\n  File "main.py", line 3\r\nKeyboardInterrupt: \r\n>>> ',
    b"MPY: soft reboot\r\n",
    b"raw REPL; CTRL-B to exit\r\n>",
    b"\x04\x04>",
    b"AT+GCAP\r\n",
    b"!",
    b"!1 ok 00000000\n",
    b"\n\n\n",
    b"\xff\xfe\x00" * 20,
)
BLOCKS = 64


class BadLine:
    """A transport around another one. `faults` has the chance of each: per byte, per write or read, per read."""

    def __init__(self, inner: Transport, rng: random.Random, faults: dict[str, float]) -> None:
        self.inner = inner
        self.name = inner.name
        self.rng = rng
        self.faults = faults
        self.happened: Counter[str] = Counter()
        self._late = b""  # delayed, until then
        self._until = 0.0
        self._seen: list[bytes] = []

    def hits(self, fault: str) -> bool:
        hit = self.rng.random() < self.faults.get(fault, 0)
        self.happened[fault] += hit
        return hit

    def write(self, data: bytes) -> None:
        if self.hits("echo"):
            self._late += data
        if self.hits("ctrl-c"):
            at = self.rng.randrange(len(data) + 1)
            data = data[:at] + b"\x03" + data[at:]
        if self.hits("raw"):
            data = b"\x03\x01" + data
        if self.hits("duplicate"):
            data += data
        self.inner.write(self._harm(data))

    def read(self, seconds: float) -> bytes:
        now = self.inner.now()
        if self._late and now >= self._until:
            data, self._late = self._late, b""
            return data
        data = self._harm(self.inner.read(min(seconds, max(0.0, self._until - now)) if self._late else seconds))
        if not data:
            return data
        self._seen = [*self._seen[-9:], data]
        if self.hits("duplicate"):
            data += data
        if self.hits("replay"):
            data = self.rng.choice(self._seen) + data
        if self.hits("noise"):
            data = self.rng.choice(NOISE) + data if self.rng.random() < 0.5 else data + self.rng.choice(NOISE)
        if self._late or self.hits("delay"):  # what comes behind something late is late as well
            self._until = max(self._until, self.inner.now() + self.rng.choice((0.01, 0.1, 1.0, 3.0)))
            self._late += data
            return b""
        return data

    def _harm(self, data: bytes) -> bytes:
        if not any(self.faults.get(fault) for fault in BYTES):
            return data
        harmed = bytearray()
        for byte in data:
            if self.hits("drop"):
                continue
            if self.hits("insert"):
                harmed.append(self.rng.randrange(256))
            harmed.append(byte ^ 1 << self.rng.randrange(8) if self.hits("flip") else byte)
        return bytes(harmed)

    def now(self) -> float:
        return self.inner.now()

    def close(self) -> None:
        self.inner.close()


class Table(BadLine):
    """The same, to a virtual device of this process, with people at it who type, trip over cables, pull plugs."""

    def __init__(self, cable: Cable, rng: random.Random, faults: dict[str, float]) -> None:
        super().__init__(cable, rng, faults)
        self.cable = cable

    def read(self, seconds: float) -> bytes:
        if self.hits("cut"):
            raise LineCut(f"{self.name}: the line was cut")
        if self.hits("reboot"):
            self.reboot()
        if self.hits("break"):
            self.cable.virtual.board.flash.break_at(self.rng.randrange(6))
        if self.hits("keys"):
            press(self.cable.virtual, self.rng)
        return super().read(seconds)

    def reboot(self) -> None:
        before = self.cable.virtual
        self.cable.plug_into(switched_on(before.board.flash.next_life()))
        switch_off(before)


def switched_on(flash: Flash) -> VirtualDevice:
    virtual = VirtualDevice(flash)
    virtual.power_on()
    return virtual


def switch_off(virtual: VirtualDevice) -> None:
    """Close the files of a device that nobody uses any more: they would keep its chip in memory."""
    virtual.board.flash.break_at(-1)
    virtual.device.app.put_away()


def press(virtual: VirtualDevice, rng: random.Random) -> None:
    """A key that enters something or takes it back, now and then one that does nothing."""
    virtual.press(rng.choice("0123456789####*"))


# --- Chips to fetch from

_chips: dict[int, Flash] = {}


def chip(kind: int) -> Flash:
    """A chip with so many games and one that is being played; the same ones for the same kind."""
    if kind not in _chips:
        flash = Flash(BLOCKS)
        evening = Evening(flash, Dice(kind))
        evening.app.settings.update({"rounds": 2, "target": 0, "seats": ["A", "B", "C", "D"][: 2 + kind % 3]})
        left = 20  # entries of the last one
        while len(evening.app.shelf.numbers()) <= kind or left:
            left -= len(evening.app.shelf.numbers()) > kind
            for key in evening.next_keys():
                evening.press(key)
        evening.off()
        _chips[kind] = flash
    return _chips[kind].next_life()


def journals(virtual: VirtualDevice) -> dict[int, bytes]:
    shelf = virtual.device.app.shelf
    return {number: shelf.read(number, 0, shelf.length(number)) for number in shelf.numbers() if shelf.length(number)}


# --- A laptop


class Laptop:
    """Keeps what it gets, and acknowledges what it keeps."""

    def __init__(self) -> None:
        self.kept: dict[int, bytes] = {}

    def fetch(self, session: Session) -> None:
        session.hello()
        for game in session.list():
            kept = self.kept.get(game.number, b"")
            body = kept + b"".join(session.read(game.number, len(kept), game.length))
            self.kept[game.number] = body
            if body and game.acknowledged != len(body):
                session.ack(game.number, len(body), hashlib.sha256(body).hexdigest())


def some_faults(rng: random.Random) -> dict[str, float]:
    chosen = rng.sample(FAULTS, rng.randint(1, 4))
    return {fault: 10 ** rng.uniform(-4, -2) if fault in BYTES else 10 ** rng.uniform(-2.5, -0.7) for fault in chosen}


class Run:
    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.faults = some_faults(self.rng)
        self.failures: list[str] = []
        self.sentences: list[str] = []
        self.happened: Counter[str] = Counter()
        self.laptop = Laptop()
        self.cable = Cable(switched_on(chip(1 + seed % 4)))
        self.roster = {"players": [{"name": f"Name {number}"} for number in range(self.rng.randint(1, 30))]}

    def fail(self, what: str) -> None:
        self.failures.append(f"{what} ({', '.join(self.faults)})")

    def go(self) -> Run:
        tries = self.rng.randint(1, 3)
        for _ in range(tries):
            self.fetch(self.faults)
        self.laptop_is_right()
        self.cable.virtual.board.flash.break_at(-1)
        self.fetch({})
        self.faults_are_over()
        switch_off(self.cable.virtual)
        return self

    def fetch(self, faults: dict[str, float]) -> None:
        line = Table(self.cable, self.rng, faults)
        session = Session(line)
        try:
            if self.rng.random() < 0.3:
                session.set_roster(self.roster)
                session.clock(1_800_000_000)
            self.laptop.fetch(session)
        except OxtallyError as error:
            self.sentences.append(str(error))
            if not faults:
                self.fail(f"a good line: {error}")
        self.happened += line.happened

    def laptop_is_right(self) -> None:
        virtual = self.cable.virtual
        if virtual.repl is not None:
            return  # somebody broke in last; the next fetch wakes it up
        there = journals(virtual)
        for number, body in self.laptop.kept.items():
            if there.get(number, b"")[: len(body)] != body:
                self.fail(f"game {number}: the laptop has other bytes")
        for number in there:
            if virtual.device.app.shelf.acknowledged(number) > len(self.laptop.kept.get(number, b"")):
                self.fail(f"game {number}: acknowledged more than the laptop has")

    def faults_are_over(self) -> None:
        virtual = self.cable.virtual
        if virtual.repl is not None:
            self.fail("it stays at the prompt")
            return
        self.laptop_is_right()
        app = virtual.device.app
        there = journals(virtual)
        if there != self.laptop.kept:
            self.fail("the laptop has not got everything")
        if any(app.shelf.acknowledged(number) != len(body) for number, body in there.items()):
            self.fail("not everything is acknowledged")
        if virtual.board.complaints:
            self.fail(virtual.board.complaints[0])
        clicks = len(virtual.board.buzzer.tones)
        virtual.press("D")
        if len(virtual.board.buzzer.tones) == clicks:
            self.fail("the keypad is dead")
        events = list(app.journal())
        again = switched_on(virtual.board.flash.next_life())
        if list(again.device.app.journal()) != events:
            self.fail("the game is another one after power-on")
        switch_off(again)


def run(seed: int) -> list[str]:
    """The failures of one run, each with its seed."""
    try:
        failures = Run(seed).go().failures
    except Exception as error:
        place = traceback.extract_tb(error.__traceback__)[-1]
        failures = [f"{type(error).__name__}: {error} at {place.filename}:{place.lineno}"]
    return [f"seed {seed}: {failure}" for failure in failures]


def main(first: int, count: int) -> int:
    happened: Counter[str] = Counter()
    failures, sentences = [], Counter[str]()
    for seed in range(first, first + count):
        if "-v" in sys.argv:
            one = Run(seed).go()
            happened += one.happened
            sentences.update(one.sentences)
            failures += [f"seed {seed}: {failure}" for failure in one.failures]
        else:
            failures += run(seed)
    print(f"{count} runs, {len(failures)} failures", dict(happened), *sentences.most_common(), *failures, sep="\n")
    return bool(failures)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2])))
