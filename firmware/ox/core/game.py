"""A game: the fold of its events. Rounds, totals, adjustments, the end. Imports the modules above it, not history.

Rules 7 to 9. `Game().apply(event)` either takes the event or raises Refused and changes nothing. State is never stored,
only derived: two machines that have applied the same events agree on everything.
"""

from .agreed import Agreed
from .events import ADJUST, CHOOSE, PICK, REVEAL, ROW, SETUP, SPECIAL, STOP, VOID, Event
from .refused import (
    BAD_CHANGE,
    BELOW_ZERO,
    GAME_SET_UP,
    NO_GAME,
    NO_ROUND,
    NO_SUCH_PLAYER,
    NOT_YET,
    OVER,
    Refused,
)
from .round import Round

MAX_CHANGE = 171  # all the heads there are

# What the game waits for.
FOR_SETUP = 0
FOR_ROUND = 1  # a pick or a start row, which starts a round
FOR_PICK = 2
FOR_ROW = 3
FOR_CARD = 4
FOR_CHOICE = 5
FOR_NOTHING = 6  # it is over


class Game:
    def __init__(self) -> None:
        self.agreed: Agreed | None = None  # the settings, once the game is set up
        self.scores: list[int] = []  # heads of each player in the rounds before `round`
        self.rounds = 0  # how many those are
        self.adjusted: list[int] = []  # changes by hand, added up for each player
        self.adjustments = 0  # how many
        self.round: Round | None = None  # the round under way, or the last one finished
        self.stopped = False

    # --- Asking

    def waits_for(self) -> int:
        if not self.agreed:
            return FOR_SETUP
        if self.over():
            return FOR_NOTHING
        now = self.round
        if not now or now.finished:
            return FOR_ROUND
        if not now.started:
            return FOR_ROW if now.drafted or not max(now.picks) else FOR_PICK
        return FOR_CHOICE if now.asking else FOR_CARD

    def under_way(self) -> bool:
        """A round is being played: all its rows have started, its last turn is not over. Picks come before."""
        return self.round is not None and self.round.started and not self.round.finished

    def rounds_finished(self) -> int:
        return self.rounds + (1 if self.round and self.round.finished else 0)

    def total(self, player: int) -> int:
        """Heads in the finished rounds, with what was adjusted."""
        heads = self.scores[player] + self.adjusted[player]
        return heads + self.round.piles[player] if self.round and self.round.finished else heads

    def totals(self) -> list[int]:
        return [self.total(player) for player in range(len(self.scores))]

    def over(self) -> bool:
        """Rule 8. Judged between rounds, on the adjusted totals."""
        if self.stopped:
            return True
        agreed = self.agreed
        finished = self.rounds_finished()
        if not agreed or not finished or self.under_way():
            return False
        if agreed.rounds and finished >= agreed.rounds:
            return True
        if not agreed.target:
            return False
        most = max(self.totals())
        return most >= agreed.target if agreed.reach else most > agreed.target

    def winners(self) -> list[int]:
        """Fewest heads wins; everyone tied at the fewest wins. Nobody before the end, nor without a finished round."""
        if not (self.agreed and self.over() and self.rounds_finished()):
            return []
        totals = self.totals()
        return [player for player in range(len(totals)) if totals[player] == min(totals)]

    # --- Doing

    def apply(self, event: Event) -> None:
        """Take one event of play, or raise Refused and change nothing."""
        kind = event[0]
        if kind == REVEAL:
            (self.round or self._no_round()).reveal(event)
        elif kind == CHOOSE:
            (self.round or self._no_round()).choose(event)
        elif kind == SPECIAL:
            (self.round or self._no_round()).play_special(event)
        elif kind in (ROW, PICK):
            self._before_play(event)
        elif kind == SETUP:
            self._set_up(event)
        elif kind == ADJUST:
            self._adjust(event[1], event[2])
        elif kind == VOID:
            self._void()
        elif kind == STOP:
            self._stop()
        else:
            raise ValueError("not an event of play: %r" % (event,))

    def _no_round(self) -> Round:
        self._set_up_already()
        raise Refused(OVER if self.over() else NOT_YET)

    def _before_play(self, event: Event) -> None:
        """A pick or a start row; it starts a round when none is under way."""
        agreed = self._set_up_already()
        kind, at, card = event
        if self.over():
            raise Refused(OVER)
        now = self.round
        if not now or now.finished:
            now = Round(agreed)
        if kind == PICK:
            now.pick(at, card)
        else:
            now.start_row(at, card)
        if now is not self.round:
            self._count_round()
            self.round = now

    def _count_round(self) -> None:
        """Rule 7: the heads of a finished round are added up."""
        if self.round:
            self.rounds += 1
            for player, heads in enumerate(self.round.piles):
                self.scores[player] += heads

    def _set_up(self, event: Event) -> None:
        if self.agreed:
            raise Refused(GAME_SET_UP)
        _, rules, target, rounds, names = event
        self.agreed = Agreed(rules, target, rounds, names)
        self.scores = [0] * len(names)
        self.adjusted = [0] * len(names)

    def _adjust(self, player: int, change: int) -> None:
        """Rule 9. Allowed at any time, after the end too."""
        if not 0 <= player < self._set_up_already().players:
            raise Refused(NO_SUCH_PLAYER)
        if not 1 <= abs(change) <= MAX_CHANGE:
            raise Refused(BAD_CHANGE)
        if self.total(player) + change < 0:
            raise Refused(BELOW_ZERO, self.total(player))
        if self.round and self.round.finished:
            self.round.close()
        self.adjusted[player] += change
        self.adjustments += 1

    def _void(self) -> None:
        self._set_up_already()
        if self.over():
            raise Refused(OVER)
        if not self.under_way():
            raise Refused(NO_ROUND)
        self.round = None

    def _stop(self) -> None:
        self._set_up_already()
        if self.over():
            raise Refused(OVER)
        if self.round and self.round.finished:
            self._count_round()
        self.round = None  # an unfinished round counts for nothing
        self.stopped = True

    def _set_up_already(self) -> Agreed:
        if not self.agreed:
            raise Refused(NO_GAME)
        return self.agreed

    # --- Going back to the start of the round (see history)

    def save(self) -> tuple:
        """What the rounds before this one have left behind."""
        return self.agreed, tuple(self.scores), self.rounds, tuple(self.adjusted), self.adjustments

    def restore(self, saved: tuple) -> None:
        """Be as right before the round that was under way at `save`."""
        self.agreed, scores, self.rounds, adjusted, self.adjustments = saved
        self.scores = list(scores)
        self.adjusted = list(adjusted)
        self.round = None
        self.stopped = False
