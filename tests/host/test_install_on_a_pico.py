"""`oxtally install` onto stock MicroPython on the emulated Pico, through the real mpremote."""

from __future__ import annotations

import contextlib
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from conftest import GAMES
from ox import VERSION
from oxtally.errors import LinkError
from oxtally.install import copying, starting
from oxtally.install.compiled import firmware
from oxtally.install.probe import MAIN, probe
from test_sync import OXTALLY, canonical, oxtally, record

pytestmark = pytest.mark.rp2040
_LONG_S = 1200


@contextlib.contextmanager
def plugged_in(flash: Path, uf2: Path, cut: bool = False) -> Iterator[str]:
    """The emulated Pico with nothing but what is on that flash: its port. `cut`: at the end the plug is pulled."""
    command = [*OXTALLY, "play", "--emulator", "--bare", "--headless", "--serve", "0"]
    process = subprocess.Popen(
        [*command, "--uf2", str(uf2), "--flash", str(flash)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
    )
    try:
        assert process.stdout
        ready = process.stdout.readline().split()
        assert ready[:1] == ["ready"]
        yield ready[1]
    finally:
        process.send_signal(signal.SIGKILL if cut else signal.SIGINT)
        process.wait(60)
        process.stdout.close()


def install(port: str, *more: str) -> list[str]:
    done = subprocess.run(
        [*OXTALLY, "install", "--port", port, *more], capture_output=True, text=True, check=False, timeout=_LONG_S
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


def test_from_a_bare_pico_to_a_box_that_answers(uf2, tmp_path):
    with plugged_in(tmp_path / "flash", uf2) as port:
        first = install(port)
        assert first[0].startswith(f"{port}: Raspberry Pi Pico with RP2040, MicroPython 1.")
        assert first[1:] == [
            f"{len(firmware())} files copied, {len(firmware())} checked",
            f"Oxtally (e661640843210001) runs firmware {VERSION}",
            "all displays answer",
            "its screen shows the self-test: press each key once; * twice leaves it",
        ]
        again = install(port)
        assert f"nothing to copy, {len(firmware())} files checked" in again[1]
        assert again[2:] == [f"Oxtally (e661640843210001) runs firmware {VERSION}", "all displays answer"]


class Killed(BaseException):
    """The installer's process is gone, and mpremote with it."""


def copy_until(port: str, share: float) -> None:
    """Copy what is missing, and be killed when so much of that is done."""

    def die(done: int, total: int) -> None:
        if done >= share * total:
            raise Killed

    found = probe(port)
    with pytest.raises(Killed):
        copying.copy(firmware(), found, copying.plan(firmware(), found), die)


@pytest.mark.skipif(GAMES <= 500, reason="some minutes long: part of `make soak`")
def test_an_install_that_is_killed_again_and_again_loses_no_game_and_is_repaired(uf2, tmp_path):
    flash = tmp_path / "flash"
    oxtally("play", "--headless", "--keys-from", record("special-stop"), "--flash", flash)
    with plugged_in(flash, uf2, cut=True) as port:
        copy_until(port, 0.001)
        copy_until(port, 0.3)
        found = probe(port)
        assert MAIN not in found.names
        assert 0 < len(found.files) < len(firmware())
        copy_until(port, 0.5)  # and now the plug
    with plugged_in(flash, uf2) as port:
        missing = copying.plan(firmware(), probe(port)).copied
        assert len(missing) < 0.7 * len(firmware())
        copy_until(port, 1)  # all of it was sent, but main.py has not got its name
        assert install(port)[1].endswith(f"{len(firmware())} checked")
        assert "1 new game" in oxtally("sync", "--port", port, "--db", tmp_path / "store")
    out = oxtally("export", "--format", "record", "1", "--db", tmp_path / "store")
    assert out == canonical("special-stop")


def test_without_main_py_nothing_starts(uf2, tmp_path):
    """As an interrupted install leaves it: the prompt is there, and says so."""
    with plugged_in(tmp_path / "flash", uf2) as port:
        copy_until(port, 0.001)
        starting.reset(port)
        with pytest.raises(LinkError, match="stays at its MicroPython prompt"):
            starting.answering(probe(port))
