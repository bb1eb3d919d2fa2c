"""Pull the plug of the device, at every operation of the flash chip, in every way, and look what is left.

    power_cuts.py SEED KEYS CUTS NESTED [CONTROL]      prints one JSON object: counts, and failures that name their seed

Runs on both interpreters. An evening is typed once, and every operation of the chip is noted. Any moment of it can then
be made again: the operations up to there, and one that ends as `oxtally.board.flash` says. The device is switched on
with what is left: the game must be the one that was acknowledged, or that and the entry under way; all other games
must be whole; nothing may be called damaged. Then an entry more, and off and on again. A nested cut is one in the
middle of that: of the recovery, of the entry, of the work between turns. A break is a Ctrl-C there, a flip is a bit of
the chip that has turned round.

A CONTROL breaks the firmware on purpose (see broken_firmware): the same campaign has to find that. `-v` instead: an
exception is shown with its traceback.
"""

import gc
import json
import sys

if __name__ == "__main__":
    root = __file__.rsplit("/", 4)[0]
    for folder in ("firmware", "host", "tests/firmware/on_flash"):
        sys.path.insert(0, root + "/" + folder)

from broken_firmware import CONTROLS
from evenings import BLOCKS, RESERVE_BLOCKS, Dice, Evening, Story, make_evening
from ox.core.events import REDO, UNDO
from ox.core.refused import Refused
from ox.journal import shelf
from ox.journal.format import BadJournal
from oxtally.board.flash import BLOCK, UNSTABLE, WAYS, PowerCut


class Campaign:
    def __init__(self, seed, keys):
        shelf.RESERVE = RESERVE_BLOCKS * BLOCK
        self.seed = seed
        self.story = make_evening(seed, keys)
        self.counts = {"cuts": 0, "nested": 0, "breaks": 0, "flips": 0}
        self.failures = []

    def run(self, cuts, nested, until_failure):
        """So many cuts, spread over all operations and ways; `nested` second cuts, one break and one flip for each."""
        story = self.story
        total = len(story.trace) * len(WAYS)
        step = max(1, total // cuts)
        chip = story.start.next_life()
        done = 0
        for one in range(self.seed % step, total, step):
            at, way = one // len(WAYS), WAYS[one % len(WAYS)]
            while done < at:
                chip.redo(*story.trace[done])
                done += 1
            self.cut(chip, at, way, nested)
            if until_failure and self.failures:
                break
            gc.collect()
        return self

    def cut(self, chip, at, way, nested):
        self.counts["cuts"] += 1
        name = "seed %d operation %d way %d" % (self.seed, at, way)
        after = self.pull(chip, self.story.trace[at], self.seed * 7919 + at * 31 + way + 1, way)
        allowed = self.story.allowed(at)
        ok = self.look(after, allowed, (self.story.games,), name, at >= self.story.up, way == UNSTABLE)
        if not ok or not nested:
            return
        recovery = self.go_on(after, allowed)
        dice = Dice(self.seed + at * 6 + way)
        for _ in range(nested if recovery.trace else 0):
            place, second = dice.roll(len(recovery.trace)), (WAYS + (UNSTABLE, UNSTABLE))[dice.roll(len(WAYS) + 2)]
            self.counts["nested"] += 1
            again = after.copy()
            for operation in recovery.trace[:place]:
                again.redo(*operation)
            again = self.pull(again, recovery.trace[place], place * 7 + second + 1, second)
            unstable = UNSTABLE in (way, second)
            two = "%s then %d way %d" % (name, place, second)
            may_be = self.later(recovery, allowed, place)
            self.look(again, may_be, (self.story.games, recovery.games), two, at >= self.story.up, unstable)
        if recovery.trace:
            place = dice.roll(len(recovery.trace))
            self.break_in(after, recovery, place, allowed, name, at, way == UNSTABLE)
        if at >= self.story.up:
            self.flip(after, recovery, dice, name)

    def pull(self, chip, operation, seed, way):
        """The chip as it is when the power goes in the middle of that operation."""
        chip = chip.copy()
        chip.cut_at(0, seed, way)
        try:
            chip.redo(*operation)
        except PowerCut:
            pass
        return chip.next_life()

    def later(self, recovery, allowed, place):
        """What may be seen when the power went again: as long as nothing was shown, what was allowed before."""
        return allowed + recovery.allowed(place) if place < recovery.up else recovery.allowed(place)

    def go_on(self, chip, allowed):
        """Switch on, take back a step and bring it back, rest."""
        recovery = Story(chip, self.story.games)
        evening = Evening(recovery.chip, Dice(self.seed + 1))
        recovery.up = len(recovery.trace)
        recovery.first = allowed[0]
        self.type_on(evening, recovery)
        evening.off()
        return recovery

    def type_on(self, evening, recovery=None):
        for event in (None, (UNDO,), (REDO,)):
            if event and evening.now()[0]:
                try:
                    evening.app.history.enter(event)
                except Refused:
                    pass  # there is nothing left to undo
            if recovery:
                recovery.acknowledge(evening)
        evening.rest()

    def break_in(self, chip, recovery, place, allowed, name, at, unstable):
        """The same again, with a Ctrl-C at that operation."""
        self.counts["breaks"] += 1
        chip = chip.copy()
        chip.break_at(place)
        evening = None
        try:
            evening = Evening(chip, Dice(self.seed + 1))
            self.type_on(evening)
        except KeyboardInterrupt:
            pass
        if evening:
            evening.off()  # as the device does
        chip = chip.next_life()
        allowed = self.later(recovery, allowed, place)
        name = "%s break at %d" % (name, place)
        self.look(chip, allowed, (self.story.games, recovery.games), name, at >= self.story.up, unstable)

    def flip(self, chip, recovery, dice, name):
        """A bit turns round: what is shown then is right, or it is called damaged, or the device is a new one."""
        self.counts["flips"] += 1
        chip = recovery.chip.next_life()
        place = dice.roll(BLOCKS) * BLOCK + dice.roll(BLOCK)
        for _ in range(100):
            if chip.data[place] != 255:
                break  # there is something
            place = dice.roll(BLOCKS) * BLOCK + dice.roll(BLOCK)
        chip.data[place] ^= 1 << dice.roll(8)
        name = "%s flip at %d" % (name, place)
        try:
            evening = Evening(chip, Dice(-1))
            number, entries = evening.now()
            games = evening.app.shelf
            if games.epoch != self.story.epoch:
                return
            known = self.known(recovery, number)
            if entries != known[: len(entries)]:
                self.failures.append(name + ": other entries than were typed")
            elif games.found in (shelf.WHOLE, shelf.FAULT) and recovery.last() != (number, len(entries)):
                self.failures.append(name + ": entries are missing, and nobody says so")
            self.older(games, recovery, number, name)
            evening.off()
        except Exception as error:
            self.failures.append("%s: %s: %s" % (name, type(error).__name__, error))

    def older(self, games, recovery, number, name):
        for older in games.numbers():
            if older == number:
                continue
            try:
                journal = games.open(older)
                entries = list(journal)
            except (BadJournal, OSError):
                continue  # named when it is asked for
            known = self.known(recovery, older)
            if entries != known if not (journal.damage or journal.unfinished) else entries != known[: len(entries)]:
                self.failures.append("%s: game %d has changed" % (name, older))

    def known(self, recovery, number):
        return recovery.games.get(number, self.story.games.get(number, []))

    # --- What is there

    def look(self, chip, allowed, stories, name, up, unstable):
        """Switch on and compare; false if something was wrong."""
        try:
            evening = Evening(chip.copy(), Dice(self.seed))
            wrong = self.compare(evening, allowed, stories, up, unstable)
            number, entries = evening.now()
            if not wrong and number:
                # What is shown now stays, and so does what is typed on.
                typed = []
                for event in (UNDO,), (REDO,):
                    try:
                        evening.app.history.enter(event)
                        typed.append(event)
                    except Refused:
                        pass  # nothing is left to undo
                evening.rest()
                evening.off()
                evening = Evening(evening.flash.next_life(), Dice(-1))
                later = evening.now()
                if later != (number, entries + typed):
                    wrong = "an entry after the cut is gone: %r" % ((later[0], len(later[1])),)
            evening.off()
        except Exception as error:
            wrong = "%s: %s" % (type(error).__name__, error)
            if "-v" in sys.argv:
                raise
        if wrong:
            self.failures.append(name + ": " + wrong)
        return not wrong

    def compare(self, evening, allowed, stories, up, unstable):
        games = evening.app.shelf
        # Where bits read now this way, now that, a copy may be wrong; what it says is still right.
        if games.found != shelf.WHOLE and not (unstable and games.found == shelf.FAULT):
            return "found %d about game %d" % (games.found, games.found_number)
        number, entries = evening.now()
        if (number, len(entries)) not in allowed:
            return "%r instead of %r" % ((number, len(entries)), allowed)
        if all([entries != known.get(number, [])[: len(entries)] for known in stories]):
            return "other entries than were typed"
        if up and games.epoch != self.story.epoch:
            return "another epoch"
        there = games.numbers()
        for older in range(1, number):
            if older in there:
                journal = games.open(older)
                if list(journal) != self.story.games[older] or journal.damage or journal.unfinished:
                    return "game %d has changed" % older
            elif older not in self.story.gone:
                return "game %d is gone" % older
        return ""


def campaign(seed, keys, cuts, nested, until_failure):
    one = Campaign(seed, keys).run(cuts, nested, until_failure)
    story = one.story
    about = {"operations": len(story.trace), "games": len(story.games), "deleted": len(story.gone)}
    about.update(one.counts)
    about["failures"] = one.failures
    return about


def main(seed, keys, cuts, nested, control=""):
    if control in CONTROLS:
        CONTROLS[control]()
    print(json.dumps(campaign(int(seed), int(keys), int(cuts), int(nested), control in CONTROLS)))


if __name__ == "__main__":
    main(*sys.argv[1:])
