"""The parts on the pins: screen, row displays, keypad, buzzer. They know buses, not games.

A driver imports `machine` and `time`, and nothing of ours. Its buffers are made once: showing and polling allocate
nothing. A part that is missing or breaks never raises; the driver says so in `present`, and `revive`, called some
times a second, brings it back when it is there again.
"""
