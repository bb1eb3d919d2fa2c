"""A record to events. Every statement goes through the rules core as it is read, so that an error names its line."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import BinaryIO

from ox.core import agreed, events
from ox.core.agreed import Agreed
from ox.core.events import Event
from ox.core.game import Game
from ox.core.refused import DRAFT_OFF, Refused
from oxtally.errors import RecordError
from oxtally.reasons import sentence
from oxtally.record.play import NUMBER, Play, parse_play
from oxtally.record.text import Statement, Word, shown, statements

VERSION = "1"
VARIANTS = {
    "base": 0,
    "pro": agreed.PRO,
    "special": agreed.SPECIAL,
    "parity": agreed.PARITY,
    "pro+parity": agreed.PRO + agreed.PARITY,
}
_ENDINGS = {"over": 0, "reach": agreed.REACH}
_SETTINGS = ("variant", "players", "target", "ending", "rounds")


def read_record(stream: BinaryIO) -> list[Event]:
    """The events of a record. Raises RecordError."""
    reader = _Reader()
    for statement in statements(stream):
        reader.take(statement)
    reader.end()
    return reader.events


class _Reader:
    def __init__(self) -> None:
        self.events: list[Event] = []
        self.game = Game()
        self.line = 1
        self.headed = False
        self.settings: dict[str, int] = {}
        self.names: list[str] = []
        self.played = False  # a round has started, or the game was stopped: no more settings
        self.statements: dict[str, Callable[[list[Word]], None]] = {
            "draft": self.draft,
            "rows": self.rows,
            "turn": self.turn,
            "adjust": self.adjust,
            "void": self.void,
            "stop": self.stop,
        }

    def take(self, statement: Statement) -> None:
        self.line = statement.line
        first, *rest = statement.words
        if first.quoted:
            raise self.wrong(f"a line starts with a word, not with a quoted name: {shown(first.text)}")
        word = first.text
        if not self.headed:
            self.header(word, rest)
        elif word in _SETTINGS:
            self.setting(word, rest)
        elif word not in self.statements:
            raise self.wrong(f"no such statement: {shown(word)}")
        elif "players" not in self.settings:
            raise self.wrong("who plays? A `players` line has to come first")
        else:
            self.statements[word](rest)
            self.played = self.played or word in ("rows", "stop")

    def end(self) -> None:
        if not self.headed:
            raise self.wrong("this is empty; a table record starts with `oxtally-record 1`")
        if "players" not in self.settings:
            raise self.wrong("who plays? The `players` line is missing")

    # --- Before the first round

    def header(self, word: str, rest: list[Word]) -> None:
        if word != "oxtally-record":
            raise self.wrong(f"a table record starts with `oxtally-record 1`, not with {shown(word)}")
        version = self.one_word("oxtally-record", rest)
        if version != VERSION:
            raise self.wrong(
                f"this record is of version {shown(version)}; this program reads {VERSION}, is it up to date?"
            )
        self.headed = True

    def setting(self, word: str, rest: list[Word]) -> None:
        if self.played:
            raise self.wrong(f"`{word}` has to stand before the first `rows`, and before `stop`")
        if word in self.settings:
            raise self.wrong(f"`{word}` stands twice")
        if word == "players":
            self.names = [one.text for one in rest]
            self.settings[word] = len(rest)
        elif word == "variant":
            self.settings[word] = self.one_of(word, VARIANTS, rest)
        elif word == "ending":
            self.settings[word] = self.one_of(word, _ENDINGS, rest)
        else:
            self.settings[word] = self.number(self.one_word(word, rest))
        self.set_up()

    def set_up(self) -> None:
        """Begin anew with the settings so far: so an error is blamed on the line that makes them wrong.

        Adjustments and hands may stand before a setting, so they are played again.
        """
        try:
            names = tuple(one.encode("latin-1") for one in self.names)
        except UnicodeEncodeError as error:
            raise self.wrong(f"{shown(str(error.object))} has a character that is not in Latin-1") from None
        before, self.game, self.events = self.events, Game(), []
        if "players" in self.settings:
            self.enter(self.setup_event(names))
            for event in before[1:]:
                self.enter(event)
        else:
            self.enter(self.setup_event((b"A", b"B")))  # only to check the others

    def setup_event(self, names: tuple[bytes, ...]) -> Event:
        variant = self.settings.get("variant", 0)
        return (
            events.SETUP,
            variant | self.settings.get("ending", 0),
            self.settings.get("target", agreed.usual_target(variant)),
            self.settings.get("rounds", agreed.usual_rounds(variant)),
            names,
        )

    # --- Statements of the game

    def draft(self, rest: list[Word]) -> None:
        if not rest:
            raise self.wrong("a draft line names a player and the ten cards of the hand")
        if self.agreed.special:
            raise self.wrong(sentence(Refused(DRAFT_OFF), self.game))
        if self.game.under_way():
            raise self.wrong("the round is under way; hands are drafted before `rows`")
        player = self.player(rest[0])
        cards = [self.number_word(one) for one in rest[1:]]
        now = self.game.round
        if now and not now.finished and now.picks[player]:
            raise self.wrong(f"{self.names[player]} has a draft line already")
        if len(cards) != self.agreed.hand:
            raise self.wrong(f"a hand has {self.agreed.hand} cards, and this line has {len(cards)}")
        for card in cards:
            self.enter((events.PICK, player, card), about=f"{card}")

    def rows(self, rest: list[Word]) -> None:
        cards = [self.number_word(one) for one in rest]
        if len(cards) != agreed.ROWS:
            raise self.wrong(f"four cards start the rows, and this line has {len(cards)}")
        now = self.game.round
        if now and self.game.under_way():
            raise self.wrong(f"the round is not over: {self.agreed.hand - now.turn} turns are still to come")
        if now and not now.finished and max(now.picks) and not now.drafted:
            missing = self.names[now.next_pick()]
            raise self.wrong(f"there is no draft line for {missing}; they are for all players or for none")
        for slot, card in enumerate(cards):
            self.enter((events.ROW, slot, card), about=f"{card}")

    def turn(self, rest: list[Word]) -> None:
        if self.game.over():
            raise self.wrong("the game is over")
        now = self.game.round
        if not now or not self.game.under_way():
            raise self.wrong("no round is under way; a `rows` line starts one")
        if len(rest) != len(self.names):
            raise self.wrong(
                f"a turn has one play for each of {len(self.names)} players, and this line has {len(rest)}"
            )
        plays = [self.play(one) for one in rest]
        turn = now.due
        for player, play in enumerate(plays):
            self.enter((events.REVEAL, turn, player, play.card), about=f"{self.names[player]} {play.card}")
        for card in list(now.order):
            player = now.cards.index(card)
            self.decide(turn, player, plays[player])

    def decide(self, turn: int, player: int, play: Play) -> None:
        """At the moment when a card is placed: its special card, and the row where one has to be chosen."""
        now = self.game.round
        assert now
        about = f"{self.names[player]} {play}"
        if play.special:
            slot = 0 if play.row is None else play.row - 1
            self.enter((events.SPECIAL, turn, player, play.card, play.special, slot, play.other or 0), about=about)
        asked = now.asked()
        if asked and asked[0] == player:
            if play.chosen is None:
                raise self.wrong(f"{about}: the card fits no row, so say which row is taken, as in {play}>2")
            self.enter((events.CHOOSE, turn, player, asked[1], play.chosen - 1), about=about)
        elif play.chosen is not None:
            raise self.wrong(f"{about}: no row has to be chosen here")

    def adjust(self, rest: list[Word]) -> None:
        if len(rest) != 2:
            raise self.wrong("an adjustment names a player and a number, as in `adjust Anna -3`")
        player = self.player(rest[0])
        text = rest[1].text
        if rest[1].quoted or not re.fullmatch(f"-?{NUMBER}", text):
            raise self.wrong(f"{shown(text)} is not a change; they look like 3 or -3")
        self.enter((events.ADJUST, player, int(text)))

    def void(self, rest: list[Word]) -> None:
        self.nothing_behind("void", rest)
        self.enter((events.VOID,))

    def stop(self, rest: list[Word]) -> None:
        self.nothing_behind("stop", rest)
        self.enter((events.STOP,))

    # --- Words

    @property
    def agreed(self) -> Agreed:
        assert self.game.agreed
        return self.game.agreed

    def enter(self, event: Event, about: str = "") -> None:
        try:
            self.game.apply(event)
        except Refused as refused:
            raise self.wrong((about + ": " if about else "") + sentence(refused, self.game)) from None
        self.events.append(event)

    def wrong(self, what: str) -> RecordError:
        return RecordError(self.line, what)

    def player(self, word: Word) -> int:
        if word.text not in self.names:
            raise self.wrong(f"nobody here is called {shown(word.text)}")
        return self.names.index(word.text)

    def play(self, word: Word) -> Play:
        if word.quoted:
            raise self.wrong(f"a play is not quoted: {shown(word.text)}")
        try:
            return parse_play(word.text)
        except ValueError as error:
            raise self.wrong(f"{shown(word.text)} {error}") from None

    def number_word(self, word: Word) -> int:
        if word.quoted:
            raise self.wrong(f"a number is not quoted: {shown(word.text)}")
        return self.number(word.text)

    def number(self, text: str) -> int:
        if not re.fullmatch(NUMBER, text):
            raise self.wrong(f"{shown(text)} is not a number from 0 to 999999999; digits only, no leading zeros")
        return int(text)

    def one_word(self, word: str, rest: list[Word]) -> str:
        if len(rest) != 1 or rest[0].quoted:
            raise self.wrong(f"`{word}` is followed by one word")
        return rest[0].text

    def one_of(self, word: str, choices: dict[str, int], rest: list[Word]) -> int:
        text = self.one_word(word, rest)
        if text not in choices:
            raise self.wrong(f"`{word}` is one of {', '.join(choices)}, not {shown(text)}")
        return choices[text]

    def nothing_behind(self, word: str, rest: list[Word]) -> None:
        if rest:
            raise self.wrong(f"nothing follows `{word}`")
