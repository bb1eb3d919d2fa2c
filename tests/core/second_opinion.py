"""A second opinion on the rules: a plain and slow engine that shares no code with the real one.

Written from the rules and from the description of the table record alone, one function a rule, so that it can be
read beside them.  The tests compare what the real core says with what this one says.
"""

from __future__ import annotations

import re
from typing import NamedTuple

VARIANTS = ("base", "pro", "special", "parity", "pro+parity")
STATEMENTS = ("draft", "rows", "turn", "void", "adjust", "stop")
SETTINGS = ("variant", "players", "target", "ending", "rounds")
SPECIALS = {"row5": "", "seven": "", "insert": "@", "replace": "=", "slide": "=@", "stop": "@", "neg": "="}
NUMBER = "(?:0|[1-9][0-9]{0,2})"
# A card, then at most one special card with its card and its row, then the row chosen.
PLAY = re.compile(rf"({NUMBER})(?:\+([a-z]+5?)(=)?(?(3)({NUMBER}))(@)?(?(5)({NUMBER})))?(?:>({NUMBER}))?")


class Wrong(Exception):
    """The record is illegal; `line` is the 1-based number of the statement that made it so."""

    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(message)
        self.line = line


def refuse(wrong: bool, why: str) -> None:
    if wrong:
        raise Wrong(why)


class Play(NamedTuple):
    card: int
    special: str | None = None
    other: int | None = None  # the card after "="
    slot: int | None = None  # the row after "@"
    choice: int | None = None  # the row after ">"


Placed = tuple[int, list[int]]  # the slot that a card went to, and the cards taken
Words = list[tuple[str, bool]]  # each with whether it was in quotes


def heads(card: int) -> int:
    if card == 55:
        return 7
    if card % 11 == 0:
        return 5
    if card % 10 == 0:
        return 3
    return 2 if card % 5 == 0 else 1


def deck_size(variant: str, players: int) -> int:
    return 10 * players + 4 if variant in ("pro", "pro+parity") else 104


def check_card(card: int, highest: int) -> None:
    refuse(not 1 <= card <= highest, f"card {card} is not in this deck")


def no_choice(choice: int | None) -> None:
    refuse(choice is not None, "a row was chosen where none had to be")


class Round:
    """One round on the table.  `rows` maps the slot numbers 1-4 (special: 1-5) to plain lists of cards."""

    def __init__(self, variant: str, players: list[str], start: list[int], hands: list[list[int]] | None) -> None:
        self.variant, self.players, self.start, self.hands = variant, players, start, hands
        self.length = 12 if variant == "special" else 10
        self.rows = {slot: [card] for slot, card in enumerate(start, 1)}
        if variant == "special":
            self.rows[5] = []
        self.seen = set(start)
        self.pile = [0] * len(players)
        self.turns: list[list[dict]] = []
        self.void = False
        self.sevens: set[int] = set()
        self.stops: set[int] = set()
        self.marked, self.parity = None, 0
        if variant in ("parity", "pro+parity"):
            self.move_marker()

    def move_marker(self) -> None:
        others = [slot for slot in self.rows if slot != self.marked]
        self.marked = min(others, key=lambda slot: self.rows[slot][-1])
        self.parity = self.rows[self.marked][-1] % 2

    def is_row(self, slot: int | None) -> bool:
        # An empty slot is not a row for any purpose.
        return slot in self.rows and self.rows[slot] != []

    def five_rows(self) -> bool:
        return [self.is_row(slot) for slot in self.rows].count(True) == 5

    def limit(self, slot: int) -> int:
        # The even/odd marker counts for nothing here.
        return 6 if slot in self.sevens else 5

    def full(self, slot: int) -> bool:
        return len(self.rows[slot]) >= self.limit(slot)

    def may_be_added(self, card: int, slot: int) -> bool:
        if not self.is_row(slot) or slot in self.stops:
            return False
        return slot != self.marked or card % 2 == self.parity

    def fit(self, card: int) -> int | None:
        """Rule 3: the row whose last card is the highest of those below the card."""
        slots = [slot for slot in self.rows if self.may_be_added(card, slot) and self.rows[slot][-1] < card]
        return max(slots, key=lambda slot: self.rows[slot][-1]) if slots else None

    def open_rows(self) -> list[int]:
        """What rule 5 offers: the marked row as well, but no stopped one."""
        return [slot for slot in self.rows if self.is_row(slot) and slot not in self.stops]

    def chosen(self, choice: int | None) -> int:
        refuse(choice is None, "the card is too low for every row: a row has to be chosen")
        refuse(choice not in self.open_rows(), f"row {choice} cannot be taken")
        return choice

    def take(self, slot: int, starter: int, five: bool) -> list[int]:
        """Take a row; `starter` starts it anew, but goes along while there are five rows."""
        taken = self.rows[slot]
        self.rows[slot] = [starter]
        if five:
            taken = [*taken, starter]
            self.rows[slot] = []
        self.sevens.discard(slot)
        self.stops.clear()
        if self.marked is not None:
            self.move_marker()
        return taken

    def take_if_too_long(self, slot: int, five: bool) -> list[int]:
        # After insert and slide: all but the highest card, and that one too while there are five rows.
        if len(self.rows[slot]) <= self.limit(slot):
            return []
        highest = self.rows[slot].pop()
        return self.take(slot, highest, five)

    def place_as_usual(self, play: Play) -> Placed:
        slot = self.fit(play.card)
        if slot is None:
            slot = self.chosen(play.choice)
            return slot, self.take(slot, play.card, self.five_rows())
        no_choice(play.choice)
        if self.full(slot):
            return slot, self.take(slot, play.card, self.five_rows())
        self.rows[slot].append(play.card)
        return slot, []

    def place_row5(self, play: Play) -> Placed:
        no_choice(play.choice)
        refuse(self.five_rows(), "there are five rows already")
        slot = next(slot for slot in self.rows if not self.is_row(slot))
        self.rows[slot] = [play.card]
        return slot, []

    def place_seven(self, play: Play) -> Placed:
        no_choice(play.choice)
        slot = self.fit(play.card)
        refuse(slot is None, "seven takes: no row fits")
        refuse(slot in self.sevens, f"row {slot} has a seven takes already")
        self.sevens.add(slot)
        # Never a take: a row of five becomes one of six, and one of six would have had its seven takes already.
        self.rows[slot].append(play.card)
        return slot, []

    def place_insert(self, play: Play) -> Placed:
        no_choice(play.choice)
        slot = play.slot
        refuse(not self.is_row(slot) or slot in self.stops, f"nothing can be inserted into row {slot}")
        refuse(play.card > self.rows[slot][-1], "insert never goes at the end of a row")
        self.rows[slot] = sorted([*self.rows[slot], play.card])
        return slot, self.take_if_too_long(slot, self.five_rows())

    def place_replace(self, play: Play) -> Placed:
        refuse(len(self.turns) + 1 == self.length, "replace in the last turn: nobody has another card")
        check_card(play.other, 104)
        # The revealed card is still among the seen ones here, so it cannot replace itself.
        refuse(play.other in self.seen, f"card {play.other} has been seen already")
        self.seen.remove(play.card)
        self.seen.add(play.other)
        return self.place_as_usual(play._replace(card=play.other))

    def place_slide(self, play: Play) -> Placed:
        # Counted before the move: a row that it empties is still a row while it lasts.
        five = self.five_rows()
        source = next((slot for slot in self.rows if play.other in self.rows[slot]), None)
        goal = play.slot
        refuse(source is None, f"card {play.other} is in no row")
        refuse(goal == source or not self.is_row(goal), f"card {play.other} cannot move to row {goal}")
        refuse(source in self.stops or goal in self.stops, "a stopped row can neither give nor get a card")
        self.rows[source].remove(play.other)
        self.rows[goal] = sorted([*self.rows[goal], play.other])
        taken = self.take_if_too_long(goal, five)
        if self.rows[source] == []:
            no_choice(play.choice)
            self.sevens.discard(source)
            self.rows[source] = [play.card]
            return source, taken
        slot, more = self.place_as_usual(play)
        return slot, taken + more

    def place_stop(self, play: Play) -> Placed:
        refuse(not self.is_row(play.slot) or play.slot in self.stops, f"row {play.slot} cannot be stopped")
        refuse(len(self.stops) == 2, "there are two stops on the table already")
        self.stops.add(play.slot)
        return self.place_as_usual(play)

    def place_neg(self, play: Play) -> Placed:
        slot = self.fit(play.card)
        if slot is None:
            slot = self.chosen(play.choice)
        else:
            refuse(not self.full(slot), "negative = positive: no row is about to be taken")
        # Looked for before the row is taken: the card just played cannot be the one.
        refuse(play.other not in self.rows[slot], f"card {play.other} is not in row {slot}")
        return self.place_as_usual(play)

    def place(self, seat: int, play: Play) -> dict:
        refuse(play.special is not None and self.variant != "special", "no special cards in this variant")
        slot, taken = getattr(self, f"place_{play.special or 'as_usual'}")(play)
        before = self.pile[seat]
        after = before + sum(heads(card) for card in taken)
        if play.special == "neg":
            # It does not count itself and cancels as much again; what would go below zero is lost.
            after = max(0, after - 2 * heads(play.other))
        self.pile[seat] = after
        card = play.other if play.special == "replace" else play.card
        result = {"player": self.players[seat], "card": card, "row": slot, "takes": sorted(taken)}
        result["heads"] = after - before
        if play.special is not None:
            result["special"] = play.special
        return result

    def reveal(self, cards: list[int]) -> None:
        refuse(len(cards) != len(self.players), f"{len(cards)} plays for {len(self.players)} players")
        for seat, card in enumerate(cards):
            check_card(card, deck_size(self.variant, len(self.players)))
            refuse(card in self.seen, f"card {card} has been seen already")
            refuse(self.hands is not None and card not in self.hands[seat], f"card {card} is not in the player's hand")
            self.seen.add(card)

    def turn(self, plays: list[Play]) -> None:
        self.reveal([play.card for play in plays])
        # Fixed by the revealed cards: a replaced card changes nobody's place in the order.
        order = sorted(range(len(plays)), key=lambda seat: plays[seat].card)
        self.turns.append([self.place(seat, plays[seat]) for seat in order])

    def report(self) -> dict:
        result = {"rows": self.start, "turns": self.turns, "heads": self.pile, "final_rows": list(self.rows.values())}
        if self.void:
            result["void"] = True
        return result


def read_words(line: str) -> Words:
    words, at = [], 0
    while at < len(line) and line[at] != "#":
        end = at + 1
        if line[at] == '"':
            end = line.find('"', end)
            refuse(end < 0, "a quote is not closed")
            words.append((line[at + 1 : end], True))
            end += 1
            refuse(line[end : end + 1] not in ("", " ", "\t", "#"), "something hangs on a name in quotes")
        elif line[at] not in " \t":
            while end < len(line) and line[end] not in " \t#":
                end += 1
            words.append((line[at:end], False))
            refuse('"' in line[at:end], "a quote inside a word")
        at = end
    return words


def unquoted(words: Words) -> list[str]:
    refuse(any(quoted for _, quoted in words), "only names can be in quotes")
    return [word for word, _ in words]


def read_number(word: str) -> int:
    refuse(not re.fullmatch(NUMBER, word), f"not a number of one to three digits, without leading zeros: {word}")
    return int(word)


def read_play(word: str) -> Play:
    match = PLAY.fullmatch(word)
    refuse(match is None, f"not a play: {word}")
    card, special, equals, other, at, slot, choice = match.groups()
    shape = (equals or "") + (at or "")
    refuse(special is not None and SPECIALS.get(special) != shape, f"not a special card: {word}")
    card, other, slot, choice = (None if text is None else int(text) for text in (card, other, slot, choice))
    return Play(card, special, other, slot, choice)


class Game:
    """A game, read line by line."""

    def __init__(self) -> None:
        self.headed = self.begun = self.was_adjusted = self.stopped = False
        self.settings: dict[str, str | int] = {}
        self.players: list[str] = []
        self.rounds: list[Round] = []
        self.round: Round | None = None  # the one under way
        self.drafted: dict[int, list[int]] = {}
        self.finished = 0
        self.counted: list[int] = []  # heads of the finished rounds
        self.adjusted: list[int] = []

    def setting(self, word: str) -> str | int:
        special = self.settings.get("variant") == "special"
        defaults = {"variant": "base", "target": 0 if special else 66, "ending": "over", "rounds": 2 if special else 0}
        return self.settings.get(word, defaults[word])

    def totals(self) -> list[int]:
        return [self.counted[seat] + self.adjusted[seat] for seat in range(len(self.players))]

    def over(self) -> bool:
        if self.stopped:
            return True
        if self.round is not None or self.finished == 0:
            return False
        if self.setting("rounds") != 0 and self.finished >= self.setting("rounds"):
            return True
        target, most = self.setting("target"), max(self.totals())
        return target != 0 and (most > target or (most == target and self.setting("ending") == "reach"))

    def winners(self) -> list[str]:
        if not self.over() or self.finished == 0:
            return []
        totals = self.totals()
        return [name for name, total in zip(self.players, totals, strict=True) if total == min(totals)]

    def read(self, line: str) -> bool:
        """Obey one line; False if there is no statement on it."""
        words = read_words(line)
        if words == []:
            return False
        word, rest = unquoted(words[:1])[0], words[1:]
        if not self.headed:
            refuse(word != "oxtally-record" or unquoted(rest) != ["1"], "a record starts with: oxtally-record 1")
            self.headed = True
        elif word in SETTINGS:
            self.read_setting(word, rest)
        else:
            refuse(word not in STATEMENTS, f"unknown word: {word}")
            refuse(self.players == [], "the players have to be named first")
            # An adjust can open the game again, which is why the end is looked at anew for each statement.
            refuse(self.over() and word != "adjust", "the game is over")
            getattr(self, "read_" + word)(rest)
            # Settings stand before the first `rows`; after the end, only adjust may follow.
            self.begun = self.begun or word in ("rows", "stop")
        return True

    def read_setting(self, word: str, rest: Words) -> None:
        refuse(self.begun, "settings stand before the first round")
        refuse(word in self.settings or (word == "players" and self.players != []), f"{word} is set twice")
        if word == "players":
            self.read_players([name for name, _ in rest])
        else:
            refuse(len(rest) != 1, f"{word} takes one value")
            value = unquoted(rest)[0]
            self.settings[word] = value if word in ("variant", "ending") else read_number(value)
        refuse(self.setting("variant") not in VARIANTS, "no such variant")
        refuse(self.setting("ending") not in ("over", "reach"), "no such ending")
        refuse(self.setting("target") > 999, "the target is 999 at most")
        refuse(self.setting("rounds") > 99, "99 rounds at most")
        # Here, so that the later one of the two lines is blamed.
        refuse(self.setting("variant") == "special" and len(self.players) > 8, "special is for 8 players at most")
        # Hands may have been drafted before the variant is named.
        refuse(self.setting("variant") == "special" and self.drafted != {}, "no draft with special cards")
        for hand in self.drafted.values():
            for card in hand:
                check_card(card, deck_size(self.setting("variant"), len(self.players)))

    def read_players(self, names: list[str]) -> None:
        refuse(not 2 <= len(names) <= 10, "2 to 10 players")
        for name in names:
            refuse(not 1 <= len(name) <= 12, "a name has 1 to 12 characters")
            printable = all("\x20" <= letter <= "\x7e" or "\xa0" <= letter <= "\xff" for letter in name)
            refuse(not printable, "a name is made of printable Latin-1 characters")
        refuse(len({name.casefold() for name in names}) != len(names), "two players have the same name")
        self.players = names
        self.counted, self.adjusted = [0] * len(names), [0] * len(names)

    def seat(self, rest: Words) -> int:
        refuse(rest == [] or rest[0][0] not in self.players, "no such player")
        return self.players.index(rest[0][0])

    def new_cards(self, words: Words, count: int) -> list[int]:
        """Cards that lie open before a round: of this deck, all different, and in no drafted hand."""
        cards = [read_number(word) for word in unquoted(words)]
        refuse(len(cards) != count, f"{count} cards are needed")
        for card in cards:
            check_card(card, deck_size(self.setting("variant"), len(self.players)))
            refuse(cards.count(card) > 1, f"card {card} is there twice")
            refuse(any(card in hand for hand in self.drafted.values()), f"card {card} is in a drafted hand")
        return cards

    def read_draft(self, rest: Words) -> None:
        refuse(self.setting("variant") == "special", "no draft with special cards")
        refuse(self.round is not None, "a draft comes before the round")
        seat = self.seat(rest)
        refuse(seat in self.drafted, "this hand is drafted already")
        self.drafted[seat] = self.new_cards(rest[1:], 10)

    def read_rows(self, rest: Words) -> None:
        refuse(self.round is not None, "a round is under way")
        refuse(len(self.drafted) not in (0, len(self.players)), "a draft is for all players or for none")
        start = self.new_cards(rest, 4)
        hands = [self.drafted[seat] for seat in range(len(self.players))] if self.drafted else None
        self.drafted = {}
        self.round = Round(self.setting("variant"), self.players, start, hands)
        self.rounds.append(self.round)

    def read_turn(self, rest: Words) -> None:
        refuse(self.round is None, "no round is under way")
        self.round.turn([read_play(word) for word in unquoted(rest)])
        if len(self.round.turns) == self.round.length:
            self.counted = [old + new for old, new in zip(self.counted, self.round.pile, strict=True)]
            self.finished += 1
            self.round = None

    def read_void(self, rest: Words) -> None:
        refuse(rest != [] or self.round is None, "void stands alone, while a round is under way")
        self.round.void = True
        self.round = None

    def read_adjust(self, rest: Words) -> None:
        seat, amounts = self.seat(rest), unquoted(rest[1:])
        refuse(len(amounts) != 1, "adjust takes a player and a number")
        digits = amounts[0].removeprefix("-")
        refuse(not 1 <= read_number(digits) <= 171, "adjust takes 1 to 171, or -1 to -171")
        refuse(self.totals()[seat] + int(amounts[0]) < 0, "a total never falls below zero")
        self.adjusted[seat] += int(amounts[0])
        self.was_adjusted = True

    def read_stop(self, rest: Words) -> None:
        refuse(rest != [], "stop stands alone")
        self.stopped = True
        self.round = None

    def report(self) -> dict:
        result = {"variant": self.setting("variant"), "players": self.players}
        result["rounds"] = [played.report() for played in self.rounds]
        result.update({"totals": self.totals(), "over": self.over(), "winners": self.winners()})
        if self.stopped:
            result["stopped"] = True
        if self.was_adjusted:
            result["adjusted"] = self.adjusted
        return result


def replay(text: str) -> dict:
    """The object that `oxtally replay --json` prints for this record; raises Wrong for an illegal one."""
    game, last = Game(), 1
    for at, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        try:
            if game.read(line.removesuffix("\r")):
                last = at
        except Wrong as wrong:
            wrong.line = at
            raise
    if game.players == []:
        raise Wrong("the record ends before its players", last)
    return game.report()
