"""Scores: during the game, at the end of a round, at the end of the game. Imports core, frame, columns, rows, play."""

from ox.core.game import Game

from .columns import columns
from .frame import CENTRE, RIGHT, Frame
from .play import Words, fill
from .rows import show_rows


def totals(frame: Frame, words: Words, game: Game, names: list[str], hint: str) -> None:
    """Heads of the finished rounds."""
    _heading(frame, words["scores"], words, game)
    columns(frame, _with_totals(game, names))
    frame.small(7, hint)


def piles(frame: Frame, words: Words, game: Game, names: list[str], hint: str) -> None:
    """Heads taken in this round."""
    _heading(frame, words["this round"], words, game)
    taken = game.round.piles if game.round else [0] * len(names)
    columns(frame, [(name, str(heads)) for name, heads in zip(names, taken)])
    frame.small(7, hint)


def rows(frame: Frame, game: Game, hint: str) -> None:
    """All cards of all rows."""
    if game.round:
        show_rows(frame, game.round.table)
        for slot, row in enumerate(game.round.table.rows):
            if row:
                frame.small(1 + slot, str(slot + 1) + ": " + " ".join([str(card) for card in row]))
    frame.small(7, hint)


def _with_totals(game: Game, names: list[str]) -> list[tuple[str, str]]:
    """Each name with its total; a star behind it if the table has changed it by hand."""
    return [(name, str(game.total(at)) + ("*" if game.adjusted[at] else "")) for at, name in enumerate(names)]


def _heading(frame: Frame, title: str, words: Words, game: Game) -> None:
    if game.round and game.round.started:
        show_rows(frame, game.round.table)
    frame.small(0, title)
    frame.small(0, fill(words["round"], game.rounds_finished() + (1 if game.under_way() else 0)), RIGHT)


def round_over(frame: Frame, words: Words, game: Game, names: list[str], hint: str) -> None:
    items = []
    for player, name in enumerate(names):
        pile = game.round.piles[player] if game.round else 0
        items.append((name, "+" + str(pile) + "=" + str(game.total(player))))
    frame.small(0, fill(words["round over"], game.rounds_finished()))
    columns(frame, items)
    frame.small(7, hint)


def game_over(frame: Frame, words: Words, game: Game, names: list[str], hint: str) -> None:
    """Everyone tied at the fewest wins: all of them are named, and marked in the list."""
    winners = game.winners()
    if len(winners) == 1:
        frame.small(0, fill(words["winner"], names[winners[0]]), CENTRE)
    else:
        frame.small(0, words["winners"] if winners else words["nobody"], CENTRE)
    columns(frame, _with_totals(game, names), 1, tuple(winners))
    frame.small(7, hint)
