"""The row displays: what the firmware sends over CLK and DIO, and what the chips think of it."""

from workbench import new_board, new_rowdisplays, revive, time

DIGITS = b"\x3f\x06\x5b\x4f"


def shown():
    """A board whose five displays show something, each another brightness."""
    board = new_board()
    rows = new_rowdisplays()
    rows.revive(time.ticks_ms())
    write(rows, 1)
    rows.show()
    return board, rows


def write(rows, seed):
    for at in range(20):
        rows.segments[at] = (at * 29 + seed) & 0xFF
    for at in range(5):
        rows.brightness[at] = (at + seed) % 8 + 1


def seen(board):
    return b"".join([row.segments() for row in board.rows])


def levels(board):
    return bytes([row.brightness() for row in board.rows])


def right(board, rows):
    return seen(board) == bytes(rows.segments) and levels(board) == bytes(rows.brightness)


def test_segments_and_brightness_arrive():
    board, rows = shown()
    assert rows.present == 0b11111
    assert right(board, rows)
    assert board.complaints == [], board.complaints


def test_brightness_goes_from_dark_to_eight():
    board, rows = shown()
    for level in range(9):
        rows.brightness[2] = level
        rows.show()
        assert board.rows[2].brightness() == level
    assert board.complaints == []


def test_the_noise_of_power_on_is_never_seen():
    board = new_board()
    for row in board.rows:
        assert row.segments() == bytes(4)
    rows = new_rowdisplays()
    for at in range(5):
        rows.brightness[at] = 8
    rows.revive(0)
    assert seen(board) == bytes(20)
    assert levels(board) == b"\x08" * 5


def test_only_displays_that_changed_are_written():
    board, rows = shown()
    before = [row.transfers for row in board.rows]
    now = board.clock.now
    rows.show()
    assert board.clock.now == now
    rows.segments[13] ^= 0x40
    rows.show()
    rows.brightness[0] ^= 3
    rows.show()
    # Digits: data command, address with digits. Brightness: one command.
    assert [row.transfers - count for row, count in zip(board.rows, before)] == [1, 0, 0, 2, 0]
    assert right(board, rows)


def test_one_display_after_the_other_drops_out_and_comes_back():
    for at in range(5):
        board, rows = shown()
        name = "row%d" % (at + 1)
        board.unplug(name)
        write(rows, 50)
        rows.show()
        assert rows.present == 0b11111 & ~(1 << at)
        others = [one for one in range(5) if one != at]
        assert [board.rows[one].segments() for one in others] == [
            bytes(rows.segments[4 * o : 4 * o + 4]) for o in others
        ]
        write(rows, 60)
        rows.show()
        board.plug(name)
        revive(board, rows, 1)
        assert rows.present == 0b11111
        assert right(board, rows)
        assert board.complaints == [], board.complaints


def test_none_is_there_and_all_come():
    board = new_board()
    for at in range(5):
        board.unplug("row%d" % (at + 1))
    rows = new_rowdisplays()
    revive(board, rows, 1)
    assert rows.present == 0
    before = board.clock.now
    rows.revive(0)
    assert board.clock.now - before <= 5 * 120  # one byte each: the first answer that does not come is enough
    write(rows, 7)
    rows.show()
    for at in range(5):
        board.plug("row%d" % (at + 1))
    revive(board, rows, 1)
    assert rows.present == 0b11111
    assert right(board, rows)


def test_a_plug_that_was_out_for_a_moment_is_healed_within_two_seconds():
    for at in range(5):
        board, rows = shown()
        board.unplug("row%d" % (at + 1))
        board.plug("row%d" % (at + 1))  # it answers, and is dark
        assert not right(board, rows)
        revive(board, rows, 2)
        assert right(board, rows)


def test_unplugged_in_the_middle_of_a_byte():
    for us in range(0, 900, 37):
        board, rows = shown()
        write(rows, us)
        board.clock.after(us, board.rows[0].unplug)
        board.clock.after(us + 100_000, board.rows[0].plug)
        rows.show()
        revive(board, rows, 2)
        assert right(board, rows)


def test_ctrl_c_at_any_moment_leaves_displays_that_work_again():
    def ctrl_c():
        raise KeyboardInterrupt

    for us in range(0, 800, 5):
        board, rows = shown()
        write(rows, 9)
        board.clock.after(us, ctrl_c)
        try:
            rows.show()
            raise AssertionError("Ctrl-C was swallowed")
        except KeyboardInterrupt:
            pass
        rows = new_rowdisplays()  # the firmware starts again
        write(rows, 70)
        rows.revive(0)
        assert rows.present == 0b11111, us
        assert right(board, rows), us


def test_a_wire_that_touches_ground_is_a_missing_display():
    board, rows = shown()
    board.ground(19)
    revive(board, rows, 2)
    assert rows.present == 0b11011
    board.mend(19)
    revive(board, rows, 1)
    assert rows.present == 0b11111
    board.ground(16)  # CLK: all of them
    revive(board, rows, 2)
    assert rows.present == 0
    board.mend(16)
    revive(board, rows, 1)
    assert right(board, rows)


def test_a_module_with_slow_edges_needs_a_longer_delay():
    board, rows = shown()
    for row in board.rows:
        row.shortest_pulse = 20
    rows.segments[0] ^= 1
    rows.show()
    assert "CLK was high for less than 20 µs" in board.complaints[0]
    board.complaints.clear()
    rows.delay_us = 20
    rows.segments[0] ^= 1
    rows.show()
    assert board.complaints == []


# The model itself, with sequences that the driver does not send.


class Wire:
    """Moves the second display's lines by hand."""

    def __init__(self):
        self.board = new_board()
        self.clk = self.board.nets[16].tap("hand")
        self.dio = self.board.nets[18].tap("hand")
        self.row = self.board.rows[1]

    def move(self, tap, level, us=2):
        tap.drive(0 if level else 4)  # let go, or pull low
        self.board.clock.wait(us)

    def start(self):
        self.move(self.dio, 0)

    def stop(self):
        self.move(self.clk, 0)
        self.move(self.dio, 0)
        self.move(self.clk, 1)
        self.move(self.dio, 1)

    def bits(self, value, count=8, us=2):
        for at in range(count):
            self.move(self.clk, 0, us)
            self.move(self.dio, value >> at & 1)
            self.move(self.clk, 1, us)

    def byte(self, value):
        """True when it was acknowledged."""
        self.bits(value)
        self.move(self.clk, 0)
        self.move(self.dio, 1)
        self.move(self.clk, 1)
        answer = self.board.nets[18].level == 0
        self.move(self.clk, 0)
        return answer

    def send(self, *data):
        self.start()
        for value in data:
            assert self.byte(value)
        self.stop()

    def complaint(self):
        assert len(self.board.complaints) == 1, self.board.complaints
        return self.board.complaints[0]


def test_a_right_sequence_by_hand():
    wire = Wire()
    wire.send(0x40)
    wire.send(0xC0, 1, 2, 3, 4)
    wire.send(0x8A)
    assert wire.row.segments() == b"\x01\x02\x03\x04"
    assert wire.row.brightness() == 3
    wire.send(0x44)
    wire.send(0xC2, 9)
    assert wire.row.segments() == b"\x01\x02\x09\x04"
    assert wire.board.complaints == []
    assert [row.transfers for row in wire.board.rows] == [0, 5, 0, 0, 0]


def test_the_answer_lasts_from_the_eighth_falling_clock_to_the_ninth():
    wire = Wire()
    wire.start()
    wire.bits(0xC0)
    assert wire.board.nets[18].level == 1
    wire.move(wire.clk, 0)
    wire.move(wire.dio, 1)
    assert wire.board.nets[18].level == 0
    wire.move(wire.clk, 1)
    assert wire.board.nets[18].level == 0
    wire.move(wire.clk, 0)
    assert wire.board.nets[18].level == 1


def test_an_address_before_the_data_command():
    wire = Wire()
    wire.send(0xC0, 1)
    assert "row2: address before any data command" in wire.complaint()


def test_two_commands_without_a_stop():
    wire = Wire()
    wire.send(0x40, 0xC0)
    assert "C0 right behind the command 40, without a stop" in wire.complaint()


def test_commands_that_do_not_exist():
    for command in (0x00, 0x42, 0x41, 0x90, 0xC6):
        wire = Wire()
        wire.send(command)
        assert "no such command: %02X" % command in wire.complaint()


def test_data_behind_the_last_register():
    wire = Wire()
    wire.send(0x40)
    wire.send(0xC3, 1, 2, 3, 4)
    assert "data behind the last register" in wire.complaint()


def test_a_stop_in_the_middle_of_a_byte():
    wire = Wire()
    wire.start()
    wire.bits(0x40, 5)
    wire.stop()
    assert "stop after 5 bits of a byte" in wire.complaint()


def test_a_start_without_a_stop():
    wire = Wire()
    wire.start()
    wire.byte(0x40)
    wire.move(wire.clk, 1)
    wire.start()
    assert "start without a stop before it" in wire.complaint()


def test_a_clock_that_is_too_fast():
    wire = Wire()
    wire.start()
    wire.bits(0, 2, us=0)
    assert "CLK was high for less than 1 µs" in wire.complaint()


def test_dio_that_changes_with_the_clock():
    wire = Wire()
    wire.start()
    wire.move(wire.clk, 0)
    wire.move(wire.dio, 1, us=0)
    wire.move(wire.clk, 1)
    assert "DIO changed just before CLK rose" in wire.complaint()


def test_a_master_that_drives_dio_high_against_the_answer():
    wire = Wire()
    wire.start()
    wire.bits(0xC0)  # the last bit is 1
    wire.dio.drive(3)
    wire.move(wire.clk, 0)
    short = [one for one in wire.board.complaints if "short: " in one][0]  # noqa: RUF015
    assert "row2" in short
    assert "hand" in short
