"""Runs on the Pico after power-on. The safe-mode jumper, or a Ctrl-C, leads to the REPL instead."""

from ox.device import main

main()
