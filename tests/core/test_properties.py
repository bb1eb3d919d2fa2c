"""What holds in every game: nothing is lost, rows ascend, undo and redo are exact, a refused entry changes nothing."""

from __future__ import annotations

import copy
import io
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ox.core import events
from ox.core.agreed import VARIANTS, most_players
from ox.core.cards import HEADS, heads_of
from ox.core.events import decode_all, encode
from ox.core.game import Game
from ox.core.history import BadLog, History, Replay
from ox.core.refused import NOT_YET, OVER, Refused
from oxtally.record import read_record, write_record
from oxtally.story import tell
from random_games import random_record
from sessions import correction, next_event, session, setup
from state_bytes import game_bytes, state_bytes

# A game is drawn as a seed, a length and a number of players: so a failure shrinks to a short game of few players.
seeds = st.integers(0, 2**32)
lengths = st.integers(5, 400)
players = st.integers(2, 10)


def game_of(rng: random.Random, length: int, variant: int | None = None, players: int | None = None) -> list:
    """The events of a random game without undo or corrections."""
    history = History([])
    history.enter(setup(rng, variant, players))
    while len(history.log) < length and (event := next_event(rng, history.game)):
        try:
            history.enter(event)
        except Refused:
            continue
    return history.log


@pytest.mark.parametrize("variant", VARIANTS)
@given(seed=seeds, length=lengths, players=players)
def test_cards_and_heads_are_never_created_or_lost(variant, seed, length, players):
    story = tell(game_of(random.Random(seed), length, variant, min(players, most_players(variant))))
    for one in story.rounds:
        placings = [placing for turn in one.turns for placing in turn]
        came = sorted(one.rows + [card for _, card, *_ in placings])
        went = sorted(
            [card for row in one.final_rows for card in row] + [c for _, _, _, taken, *_ in placings for c in taken]
        )
        assert came == went
        taken = heads_of(b"".join(placing[3] for placing in placings))
        negs = [placing for placing in placings if placing[6] and placing[6][4] == events.NEG]
        if not negs:
            assert sum(one.heads) == taken
        for _, _, _, cards, heads, _, special in negs:
            assert heads >= heads_of(cards) - 2 * HEADS[special[6]]
        assert min(one.heads) >= 0
    finished = [one.heads for one in story.rounds if one.finished and not one.void]
    for player, total in enumerate(story.totals):
        assert total == sum(heads[player] for heads in finished) + story.adjusted[player]


@pytest.mark.parametrize("variant", VARIANTS)
@given(seed=seeds, length=lengths, players=players)
def test_rows_ascend_and_hold_five_or_six(variant, seed, length, players):
    game = Game()
    for event in game_of(random.Random(seed), length, variant, min(players, most_players(variant))):
        game.apply(event)
        if game.round and game.round.started:
            table = game.round.table
            for slot, row in enumerate(table.rows):
                assert list(row) == sorted(set(row))
                assert len(row) <= (6 if table.sevens >> slot & 1 else 5)
            lying = sum(1 for row in table.rows if row)
            assert lying in ((4, 5) if game.agreed.special else (4,))
            assert bin(table.stops).count("1") <= 2


def test_undo_then_redo_is_the_identity_at_every_step(block):
    for seed in list(block)[::2]:
        rng = random.Random(seed)
        log = session(rng, 150)
        history = History([])
        states = []  # after each entry that counts, as the table sees it
        for event in log:
            history.enter(event)
            now = game_bytes(history.game)
            if history.game.agreed:
                aside = copy.deepcopy(history)  # aside, since corrections count the entries of the log
                aside.enter((events.UNDO,))
                aside.enter((events.REDO,))
                assert game_bytes(aside.game) == now, f"seed {seed}, entry {event}"
                assert aside.undone == history.undone
        # All the way back, and all the way here again.
        while history.game.agreed:
            states.append(game_bytes(history.game))
            history.enter((events.UNDO,))
        while states:
            history.enter((events.REDO,))
            assert game_bytes(history.game) == states.pop(), f"seed {seed}"


def test_a_log_read_from_the_start_gives_the_same_state_at_every_step(block):
    for seed in list(block)[::2]:
        log = session(random.Random(seed), 120)
        history = History([])
        for at, event in enumerate(log, 1):
            history.enter(event)
            assert state_bytes(History(log[:at])) == state_bytes(history), f"seed {seed}, entry {at}"


def retype(entries: list, history: History) -> list:
    """Type these by hand, one after the other; what no longer fits is left out, what comes too early is handed back."""
    for at, event in enumerate(entries):
        try:
            history.enter(event)
        except Refused as refused:
            if refused.code in (NOT_YET, OVER):
                return entries[at:]
    return []


def test_a_correction_is_retyping_from_there_with_what_still_holds(block):
    corrections = waits = 0
    for seed in block:
        rng = random.Random(seed)
        history = History([])
        for event in game_of(rng, rng.randint(10, 200)):
            history.enter(event)
        wanted = correction(rng, history)
        entries = list(history.entries())
        try:
            history.enter(wanted)
        except Refused:
            continue
        corrections += 1
        by_hand = History([])
        rest = []
        for at, (entry, event) in enumerate(entries):
            if entry == wanted[1]:
                rest = [event for _, event in entries[at + 1 :]]
                if wanted[2]:
                    by_hand.enter(wanted[2])
                break
            by_hand.enter(event)
        rest = retype(rest, by_hand)
        assert game_bytes(by_hand.game) == game_bytes(history.game), f"seed {seed}: {wanted}"
        # What is missing is asked again, and after the answer the entries behind it go on.
        for _ in range(50):
            if history.waiting < 0 or not (answer := next_event(rng, history.game)):
                break
            waits += 1
            if answer[0] in (events.VOID, events.STOP):
                continue
            try:
                history.enter(answer)
            except Refused:
                continue
            by_hand.enter(answer)
            rest = retype(rest, by_hand)
            assert game_bytes(by_hand.game) == game_bytes(history.game), f"seed {seed}: {answer}"
        assert bool(rest) == (history.waiting >= 0)
    assert corrections > len(block) // 4
    assert waits > 0


def test_a_refused_entry_changes_nothing(block):
    byte = range(256)
    for seed in list(block)[::2]:
        rng = random.Random(seed)
        history = History([])
        for event in session(rng, 60):
            history.enter(event)
            for _ in range(20):
                kind = rng.choice((1, 2, 3, 4, 5, 6, 7, 8, 9, 16, 17, 18, 19))
                junk = bytes([kind]) + bytes(
                    rng.choice(byte) if rng.random() < 0.2 else rng.randrange(13) for _ in range(12)
                )
                try:
                    wrong, _ = events.decode(junk)
                except events.BadBytes:
                    continue
                before, length = state_bytes(history), len(history.log)
                try:
                    history.enter(wrong)
                except Refused:
                    assert state_bytes(history) == before, f"seed {seed}: {wrong}"
                    assert len(history.log) == length
                else:  # legal after all
                    history = History(history.log[:length])


def test_any_bytes_are_a_game_or_a_clear_error(block):
    """Damage that still decodes: the log is refused at an entry, or it is another legal game."""
    for seed in block:
        rng = random.Random(seed)
        form = bytearray(b"".join(encode(event) for event in session(rng, 60)))
        for _ in range(rng.randint(1, 3)):
            form[rng.randrange(len(form))] = rng.randrange(256)
        try:
            history = History(list(decode_all(bytes(form))))
        except (events.BadBytes, BadLog):
            continue
        assert len(state_bytes(history)) > 0


def test_record_to_events_to_bytes_and_back(block):
    for seed in block:
        text = random_record(random.Random(seed))
        log = read_record(io.BytesIO(text.encode()))
        data = b"".join(encode(event) for event in log)
        assert list(decode_all(data)) == log
        assert write_record(decode_all(data)) == text, f"seed {seed}"


def test_the_record_of_an_evening_with_undo_and_corrections_replays_to_the_same_score(block):
    for seed in block:
        log = session(random.Random(seed), 200)
        replay = Replay(log)
        for _ in replay:
            pass
        if not replay.game.agreed:
            continue
        text = write_record(log)
        told, again = tell(log), tell(read_record(io.BytesIO(text.encode())))
        assert write_record(read_record(io.BytesIO(text.encode()))) == text
        assert (told.totals, told.winners, told.over) == (again.totals, again.winners, again.over), f"seed {seed}"
        assert told.rounds == again.rounds, f"seed {seed}"
