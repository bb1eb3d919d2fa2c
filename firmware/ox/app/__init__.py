"""The app: keys in, events into the journal, frames out. Imports core, journal, screens and words, never drivers.

    app        takes keys, keeps the game and what is laid over it
    files      settings, roster, and the file system that they are in
    games      the journals on the flash
    number     typing a number that commits by itself
    refusals   the core's reasons in the device's language
    entries    an entry of the game in a few words

What people can be in front of, each with `key` and `show`:

    welcome    power-on without a game
    newgame    a new game
    play       the table: cards, placings, choices, undo
    specials   playing a special card
    board      scores, rows, what was undone
    correct    typing an earlier entry again
    menu       device menu, questions, adjusting, settings
    selftest   every part in turn
"""
