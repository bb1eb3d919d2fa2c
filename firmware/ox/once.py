"""Modules that are read once and then forgotten: what is in them was copied, and memory is for the game."""

import sys


def forget(package: str, name: str) -> None:
    if sys.modules.pop(package + "." + name, None):
        delattr(sys.modules[package], name)
