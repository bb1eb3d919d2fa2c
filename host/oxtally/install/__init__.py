"""The firmware onto a Pico.

    compiled  the firmware as it goes onto the flash: compiled, by path
    remote    scripts run on a Pico, by mpremote
    probe     what is on a Pico

A module imports those above it, oxtally.link, oxtally.errors, and compiled the firmware.
"""
