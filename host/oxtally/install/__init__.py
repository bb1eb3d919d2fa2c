"""The firmware onto a Pico.

    uf2        a file with MicroPython in it, and whether a chip takes it
    drive      a Pico that waits for such a file
    constants  numbers and short words of the firmware, written where they are used
    packing    its long constants, packed
    compiled   the firmware as it goes onto the flash: compiled, by path
    package    what mpremote's mip is told about it
    remote     scripts run on a Pico, by mpremote
    probe      what is on a Pico
    copying    what differs, onto the Pico
    fitting    whether a Pico takes the firmware
    starting   a Pico is reset, and the firmware answers

A module imports those above it, oxtally.link, oxtally.errors, and compiled the firmware.
"""
