"""Messages on the pipes between the virtual device's process and the one that runs it. Imports nothing.

A kind (one byte), the length of the content (two bytes, the high one first), the content. Runs on CPython and on
MicroPython.
"""

# To the device.
DOWN = b"d"  # a finger goes down on this key …
UP = b"u"  # … and leaves it
TO_DEVICE = b">"  # bytes from the laptop, at most as many as the device's input has room for
# From the device.
READY = b"r"  # it has been switched on, and its first keys have been typed
DONE = b"="  # the key has been dealt with, and everything it changed was told before
TAKEN = b"k"  # the device has taken all bytes from the laptop
TO_LAPTOP = b"<"
SHOWN = b"s"  # what the displays show: see VirtualDevice.shown, and the screen's contrast behind it
TABLE = b"t"  # what lies on the table, as JSON: see tabletop
BEEP = b"b"  # a tone: hertz and milliseconds, two bytes each
COMPLAINT = b"c"  # a sentence about something that a real part would not have liked

_HEAD = 3
MOST = 4096  # bytes of content; longer ones are cut into several by those who may


def message(kind: bytes, content: bytes = b"") -> bytes:
    return kind + bytes((len(content) >> 8, len(content) & 255)) + content


class Reader:
    """Bytes as they come, to whole messages."""

    def __init__(self) -> None:
        self._rest = b""

    def feed(self, data: bytes) -> "list[tuple[bytes, bytes]]":
        """(kind, content) of every message that is complete now."""
        rest = self._rest + data
        found = []
        at = 0
        while len(rest) - at >= _HEAD:
            end = at + _HEAD + (rest[at + 1] << 8 | rest[at + 2])
            if end > len(rest):
                break
            found.append((rest[at : at + 1], rest[at + _HEAD : end]))
            at = end
        self._rest = rest[at:]
        return found
