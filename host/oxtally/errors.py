"""What can go wrong on the laptop. Each error names the thing, the place and, where there is one, the next step.

`cli.main` prints the text of these and exits with `exit_code`; nothing else reaches a user. Imports nothing of ours.
"""


def printable(text: str) -> str:
    """Somebody else's text as errors show it: on one line, nothing in it that a terminal would obey."""
    return "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text)


class OxtallyError(Exception):
    """Could not: a file that is not there, a device that does not answer."""

    exit_code = 1


class BadContent(OxtallyError):
    """What was given is wrong: a record that breaks a rule."""

    exit_code = 2


class RecordError(BadContent):
    """A record that cannot be replayed, with the line of the statement that makes it wrong."""

    def __init__(self, line: int, what: str) -> None:
        super().__init__(f"{line}: {what}")
        self.line = line
        self.what = what
