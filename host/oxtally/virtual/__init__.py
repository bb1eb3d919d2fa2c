"""The virtual device: the firmware on the virtual board, typed on through its keypad.

    typist    a record as the keys that a person would press
    messages  what the virtual device's process and the one that runs it say to each other
    tabletop  what people at the table see and are asked; runs on MicroPython as well
    live      the virtual device in real time, with messages on stdin and stdout; runs on MicroPython as well
    runner    the loop of the virtual device; runs on MicroPython as well
    device    starts a runner on either interpreter and reads what it says
    process   the virtual device as a process, from asyncio: power-on, keys, power cut
    port      its serial port at socket://127.0.0.1
    serve     both of them, without a page
    chip      its flash chip as a file
    dealer    cards for people who have none at hand
    robot     fingers that set up a game and play it
    box       the device of a page: plugs, keys, table, dealer and robot, for any number of onlookers
    cable     a transport to a virtual device in the same process
    picture   what the displays show, as PNG files

A module imports those above it. Besides: ox.app for the typist, oxtally.board, oxtally.record.
"""
