"""main.py itself, on the virtual board, with firmware that may be broken: broken_start.py FIRMWARE HOST

The folder that this is started in is the flash, stdin and stdout are the port. Three seconds after power-on somebody
presses a key. Prints what is on the screen then, how many low tones there were, and how main.py ended.
"""

import sys

for folder in sys.argv[1:3]:
    sys.path.insert(0, folder)

from oxtally.board import modules  # noqa: E402
from oxtally.board.board import Board  # noqa: E402

board = Board()
modules.use(board)
modules.install()
seen = []


def look():
    """After three seconds, from inside the firmware's loop."""
    tones = [tone for tone in board.buzzer.tones if tone[1] == 220]
    lit = [byte for byte in board.oled.picture() if byte]
    seen.append(f"{len(lit)} lit bytes, {len(tones)} low tones")
    board.press("5")


def stop():
    """Nothing has ended it."""
    raise KeyboardInterrupt


board.clock.after(3000000, look)
board.clock.after(6000000, stop)
with open(sys.argv[1] + "/main.py") as file:
    program = file.read()
try:
    exec(program, {"__name__": "__main__"})
    seen.append("came to its end")
except SystemExit:
    seen.append("starts again")
except KeyboardInterrupt:
    seen.append("runs")
print("\n".join(seen))
