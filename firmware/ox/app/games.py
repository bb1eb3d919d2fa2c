"""The games on the flash: one journal each, numbered. Imports journal and core; files come as an object."""

from ox.core.history import BadLog, History
from ox.journal.format import BadJournal
from ox.journal.journal import Journal, create

TYPE_CHECKING = False  # MicroPython has no typing; checkers take this name for true
if TYPE_CHECKING:
    from .files import FileSystem

_ENDING = ".oxj"


def numbers(files: "FileSystem") -> list[int]:
    """The numbers of the games that are there, ascending."""
    found = []
    for name in files.listdir():
        digits = name[: -len(_ENDING)]
        if name.endswith(_ENDING) and digits.isdigit():
            found.append(int(digits))
    return sorted(found)


def path_of(number: int) -> str:
    return "%05d" % number + _ENDING


def newest(files: "FileSystem") -> "History | None":
    """The game that was played last, at the same step; None if there is none that can be read."""
    for number in reversed(numbers(files)):
        try:
            journal = Journal(files, path_of(number))
            if journal.damage:
                journal.mend()
            history = History(journal)
            if history.game.agreed or history.undone:  # not one that was cut off before its first entry
                return history
        except (BadJournal, BadLog, OSError):
            continue  # it stays where it is, for the laptop to look at
    return None


def begin(files: "FileSystem", game_id: bytes, start: int) -> History:
    """The history of a new game, with nothing in it."""
    there = numbers(files)
    number = there[-1] + 1 if there else 1
    return History(create(files, path_of(number), game_id, start))


def put_away(history: History) -> None:
    """Close the journal of a game that is left; it opens again by itself if the game goes on."""
    if isinstance(history.log, Journal):
        history.log.close()
