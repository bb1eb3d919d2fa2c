"""`oxtally play` as a command: its options, its flash chip, its ports."""

from __future__ import annotations

import os
import signal
import socket
import subprocess

import pytest

from oxtally.web import server
from playing import OXTALLY, oxtally, running


def test_a_busy_port_picks_another(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as busy:
        port = busy.getsockname()[1]
        with running(tmp_path / "chip", "--page", port) as device:
            assert device.port != port


def test_a_second_one_on_the_same_chip_is_told_so_and_one_on_another_starts(tmp_path):
    with running(tmp_path / "chip"):
        said = oxtally("play", "--no-browser", "--page", 0, "--serve", 0, "--flash", tmp_path / "chip", code=1)
        assert "another virtual device uses this flash chip" in said
        assert "--flash" in said, "what to do"
        with running(tmp_path / "other"):
            pass
    with running(tmp_path / "chip"):
        pass


def test_a_kill_leaves_a_chip_that_can_be_used(tmp_path):
    with pytest.raises(AssertionError), running(tmp_path / "chip", ending=signal.SIGKILL):
        pass
    with running(tmp_path / "chip"):
        pass


def test_a_chip_that_is_none(tmp_path):
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Anna")
    assert "this is no flash chip" in oxtally("play", "--no-browser", "--flash", letter, code=1)
    assert "this is no flash chip" in oxtally("play", "--no-browser", "--fresh", "--flash", letter, code=1)
    assert letter.read_text() == "Dear Anna"
    assert os.listdir(tmp_path) == ["letter.txt"]
    assert "Is a directory" in oxtally("play", "--no-browser", "--flash", tmp_path, code=1)
    assert "No such file" in oxtally("play", "--no-browser", "--flash", tmp_path / "no" / "chip", code=1)


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--headless", "--keys", "1", "--fresh"], "--fresh is for the page: leave --headless out"),
        (["--keys", "1"], "--keys is for --headless: add that"),
        (["--json"], "--json is for --headless"),
        (["--headless"], "one of the arguments"),
        (["--page", "70000"], "'70000' is no port"),
        (["--page", "-1"], "is no port"),
        (["--page", "x"], "'x' is no port"),
        (["--demo", "0"], "'0' is no speed"),
        (["--demo", "nan"], "'nan' is no speed"),
        (["--seed", "x"], "--seed"),
        (["--interpreter", "perl"], "perl"),
        (["--host", "192.0.2.1"], "--host 192.0.2.1"),
        (["--host", "no such host"], "--host no such host"),
    ],
)
def test_what_does_not_go_together_is_said(args, said, tmp_path):
    result = subprocess.run(
        [*OXTALLY, "play", "--flash", str(tmp_path / "chip"), *args],
        capture_output=True, text=True, check=False, timeout=30,
    )  # fmt: skip
    assert result.returncode in (1, 2)
    assert said in result.stderr
    assert "Traceback" not in result.stderr


def test_a_browser_is_opened_where_there_is_one(monkeypatch):
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", lambda url: opened.append(url) or True)
    monkeypatch.setattr("sys.platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
        monkeypatch.delenv(name, raising=False)
    assert not server.open_browser("http://127.0.0.1:1/"), "a terminal only: nothing would show it"
    monkeypatch.setenv("DISPLAY", ":0")
    assert server.open_browser("http://127.0.0.1:1/")
    assert opened == ["http://127.0.0.1:1/"]
