"""The emulated Pico: stock MicroPython on an emulated RP2040, with the virtual board's parts on its pins.

    image     the MicroPython that it runs: a UF2 file
    time      the emulated time, as the parts' clock
    pads      the chip's pins on the board's wires
    bus       the chip's I2C, byte by byte, in the time that the bytes take
    nor       the flash chip's commands, on the flash model that can lose power
    laptop    the other end of the emulated USB
    firmware  what `oxtally install` leaves on the flash
    pico      all of it together: power, keys, displays, time
    shadow    what lies on its table, from an app beside the one in its memory
    live      the emulated Pico in real time, with messages on stdin and stdout

A module imports those above it. Besides: oxtally.board, oxtally.install, oxtally.virtual for messages and tabletop, and
the package rp2040py, which is the extra `emulator` of this project: nothing else may import this package before it is
asked for.
"""
