"""Runs on the Pico after power-on. The safe-mode jumper, or a Ctrl-C, leads to the REPL instead."""

try:
    from ox.device import main

    main()
except Exception as error:
    from ox.crash import crashed

    crashed(error)
