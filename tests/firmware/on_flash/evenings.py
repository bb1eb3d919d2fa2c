"""Evenings on a small flash chip, operation by operation, for the campaign in power_cuts. Runs on both interpreters."""

from ox.app.app import App
from ox.core.game import FOR_CHOICE, FOR_NOTHING
from ox.journal import tail
from oxtally.board.clock import Clock
from oxtally.board.files import MICROPYTHON, Files
from oxtally.board.flash import Flash, PowerCut

BLOCKS = 27  # a small chip: full after a few games, and quickly copied
# MicroPython's statvfs counts the two blocks of each of our five folders twice: it sees less room than there is.
RESERVE_BLOCKS = 2 if MICROPYTHON else 12
_OFTEN = 10  # one evening in so many has a chip whose folders are about to move, which littlefs does after 101 erases


class Dice:
    """The same numbers on every interpreter."""

    def __init__(self, seed):
        self.state = seed * 2654435761 % 4294967296 + 1

    def roll(self, sides):
        self.state = (self.state * 1664525 + 1013904223) % 4294967296
        return (self.state >> 12) % sides


def settings(dice):
    seats = ["Somebody %d" % seat for seat in range(2 + dice.roll(5))]
    return {"seats": seats, "rounds": 1, "variant": (0, 0, 0, 4)[dice.roll(4)], "target": 0}


class Evening:
    """A device on a chip, and somebody who types."""

    def __init__(self, flash, dice):
        self.flash = flash
        self.dice = dice
        self.whims = True  # now and then somebody presses something else
        self.ms = 0
        clock = flash.clock = Clock()
        self.files = Files(flash)
        self.app = App(self.files, self.new_id, lambda: 0, lambda: clock.now // 1000)
        while self.app.over:
            self.app.over.pop()

    def new_id(self):
        return bytes([self.dice.roll(256) for _ in range(8)])

    def now(self):
        """(game, its entries)"""
        journal = self.app.journal()
        return (journal.number, list(journal)) if journal else (0, [])

    def press(self, key):
        self.ms += 1000
        self.app.key(key, self.ms)
        self.rest()

    def rest(self):
        while self.app.rest():
            pass

    def off(self):
        """Close files that the next garbage collection would close otherwise, at a moment when it cannot."""
        try:
            self.app.put_away()
        except (OSError, PowerCut):
            pass

    def next_keys(self):
        """Something that people would press now."""
        app, dice = self.app, self.dice
        if app.mode() is not app.table:
            return "#"
        game = app.history.game
        if self.whims and dice.roll(12) == 0:
            return ("*", "#", "*#", "D2113#", "B*")[dice.roll(5)]
        if app.table.placing(app) or app.table.round_end(app) or game.waits_for() == FOR_NOTHING:
            return "#"
        now = game.round
        if game.waits_for() == FOR_CHOICE:
            rows = now.choices()
            return str(rows[dice.roll(len(rows))] + 1)
        seen = now.seen if now and not now.finished else bytes(105)
        card = 1 + dice.roll(104)
        while seen[card]:
            card = card % 104 + 1
        return str(card) + ("#" if card <= 10 else "")


class Story:
    """What was done to a chip, operation by operation, and what had been acknowledged when.

    `states` has (operations so far, game, how many entries), `games` all that was entered by the number of the game.
    """

    def __init__(self, start, games):
        self.start = start  # the chip before
        self.chip = start.copy()
        self.trace = self.chip.trace = []
        self.states = []
        self.games = dict(games)
        self.gone = ()  # games that were deleted on the way
        self.epoch = b""
        self.up = 0  # operations until the device was up

    def acknowledge(self, evening):
        number, entries = evening.now()
        if number and (not self.states or self.states[-1][1:] != (number, len(entries))):
            self.states.append((len(self.trace), number, len(entries)))
            self.games[number] = entries

    def allowed(self, at):
        """The states that may be seen when the power went in operation `at`: the one before it, the one it led to."""
        before = after = self.first
        for count, number, entries in self.states:
            after = (number, entries)
            if count > at:
                break
            before = after
        return (before, after)

    def last(self):
        return self.states[-1][1:] if self.states else self.first

    first = (0, 0)  # what was acknowledged before the story began


def make_evening(seed, keys):
    dice = Dice(seed)
    blank = Flash(BLOCKS)
    if seed % _OFTEN == 0:
        wear_folders(blank, 92 + dice.roll(8))
    story = Story(blank, {})
    evening = Evening(story.chip, dice)
    story.up = len(story.trace)
    story.epoch = evening.app.shelf.epoch
    evening.app.settings.update(settings(dice))
    typed = 0
    while typed < keys:
        for key in evening.next_keys():
            typed += 1
            evening.press(key)
            story.acknowledge(evening)
        if evening.app.history.game.over() and not evening.app.over and dice.roll(3) == 0:
            for number in evening.app.shelf.numbers():  # the laptop fetches everything
                evening.app.shelf.acknowledge(number, evening.app.shelf.length(number))
    evening.off()
    there = Evening(story.chip.next_life(), Dice(-1)).app.shelf.numbers()
    story.gone = [number for number in story.games if number not in there]
    return story


def wear_folders(flash, erases):
    """Bring a chip with nothing on it to where littlefs will soon give its folders other blocks."""
    evening = Evening(flash, Dice(3))
    for folder in tail.FOLDERS + ("games",):
        for _ in range(erases):
            tail.settle(evening.files, folder + "/settle", b"")
        evening.files.remove(folder + "/settle")
    evening.off()
