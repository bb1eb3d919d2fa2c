"""Prose for the pages that are made: paragraphs in lines of the usual length. Imports nothing of ours."""

from __future__ import annotations

import textwrap

_WIDTH = 118


def paragraph(*sentences: str) -> list[str]:
    """Lines of a Markdown page, with an empty one behind them."""
    return [*textwrap.wrap(" ".join(sentences), _WIDTH, break_long_words=False, break_on_hyphens=False), ""]
