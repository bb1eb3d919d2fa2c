"""The board: totals, this round, rows, what was just undone; `B` turns the pages. Imports screens."""

from ox.screens import scores
from ox.screens.frame import Frame
from ox.screens.lists import choose_one

from .entries import describe

TYPE_CHECKING = False  # MicroPython has no typing; checkers take this name for true
if TYPE_CHECKING:
    from .app import App

PAGES = 4


class Board:
    def __init__(self) -> None:
        self.page = 0

    def key(self, app: "App", key: str) -> None:
        if key == "B" and self.page + 1 < PAGES:
            self.page += 1
            return
        app.over.pop()
        if key.isdigit():
            app.mode().key(app, key)  # somebody types on
        elif key == "#" and self.page + 1 == PAGES:
            app.table.redo(app)

    def show(self, app: "App", frame: Frame) -> None:
        game = app.history.game
        words = app.words
        if self.page == 0:
            scores.totals(frame, words, game, app.listed(), "B")
        elif self.page == 1:
            scores.piles(frame, words, game, app.listed(), "B")
        elif self.page == 2:
            scores.rows(frame, game, "B")
        else:
            undone = app.history.last_undone()
            text = describe(undone, words, app.shorts) if undone else words["nothing undone"]
            choose_one(frame, words["undone"], [text], words["redo"] if undone else "")
