"""The 4x4 keypad: sixteen switches between row and column wires, without diodes. Imports nothing.

A key that is down joins its row wire and its column wire. Everything else follows from the wires: three keys at the
corners of a rectangle join the fourth corner's wires as well, and a key appears that nobody pressed.
"""

TYPE_CHECKING = False  # MicroPython has no typing; checkers take this name for true
if TYPE_CHECKING:
    from .wires import Net

KEYS = "123A456B789C*0#D"


class Keypad:
    """`down` are the keys that fingers hold, plugged in or not."""

    def __init__(self, rows: "list[Net]", columns: "list[Net]") -> None:
        self.down = ""
        self.plugged = True
        self._rows = rows
        self._columns = columns

    def press(self, key: str) -> None:
        self._wires(key)  # a key that does not exist raises before anything has changed
        if key not in self.down:
            self.down += key
            if self.plugged:
                self._close(key)

    def release(self, key: str) -> None:
        if key in self.down:
            self.down = self.down.replace(key, "")
            if self.plugged:
                self._open(key)

    def plug(self) -> None:
        if not self.plugged:
            self.plugged = True
            for key in self.down:
                self._close(key)

    def unplug(self) -> None:
        if self.plugged:
            self.plugged = False
            for key in self.down:
                self._open(key)

    def _wires(self, key: str) -> "tuple[Net, Net]":
        if len(key) != 1 or key not in KEYS:
            raise ValueError("no such key: " + key)
        at = KEYS.index(key)
        return self._rows[at // 4], self._columns[at % 4]

    def _close(self, key: str) -> None:
        row, column = self._wires(key)
        row.join(column)

    def _open(self, key: str) -> None:
        row, column = self._wires(key)
        row.part(column)
