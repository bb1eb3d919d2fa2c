"""Everything that a history and its game say, as bytes: for comparing states. Runs on MicroPython as well."""


def state_bytes(history):
    """The state after the last entry. Two histories that answer every question alike give the same bytes."""
    counts = (history.waiting, history.dropped, history.undone)
    return repr(counts).encode() + game_bytes(history.game)


def game_bytes(game):
    if not game.agreed:
        return b"no game"
    agreed = game.agreed
    parts = [
        (agreed.variant, agreed.reach, agreed.target, agreed.rounds, agreed.names),
        (game.waits_for(), game.rounds, game.rounds_finished(), game.adjustments, game.stopped, game.over()),
        game.scores,
        game.adjusted,
        game.totals(),
        game.winners(),
    ]
    if game.round:
        parts += round_parts(game.round)
    return repr(parts).encode()


def round_parts(now):
    parts = [
        (now.started, now.drafted, now.turn, now.due, now.asking, now.finished),
        (now.next_pick(), now.next_row(), now.next_player(), now.asked(), now.choices()),
        (bytes(now.starts), bytes(now.picks), bytes(now.owner), bytes(now.seen), bytes(now.cards)),
        (now.piles, now.order, now.placings, now.table.save()),
    ]
    if now.asking:
        parts.append(now.suggestion())
    for at in range(len(now.placings)):
        parts.append(now.table_before(at).save())
    return parts
