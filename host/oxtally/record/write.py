"""Events to a record in canonical form: the game as it stands, without what was undone or corrected away."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ox.core import agreed, events
from ox.core.agreed import Agreed
from ox.core.events import Event
from ox.core.history import Replay
from ox.core.round import Round
from oxtally.record.play import Play
from oxtally.record.read import VARIANTS, VERSION
from oxtally.record.text import quoted

VARIANT_WORDS = {variant: word for word, variant in VARIANTS.items()}


def write_record(log: Iterable[Event], names: Sequence[str] = ()) -> str:
    """The record of a log, with other names for the players if they are given.

    A last turn that is not fully placed is left out, as are incomplete rows and hands.
    """
    replay = Replay(list(log))
    writer = _Writer(names)
    for _, event in replay:
        if event[0] == events.SETUP:
            assert replay.game.agreed
            writer.settings(replay.game.agreed)
        else:
            writer.take(event, replay.game.round)
    writer.hands()
    return "".join(f"{line}\n" for line in [f"oxtally-record {VERSION}", *writer.head, *writer.lines()])


class _Turn:
    """A turn's line keeps its place from when its cards were placed, even if a special card comes after."""

    def __init__(self) -> None:
        self.plays: dict[int, Play] = {}
        self.placed = False

    def __str__(self) -> str:
        return "turn " + " ".join(str(self.plays[player]) for player in sorted(self.plays))


class _Writer:
    def __init__(self, names: Sequence[str]) -> None:
        self.head: list[str] = []
        self.names = [quoted(name) for name in names]
        self.body: list[str | _Turn] = []
        self.turn = _Turn()
        self.turn_number = 0
        self.picked: dict[int, list[int]] = {}
        self.draft_at = 0  # where in the body draft lines go that are written late
        self.drafted = 0  # players whose draft lines are written: this many, from the first seat on

    def lines(self) -> list[str]:
        return [str(one) for one in self.body if isinstance(one, str) or one.placed]

    def settings(self, terms: Agreed) -> None:
        self.names = self.names or [quoted(name.decode("latin-1")) for name in terms.names]
        self.head = [f"variant {VARIANT_WORDS[terms.variant]}", "players " + " ".join(self.names)]
        if terms.target != agreed.usual_target(terms.variant):
            self.head.append(f"target {terms.target}")
        if terms.reach:
            self.head.append("ending reach")
        if terms.rounds != agreed.usual_rounds(terms.variant):
            self.head.append(f"rounds {terms.rounds}")
        self.hand = terms.hand

    def take(self, event: Event, now: Round | None) -> None:
        kind = event[0]
        if kind == events.PICK:
            if not self.picked:
                self.draft_at = len(self.body)
            self.picked.setdefault(event[1], []).append(event[2])
            while len(self.picked.get(self.drafted, ())) == self.hand:
                self.draft(self.drafted)
                self.drafted += 1
        elif kind == events.ROW:
            if now and now.started:
                self.hands()
                self.body.append("rows " + " ".join(str(card) for card in now.starts))
                self.turn_number = 0
        elif kind == events.ADJUST:
            self.body.append(f"adjust {self.names[event[1]]} {event[2]}")
        elif kind == events.VOID:
            self.body.append("void")
        elif kind == events.STOP:
            self.hands()
            self.body.append("stop")
        else:
            assert now
            self.play(event, now)

    def play(self, event: Event, now: Round) -> None:
        kind, turn, player, card = event[:4]
        if turn != self.turn_number:
            self.turn, self.turn_number = _Turn(), turn
        if kind == events.REVEAL:
            self.turn.plays[player] = Play(card)
        elif kind == events.CHOOSE:
            self.turn.plays[player].chosen = event[4] + 1
        else:
            _, _, _, _, special, slot, other = event
            play = self.turn.plays[player]
            play.special = special
            play.row = slot + 1 if special in (events.INSERT, events.SLIDE, events.STOP_ROW) else None
            play.other = other if special in (events.REPLACE, events.SLIDE, events.NEG) else None
        self.turn.placed = len(now.placings) == len(self.names)
        if self.turn.placed and self.turn not in self.body:
            self.body.append(self.turn)

    def draft(self, player: int) -> None:
        self.body.append(self.draft_line(player))
        self.draft_at = len(self.body)

    def draft_line(self, player: int) -> str:
        return f"draft {self.names[player]} " + " ".join(str(card) for card in self.picked[player])

    def hands(self) -> None:
        """The draft lines that could not be written in seat order so far. A hand that is not complete is left out."""
        # Behind the last one that was written, or where the picking began: an adjustment since then may end the game.
        self.body[self.draft_at : self.draft_at] = [
            self.draft_line(player)
            for player in sorted(self.picked)
            if player > self.drafted and len(self.picked[player]) == self.hand
        ]
        self.picked = {}
        self.drafted = 0
