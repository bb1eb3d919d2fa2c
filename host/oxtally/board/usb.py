"""The serial line between device and laptop: two queues of bytes. Imports nothing.

The device's end behaves like the Pico's stdin and stdout: `any` tells how much can be read, `read` takes it, `write`
returns how much was taken. A laptop that is not there, or does not read, makes room run out: then bytes are lost, as
the Pico loses them after a while.
"""

CTRL_C = b"\x03"


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
    """The laptop's end is `send` and `receive`; the rest is the device's.

    `to_device` is the device's stdin (512 bytes on the Pico), `to_laptop` its stdout. While `interrupts` is set, a
    Ctrl-C empties the input and is raised in the firmware as soon as that looks at its port; the REPL, which clears it,
    reads the byte instead.
    """

    def __init__(self) -> None:
        self.to_device = Pipe(512)
        self.to_laptop = Pipe(65536)
        self.interrupts = True
        self._interrupted = False

    # The laptop's end.

    def send(self, data: bytes) -> int:
        """How many of the bytes there was room for; the others have to be sent again."""
        at = data.rfind(CTRL_C) + 1 if self.interrupts else 0
        if at:
            self._interrupted = True
            self.to_device.read()
        return at + self.to_device.write(data[at : at + self.to_device.room - self.to_device.any()])

    def receive(self) -> bytes:
        return self.to_laptop.read()

    # The device's end.

    def _awake(self) -> None:
        if self._interrupted:
            self._interrupted = False
            raise KeyboardInterrupt

    def readable(self) -> bool:
        self._awake()
        return self.to_device.any() > 0

    def read_byte(self) -> int:
        return self.to_device.read(1)[0]

    def writable(self) -> bool:
        self._awake()
        return self.to_laptop.any() < self.to_laptop.room

    def write(self, data: "bytes | memoryview") -> int:
        return self.to_laptop.write(bytes(data))
