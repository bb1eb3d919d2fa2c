"""The self-test: every part in turn, the wire at fault by its name. Imports screens; the parts come from main."""

from ox.screens.frame import ALL_LIT, BRIGHT, Frame
from ox.screens.lists import choose_one

TYPE_CHECKING = False  # MicroPython has no typing; checkers take this name for true
if TYPE_CHECKING:
    from .app import App

KEYS = "123A456B789C*0#D"


class SelfTest:
    """All segments lit, the parts that do not answer named, and every key to be pressed once; `*` twice leaves."""

    def __init__(self) -> None:
        self.pressed = ""

    def key(self, app: "App", key: str) -> None:
        if key == "h" or (key == "*" and key in self.pressed):
            app.over.pop()
        elif key not in self.pressed:
            self.pressed += key

    def show(self, app: "App", frame: Frame) -> None:
        words = app.words
        for slot in range(5):
            frame.row(slot, "888", ALL_LIT, True, BRIGHT)
        items = list(app.faults) or [words["test ok"]]
        left = "".join([key for key in KEYS if key not in self.pressed])
        choose_one(frame, words["m test"], items, words["press keys"] + " " + left if left else words["test ok"])
