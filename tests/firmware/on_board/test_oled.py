"""The screen, as the firmware writes it and as the eye sees it."""

from workbench import KINDS, new_board, new_oled, revive, time

ADDRESS = 0x3C


def shown(**how):
    """A board and its driver, set up."""
    board = new_board(**how)
    screen = new_oled(board)
    screen.revive(time.ticks_ms())
    return board, screen


def draw(screen, seed):
    for at in range(1024):
        screen.buffer[at] = (at * 37 + at // 128 * 11 + seed) & 0xFF


def raw(board, *transfers):
    """Bytes straight to the chip, as an I2C master would send them."""
    for transfer in transfers:
        board.oled.receive(bytes(transfer))


def test_a_picture_arrives_on_each_kind():
    for kind in KINDS:
        board, screen = shown(oled=kind)
        draw(screen, 1)
        screen.show()
        assert board.oled.picture() == screen.buffer, kind
        assert board.complaints == [], board.complaints


def test_the_noise_of_power_on_is_never_seen():
    board = new_board()
    screen = new_oled(board)
    assert any(board.oled.memory)
    seen = []
    for us in range(0, 60_000, 50):
        board.clock.after(us, lambda: seen.append(any(board.oled.picture())))
    screen.revive(time.ticks_ms())
    board.clock.wait(60_000)
    assert screen.present
    assert board.oled.lit()
    assert not any(seen)


def test_without_the_reset_wire_it_works_as_well():
    board = new_board()
    screen = new_oled(board, reset=False)
    screen.revive(0)
    draw(screen, 2)
    screen.show()
    assert board.oled.picture() == screen.buffer


def test_the_other_address_is_found():
    board, screen = shown(oled_address=0x3D)
    assert screen.present
    draw(screen, 3)
    screen.show()
    assert board.oled.picture() == screen.buffer


def test_an_sh1106_driven_as_an_ssd1306_is_shifted_by_two():
    board = new_board(oled="SH1106")
    screen = new_oled(board)
    screen._first = 0
    screen.revive(0)
    draw(screen, 1)
    screen.show()
    assert board.oled.picture()[:126] == screen.buffer[2:128]


def test_nothing_changed_sends_nothing():
    board, screen = shown()
    draw(screen, 1)
    screen.show()
    sent, now = board.machine.I2C.sent, board.clock.now
    screen.show()
    assert board.machine.I2C.sent == sent
    assert board.clock.now == now


def test_a_digit_of_sixteen_pixels_costs_few_bytes():
    """Ten columns on two pages, anywhere on the screen."""
    for kind in KINDS:
        board, screen = shown(oled=kind)
        worst = 0
        for column in range(119):
            sent = board.machine.I2C.sent
            for place in range(column, column + 10):
                screen.buffer[256 + place] ^= 0x7E
                screen.buffer[384 + place] ^= 0xC3
            screen.show()
            worst = max(worst, board.machine.I2C.sent - sent)
        assert worst <= 64, worst  # the promise is 300
        assert board.oled.picture() == screen.buffer
        assert board.complaints == []


def test_two_changes_far_apart_do_not_send_what_is_between():
    board, screen = shown()
    writes = board.oled.writes
    screen.buffer[0] = 1
    screen.buffer[127] = 1
    screen.show()
    assert board.oled.writes - writes == 16
    assert board.oled.picture() == screen.buffer


def test_every_single_column_can_be_changed_alone():
    board, screen = shown(oled="SH1106")
    for at in range(1024):
        screen.buffer[at] ^= 0x55
        screen.show()
    assert board.oled.picture() == screen.buffer
    assert board.complaints == []


def test_a_missing_screen_is_no_error_and_comes_back():
    board = new_board()
    board.unplug("oled")
    screen = new_oled(board)
    screen.revive(0)
    draw(screen, 1)
    screen.show()
    screen.contrast(40)
    assert not screen.present
    board.plug("oled")
    revive(board, screen, 1)
    assert screen.present
    assert board.oled.picture() == screen.buffer
    assert board.oled.contrast == 40


def test_unplugged_in_the_middle_of_a_transfer():
    for us in range(0, 30_000, 500):
        board, screen = shown()
        draw(screen, us)
        board.clock.after(us, board.oled.unplug)
        screen.show()
        board.clock.wait(30_000)
        board.plug("oled")
        revive(board, screen)
        assert board.oled.picture() == screen.buffer


def test_ctrl_c_in_the_middle_of_a_transfer():
    def ctrl_c():
        raise KeyboardInterrupt

    for us in range(0, 24_000, 700):
        board, screen = shown()
        draw(screen, us)
        board.clock.after(us, ctrl_c)
        try:
            screen.show()
            raise AssertionError("Ctrl-C was swallowed")
        except KeyboardInterrupt:
            pass
        screen.show()
        assert board.oled.picture() == screen.buffer
        assert board.complaints == []


def test_a_plug_that_was_out_between_two_looks_is_noticed():
    board, screen = shown()
    draw(screen, 1)
    screen.show()
    board.unplug("oled")
    board.plug("oled")  # back, dark, full of noise, and it answers
    assert not any(board.oled.picture())
    revive(board, screen, 1)
    assert board.oled.picture() == screen.buffer


def test_a_module_that_cannot_be_read_works_and_is_not_set_up_for_ever():
    for answer in (None, 0xFF):

        def send(count, answer=answer):
            if answer is None:
                raise OSError(5, "EIO")
            return bytes([answer] * count)

        board = new_board()
        board.oled.send = send
        screen = new_oled(board)
        screen.revive(0)
        draw(screen, 1)
        screen.show()
        assert board.oled.picture() == screen.buffer
        writes = board.oled.writes
        revive(board, screen)
        assert board.oled.writes == writes
        board.unplug("oled")
        revive(board, screen, 1)
        assert not screen.present
        board.plug("oled")
        revive(board, screen, 1)
        assert board.oled.picture() == screen.buffer


def test_a_wire_held_low_costs_little_time():
    board, screen = shown()
    board.ground(4)
    before = board.clock.now
    screen.revive(0)
    screen.revive(0)
    screen.show()
    assert not screen.present
    assert board.clock.now - before <= 25_000
    board.mend(4)
    screen.revive(0)
    assert screen.present


def test_contrast_is_sent_once():
    board, screen = shown()
    screen.contrast(10)
    sent = board.machine.I2C.sent
    screen.contrast(10)
    assert board.oled.contrast == 10
    assert board.machine.I2C.sent == sent


# The model itself, with bytes that the driver does not send.


def lit(kind="SSD1306"):
    board = new_board(oled=kind)
    raw(board, [0x00, 0x8D, 0x14, 0xA1, 0xC8, 0xAF])
    for at in range(len(board.oled.memory)):
        board.oled.memory[at] = 0
    return board


def test_horizontal_addressing_fills_a_window_row_by_row():
    board = lit()
    raw(board, [0x00, 0x20, 0x00, 0x21, 10, 12, 0x22, 2, 3], [0x40, 1, 2, 3, 4, 5, 6, 7])
    picture = board.oled.picture()
    assert list(picture[256 + 10 : 256 + 14]) == [7, 2, 3, 0]  # the seventh byte starts the window again
    assert list(picture[384 + 10 : 384 + 14]) == [4, 5, 6, 0]


def test_vertical_addressing_fills_it_column_by_column():
    board = lit()
    raw(board, [0x00, 0x20, 0x01, 0x21, 10, 12, 0x22, 2, 3], [0x40, 1, 2, 3, 4, 5, 6])
    picture = board.oled.picture()
    assert list(picture[256 + 10 : 256 + 13]) == [1, 3, 5]
    assert list(picture[384 + 10 : 384 + 13]) == [2, 4, 6]


def test_page_addressing_stays_on_its_page():
    board = lit()
    raw(board, [0x00, 0x20, 0x02, 0xB3, 0x0E, 0x17], [0x40, 1, 2, 3])
    picture = board.oled.picture()
    assert list(picture[384 + 126 : 384 + 128]) == [1, 2]
    assert picture[384] == 3
    assert picture[512] == 0


def test_commands_and_data_in_one_transfer():
    board = lit()
    raw(board, [0x80, 0xB1, 0x80, 0x05, 0x80, 0x10, 0x40, 9, 8])
    assert list(board.oled.picture()[128 + 5 : 128 + 7]) == [9, 8]


def test_inverted_all_on_off_and_upside_down():
    board = lit()
    raw(board, [0x00, 0xB0, 0x00, 0x10], [0x40, 0x01])
    raw(board, [0x00, 0xA7])
    assert board.oled.picture()[0] == 0xFE
    raw(board, [0x00, 0xA6, 0xA5])
    assert set(board.oled.picture()) == {0xFF}
    raw(board, [0x00, 0xA4, 0xC0])
    assert board.oled.picture()[896] == 0x80
    raw(board, [0x00, 0xC8, 0xA0])
    assert board.oled.picture()[127] == 0x01
    raw(board, [0x00, 0xA1, 0x41])
    assert board.oled.picture()[896] == 0x80  # line 1 is on top, line 0 at the bottom
    raw(board, [0x00, 0x40, 0xAE])
    assert not any(board.oled.picture())


def test_what_a_chip_does_not_know_is_a_complaint():
    for kind, command in (("SSD1306", 0xAD), ("SSD1306", 0xFD), ("SH1106", 0x20), ("SH1106", 0x8D), ("SSD1309", 0x8D)):
        board = new_board(oled=kind)
        raw(board, [0x00, command])
        assert "%s: no such command: %02X" % (kind, command) in board.complaints[0]
    board = new_board()
    raw(board, [0x01, 0xAF])
    assert "01 is no control byte" in board.complaints[0]


def test_an_ssd1306_without_its_charge_pump_stays_dark():
    board = new_board()
    raw(board, [0x00, 0xA1, 0xC8, 0xAF], [0x40, 0xFF])
    assert not any(board.oled.picture())
