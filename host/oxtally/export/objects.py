"""Games as JSON: what `oxtally replay --json` says, and around it what the store knows. Imports kept and story."""

from __future__ import annotations

from typing import Any

from oxtally.kept import Told
from oxtally.story import as_json


def heading(told: Told) -> dict[str, Any]:
    """Which game this is."""
    key = told.kept.key
    return {
        "id": told.id,
        "date": told.date or None,
        "start": told.start or None,
        "device": key.device,
        "device_name": told.device_name,
        "epoch": key.epoch,
        "number": key.number,
        "game_id": told.game_id,
        "state": told.state,
    }


def whole(told: Told) -> dict[str, Any]:
    """All of it, placing by placing."""
    story = told.story
    assert story
    terms = {
        "target": story.agreed.target,
        "ending": "reach" if story.agreed.reach else "over",
        "round_limit": story.agreed.rounds,
    }
    return {**heading(told), **terms, "typed": told.typed, "ranks": told.ranks(), **as_json(story)}


def summary(told: Told) -> dict[str, Any]:
    """One line of `oxtally games --json`. A game without a story says why."""
    story = told.story
    if not story:
        return {**heading(told), "trouble": told.trouble}
    return {
        **heading(told),
        "variant": told.variant,
        "players": story.names,
        "totals": story.totals,
        "winners": [story.names[player] for player in story.winners],
    }
