"""Correcting: find an earlier entry of the game, type it again. Imports core and screens.

`A` and `B` go to earlier and later entries, `C` a whole turn back; `#` types the one in the middle again, `D` takes it
out where nothing has asked for it. Only a few entries around the place are kept: the log is read again when the window
has to move.
"""

from ox.core.events import ADJUST, CHOOSE, CORRECT, PICK, REVEAL, ROW, SPECIAL, STOP, VOID
from ox.screens import lists
from ox.screens.frame import Frame
from ox.screens.play import ask

from .entries import describe
from .menu import Adjust, Question
from .number import NOT_YET, WRONG, Number
from .specials import OtherSpecial

TYPE_CHECKING = False  # MicroPython has no typing; checkers take this name for true
if TYPE_CHECKING:
    from .app import App


def _deck(app: "App") -> int:
    agreed = app.history.game.agreed
    return agreed.deck if agreed else 0


_MAY_BE_TAKEN_OUT = (SPECIAL, ADJUST, VOID, STOP)
_WINDOW = 40
_LINES = 5


class Correct:
    def __init__(self, app: "App") -> None:
        self.count = 0  # entries of the game that can be corrected
        self.first = 0  # the place of the window's first entry
        self.window: list = []  # (entry, event)
        self.place = 0
        self.typing = False
        self.number = Number(104)
        self._load(app, -1)

    def _load(self, app: "App", place: int) -> None:
        """Read the entries around a place; -1 is the last one."""
        window: list = []
        count = 0
        for item in app.history.entries():
            if item[1][0] > 1:  # the setup of a game is changed by undoing it
                window.append(item)
                count += 1
                if len(window) > _WINDOW and (place < 0 or count <= place + _WINDOW // 2):
                    del window[0]
                elif len(window) > _WINDOW:
                    window.pop()
        self.count = count
        if place < 0:
            self.first = count - len(window)
            self.place = count - 1
        else:
            self.first = max(0, min(count, place + _WINDOW // 2) - len(window))
            self.place = place
        self.window = window

    def _move(self, app: "App", steps: int) -> None:
        place = min(max(self.place + steps, 0), self.count - 1)
        if self.count and not self.first <= place < self.first + len(self.window):
            self._load(app, place)
        self.place = place

    def _chosen(self) -> tuple:
        return self.window[self.place - self.first]

    # --- Keys

    def key(self, app: "App", key: str) -> None:
        if self.typing:
            self._typing_key(app, key)
        elif key == "*":
            app.over.pop()
        elif not self.count:
            return
        elif key == "A":
            self._move(app, -1)
        elif key == "B":
            self._move(app, 1)
        elif key == "C":
            self._move(app, -max(len(app.names), 1))
        elif key == "#":
            self._retype(app, self._chosen()[1])
        elif key == "D" and self._chosen()[1][0] in _MAY_BE_TAKEN_OUT:
            app.lay_over(Question(app.words["withdraw it"], self._withdraw))

    def _retype(self, app: "App", event: tuple) -> None:
        kind = event[0]
        if kind == SPECIAL:
            app.lay_over(OtherSpecial(app, event, self._correct))
        elif kind == ADJUST:
            app.lay_over(Adjust(app, event[1], self._correct))
        elif kind in (PICK, ROW, REVEAL, CHOOSE):
            self.typing = True
            self.number = Number(5 if kind == CHOOSE else _deck(app))
        else:
            app.refuse(app.words["not now"])

    def _typing_key(self, app: "App", key: str) -> None:
        if key == "*" and not self.number.back():
            self.typing = False
        number = self.number.key(app, key)
        if number == WRONG:
            app.refuse(app.words["no such row" if self._chosen()[1][0] == CHOOSE else "no such card"])
        elif number != NOT_YET:
            event = self._chosen()[1]
            self._correct(app, event[:-1] + (number - 1 if event[0] == CHOOSE else number,))

    def _withdraw(self, app: "App") -> None:
        self._correct(app, None)

    def _correct(self, app: "App", event: "tuple | None") -> bool:
        before = app.history.dropped
        if not app.enter((CORRECT, self._chosen()[0], event)):
            return False
        app.back_to_table()
        app.table.power_on(app)
        if app.history.dropped > before:  # say that later entries no longer fit
            app.refuse(app.words["dropped"].replace("%", str(app.history.dropped - before)))
        return True

    # --- Screens

    def show(self, app: "App", frame: Frame) -> None:
        words = app.words
        if not self.count:
            lists.choose_one(frame, words["correct"], [words["nothing to correct"]], "")
            return
        event = self._chosen()[1]
        if self.typing:
            ask(frame, words["correct"], "", describe(event, words, app.shorts), self.number.digits, "", app.message)
            return
        frame.small(0, app.message or words["correct"], inverted=bool(app.message))
        for line in range(_LINES):
            place = self.place + line - _LINES // 2
            if self.first <= place < self.first + len(self.window):
                text = describe(self.window[place - self.first][1], words, app.shorts)
                frame.small(1 + line, text, inverted=place == self.place)
        hints = [] if event[0] in (VOID, STOP) else [words["retype"]]
        if event[0] in _MAY_BE_TAKEN_OUT:
            hints.append(words["withdraw"])
        frame.small(6, "  ".join(hints))
        frame.small(7, words["earlier"])
