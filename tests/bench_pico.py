"""Part of `make bench`: the firmware on the emulated Pico, stock MicroPython on the RP2040's instructions.

All times are the chip's own: I2C at 400 kHz, a flash chip that takes 0.7 ms a page and 45 ms an erase, everything else
what the instructions take at 125 MHz. So the figures are the same on every machine; the bench itself takes some
minutes. Somebody types a key every 150 ms, never at quite the same moment of the device's loop; a virtual device
beside the Pico is told the same keys, and says what they were: a digit that is echoed, an entry, or neither.
"""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "core"))
sys.path.insert(0, str(Path(__file__).parent / "firmware" / "on_flash"))

from evenings import Dice, Evening
from ox.app.play import REVIEW
from ox.core.events import SPECIAL
from ox.screens.render import draw_screen
from oxtally.board.flash import Flash
from oxtally.emulator.firmware import put
from oxtally.emulator.image import HOW, VARIABLE
from oxtally.emulator.pico import Pico
from oxtally.install.compiled import firmware
from oxtally.record.read import read_record
from random_games import Play, Writer

STEP_US = 150_000  # from key to key
DOWN_US = 50_000  # a finger is on a key for so long
SLOW_US = 400_000  # how long somebody waits who sees that nothing has happened yet
HABIT_US = 450_000  # a `#` waits so long after a digit, or it would pass for a habit
TEN = [f"Player {seat}" for seat in range(1, 11)]
ROUNDS = 20  # memory in use may not grow in so many

# What runs at the device's prompt. The first part makes the device anew, with the game that is on the flash.
DEVICE = """
import gc, time
from ox.app.files import Files
from ox.device import Device
from ox.link.serial import UsbPort
device = Device(Files(), UsbPort())
device.forgets = True
app = device.app
key = 0
device.keypad.poll = lambda now: key
def press(keys):
    global key
    for one in keys:
        if one == "#":
            time.sleep_ms(450)
        key = ord(one)
        device.step()
        key = 0
        device.step()
def free():
    press(2 * "D*D7***C*B*")  # menu, self-test, corrections, scores
    for _ in range(40):
        time.sleep_ms(10)
        device.step()
    gc.collect()
    return gc.mem_free()
"""
LAST_ENTRY = """
app.enter({event})
press("#")
assert app.history.game.round.finished
print(free())
"""
# Games by themselves, without screens: a lowest card that nobody has seen is typed until a turn is over.
TURNS = """
SETUP, ROW, REVEAL, CHOOSE = 1, 3, 4, 6
from ox.core.game import Game
seed = 1
def deal():
    global seed
    deck = list(range(1, 105))
    for at in range(103, 0, -1):
        seed = (seed * 1103515245 + 12345) & 0x3FFFFFFF
        other = (seed >> 8) % (at + 1)
        deck[at], deck[other] = deck[other], deck[at]
    return deck
game = Game()
game.apply((SETUP, 0, 0, 0, tuple([b"P%d" % seat for seat in range(10)])))
worst = 0
for _ in range(2):
    deck = deal()
    for slot in range(4):
        game.apply((ROW, slot, deck.pop()))
    for turn in range(1, 11):
        for player in range(10):
            event = (REVEAL, turn, player, deck.pop())
            start = time.ticks_us()
            game.apply(event)
            took = time.ticks_diff(time.ticks_us(), start)
        worst = max(worst, took)
        while game.round.asking:
            player, card = game.round.asked()
            game.apply((CHOOSE, turn, player, card, game.round.suggestion()))
print(worst)
"""
GROWTH = """
app.begin_game((1, 0, 0, 0, (b"Ann", b"Bob")))
now = 0
def play():
    global now
    for event in [(3, slot, slot + 1) for slot in range(4)]:
        assert app.enter(event)
    for turn in range(1, 11):
        for player in (0, 1):
            assert app.enter((4, turn, player, 2 * turn + 3 + player))
        for _ in range(3):  # on to the next turn
            now += 1000
            app.key("#", now)
        press("B*")
play()
play()
first = free()
for _ in range({rounds}):
    play()
last = free()
assert app.history.game.rounds_finished() == {rounds} + 2
print(first - last)
"""


class Keys:
    """Somebody who types the same on the emulated Pico and on a virtual device, and watches the clock. Times in ms."""

    def __init__(self, pico: Pico, beside: Evening) -> None:
        self.pico = pico
        self.beside = beside
        self.echoes: list[float] = []  # from the contact to the last byte of an echoed digit
        self.rows: list[float] = []  # to the last row display, for entries
        self.rows_erasing: list[float] = []  # likewise, where the flash erased a block meanwhile
        self.steps: list[float] = []  # likewise, for keys that are no entries: the next card of a turn
        self.screen = 0.0  # to the last byte on the screen, for the last key
        self._random = random.Random(1)
        self._digit = False  # the last key was one

    def press(self, key: str) -> None:
        if key == "#" and self._digit:
            self.pico.run(HABIT_US)
        self._digit = key.isdigit()
        if not self._shows_the_same():
            self.pico.run(SLOW_US)  # a new game takes a while; who types sees that
        assert self._shows_the_same()
        pico, app = self.pico, self.beside.app
        contact, erases, entries = pico.nanos, pico.flash.erases, self.entries()
        pico.board.press(key)
        self.beside.press(key)
        pico.run(DOWN_US)
        pico.board.release(key)
        pico.run(STEP_US - DOWN_US + self._random.randrange(5000))
        self.screen = (pico.bus.drawn - contact) / 1e6
        rows = max(row.changed for row in pico.board.rows) / 1e3 - contact / 1e6
        if self._digit and app.mode() is app.table and app.table.number.digits:
            self.echoes.append(self.screen)
        if rows > 0 and self.entries() == entries:
            self.steps.append(rows)
        elif rows > 0:
            (self.rows if pico.flash.erases == erases else self.rows_erasing).append(rows)

    def _shows_the_same(self) -> bool:
        """As the device beside, pixel by pixel: no key was lost. In a new game the two offer different usual values."""
        if not self.beside.app.history.game.agreed:
            return True
        draw_screen(self.beside.app.show(), picture := bytearray(1024))
        return self.pico.board.oled.picture() == picture

    def entries(self) -> int:
        journal = self.beside.app.journal()
        return journal.count if journal else 0

    def type(self, keys: str) -> None:
        for key in keys:
            self.press(key)

    def play(self, until: Callable[[], bool]) -> None:
        while not until():
            self.type(self.beside.next_keys())


def evening(flash: Flash, **settings: object) -> Evening:
    """The virtual device, without whims; `settings` hold from the next game on."""
    made = Evening(flash, Dice(1))
    made.whims = False
    made.app.settings.update(settings)
    return made


def switch_on(flash: Flash, jumper: bool = False) -> Pico:
    pico = Pico(Path(os.environ[VARIABLE]), flash.next_life())
    pico.board.jumper(jumper)
    return pico


def prompt_ms(pico: Pico) -> float:
    """Power-on until there is a picture."""
    while not (pico.board.oled.lit() and any(pico.board.oled.picture())):
        pico.run(500)
    return pico.nanos / 1e6


_RAW = b"raw REPL; CTRL-B to exit\r\n>"


class Repl:
    """The prompt of a Pico with its safe-mode jumper set, or after a Ctrl-C."""

    def __init__(self, pico: Pico) -> None:
        self._pico = pico
        while not pico.laptop.connected:
            pico.wait(10)
        self._send(b"\r\x03")
        self._until(b">>> ")
        self._send(b"\x01")
        self._until(_RAW)

    def restart(self) -> None:
        """A soft reset: memory is as after power-on."""
        self._send(b"\x04")
        self._until(_RAW)

    def run(self, program: str) -> str:
        """What it printed."""
        self._send(program.encode() + b"\x04")
        said = self._until(b"\x04>")
        printed, error = said.removeprefix(b"OK").split(b"\x04")[:2]
        if error:
            raise RuntimeError(error.decode())
        return printed.decode()

    def _send(self, data: bytes) -> None:
        while data:
            data = data[self._pico.laptop.send(data[:256]) :]
            self._pico.wait(2)

    def _until(self, end: bytes) -> bytes:
        said = b""
        while not said.endswith(end):
            self._pico.wait(2)
            said += self._pico.laptop.receive()
        return said


# --- Chips with a game on them, played by the virtual device


def ten_in_round_four() -> Flash:
    """Ten players; two turns of the fourth round are still to be typed."""
    flash = Flash()
    put(flash)
    table = evening(flash, seats=TEN, target=0)
    app = table.app
    while not (app.history.game.rounds == 3 and app.history.game.round.due == 9):
        for key in table.next_keys():
            table.press(key)
    table.off()
    return flash


class Specials(Writer):
    """A special card with every card, wherever one can be played."""

    def special_play(self, table, seat: int, card: int, hand: list[int]) -> Play | None:
        tried = (super(Specials, self).special_play(table, seat, card, hand) for _ in range(60))
        return next(filter(None, tried), None)


def largest_special_round() -> tuple[Flash, list]:
    """Eight players; the last entry is still missing. And all entries."""
    writer = Specials(random.Random(1))
    for line in ("oxtally-record 1", "variant special", "players A B C D E F G H"):
        writer.say(line)
    writer.a_round(1.0, 0)
    events = read_record(BytesIO("\n".join(writer.lines).encode()))
    flash = Flash()
    put(flash)
    table = evening(flash)
    assert table.app.begin_game(events[0])
    for event in events[1:-1]:
        assert table.app.enter(event)
    table.off()
    return flash, events


# --- What is measured


def say(what: str, value: float, limit: int, unit: str, least: bool = False) -> None:
    missed = value < limit if least else value > limit
    number = f"{value:,.1f}" if unit == "ms" else f"{value:,}"
    print(f"{what}: {number} {unit} (wanted: {limit:,}){' MISSED' if missed else ''}", flush=True)


def tell(what: str, values: list[float], limit: int = 0) -> None:
    values = sorted(values)
    p99 = values[(99 * len(values) - 1) // 100]
    bar = f" (wanted: {limit}){' MISSED' if p99 > limit else ''}" if limit else ""
    print(f"{what}: p99 {p99:.1f} ms{bar}, median {values[len(values) // 2]:.1f} ms, of {len(values)}", flush=True)


def two_from_the_start() -> Keys:
    """The very first power-on, then a game of two who see whole turns at a glance."""
    flash = Flash()
    put(flash)
    pico = switch_on(flash)
    say("power-on to the first question, fresh", prompt_ms(pico), 2000, "ms")
    pico.wait(1000)
    two = Keys(pico, evening(Flash(), target=0))
    two.type("D55**" + "#12#")
    two.play(lambda: two.beside.app.history.game.rounds_finished() == 1)
    return two


def ten_go_on() -> Keys:
    """Ten players go on with their fourth round, card by card; then the device's memory is looked at."""
    flash = ten_in_round_four()
    pico = switch_on(flash)
    say("power-on to the first question, ten players in round 4", prompt_ms(pico), 2000, "ms")
    pico.wait(1000)
    ten = Keys(pico, evening(flash.copy()))
    app = ten.beside.app
    ten.play(lambda: app.history.game.round.turn == 10 and app.table.placing(app) and app.table.shown == REVIEW)
    ten.press("*")
    say("undo at the last step of a round of ten, from key to screen", ten.screen, 100, "ms")
    pico.run(HABIT_US)  # the last card committed itself just before
    ten.type("#")
    ten.play(lambda: app.history.game.rounds_finished() == 4 and not app.table.placing(app))
    pico.board.jumper(True)
    repl = Repl(pico)
    repl.restart()
    repl.run(DEVICE)
    say("free memory after a full round of ten", int(repl.run("print(free())")), 120_000, "bytes", least=True)
    repl.run("del device, app")
    say("a turn of ten resolved", int(repl.run(TURNS)) / 1000, 15, "ms")
    return ten


def memory() -> None:
    flash, events = largest_special_round()
    repl = Repl(switch_on(flash, jumper=True))
    repl.run(DEVICE)
    cards = sum(event[0] == SPECIAL for event in events)
    free = int(repl.run(LAST_ENTRY.format(event=events[-1])))
    what = f"free memory after a round of eight with {cards} special cards, {len(events)} entries"
    say(what, free, 120_000, "bytes", least=True)
    say(f"growth over {ROUNDS} rounds", int(repl.run(GROWTH.format(rounds=ROUNDS))), 0, "bytes")


def main() -> None:
    if VARIABLE not in os.environ:
        print(f"bench_pico: skipped, there is no MicroPython; {HOW}".replace("--uf2 or ", ""))
        return
    say("all .mpy", sum(len(data) for path, data in firmware().items() if path.endswith(".mpy")), 80_000, "bytes")
    typed = [two_from_the_start(), ten_go_on()]
    memory()
    tell("key to the last byte of an echoed digit on the screen", [one for keys in typed for one in keys.echoes], 20)
    tell("key to row displays, entries", [one for keys in typed for one in keys.rows], 35)
    tell("key to row displays, entries with an erase", [one for keys in typed for one in keys.rows_erasing])
    tell("key to row displays, the next card of a turn", [one for keys in typed for one in keys.steps])


if __name__ == "__main__":
    main()
