"""Every screen, as the models of the displays saw it: pictures in English, text in the other languages.

`make golden` makes them anew; look at the pictures in tests/golden/screens before you commit them.
"""

from __future__ import annotations

import json
import os
import zlib

import pytest

from conftest import ROOT
from oxtally.board.flash import Flash
from oxtally.virtual.picture import png
from oxtally.virtual.runner import VirtualDevice, write_roster

GOLDEN = ROOT / "tests" / "golden" / "screens"
ANEW = bool(os.environ.get("OXTALLY_GOLDEN"))

# Evenings: what is typed, and the name of the screen that it leads to.
EVENINGS = {
    "base": [
        ("", "welcome"),
        ("#", "new-game"),
        ("3", "variants"),
        ("*2", "seats"),
        ("3142", "new-game-seats"),
        ("4", "target"),
        ("66#6", "rounds"),
        ("*#", "row-1"),
        ("1", "row-1-digit"),
        ("2 37 43", "row-4"),
        ("58", "card"),
        ("14 15 4", "card-digit"),
        ("*44 44", "refused-seen"),
        ("61", "review"),
        ("#", "placing"),
        ("###", "placing-last"),
        ("21 26 30 36 ###", "taking"),
        ("# 3#9#6883 #", "choice"),
        ("2", "choice-taken"),
        ("B", "scores"),
        ("B", "this-round"),
        ("B", "rows"),
        ("B", "nothing-undone"),
        ("B####*", "undo-into-turn"),
        ("#", "undone"),
        ("B BBB", "what-was-undone"),
        ("*C", "correct"),
        ("AAA#", "correct-typing"),
        ("**D", "menu"),
        ("5", "settings"),
        ("*6", "sync"),
        ("*7", "self-test"),
        ("**2", "adjust-who"),
        ("1", "adjust"),
        ("A5", "adjust-minus"),
        ("**3", "void"),
        ("*4", "stop"),
        ("#", "game-stopped"),
    ],
    "special": [
        ("#12 35 # 11 20 30 40 45 46 #", "special-placing"),
        ("A", "special-cards"),
        ("5", "special-which-card"),
        ("11", "special-which-row"),
        ("**64", "special-stopped-row"),
        ("#A2", "special-seven"),
    ],
    "parity": [("#12 33 # 12 37 43 58", "parity-marker")],
    "draft": [("#12 # A", "draft-pick"), ("20", "draft-next-pick")],
    "ten": [
        ("#110 # 1#2#3#4# 10#2021222324252627 2", "ten-card"),
        ("8", "ten-review"),
        ("B", "ten-scores"),
        ("B", "ten-this-round"),
    ],
    "round": [
        ("#12 61# # 11 12 13 14" + "".join(f"{15 + turn}{45 + turn}##" for turn in range(10)), "round-last-placing"),
        ("#", "game-over"),
    ],
    "rounds": [
        ("#12 # 11 12 13 14" + "".join(f"{15 + turn}{45 + turn}##" for turn in range(10)) + "#", "round-over"),
    ],
    "glance": [("D55** ## 12 37 43 58 14 15 44 61 21 26 30 36", "glance")],
    "full": [("##", "memory-full")],
    "junk": [("", "unreadable-game")],
}
# What is on the flash before the power comes on.
FLASH = {"full": ("holiday.mpg", 1_370_000), "junk": ("games/00001.oxj", 100)}
ROSTER = ["Anna", "Jürgen", "Chloé", "Christopher", "Zoë"]


def screens(evening: str, language: str):
    """(name, what the displays show, text) after each part of an evening."""
    virtual = VirtualDevice(Flash())
    write_roster(virtual.files, ROSTER)
    with virtual.files.open("settings.json", "wb") as file:
        file.write(json.dumps({"language": language}).encode())
    if evening in FLASH:
        path, size = FLASH[evening]
        virtual.files.mkdir("games")
        with virtual.files.open(path, "wb") as file:
            file.write(bytes(size))
    virtual.power_on()
    for keys, name in EVENINGS[evening]:
        for key in keys.replace(" ", ""):
            virtual.press(key)
        yield name, virtual.shown(), virtual.device.app.frame.text()
    assert virtual.board.complaints == []


def pixels(picture: bytes) -> bytes:
    """What is in the file whatever compressed it: header, palette, pixels."""
    at, result = 8, b""
    while at < len(picture):
        length = int.from_bytes(picture[at : at + 4], "big")
        kind, data = picture[at + 4 : at + 8], picture[at + 8 : at + 8 + length]
        result += zlib.decompress(data) if kind == b"IDAT" else data
        at += length + 12
    return result


@pytest.mark.parametrize("evening", EVENINGS)
def test_pictures_in_english(evening):
    for name, shown, _ in screens(evening, "en"):
        file = GOLDEN / f"{name}.png"
        if ANEW:
            GOLDEN.mkdir(parents=True, exist_ok=True)
            file.write_bytes(png(shown))
        assert file.exists(), f"{name} is new: make golden, and look at it"
        assert pixels(png(shown)) == pixels(file.read_bytes()), f"{name} looks different: make golden, and look at it"


@pytest.mark.parametrize("language", ["fr", "de"])
def test_text_in_the_other_languages(language):
    lines = []
    for evening in EVENINGS:
        for name, _, text in screens(evening, language):
            lines.append(f"{name}: " + " / ".join(line.replace("\x7f", "*") for line in text if line))
    file = GOLDEN / f"{language}.txt"
    if ANEW:
        file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert file.read_text(encoding="utf-8").splitlines() == lines


def test_no_golden_picture_is_left_over():
    names = {name for evening in EVENINGS.values() for _, name in evening}
    assert {file.stem for file in GOLDEN.glob("*.png")} == names
