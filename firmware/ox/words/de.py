"""German: a text for each entry of entries.py, whose name stands behind it."""

TEXTS = (
    "Deutsch"  # language
    # Power-on and new game
    "|# Neues Spiel"  # new game
    "|D Menü"  # menu
    "|# Start"  # start
    "|A/B +1/-1"  # more fewer
    "|Spieler"  # players
    "|Plätze"  # seats
    "|Regeln"  # variant
    "|Ende"  # ends
    "|Runden"  # rounds
    "|Platz %"  # seat
    "|0 = %"  # roster
    "|Hornochsen-Grenze"  # target
    "|ohne Grenze"  # no target
    "|über %"  # over
    "|ab %"  # reach
    "|unbegrenzt"  # no limit
    "|Grundspiel"  # base
    "|Profi-Variante"  # pro
    "|Gerade/ungerade"  # parity
    "|Profi+ger./unger."  # pro+parity
    "|Sonderkarten"  # special
    # A round
    "|Runde %"  # round
    "|Zug %"  # turn
    "|Z%"  # turn short
    "|Reihe %"  # row
    "|Wahl %"  # pick
    "|A Hände wählen"  # draft
    "|# weiter  * ändern"  # go on
    "|# weiter"  # next
    "|Welche nehmen?"  # choose
    "|beste: %"  # cheapest
    "|A Sonderkarte"  # action
    "|Tausch erlaubt"  # exchange
    "|# zurückholen"  # redo
    "|B zurückholen"  # b redo
    # Special cards
    "|Sonderkarte"  # special cards
    "|5. Reihe"  # row5
    "|7 nimmt!"  # seven
    "|Einfügen"  # insert
    "|Ersetzen"  # replace
    "|Schieben"  # slide
    "|Stopp"  # stop
    "|Minus=Plus"  # neg
    "|Welche Reihe?"  # which row
    "|Welche Karte?"  # which card
    "|Welche Karte?"  # move card
    "|Keine spielbar"  # nothing legal
    # Scores
    "|Spielstand"  # scores
    "|Diese Runde"  # this round
    "|Runde % ist zu Ende"  # round over
    "|# nächste Runde"  # next round
    "|% gewinnt"  # winner
    "|Es gewinnen:"  # winners
    "|Niemand gewinnt"  # nobody
    # Board
    "|Rückgängig"  # undone
    "|Nichts gelöscht"  # nothing undone
    # Correct
    "|Korrektur"  # correct
    "|A früher  B später"  # earlier
    "|Nichts zu ändern"  # nothing to correct
    "|# neu tippen"  # retype
    "|D entfernen"  # withdraw
    "|Entfernen?"  # withdraw it
    "|Der Rest wartet"  # waiting
    "|Entfallen: %"  # dropped
    # Menu
    "|Neues Spiel"  # m new
    "|Punkte ändern"  # m adjust
    "|Runde streichen"  # m void
    "|Spiel beenden"  # m stop
    "|Einstellungen"  # m settings
    "|Übertragung"  # m sync
    "|Selbsttest"  # m test
    "|Ton"  # m sound
    "|Punkte ändern"  # adjust
    "|Wer?"  # who
    "|A +/-  # OK"  # by how much
    "|Runde ungültig?"  # void it
    "|Spiel beenden?"  # stop it
    "|Spiel verlassen?"  # leave it
    "|Zurück zu Zug %?"  # undo into
    "|Zurück zu Runde %?"  # undo round
    "|Start aufheben?"  # undo start
    "|Zu den Reihen?"  # undo rows
    "|# ja  * nein"  # yes no
    # Settings
    "|Sprache"  # s language
    "|Helligkeit"  # s bright
    "|Ton"  # s sound
    "|Display"  # s display
    "|Anlegen"  # s view
    "|an"  # on
    "|aus"  # off
    "|einzeln"  # step
    "|auf einen Blick"  # glance
    "|Spiele hier: %"  # games
    "|Ohne Sync: %"  # not synced
    "|Alles im Sync"  # all synced
    "|Angehalten."  # ctrl c
    "|Weiter mit Reset"  # ctrl c 2
    "|Ein Fehler"  # broke
    "|Taste startet neu"  # any key
    # Self-test
    "|ok"  # test ok
    "|Tippen"  # press keys
    "|Display"  # screen
    # Refusals
    "|Karte unbekannt"  # no such card
    "|Falsche Zahl"  # no such number
    "|Höchstens %"  # at most
    "|Nur bis %"  # not in deck
    "|Erste in Reihe %"  # seen row
    "|War in Zug %"  # seen turn
    "|In keiner Hand"  # not in hand
    "|% hat sie"  # picked
    "|Reihe unbekannt"  # no such row
    "|% war schon"  # has played
    "|Reihe gestoppt"  # stopped row
    "|Nur Reihe %"  # other row
    "|Jetzt nicht"  # not now
    "|Spiel zu Ende"  # over now
    "|Schon 5 Reihen"  # five rows
    "|Keine passt"  # no row fits
    "|Schon eine 7"  # has seven
    "|Nicht ans Ende"  # at the end
    "|Letzter Zug"  # last turn
    "|Liegt nicht aus"  # not on table
    "|Gleiche Reihe"  # same row
    "|Schon 2 Stopps"  # two stops
    "|Schon gestoppt"  # has stop
    "|Nimmt nichts"  # not taking
    "|Andere Reihe"  # not in row
    "|Unter null"  # below zero
    "|1 bis 171"  # bad change
    "|Schon am Start"  # no undo
    "|Name doppelt"  # same name
    "|Voll: Sync nötig"  # full
    "|Schreibfehler!"  # fault
    # The flash
    "|Speicher voll"  # memory full
    "|Erst Sync nötig"  # sync first
    "|Spiel %"  # game
    "|Spiel defekt"  # damaged
    "|Gerettet: %"  # saved
    "|Unlesbar"  # unreadable
    "|Neuere Version"  # other version
    "|Bleibt für PC"  # kept
    "|Speicherfehler"  # memory fault
    "|Ende prüfen"  # check last
    "|Nichts verloren"  # nothing lost
)
