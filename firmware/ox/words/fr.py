"""French: a text for each entry of entries.py, whose name stands behind it."""

TEXTS = (
    "Français"  # language
    # Power-on and new game
    "|# Nouveau jeu"  # new game
    "|D Menu"  # menu
    "|# Jouer"  # start
    "|A/B +1/-1"  # more fewer
    "|Joueurs"  # players
    "|Places"  # seats
    "|Variante"  # variant
    "|Fin"  # ends
    "|Manches"  # rounds
    "|Place %"  # seat
    "|0 = %"  # roster
    "|Limite de têtes"  # target
    "|sans limite"  # no target
    "|plus de %"  # over
    "|dès %"  # reach
    "|sans limite"  # no limit
    "|Jeu de base"  # base
    "|Cartes connues"  # pro
    "|Pair/impair"  # parity
    "|Connues+parité"  # pro+parity
    "|Cartes spéciales"  # special
    # A round
    "|Manche %"  # round
    "|Tour %"  # turn
    "|T%"  # turn short
    "|Rangée %"  # row
    "|Choix %"  # pick
    "|A choisir les mains"  # draft
    "|# suite  * corriger"  # go on
    "|# suite"  # next
    "|Quelle rangée ?"  # choose
    "|mini : %"  # cheapest
    "|A spéciale"  # action
    "|échange permis"  # exchange
    "|# rétablir"  # redo
    "|B rétablir"  # b redo
    # Special cards
    "|Carte spéciale"  # special cards
    "|5e rangée"  # row5
    "|7 qui prend"  # seven
    "|Insérer"  # insert
    "|Remplacer"  # replace
    "|Déplacer"  # slide
    "|Stop"  # stop
    "|Nég. = pos."  # neg
    "|Quelle rangée ?"  # which row
    "|Quelle carte ?"  # which card
    "|Déplacer quoi ?"  # move card
    "|Aucune jouable"  # nothing legal
    # Scores
    "|Scores"  # scores
    "|Cette manche"  # this round
    "|Manche % terminée"  # round over
    "|# manche suivante"  # next round
    "|% gagne"  # winner
    "|Ex æquo :"  # winners
    "|Personne ne gagne"  # nobody
    # Board
    "|Annulé"  # undone
    "|Rien d'annulé"  # nothing undone
    # Correct
    "|Correction"  # correct
    "|A avant  B après"  # earlier
    "|Rien à corriger"  # nothing to correct
    "|# retaper"  # retype
    "|D retirer"  # withdraw
    "|Le retirer ?"  # withdraw it
    "|Le reste attend"  # waiting
    "|Retirés : %"  # dropped
    # Menu
    "|Nouvelle partie"  # m new
    "|Ajuster un score"  # m adjust
    "|Annuler la manche"  # m void
    "|Arrêter la partie"  # m stop
    "|Réglages"  # m settings
    "|Synchro"  # m sync
    "|Autotest"  # m test
    "|Son"  # m sound
    "|Ajuster"  # adjust
    "|Qui ?"  # who
    "|A +/-  # OK"  # by how much
    "|Manche nulle ?"  # void it
    "|Arrêter le jeu ?"  # stop it
    "|Quitter le jeu ?"  # leave it
    "|Retour au tour % ?"  # undo into
    "|Retour à la manche % ?"  # undo round
    "|Annuler le jeu ?"  # undo start
    "|Retour aux rangées?"  # undo rows
    "|# oui  * non"  # yes no
    # Settings
    "|Langue"  # s language
    "|Luminosité"  # s bright
    "|Son"  # s sound
    "|Écran"  # s display
    "|Placement"  # s view
    "|oui"  # on
    "|non"  # off
    "|pas à pas"  # step
    "|d'un coup"  # glance
    "|Parties ici : %"  # games
    "|À envoyer : %"  # not synced
    "|Tout est envoyé"  # all synced
    "|Arrêté. Reset"  # ctrl c
    "|pour reprendre."  # ctrl c 2
    "|Une panne"  # broke
    "|Une touche relance"  # any key
    # Self-test
    "|ok"  # test ok
    "|Taper"  # press keys
    "|Écran"  # screen
    # Refusals
    "|Carte inconnue"  # no such card
    "|Pas possible"  # no such number
    "|% au plus"  # at most
    "|Maximum : %"  # not in deck
    "|Début rangée %"  # seen row
    "|Vue tour %"  # seen turn
    "|Chez personne"  # not in hand
    "|Chez %"  # picked
    "|Rangée inconnue"  # no such row
    "|% a joué"  # has played
    "|Rangée bloquée"  # stopped row
    "|Seulement la %"  # other row
    "|Pas maintenant"  # not now
    "|Partie terminée"  # over now
    "|Déjà 5 rangées"  # five rows
    "|Aucune ne va"  # no row fits
    "|A déjà un 7"  # has seven
    "|Jamais à la fin"  # at the end
    "|Dernier tour"  # last turn
    "|Pas sur la table"  # not on table
    "|Même rangée"  # same row
    "|Déjà 2 stops"  # two stops
    "|Déjà bloquée"  # has stop
    "|Ne ramasse rien"  # not taking
    "|Autre rangée"  # not in row
    "|Sous zéro"  # below zero
    "|1 à 171"  # bad change
    "|Rien à annuler"  # no undo
    "|Nom en double"  # same name
    "|Plein: synchro"  # full
    "|Non écrit !"  # fault
    # The flash
    "|Mémoire pleine"  # memory full
    "|Synchro d'abord"  # sync first
    "|Partie %"  # game
    "|Partie abîmée"  # damaged
    "|Gardées : %"  # saved
    "|Illisible"  # unreadable
    "|Version neuve"  # other version
    "|Gardée pour PC"  # kept
    "|Défaut mémoire"  # memory fault
    "|Vérifiez la fin"  # check last
    "|Rien de perdu"  # nothing lost
)
