"""The journal: one file a game, events in their binary form, each record chained to the one before by its checksum.

    format   bytes of header and records, read and written; the laptop uses it too
    journal  a log for ox.core.history that is kept in a file

Imports ox.core.events, nothing else of ours. docs/journal.md has the format byte by byte.
"""
