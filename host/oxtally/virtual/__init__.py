"""The virtual device: the firmware on the virtual board, typed on through its keypad.

    typist   a record as the keys that a person would press
    runner   the loop of the virtual device; runs on MicroPython as well
    live     the same in real time, its serial port on stdin and stdout; runs on MicroPython as well
    device   starts a runner on either interpreter and reads what it says
    serve    offers that serial port at socket://127.0.0.1
    cable    a transport to a virtual device in the same process
    picture  what the displays show, as PNG files

Imports ox.app for the typist, oxtally.board, oxtally.record.
"""
