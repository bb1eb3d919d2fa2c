"""What the stories on the virtual board share. Runs under CPython (pytest) and under MicroPython (run_stories.py).

The drivers are imported here, once, with the virtual `machine` and `time`; a story gets a fresh board from `new_board`.
"""

from ox import pins
from oxtally.board import modules
from oxtally.board.board import Board

modules.install()
from ox.drivers import buzzer, keypad, oled, rowdisplays  # noqa: E402

modules.remove()

machine, time = modules.machine, modules.time
KINDS = ("SSD1306", "SH1106", "SSD1309")


def new_board(**how):
    board = Board(**how)
    modules.use(board)
    return board


def new_oled(board, reset=True, **how):
    """The driver for the screen of this board, before its first revive."""
    i2c = machine.I2C(0, sda=machine.Pin(pins.OLED_SDA), scl=machine.Pin(pins.OLED_SCL), freq=400_000, timeout=10_000)
    line = machine.Pin(pins.OLED_RESET, machine.Pin.OUT, value=1) if reset else None
    return oled.Oled(i2c, KINDS.index(board.oled.kind), line, **how)


def new_rowdisplays():
    return rowdisplays.RowDisplays(pins.ROWDISPLAYS_CLK, pins.ROWDISPLAYS_DIO)


def new_keypad():
    return keypad.Keypad(pins.KEYPAD_ROWS, pins.KEYPAD_COLUMNS)


def new_buzzer():
    return buzzer.Buzzer(pins.BUZZER_OUT)


def revive(board, driver, seconds=2):
    """As the device does: four times a second."""
    for _ in range(4 * seconds):
        board.clock.wait(250_000)
        driver.revive(time.ticks_ms())
