"""Random keys on the app, on either interpreter: mash_keys.py SEED PRESSES FOLDER…

Prints a checksum of the game after every hundred keys; both interpreters have to print the same. After each hundred the
journal on the flash is read again: it replays to the game that the screen shows.
"""

import binascii
import sys

sys.path.extend(sys.argv[3:])

from evenings import Dice
from ox.app.app import App
from ox.journal.shelf import Shelf
from oxtally.board.files import Files
from oxtally.board.flash import Flash
from state_bytes import state_bytes

KEYS = "0123456789" * 3 + "#" * 14 + "***AABBCCDh"


def main():
    dice = Dice(int(sys.argv[1]))
    flash = Flash()
    files = Files(flash)
    app = App(files, lambda: bytes(8), lambda: 0)
    now = 0
    for key in "#3" + str(1 + dice.roll(5)) + "#":
        now += 1000
        app.key(key, now)
    for count in range(int(sys.argv[2])):
        now += (50, 500)[dice.roll(2)]
        app.key(KEYS[dice.roll(len(KEYS))], now)
        app.show()
        if count % 100 == 99:
            state = state_bytes(app.history)
            again = Shelf(Files(flash.next_life()), lambda: bytes(8)).resume()
            assert again is None or state_bytes(again) == state
            print("%08x" % (binascii.crc32(state + "/".join(app.frame.text()).encode()) & 0xFFFFFFFF))


main()
