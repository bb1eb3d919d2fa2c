"""Which MicroPython the emulated Pico runs, and what is said when there is none. No image is needed for these."""

from __future__ import annotations

import http.server
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from oxtally.emulator import image
from oxtally.errors import OxtallyError

PICO, PICO_2 = 0xE48BFF56, 0xE48BFF59
RELEASE = "RPI_PICO-20250911-v1.26.1.uf2"


def uf2_for(family: int) -> bytes:
    return b"UF2\n".ljust(28, b"\0") + family.to_bytes(4, "little") + bytes(480)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Somebody who has nothing yet."""
    monkeypatch.delenv(image.VARIABLE, raising=False)
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    return tmp_path


def cached(home: Path, name: str) -> Path:
    path = home / ".cache" / "rp2040py" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(uf2_for(PICO))
    return path


def test_the_file_that_is_named_comes_first_then_the_variable_then_the_cache(home, monkeypatch):
    named, variable = home / "named.uf2", home / "variable.uf2"
    for path in (named, variable):
        path.write_bytes(uf2_for(PICO))
    kept = cached(home, RELEASE)
    assert image.find(None) == kept
    monkeypatch.setenv(image.VARIABLE, str(variable))
    assert image.find(None) == variable
    assert image.find(str(named)) == named


def test_the_newest_one_that_the_firmware_can_run_on(home):
    cached(home, "RPI_PICO-20240602-v1.23.0.uf2")  # too old
    with pytest.raises(OxtallyError, match="there is no MicroPython"):
        image.find(None)
    cached(home, RELEASE)
    newer = cached(home, "RPI_PICO-20251209-v1.27.0.uf2")
    assert image.find(None) == newer


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (None, "there is no such file"),
        (b"Dear Anna", "this is no UF2 file"),
        (uf2_for(PICO_2), "this is for another chip than the RP2040"),
    ],
)
def test_a_file_that_is_none_is_said_with_the_next_step(content, said, home, monkeypatch):
    path = home / "pico.uf2"
    if content:
        path.write_bytes(content)
    monkeypatch.setenv(image.VARIABLE, str(path))
    with pytest.raises(OxtallyError, match=f"{said}.*micropython.org/download/RPI_PICO"):
        image.find(None)


@pytest.fixture
def server() -> Iterator[tuple[str, dict[str, bytes]]]:
    """Somebody's web server on this computer: its address, and what it gives away."""
    content: dict[str, bytes] = {}

    class Server(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = content.get(self.path, b"")
            self.send_response(200 if body else 404)
            self.send_header("Content-Length", str(len(uf2_for(PICO))))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server) as found:
        threading.Thread(target=found.serve_forever).start()
        yield f"http://127.0.0.1:{found.server_address[1]}", content
        found.shutdown()


def test_it_is_fetched_once_and_said(home, server, monkeypatch):
    url, content = server
    content[f"/{RELEASE}"] = uf2_for(PICO)
    monkeypatch.setattr(image, "_releases", lambda: {(1, 26, 1): f"{url}/{RELEASE}"})
    said: list[str] = []
    path = image.find(None, said.append)
    assert path.read_bytes() == uf2_for(PICO)
    assert said == [f"Fetching MicroPython for the Pico, once: {url}/{RELEASE}"]
    content.clear()
    assert image.find(None, said.append) == path
    assert len(said) == 1


@pytest.mark.parametrize("body", [b"", uf2_for(PICO)[:100]], ids=["not there", "cut off"])
def test_a_download_that_fails_leaves_nothing_behind(body, home, server, monkeypatch):
    url, content = server
    content[f"/{RELEASE}"] = body
    monkeypatch.setattr(image, "_releases", lambda: {(1, 26, 1): f"{url}/{RELEASE}"})
    with pytest.raises(OxtallyError, match=r"could not be downloaded: .*; get MicroPython"):
        image.find(None, lambda _: None)
    assert list((home / ".cache" / "rp2040py").iterdir()) == []


def test_there_is_a_release_that_the_tests_have_run_on():
    assert (1, 26, 1) in image._releases()
    assert min(image._releases()) >= (1, 24)
