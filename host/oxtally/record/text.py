"""Lines and words of a record: bytes in, numbered statements out. Knows quotes and comments, not what words mean."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

from oxtally.errors import RecordError, printable

MAX_LINE = 65536  # bytes; the longest sensible statement has about 300
_SHOWN = 40  # characters of a wrong word that an error quotes


class Word(NamedTuple):
    text: str
    quoted: bool = False


class Statement(NamedTuple):
    line: int
    words: list[Word]


def statements(stream: BinaryIO) -> Iterator[Statement]:
    """The statements of a record. Comments and blank lines are left out; lines are counted from 1."""
    line = 0
    while raw := stream.readline(MAX_LINE + 1):
        line += 1
        if len(raw) > MAX_LINE:
            raise RecordError(line, f"this line is longer than {MAX_LINE} bytes; is this a table record?")
        if line == 1:
            raw = raw.removeprefix(b"\xef\xbb\xbf")  # a byte order mark
        try:
            text = raw.decode("utf-8")
        except UnicodeDecodeError:
            raise RecordError(line, "this is not UTF-8 text; is this a table record?") from None
        words = _words(text.removesuffix("\n").removesuffix("\r"), line)
        if words:
            yield Statement(line, words)


def _words(text: str, line: int) -> list[Word]:
    """Split at spaces and tabs; quotes hold a word together; `#` outside quotes starts a comment."""
    words: list[Word] = []
    at = 0
    while at < len(text):
        if text[at] in " \t":
            at += 1
        elif text[at] == "#":
            break
        elif text[at] == '"':
            end = text.find('"', at + 1)
            if end < 0:
                raise RecordError(line, "a quote is opened and not closed")
            words.append(Word(text[at + 1 : end], quoted=True))
            at = end + 1
            if at < len(text) and text[at] not in " \t#":
                raise RecordError(line, f"a space is missing after the quoted name {shown(words[-1].text)}")
        else:
            end = at
            while end < len(text) and text[end] not in " \t#":
                if text[end] == '"':
                    raise RecordError(line, "a quote stands in the middle of a word")
                end += 1
            words.append(Word(text[at:end]))
            at = end
    return words


def shown(text: str) -> str:
    """A piece of the record as errors quote it."""
    return "'" + printable(text if len(text) <= _SHOWN else text[:_SHOWN] + "…") + "'"


def quoted(name: str) -> str:
    """A name as a record writes it: quotes only where they are needed."""
    return f'"{name}"' if " " in name or "#" in name else name
