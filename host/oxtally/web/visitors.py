"""Who may talk to a page, and what a page may say. Imports oxtally.virtual for the names of keys and variants.

A WebSocket has no same-origin policy: any page in the world could open one to this computer. So the Origin has to be
our own address, and the Host one that no name server can be made to point here: an address, or this computer's name.
"""

from __future__ import annotations

import ipaddress
import json
import socket
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from oxtally.virtual.box import KEYS
from oxtally.virtual.robot import VARIANTS, most_players

LONGEST = 1000  # characters of a message


class BadMessage(Exception):
    """No page of ours says this."""


def is_our_host(host: str) -> bool:
    """Whether a Host header names this computer."""
    try:
        name = urlsplit("//" + host).hostname or ""
    except ValueError:
        return False
    own = socket.gethostname().lower()
    if name in ("localhost", own, own + ".local"):
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def may_talk(host: str, origin: str) -> bool:
    return is_our_host(host) and origin == "http://" + host


@dataclass(frozen=True)
class Wish:
    """What a page wants: `what` is a key of the message, the rest what is with it."""

    what: str
    value: Any


def wish(text: str) -> Wish:
    """A message of the page, checked. Raises BadMessage."""
    if len(text) > LONGEST:
        raise BadMessage("too long")
    try:
        said = json.loads(text)
    except (ValueError, RecursionError):
        raise BadMessage("no JSON") from None
    if not isinstance(said, dict) or len(said) != 1:
        raise BadMessage("not one member")
    ((what, value),) = said.items()
    good = {
        "down": _is_key,
        "up": _is_key,
        "power": _is_switch,
        "usb": _is_switch,
        "demo": _is_switch,
        "deal": _is_deal,
    }.get(what)
    if not good or not good(value):
        raise BadMessage("no such wish")
    return Wish(what, value)


def _is_key(value: Any) -> bool:
    return isinstance(value, str) and len(value) == 1 and value in KEYS


def _is_switch(value: Any) -> bool:
    return isinstance(value, bool)


def _is_deal(value: Any) -> bool:
    if value is None or value == "here":
        return True
    if not isinstance(value, dict) or set(value) != {"players", "variant"}:
        return False
    players, variant = value["players"], value["variant"]
    if not isinstance(variant, str) or variant not in VARIANTS:
        return False
    return type(players) is int and 2 <= players <= most_players(variant)
