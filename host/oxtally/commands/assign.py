"""`oxtally assign GAME`: who sat where, and when it was. Kept beside the journal, which stays as it is."""

from __future__ import annotations

import argparse
from datetime import datetime

from ox.core import refused
from ox.core.agreed import Agreed
from ox.core.refused import Refused
from oxtally.errors import BadContent, printable
from oxtally.kept import check_names, tell_one
from oxtally.opening import add_db, game_id, open_store

SUMMARY = "say who sat where, and when a game was played"
EXAMPLE = 'oxtally assign 12 --seat 2 Benoît --date "2026-11-18 20:15"'

_FORMS = ("%Y-%m-%d", "%Y-%m-%d %H:%M")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", type=game_id, help="its number in `oxtally games`")
    parser.add_argument(
        "--seat",
        nargs=2,
        metavar=("N", "NAME"),
        action="append",
        default=[],
        help='seat N, counted from 1, was this person; "" brings back the name that was typed',
    )
    parser.add_argument("--date", metavar="DATE", help='YYYY-MM-DD or "YYYY-MM-DD HH:MM"; "" takes it back')
    add_db(parser)


def run(args: argparse.Namespace) -> int:
    if not args.seat and args.date is None:
        raise BadContent("nothing to assign: say --seat N NAME, or --date DATE")
    date = None if args.date is None else _date(args.date)
    with open_store(args) as store:
        one = tell_one(store, args.game)
        assert one.story
        seats = {_seat(number, len(one.typed)): name for number, name in args.seat}
        merged = {**one.kept.seats, **seats}
        names = [merged.get(seat) or typed for seat, typed in enumerate(one.typed)]
        _check(one.story.agreed, names)
        store.assign(args.game, seats, date)
        after = tell_one(store, args.game)
    assert after.story
    print(f"Game {after.id}, {after.date or 'no date'}: {', '.join(after.story.names)}")
    return 0


def _date(text: str) -> str:
    if not text:
        return ""
    for form in _FORMS:
        try:
            date = datetime.strptime(text, form)
        except ValueError:
            continue
        return f"{date.year:04d}{date.strftime(form.removeprefix('%Y'))}"
    raise BadContent(f"--date {printable(text)}: that is no date; they look like 2026-11-18 or 2026-11-18 20:15")


def _seat(text: str, players: int) -> int:
    if not (text.isascii() and text.isdigit()) or len(text) > 3 or not 1 <= int(text) <= players:
        raise BadContent(f"--seat {printable(text)}: there is no such seat; this game has 1 to {players}")
    return int(text) - 1


def _check(agreed: Agreed, names: list[str]) -> None:
    try:
        check_names(agreed, names)
    except UnicodeEncodeError as error:
        raise BadContent(f"{printable(str(error.object))}: {_RULE}") from None
    except Refused as why:
        name = printable(names[why.detail])
        if why.code == refused.SAME_NAME:
            raise BadContent(f"{name}: somebody else in this game has that name; assign both in one command") from None
        raise BadContent(f"{name}: {_RULE}") from None


_RULE = "a name has 1 to 12 printable characters of Latin-1, without quotes"
