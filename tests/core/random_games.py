"""Random records for the tests, legal ones and ones with a single mistake, made with the second opinion alone."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterator

from second_opinion import SPECIALS, VARIANTS, Game, Play, Round, Wrong, deck_size, read_play

RARE = ("third stop", "second seven", "replace at last", "drafted card", "draft for some", "not in the hand")
Mistakes = Iterator[tuple[str, str]]
NAMES = (
    *("Anna", "Ben", "Chloé", "Van Dam", "Zoë", "Ñandú", "O'Neil", "Li\xa0An", "#1", "A # B", "Jean-Jacques", "ß"),
    *("turn", "7", "-3", "x>1", "Ærøskøbing", "Ann", "Ann B", "ÿ", "µ", "Þór", "¿Qué?", "a+b=c@d"),
)


def numbers(word: str, cards: list) -> str:
    return " ".join([word, *map(str, cards)])


def quoted(name: str) -> str:
    return f'"{name}"' if " " in name or "#" in name else name


def written(play: Play) -> str:
    text = str(play.card)
    if play.special is not None:
        text += "+" + play.special
    if play.other is not None:
        text += f"={play.other}"
    if play.slot is not None:
        text += f"@{play.slot}"
    return text if play.choice is None else f"{text}>{play.choice}"


def scratch(table: Round) -> Round:
    """A copy on which a play can be tried."""
    other = copy.copy(table)
    other.rows = {slot: list(row) for slot, row in table.rows.items()}
    other.seen, other.pile = set(table.seen), list(table.pile)
    other.sevens, other.stops = set(table.sevens), set(table.stops)
    return other


# Legal games


class Writer:
    """Lines of a legal record, with the game as it stands after them."""

    def __init__(self, rng: random.Random) -> None:
        self.rng, self.game, self.lines = rng, Game(), []

    def say(self, line: str) -> None:
        self.game.read(line)
        self.lines.append(line)

    def chance(self, probability: float) -> bool:
        return self.rng.random() < probability

    def settings(self, variant: str, players: int, rounds: int) -> None:
        self.say("oxtally-record 1")
        self.say(f"variant {variant}")
        names = list(self.rng.sample(NAMES, players)) if self.chance(0.4) else [f"P{n}" for n in range(1, players + 1)]
        self.say("players " + " ".join(quoted(name) for name in names))
        special = variant == "special"
        target = self.rng.choice((0, 1, 15, 30, 45, 66, 100, 999)) if self.chance(0.5) else self.game.setting("target")
        if target != (0 if special else 66):
            self.say(f"target {target}")
        if self.chance(0.4):
            self.say("ending reach")
        limit = self.rng.choice((0, 1, rounds, rounds + 1, 99)) if self.chance(0.4) else self.game.setting("rounds")
        if limit != (2 if special else 0):
            self.say(f"rounds {limit}")

    def adjust(self) -> None:
        seat = self.rng.randrange(len(self.game.players))
        total, target = self.game.totals()[seat], self.game.setting("target")
        # Close to the target as well, where it can end the game or open it again.
        close = self.rng.choice((target, target, target + 1, 0)) - total
        amount = max(-total, self.rng.choice((self.rng.randint(-171, 171), self.rng.randint(-9, 9), close)))
        if amount != 0 and abs(amount) <= 171:
            self.say(f"adjust {quoted(self.game.players[seat])} {amount}")

    def reopen(self) -> None:
        """Adjust whoever is too high, so that the game may go on."""
        for seat, name in enumerate(self.game.players):
            excess = self.game.totals()[seat] - self.game.setting("target") + 1
            if 1 <= excess <= min(171, self.game.totals()[seat]):
                self.say(f"adjust {quoted(name)} {-excess}")

    def a_round(self, specials: float, adjusts: float) -> None:
        """One round, perhaps cut short by void or stop."""
        game, rng = self.game, self.rng
        variant, names = game.setting("variant"), game.players
        length = 12 if variant == "special" else 10
        deck = deck_size(variant, len(names))
        cards = rng.sample(range(1, deck + 1), length * len(names) + 4)
        start, hands = cards[:4], [cards[4 + n * length :][:length] for n in range(len(names))]
        if variant != "special" and self.chance(0.3):
            for name, hand in zip(names, hands, strict=True):
                if self.chance(adjusts):
                    self.adjust()
                if game.over():
                    self.reopen()
                if game.over():
                    return
                self.say(numbers("draft " + quoted(name), hand))
        self.say(numbers("rows", start))
        ending = rng.choice(("void", "void", "stop")) if self.chance(0.15) else None
        end = rng.randrange(length)
        for at in range(length):
            if self.chance(adjusts / 10):
                self.adjust()
            if ending is not None and at == end:
                self.say(ending)
                return
            self.a_turn(hands, specials)

    def a_turn(self, hands: list[list[int]], specials: float) -> None:
        table = scratch(self.game.round)
        cards = [self.rng.choice(hand) for hand in hands]
        for hand, card in zip(hands, cards, strict=True):
            hand.remove(card)
        table.reveal(cards)
        plays = [Play(card) for card in cards]
        for seat in sorted(range(len(cards)), key=lambda seat: cards[seat]):
            play = None
            if specials and self.chance(specials):
                play = self.special_play(table, seat, cards[seat], hands[seat])
            if play is None:
                play = self.usual_play(table, cards[seat])
            elif play.special == "replace":
                hands[seat].remove(play.other)
                hands[seat].append(play.card)
            table.place(seat, play)
            plays[seat] = play
        self.say("turn " + " ".join(map(written, plays)))

    def usual_play(self, table: Round, card: int) -> Play:
        choice = self.rng.choice(table.open_rows()) if table.fit(card) is None else None
        return Play(card, choice=choice)

    def special_play(self, table: Round, seat: int, card: int, hand: list[int]) -> Play | None:
        """A special card at random, if the second opinion lets it pass."""
        special = self.rng.choice(tuple(SPECIALS))
        slots = [slot for slot, row in table.rows.items() if row]
        other = slot = choice = None
        if special == "replace" and hand:
            other = self.rng.choice(hand)
        if special == "slide":
            # Short rows and full ones more often: those are the ones that get emptied or taken.
            short = [slot for slot in slots if len(table.rows[slot]) == 1] * 2
            source = self.rng.choice(slots + short + [slot for slot in table.sevens if len(table.rows[slot]) < 3] * 4)
            slot = self.rng.choice(slots + [slot for slot in slots if table.full(slot)] * 3)
            other = self.rng.choice(table.rows[source])
        if special in ("insert", "stop"):
            slot = self.rng.choice(slots)
        if special == "neg":
            taken = table.fit(card)
            if taken is None:
                taken = choice = self.rng.choice(table.open_rows())
            other = self.rng.choice(table.rows[taken])
        if "=" in SPECIALS[special] and other is None:
            return None
        play = Play(card, special, other, slot, choice)
        # Whether a row has to be chosen shows only when the special card has done its work.
        for attempt in (play, *(play._replace(choice=n) for n in self.rng.sample(slots, len(slots)))):
            try:
                scratch(table).place(seat, attempt)
            except Wrong:
                continue
            return attempt
        return None


def write_game(rng: random.Random, variant: str | None, players: int | None, rounds: int | None) -> Writer:
    variant = variant or rng.choice(VARIANTS)
    players = players or rng.randint(2, 8 if variant == "special" else 10)
    rounds = rng.randint(1, 4) if rounds is None else rounds
    writer = Writer(rng)
    writer.settings(variant, players, rounds)
    game = writer.game
    specials = rng.choice((0.1, 0.4, 0.8)) if variant == "special" else 0
    adjusts = rng.choice((0, 0, 0.1, 0.4))
    while True:
        while writer.chance(adjusts):
            writer.adjust()
        if game.over() and not game.stopped and writer.chance(0.3):
            writer.reopen()
        if game.over() or game.drafted or game.finished >= rounds:
            break
        if writer.chance(0.02):
            writer.say("stop")
        else:
            writer.a_round(specials, adjusts)
    if not game.over() and writer.chance(0.1):
        writer.say("stop")
    while writer.chance(adjusts):
        writer.adjust()
    return writer


def random_record(
    rng: random.Random, variant: str | None = None, players: int | None = None, rounds: int | None = None
) -> str:
    """A legal record in canonical form; `rounds` is how many rounds are finished at most."""
    lines = write_game(rng, variant, players, rounds).lines
    if rng.random() < 0.15:
        # A record may end anywhere after the players.
        lines = lines[: rng.randint(3, len(lines))]
    return "\n".join(lines) + "\n"


# Mistakes: pairs of a kind and what would be wrong before the next legal line, the last line of it if there are more


def wrong_settings(rng: random.Random, game: Game, line: str) -> Mistakes:
    if not game.headed:
        yield "header", rng.choice(("variant base", "oxtally-record 2", "oxtally-record 01", 'oxtally-record "1"'))
        return
    yield "word", rng.choice(("deal 1 2 3 4", "Stop", '"stop"', "oxtally-record 1", "turn,"))
    if game.begun:
        yield "late setting", rng.choice(("target 50", "ending over", "rounds 3", "variant base", "players A B"))
        return
    for word in game.settings:
        yield "setting twice", f"{word} {game.settings[word]}"
    bad = ("target 1000", "target 066", "target -1", "ending Over", "rounds 100", "rounds", 'target "9"')
    yield "value", rng.choice(bad)
    if game.players:
        yield "players twice", "players A B"
    else:
        yield "no players yet", rng.choice(("rows 1 2 3 4", "adjust P1 3", "stop", "void"))
        names = ("A", "A B a", 'A "" B', "A Abcdefghijklm", "Œuf A", 'A "B', 'A"B" C', '"A"B C', "A 名", "A B\x7f")
        yield "names", "players " + rng.choice((*names, " ".join("ABCDEFGHIJK")))
        if "variant" not in game.settings:
            yield "nine with special", "players A B C D E F G H I\nvariant special"
            yield "variant", rng.choice(("variant Base", "variant parity+pro", "variant", "variant pro parity"))
        if game.setting("variant") == "special":
            yield "nine with special", "players A B C D E F G H I"


def wrong_adjust(rng: random.Random, game: Game, line: str) -> Mistakes:
    seat = rng.randrange(len(game.players))
    name, total = quoted(game.players[seat]), game.totals()[seat]
    bad = ("0", "-0", "172", "-172", "+3", "03", "3.0", "--3", '"3"', "", "1 1")
    yield "adjust amount", f"adjust {name} {rng.choice(bad)}"
    yield "adjust name", rng.choice(("adjust Nobody 3", "adjust"))
    if total < 171:
        yield "below zero", f"adjust {name} {-rng.randint(total + 1, 171)}"


def wrong_statement(rng: random.Random, game: Game, line: str) -> Mistakes:
    deck = deck_size(game.setting("variant"), len(game.players))
    fresh = [card for card in range(1, deck + 1) if not any(card in hand for hand in game.drafted.values())]
    rng.shuffle(fresh)
    rows, hand, nine = numbers("rows", fresh[:4]), numbers("", fresh[:10]), numbers("", fresh[:9])
    free = ["draft " + quoted(name) for seat, name in enumerate(game.players) if seat not in game.drafted]
    if game.over():
        yield "after the end", rng.choice((rows, *(name + hand for name in free)))
        yield "second stop" if game.stopped else "stop after the end", "stop"
    else:
        yield "second stop", "stop\nstop"
    if game.round is not None:
        yield "round in a round", rng.choice((rows, free[0] + hand))
        yield "words after", rng.choice(("void 1", "stop now", 'void ""'))
        return
    yield "void outside", "void"
    yield "turn outside", numbers("turn", fresh[-len(game.players) :])
    if game.over():
        return
    if game.setting("variant") == "special":
        yield "draft with special", free[0] + hand
    elif free:
        bad = (hand + nine, "", " 0", " 0" + str(fresh[9]), f" {deck + 1}", f" {fresh[0]}", " x", f' "{fresh[9]}"')
        yield "draft hand", free[0] + nine + rng.choice(bad)
        yield "draft name", "draft Nobody" + hand
    if game.drafted:
        seat = rng.choice(list(game.drafted))
        yield "draft twice", "draft " + quoted(game.players[seat]) + hand
        drafted = rng.choice(game.drafted[seat])
        yield "drafted card", f"{free[0] + nine} {drafted}" if free else numbers("rows", [*fresh[:3], drafted])
        if free:
            yield "draft for some", rows
    else:
        bad = ("0", "105", deck + 1, fresh[1], f"0{fresh[3]}", "", "98 99", "x", "1>1", "-1", "\uff11", "1234567")
        yield "rows", numbers("rows", [*fresh[:3], rng.choice(bad)])


def wrong_turn(rng: random.Random, game: Game, line: str) -> Mistakes:
    table, plays = game.round, [read_play(word) for word in line.split()[1:]]
    seat = rng.randrange(len(plays))
    play, text = plays[seat], written(plays[seat])

    def turn(other: str | Play, at: int = seat) -> str:
        words = [written(each) for each in plays]
        words[at] = other if isinstance(other, str) else written(other)
        return "turn " + " ".join(words)

    yield "seen card", turn(play._replace(card=rng.choice([*table.seen, plays[seat - 1].card])))
    yield "no such card", turn(play._replace(card=rng.choice((0, 105, 999, deck_size(table.variant, len(plays)) + 1))))
    yield "number of plays", rng.choice((line.rsplit(" ", 1)[0], f"{line} {min(set(range(1, 106)) - table.seen)}"))
    bad = ("0" + text, f'"{text}"', "+" + text, text + ">", "x", text + ">1>2", text + ">01")
    yield "digits", turn(rng.choice(bad))
    if play.choice is None:
        yield "needless choice", turn(play._replace(choice=rng.randint(1, 4)))
    else:
        yield "no choice", turn(play._replace(choice=None))
        yield "no such row", turn(play._replace(choice=rng.choice((0, 6, 9))))
    if table.hands is not None:
        plays[seat], plays[seat - 1] = plays[seat - 1], play
        yield "not in the hand", turn(plays[seat])
        plays[seat], plays[seat - 1] = play, plays[seat]
    bad = ("fly", "insert", "insert=3", "seven@2", "slide=3", "slide@3", "slide@3=4", "row5+seven", "neg", "row5=1")
    yield "special word", turn(f"{play.card}+{rng.choice(bad)}")
    if table.variant == "special":
        yield from wrong_special(rng, table, min(plays), lambda other: turn(other, plays.index(min(plays))))
    else:
        yield "special refused", turn(f"{play.card}+" + rng.choice(("row5", "seven", "insert@1", "replace=9", "neg=3")))


def wrong_special(rng: random.Random, table: Round, first: Play, turn: Callable[[Play], str]) -> Mistakes:
    """Special cards for the lowest card of a turn, which finds the table as the turn before left it."""
    card, fit = first.card, table.fit(first.card)
    rows = [slot for slot, row in table.rows.items() if row]
    shut = [slot for slot in (0, *table.rows, 6) if slot not in table.open_rows()]
    loose = [slot for slot in rows if slot not in table.stops]
    cards = [other for slot in loose for other in table.rows[slot]]
    here = next(slot for slot in rows if rng.random() < 0.3 or slot == rows[-1])
    if len(rows) == 5:
        yield "sixth row", turn(Play(card, "row5"))
    if fit is None:
        yield "seven without row", turn(Play(card, "seven"))
        yield "shut row", turn(Play(card, choice=rng.choice(shut)))
    elif fit in table.sevens:
        yield "second seven", turn(Play(card, "seven"))
    else:
        yield "insert at the end", turn(Play(card, "insert", slot=fit))
    yield "insert into none", turn(Play(card, "insert", slot=rng.choice(shut)))
    yield "stop on none", turn(Play(card, "stop", slot=rng.choice(shut), choice=first.choice))
    if len(table.stops) == 2:
        yield "third stop", turn(Play(card, "stop", slot=rng.choice(loose), choice=first.choice))
    if len(table.turns) + 1 == table.length:
        unseen = [other for other in range(1, 105) if other not in table.seen and other > card]
        yield "replace at last", turn(Play(card, "replace", rng.choice(unseen or [1])))
    yield "replace by seen", turn(Play(card, "replace", rng.choice([card, 0, 105, *table.seen])))
    yield "slide to none", turn(Play(card, "slide", rng.choice(cards), rng.choice(shut), first.choice))
    yield "slide to itself", turn(Play(card, "slide", table.rows[here][0], here, first.choice))
    yield "slide of none", turn(Play(card, "slide", rng.choice([card, 0, *({*table.seen} - {*cards})]), here))
    for slot in table.stops:
        yield "slide from stop", turn(Play(card, "slide", rng.choice(table.rows[slot]), rng.choice(loose)))
    about = first.choice if fit is None else fit
    if fit is not None and not table.full(fit):
        yield "neg without take", turn(Play(card, "neg", rng.choice(table.rows[fit])))
    elif about is not None:
        wrong = [card, *(other for slot in rows if slot != about for other in table.rows[slot])]
        yield "neg elsewhere", turn(Play(card, "neg", rng.choice(wrong), None, None if fit else about))


def planted(rng: random.Random) -> tuple[str, str, int]:
    """The kind of a mistake, a record that holds it, and its line."""
    lines = write_game(rng, rng.choice((None, "special")), None, rng.randint(1, 2)).lines
    game, found = Game(), {}
    for at, line in enumerate([*lines, ""]):
        # Not at every line: most turns are alike.
        if not line.startswith("turn") or rng.random() < 0.3 or len(game.round.stops) == 2:
            kinds = [wrong_settings]
            if game.players:
                kinds += [wrong_adjust, wrong_statement]
            if line.startswith("turn"):
                kinds.append(wrong_turn)
            for kind, bad in (pair for function in kinds for pair in function(rng, game, line)):
                found.setdefault(kind, []).append((at, bad))
        game.read(line)
    rare = [kind for kind in found if kind in RARE]
    kind = rng.choice(rare if rare and rng.random() < 0.2 else sorted(found))
    at, bad = rng.choice(found[kind])
    lines.insert(at, bad)
    for _ in range(rng.choice((0, 0, 1, 3))):
        # Lines without a statement count as well.
        place = rng.randint(0, at)
        lines.insert(place, rng.choice(("", " \t", "# rows 1 2 3", '  # "')))
        at += 1
    return kind, rng.choice(("\n", "\n", "\r\n")).join(lines) + "\n", at + 1 + bad.count("\n")


def illegal_record(rng: random.Random) -> tuple[str, int]:
    """A random record with one mistake, and the line where it must be refused."""
    _, text, line = planted(rng)
    return text, line
