"""Part of `make bench`: syncing a device whose flash is full of games, beside moving the same bytes raw.

Both over a model of the line: 100 kB/s, and 1 ms for each turn from laptop to device and back. What the laptop really
needs for store and rules is added; what this machine needs to simulate the device is not.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from bench_flash import Table
from oxtally.fetching import fetch
from oxtally.link.session import Session
from oxtally.store import Store
from oxtally.virtual.cable import Cable
from oxtally.virtual.runner import VirtualDevice

BYTES_PER_S = 100_000
TURN_S = 0.001


class Counted(Cable):
    """A cable that knows what a line would have needed."""

    def __init__(self, virtual: VirtualDevice) -> None:
        super().__init__(virtual)
        self.line_s = 0.0
        self.simulated_s = 0.0  # real time spent on the virtual device

    def write(self, data: bytes) -> None:
        began = time.perf_counter()
        super().write(data)
        self.line_s += len(data) / BYTES_PER_S + TURN_S
        self.simulated_s += time.perf_counter() - began

    def read(self, seconds: float) -> bytes:
        began = time.perf_counter()
        data = super().read(seconds)
        self.line_s += len(data) / BYTES_PER_S
        self.simulated_s += time.perf_counter() - began
        return data


def main() -> None:
    table = Table()
    while table.game():
        pass
    shelf = table.evening.app.shelf
    numbers = shelf.numbers()
    raw = sum(shelf.length(number) for number in numbers)
    table.evening.off()
    virtual = VirtualDevice(table.flash.next_life())
    virtual.power_on()
    cable = Counted(virtual)
    with tempfile.TemporaryDirectory() as folder, Store.open(Path(folder) / "store") as store:
        began = time.perf_counter()
        fetched = fetch(Session(cable), store, 1_790_000_000)
        laptop_s = time.perf_counter() - began - cable.simulated_s
    assert len(fetched.new) == len(numbers), fetched.findings
    raw_s = raw / BYTES_PER_S + TURN_S
    sync_s = cable.line_s + laptop_s
    print(f"a full device: {len(numbers)} games of four (wanted: 250), {raw:,} bytes of journals")
    print(f"raw {raw_s:.1f} s; sync {sync_s:.1f} s: line {cable.line_s:.1f}, store and rules {laptop_s:.1f}")
    print(f"ratio {raw_s / sync_s:.2f} (wanted: 0.30)")


if __name__ == "__main__":
    main()
