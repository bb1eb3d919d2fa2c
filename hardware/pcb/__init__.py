"""The carrier board, made by script from the pin map. In import order:

    placement   where things are: outline, holes, connectors, USB
"""
