"""The carrier board, made by script from the pin map. In import order:

    placement   where things are: outline, holes, connectors, USB
    sexpr       KiCad's files as lists, and ids made from names
    library     KiCad's symbols and footprints, and the buzzer's footprint, which is ours
    circuit     what is on the board and how it is connected
    sheet       a schematic sheet to draw on
    schematic   where each part is on the sheet
    project     the project file: rules of the board, tables of libraries
    footprints  each where its part is, with its nets
    lettering   what is printed on the board
    route       finds the tracks
    board       the board's file
    kicad       KiCad's own tools: fill planes, check, export
    fill_planes what `kicad` lets KiCad's Python run
    made        all files of the board, in a folder
    freeze      what is ordered: gerbers, bill, pictures, reports
    check       is the board what the pin map says
    read_board  reads a board's file without KiCad

A module imports those above it, and pinmap from the folder around.
"""
