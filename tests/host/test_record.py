"""The table record: what is read, what is refused at which line and in which words, what is written."""

from __future__ import annotations

import io

import pytest

from ox.core.events import REVEAL
from oxtally.errors import RecordError
from oxtally.record import read_record, write_record
from oxtally.record.play import Play, parse_play
from oxtally.story import as_json, tell

HEAD = "oxtally-record 1\nplayers Anna Ben\n"


def read(text: str | bytes) -> list:
    return read_record(io.BytesIO(text.encode() if isinstance(text, str) else text))


def canonical(text: str | bytes) -> str:
    return write_record(read(text))


def test_the_canonical_form():
    loose = (
        "\ufeff# a comment\r\n\r\n  oxtally-record\t1\r\nrounds 0\r\nending reach # till then\r\ntarget 66\r\n"
        'players "Anna" Chloé   "Van Dam" "A#1"\r\nvariant base\r\n'
        "\trows 12  37 43 58# the rows\r\nturn 14 15 44 61\r\n"
    )
    assert canonical(loose) == (
        'oxtally-record 1\nvariant base\nplayers Anna Chloé "Van Dam" "A#1"\nending reach\n'
        "rows 12 37 43 58\nturn 14 15 44 61\n"
    )


@pytest.mark.parametrize(
    ("settings", "written"),
    [
        ("target 66\nending over\nrounds 0\n", "variant base\nplayers Anna Ben\n"),
        ("target 0\nrounds 3\n", "variant base\nplayers Anna Ben\ntarget 0\nrounds 3\n"),
        ("variant special\ntarget 0\nrounds 2\n", "variant special\nplayers Anna Ben\n"),
        ("rounds 0\ntarget 66\nvariant special\n", "variant special\nplayers Anna Ben\ntarget 66\nrounds 0\n"),
    ],
)
def test_settings_are_written_where_they_differ_from_the_usual(settings, written):
    assert canonical(HEAD + settings) == "oxtally-record 1\n" + written


def test_settings_may_stand_anywhere_before_the_first_rows():
    assert canonical(HEAD + "adjust Ben 3\ntarget 50\nrows 1 2 3 4\n").splitlines()[2:] == [
        "players Anna Ben",
        "target 50",
        "adjust Ben 3",
        "rows 1 2 3 4",
    ]


def test_draft_lines_are_written_in_seat_order():
    first, second = "draft Anna 1 2 3 4 5 6 7 8 9 10", "draft Ben 11 12 13 14 15 16 17 18 19 20"
    text = canonical(f"{HEAD}{second}\n{first}\nrows 21 22 23 24\n")
    assert text.splitlines()[3:] == [first, second, "rows 21 22 23 24"]


@pytest.mark.parametrize(
    "text",
    ["14", "3>2", "23+row5", "20+seven", "10+insert@3", "25+replace=15", "24+slide=13@4", "22+stop@1", "20+neg=11"],
)
def test_plays_come_back_as_they_were_written(text):
    assert str(parse_play(text)) == text
    if ">" not in text:
        assert str(parse_play(text + ">4")) == text + ">4"


def test_the_parts_of_a_play():
    play = parse_play("24+slide=13@4>2")
    assert (play.card, play.other, play.row, play.chosen) == (24, 13, 4, 2)
    assert parse_play("7") == Play(7)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x",
        "07",
        "+5",
        "5>",
        ">5",
        "5>02",
        "5+",
        "5+seven=3",
        "5+insert",
        "5+slide=3",
        "5+Seven",
        "5+row5+seven",
        "٣",
        "5 6",
    ],
)
def test_what_is_no_play(text):
    with pytest.raises(ValueError, match=r"play|special|written"):
        parse_play(text)


WRONG = [
    ("", 1, "starts with `oxtally-record 1`"),
    ("\n\n", 1, "starts with `oxtally-record 1`"),
    ("hello\n", 1, "not with 'hello'"),
    ("oxtally-record 2\n", 1, "version '2'"),
    ("oxtally-record 01\n", 1, "version '01'"),
    ("oxtally-record 1\n# nothing\n", 1, "`players` line is missing"),
    ("oxtally-record 1\nrows 1 2 3 4\n", 2, "A `players` line has to come first"),
    ("oxtally-record 1\nplayers Anna\n", 2, "2 to 10 players"),
    ("oxtally-record 1\nplayers\n", 2, "2 to 10 players"),
    ("oxtally-record 1\nplayers A B C D E F G H I J K\n", 2, "2 to 10 players"),
    ("oxtally-record 1\nplayers A B C D E F G H I\nvariant special\n", 3, "2 to 8 players"),
    ("oxtally-record 1\nvariant special\nplayers A B C D E F G H I\n", 3, "2 to 8 players"),
    ("oxtally-record 1\nplayers Anna anna\n", 2, "the same name"),
    ("oxtally-record 1\nplayers Éva éva\n", 2, "the same name"),
    ("oxtally-record 1\nplayers Strauß STRAUSS\n", 2, "the same name"),
    ("oxtally-record 1\nplayers Anna Łukasz\n", 2, "not in Latin-1"),
    ("oxtally-record 1\nplayers Anna Benjaminiusss\n", 2, "1 to 12 printable characters"),
    ('oxtally-record 1\nplayers Anna ""\n', 2, "1 to 12 printable characters"),
    ('oxtally-record 1\nplayers Anna "Ben\n', 2, "not closed"),
    ('oxtally-record 1\nplayers Anna "Ben"C\n', 2, "a space is missing"),
    ('oxtally-record 1\nplayers An"na Ben\n', 2, "in the middle of a word"),
    (HEAD + "variant chess\n", 3, "one of base, pro"),
    (HEAD + "variant base\nvariant base\n", 4, "stands twice"),
    (HEAD + "target 1000\n", 3, "0 to 999"),
    (HEAD + "target 066\n", 3, "no leading zeros"),
    (HEAD + "target -1\n", 3, "is not a number"),
    (HEAD + "rounds 100\n", 3, "0 to 99"),
    (HEAD + 'rounds "3"\n', 3, "followed by one word"),
    (HEAD + "rows 1 2 3 4\ntarget 5\n", 4, "before the first `rows`"),
    (HEAD + "deal 1 2 3\n", 3, "no such statement: 'deal'"),
    (HEAD + '"rows" 1 2 3 4\n', 3, "not with a quoted name"),
    (HEAD + "turn 1 2\n", 3, "no round is under way"),
    (HEAD + "void\n", 3, "no round is under way"),
    (HEAD + "rows 1 2 3\n", 3, "four cards start the rows, and this line has 3"),
    (HEAD + "rows 1 2 3 3\n", 3, "it started row 3"),
    (HEAD + "rows 1 2 3 105\n", 3, "cards go from 1 to 104"),
    (HEAD + "rows 1 2 3 4\nrows 5 6 7 8\n", 4, "10 turns are still to come"),
    (HEAD + "rows 1 2 3 4\nturn 5\n", 4, "one play for each of 2 players, and this line has 1"),
    (
        HEAD + "rows 1 2 3 4\nturn 5 6\nturn 5 7\n",
        5,
        "Anna 5: that card was seen already this round: Anna played it in turn 1",
    ),
    (HEAD + "rows 11 12 13 14\nturn 5 20\n", 4, "say which row is taken, as in 5>2"),
    (HEAD + "rows 11 12 13 14\nturn 5>5 20\n", 4, "there is no such row"),
    (HEAD + "rows 11 12 13 14\nturn 5>0 20\n", 4, "there is no such row"),
    (HEAD + "rows 11 12 13 14\nturn 15>1 20\n", 4, "no row has to be chosen here"),
    (HEAD + 'rows 11 12 13 14\nturn "15" 20\n', 4, "a play is not quoted"),
    (HEAD + "adjust Zoe 3\n", 3, "nobody here is called 'Zoe'"),
    (HEAD + "adjust anna 3\n", 3, "nobody here is called 'anna'"),
    (HEAD + "adjust Anna +3\n", 3, "'+3' is not a change"),
    (HEAD + "adjust Anna -\n", 3, "'-' is not a change"),
    (HEAD + "adjust Anna 03\n", 3, "'03' is not a change"),
    (HEAD + 'adjust Anna "3"\n', 3, "is not a change"),
    (HEAD + "adjust Anna 0\n", 3, "by 1 to 171"),
    (HEAD + "adjust Anna -0\n", 3, "by 1 to 171"),
    (HEAD + "adjust Anna 172\n", 3, "by 1 to 171"),
    (HEAD + "adjust Anna -1\n", 3, "never falls below zero, and this one is 0"),
    (HEAD + "adjust Anna\n", 3, "names a player and a number"),
    (HEAD + "adjust Nobody 3\ntarget 1000\n", 3, "nobody here is called"),
    (HEAD + "adjust Anna -3\ntarget 5\ntarget 5\n", 3, "below zero"),
    (HEAD + "draft Anna 1 2 3\nturn 5 6\n", 3, "a hand has 10 cards"),
    (HEAD + "draft Anna 1 2 3 4 5 6 7 8 9 10\nvariant special\n", 4, "do not go with"),
    (HEAD + "draft Anna 1 2 3 4 5 6 7 8 9 100\nvariant pro\n", 4, "up to 24"),
    (HEAD + "stop\ntarget 5\n", 4, "before `stop`"),
    (HEAD + "variant special\nrows 11 12 13 14\nturn 15+slide=999@1 20\n", 5, "lies in no row"),
    (HEAD + "variant special\nrows 11 12 13 14\nturn 5+neg=256>1 20\n", 5, "lies in no row"),
    (HEAD + "variant special\nrows 11 12 13 14\nturn 15+replace=999 20\n", 5, "cards go from 1 to 104"),
    (HEAD + "variant special\nrows 11 12 13 14\nturn 15+stop@99 20\n", 5, "no such row"),
    (HEAD + "variant special\nrows 11 12 13 14\nturn 15+insert@0 20\n", 5, "no such row"),
    (HEAD + "stop now\n", 3, "nothing follows `stop`"),
    (HEAD + "stop\nrows 1 2 3 4\n", 4, "the game is over"),
    (HEAD + "draft Anna 1 2 3\n", 3, "a hand has 10 cards, and this line has 3"),
    (HEAD + "draft\n", 3, "names a player"),
    (HEAD + "draft Anna 1 2 3 4 5 6 7 8 9 10\nrows 11 12 13 14\n", 4, "no draft line for Ben"),
    (HEAD + "rows ٣ 2 3 4\n", 3, "is not a number"),
    (HEAD + "rows 1\x002 2 3 4\n", 3, "is not a number"),
    (HEAD + "x" * 70000 + "\n", 3, "longer than 65536 bytes"),
]


@pytest.mark.parametrize(("text", "line", "words"), WRONG, ids=[f"{line}-{words[:30]}" for _, line, words in WRONG])
def test_a_wrong_record_is_refused_at_its_line_in_plain_words(text, line, words):
    with pytest.raises(RecordError) as error:
        read(text)
    assert error.value.line == line
    assert words in error.value.what
    assert "\n" not in error.value.what
    assert len(error.value.what) < 200


def test_bytes_that_are_not_utf_8():
    with pytest.raises(RecordError) as error:
        read(HEAD.encode() + b"rows \xff\n")
    assert (error.value.line, "UTF-8" in error.value.what) == (3, True)


def test_a_game_under_way_is_a_record_too():
    for text in (HEAD, HEAD + "draft Ben 11 12 13 14 15 16 17 18 19 20\n", HEAD + "rows 1 2 3 4\n"):
        assert as_json(tell(read(text)))["over"] is False
        assert canonical(canonical(text)) == canonical(text)


def test_a_turn_that_is_not_fully_placed_is_left_out():
    log = read(HEAD + "rows 11 12 13 14\nturn 20 21\n")
    open_turn = [*log, (REVEAL, 2, 0, 5), (REVEAL, 2, 1, 30)]
    assert write_record(open_turn) == write_record(log)
    assert tell(open_turn).rounds == tell(log).rounds


def test_hands_and_an_adjustment_that_ends_the_game_can_be_read_back():
    turns = "".join(f"turn {card} {card + 1}\n" for card in range(25, 45, 2))
    text = f"{HEAD}target 60\nrows 1 2 3 4\n{turns}draft Ben 11 12 13 14 15 16 17 18 19 20\nadjust Anna 100\n"
    assert canonical(text) == canonical(canonical(text))
    assert tell(read(canonical(text))).over
