"""Commands on a store, as the tests type them; and a store with a game of each kind."""

from __future__ import annotations

import json
import random
from pathlib import Path

from conftest import RECORDS
from journals import filled, full_game, journal, put
from ox.core import events
from oxtally import cli
from oxtally.record import read_record
from oxtally.store import Store

BOOKLET = next(path for path in RECORDS if path.stem == "booklet")
SETUP = (events.SETUP, 0, 66, 0, (b"Anna", b"Ben"))


def booklet() -> list[events.Event]:
    with BOOKLET.open("rb") as stream:
        return read_record(stream)


class Shell:
    """Commands on one store."""

    def __init__(self, path: Path, capsys) -> None:
        self.path, self.capsys = path, capsys

    def __call__(self, *words: object, code: int = 0) -> str:
        """Standard output of a command that ends with that code; its one complaint if it is not 0."""
        assert cli.main([*map(str, words), "--db", str(self.path)]) == code
        out, error = self.capsys.readouterr()
        assert "Traceback" not in error
        if code:
            assert error.count("\n") == 1
            return error.rstrip("\n")
        assert error == ""
        return out

    def json(self, *words: object):
        return json.loads(self(*words, "--json"))


def shell_of(path: Path, capsys) -> Shell:
    """A finished game, the booklet's, which is under way, one that was stopped, and one whose setup was undone."""
    return Shell(
        filled(path, full_game(random.Random(1)), booklet(), [*booklet(), (events.STOP,)], [SETUP, (events.UNDO,)]),
        capsys,
    )


def no_clock(shell: Shell) -> int:
    """One more game, whose clock was not set."""
    with Store.open(shell.path) as store:
        put(store, journal(booklet(), b"no clock", 0), 9)
        return store.ids()[-1]
