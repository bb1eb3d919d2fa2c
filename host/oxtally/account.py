"""A game as an account for people: turn by turn, with a score table. Pure: a story in, text out."""

from __future__ import annotations

import textwrap

from ox.core import events
from ox.core.agreed import PARITY, PRO, SPECIAL
from ox.core.events import Event
from ox.core.round import CHOSEN
from oxtally.story import Placing, RoundStory, Story

_VARIANTS = {
    0: "base game",
    PRO: "known cards (pro)",
    PARITY: "even/odd card",
    PRO + PARITY: "known cards (pro), even/odd card",
    SPECIAL: "special cards",
}


def account(story: Story, width: int = 100) -> str:
    """The whole account, lines no longer than `width` where names allow it."""
    blocks = [_heading(story)]
    number = 0
    for at, one in enumerate(story.rounds):
        number += not one.void
        title = "Voided round" if one.void else f"Round {number}" + ("" if one.finished else _unfinished(story, at))
        blocks.append(_round(title, one, story.names, width))
    if story.adjustments:
        blocks.append("\n".join(_adjustment(one, story.names) for one in story.adjustments))
    if story.rounds or story.adjustments:
        blocks.append(_score(story))
    blocks.append(_ending(story))
    return "\n\n".join(blocks) + "\n"


def heads(number: int) -> str:
    return f"{number} head" if abs(number) == 1 else f"{number} heads"


def _heading(story: Story) -> str:
    terms = story.agreed
    ends = []
    if terms.target:
        ends.append(f"at {terms.target} heads" if terms.reach else f"above {terms.target} heads")
    if terms.rounds:
        ends.append("after one round" if terms.rounds == 1 else f"after {terms.rounds} rounds")
    ending = "ends " + " or ".join(ends) if ends else "no end agreed"
    return f"{_VARIANTS[terms.variant][0].upper()}{_VARIANTS[terms.variant][1:]}, {len(story.names)} players, {ending}"


def _unfinished(story: Story, at: int) -> str:
    if story.stopped:
        return " (not finished, counts for nothing)"
    return " (under way)" if at == len(story.rounds) - 1 else ""


def _round(title: str, one: RoundStory, names: list[str], width: int) -> str:
    lines = [title, f"  Rows      {_rows([bytes((card,)) for card in one.rows])}"]
    for number, turn in enumerate(one.turns, 1):
        lines += _turn(number, turn, names, width)
    if one.turns:
        lines.append(f"  Rows      {_rows(one.final_rows)}")
        lines.append(
            "  Heads     " + "   ".join(f"{name} {taken}" for name, taken in zip(names, one.heads, strict=True))
        )
    return "\n".join(lines)


def _rows(rows: list[bytes]) -> str:
    return " | ".join(" ".join(str(card) for card in row) or "-" for row in rows)


def _turn(number: int, turn: list[Placing], names: list[str], width: int) -> list[str]:
    placed = [f"{names[player]} {card} → {slot + 1}" for player, card, slot, *_ in turn]
    # A placing is never broken over two lines: its spaces are hidden from textwrap.
    line = "   ".join(one.replace(" ", "\0") for one in placed)
    head = f"  Turn {number:<5}"
    wrapped = textwrap.wrap(
        line,
        width,
        initial_indent=head,
        subsequent_indent=" " * len(head),
        break_long_words=False,
        break_on_hyphens=False,
    )
    lines = [one.replace("\0", " ") for one in wrapped]
    return lines + [" " * len(head) + note for placing in turn if (note := _note(placing, names))]


def _note(placing: Placing, names: list[str]) -> str:
    """What a placing did besides adding a card to a row."""
    player, _, slot, taken, change, why, special = placing
    notes = [_special(special)] if special else []
    if taken:
        chosen = " by choice" if why == CHOSEN else ""
        cards = " ".join(str(one) for one in taken)
        row = "" if special and special[4] == events.SLIDE else f" row {slot + 1}{chosen}:"
        notes.append(f"takes{row} {cards} ({heads(change)})")
    return f"{names[player]} {', '.join(notes)}" if notes else ""


def _special(event: Event) -> str:
    _, _, _, card, special, slot, other = event
    return {
        events.ROW5: "starts a fifth row",
        events.SEVEN: "plays seven takes",
        events.INSERT: f"inserts {card} into row {slot + 1}",
        events.REPLACE: f"replaces {card} by {other}",
        events.SLIDE: f"slides {other} to row {slot + 1}",
        events.STOP_ROW: f"stops row {slot + 1}",
        events.NEG: f"makes {other} positive",
    }[special]


def _adjustment(adjustment: tuple[int, int, int], names: list[str]) -> str:
    finished, player, change = adjustment
    when = f"after {finished} round{'s' if finished > 1 else ''}" if finished else "before the first round was over"
    return f"The table changed {names[player]}'s total by {change:+d}, {when}."


def _score(story: Story) -> str:
    """Rounds down, players across, totals below."""
    lines: list[tuple[str, list[str]]] = []
    number = 0
    for one in story.rounds:
        number += not one.void
        if one.finished and not one.void:
            lines.append((f"Round {number}", [str(taken) for taken in one.heads]))
        elif not one.void and not story.over:
            lines.append(("Under way", [f"({taken})" for taken in one.heads]))
    if story.adjustments:
        lines.append(("Adjusted", [f"{change:+d}" if change else "0" for change in story.adjusted]))
    lines.append(("Total", [str(total) for total in story.totals]))
    widths = [max(len(name), 5) for name in story.names]
    table = [("Score", story.names), *lines]
    return "\n".join(
        f"{label:<10}" + "".join(f"  {cell:>{width}}" for cell, width in zip(cells, widths, strict=True))
        for label, cells in table
    )


def _ending(story: Story) -> str:
    if not story.over:
        return "The game is under way."
    start = "Stopped early. " if story.stopped else ""
    winners = [story.names[player] for player in story.winners]
    if not winners:
        return start + "No round was finished: nobody wins."
    fewest = heads(min(story.totals))
    if len(winners) == 1:
        return f"{start}{winners[0]} wins with {fewest}."
    return f"{start}{', '.join(winners[:-1])} and {winners[-1]} share the win with {fewest}."
