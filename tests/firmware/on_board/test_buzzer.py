"""Tones: pitch, length, and silence."""

from workbench import new_board, new_buzzer, time


def loop(beeper, ms):
    for _ in range(ms):
        time.sleep_ms(1)
        beeper.tick(time.ticks_ms())


def test_a_tone_has_its_pitch_and_length():
    board = new_board()
    beeper = new_buzzer()
    loop(beeper, 10)
    beeper.tone(880, 120)
    assert board.buzzer.sounding() == 880
    loop(beeper, 500)
    assert board.buzzer.tones == [(10_000, 880, 120_000)]
    assert board.buzzer.sounding() == 0


def test_a_new_tone_takes_the_place_of_the_old():
    board = new_board()
    beeper = new_buzzer()
    beeper.tone(440, 200)
    loop(beeper, 50)
    beeper.tone(220, 100)
    loop(beeper, 300)
    assert board.buzzer.tones == [(0, 440, 50_000), (50_000, 220, 100_000)]


def test_quiet_is_quiet_at_once():
    board = new_board()
    beeper = new_buzzer()
    beeper.tone(440, 200)
    loop(beeper, 50)
    beeper.quiet = True
    loop(beeper, 1)
    assert board.buzzer.sounding() == 0
    beeper.tone(880, 100)
    loop(beeper, 300)
    assert board.buzzer.tones == [(0, 440, 51_000)]
    beeper.quiet = False
    beeper.tone(880, 100)
    loop(beeper, 300)
    assert len(board.buzzer.tones) == 2


def test_a_tone_across_the_wrap_of_the_ticks():
    board = new_board(start=(1 << 30) * 1000 - 50_000)
    beeper = new_buzzer()
    beeper.tone(440, 100)
    loop(beeper, 300)
    assert [length for _, _, length in board.buzzer.tones] == [100_000]


def test_an_unplugged_buzzer_is_silent():
    board = new_board()
    beeper = new_buzzer()
    board.unplug("buzzer")
    beeper.tone(440, 100)
    loop(beeper, 300)
    assert board.buzzer.tones == []
    assert board.complaints == []
