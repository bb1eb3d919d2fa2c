"""The table: typing cards, seeing where they go, choosing rows, undo. Imports core, screens, and other modes.

What is asked comes from the game alone. What this mode adds is which placing of the turn is on the screen: that is not
an entry, so after a power cut it starts again at the first placing that no later entry has confirmed.
"""

from ox.core.events import CHOOSE, PICK, REDO, REVEAL, ROW, UNDO
from ox.core.game import FOR_CARD, FOR_CHOICE, FOR_NOTHING, FOR_PICK, FOR_ROUND, FOR_ROW
from ox.core.history import NO_ENTRY
from ox.screens import play as screens
from ox.screens import scores
from ox.screens.frame import Frame
from ox.screens.play import fill

from .number import NOT_YET, WRONG, Number

TYPE_CHECKING = False  # MicroPython has no typing; checkers take this name for true
if TYPE_CHECKING:
    from typing import Any

    from ox.core.game import Game

    from .app import App

REVIEW = -1  # who typed what, before the first placing


class Play:
    def __init__(self) -> None:
        self.shown = REVIEW  # the placing on the screen; as many as there are: all have been seen
        self.seen_list = False  # glance: the list of a round's last turn has been read
        self.seen_scores = False  # the scores of a finished round have been read
        self.crossed = False  # undo has gone into an earlier turn, with a question; until something new is typed
        self.drafts = False  # the next round starts with picks
        self.number = Number(104)

    # --- What is on the screen

    def power_on(self, app: "App") -> None:
        now = _round(app)
        self.shown = REVIEW
        if now:
            self.shown = len(now.placings) if self.glances(app) else max(now.decided, 0)
        self.seen_list = self.seen_scores = self.drafts = self.crossed = False
        self.number.digits = ""

    def placing(self, app: "App") -> bool:
        """A placing (or the review before them) is on the screen."""
        now = _round(app)
        return now is not None and len(now.order) > 0 and self.shown < len(now.placings)

    def glances(self, app: "App") -> bool:
        return bool(app.settings["glance"]) and not _agreed(app).special

    def last_list(self, app: "App") -> bool:
        """Glance: the list of a round's last turn is on the screen."""
        now = _round(app)
        return now is not None and now.finished and self.glances(app) and not self.seen_list

    def round_end(self, app: "App") -> bool:
        now = _round(app)
        return now is not None and now.finished and not self.seen_scores

    # --- Keys

    def key(self, app: "App", key: str) -> None:
        if key == "B":
            from .board import Board

            app.lay_over(Board())
        elif key == "C":
            from .correct import Correct

            app.lay_over(Correct(app))
        elif key == "D":
            from .menu import Menu

            app.lay_over(Menu())
        elif self.placing(app):
            self._placing_key(app, key)
        elif self.last_list(app) and key != "*":
            self.seen_list = True
        elif _game(app).waits_for() == FOR_CHOICE:
            self._choice_key(app, key)
        elif _game(app).waits_for() == FOR_NOTHING:
            self._over_key(app, key)
        elif self.round_end(app) and (key == "#" or key.isdigit()):
            self.seen_scores = True
            if key != "#":
                self._number_key(app, key)
        else:
            self._number_key(app, key)

    def _placing_key(self, app: "App", key: str) -> None:
        now = _round(app)
        last = self.shown == len(now.placings) - 1
        if key == "#":
            self.shown += 1
        elif key == "A" and self.shown != REVIEW:
            self._special(app, self.shown)
        elif key == "*" and self.shown == REVIEW:
            self.undo(app)
        elif key == "*":
            self.shown -= 1
        elif key.isdigit() and last and now.due > 0:  # the next turn's first card moves on
            self.shown += 1
            self._number_key(app, key)

    def _choice_key(self, app: "App", key: str) -> None:
        now = _round(app)
        if key.isdigit():
            player, card = now.asked()
            if app.enter((CHOOSE, now.turn, player, card, int(key) - 1)):
                app.committed()
                self._after_decision(app)
        elif key == "#":
            self.redo(app)
        elif key == "A":
            self._special(app, len(now.placings))
        elif key == "*":
            if self.glances(app) or self.shown <= 0:
                self._undo(app)
            else:
                self.shown -= 1

    def _over_key(self, app: "App", key: str) -> None:
        if key == "#":
            from .newgame import NewGame

            app.lay_over(NewGame(app))
        elif key == "*":
            self._undo(app)

    def _number_key(self, app: "App", key: str) -> None:
        agreed = _agreed(app)
        self.number.limit = agreed.deck
        if key == "*":
            if not self.number.back():
                self._undo(app)
            return
        now = _round(app)
        if key == "A" and _game(app).waits_for() == FOR_ROUND and not agreed.special and not self.round_end(app):
            self.drafts = not self.drafts
        elif key == "A" and now and now.order:  # one `#` too many: it is still the last card's moment
            self._special(app, len(now.placings) - 1)
        number = self.number.key(app, key)
        if number == WRONG:
            app.refuse(fill(app.words["not in deck"], agreed.deck))
        elif number != NOT_YET:
            self._card(app, number)
        elif key == "#":
            self.redo(app)

    def _card(self, app: "App", card: int) -> None:
        """A number was typed: it answers what the game waits for."""
        now = _round(app)
        waits = _game(app).waits_for()
        event: tuple
        if waits == FOR_ROUND:
            event = (PICK, 0, card) if self.drafts else (ROW, 0, card)
        elif waits == FOR_PICK:
            event = (PICK, now.next_pick(), card)
        elif waits == FOR_ROW:
            event = (ROW, now.next_row(), card)
        else:
            player = now.next_player()
            if now.drafted and 0 < card <= 104 and now.owner[card]:
                player = now.owner[card] - 1  # own hands: the card names its player
            event = (REVEAL, now.due, player, card)
        if not app.enter(event):
            return
        self.drafts = self.crossed = self.seen_list = self.seen_scores = False
        now = _round(app)
        # Entries that waited for this one may have gone on, even to the end of the round.
        if waits == FOR_CARD and now and now.order:
            self.shown = len(now.placings) if self.glances(app) else REVIEW

    def _after_decision(self, app: "App") -> None:
        self.crossed = self.seen_list = self.seen_scores = False
        now = _round(app)
        if now:
            self.shown = len(now.placings) if self.glances(app) else max(now.decided, 0)

    # --- Undo

    def _undo(self, app: "App") -> None:
        """One step back. A step into an earlier turn is asked for first."""
        from .menu import Question

        game = _game(app)
        now = _round(app)
        rounds = game.rounds_finished()
        start = not now and not rounds and not game.stopped  # the very start of the game
        question = ""
        if now and now.started and not now.finished:
            if now.due == now.turn + 1:  # no card of this turn has been typed
                question = fill(app.words["undo into"], now.turn) if now.turn else app.words["undo rows"]
        elif not game.stopped and (not now or now.finished):
            question = fill(app.words["undo round"], rounds) if rounds else app.words["undo start"]
        if question and (start or not self.crossed):
            app.lay_over(Question(question, self._cross))
        else:
            self.undo(app)

    def _cross(self, app: "App") -> None:
        self.crossed = True
        self.undo(app)

    def undo(self, app: "App") -> None:
        if app.enter((UNDO,)):
            self._after_undo(app)

    def redo(self, app: "App") -> None:
        if app.history.undone and app.enter((REDO,)):
            self._after_undo(app)

    def _after_undo(self, app: "App") -> None:
        now = _round(app)
        self.shown = len(now.placings) if now else REVIEW
        if now and now.order and _agreed(app).special and not now.asking:
            # The first card that a special card may still be played for.
            self.shown = min(now.decided + 1, len(now.placings) - 1)
        self.seen_list = self.seen_scores = False
        self.number.digits = ""

    def _special(self, app: "App", at: int) -> None:
        if _agreed(app).special:
            from .specials import Specials

            app.lay_over(Specials(app, at))

    def after_special(self, app: "App") -> None:
        self._after_decision(app)

    # --- Screens

    def show(self, app: "App", frame: Frame) -> None:
        game = _game(app)
        now = _round(app)
        special = _agreed(app).special
        words = app.words
        waits = game.waits_for()
        number = game.rounds_finished() + 1
        if self.placing(app):
            if self.shown == REVIEW:
                screens.review(frame, words, now, app.listed())
            else:
                hint = words["next"]
                if special:  # whoever takes a row may swap a special card with the draw pile
                    hint += "  " + words["exchange" if now.placings[self.shown][3] else "action"]
                screens.placing(frame, words, now, self.shown, app.names, hint)
        elif waits == FOR_CHOICE:
            player, card = now.asked()
            hint = words["action"] if special and not app.history.undone else self._hint(app)
            if self.glances(app) and now.placings:
                hint = "  ".join([screens.placing_text(item) for item in now.placings])
            screens.choice(frame, words, now, app.names[player], card, hint, app.message)
        elif self.last_list(app):
            screens.glance(frame, words, now, "", "", words["next"])
        elif waits == FOR_NOTHING:
            scores.game_over(frame, words, game, app.listed(), words["new game"])
        elif self.round_end(app):
            scores.round_over(frame, words, game, app.listed(), words["next round"])
        elif waits == FOR_CARD:
            player = now.next_player()
            if self.glances(app) and now.order and now.turn != now.due:
                screens.glance(frame, words, now, self.number.digits, app.names[player], app.message)
            else:
                hint = self._hint(app)
                screens.ask_card(frame, words, now, number, app.names[player], self.number.digits, hint, app.message)
        elif waits == FOR_PICK or (waits == FOR_ROUND and self.drafts):
            player = now.next_pick() if waits == FOR_PICK else 0
            done = now.picks[player] if waits == FOR_PICK else 0
            progress = fill(words["pick"], done + 1)
            head = fill(words["round"], number)
            screens.ask(frame, head, progress, app.names[player], self.number.digits, self._hint(app), app.message)
        else:
            started = now if waits == FOR_ROW else None
            slot = now.next_row() if waits == FOR_ROW else 0
            screens.ask_row(frame, words, started, number, slot, self.number.digits, self._hint(app), app.message)

    def _hint(self, app: "App") -> str:
        if app.history.waiting != NO_ENTRY:  # after a correction, for what is asked here
            return app.words["waiting"]
        if app.history.undone:
            return app.words["redo"]
        if _game(app).waits_for() == FOR_ROUND and not _agreed(app).special and not self.drafts:
            return app.words["draft"]
        return ""


def _game(app: "App") -> "Game":
    return app.history.game


# What the game waits for says whether these two are there; checkers cannot know that.


def _agreed(app: "App") -> "Any":
    return app.history.game.agreed


def _round(app: "App") -> "Any":
    return app.history.game.round
