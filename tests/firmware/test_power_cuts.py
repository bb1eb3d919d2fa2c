"""The plug is pulled at every kind of moment, on both interpreters; and firmware that is wrong on purpose is found out.

`make soak` does the same a hundred thousand times and more, and prints the counts.
"""

from __future__ import annotations

import pytest

from power_cut_runs import run


@pytest.mark.parametrize("seed", range(1, 13))
def test_nothing_is_lost_under_cpython(seed):
    said = run("cpython", seed)
    assert said["failures"] == []
    assert min(said["cuts"], said["nested"], said["breaks"], said["flips"]) > 200


@pytest.mark.parametrize("seed", range(13, 19))
def test_nothing_is_lost_under_micropython(seed, micropython):
    said = run("micropython", seed)
    assert said["failures"] == []
    assert min(said["cuts"], said["nested"], said["breaks"], said["flips"]) > 200


def test_the_campaign_sees_full_chips_and_deleted_games():
    assert run("cpython", 4, 10)["deleted"] > 0


@pytest.mark.parametrize(
    ("control", "seed"),
    [
        ("acknowledge-early", 1),
        ("no-checksums", 1),
        ("never-settle", 1),
        ("one-copy", 1),
        ("forget-the-tail", 1),
    ],
)
def test_wrong_firmware_is_found_out(control, seed):
    assert run("cpython", seed, 1000, control)["failures"] != []
