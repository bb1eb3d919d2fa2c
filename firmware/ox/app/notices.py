"""Two lines that stay until a key is pressed: what power-on found, how far the laptop is. Imports journal, screens."""

from ox.journal import shelf
from ox.screens import lists
from ox.screens.frame import Frame

TYPE_CHECKING = False  # MicroPython has no typing; checkers take this name for true
if TYPE_CHECKING:
    from .app import App

_FOUND = {
    shelf.MENDED: ("damaged", "kept"),
    shelf.UNREADABLE: ("unreadable", "kept"),
    shelf.OTHER: ("other version", "kept"),
    shelf.ENTRIES_GONE: ("memory fault", "check last"),
    shelf.FAULT: ("memory fault", "nothing lost"),
}


class Notice:
    def __init__(self, first: str, second: str, title: str = "") -> None:
        self.first = first
        self.second = second
        self.title = title

    def key(self, app: "App", key: str) -> None:
        app.over.pop()

    def show(self, app: "App", frame: Frame) -> None:
        lists.notice(frame, self.first, self.second, self.title)


def found_at_power_on(app: "App") -> Notice:
    """What is said about a journal that was not as it should be."""
    journal = app.journal()
    if app.shelf.found == shelf.MENDED and journal:
        first, second = app.words["damaged"], app.words["saved"].replace("%", str(journal.count))
    else:
        first, second = [app.words[word] for word in _FOUND[app.shelf.found]]
    return Notice(first, second, app.words["game"].replace("%", str(app.shelf.found_number)))


def sync_state(app: "App") -> tuple[str, str]:
    """How many games are here, and how many of them the laptop does not have as they are now."""
    numbers = app.shelf.numbers()
    missing = [one for one in numbers if app.shelf.acknowledged(one) != app.shelf.length(one)]
    first = app.words["games"].replace("%", str(len(numbers)))
    return first, app.words["not synced"].replace("%", str(len(missing))) if missing else app.words["all synced"]
