"""The log of a game, and the game that it adds up to: enter, undo, redo, correct. Imports events, game and refused.

A log is whatever keeps events in order: a list on the laptop, the journal on the device's flash. It needs
`append(event)` and iteration from the start. Nothing in it is ever changed or removed:

- UNDO takes back the last entry that counts, REDO brings back what was undone last, until something new is entered.
- CORRECT says what an earlier entry was meant to be. Entries behind it stay where they still answer what is asked (the
  same player, turn and card) and are legal; those that do not are dropped, and what is then missing is asked again.
- ADD puts an entry before an earlier one. While entries behind a correction wait for something missing, `enter` makes
  one of these out of every answer.

An undo inside the round under way folds that round's entries again; an undo that leads out of it, and a correction,
fold the whole log. Nothing that is kept in memory grows with the number of rounds.
"""

from .agreed import REACH
from .events import (
    ADD,
    ADJUST,
    CHOOSE,
    CORRECT,
    MAX_ENTRY,
    PICK,
    REDO,
    REVEAL,
    ROW,
    SETUP,
    SPECIAL,
    STOP,
    UNDO,
    VOID,
    Event,
)
from .game import Game
from .refused import NO_SUCH_ENTRY, NOT_YET, NOTHING_TO_REDO, NOTHING_TO_UNDO, OTHER_QUESTION, OVER, Refused

TYPE_CHECKING = False  # MicroPython has no typing; checkers take this name for true
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any, Protocol

    from .round import Round

    class Log(Protocol):
        def append(self, __event: Event) -> None: ...
        def __iter__(self) -> Iterator[Event]: ...


NO_ENTRY = -1

# For each kind, how many of its fields say what was asked; a correction leaves these alone.
_QUESTION = {PICK: 2, ROW: 2, REVEAL: 3, SPECIAL: 4, CHOOSE: 4, ADJUST: 1}
_MAY_BE_WITHDRAWN = (SPECIAL, ADJUST, VOID, STOP)


class BadLog(Exception):
    """A log that no game can have led to: `entry` was refused, for the reason `code`."""

    def __init__(self, entry: int, code: int) -> None:
        super().__init__(entry, code)
        self.entry = entry
        self.code = code


class Replay:
    """The entries of a log that count, in the order in which they count.

    Iterate once: each (entry, event) comes after `game` has taken it.
    """

    def __init__(self, log: "Log", last: Event | None = None) -> None:
        self.game = Game()
        self.waiting = NO_ENTRY  # the first entry that waits for something missing before it
        self.dropped = 0  # entries that a correction made impossible
        self.undone = 0  # entries that REDO can bring back
        self.last_edit = NO_ENTRY  # the last CORRECT or ADD that counts
        # If `last` is a CORRECT or ADD: why it was refused, None if it was not.
        self.refused: Refused | None = Refused(NO_SUCH_ENTRY)
        self._log = log
        self._last = last  # one more event, behind those of the log
        self._last_entry = NO_ENTRY

    def _events(self) -> "Iterator[tuple[int, Event]]":
        entry = NO_ENTRY
        for event in self._log:
            entry += 1
            yield entry, event
        if self._last:
            yield entry + 1, self._last

    def which_count(self) -> bytearray:
        """One byte an entry: 0 for what was undone, and for UNDO and REDO themselves; else the kind."""
        kinds = bytearray()
        for event in self._log:
            kinds.append(event[0])
        if self._last:
            self._last_entry = len(kinds)
            kinds.append(self._last[0])
        back = 0  # steps to take back, walking from the end
        new = False  # something other than UNDO and REDO has been met
        for entry in range(len(kinds) - 1, -1, -1):
            kind = kinds[entry]
            if kind == UNDO:
                back += 1
            elif kind == REDO:
                back -= 1
            else:
                if not new:
                    self.undone = back
                    new = True
                if not back:
                    continue
                back -= 1
            kinds[entry] = 0
        return kinds

    def __iter__(self) -> "Iterator[tuple[int, Event]]":
        kinds = self.which_count()
        corrected, added = self._edits(kinds)
        for entry, event in self._events():
            if not kinds[entry] or kinds[entry] >= UNDO:
                continue
            if self.last_edit == NO_ENTRY:
                self._apply(entry, event)
                yield entry, event
                continue
            queue = added.get(entry, [])
            queue.append((entry, event))
            while queue:
                for waits in queue:
                    at = waits[0]
                    edit, meant = corrected.get(at, waits)
                    taken = self._offer(edit, meant)
                    if taken is not None:
                        queue.remove(waits)
                        break
                else:
                    self.waiting = entry
                    return
                if taken:
                    yield at, meant

    def _edits(self, kinds: bytearray) -> tuple[dict, dict]:
        """Corrections by the entry that they are for, and additions by the entry that they go before."""
        corrected: dict[int, tuple[int, Event | None]] = {}
        added: dict[int, list[tuple[int, Event]]] = {}
        if max(kinds or b"\x00") < CORRECT:
            return corrected, added
        for entry, event in self._events():
            if kinds[entry] == CORRECT:
                corrected[event[1]] = entry, event[2]
                self.last_edit = entry
            elif kinds[entry] == ADD:
                added.setdefault(event[1], []).append((entry, event[2]))
                self.last_edit = entry
        return corrected, added

    def _apply(self, entry: int, event: Event) -> None:
        """Without corrections, every entry has to be legal where it stands."""
        try:
            self.game.apply(event)
        except Refused as refused:
            raise BadLog(entry, refused.code)

    def _offer(self, entry: int, event: Event | None) -> bool | None:
        """True if the game took the event, False if it is dropped, None if it waits."""
        why_not = None
        if event is not None:
            try:
                self.game.apply(event)
            except Refused as refused:
                why_not = refused
        if entry == self._last_entry:
            self.refused = why_not
        if not why_not:
            return event is not None
        if why_not.code in (NOT_YET, OVER):
            return None
        self.dropped += 1
        return False


class History:
    """A game at the table: enter events, read `game`."""

    def __init__(self, log: "Log", line: "Callable[[], Any]" = list) -> None:
        """`line` makes what keeps the entries of the round under way: a list, or something like it that is smaller."""
        self.log = log
        self._new_line = line
        self.game = Game()
        self.waiting = NO_ENTRY  # the first entry that waits for something missing before it, after a correction
        self.dropped = 0  # entries that corrections made impossible
        self.undone = 0  # entries that REDO can bring back
        self._round: Round | None = None
        self._base: tuple | None = None  # the game before the round under way
        self._line = line()
        self._redoable = line()
        self._edited = False
        self._load()

    def enter(self, event: Event) -> None:
        """Take an event and put it into the log, or raise Refused and change nothing."""
        try:
            if event[0] >= UNDO:
                self._enter_edit(event)
            elif self.waiting != NO_ENTRY:
                self._enter_edit((ADD, self.waiting, event))
            else:
                self.game.apply(event)
                self.log.append(event)
                if self.game.round is not self._round:
                    self._note_round()
                self._line.append(event)
                if self.undone:
                    self.undone = 0
                    self._redoable.clear()
        except Refused:
            raise
        except BaseException:  # a full flash, a Ctrl-C: the log is right, memory may be ahead of it
            self._load()
            raise

    def entries(self) -> "Iterator[tuple[int, Event]]":
        """(entry, event) for all that counts, in order. For lists of what was entered, and for what to correct."""
        return iter(Replay(self.log))

    def last_undone(self) -> Event | None:
        """What REDO would bring back, None if there is nothing."""
        if not self.undone:
            return None
        if self._redoable:
            last: Event = self._redoable[-1]
            return last
        now = Replay(self.log).which_count()
        then = Replay(self.log, (REDO,)).which_count()
        for entry, event in enumerate(self.log):
            if now[entry] != then[entry]:
                return event
        return None

    # --- Inside. The line is the round under way: its entries that count, and those of it that can be redone. Where
    # corrections make it more than a list, and where an undo leads out of the round, the whole log is folded again.

    def _note_round(self) -> None:
        self._round = self.game.round
        if self._round:
            self._base = self.game.save()
            self._line.clear()
            self._edited = False

    def _load(self, last: Event | None = None) -> None:
        """Fold the log again, with one more event behind it if there is one."""
        replay = Replay(self.log, last)
        line = self._new_line()
        base = None
        now = None
        first = NO_ENTRY
        for entry, event in replay:
            if replay.game.round is not now:
                now = replay.game.round
                if now:
                    base = replay.game.save()
                    line.clear()
                    first = entry
            line.append(event)
        if last:
            if last[0] >= CORRECT and replay.refused:
                raise replay.refused
            self.log.append(last)
        self.game = replay.game
        self.waiting = replay.waiting
        self.dropped = replay.dropped
        self.undone = replay.undone
        self._round = now
        self._base = base
        self._line = line
        self._redoable.clear()
        self._edited = replay.last_edit > first

    def _enter_edit(self, event: Event) -> None:
        kind = event[0]
        line = self._line
        if kind == UNDO:
            if not self.game.agreed:
                raise Refused(NOTHING_TO_UNDO)
            if self._base and len(line) > 1 and not self._edited:
                self._redoable.append(line.pop())
                self.game.restore(self._base)
                for earlier in line:
                    self.game.apply(earlier)
                self._round = self.game.round
                self.undone += 1
                self.log.append(event)
                return
        elif kind == REDO:
            if not self.undone:
                raise Refused(NOTHING_TO_REDO)
            if self._redoable:
                line.append(self._redoable.pop())
                self.game.apply(line[-1])
                self._round = self.game.round
                self.undone -= 1
                self.log.append(event)
                return
        else:
            self._check_edit(event)
        self._load(event)

    def _entry(self, wanted: int) -> Event:
        for entry, event in self.entries():
            if entry == wanted:
                return event
        raise Refused(NO_SUCH_ENTRY)

    def _check_edit(self, edit: Event) -> None:
        """A correction is for an entry that counts, and answers what that entry answered."""
        kind, target, event = edit
        if not 0 <= target <= MAX_ENTRY:
            raise Refused(NO_SUCH_ENTRY)
        if kind == ADD:
            # Entries of a round that ends early would wait for the next round's turns: no VOID or STOP while any wait.
            if event[0] not in _QUESTION:
                raise Refused(NOT_YET)
            return
        was = self._entry(target)
        if event is None:
            fits = was[0] in _MAY_BE_WITHDRAWN
        elif was[0] == SETUP:
            fits = event[0] == SETUP and (was[1] | REACH) == (event[1] | REACH) and len(was[4]) == len(event[4])
        else:
            same = _QUESTION.get(was[0], 0)
            fits = same > 0 and event[:same] == was[:same]
        if not fits:
            raise Refused(OTHER_QUESTION)
