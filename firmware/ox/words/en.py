"""English: a text for each entry of entries.py, whose name stands behind it."""

TEXTS = (
    "English"  # language
    # Power-on and new game
    "|# New game"  # new game
    "|D Menu"  # menu
    "|# Start"  # start
    "|A/B +1/-1"  # more fewer
    "|Players"  # players
    "|Seats"  # seats
    "|Variant"  # variant
    "|Ends"  # ends
    "|Rounds"  # rounds
    "|Seat %"  # seat
    "|0 = %"  # roster
    "|Heads to end"  # target
    "|no target"  # no target
    "|above %"  # over
    "|at %"  # reach
    "|no limit"  # no limit
    "|Base game"  # base
    "|Known cards"  # pro
    "|Even/odd"  # parity
    "|Known+even/odd"  # pro+parity
    "|Special cards"  # special
    # A round
    "|Round %"  # round
    "|Turn %"  # turn
    "|T%"  # turn short
    "|Row %"  # row
    "|Pick %"  # pick
    "|A own hands"  # draft
    "|# go on  * mend"  # go on
    "|# next"  # next
    "|Take which row?"  # choose
    "|least: %"  # cheapest
    "|A special"  # action
    "|may swap one"  # exchange
    "|# redo"  # redo
    "|B redo"  # b redo
    # Special cards
    "|Special card"  # special cards
    "|Fifth row"  # row5
    "|Seven takes"  # seven
    "|Insert"  # insert
    "|Replace"  # replace
    "|Slide"  # slide
    "|Stop"  # stop
    "|Neg = pos"  # neg
    "|Which row?"  # which row
    "|Which card?"  # which card
    "|Move which?"  # move card
    "|None playable"  # nothing legal
    # Scores
    "|Scores"  # scores
    "|This round"  # this round
    "|Round % is over"  # round over
    "|# next round"  # next round
    "|% wins"  # winner
    "|Winners:"  # winners
    "|Nobody wins"  # nobody
    # Board
    "|Undone"  # undone
    "|Nothing undone"  # nothing undone
    # Correct
    "|Correct"  # correct
    "|A earlier B later"  # earlier
    "|No entries yet"  # nothing to correct
    "|# retype"  # retype
    "|D take it out"  # withdraw
    "|Take it out?"  # withdraw it
    "|The rest waits"  # waiting
    "|Dropped: %"  # dropped
    # Menu
    "|New game"  # m new
    "|Adjust a score"  # m adjust
    "|Void the round"  # m void
    "|Stop the game"  # m stop
    "|Settings"  # m settings
    "|Sync"  # m sync
    "|Self-test"  # m test
    "|Sound"  # m sound
    "|Adjust"  # adjust
    "|Who?"  # who
    "|A +/-  # OK"  # by how much
    "|Void this round?"  # void it
    "|Stop the game?"  # stop it
    "|Quit this game?"  # leave it
    "|Back into turn %?"  # undo into
    "|Back into round %?"  # undo round
    "|Undo the start?"  # undo start
    "|Back to the rows?"  # undo rows
    "|# yes  * no"  # yes no
    # Settings
    "|Language"  # s language
    "|Brightness"  # s bright
    "|Sound"  # s sound
    "|Display"  # s display
    "|Placing"  # s view
    "|on"  # on
    "|off"  # off
    "|step"  # step
    "|glance"  # glance
    "|Games here: %"  # games
    "|Not synced: %"  # not synced
    "|All synced"  # all synced
    "|Stopped. Reset"  # ctrl c
    "|to play on."  # ctrl c 2
    "|Something broke"  # broke
    "|Any key starts again"  # any key
    # Self-test
    "|ok"  # test ok
    "|Press"  # press keys
    "|Screen"  # screen
    # Refusals
    "|No such card"  # no such card
    "|No such number"  # no such number
    "|At most %"  # at most
    "|Only up to %"  # not in deck
    "|Started row %"  # seen row
    "|Seen: turn %"  # seen turn
    "|In nobody's hand"  # not in hand
    "|% has it"  # picked
    "|No such row"  # no such row
    "|% has played"  # has played
    "|Row is stopped"  # stopped row
    "|Only row %"  # other row
    "|Not now"  # not now
    "|Game is over"  # over now
    "|Already 5 rows"  # five rows
    "|No row fits"  # no row fits
    "|Has a seven"  # has seven
    "|Not at the end"  # at the end
    "|Not in last turn"  # last turn
    "|Not on the table"  # not on table
    "|Its own row"  # same row
    "|Already 2 stops"  # two stops
    "|Stopped already"  # has stop
    "|Takes no row"  # not taking
    "|Not in that row"  # not in row
    "|Below zero"  # below zero
    "|1 to 171"  # bad change
    "|Nothing to undo"  # no undo
    "|Same name"  # same name
    "|Full: sync it"  # full
    "|Not written!"  # fault
    # The flash
    "|Memory full"  # memory full
    "|Sync first"  # sync first
    "|Game %"  # game
    "|Game damaged"  # damaged
    "|Steps kept: %"  # saved
    "|Unreadable"  # unreadable
    "|Newer version"  # other version
    "|Kept for laptop"  # kept
    "|Memory fault"  # memory fault
    "|Check last card"  # check last
    "|Nothing is lost"  # nothing lost
)
