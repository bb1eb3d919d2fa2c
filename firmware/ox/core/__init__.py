"""The rules of the game, for MicroPython and CPython alike.

    cards     what a card is worth
    refused   why an entry is refused
    agreed    what the table agreed on before the first card: variant, players, target
    events    everything people do at the table, as tuples and as bytes
    table     the rows: where a card goes, who takes what (rules 3 to 5, even/odd marker, fifth row)
    special   the seven special cards
    round     one round: picks, start rows, reveals, placings
    game      rounds, totals, adjustments, the end; Game.apply folds one event
    history   the log of a game: enter, undo, redo, correct

Read in that order: a module imports only modules above it, and nothing from outside this package.

Numbers inside the core start at 0 (player 0, row slot 0), except cards (1 to 104) and turns (1 to 12).
Nothing here knows a word of a human language, a float, a clock or a file.
"""
