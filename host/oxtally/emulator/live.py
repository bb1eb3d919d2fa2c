"""The emulated Pico in real time, with messages on stdin and stdout: oxtally.virtual.live for another chip.

    python -m oxtally.emulator.live ORDERS      a JSON file: uf2, flash (a path or ""), bare, roster, keys, shows

It runs slower than real time, so that the real clock is of use only where the chip has nothing to do. When nobody has
touched it for a while it runs in small pieces with pauses between them: a key or a byte wakes it at once. Imports
firmware, pico, shadow, oxtally.board, oxtally.virtual.
"""

from __future__ import annotations

import json
import secrets
import sys
import time
from pathlib import Path
from typing import Any

from oxtally.board.files import Files
from oxtally.board.flash import Flash
from oxtally.emulator import firmware
from oxtally.emulator.pico import Pico
from oxtally.emulator.shadow import Shadow
from oxtally.virtual import messages
from oxtally.virtual.live import Pipes, Teller
from oxtally.virtual.messages import Reader
from oxtally.virtual.runner import write_roster

_STEP_MS = 10  # the chip runs for so long until the input is looked at again …
_BUSY_STEP_MS = 1  # … and while something goes to the laptop or comes from it
_CONTACT_MS = 12  # a key stays down, or up, for so long at least: the keypad's driver waits for 5
_ANSWER_MS = 400  # the longest that a key's picture is waited for
_HELD_MS = 800  # as the keypad's driver has it
_HABIT_MS = 450  # a person's pause that is longer than this has to be longer than a habit for the chip as well
_START_MS = 10_000  # a chip that is still not on the USB then has another firmware
_STILL_MS = 200  # a picture that stays for so long is no passing one
_REST_S = 10.0  # without a key or a byte: then a chip that does nothing but wait …
_REST_MS = 200  # … has such pauses …
_PIECE_MS = 50  # … between pieces of its time
_WAITS = 0.5  # so much of its time has gone by without an instruction
_SCREEN = 1024
_HERTZ = 125_000_000


class Live:
    """`shows`: somebody looks at the displays; without, only the serial port is of interest."""

    def __init__(self, pico: Pico, shows: bool) -> None:
        self._pico = pico
        self._shows = shows
        self._pipes = Pipes()
        self._reader = Reader()
        self._teller = Teller(self._pipes, pico.board)
        self._shadow = Shadow(pico.flash) if shows else None
        self._waiting = b""  # what the chip's input had no room for yet
        self._heard = True  # bytes came from the laptop, and TAKEN has not been said
        self._picture = b""
        self._doubted = b""  # the last picture that the shadow had no explanation for
        self._still_since = 0
        self._changed_at = 0  # anything at all that can be seen
        self._shown = b""
        self._cycles = 0  # at the last look at how busy the chip is
        self._looked_at = 0
        self._waits = False
        self._held_at = -1  # when `*` went down, while it is down
        self._digit_at = -1  # when a digit was let go, if it was the last key: on the chip's clock …
        self._digit_s = 0.0  # … and on the real one
        self._touched = time.monotonic()
        self._start = self._touched  # the real time that belongs to the chip's 0

    @property
    def _now(self) -> int:
        return self._pico.board.clock.now // 1000

    def run(self, keys: str) -> None:
        """Until stdin ends. It is ready when firmware or prompt waits for somebody; at once if somebody looks on."""
        if keys or not self._shows:
            while not (self._pico.laptop.connected and self._waits) and self._now < _START_MS:
                self._run(_STEP_MS)
                self._look()
        for key in keys:
            self._pico.press(key)
        self._heard = False
        self._teller.say(messages.READY)
        while not self._pipes.ended:
            for kind, content in self._reader.feed(self._pipes.read(self._pause())):
                self._touched = time.monotonic()
                self._take(kind, content)
            self._run(_BUSY_STEP_MS if self._busy() else _PIECE_MS if self._resting() else _STEP_MS)

    def _busy(self) -> bool:
        return self._heard or self._pico.laptop.sending()

    def _pause(self) -> int:
        """Milliseconds until the chip's time has to go on."""
        if self._busy():
            return 0
        if self._resting():
            return _REST_MS
        now = time.monotonic()
        ahead = self._now - int((now - self._start) * 1000)
        if ahead < 0:
            self._start = now - self._now / 1000  # lost time is not made up for
        return max(0, ahead)

    def _resting(self) -> bool:
        """Nobody does anything, and the chip waits for it."""
        self._look()
        quiet = time.monotonic() - self._touched > _REST_S
        return quiet and self._waits and self._now - self._changed_at > 2 * _STILL_MS

    def _look(self) -> None:
        """Whether the chip does something of its own."""
        now = self._now
        if now - self._looked_at >= _STILL_MS:
            cycles = self._pico.chip.core.cycles
            self._waits = (cycles - self._cycles) / _HERTZ < (1 - _WAITS) * (now - self._looked_at) / 1000
            self._cycles, self._looked_at = cycles, now

    def _run(self, ms: int) -> None:
        """The chip runs for so long; then whatever is new is told."""
        self._pico.wait(ms)
        laptop = self._pico.laptop
        if self._waiting:
            self._waiting = self._waiting[laptop.send(self._waiting) :]
        if self._heard and not self._waiting and not laptop.sending():
            self._heard = False
            self._teller.say(messages.TAKEN)
        said = laptop.receive()
        if said:
            self._touched = time.monotonic()
            self._teller.to_laptop(said)
        shown = self._pico.shown()
        if shown != self._shown:
            self._shown = shown
            self._changed_at = self._now
        if self._shadow:
            self._show(self._shadow)

    def _show(self, shadow: Shadow) -> None:
        if 0 <= self._held_at <= self._now - _HELD_MS:
            self._held_at = -1
            shadow.key("h", self._now)
        picture = self._shown[:_SCREEN]
        if picture != self._picture:
            self._picture = picture
            self._still_since = self._now
        elif self._in_doubt(shadow):
            self._doubted = picture
            shadow.begin()
        lying = shadow.tabletop(picture)
        if lying is not None:
            self._teller.table(lying)
        self._teller.displays()

    def _in_doubt(self, shadow: Shadow) -> bool:
        """The picture is no passing one, the shadow has another, and beginning it anew may help."""
        if self._now - self._still_since <= _STILL_MS or shadow.agrees(self._picture):
            return False
        return shadow.outdated() or self._picture != self._doubted

    def _take(self, kind: bytes, content: bytes) -> None:
        if kind == messages.TO_DEVICE:
            self._waiting += content
            self._heard = True
            return
        key = content.decode()
        if kind == messages.DOWN:
            self._down(key)
        elif kind == messages.UP:
            self._up(key)
        self._run(_CONTACT_MS)
        end = self._now + _ANSWER_MS
        while self._shadow and kind == messages.DOWN and self._now < end and not self._shadow.agrees(self._picture):
            self._run(_BUSY_STEP_MS)
        self._teller.say(messages.DONE)

    def _down(self, key: str) -> None:
        pause = self._now - self._digit_at
        if key == "#" and self._digit_at >= 0 and time.monotonic() - self._digit_s > _HABIT_MS / 1000 > pause / 1000:
            self._run(_HABIT_MS - pause)
        self._digit_at = -1
        self._pico.board.press(key)
        if self._shadow:
            self._shadow.key(key, self._now)
        if key == "*":
            self._held_at = self._now

    def _up(self, key: str) -> None:
        self._pico.board.release(key)
        if key == "*":
            self._held_at = -1
        if key.isdigit():
            self._digit_at = self._now
            self._digit_s = time.monotonic()


def main(path: str) -> None:
    orders: dict[str, Any] = json.loads(Path(path).read_text(encoding="utf-8"))
    flash = Flash(path=orders["flash"] or None)
    if not orders["bare"]:
        firmware.put(flash)
        if orders["roster"]:
            write_roster(Files(flash), orders["roster"])
    pico = Pico(Path(orders["uf2"]), flash, secrets.randbits(32))
    Live(pico, orders.get("shows", False)).run(orders["keys"])


if __name__ == "__main__":
    main(sys.argv[1])
