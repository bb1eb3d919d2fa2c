"""Which pin is which. Made from hardware/pins.toml by `make pins`: change that file. Imports nothing."""

OLED_SDA = 4  # I2C0 SDA
OLED_SCL = 5  # I2C0 SCL
OLED_RESET = 14  # output
KEYPAD_ROWS = (6, 7, 8, 9)  # open drain
KEYPAD_COLUMNS = (10, 11, 12, 13)  # input with pull-up
ROWDISPLAYS_CLK = 16  # open drain with pull-up
ROWDISPLAYS_DIO = (17, 18, 19, 20, 21)  # open drain with pull-up
BUZZER_OUT = 22  # PWM
SAFE_JUMPER = 15  # input with pull-up
