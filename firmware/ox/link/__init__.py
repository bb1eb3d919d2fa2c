"""The line to the laptop: lines of printable characters over the USB serial port that the REPL uses as well.

    protocol  what a line looks like; the laptop imports this one, too
    uploads   a file that comes in pieces
    answers   what the device says to a request
    serial    bytes in, bytes out, without ever waiting

A module imports those before it. See docs/protocol.md.
"""
