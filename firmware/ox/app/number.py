"""Typing a number with as few keys as possible. Imports nothing.

A number commits by itself as soon as no longer number up to the limit can follow: of 104 cards, 37 needs two keys and 9
needs `9#`. It depends on the limit alone, never on what was seen.
"""

TYPE_CHECKING = False  # MicroPython has no typing; checkers take this name for true
if TYPE_CHECKING:
    from .app import App

NOT_YET = -1  # more digits may follow
WRONG = -2  # no number up to the limit starts like this


class Number:
    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.digits = ""

    def key(self, app: "App", key: str) -> int:
        """Take a digit, `#` or a held `*`: the number once it is complete, else NOT_YET or WRONG."""
        if key == "#":
            return self.done()
        if key == "h":
            self.digits = ""
        if not key.isdigit():
            return NOT_YET
        number = self.digit(key)
        if number >= 0:
            app.committed()
        return number

    def digit(self, key: str) -> int:
        """Take a digit: the number if it is complete, NOT_YET, or WRONG; then typing starts anew."""
        digits = self.digits + key
        number = int(digits)
        self.digits = ""
        if number > self.limit:
            return WRONG
        if number * 10 > self.limit or not number:
            return number
        self.digits = digits
        return NOT_YET

    def done(self) -> int:
        """The number as it stands (`#`), NOT_YET if nothing was typed."""
        number = int(self.digits) if self.digits else NOT_YET
        self.digits = ""
        return number

    def back(self) -> bool:
        """Delete a digit; False if there is none."""
        had = bool(self.digits)
        self.digits = self.digits[:-1]
        return had
