"""Playing a special card: only those that can be played are offered. Imports core and screens."""

from ox.core import special as special_cards
from ox.core.events import INSERT, NEG, REPLACE, ROW5, SEVEN, SLIDE, SPECIAL, STOP_ROW
from ox.core.refused import Refused
from ox.core.table import NO_ROW
from ox.screens import lists
from ox.screens.frame import Frame
from ox.screens.play import SPECIAL_WORDS as WORDS
from ox.screens.play import ask
from ox.screens.rows import show_choices, show_rows

from .number import NOT_YET, WRONG, Number

TYPE_CHECKING = False  # MicroPython has no typing; checkers take this name for true
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from ox.core.round import Round

    from .app import App

_WITH_ROW = (INSERT, SLIDE, STOP_ROW)
_WITH_CARD = (REPLACE, SLIDE, NEG)


class Specials:
    """For the card at that place of the turn's order."""

    def __init__(self, app: "App", at: int) -> None:
        now: Any = app.history.game.round
        self.at = at
        self.card = now.order[at]
        self.special = 0
        self.other = 0
        self.number = Number(104)
        self.table = now.table_before(at)
        self.kinds = [kind for kind in range(ROW5, NEG + 1) if at > now.decided and self._rows_or_any(now, kind)]

    def _rows_or_any(self, now: "Round", kind: int) -> bool:
        """Whether the special card can be played in some way."""
        if kind == REPLACE:
            return now.turn < now.agreed.hand
        others = b"".join(self.table.rows) if kind in (SLIDE, NEG) else b"\x00"
        for other in others:
            for slot in range(len(self.table.rows)) if kind in _WITH_ROW else (0,):
                if self._legal(now, kind, slot, other):
                    return True
        return False

    def _slots(self, app: "App") -> list[int]:
        """The rows that can be named."""
        now: Any = app.history.game.round
        slots = range(len(self.table.rows))
        return [slot for slot in slots if self._legal(now, self.special, slot, self.other)]

    def _legal(self, now: "Round", kind: int, slot: int, other: int) -> bool:
        try:
            special_cards.play(now.table_before(self.at), (SPECIAL, 0, 0, self.card, kind, slot, other))
        except Refused:
            return False
        return True

    # --- Keys

    def key(self, app: "App", key: str) -> None:
        if key == "*":
            if not self.number.back():
                self._back(app)
        elif not self.special:
            if key.isdigit() and int(key) in self.kinds:
                self.special = int(key)
                if self.special in (ROW5, SEVEN):
                    self._play(app, 0)
        elif self.special in _WITH_CARD and not self.other:
            self._card_key(app, key)
        elif key.isdigit():
            self._play(app, int(key) - 1)

    def _back(self, app: "App") -> None:
        if self.other:
            self.other = 0
        elif self.special:
            self.special = 0
        else:
            app.over.pop()

    def _card_key(self, app: "App", key: str) -> None:
        number = self.number.key(app, key)
        if number == WRONG:
            app.refuse(app.words["no such card"])
        elif number != NOT_YET:
            self.other = number
            if self.special not in _WITH_ROW:
                self._play(app, 0)
            elif not self._slots(app):
                lies = self.table.slot_of(number) != NO_ROW
                app.refuse(app.words["stopped row" if lies else "not on table"])
                self.other = 0

    def _play(self, app: "App", slot: int) -> None:
        if not 0 <= slot < 5:
            app.refuse(app.words["no such row"])
        elif self._send(app, slot):
            app.committed()
        else:
            self.other = 0
            if self.special in (ROW5, SEVEN):
                self.special = 0

    def _send(self, app: "App", slot: int) -> bool:
        now: Any = app.history.game.round
        player = now.cards.find(bytes((self.card,)))
        if not app.enter((SPECIAL, now.turn, player, self.card, self.special, slot, self.other)):
            return False
        app.over.pop()
        app.table.after_special(app)
        return True

    # --- Screens

    def show(self, app: "App", frame: Frame) -> None:
        words = app.words
        show_rows(frame, self.table)
        if not self.special:
            items = [str(kind) + " " + words[WORDS[kind]] for kind in self.kinds]
            title = words["special cards"] + " " + str(self.card)
            lists.choose_one(frame, title, items or [words["nothing legal"]], "", app.message)
        elif self.special in _WITH_CARD and not self.other:
            question = words["move card"] if self.special == SLIDE else words["which card"]
            ask(frame, words[WORDS[self.special]], str(self.card), question, self.number.digits, "", app.message)
        else:
            slots = self._slots(app)
            show_choices(frame, self.table, slots)
            items = [words["row"].replace("%", str(slot + 1)) for slot in slots]
            lists.choose_one(frame, words["which row"], items, "", app.message)


class OtherSpecial(Specials):
    """What a special card of an earlier turn was meant to be. The rows of then are gone, so everything is offered."""

    def __init__(self, app: "App", event: tuple, send: "Callable[[App, tuple], bool]") -> None:
        now: Any = app.history.game.round
        self.event = event
        self.card = event[3]
        self.special = self.other = 0
        self.number = Number(104)
        self.table = now.table
        self.kinds = list(range(ROW5, NEG + 1))
        self.send = send

    def _slots(self, app: "App") -> list[int]:
        return list(range(5))

    def _send(self, app: "App", slot: int) -> bool:
        return self.send(app, self.event[:4] + (self.special, slot, self.other))
