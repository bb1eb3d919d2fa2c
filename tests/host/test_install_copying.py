"""The firmware onto a Pico whose flash is a folder: what is copied, and what is there when the plug is pulled."""

from __future__ import annotations

import hashlib

import pytest

from folder_pico import CHIP_ID, FolderPico
from oxtally.errors import LinkError, OxtallyError
from oxtally.install import copying, remote
from oxtally.install.fitting import check
from oxtally.install.probe import MAIN, Probe, probe

PORT = "socket://a.pico:1"
OLD = {
    "ox/__init__.mpy": b"old",
    "ox/core/game.mpy": b"old game",
    "ox/gone/away.mpy": b"old",
    MAIN: b"from ox.device 1",
}
NEW = {
    "ox/__init__.mpy": b"new",
    "ox/core/game.mpy": bytes(range(256)) * 40,  # several pieces
    "ox/core/cards.mpy": b"",
    "ox/device.mpy": b"new device",
    MAIN: b"from ox.device import main\n",
}
OTHERS = {
    "games/00001.oxj": b"a game",
    "tail1/tail": b"its end",
    "epoch": b"12345678",
    "settings.json": b"{}",
    "settings.json.new": b"{",
    "roster.json": b"{}",
    "crash": b"",
    "lib/other.mpy": b"somebody's",
    "notes.py": b"somebody's",
    "ox/notes.txt": b"somebody's",
}


@pytest.fixture
def pico(tmp_path, monkeypatch) -> FolderPico:
    (tmp_path / "flash").mkdir()
    found = FolderPico(tmp_path / "flash")
    monkeypatch.setattr(remote, "run", found.run)
    return found


def fill(pico: FolderPico, *contents: dict[str, bytes]) -> None:
    for content in contents:
        for path, data in content.items():
            pico.put(path, data)


def install() -> Probe:
    found = probe(PORT)
    plan = copying.plan(NEW, found)
    if not plan:
        return found
    after = copying.copy(NEW, found, plan)
    copying.verify(NEW, after)
    return after


def test_a_bare_pico_says_what_it_is(pico):
    found = probe(PORT)
    assert found.title == "Raspberry Pi Pico with RP2040, MicroPython 1.26.1"
    assert (found.chip_id, found.version, found.mpy, found.free) == (CHIP_ID, (1, 26, 1), (6, 3), 1_400 * 1024)
    assert (found.files, found.foreign) == ({}, False)


def test_a_bare_pico_gets_everything_and_main_last(pico):
    found = probe(PORT)
    plan = copying.plan(NEW, found)
    assert plan.copied == [*NEW]
    assert plan.copied[-1] == MAIN
    install()
    assert pico.files() == NEW


def test_the_second_time_nothing_is_written(pico):
    install()
    before = pico.steps
    found = install()
    assert pico.steps == before
    assert found.files == {path: hashlib.sha256(content).hexdigest() for path, content in NEW.items()}


def test_an_older_firmware_is_replaced_and_everything_else_stays(pico):
    fill(pico, OLD, OTHERS)
    install()
    assert pico.files() == {**NEW, **OTHERS}
    assert not (pico.flash / "ox" / "gone").exists()


def test_a_source_beside_its_module_would_be_run_instead_of_it_and_goes(pico):
    fill(pico, NEW, {"ox/core/game.py": b"older", "ox/core/game.mpy.new": b"half", "main.py.new": b"half"})
    install()
    assert pico.files() == NEW


def test_one_damaged_module_is_copied_and_no_other(pico):
    fill(pico, NEW, {"ox/device.mpy": b"damaged"})
    assert copying.plan(NEW, probe(PORT)).copied == ["ox/device.mpy"]
    install()
    assert pico.files() == NEW


def test_somebody_else_s_main_is_kept(pico):
    fill(pico, {MAIN: b"import blink", "main-1.py": b"import older"})
    plan = copying.plan(NEW, probe(PORT))
    assert plan.kept == "main-2.py"
    install()
    assert pico.files() == {**NEW, "main-1.py": b"import older", "main-2.py": b"import blink"}


def test_copying_takes_one_session(pico):
    fill(pico, OLD)
    install()
    assert len(pico.calls) == 2  # a look, and the copy


def test_the_bar_goes_to_the_end(pico):
    seen = []
    found = probe(PORT)
    copying.copy(NEW, found, copying.plan(NEW, found), lambda done, total: seen.append((done, total)))
    total = sum(map(len, NEW.values()))
    assert seen[0] == (0, total)
    assert seen[-1] == (total, total)


STARTS = [{}, {**OLD, **OTHERS}, {MAIN: b"import blink", **OTHERS}]


@pytest.mark.parametrize("start", STARTS, ids=["bare", "older", "foreign"])
def test_the_plug_is_pulled_at_any_moment(tmp_path, monkeypatch, start):
    """No mixture of firmwares ever starts, nothing else is touched, and once more mends it: also if that is cut."""
    cuts = 0
    while True:
        folder = tmp_path / str(cuts)
        folder.mkdir()
        pico = FolderPico(folder)
        monkeypatch.setattr(remote, "run", pico.run)
        fill(pico, start)
        whole = [{}, pico.starts(), {**NEW, **{path: start[path] for path in ("ox/notes.txt",) if path in start}}]
        others = {path: content for path, content in start.items() if path in OTHERS}
        uncut = True
        for at in (cuts, cuts // 2):
            pico.unplugged_after(at)
            try:
                install()
            except LinkError:
                uncut = False
            assert pico.starts() in whole
            assert others.items() <= pico.files().items()
        pico.power_steps = -1
        install()
        expected = {**NEW, **others}
        if start.get(MAIN) == b"import blink":
            expected["main-1.py"] = b"import blink"
        assert pico.files() == expected
        if uncut:
            break
        cuts += 1
    assert cuts > 15


def test_a_flash_that_does_not_keep_what_it_got_starts_nothing(pico, monkeypatch):
    write = FolderPico._open

    def wears_out(self, path, mode="r"):
        file = write(self, path, mode)
        if mode == "wb" and "game" in path:
            file.write(b"?")
        return file

    monkeypatch.setattr(FolderPico, "_open", wears_out)
    with pytest.raises(LinkError, match=r"not everything .* \(ox/core/game.mpy, main.py, main.py.new\); run the same"):
        install()
    assert pico.starts() == {}


# --- Whether it fits


def refusal(pico: FolderPico) -> str:
    found = probe(PORT)
    with pytest.raises(OxtallyError) as refused:
        check(found, NEW, copying.plan(NEW, found))
    return str(refused.value)


@pytest.mark.parametrize("machine", ["Raspberry Pi Pico with RP2040", "Raspberry Pi Pico2 with RP2350"])
def test_a_pico_of_either_kind_will_do(pico, machine):
    pico.machine, pico.version = machine, (1, 24, 0, "")
    found = probe(PORT)
    check(found, NEW, copying.plan(NEW, found))


def test_another_board_will_not(pico):
    pico.machine = "Generic ESP32 module with ESP32"
    assert "this is a Generic ESP32 module with ESP32, MicroPython 1.26.1; Oxtally runs on a" in refusal(pico)


def test_an_old_micropython_is_named_with_the_page_of_the_new_one(pico):
    pico.machine, pico.version = "Raspberry Pi Pico2 with RP2350", (1, 23, 0, "")
    assert "MicroPython 1.24 or newer" in refusal(pico)
    assert "micropython.org/download/RPI_PICO2," in refusal(pico)


def test_another_python_or_format_of_modules_is_named(pico):
    pico.python = "circuitpython"
    assert "circuitpython 1.26.1 is on it" in refusal(pico)
    pico.python, pico.mpy = "micropython", 7
    assert "reads .mpy files of version 6" in refusal(pico)


def test_a_full_pico_is_not_begun(pico):
    pico.free = 100 * 1024
    assert "100 kB are free on it, and this wants 220 kB" in refusal(pico)


def test_an_update_needs_little_room(pico):
    """A box that is full of games, but for what the firmware keeps free."""
    fill(pico, NEW, {"ox/core/game.mpy": b"older"})
    pico.free = 64 * 1024
    found = probe(PORT)
    check(found, NEW, copying.plan(NEW, found))
