"""An app to type on, for stories: keys in, displays out. Files are in memory; time passes between keys."""

from __future__ import annotations

import json

from ox.app.app import App
from ox.screens.frame import Frame
from ox.screens.render import draw_rows
from ox.screens.segments import read
from oxtally.virtual.typist import MemoryFiles

ROSTER = ["Anna", "Ben", "Chloé", "Van Dam"]


class Evening:
    def __init__(self, roster: list[str] = ROSTER, **settings: object) -> None:
        self.files = MemoryFiles()
        players = [{"name": name} for name in roster]
        self.files.content["roster.json"] = json.dumps({"players": players}).encode()
        if settings:
            self.files.content["settings.json"] = json.dumps(settings).encode()
        self.now = 0
        self.power_on()

    def power_on(self) -> None:
        self.app = App(self.files, lambda: bytes(8), lambda: 0)

    def press(self, keys: str, gap_ms: int = 1000) -> Evening:
        for key in keys.replace(" ", ""):
            self.now += gap_ms
            self.app.key(key, self.now)
            self.app.show()
        return self

    def start(self, players: int = 4, variant: int = 1, rows: str = "12 37 43 58") -> Evening:
        """A game of that variant (as numbered on the screen), and the first rows."""
        self.press("#1" + (str(players) if players < 10 else "10") + f"3{variant}#")
        return self.press(rows)

    @property
    def oled(self) -> list[str]:
        return self.app.show().text()

    @property
    def screen(self) -> str:
        return " / ".join(line for line in self.oled if line).replace("\x7f", "%")

    @property
    def rows(self) -> list[str]:
        frame: Frame = self.app.show()
        segments, shine = bytearray(20), bytearray(5)
        draw_rows(frame, True, 4, segments, shine)
        return [read(bytes(segments[4 * slot : 4 * slot + 4])) for slot in range(5)]

    @property
    def game(self):
        return self.app.history.game
