"""Fills the board's planes: only KiCad knows how. Run by kicad, with the Python that has KiCad's `pcbnew`, which is
hardly ever the one that runs all else. Usage: fill_planes.py BOARD. Imports nothing of ours.
"""

import sys

import pcbnew

board = pcbnew.LoadBoard(sys.argv[1])
pcbnew.ZONE_FILLER(board).Fill(board.Zones())
board.Save(sys.argv[1])
