"""The firmware onto a Pico.

    constants  numbers and short words of the firmware, written where they are used
    packing    its long constants, packed
    compiled   the firmware as it goes onto the flash: compiled, by path

A module imports those above it, and oxtally.errors.
"""
