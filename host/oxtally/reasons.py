"""The core's reasons for refusing an entry, as English sentences for the laptop. Imports ox.core only."""

from __future__ import annotations

from ox.core import refused
from ox.core.game import Game
from ox.core.refused import Refused

_PLAIN = {
    refused.NOT_YET: "something else has to come first",
    refused.OVER: "the game is over",
    refused.NO_GAME: "no game is set up yet",
    refused.GAME_SET_UP: "the game is set up already",
    refused.NO_ROUND: "no round is under way",
    refused.NOT_ASKED: "no row has to be chosen for that card",
    refused.ALREADY_PLACED: "that card has been placed already",
    refused.ALREADY_REVEALED: "that player has revealed a card this turn",
    refused.ROW_STARTED: "the rows have been started already",
    refused.NO_SUCH_CARD: "there is no such card; cards go from 1 to 104",
    refused.NOT_IN_HAND: "that card is not in the player's hand",
    refused.HAND_FULL: "that hand is full",
    refused.NO_SUCH_PLAYER: "there is no such player",
    refused.NO_SUCH_ROW: "there is no such row",
    refused.STOPPED_ROW: "that row is stopped",
    refused.DRAFT_OFF: "own hands (draft) do not go with the special cards",
    refused.NO_SPECIALS: "there are no special cards in this variant",
    refused.NO_SUCH_SPECIAL: "there is no such special card",
    refused.SECOND_SPECIAL: "only one special card may be played for a card",
    refused.FIVE_ROWS: "there are five rows already",
    refused.NO_ROW_FITS: "seven needs a row that the card fits, and there is none",
    refused.HAS_SEVEN: "that row has a seven already",
    refused.AT_THE_END: "insert never puts a card at the end of a row",
    refused.LAST_TURN: "nobody has another card in the last turn of a round",
    refused.NOT_ON_TABLE: "that card lies in no row",
    refused.SAME_ROW: "slide moves a card to another row, not to its own",
    refused.TWO_STOPS: "two stops lie on the table already",
    refused.HAS_STOP: "that row is stopped already",
    refused.NOT_TAKING: "neg is only for a player who is about to take a row",
    refused.NOT_IN_ROW: "that card is not in the row that is taken",
    refused.BAD_CHANGE: "a total is changed by 1 to 171, up or down",
    refused.BAD_VARIANT: "there is no such variant",
    refused.BAD_NAME: "a name has 1 to 12 printable characters of Latin-1, without quotes",
    refused.SAME_NAME: "two players have the same name",
    refused.BAD_TARGET: "the target is a number from 0 to 999",
    refused.BAD_ROUNDS: "the number of rounds is from 0 to 99",
    refused.NOTHING_TO_UNDO: "there is nothing to undo",
    refused.NOTHING_TO_REDO: "there is nothing to redo",
    refused.NO_SUCH_ENTRY: "there is no such entry",
    refused.OTHER_QUESTION: "a correction has to answer what the entry answered",
}


def sentence(why: Refused, game: Game) -> str:
    """Why an entry was refused, in plain words."""
    detail = why.detail
    if why.code == refused.SEEN:
        if detail < 16:
            return f"that card was seen already this round: it started row {detail}"
        return f"that card was seen already this round: {name(game, (detail & 15) - 1)} played it in turn {detail >> 4}"
    if why.code == refused.NOT_IN_DECK:
        return f"that card is not in this deck, which goes up to {detail}"
    if why.code == refused.PICKED:
        return f"{name(game, detail)} picked that card"
    if why.code == refused.OTHER_ROW:
        return f"the card that becomes positive lies in row {detail + 1}, so that row has to be taken"
    if why.code == refused.BELOW_ZERO:
        return f"a total never falls below zero, and this one is {detail}"
    if why.code == refused.BAD_NUMBER_OF_PLAYERS:
        return f"this variant is for 2 to {detail} players"
    return _PLAIN.get(why.code, f"reason {why.code}")


def name(game: Game, player: int) -> str:
    """A player's name; the core keeps it as Latin-1 bytes."""
    return game.agreed.names[player].decode("latin-1") if game.agreed else f"player {player + 1}"
