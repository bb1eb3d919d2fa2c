"""The serial line between device and laptop: two queues of bytes. Imports nothing.

The device's end behaves like the Pico's stdin and stdout: `any` tells how much can be read, `read` takes it, `write`
returns how much was taken. A laptop that is not there, or does not read, makes room run out: then bytes are lost, as
the Pico loses them after a while.
"""


class Pipe:
    """One direction."""

    def __init__(self, room: int) -> None:
        self.room = room
        self.lost = 0
        self._bytes = b""

    def any(self) -> int:
        return len(self._bytes)

    def write(self, data: bytes) -> int:
        taken = min(len(data), self.room - len(self._bytes))
        self._bytes += bytes(data[:taken])
        self.lost += len(data) - taken
        return taken

    def read(self, count: int = -1) -> bytes:
        """At most `count` bytes, all there are without it; never waits."""
        if count < 0:
            count = len(self._bytes)
        taken, self._bytes = self._bytes[:count], self._bytes[count:]
        return taken


class Usb:
    """`to_device` is the device's stdin (512 bytes on the Pico), `to_laptop` its stdout."""

    def __init__(self) -> None:
        self.to_device = Pipe(512)
        self.to_laptop = Pipe(65536)
