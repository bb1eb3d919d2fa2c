"""Which pin is which. Made from hardware/pins.toml by `make pins`: change that file. Imports nothing."""

OLED_SDA = 4  # I2C0 SDA, both, pulled up by the module
OLED_SCL = 5  # I2C0 SCL, open drain, pulled up by the module
OLED_RESET = 14  # out
KEYPAD_ROWS = (6, 7, 8, 9)  # open drain
KEYPAD_COLUMNS = (10, 11, 12, 13)  # in, pull-up
ROWDISPLAYS_CLK = 16  # open drain, pull-up
ROWDISPLAYS_DIO = (17, 18, 19, 20, 21)  # open drain, pull-up
BUZZER_OUT = 22  # PWM, out
SAFE_JUMPER = 15  # in, pull-up
