"""Screens: pure functions from what there is to a frame. They import core and words, never drivers or app.

frame    what all displays show, as text
rows     the five row displays
play     a round: rows, cards, review, placings, choices
scores   scores, round end, game end
lists    menus, settings, questions, the new game
render   a frame to pixels and segments
"""
