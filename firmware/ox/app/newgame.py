"""A new game: last time's settings with one key, anything else a few keys away. Imports core, screens, latin1."""

from ox.core import agreed
from ox.core.events import SETUP
from ox.latin1 import to_bytes
from ox.screens import lists
from ox.screens.frame import Frame
from ox.screens.play import ask, fill

from .number import NOT_YET, WRONG, Number

TYPE_CHECKING = False  # MicroPython has no typing; checkers take this name for true
if TYPE_CHECKING:
    from .app import App

VARIANTS = ("base", "pro", "parity", "pro+parity", "special")

# The items of the list, by their keys.
PLAYERS = "1"
SEATS = "2"
VARIANT = "3"
TARGET = "4"
ENDING = "5"
ROUNDS = "6"
MORE = "A"  # one seat more, one fewer
FEWER = "B"

_LINES = 6  # names of the roster on a screen


class NewGame:
    def __init__(self, app: "App") -> None:
        last = app.settings
        self.seats = list(last["seats"])
        self.variant = last["variant"]
        self.target = last["target"]
        self.reach = last["reach"]
        self.rounds = last["rounds"]
        self.item = ""  # the item that is being typed
        self.seat = 0
        self.page = 0  # of the roster
        self.number = Number(0)

    # --- Keys

    def key(self, app: "App", key: str) -> None:
        if self.item:
            self._item_key(app, key)
        elif key == "#":
            self._start(app)
        elif key == "*":
            app.back_to_table()
        elif key == ENDING:
            self.reach = not self.reach
        elif key == MORE and len(self.seats) < agreed.most_players(self.variant):
            self._players(len(self.seats) + 1)
        elif key == FEWER and len(self.seats) > 2:
            self._players(len(self.seats) - 1)
        elif key in (PLAYERS, SEATS, VARIANT, TARGET, ROUNDS):
            self.item = key
            self.seat = 0
            self.number = Number(self._limit(app))

    def _limit(self, app: "App") -> int:
        if self.item == PLAYERS:
            return agreed.most_players(self.variant)
        if self.item == SEATS:
            return len(app.roster)
        if self.item == VARIANT:
            return len(VARIANTS)
        return agreed.MAX_TARGET if self.item == TARGET else agreed.MAX_ROUNDS

    def _item_key(self, app: "App", key: str) -> None:
        if key == "*":
            if not self.number.back():
                self._back()
            return
        if self.item == SEATS and key in (MORE, FEWER):  # turns the pages of the roster
            pages = (len(app.roster) + _LINES - 1) // _LINES or 1
            self.page = (self.page + (1 if key == MORE else -1)) % pages
        number = self.number.key(app, key)
        if number == WRONG:
            app.refuse(app.words["no such number"])
        elif number != NOT_YET:
            self._typed(app, number)
        elif key == "#" and self.item == SEATS:
            self._next_seat()
        elif key == "#":
            self.item = ""

    def _back(self) -> None:
        if self.item == SEATS and self.seat:
            self.seat -= 1
        else:
            self.item = ""

    def _typed(self, app: "App", number: int) -> None:
        if self.item == SEATS:
            self._sit_down(app, number)
            return
        if self.item == PLAYERS and not self._players(number):
            app.refuse(app.words["no such number"])
            return
        if self.item == VARIANT and not self._choose_variant(number - 1):
            app.refuse(app.words["no such number"])
            return
        if self.item == TARGET:
            self.target = number
        elif self.item == ROUNDS:
            self.rounds = number
        self.item = ""

    def _players(self, number: int) -> bool:
        """More seats get their usual names, fewer lose the last ones."""
        if number < 2:
            return False
        del self.seats[number:]
        while len(self.seats) < number:
            name = "P" + str(len(self.seats) + 1)
            while name in self.seats:
                name += "'"
            self.seats.append(name)
        return True

    def _choose_variant(self, number: int) -> bool:
        """What is usual for the variant comes with it."""
        variant = agreed.VARIANTS[number] if 0 <= number < len(VARIANTS) else -1
        if variant < 0 or len(self.seats) > agreed.most_players(variant):
            return False
        if agreed.usual_target(variant) != agreed.usual_target(self.variant):
            self.target = agreed.usual_target(variant)
            self.rounds = agreed.usual_rounds(variant)
        self.variant = variant
        return True

    def _sit_down(self, app: "App", number: int) -> None:
        """A name from the roster, or 0 for the seat's usual name; whoever sat elsewhere by that name changes places."""
        if number > len(app.roster):  # the laptop has sent a shorter one meanwhile
            app.refuse(app.words["no such number"])
            return
        name = app.roster[number - 1][0] if number else "P" + str(self.seat + 1)
        if name in self.seats:
            self.seats[self.seats.index(name)] = self.seats[self.seat]
        self.seats[self.seat] = name
        self._next_seat()

    def _next_seat(self) -> None:
        self.seat += 1
        if self.seat == len(self.seats):
            self.item = ""

    def _start(self, app: "App") -> None:
        rules = self.variant | (agreed.REACH if self.reach else 0)
        names = tuple([to_bytes(name) for name in self.seats])
        if not app.begin_game((SETUP, rules, self.target, self.rounds, names)):
            return
        last = app.settings
        last["seats"] = list(self.seats)
        last["variant"] = self.variant
        last["target"] = self.target
        last["reach"] = self.reach
        last["rounds"] = self.rounds
        app.save_settings()

    # --- Screens

    def show(self, app: "App", frame: Frame) -> None:
        words = app.words
        if self.item == VARIANT:
            items = [str(at + 1) + " " + words[name] for at, name in enumerate(VARIANTS)]
            lists.choose_one(frame, words["variant"], items, "", app.message)
        elif self.item == SEATS:
            self._show_seats(app, frame)
        elif self.item:
            title = {PLAYERS: "players", TARGET: "target", ROUNDS: "rounds"}[self.item]
            now = {PLAYERS: len(self.seats), TARGET: self.target, ROUNDS: self.rounds}[self.item]
            ask(frame, words[title], "", "", self.number.digits or str(now), "", app.message)
        else:
            end = fill(words["reach" if self.reach else "over"], self.target) if self.target else words["no target"]
            lines = [
                (PLAYERS, words["players"], str(len(self.seats))),
                (SEATS, words["seats"], " ".join([name[:4] for name in self.seats])[:16]),
                (VARIANT, words["variant"], words[VARIANTS[agreed.VARIANTS.index(self.variant)]]),
                (TARGET + "/" + ENDING, words["ends"], end),
                (ROUNDS, words["rounds"], str(self.rounds) if self.rounds else words["no limit"]),
            ]
            lists.menu(frame, words["m new"], lines, words["start"] + "  " + words["more fewer"])

    def _show_seats(self, app: "App", frame: Frame) -> None:
        words = app.words
        items = [str(at + 1) + " " + name for at, (name, _) in enumerate(app.roster)]
        items = [item for item in items if item.startswith(self.number.digits)]
        items = items[self.page * _LINES :][:_LINES]
        title = fill(words["seat"], self.seat + 1) + ": " + self.seats[self.seat]
        lists.choose_one(frame, title, items, fill(words["roster"], "P" + str(self.seat + 1)) + "  A/B  #", app.message)
