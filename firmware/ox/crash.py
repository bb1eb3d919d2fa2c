"""After a crash: what happened goes to the flash, the screen says so, any key starts again. Loaded only then.

What broke may be any part of the firmware, and also what is used here. So everything is imported where it is used, and
each part is tried by itself: flash, line to the laptop, beeper and keys, screen. One that fails is done without.
"""

import gc
import io
import sys
import time

from ox import VERSION

TYPE_CHECKING = False  # MicroPython has no typing; checkers take this name for true
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from ox.journal.tail import FileSystem
    from ox.link.serial import Port
    from ox.screens.frame import Frame

FILE = "crash"
_LONGEST = 1900  # bytes of one crash; the file has two, and stays below a block of the flash
_SPARE = 16384  # bytes that must be free: the last ones are for the game
_TICK_MS = 400  # between two tones, and two looks at the screen
_LOOK_TICKS = 4  # keys count after that: what was typed blindly shall not wipe the screen
_PAUSE_MS = 2


def crashed(error: Exception, files: "FileSystem | None" = None, port: "Port | None" = None) -> None:
    """Until somebody presses a key: a SystemExit out of main.py is a soft reset. A Ctrl-C leads to the REPL."""
    for _ in passes(error, files, port):
        time.sleep_ms(_PAUSE_MS)


def passes(error: Exception, files: "Any", port: "Any") -> "Iterator[Frame | None]":
    """What the loop does instead, a pass at each step. Gives what is on the screen, as far as there is one."""
    line: Any = None
    answers: Any = None
    buzzer: Any = None
    keypad: Any = None
    oled: Any = None
    frame: Any = None
    language, display = "en", 0
    gc.collect()
    try:
        from ox.app.files import Files, read_settings

        files = files or Files()
        settings = read_settings(files)
        language, display = settings["language"], settings["display"]
    except Exception:
        pass
    text = keep(files, error)
    try:
        from ox.link.serial import Serial, UsbPort

        line = Serial(port or UsbPort())
        from ox.link.answers import Answers

        answers = Answers(None, b"", None, None)  # type: ignore[arg-type]
        answers.crash = text
    except Exception:
        pass
    try:
        from ox import pins
        from ox.drivers.buzzer import Buzzer
        from ox.drivers.keypad import HELD, Keypad

        buzzer = Buzzer(pins.BUZZER_OUT)
        keypad = Keypad(pins.KEYPAD_ROWS, pins.KEYPAD_COLUMNS)
    except Exception:
        pass
    try:
        from machine import I2C, Pin

        from ox.drivers.oled import Oled
        from ox.screens.frame import CENTRE, Frame
        from ox.screens.render import draw_screen
        from ox.words import load

        words = load(language)
        frame = Frame()
        frame.large(0, words["broke"], CENTRE)
        frame.large(2, words["nothing lost"], CENTRE)
        frame.small(5, "USB: oxtally doctor", CENTRE)
        frame.small(7, words["any key"], CENTRE)
        i2c = I2C(0, sda=Pin(pins.OLED_SDA), scl=Pin(pins.OLED_SCL), freq=400_000, timeout=10_000)
        oled = Oled(i2c, display, Pin(pins.OLED_RESET, Pin.OUT, value=1))
        draw_screen(frame, oled.buffer)
    except Exception:
        oled = None
    ticks = then = -1
    while True:
        now: Any = time.ticks_ms()
        tick = now // _TICK_MS != then
        if tick:
            then = now // _TICK_MS
            ticks += 1
        try:
            line.serve(answers, now, True)  # reads what comes, whatever happens: or a Ctrl-C would not be seen
        except Exception:
            pass
        try:
            if tick:
                oled.revive(now)
                oled.show()
        except Exception:
            oled = None
        try:
            if tick and ticks % 16 < 3 and not (oled and oled.present):
                buzzer.tone(220, 180)  # three low ones, again and again, for those who can read nothing
            buzzer.tick(now)
            key = keypad.poll(now)
            if key and key != HELD and ticks >= _LOOK_TICKS:
                raise SystemExit
        except Exception:
            pass
        yield frame


def keep(files: "FileSystem | None", error: Exception) -> bytes:
    """Put it on the flash, in front of the last one; one that is there is not written again. All that is known then."""
    what = b""
    try:
        what = ("Oxtally %s\n" % VERSION).encode() + _traceback(error).encode()[-_LONGEST:]
        opened: Any = files.open if files else open
        try:
            with opened(FILE, "rb") as file:
                known: bytes = file.read()
        except OSError:
            known = b""
        if what in known:
            return known
        now: Any = time.ticks_ms()
        head = "up %d s, clock %d\n" % (now // 1000, time.time())
        what = head.encode() + what + b"\n" + known[: known.find(b"\n\n") + 1]
        if not files or files.free() >= _SPARE:
            with opened(FILE, "wb") as file:
                file.write(what)
    except Exception:
        pass  # no memory, a full flash, a broken one: the screen still says that something broke
    return what


def _traceback(error: Exception) -> str:
    if hasattr(sys, "print_exception"):
        text = io.StringIO()
        sys.print_exception(error, text)
        return text.getvalue()
    import traceback  # type: ignore[import-not-found] # CPython has the same under another name

    return "".join(traceback.format_exception(error))
