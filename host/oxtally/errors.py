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


class LinkError(OxtallyError):
    """Something between the laptop and a device."""


class NoPort(LinkError):
    """There is no such port, or nobody at the other end of it."""


class PortBusy(LinkError):
    """Another program has the port."""


class NoPermission(LinkError):
    """The port is there, and this user may not open it."""


class LineCut(LinkError):
    """The port went away in the middle of something."""


class NoAnswer(LinkError):
    """The port is there, and no device answers on it."""


class AtPrompt(NoAnswer):
    """MicroPython is there, and the firmware does not start."""


class WrongVersion(LinkError):
    """Laptop and device speak versions of the protocol that do not overlap."""


class DeviceRefused(LinkError):
    """The device has answered that it cannot, with a short code."""

    def __init__(self, code: str, what: str) -> None:
        super().__init__(what)
        self.code = code
