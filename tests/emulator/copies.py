"""Copies of an emulated chip: what a story does to one is gone with it.

Switching on and waiting for the first picture takes long, and a chip cannot be copied; a process can.
"""

from __future__ import annotations

import os
import pickle
import traceback
import warnings
from collections.abc import Callable
from typing import Any

import pytest


def in_a_copy(story: Callable[..., Any], *args: Any) -> Any:
    """Calls it in a copy of this process, as everything stands at this moment, and returns what it returns."""
    here, there = os.pipe()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # other threads are around; the copy has no use for them
        child = os.fork()
    if not child:
        _tell(there, story, args)
    os.close(there)
    with open(here, "rb") as pipe:
        said = pipe.read()
    os.waitpid(child, 0)
    assert said, "the copy died"
    went_well, found = pickle.loads(said)
    if not went_well:
        pytest.fail(found, pytrace=False)
    return found


def _tell(there: int, story: Callable[..., Any], args: tuple[Any, ...]) -> None:
    """What came of it; then the copy ends at once, whatever it was."""
    try:
        try:
            said = pickle.dumps((True, story(*args)))
        except BaseException:
            said = pickle.dumps((False, traceback.format_exc()))
        with open(there, "wb") as pipe:
            pipe.write(said)
    finally:
        os._exit(0)
