"""`make bench`: how long the store takes for a thousand games and for ten thousand, of four players each.

Each figure is a whole command, as somebody would type it, in a process of its own. Nothing here fails; the figures are
read: 20 seconds for ten thousand games, and ten times the games in about ten times the time.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "host"))

from sqlalchemy import insert

from journals import DEVICE, EPOCH, FETCHED, full_game, journal
from oxtally.store import Store, chain, schema
from oxtally.store.faults import Key

FEW, MANY = 1_000, 10_000
BAR = 20.0  # seconds for MANY
DIFFERENT = 2_500  # games; with other ids they are other journals, down to the last checksum

WORK = {
    "verify": ["verify"],
    "export csv": ["export", "--format", "csv", "-o", "out.csv"],
    "export csv, rounds": ["export", "--format", "csv", "--detail", "rounds", "-o", "out.csv"],
    "export csv, placings": ["export", "--format", "csv", "--detail", "placings", "-o", "out.csv"],
    "export json": ["export", "--format", "json", "-o", "out.json"],
    "export record": ["export", "--format", "record", "-o", "records"],
    "games": ["games", "--json"],
}


def fill(path: Path, games: int) -> int:
    """A store with so many games, written past `Store.add` in one transaction; how many entries they have."""
    logs = [full_game(random.Random(seed)) for seed in range(min(games, DIFFERENT))]
    entries = 0
    with Store.open(path) as store, store.database.writing() as connection:
        connection.execute(insert(schema.devices).values(device=DEVICE, name="Kitchen"))
        for number in range(1, games + 1):
            data = journal(logs[number % len(logs)], number.to_bytes(8, "big"), FETCHED + 3600 * number)
            header = data[:20]
            game_id, start, crc = chain.header_of(Key(DEVICE, EPOCH, number), header)
            bodies = chain.cut(Key(DEVICE, EPOCH, number), data[20:], 0, crc)
            row = {"id": number, "device": DEVICE, "epoch": EPOCH, "number": number, "fetched": FETCHED}
            connection.execute(insert(schema.games).values(**row, game_id=game_id, start=start, header=header))
            connection.exec_driver_sql(
                "INSERT INTO entries VALUES (?, ?, ?)", [(number, at, body) for at, body in enumerate(bodies)]
            )
            entries += len(bodies)
    return entries


def seconds(words: list[str], store: Path, folder: Path) -> tuple[float, float]:
    """How long it took, and how much of that a core was at work for us: the rest is the disk, and other programs."""
    command = [sys.executable, "-m", "oxtally", *words, "--db", str(store)]
    start, before = time.perf_counter(), os.times()
    subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)
    took, after = time.perf_counter() - start, os.times()
    return took, after.children_user + after.children_system - before.children_user - before.children_system


def adding(folder: Path) -> None:
    """What a sync waits for at the end of each game: checks, and a commit that is on the disk."""
    games = [journal(full_game(random.Random(seed)), seed.to_bytes(8, "big")) for seed in range(250)]
    with Store.open(folder / "added.db") as store:
        start = time.perf_counter()
        for number, data in enumerate(games, 1):
            store.add(DEVICE, EPOCH, number, 0, data, device_name="Kitchen", fetched=FETCHED)
        took = time.perf_counter() - start
    print(
        f"add, game by game: {took / len(games) * 1000:.1f} ms a game of {sum(map(len, games)) // len(games):,} bytes"
    )


def main() -> None:
    with tempfile.TemporaryDirectory(dir=os.environ.get("OXTALLY_BENCH_DIR")) as name:
        folder = Path(name)
        stores = {}
        for games in (FEW, MANY):
            stores[games] = folder / f"{games}.db"
            entries = fill(stores[games], games)
            size = stores[games].stat().st_size
            print(f"{games:,} games of four players: {entries:,} entries, {size / 1e6:.1f} MB")
        for what, words in WORK.items():
            (few, few_core), (many, many_core) = (seconds(words, stores[games], folder) for games in (FEW, MANY))
            print(
                f"{what:<21} {FEW:,}: {few:5.2f} s (core {few_core:5.2f})   "
                f"{MANY:,}: {many:5.2f} s (core {many_core:5.2f}; wanted: {BAR:.0f} or less)   "
                f"ratio {many / few:4.1f}, core {many_core / few_core:4.1f} (wanted: about 10)"
            )
        adding(folder)


if __name__ == "__main__":
    main()
