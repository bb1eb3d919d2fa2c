"""Run on MicroPython and on CPython: enter the logs in a file, print a checksum of the state after every event.

    print_states.py FIRMWARE_FOLDER FILE

The file holds logs one after the other: length (4 bytes, big-endian), then the events' binary forms. A line of output
is a log: a CRC-32 after each event, then the SHA-256 of all its states' bytes.
"""

import binascii
import hashlib
import sys

sys.path.insert(0, sys.argv[1])
sys.path.insert(0, __file__.rsplit("/", 1)[0] if "/" in __file__ else ".")

from ox.core.events import decode_all, encode
from ox.core.history import History
from state_bytes import state_bytes


def states(data):
    history = History([])
    whole = hashlib.sha256()
    for event in decode_all(data):
        history.enter(event)
        state = state_bytes(history)
        whole.update(state)
        yield "%08x" % (binascii.crc32(state) & 0xFFFFFFFF)
    # What was entered comes out again, and a machine that starts from the log is at the same step.
    again = b"".join([encode(event) for event in history.log])
    if again != data or state_bytes(History(history.log)) != state_bytes(history):
        yield "DIFFERS"
    yield binascii.hexlify(whole.digest()).decode()


def main():
    with open(sys.argv[2], "rb") as file:
        while True:
            length = file.read(4)
            if not length:
                break
            print(" ".join(states(file.read(int.from_bytes(length, "big")))))


main()
