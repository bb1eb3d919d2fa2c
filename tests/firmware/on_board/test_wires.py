"""Wires, pins and time of the virtual board: what a multimeter and a clock would show."""

from workbench import machine, modules, new_board, time


def test_hard_levels_win_over_resistors_and_low_over_letting_go():
    board = new_board()
    net = board.nets[26]
    one, other = net.tap("one"), net.tap("other")
    one.drive(1)
    assert net.level == 1
    other.drive(4)
    assert net.level == 0
    other.drive(0)
    assert net.level == 1
    one.drive(2)
    assert net.level == 0
    other.drive(3)
    assert net.level == 1
    assert board.complaints == []


def test_two_outputs_against_each_other_are_a_short():
    board = new_board()
    other = board.nets[26].tap("a part")
    other.drive(4)
    machine.Pin(26, machine.Pin.OUT, value=1)
    assert "short: " in board.complaints[0]
    assert "the Pico's GP26" in board.complaints[0]
    assert "a part" in board.complaints[0]


def test_a_floating_pin_that_is_read_is_a_complaint():
    board = new_board()
    machine.Pin(27, machine.Pin.IN).value()
    assert "GP27 is read while nobody drives it" in board.complaints[0]
    machine.Pin(28, machine.Pin.IN, machine.Pin.PULL_UP).value()
    assert len(board.complaints) == 1


def test_a_switch_joins_wires_for_as_long_as_it_is_closed():
    board = new_board()
    left, right = board.nets[26], board.nets[27]
    heard = []
    right.on_edge(heard.append)
    left.tap("low").drive(4)
    right.tap("up").drive(1)
    assert right.level == 1
    left.join(right)
    assert right.level == 0
    left.part(right)
    assert right.level == 1
    assert heard == [1, 0, 1]


def test_pins_in_all_their_ways():
    board = new_board()
    Pin = machine.Pin
    pin = Pin("GP26", Pin.OUT, value=1)
    assert pin.value() == 1
    pin.off()
    assert pin() == 0
    pin.toggle()
    assert Pin(26)() == 1  # another view of the same pin
    pin.init(Pin.OPEN_DRAIN, Pin.PULL_UP, value=1)
    part = board.nets[26].tap("a part")
    part.drive(4)
    assert pin() == 0
    part.drive(0)
    assert pin() == 1
    pin(0)
    assert board.nets[26].level == 0
    try:
        Pin(40)
        raise AssertionError("there is no GP40")
    except ValueError:
        pass
    assert board.complaints == []


def test_the_bus_wants_its_own_pins():
    new_board()
    for sda, scl in ((5, 4), (2, 3), (4, 7)):
        try:
            machine.I2C(0, sda=machine.Pin(sda), scl=machine.Pin(scl))
            raise AssertionError("I2C0 cannot be there")
        except ValueError:
            pass
    bus = machine.I2C(0, sda=machine.Pin(0), scl=machine.Pin(1))
    assert bus.scan() == []  # a bus, but not the one that the screen is on


def test_the_bus_takes_its_time_and_says_who_is_missing():
    board = new_board()
    bus = machine.I2C(0, sda=machine.Pin(4), scl=machine.Pin(5), freq=100_000, timeout=7_000)
    assert bus.scan() == [0x3C]
    before = board.clock.now
    bus.writevto(0x3C, (b"\x00", b"\xae\xe3"))
    assert board.clock.now - before == 360  # four bytes with the address, nine clocks each
    assert bus.readfrom(0x3C, 1) == b"\x43"
    for fault, number in ((lambda: board.unplug("oled"), 5), (lambda: board.ground(5), 110)):
        fault()
        try:
            bus.writeto(0x3C, b"\x00")
            raise AssertionError("nobody is there")
        except OSError as error:
            assert error.errno == number


def test_time_passes_only_by_waiting_and_ticks_wrap_as_on_the_pico():
    board = new_board(start=(1 << 30) - 100)
    before = time.ticks_us()
    time.sleep_us(300)
    after = time.ticks_us()
    assert (before, after) == ((1 << 30) - 100, 200)
    assert time.ticks_diff(after, before) == 300
    assert time.ticks_add(before, 300) == after
    time.sleep_ms(5)
    time.sleep(1)
    assert board.clock.now == (1 << 30) + 1_005_200
    assert time.time() > 0  # the rest is the real thing


def test_plans_happen_in_their_order():
    board = new_board()
    happened = []

    def plan(name, more=0):
        def action():
            happened.append((name, board.clock.now))
            if more:
                board.clock.after(more, plan(name + "!"))

        return action

    board.clock.after(30, plan("c"))
    board.clock.after(10, plan("a", 10))
    board.clock.after(10, plan("b"))
    board.clock.wait(25)
    assert happened == [("a", 10), ("b", 10), ("a!", 20)]
    board.clock.wait(25)
    assert happened[3:] == [("c", 30)]


def test_another_board_is_put_to_use():
    first = new_board()
    machine.Pin(26, machine.Pin.OUT, value=1)
    second = new_board()
    machine.Pin(27, machine.Pin.OUT, value=1)
    assert (first.nets[26].level, first.nets[27].level) == (1, 0)
    assert (second.nets[26].level, second.nets[27].level) == (0, 1)
    modules.use(first)
    time.sleep_ms(1)
    assert (first.clock.now, second.clock.now) == (1000, 0)


def test_the_safe_mode_jumper():
    board = new_board()
    pin = machine.Pin(15, machine.Pin.IN, machine.Pin.PULL_UP)
    assert pin() == 1
    board.jumper(True)
    assert pin() == 0


def test_the_serial_line():
    board = new_board()
    usb = board.usb
    assert usb.to_device.write(b"hello\n") == 6
    assert usb.to_device.any() == 6
    assert usb.to_device.read(2) == b"he"
    assert usb.to_device.read() == b"llo\n"
    assert usb.to_device.read() == b""
    assert usb.to_device.write(b"x" * 600) == 512
    assert usb.to_device.lost == 88


def test_a_reset_is_not_to_be_caught():
    new_board()
    try:
        machine.reset()
    except Exception:
        raise AssertionError("it is no Exception")
    except BaseException:
        pass
    assert len(machine.unique_id()) == 8
