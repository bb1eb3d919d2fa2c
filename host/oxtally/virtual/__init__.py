"""The virtual device: the firmware on the virtual board, typed on through its keypad.

    typist   a record as the keys that a person would press
    runner   the loop of the virtual device; runs on MicroPython as well
    device   starts a runner on either interpreter and reads what it says
    cable    a transport to a virtual device in the same process
    picture  what the displays show, as PNG files

Imports ox.app for the typist, oxtally.board, oxtally.record.
"""
