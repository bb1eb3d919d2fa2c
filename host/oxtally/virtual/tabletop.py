"""What people at the table see and are asked, for a page that draws it. Imports ox.app, ox.core.

Runs on CPython and on MicroPython, inside the virtual device's process: it looks at the app and changes nothing. The
rows are those of the moment that is on the screen, not those at the end of the turn.
"""

from ox.app.newgame import VARIANTS, NewGame
from ox.core.agreed import ROWS
from ox.core.agreed import VARIANTS as RULES
from ox.core.game import FOR_CARD, FOR_CHOICE, FOR_NOTHING, FOR_PICK, FOR_ROUND, FOR_ROW
from ox.core.round import NO_TURN
from ox.core.table import NO_ROW
from ox.screens.play import SPECIAL_WORDS

TYPE_CHECKING = False  # MicroPython has no typing; checkers take this name for true
if TYPE_CHECKING:
    from typing import Any

    from ox.app.app import App
    from ox.core.round import Round
    from ox.core.table import Table

SLOTS = 5
NOBODY = -1

WELCOME = "welcome"  # no game
NEW = "new"  # the settings of a new game
MENU = "menu"  # anything else that is laid over the table
ROUND = "round"  # a round may begin: with its first row, or with picks
PICK = "pick"
ROW = "row"
CARD = "card"
REVIEW = "review"  # who typed what
PLACING = "placing"
LIST = "list"  # at a glance: the last turn of a round
CHOICE = "choice"
SCORES = "scores"  # a round is over
OVER = "over"
PROMPT = "prompt"  # the firmware was stopped, and with it everything else that is told here
CRASH = "crash"  # it broke down; likewise

_WAITS = {FOR_ROUND: ROUND, FOR_PICK: PICK, FOR_ROW: ROW, FOR_CARD: CARD, FOR_CHOICE: CHOICE, FOR_NOTHING: OVER}


def phase(app: "App") -> str:
    """What is on the screen."""
    if app.over:
        top = app.over[-1]
        return NEW if isinstance(top, NewGame) and not top.item else MENU
    if not app.history.game.agreed:
        return WELCOME
    play = app.table
    waits = app.history.game.waits_for()
    if play.placing(app):
        return PLACING if play.shown >= 0 else REVIEW
    if waits == FOR_CHOICE:
        return CHOICE
    if play.last_list(app):
        return LIST
    if waits != FOR_NOTHING and play.round_end(app):
        return SCORES
    return _WAITS[waits]


def tabletop(app: "App") -> "dict[str, Any]":
    """All of it: the members are there at every moment, whether or not they mean anything then."""
    now = phase(app)
    game = app.history.game
    agreed = game.agreed
    journal = app.journal()
    players = len(app.names)
    said: dict[str, Any] = {
        "phase": now,
        "lines": app.frame.text(),
        "digits": app.table.number.digits,  # being typed
        "limit": agreed.deck if agreed else 104,  # the highest card
        "hand": agreed.hand if agreed else 10,
        "variant": VARIANTS[RULES.index(agreed.variant)] if agreed else "",
        "game": journal.number if journal and agreed else 0,
        "round": 0,
        "turn": 0,
        "roster": len(app.roster),
        "names": app.names,
        "totals": game.totals(),
        "winners": game.winners(),
        "piles": [0] * players,  # heads in this round
        "cards": [0] * players,  # of this turn, 0: not typed yet
        "next": NOBODY,
        "rows": [[]] * SLOTS,
        "starts": [0] * ROWS,
        "sevens": [False] * SLOTS,
        "stops": [False] * SLOTS,
        "marked": NO_ROW,
        "odd": False,
        "placing": None,
        "choices": [],
        "suggestion": NO_ROW,
        # For whoever deals: the cards of this round that were seen, and own hands, where these were typed.
        "seen": [],
        "hands": [],
    }
    if agreed:
        finished = game.round is not None and game.round.finished and now != ROUND
        said["round"] = game.rounds_finished() + (0 if finished else 1)
    current = game.round
    if current and not (current.finished and now == ROUND):  # else the cards are being shuffled
        _tell_round(app, current, now, said)
    elif now == ROUND and app.table.drafts:
        said["next"] = 0
    return said


def _tell_round(app: "App", current: "Round", now: str, said: "dict[str, Any]") -> None:
    """The round under way, or the last one while its end is looked at."""
    at = app.table.shown if app.table.placing(app) else len(current.placings) - 1
    _rows(said, current, at)
    piles = list(current.piles)
    for item in current.placings[at + 1 :]:  # not on the screen yet
        piles[item[0]] -= item[4]
    said["piles"] = piles
    said["starts"] = list(current.starts)
    # Once its last placing has been seen, a turn is over; the next one begins with its first card.
    over = current.due not in (NO_TURN, current.turn) and not app.table.placing(app)
    said["turn"] = current.turn + 1 if over else current.turn
    if not over:
        said["cards"] = list(current.cards)
    said["next"] = _next(current, now, at)
    if now == PLACING:
        player, card, slot, taken, heads, _, special = current.placings[at]
        word = SPECIAL_WORDS[special[4]] if special else ""
        said["placing"] = {
            "seat": player,
            "card": card,
            "slot": slot,
            "takes": list(taken),
            "heads": heads,
            "special": word,
        }
    if now == CHOICE:
        said["choices"] = current.choices()
        said["suggestion"] = current.suggestion()
    said["seen"] = [card for card in range(1, len(current.seen)) if current.seen[card]]
    if max(current.picks):
        said["hands"] = [
            [card for card in range(1, len(current.owner)) if current.owner[card] == player + 1]
            for player in range(len(app.names))
        ]


def _next(current: "Round", now: str, at: int) -> int:
    """The player who is asked, or whose card is being placed."""
    if now == PLACING:
        return int(current.placings[at][0])
    asked = current.asked()
    if asked:
        return asked[0]
    if not current.started:
        return current.next_pick() if now == PICK else NOBODY
    return current.next_player()


def _rows(said: "dict[str, Any]", current: "Round", at: int) -> None:
    table: Table = current.table
    if not current.started:
        said["rows"] = [[card] if card else [] for card in current.starts] + [[]]
        return
    if at + 1 < len(current.placings):
        table = current.table_before(at + 1)
    empty = SLOTS - len(table.rows)
    said["rows"] = [list(row) for row in table.rows] + [[]] * empty
    said["sevens"] = [bool(table.sevens >> slot & 1) for slot in range(SLOTS)]
    said["stops"] = [bool(table.stops >> slot & 1) for slot in range(SLOTS)]
    said["marked"] = table.marked
    said["odd"] = bool(table.odd)
