from ox.core.cards import CARDS, DECK, HEADS, heads_of


def test_heads_of_each_kind_of_card():
    assert HEADS[55] == 7
    assert [HEADS[card] for card in (11, 22, 33, 44, 66, 77, 88, 99)] == [5] * 8
    assert [HEADS[card] for card in range(10, 101, 10)] == [3] * 10
    assert [HEADS[card] for card in (5, 15, 25, 35, 45, 65, 75, 85, 95)] == [2] * 9
    assert [HEADS[card] for card in (1, 2, 12, 54, 56, 101, 104)] == [1] * 7


def test_the_whole_deck_holds_171_heads():
    assert CARDS == 104
    assert heads_of(bytes(range(1, 105))) == 171


def test_every_card_alone_is_a_row():
    assert [list(DECK[card : card + 1]) for card in range(1, 105)] == [[card] for card in range(1, 105)]
