"""Power-on without a game: the device's name, and the way to a new game. Imports screens and other modes.

A game whose very start was undone leads here as well; `B` brings it back.
"""

from ox.screens import lists
from ox.screens.frame import Frame

TYPE_CHECKING = False  # MicroPython has no typing; checkers take this name for true
if TYPE_CHECKING:
    from .app import App


class Welcome:
    def key(self, app: "App", key: str) -> None:
        if key == "#":
            from .newgame import NewGame

            app.lay_over(NewGame(app))
        elif key == "D":
            from .menu import Menu

            app.lay_over(Menu())
        elif key == "B":
            app.table.redo(app)

    def show(self, app: "App", frame: Frame) -> None:
        words = app.words
        hint = words["menu"] + "  " + words["b redo"] if app.history.undone else words["menu"]
        lists.welcome(frame, app.settings["name"], words["new game"], hint)
