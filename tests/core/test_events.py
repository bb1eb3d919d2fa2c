"""The binary form of events: compact, exact, and never more than a clear error for anything else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ox.core import events
from ox.core.events import BadBytes, decode, decode_all, encode

number = st.integers
turn, player, slot = number(0, 15), number(0, 15), number(0, 15)
byte = number(0, 255)
play = st.one_of(
    st.tuples(st.just(events.PICK), byte, byte),
    st.tuples(st.just(events.ROW), byte, byte),
    st.tuples(st.just(events.REVEAL), turn, player, byte),
    st.tuples(st.just(events.SPECIAL), turn, player, byte, number(0, 15), slot, byte),
    st.tuples(st.just(events.CHOOSE), turn, player, byte, byte),
    st.tuples(st.just(events.ADJUST), byte, number(-171, 171)),
    st.sampled_from([(events.VOID,), (events.STOP,)]),
)
entry = number(0, events.MAX_ENTRY)
edit = st.one_of(
    st.sampled_from([(events.UNDO,), (events.REDO,)]),
    st.tuples(st.just(events.CORRECT), entry, st.none() | play),
    st.tuples(st.just(events.ADD), entry, play),
)
names = st.lists(st.binary(max_size=12), max_size=10).map(tuple)
setup = st.tuples(st.just(events.SETUP), byte, number(0, 999), byte, names)


@given(play | edit)
def test_an_event_of_play_takes_at_most_ten_bytes_and_comes_back(event):
    form = encode(event)
    assert len(form) <= 10
    assert decode(form) == (event, len(form))


@given(st.lists(setup | play | edit))
def test_a_game_is_its_events_one_after_the_other(log):
    assert list(decode_all(b"".join(encode(event) for event in log))) == log


@given(setup | play | edit)
def test_a_form_that_is_cut_short_is_named_so(event):
    form = encode(event)
    for length in range(len(form)):
        with pytest.raises(BadBytes) as error:
            decode(form[:length])
        assert error.value.reason == events.CUT_SHORT


@given(st.binary(max_size=40))
def test_any_bytes_are_events_or_a_clear_error_and_never_two_things(data):
    read = []
    good = len(data)
    try:
        read.extend(decode_all(data))
    except BadBytes as error:
        good = error.at
        read.extend(decode_all(data[:good]))
    assert b"".join(encode(event) for event in read) == data[:good]


def test_another_version_is_named_so():
    form = bytearray(encode((events.SETUP, 0, 66, 0, (b"A", b"B"))))
    form[1] = 2
    with pytest.raises(BadBytes) as error:
        decode(bytes(form))
    assert error.value.reason == events.WRONG_VERSION


def test_the_forms_that_are_on_flash_never_change():
    """Written out by hand: a change here is a new version of the format."""
    forms = {
        (events.SETUP, 1, 66, 0, (b"Anna", b"Zo\xeb")): "01 01 01 0042 00 02 04416e6e61 035a6feb",
        (events.PICK, 3, 104): "02 03 68",
        (events.ROW, 2, 43): "03 02 2b",
        (events.REVEAL, 10, 9, 37): "04 a9 25",
        (events.SPECIAL, 12, 7, 24, events.SLIDE, 3, 13): "05 c7 18 53 0d",
        (events.CHOOSE, 1, 0, 3, 4): "06 10 03 04",
        (events.ADJUST, 1, -3): "07 01 fffd",
        (events.VOID,): "08",
        (events.STOP,): "09",
        (events.UNDO,): "10",
        (events.REDO,): "11",
        (events.CORRECT, 300, (events.REVEAL, 2, 1, 38)): "12 00012c 04 21 26",
        (events.CORRECT, 300, None): "12 00012c 00",
        (events.ADD, 65536, (events.CHOOSE, 2, 1, 38, 0)): "13 010000 06 21 26 00",
    }
    for event, form in forms.items():
        assert encode(event).hex() == form.replace(" ", "")
        assert decode(bytes.fromhex(form)) == (event, len(bytes.fromhex(form)))
