"""Letters and digits for the 128x64 screen.

    small    one page tall, for hints and long lines
    large    two pages, for everything that the whole table reads
    digits   four pages: digits, space, minus, > and the head, for the card that is being placed
    text     draws them into a screen buffer

The three fonts are made from the drawings in firmware/fonts by `make fonts`. Nothing here imports from outside.
"""
