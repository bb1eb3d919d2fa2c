"""The case: made by script from dimensions.toml and the carrier board's placement. In import order:

    dimensions   every size, and what is known about it
    places       where things are: slopes, screws, doors, the board, seats at the table
    shapes       the few shapes that all parts are made of
    head         the head unit: body, screen plates, keypad plates
    pod          a row's pod, its plate, and the link between two
    parts        every printed part: its file, how many, how it lies on the printer's bed
    listing      parts.json: what was made from what
    stand_ins    what goes into the case, and what has to get at it: plugs, screwdrivers, fingers
    assembly     all of it put together, as the checks and the pictures need it
    fit          what touches what
    meshes       triangles: what a slicer gets
    make_case    writes the files; `make case`
    scene        the parts for the pictures
    studio       materials, light, camera
    props        things in the pictures that are not printed
    pictures     the pictures; `make case-pictures`

`dimensions`, `places`, `listing` and `meshes` need nothing but Python; `studio`, `props` and `pictures` need Blender's
module, the others build123d.
"""
