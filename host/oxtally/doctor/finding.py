"""One thing that was looked at. Imports nothing of ours."""

from __future__ import annotations

from dataclasses import dataclass

OK = "ok"
NOTE = "note"  # worth knowing
TO_DO = "to do"


@dataclass(frozen=True)
class Finding:
    """`about` is a word or two, `what` a sentence, `advice` what to do; `details` are lines that stand below."""

    level: str
    about: str
    what: str
    advice: str = ""
    details: tuple[str, ...] = ()

    def __str__(self) -> str:
        sentence = f"{self.what}; {self.advice}" if self.advice else self.what
        return "\n".join([f"{self.level:5}  {self.about}: {sentence}", *(f"       | {line}" for line in self.details)])


def ok(about: str, what: str) -> Finding:
    return Finding(OK, about, what)


def note(about: str, what: str, advice: str = "") -> Finding:
    return Finding(NOTE, about, what, advice)


def to_do(about: str, what: str, advice: str = "", details: tuple[str, ...] = ()) -> Finding:
    return Finding(TO_DO, about, what, advice, details)
