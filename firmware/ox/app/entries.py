"""An entry of the game in a few words, for lists of what was entered. Imports core."""

from ox.core.events import ADD, ADJUST, CHOOSE, CORRECT, PICK, REVEAL, ROW, SETUP, SPECIAL, STOP, VOID
from ox.screens.play import SPECIAL_WORDS as WORDS


def describe(event: tuple, words: dict, names: list[str]) -> str:
    kind = event[0]
    if kind == PICK:
        return names[event[1]] + ": " + str(event[2])
    if kind == ROW:
        return words["row"].replace("%", str(event[1] + 1)) + ": " + str(event[2])
    if kind in (REVEAL, CHOOSE, SPECIAL):
        who = words["turn short"].replace("%", str(event[1])) + " " + names[event[2]]
        if kind == REVEAL:
            return who + ": " + str(event[3])
        if kind == CHOOSE:
            return who + " " + str(event[3]) + ">" + str(event[4] + 1)
        return who + " " + words[WORDS[event[4]]]
    if kind == ADJUST:
        return names[event[1]] + " " + ("+" if event[2] > 0 else "") + str(event[2])
    if kind == VOID:
        return words["m void"]
    if kind == STOP:
        return words["m stop"]
    if kind == SETUP:
        return words["m new"]
    if kind in (CORRECT, ADD):
        return words["correct"]
    return ""
