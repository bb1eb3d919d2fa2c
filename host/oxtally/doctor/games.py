"""The games on a device, fetched and checked as the store would, and the memory that they lie in. Nothing is kept.

Imports finding, oxtally.link, oxtally.store, oxtally.errors.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from oxtally.doctor.finding import Finding, note, ok, to_do
from oxtally.errors import DeviceRefused
from oxtally.link.said import Hello, Listed
from oxtally.link.session import Session
from oxtally.store import JournalError, Key, chain
from oxtally.store.database import default_path
from oxtally.store.faults import HEADER

RESERVE = 64 * 1024  # bytes; with less, the device begins no new game


def journals(
    session: Session, who: Hello, games: Sequence[Listed], progress: Callable[[int, int], None]
) -> list[Finding]:
    """Every byte of every game, along the chain of checksums and through the rules."""
    findings = []
    total = sum(game.length for game in games)
    done = 0
    for game in games:
        data = bytearray()
        try:
            for piece in session.read(game.number, 0, game.length):
                data += piece
                done += len(piece)
                progress(done, total)
            if not game.unreadable:
                chain.whole(Key(who.device_id, who.epoch, game.number), bytes(data))
        except JournalError as error:
            place = "its header" if error.entry == HEADER else f"entry {error.entry}"
            findings.append(_wrong(game, f"{place}: {error.what}"))
            continue
        except DeviceRefused as error:
            findings.append(_wrong(game, str(error)))
            continue
        if game.unreadable:
            findings.append(_wrong(game, "its start is damaged, or of a firmware that this one does not know"))
        elif game.unfinished:
            findings.append(
                to_do(
                    f"game {game.number}",
                    "its end may be missing: the device's memory has lost something",
                    f"fetch it with `oxtally sync`, and compare what `oxtally show` tells with what was played: "
                    f"{game.length:,} bytes are whole",
                )
            )
    return findings or [ok("games", _all_well(games, total))]


def _wrong(game: Listed, what: str) -> Finding:
    return to_do(f"game {game.number}", what, "`oxtally sync` fetches all others; this one stays on the device")


def _all_well(games: Sequence[Listed], total: int) -> str:
    if not games:
        return "none yet"
    count = "1 game" if len(games) == 1 else f"{len(games):,} games"
    return f"{count}, {total:,} bytes, each entry checked: all as it was played"


def flash(who: Hello, games: Sequence[Listed]) -> Finding:
    """Room for games. Those that a laptop has are deleted when one begins, the newest never."""
    free = f"{who.free // 1024:,} kB free"
    if who.free >= RESERVE:
        return ok("flash", free)
    goes = sum(game.length for game in games[:-1] if game.acknowledged == game.length)
    if who.free + goes >= RESERVE:
        return ok("flash", f"{free}; the next game makes room, since the oldest are on a laptop")
    if any(game.acknowledged < game.length for game in games[:-1]):
        return to_do("flash", f"only {free}", "oxtally sync: games that are on a laptop make room for new ones")
    return to_do(
        "flash",
        f"only {free}, and that is not for games",
        "delete what is not Oxtally's; `python -m mpremote fs tree` shows it",
    )


def store() -> Finding:
    """This laptop's end, which is not looked into."""
    path = default_path()
    if path.exists():
        return note("store", f"{path} on this laptop", "oxtally verify checks it")
    return note("store", "none on this laptop yet", "oxtally sync makes one")
