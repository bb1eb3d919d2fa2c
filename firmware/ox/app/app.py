"""The app: takes keys, keeps the game, says what to show. Imports everything of ours but drivers.

It knows no pins and no clock of its own: the device feeds it keys with their time and draws its frames. What is in
front of the people is a mode: the table itself, with others laid over it (menu, board, corrections). Modes turn keys
into events; `enter` puts these into the journal before anything shows them as accepted.
"""

from ox.core.agreed import Agreed
from ox.core.game import Game
from ox.core.history import History
from ox.core.refused import Refused
from ox.journal.journal import Journal
from ox.journal.line import Line
from ox.journal.shelf import WHOLE, Full, Shelf
from ox.latin1 import to_str
from ox.once import forget
from ox.screens.columns import crowded
from ox.screens.frame import DIM, Frame
from ox.screens.rows import show_rows
from ox.words import load

from .files import ROSTER, read_roster, read_settings, short_forms, write_settings, write_whole
from .refusals import sentence

TYPE_CHECKING = False  # MicroPython has no typing; checkers take this name for true
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Protocol

    from ox.journal.tail import FileSystem

    class Mode(Protocol):
        def key(self, app: "App", key: str) -> None: ...
        def show(self, app: "App", frame: Frame) -> None: ...


HABIT_MS = 400  # a `#` so soon after a number that committed by itself is a habit, not an answer

_LAID_OVER = ("board", "correct", "menu", "newgame", "notices", "selftest", "specials")  # modules of modes
_NO_SPACE = 28
_SPARE = 2  # entries of a turn besides its cards: a choice, an undo

# Sounds, for the device to play.
NO_SOUND = 0
CLICK = 1
ACCEPTED = 2
REFUSED = 3
TAKEN = 4


class App:
    def __init__(
        self,
        files: "FileSystem",
        new_id: "Callable[[], bytes]",
        now_s: "Callable[[], int]",
        ticks_ms: "Callable[[], int] | None" = None,
    ) -> None:
        """`new_id` gives 8 random bytes for a game, `ticks_ms` milliseconds to notice slow writes by."""
        from .play import Play
        from .welcome import Welcome

        self.files = files
        self.shelf = Shelf(files, new_id, ticks_ms)
        self.now_s = now_s  # seconds since 1970, 0 if the clock is not set
        self.settings = read_settings(files)
        self.roster = read_roster(files)  # (name, short form)
        self.words = load(self.settings["language"])
        self.names: list[str] = []
        self.shorts: list[str] = []  # short forms of the names, where there is little room
        self.frame = Frame()
        self.message = ""  # why the last entry was refused
        self.sound = NO_SOUND
        self.faults: list[str] = []  # parts that do not answer, with their wires; the device keeps this up to date
        self.over: list[Mode] = []  # modes laid over the table
        self.welcome = Welcome()
        self.table = Play()
        self.history = self.shelf.resume() or History([])  # without a game: one that is kept nowhere
        self._committed = -HABIT_MS
        self._now = 0
        self._agreed: Agreed | None = None
        self._meet_game()
        self.table.power_on(self)
        if self.shelf.found != WHOLE:
            from .notices import found_at_power_on

            self.lay_over(found_at_power_on(self))

    # --- For the device

    def key(self, key: str, now: int) -> None:
        """A key was pressed at that millisecond; `h` is `*` held down."""
        self._now = now
        if key == "#" and 0 <= now - self._committed < HABIT_MS:  # below 0: the milliseconds have started again
            return
        self.message = ""
        self.sound = CLICK
        self.mode().key(self, key)

    def show(self) -> Frame:
        self.frame.clear()
        now = self.history.game.round
        if self.over and now and now.started:  # the rows stay in sight
            show_rows(self.frame, now.table, DIM)
        self.mode().show(self, self.frame)
        if self.message:
            self.frame.say(self.message)
        return self.frame

    def rest(self) -> bool:
        """Work on the flash that can wait until nobody types. False if there is none, or somebody does."""
        game, journal = self.history.game, self.journal()
        if not journal or not game.agreed or not self._between_turns():
            return False
        try:
            return journal.rest(game.agreed.players + _SPARE, game.over())
        except OSError:
            return False  # the next entry will say what is wrong

    def _between_turns(self) -> bool:
        now = self.history.game.round
        return not (now and now.started) or now.finished or now.due != now.turn

    def forget_modes(self) -> None:
        """Only the table is in front: the modes that were laid over it are read from the flash when they come again."""
        if not self.over:
            for name in _LAID_OVER:
                forget("ox.app", name)

    def put_away(self) -> None:
        """Somebody broke in with Ctrl-C: leave no open file behind."""
        journal = self.journal()
        if journal:
            journal.close()
        self.shelf.tail.close()

    # --- For the laptop

    def use_settings(self, changes: "dict[str, Any]") -> None:
        """Settings that have been checked. Raises OSError, and then nothing has changed."""
        new = dict(self.settings)
        new.update(changes)
        if new != self.settings:
            write_settings(self.files, new)
            self.settings.update(changes)
            self.words = load(self.settings["language"])

    def use_roster(self, content: bytes) -> None:
        """A roster that has been checked, as it goes to the flash. Raises OSError, and then nothing has changed."""
        write_whole(self.files, ROSTER, content)
        self.roster = read_roster(self.files)
        self.shorts = short_forms(self.roster, self.names)

    # --- For modes

    def mode(self) -> "Mode":
        if self.over:
            return self.over[-1]
        return self.table if self.history.game.agreed else self.welcome

    def lay_over(self, mode: "Mode") -> None:
        self.over.append(mode)

    def back_to_table(self) -> None:
        self.over.clear()

    def committed(self) -> None:
        """A number committed by itself just now."""
        self._committed = self._now

    def enter(self, event: tuple) -> bool:
        """Put an event into the journal; say why if it is refused."""
        try:
            try:
                self.history.enter(event)
            except OSError as error:
                if error.args[0] != _NO_SPACE:
                    raise
                self._make_some_room()
                self.history.enter(event)
        except Refused as refused:
            self.refuse(sentence(refused, self.words, self.shorts))
            return False
        except OSError as error:
            self._not_written(error)
            return False
        self.sound = ACCEPTED
        self._meet_game()
        return True

    def listed(self) -> list[str]:
        """The names for a list of all players: short forms where it has two columns."""
        return self.shorts if crowded(len(self.names)) else self.names

    def refuse(self, text: str) -> None:
        self.message = text
        self.sound = REFUSED

    def begin_game(self, setup: tuple) -> bool:
        """A new journal, and its first entry."""
        try:
            Game().apply(setup)  # before there is a file for it
        except Refused as refused:
            self.refuse(sentence(refused, self.words, self.shorts))
            return False
        from .notices import Notice

        before = self.history
        try:
            self.history = History(self.shelf.begin(self.journal(), self.now_s()), Line)
        except Full:
            self.refuse("")
            self.lay_over(Notice(self.words["memory full"], self.words["sync first"]))
            return False
        except OSError as error:
            self._not_written(error)
            return False
        if not self.enter(setup):
            self.history = before
            return False
        self.table.power_on(self)
        self.back_to_table()
        return True

    def save_settings(self) -> None:
        self.words = load(self.settings["language"])
        try:
            write_settings(self.files, self.settings)
        except OSError as error:
            self._not_written(error)

    def journal(self) -> "Journal | None":
        """The journal of the game under way."""
        log = self.history.log
        return log if isinstance(log, Journal) else None

    def _make_some_room(self) -> None:
        """The laptop may have fetched games since this one began."""
        try:
            self.shelf.make_room()
        except Full:
            pass  # no room for a whole game, perhaps for this entry

    def _not_written(self, error: OSError) -> None:
        self.refuse(self.words["full" if error.args[0] == _NO_SPACE else "fault"])

    def _meet_game(self) -> None:
        """The names of the game under way, as people write them."""
        agreed = self.history.game.agreed
        if agreed is not self._agreed:
            self._agreed = agreed
            self.names = [to_str(name) for name in agreed.names] if agreed else []
            self.shorts = short_forms(self.roster, self.names)
