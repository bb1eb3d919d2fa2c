"""Adds random games to a store, entry by entry or whole, and says so after each commit. The tests kill it.

python add_games.py STORE SEED GAMES [PIECE] [PAGES or BYTES]
"""

from __future__ import annotations

import random
import resource
import sys

from journals import DEVICE, EPOCH, FETCHED, full_game, journal
from oxtally.errors import OxtallyError
from oxtally.store import Store


def the_game(number: int) -> bytes:
    return journal(full_game(random.Random(number), players=2 + number % 3, target=20), number.to_bytes(8, "big"))


def main() -> int:
    path, seed, games, piece, limit = sys.argv[1], *map(int, sys.argv[2:])
    if limit:
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
    rng = random.Random(seed)
    try:
        with Store.open(path) as store:
            numbers = list(range(1, games + 1))
            rng.shuffle(numbers)
            for number in numbers:
                data = the_game(number)
                while (here := store.length(DEVICE, EPOCH, number)) < len(data):
                    end = here + 150 + rng.randrange(piece)  # 150: a whole record at least
                    added = store.add(
                        DEVICE, EPOCH, number, here, data[here:end], device_name="Kitchen", fetched=FETCHED
                    )
                    print(number, added.length, flush=True)
    except OxtallyError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
