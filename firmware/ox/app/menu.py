"""The device menu, questions with yes or no, adjusting a score, settings. Imports core, screens, other modes."""

from ox.core.events import ADJUST, STOP, VOID
from ox.core.game import FOR_NOTHING
from ox.screens import lists
from ox.screens.frame import Frame
from ox.screens.play import ask
from ox.words import LANGUAGES

from .notices import Notice, sync_state
from .number import NOT_YET, WRONG, Number

TYPE_CHECKING = False  # MicroPython has no typing; checkers take this name for true
if TYPE_CHECKING:
    from collections.abc import Callable

    from .app import App

DISPLAYS = ("SSD1306", "SH1106", "SSD1309")


class Question:
    """A sentence, `#` for yes, `*` for no."""

    def __init__(self, text: str, yes) -> None:  # type: ignore[no-untyped-def]
        self.text = text
        self.yes = yes

    def key(self, app: "App", key: str) -> None:
        if key == "#":
            app.back_to_table()
            self.yes(app)
        elif key == "*":
            app.over.pop()

    def show(self, app: "App", frame: Frame) -> None:
        lists.question(frame, self.text, app.words["yes no"])


class Menu:
    def key(self, app: "App", key: str) -> None:
        from .newgame import NewGame
        from .selftest import SelfTest

        game = app.history.game
        playing = game.agreed is not None
        if key in "*D":
            app.over.pop()
        elif key == "1":
            if playing and game.waits_for() != FOR_NOTHING:
                app.lay_over(Question(app.words["leave it"], lambda app: app.lay_over(NewGame(app))))
            else:
                app.lay_over(NewGame(app))
        elif key == "2" and playing:
            app.lay_over(Adjust(app))
        elif key == "3" and playing and game.under_way():
            app.lay_over(Question(app.words["void it"], _void))
        elif key == "4" and playing and not game.over():
            app.lay_over(Question(app.words["stop it"], _stop))
        elif key == "5":
            app.lay_over(Settings())
        elif key == "6":
            app.lay_over(Notice(*sync_state(app)))
        elif key == "7":
            app.lay_over(SelfTest())
        elif key == "0":
            app.settings["sound"] = not app.settings["sound"]
            app.save_settings()
        else:
            app.refuse(app.words["not now"])

    def show(self, app: "App", frame: Frame) -> None:
        words = app.words
        items = [
            ("1", words["m new"], ""),
            ("2", words["m adjust"], ""),
            ("3", words["m void"], ""),
            ("4", words["m stop"], ""),
            ("5", words["m settings"], ""),
            ("6", words["m sync"], ""),
            ("7", words["m test"], ""),
            ("0", words["m sound"], words["on"] if app.settings["sound"] else words["off"]),
        ]
        lists.menu(frame, "", items)


def _void(app: "App") -> None:
    app.table.number.digits = ""
    app.enter((VOID,))


def _stop(app: "App") -> None:
    app.table.number.digits = ""
    app.enter((STOP,))


_ANY = 9999  # a limit that no change reaches: it never commits by itself, since the sign may still turn


def _enter(app: "App", event: tuple) -> bool:
    if not app.enter(event):
        return False
    app.back_to_table()
    return True


class Adjust:
    """Whose total, then by how much; `A` turns the sign. `send` is what happens with the answer."""

    def __init__(self, app: "App", player: int = -1, send: "Callable[[App, tuple], bool] | None" = None) -> None:
        self.player = player
        self.sign = 1
        self.number = Number(len(app.names) if player < 0 else _ANY)
        self.send = send or _enter

    def key(self, app: "App", key: str) -> None:
        if key == "A" and self.player >= 0:
            self.sign = -self.sign
        elif key == "*":
            if not self.number.back():
                app.over.pop()
        else:
            self._number(app, self.number.key(app, key))

    def _number(self, app: "App", number: int) -> None:
        if number == WRONG:
            app.refuse(app.words["no such number"])
        elif number == NOT_YET:
            return
        elif self.player < 0:
            if number:
                self.player = number - 1
                self.number = Number(_ANY)
        else:
            self.send(app, (ADJUST, self.player, self.sign * number))

    def show(self, app: "App", frame: Frame) -> None:
        words = app.words
        if self.player < 0:
            items = [str(at + 1) + " " + name for at, name in enumerate(app.listed())]
            lists.choose_one(frame, words["adjust"] + ": " + words["who"], items, self.number.digits, app.message)
            return
        digits = ("-" if self.sign < 0 else "") + self.number.digits
        total = str(app.history.game.total(self.player))
        ask(frame, words["adjust"], total, app.names[self.player], digits, words["by how much"], app.message)


class Settings:
    def key(self, app: "App", key: str) -> None:
        settings = app.settings
        if key == "*":
            app.over.pop()
            return
        if key == "1":
            settings["language"] = LANGUAGES[(LANGUAGES.index(settings["language"]) + 1) % len(LANGUAGES)]
        elif key == "2":
            settings["brightness"] = settings["brightness"] % 8 + 1
        elif key == "3":
            settings["sound"] = not settings["sound"]
        elif key == "4":
            settings["display"] = (settings["display"] + 1) % len(DISPLAYS)
        elif key == "5":
            settings["glance"] = not settings["glance"]
        else:
            app.refuse(app.words["not now"])
            return
        app.save_settings()

    def show(self, app: "App", frame: Frame) -> None:
        words, settings = app.words, app.settings
        items = [
            ("1", words["s language"], words["language"]),
            ("2", words["s bright"], str(settings["brightness"])),
            ("3", words["s sound"], words["on"] if settings["sound"] else words["off"]),
            ("4", words["s display"], DISPLAYS[settings["display"]]),
            ("5", words["s view"], words["glance"] if settings["glance"] else words["step"]),
        ]
        lists.menu(frame, words["m settings"], items)
