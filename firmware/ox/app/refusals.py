"""The core's reasons as words of the device's language. Imports core only."""

from ox.core import refused
from ox.core.refused import Refused

_WORDS = {
    refused.NO_SUCH_CARD: "no such card",
    refused.NOT_IN_DECK: "not in deck",
    refused.NOT_IN_HAND: "not in hand",
    refused.NO_SUCH_ROW: "no such row",
    refused.STOPPED_ROW: "stopped row",
    refused.OVER: "over now",
    refused.FIVE_ROWS: "five rows",
    refused.NO_ROW_FITS: "no row fits",
    refused.HAS_SEVEN: "has seven",
    refused.AT_THE_END: "at the end",
    refused.LAST_TURN: "last turn",
    refused.NOT_ON_TABLE: "not on table",
    refused.SAME_ROW: "same row",
    refused.TWO_STOPS: "two stops",
    refused.HAS_STOP: "has stop",
    refused.NOT_TAKING: "not taking",
    refused.NOT_IN_ROW: "not in row",
    refused.BELOW_ZERO: "below zero",
    refused.BAD_CHANGE: "bad change",
    refused.NOTHING_TO_UNDO: "no undo",
    refused.SAME_NAME: "same name",
    refused.BAD_NUMBER_OF_PLAYERS: "at most",
}


def sentence(why: Refused, words: dict, names: list[str]) -> str:
    """Why an entry was refused, short enough for a line of large letters."""
    code, detail = why.code, why.detail
    if code == refused.SEEN:
        if detail < 16:
            return words["seen row"].replace("%", str(detail))
        return words["seen turn"].replace("%", str(detail >> 4) + " " + names[(detail & 15) - 1])
    if code == refused.ALREADY_REVEALED:
        return words["has played"].replace("%", names[detail])
    if code == refused.PICKED:
        return words["picked"].replace("%", names[detail])
    if code == refused.OTHER_ROW:
        return words["other row"].replace("%", str(detail + 1))
    return words[_WORDS.get(code, "not now")].replace("%", str(detail))
