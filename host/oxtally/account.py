"""A game as an account for people: turn by turn, with a score table. Pure: a story in, text out."""

from __future__ import annotations

import textwrap

from ox.core import events
from ox.core.agreed import PARITY, PRO, SPECIAL
from ox.core.events import Event
from ox.core.round import CHOSEN, ROW_WAS_FULL
from oxtally.story import Marker, Placing, RoundStory, Story

_VARIANTS = {
    0: "Base game",
    PRO: "Known cards (pro)",
    PARITY: "Even/odd card",
    PRO + PARITY: "Known cards (pro), even/odd card",
    SPECIAL: "Special cards",
}
_INDENT = " " * 12


def account(story: Story, width: int = 100, arrow: str = "→") -> str:
    """The whole account; lines are broken at `width`, but never inside a placing."""
    blocks = [_heading(story)]
    blocks += _adjustments(story, 0)
    number = 0
    for begun, one in enumerate(story.rounds, 1):
        number += not one.void
        blocks.append(_round(_title(story, one, number), one, story.names, width, arrow))
        blocks += _adjustments(story, begun)
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
    return f"{_VARIANTS[terms.variant]}, {len(story.names)} players, {ending}"


def _title(story: Story, one: RoundStory, number: int) -> str:
    if one.void:
        return "A voided round (counts for nothing)"
    title = f"Round {number}" + (", own hands" if one.drafted else "")
    if one.finished:
        return title
    return title + (" (not finished, counts for nothing)" if story.stopped else " (under way)")


def _adjustments(story: Story, begun: int) -> list[str]:
    """Changes by hand that were made after so many rounds had begun."""
    lines = [
        f"The table changes {story.names[player]}'s total by {change:+d}."
        for at, player, change in story.adjustments
        if at == begun
    ]
    return ["\n".join(lines)] if lines else []


def _round(title: str, one: RoundStory, names: list[str], width: int, arrow: str) -> str:
    lines = [title, "  Start     " + " | ".join(str(card) for card in one.rows)]
    lines += _marker(one.markers[0])
    for number, turn in enumerate(one.turns, 1):
        lines += _turn(number, turn, names, width, arrow)
        if one.markers[number] != one.markers[number - 1]:
            lines += _marker(one.markers[number])
    if one.turns:
        piles = [f"{name} {taken}" for name, taken in zip(names, one.heads, strict=True)]
        rows = [_row(one, slot) + " |" for slot in range(len(one.final_rows))]
        lines += _wrapped("  End       ", [*rows[:-1], rows[-1][:-2]], width, " ")
        lines += _wrapped("  Heads     ", piles, width)
    return "\n".join(lines)


def _row(one: RoundStory, slot: int) -> str:
    cards = " ".join(str(card) for card in one.final_rows[slot]) or "-"
    return cards + (" [seven]" if one.sevens >> slot & 1 else "") + (" [stop]" if one.stops >> slot & 1 else "")


def _marker(marker: Marker) -> list[str]:
    slot, odd = marker
    return [f"{_INDENT}The marker lies at row {slot + 1}: {'odd' if odd else 'even'}"] if slot >= 0 else []


def _turn(number: int, turn: list[Placing], names: list[str], width: int, arrow: str) -> list[str]:
    lines = _wrapped(f"  Turn {number:<5}", [_placed(placing, names, arrow) for placing in turn], width)
    for placing in turn:
        if note := _note(placing, names):
            lines += textwrap.wrap(note, width, initial_indent=_INDENT, subsequent_indent=_INDENT + "  ")
    return lines


def _wrapped(head: str, items: list[str], width: int, gap: str = "   ") -> list[str]:
    """Items behind a heading. None is broken over two lines: their spaces are hidden from textwrap."""
    text = gap.join(item.replace(" ", "\0") for item in items)
    lines = textwrap.wrap(
        text, width, initial_indent=head, subsequent_indent=_INDENT, break_long_words=False, break_on_hyphens=False
    )
    return [line.replace("\0", " ") for line in lines]


def _placed(placing: Placing, names: list[str], arrow: str) -> str:
    player, card, slot, taken, *_ = placing
    if card in taken:  # of five rows, the card goes with the row that it takes
        return f"{names[player]} {card} with row {slot + 1}"
    return f"{names[player]} {card} {arrow} {slot + 1}"


def _note(placing: Placing, names: list[str]) -> str:
    """What a placing did besides adding a card to a row."""
    player, _, slot, taken, change, why, special = placing
    notes = [_special(special)] if special else []
    if taken:
        row = slot
        if special and special[4] == events.SLIDE and why not in (CHOSEN, ROW_WAS_FULL):
            row = special[5]  # it was the slide that took
        chosen = " by choice" if why == CHOSEN else ""
        notes.append(f"takes row {row + 1}{chosen}: {' '.join(str(one) for one in taken)} ({heads(change)})")
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


def _score(story: Story) -> str:
    """Players down, rounds across, totals at the end."""
    columns: list[tuple[str, list[str]]] = []
    number = 0
    for one in story.rounds:
        number += not one.void
        if one.finished and not one.void:
            columns.append((f"R{number}", [str(taken) for taken in one.heads]))
        elif not one.void and not story.over:
            columns.append(("now", [f"({taken})" for taken in one.heads]))
    if story.adjustments:
        columns.append(("adjusted", [f"{change:+d}" if change else "0" for change in story.adjusted]))
    columns.append(("total", [str(total) for total in story.totals]))
    first = max(len(name) for name in ["Score", *story.names])
    lines = [f"{name:<{first}}" for name in ["Score", *story.names]]
    for title, cells in columns:
        wide = max(len(cell) for cell in [title, *cells])
        lines = [f"{line}  {cell:>{wide}}" for line, cell in zip(lines, [title, *cells], strict=True)]
    return "\n".join(lines)


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
