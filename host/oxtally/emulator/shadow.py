"""What lies on the table of an emulated Pico: its app is in the chip's memory, where nobody can read it.

So another app stands beside it, on a copy of the files and with the same keys. Whether the two agree can be seen: they
do as long as both show the same picture. If they do not, the other one is begun anew from what is on the flash. Imports
oxtally.board, oxtally.virtual, ox.app, ox.screens.
"""

from __future__ import annotations

from typing import Any

from ox.app.app import App
from ox.screens.frame import Frame
from ox.screens.lists import notice
from ox.screens.render import draw_screen
from oxtally.board.files import Files
from oxtally.board.flash import Flash
from oxtally.virtual.tabletop import PROMPT, tabletop

_SCREEN = 1024


class Shadow:
    def __init__(self, flash: Flash) -> None:
        self._flash = flash
        self._begun = (-1, -1)  # what had been written when it was begun
        self._picture = bytearray(_SCREEN)
        self._stopped = bytearray(_SCREEN)
        self.begin()

    def begin(self) -> None:
        """From what is on the flash. Files that are half written are no harm: the firmware may meet them as well."""
        self._begun = self._written()
        copy = self._flash.copy()
        copy.clock = copy.complain = None  # what the shadow writes costs the chip nothing
        self._app = App(Files(copy), lambda: bytes(8), lambda: 0)
        said = Frame()
        notice(said, self._app.words["ctrl c"], self._app.words["ctrl c 2"])
        draw_screen(said, self._stopped)
        self._draw()

    def _written(self) -> tuple[int, int]:
        return self._flash.programs, self._flash.erases

    def key(self, key: str, now_ms: int) -> None:
        self._app.key(key, now_ms)
        self._draw()

    def _draw(self) -> None:
        draw_screen(self._app.show(), self._picture)

    def agrees(self, picture: bytes) -> bool:
        return picture == self._picture

    def outdated(self) -> bool:
        """The firmware has written something since this was begun."""
        return self._written() != self._begun

    def tabletop(self, picture: bytes) -> dict[str, Any] | None:
        """What lies on the table; None while nobody can know."""
        if picture == self._picture:
            return tabletop(self._app)
        return {"phase": PROMPT} if picture == self._stopped else None
