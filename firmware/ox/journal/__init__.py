"""The journals: one for each game, events in their binary form, each record chained to the one before by its checksum.

    format   bytes of header and records, read and written; the laptop uses it too
    tail     the last records of the game that is being played, kept twice
    line     the entries of the round under way, in little memory
    journal  one game: a log for ox.core.history that is kept on flash
    shelf    all games of the device: the open one, new ones, marks of the laptop, room

A module imports those before it, and ox.core. docs/journal.md has the format byte by byte, and what a power cut leaves.
"""
