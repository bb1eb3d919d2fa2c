"""The firmware onto a Pico.

    compiled  the firmware as it goes onto the flash: compiled, by path

A module imports those above it, and oxtally.errors.
"""
