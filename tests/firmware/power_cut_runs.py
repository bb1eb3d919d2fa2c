"""Many campaigns of on_flash/power_cuts.py, each in a process of its own, on all cores. `make soak` runs this.

    power_cut_runs.py [CUTS]      so many cuts, and as many nested ones, on each interpreter (100000)

Prints the counts. A failure names its seed: `power_cuts.py SEED KEYS CUTS 1 -v` with the same numbers repeats it.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

CAMPAIGN = Path(__file__).parent / "on_flash" / "power_cuts.py"
INTERPRETERS = {"cpython": [sys.executable], "micropython": ["", "-X", "heapsize=64M"]}
WANTED = 250  # cuts of one campaign, about


def keys_of(seed: int) -> int:
    """Mostly a game or two; one evening in four is long enough for a full chip and deleted games."""
    return 1200 if seed % 4 == 0 else 300


def run(interpreter: str, seed: int, cuts: int = WANTED, control: str = "") -> dict[str, Any]:
    """One campaign: its counts, and its failures."""
    command = list(INTERPRETERS[interpreter])
    command[0] = command[0] or str(Path(sys.executable).with_name("micropython"))
    command += [str(CAMPAIGN), str(seed), str(keys_of(seed)), str(cuts), "1"] + ([control] if control else [])
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    # MicroPython's collector says so when it comes upon a file that a Ctrl-C has left open: only the last line counts.
    lines = result.stdout.strip().splitlines()
    if result.returncode or not lines:
        return {"failures": [f"seed {seed} on {interpreter}: {(result.stderr or result.stdout)[-500:]}"]}
    said: dict[str, Any] = json.loads(lines[-1])
    return said


def main(wanted: int) -> int:
    failures: list[str] = []
    for interpreter in INTERPRETERS:
        counts: Counter[str] = Counter()
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            seeds = range(1000, 1000 + wanted // WANTED + 1)
            for said in pool.map(lambda seed, on=interpreter: run(on, seed), seeds):
                failures += said.pop("failures")
                counts.update(said)
        print(f"{interpreter}: " + ", ".join(f"{counts[what]:,} {what}" for what in sorted(counts)), flush=True)
    print("\n".join(failures) if failures else "nothing lost, doubled, altered or hidden")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000))
