"""Keys, through the matrix: what fingers do and what the firmware makes of it."""

from workbench import keypad, new_board, new_keypad, time

KEYS = "123A456B789C*0#D"


class Table:
    """A board whose keypad is polled every millisecond; `typed` is what came."""

    def __init__(self, **how):
        self.board = new_board(**how)
        self.pad = new_keypad()
        self.typed = ""

    def wait(self, ms, every=1):
        for _ in range(ms // every):
            time.sleep_ms(every)
            code = self.pad.poll(time.ticks_ms())
            if code:
                self.typed += "H" if code == keypad.HELD else chr(code)

    def press(self, keys, ms=30):
        for key in keys:
            self.board.press(key)
        self.wait(ms)

    def release(self, keys, ms=30):
        for key in keys:
            self.board.release(key)
        self.wait(ms)


def test_every_key_comes_once():
    table = Table()
    for key in KEYS:
        table.press(key)
        table.release(key)
    assert table.typed == KEYS
    assert table.board.complaints == [], table.board.complaints


def test_a_key_counts_after_five_milliseconds_and_not_before():
    table = Table()
    table.board.press("5")
    table.wait(5)
    assert table.typed == ""
    table.wait(1)  # seen at 1 ms, the same at 6 ms
    assert table.typed == "5"


def test_a_slow_loop_sees_keys_as_well():
    table = Table()
    for key in "1234":
        table.board.press(key)
        table.wait(60, every=20)
        table.board.release(key)
        table.wait(60, every=20)
    assert table.typed == "1234"


def test_contacts_that_bounce_for_less_than_the_debounce():
    table = Table()
    for _ in range(20):  # closes and opens, 2 ms each
        table.press("7", 2)
        table.release("7", 2)
    assert table.typed == ""
    table.press("7", 40)
    assert table.typed == "7"
    for _ in range(20):
        table.release("7", 2)
        table.press("7", 2)
    table.wait(20)
    table.release("7", 40)
    assert table.typed == "7"


def test_bounces_between_polls():
    table = Table()
    for us in range(0, 4000, 300):
        table.board.clock.after(us, lambda: table.board.press("9"))
        table.board.clock.after(us + 150, lambda: table.board.release("9"))
    table.board.clock.after(5000, lambda: table.board.press("9"))
    table.wait(50)
    table.release("9")
    assert table.typed == "9"


def test_the_star_held_gives_one_more_code():
    table = Table()
    table.press("*", 700)
    assert table.typed == "*"
    table.wait(200)
    assert table.typed == "*H"
    table.wait(3000)
    table.release("*")
    table.press("*", 300)
    table.release("*")
    assert table.typed == "*H*"


def test_other_keys_held_give_nothing_more():
    table = Table()
    table.press("4", 3000)
    assert table.typed == "4"


def test_three_keys_make_a_fourth_on_the_wires():
    table = Table()
    for key in "124":
        table.board.press(key)
    # By hand: the row of 4 and 5 pulled low, the column of 2 and 5 read. Nobody presses 5.
    pin = table.board.machine.Pin
    for gp in (6, 7, 8, 9):
        pin(gp).value(gp != 7)
    assert pin(11).value() == 0


def test_no_phantom_key_from_any_three():
    for first in KEYS:
        table = Table()
        table.press(first)
        assert table.typed == first
        for second in KEYS:
            for third in KEYS:
                if len({first, second, third}) == 3 and (KEYS.index(second) + KEYS.index(third)) % 5 == 0:
                    table.press(second + third, 12)
                    table.release(second + third, 12)
        table.release(first)
        assert table.typed.replace("H", "") == first  # the star has been held meanwhile


def test_a_finger_that_rolls_to_the_next_key():
    table = Table()
    table.press("3")
    table.press("7")
    assert table.typed == "3"
    table.release("3")
    assert table.typed == "37"
    table.release("7")
    assert table.typed == "37"


def test_a_key_that_is_still_down_does_not_come_again():
    table = Table()
    table.press("3")
    table.press("7")
    table.release("7")
    table.release("3")
    assert table.typed == "3"


def test_an_unplugged_keypad_is_silent_and_comes_back():
    table = Table()
    table.board.unplug("keypad")
    table.press("3")
    table.release("3")
    assert table.typed == ""
    table.board.plug("keypad")
    table.press("4")
    assert table.typed == "4"
    assert table.board.complaints == []


def test_when_the_ticks_wrap_nothing_is_lost():
    wrap = (1 << 30) * 1000
    table = Table(start=wrap - 20_000)
    table.press("1", 15)
    table.release("1", 15)
    table.press("*", 900)
    assert table.typed == "1*H"


def test_no_such_key():
    try:
        new_board().press("X")
        raise AssertionError("there is no X")
    except ValueError:
        pass
