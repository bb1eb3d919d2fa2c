"""The virtual board: the real parts, at the level of their wires, for the unmodified firmware to run on.

    clock     virtual time
    wires     nets: who drives them, which level results
    pins      the Pico's pins: stand-ins for machine.Pin and machine.PWM
    i2c       stand-in for machine.I2C
    machine   the module `machine` of one board
    modules   gives the firmware `machine` and `time` of the board in use
    ssd1306   the screen: SSD1306, SH1106, SSD1309
    tm1637    a row display
    keypad    the 4x4 matrix
    buzzer    the piezo
    flash     the flash chip, which may lose power at any moment
    files     littlefs on that chip, under CPython and MicroPython
    usb       the serial line to the laptop
    repl      the prompt on that line when the firmware has been stopped
    board     all of it together, wired as hardware/pins.toml says

Everything here runs under CPython and under MicroPython, so it keeps to what MicroPython knows of the language. It
knows wires and chips, and nothing of the game.
"""
