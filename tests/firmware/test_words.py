"""The device's words: every language says everything, in letters the fonts have, short enough for its place."""

from __future__ import annotations

import ast
import re

import pytest

from conftest import ROOT
from ox.app.newgame import VARIANTS
from ox.app.specials import WORDS as SPECIALS
from ox.fonts import text
from ox.screens.frame import LARGE as LARGE_SIZE
from ox.screens.frame import RIGHT_HALF, Frame
from ox.screens.lists import choose_one
from ox.words import LANGUAGES, load
from ox.words.entries import ENTRIES

OX = ROOT / "firmware" / "ox"
NAME = "Klaus-Dieter"  # as long as a name may be, and of usual width
FOUR = "Hans Emma Mark W"  # the seats of a new game, cut to sixteen letters
KEYS = "123A456B789C*0#D"
ENGLISH = load("en")
PLAYED = "T12 Hans {}"  # a special card in the list of entries

# Places: a font and how many of its columns there are.
LARGE = (text.LARGE, 128)  # a line of its own; too wide, it would be drawn small
MESSAGE = (text.LARGE, 126)  # inverted: a light column on each side
SMALL = (text.SMALL, 128)
MARKED = (text.SMALL, 126)  # small and inverted

# Where each entry is shown: place and line, `{}` for the entry, `{other}` for an entry beside it, `%=…` behind the line
# for what fills the gap. Two spaces part what stands at the left from what stands at the right.
PLACES = {
    "language": [(SMALL, "1 {s language}  {}")],
    "new game": [(LARGE, "{}"), (SMALL, "{}")],
    "menu": [(SMALL, "{}")],
    "start": [(SMALL, "{}  {more fewer}")],
    "more fewer": [(SMALL, "{start}  {}")],
    "players": [(SMALL, "1 {}  10")],
    "seats": [(SMALL, "2 {}  " + FOUR)],
    "variant": [(SMALL, "{}")],
    "ends": [(SMALL, "4/5 {}  {no target}")],
    "rounds": [(SMALL, "6 {}  {no limit}")],
    "seat": [(SMALL, "{}: " + NAME + "%=10")],
    "roster": [(SMALL, "{}  #%=P10")],
    "target": [(SMALL, "{}")],
    "no target": [(SMALL, "4/5 {ends}  {}")],
    "over": [(SMALL, "4/5 {ends}  {}%=999")],
    "reach": [(SMALL, "4/5 {ends}  {}%=999")],
    "no limit": [(SMALL, "6 {rounds}  {}")],
    "base": [(SMALL, "3 {variant}  {}"), (SMALL, "1 {}")],
    "pro": [(SMALL, "3 {variant}  {}"), (SMALL, "2 {}")],
    "parity": [(SMALL, "3 {variant}  {}"), (SMALL, "3 {}")],
    "pro+parity": [(SMALL, "3 {variant}  {}"), (SMALL, "4 {}")],
    "special": [(SMALL, "3 {variant}  {}"), (SMALL, "5 {}")],
    # A round
    "round": [(SMALL, "{}  {turn}%=99"), (SMALL, "{}  {pick}%=99"), (SMALL, "{scores}  {}%=99")],
    "turn": [(SMALL, "{}  10/10%=12"), (SMALL, "{}  " + NAME + " 104%=12")],
    "turn short": [(MARKED, "{} Hans 104>5%=12")],
    "row": [(LARGE, "{}%=5"), (LARGE, "{}: 104%=5"), (SMALL, "{}: GP21%=5")],
    "pick": [(SMALL, "{round}  {}%=10")],
    "draft": [(SMALL, "{}")],
    "go on": [(SMALL, "{}")],
    "next": [(SMALL, "{}  {action}")],
    "choose": [(LARGE, "{}")],
    "cheapest": [(SMALL, NAME + " 104  {}%=5")],
    "action": [(SMALL, "{next}  {}")],
    "exchange": [(SMALL, "{next}  {}")],
    "redo": [(SMALL, "{}")],
    "b redo": [(SMALL, "{menu}  {}")],
    # Special cards
    "special cards": [(SMALL, "{} 104")],
    "row5": [(SMALL, "1 {}"), (MARKED, PLAYED)],
    "seven": [(SMALL, "2 {}"), (MARKED, PLAYED)],
    "insert": [(SMALL, "3 {}"), (MARKED, PLAYED)],
    "replace": [(SMALL, "4 {}"), (MARKED, PLAYED), (SMALL, "{}  104")],
    "slide": [(SMALL, "5 {}"), (MARKED, PLAYED), (SMALL, "{}  104")],
    "stop": [(SMALL, "6 {}"), (MARKED, PLAYED)],
    "neg": [(SMALL, "7 {}"), (MARKED, PLAYED), (SMALL, "{}  104")],
    "which row": [(SMALL, "{}")],
    "which card": [(LARGE, "{}")],
    "move card": [(LARGE, "{}")],
    "nothing legal": [(LARGE, "{}")],
    # Scores
    "scores": [(SMALL, "{}  {round}")],
    "this round": [(SMALL, "{}  {round}")],
    "round over": [(SMALL, "{}%=99")],
    "next round": [(SMALL, "{}")],
    "winner": [(SMALL, "{}%=" + NAME)],
    "winners": [(SMALL, "{}")],
    "nobody": [(SMALL, "{}")],
    # Board
    "undone": [(SMALL, "{}")],
    "nothing undone": [(LARGE, "{}")],
    # Correct
    "correct": [(SMALL, "{}")],
    "earlier": [(SMALL, "{}")],
    "nothing to correct": [(LARGE, "{}")],
    "retype": [(SMALL, "{}")],
    "withdraw": [(SMALL, "{retype}  {}")],
    "withdraw it": [(LARGE, "{}")],
    "waiting": [(SMALL, "{}")],
    "dropped": [(MESSAGE, "{}%=99")],
    # Menu
    "m new": [(SMALL, "1 {}")],
    "m adjust": [(SMALL, "2 {}")],
    "m void": [(SMALL, "3 {}"), (MARKED, "{}")],
    "m stop": [(SMALL, "4 {}"), (MARKED, "{}")],
    "m settings": [(SMALL, "5 {}")],
    "m sync": [(SMALL, "6 {}")],
    "m test": [(SMALL, "7 {}")],
    "m sound": [(SMALL, "0 {}  {off}"), (SMALL, "0 {}  {on}")],
    "adjust": [(SMALL, "{}: {who}"), (SMALL, "{}  1710")],
    "who": [(SMALL, "{adjust}: {}")],
    "by how much": [(SMALL, "{}")],
    "void it": [(LARGE, "{}")],
    "stop it": [(LARGE, "{}")],
    "leave it": [(LARGE, "{}")],
    # No language asks these two in large letters without leaving words out.
    "undo into": [(SMALL, "{}%=12")],
    "undo round": [(SMALL, "{}%=99")],
    "undo start": [(LARGE, "{}")],
    "undo rows": [(SMALL, "{}")],
    "yes no": [(LARGE, "{}")],
    # Settings
    "s language": [(SMALL, "1 {}  {language}")],
    "s bright": [(SMALL, "2 {}  8")],
    "s sound": [(SMALL, "3 {}  {off}"), (SMALL, "3 {}  {on}")],
    "s display": [(SMALL, "4 {}  SSD1306")],
    "s view": [(SMALL, "5 {}  {glance}"), (SMALL, "5 {}  {step}")],
    "on": [(SMALL, "0 {m sound}  {}")],
    "off": [(SMALL, "0 {m sound}  {}")],
    "step": [(SMALL, "5 {s view}  {}")],
    "glance": [(SMALL, "5 {s view}  {}")],
    "games": [(LARGE, "{}%=999")],
    "not synced": [(LARGE, "{}%=999")],
    "all synced": [(LARGE, "{}")],
    "ctrl c": [(LARGE, "{}")],
    "ctrl c 2": [(LARGE, "{}")],
    "broke": [(LARGE, "{}")],
    "any key": [(SMALL, "{}")],
    # Self-test
    "test ok": [(LARGE, "{}")],
    "press keys": [(SMALL, "{} " + KEYS)],
    "screen": [(MARKED, "{}: GP4 GP5")],
    # Refusals
    "no such card": [(MESSAGE, "{}")],
    "no such number": [(MESSAGE, "{}")],
    "at most": [(MESSAGE, "{}%=10")],
    "not in deck": [(MESSAGE, "{}%=104")],
    "seen row": [(MESSAGE, "{}%=5")],
    "seen turn": [(MARKED, "{}%=10 " + NAME)],
    "not in hand": [(MESSAGE, "{}")],
    "picked": [(MARKED, "{}%=" + NAME)],
    "no such row": [(MESSAGE, "{}")],
    "has played": [(MESSAGE, "{}%=Hans")],
    "stopped row": [(MESSAGE, "{}")],
    "other row": [(MESSAGE, "{}%=5")],
    "not now": [(MESSAGE, "{}")],
    "over now": [(MESSAGE, "{}")],
    "five rows": [(MESSAGE, "{}")],
    "no row fits": [(MESSAGE, "{}")],
    "has seven": [(MESSAGE, "{}")],
    "at the end": [(MESSAGE, "{}")],
    "last turn": [(MESSAGE, "{}")],
    "not on table": [(MESSAGE, "{}")],
    "same row": [(MESSAGE, "{}")],
    "two stops": [(MESSAGE, "{}")],
    "has stop": [(MESSAGE, "{}")],
    "not taking": [(MESSAGE, "{}")],
    "not in row": [(MESSAGE, "{}")],
    "below zero": [(MESSAGE, "{}")],
    "bad change": [(MESSAGE, "{}")],
    "no undo": [(MESSAGE, "{}")],
    "same name": [(MESSAGE, "{}")],
    "full": [(MESSAGE, "{}")],
    "fault": [(MESSAGE, "{}")],
    # The flash
    "memory full": [(LARGE, "{}")],
    "sync first": [(LARGE, "{}")],
    "game": [(SMALL, "{}%=99999")],
    "damaged": [(LARGE, "{}")],
    "saved": [(LARGE, "{}%=999")],
    "unreadable": [(LARGE, "{}")],
    "other version": [(LARGE, "{}")],
    "kept": [(LARGE, "{}")],
    "memory fault": [(LARGE, "{}")],
    "check last": [(LARGE, "{}")],
    "nothing lost": [(LARGE, "{}")],
}


def filled(words: dict[str, str], line: str, entry: str) -> str:
    """The line as it is shown; entries beside this one have a number of two digits in their gap."""
    line, _, value = line.partition("%=")
    value = re.sub(r"{([^}]+)}", lambda other: words[other[1]], value)
    own = words[entry].replace("%", value)
    return re.sub(r"{([^}]*)}", lambda other: words[other[1]].replace("%", "10") if other[1] else own, line)


def columns_of(font: tuple[int, int, bytes, bytes], line: str) -> int:
    """Lit columns at most: the gap behind the last letter needs no room."""
    return text.width(font, line) - font[1]


def every_place():
    for language in LANGUAGES:
        for entry, places in PLACES.items():
            for place, line in places:
                yield pytest.param(language, entry, place, line, id=f"{language}-{entry}-{line}")


def test_no_entry_is_there_twice():
    names = ENTRIES.split("|")
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_stands_beside_the_name_of_its_entry(language):
    """The name is a comment, for whoever translates; a text too many or too few would move all the others."""
    source = (OX / "words" / f"{language}.py").read_text(encoding="utf-8")
    lines = re.findall(r'^    "\|?(.*)"  # (.*)$', source, re.MULTILINE)
    assert [name for _, name in lines] == ENTRIES.split("|")
    assert {name: line for line, name in lines} == load(language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_is_a_table_of_its_own(language):
    assert [one for one in LANGUAGES if load(one) == load(language)] == [language]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_letter_is_in_the_fonts(language):
    printable = {*range(0x20, 0x7F), *range(0xA0, 0x100)}
    wrong = {entry: line for entry, line in load(language).items() if not {ord(one) for one in line} <= printable}
    assert wrong == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_empty_or_has_spaces_around_it(language):
    assert [entry for entry, line in load(language).items() if not line or line != line.strip()] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_gaps_of_english(language):
    words = load(language)
    assert [entry for entry in ENGLISH if words[entry].count("%") != ENGLISH[entry].count("%")] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_names_the_keys_of_english(language):
    """`#`, `*` and the letters of the keypad at the start of a word: whoever translates must not change them."""

    def keys(line: str) -> list[str]:
        return re.findall(r"(?:^|  | )([#*]|[A-D](?= ))", line)

    hints = [entry for entry, line in ENGLISH.items() if re.match(r"[#*A-D] ", line)]
    assert hints
    assert [entry for entry in hints if keys(load(language)[entry]) != keys(ENGLISH[entry])] == []


def test_the_place_of_every_entry_is_known():
    assert list(PLACES) == list(ENGLISH)
    assert [entry for entry, places in PLACES.items() if not all("{}" in line for _, line in places)] == []
    assert [
        entry for entry, places in PLACES.items() for _, line in places if ("%=" in line) != ("%" in ENGLISH[entry])
    ] == []


@pytest.mark.parametrize(("language", "entry", "place", "line"), [*every_place()])
def test_every_line_fits_its_place(language, entry, place, line):
    font, room = place
    shown = filled(load(language), line, entry)
    wide = columns_of(font, shown)
    assert wide <= room, f"{shown!r} is too long: {wide} columns of {room}"


# Lists in one or two columns: two items on one line of the screen must not run into each other


def lists(words: dict[str, str]) -> dict[str, list[list[str]]]:
    """The lists that are shown through `choose_one`, in all lengths that they can have."""
    kinds = [f"{kind} {words[entry]}" for kind, entry in enumerate(SPECIALS) if entry]
    rows = [words["row"].replace("%", str(row)) for row in range(1, 6)]
    faults = [words["screen"] + ": GP4 GP5"] + [f"{row}: GP{gp}" for row, gp in zip(rows, range(17, 22), strict=True)]
    return {
        "variants": [[f"{at} {words[entry]}" for at, entry in enumerate(VARIANTS, 1)]],
        "special cards": [kinds[:count] for count in range(1, 8)] + [kinds[-count:] for count in range(1, 7)],
        "rows": [rows[:count] for count in range(1, 6)],
        "faults": [faults[:count] for count in range(1, 7)],
    }


def collisions(items: list[str]) -> list[str]:
    """Items that run into the right half of the screen, or out of it, as `render` draws them."""
    frame = Frame()
    choose_one(frame, "", items, "")
    lines = [line for line in frame.lines if line[0] > 0 and line[4]]
    two = RIGHT_HALF in [line[2] for line in lines]
    wrong = []
    for _, size, align, _, line in lines:
        wide = columns_of(text.LARGE if size == LARGE_SIZE else text.SMALL, line)
        if align == RIGHT_HALF:
            room = 60
        else:
            room = 66 if two else text.COLUMNS
        if wide > room:
            wrong.append(line)
    return wrong


def every_list():
    for language in LANGUAGES:
        for name in lists(ENGLISH):
            yield pytest.param(language, name, id=f"{language}-{name}")


@pytest.mark.parametrize(("language", "name"), [*every_list()])
def test_items_of_a_list_do_not_run_into_each_other(language, name):
    assert [pair for items in lists(load(language))[name] for pair in collisions(items)] == []


# What the firmware asks for


def _constants(node: ast.expr) -> set[str]:
    """The strings that an expression can be, as far as it says so itself."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return {node.value}
    if isinstance(node, ast.IfExp):
        return _constants(node.body) | _constants(node.orelse)
    return set()


def asked_for(path) -> set[str]:
    """The entries that a module looks up. Where it does so by a variable, those in its tuples and dicts count too."""
    nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    found: set[str] = set()
    by_variable = False
    for node in nodes:
        if isinstance(node, ast.Subscript) and ast.unparse(node.value).split(".")[-1] == "words":
            keys = _constants(node.slice)
            found |= keys
            by_variable = by_variable or not keys
    if by_variable:
        for node in nodes:
            if isinstance(node, ast.Tuple | ast.Dict):
                for one in node.elts if isinstance(node, ast.Tuple) else node.values:
                    found |= _constants(one)
            elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith(".get") and len(node.args) == 2:
                found |= _constants(node.args[1])
    return found - {""}


MODULES = sorted(path for path in OX.rglob("*.py") if path.parent.name != "words")


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(OX)))
def test_every_entry_that_is_asked_for_exists(path):
    assert asked_for(path) - set(ENGLISH) == set()


def test_every_entry_is_asked_for_somewhere():
    asked = set().union(*[asked_for(path) for path in MODULES])
    assert set(ENGLISH) - asked == set()
