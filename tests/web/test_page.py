"""The page of `oxtally play` in a real browser: keys in, displays and cards out. Screenshots go to build/pages."""

from __future__ import annotations

import json
import signal
import subprocess

import pytest

from playing import OXTALLY, PHONE, Table, broken_firmware, looking_at, oxtally, running


def start_booklet(table: Table, click: bool = False) -> None:
    """A game of four with the rows of the booklet."""
    table.press("##", click)
    for card in (12, 37, 43, 58):
        table.card(card, click=click)


def test_a_dealt_round_typed_by_clicks_and_keys(browser, tmp_path):
    """What a newcomer does: let cards be dealt, type what lies there, go on. The record tells the same story."""
    with running(tmp_path / "chip", "--seed", 6) as device, looking_at(browser, device.page) as table:
        assert table.guide().startswith("Press # for a new game")
        table.picture("welcome")
        table.page.click("#deal-open")
        table.page.select_option("#deal-players", "2")
        table.picture("deal-dialog")
        table.page.click("#deal-go")
        table.until("() => document.body.dataset.phase === 'round' && document.querySelectorAll('.seat').length === 2")
        assert [seat["name"] for seat in table.seats()] == ["Anna", "Ben"]
        table.until("() => document.getElementById('guide').textContent.includes('next is')")
        table.picture("rows")
        click = False
        while table.phase() in ("round", "row"):
            table.card(int(table.guide().split("next is ")[1].split()[0].rstrip(".")), click=click)
            click = not click
        seen = set()
        while table.phase() != "scores":
            phase = table.phase()
            if phase not in seen:
                seen.add(phase)
                table.picture(f"round-{phase}")
            if phase == "card":
                seat = table.page.locator(".seat.next, .seat[aria-current]").first.get_attribute("data-seat")
                table.card(table.seats()[int(seat)]["card"], click=click)
                click = not click
            elif phase == "choice":
                table.press("1", click)
            else:
                table.press("#", click)
        table.picture("scores")
        assert {"card", "review", "placing"} <= seen
        heads = [seat["total"] for seat in table.seats()]
        oxtally("sync", "--port", device.serial, "--db", tmp_path / "db")
        (game,) = json.loads(oxtally("games", "--json", "--db", tmp_path / "db"))
        assert game["totals"] == heads
        record = oxtally("export", "--format", "record", "1", "--db", tmp_path / "db")
        assert record.count("turn") == 10


def test_firmware_that_breaks_down_is_said_and_any_key_starts_it_again(browser, tmp_path):
    """What `oxtally doctor` shows then is what the screen promises."""
    firmware = broken_firmware(tmp_path / "firmware")
    with (
        running(tmp_path / "chip", firmware=firmware) as device,
        looking_at(browser, device.page) as table,
    ):
        start_booklet(table)
        table.press("B")
        table.until_phase("crash")
        assert table.text().startswith("Something broke")
        assert table.guide().startswith("Something broke in the firmware: press any key")
        assert table.rows() == [[12], [37], [43], [58], []], "cards of paper stay where they are"
        table.picture("crash")
        command = [*OXTALLY, "doctor", "--port", device.serial, "--json"]
        said = json.loads(subprocess.run(command, capture_output=True, check=False, timeout=60).stdout)
        assert said["ports"][0]["crash"].endswith("'App' object has no attribute 'no_such_game'")
        table.page.wait_for_timeout(2000)
        table.press("#")
        table.until_phase("card")


@pytest.mark.parametrize("interpreter", ["cpython", "micropython"])
def test_a_choice_of_row_and_an_undo(browser, micropython, interpreter, tmp_path):
    with (
        running(tmp_path / "chip", "--interpreter", interpreter) as device,
        looking_at(browser, device.page, color_scheme="dark") as table,
    ):
        start_booklet(table)
        assert table.displays() == ["12", "37", "43", "58", ""]
        assert table.rows() == [[12], [37], [43], [58], []]
        for card in (3, 9, 68, 83):
            table.card(card)
        assert "Anna" in table.text()
        table.press("#")
        assert table.phase() == "choice"
        assert table.displays() == ["1", "1", "1", "1", ""]  # heads
        assert table.guide().startswith("Anna's 3 is too low for every row")
        table.picture("choice-dark")
        table.take_row(2)
        table.until_phase("placing")
        assert table.rows()[1] == [3]
        table.until("() => document.querySelector('.row-display[data-row=\"2\"]').dataset.shows === '- 1'")
        assert "takes" in table.guide()
        table.picture("taking-dark")
        table.press("###")
        assert table.rows() == [[12], [3, 9], [43], [58, 68, 83], []]
        table.press("#")
        assert [seat["pile"] for seat in table.seats()] == [1, 0, 0, 0]
        # Back into that turn, with a question; the choice is taken back.
        table.press("*#")
        table.until_phase("choice")
        assert table.rows() == [[12], [37], [43], [58], []]
        assert [seat["pile"] for seat in table.seats()] == [0, 0, 0, 0]
        table.press("4")
        assert table.rows()[3] == [3]


def test_a_special_card(browser, tmp_path):
    with running(tmp_path / "chip", "--seed", 1) as device, looking_at(browser, device.page) as table:
        table.press("#3512#")  # special cards, two players
        table.until_phase("round")
        for card in (12, 37, 43, 58):
            table.card(card)
        for card in (60, 70):
            table.card(card)
        table.press("#")
        assert table.phase() == "placing"
        assert table.rows()[3] == [58, 60]
        table.press("A")
        table.picture("special-menu")
        table.press("6")  # stop …
        table.press("4")  # … the fourth row
        table.until_phase("placing")
        assert table.rows() == [[12], [37], [43, 60], [58], []]
        assert "stop" in (table.page.text_content('.table-row[data-row="4"]') or "").lower()
        table.picture("special-stop")
        table.press("#")
        table.press("A1")  # the 70 starts a fifth row
        table.until_phase("placing")
        assert table.rows()[4] == [70]
        assert table.displays()[0] == "12"
        table.picture("special-fifth-row")


def test_power_pulled_in_mid_turn_and_put_back(browser, micropython, tmp_path):
    with (
        running(tmp_path / "chip", "--interpreter", "micropython") as device,
        looking_at(browser, device.page) as table,
    ):
        start_booklet(table)
        table.card(14)
        table.card(15)
        before, lit = table.text(), table.pixels()
        assert lit > 300
        table.page.click("#power")
        table.until_phase("off")
        assert table.page.get_attribute("#power", "aria-pressed") == "false"
        table.until("() => !document.querySelector('.row-display[data-shows]:not([data-shows=\"\"])')")
        assert table.pixels() == 0
        assert "plug" in table.guide()
        table.picture("power-off")
        table.page.keyboard.press("4")  # nobody feels it
        assert "nobody is there" in oxtally("sync", "--port", device.serial, "--db", tmp_path / "db", code=1)
        table.page.click("#power")
        table.until_phase("card")
        assert table.text() == before
        assert table.displays() == ["12", "37", "43", "58", ""]
        # Enter is `#` again, not another pull of the plug that was just touched.
        table.card(44)
        table.card(61)
        table.press("#")
        assert table.phase() == "placing"


def test_sync_from_another_process_while_playing(browser, tmp_path):
    db = tmp_path / "db"
    with running(tmp_path / "chip") as device, looking_at(browser, device.page) as table:
        start_booklet(table)
        command = (table.page.text_content("#sync-command") or "").split()
        assert command == ["oxtally", "sync", "--port", device.serial]
        table.press("1")  # in the middle of a card
        assert "1 new game" in oxtally(*command[1:], "--db", db)
        table.press("4")
        table.card(15)
        assert "1 game went on" in oxtally(*command[1:], "--db", db)
        assert table.text().count("15")
        table.page.click("#usb")
        table.until("() => document.getElementById('usb').getAttribute('aria-pressed') === 'false'")
        assert "nobody is there" in oxtally("sync", "--port", device.serial, "--db", db, code=1)
        table.card(44)  # the game does not mind
        table.page.click("#usb")
        table.until("() => document.getElementById('usb').getAttribute('aria-pressed') === 'true'")
        assert "went on" in oxtally("sync", "--port", device.serial, "--db", db)


def test_the_game_is_still_there_tomorrow_and_gone_after_fresh(browser, tmp_path):
    chip = tmp_path / "chip"
    with running(chip) as device, looking_at(browser, device.page) as table:
        start_booklet(table)
        here = table.text()
    with running(chip, ending=signal.SIGTERM) as device, looking_at(browser, device.page) as table:
        assert table.text() == here
    with running(chip, "--fresh") as device, looking_at(browser, device.page) as table:
        assert table.phase() == "welcome"
    with running(tmp_path / "chip.old") as device, looking_at(browser, device.page) as table:
        assert table.text() == here


def test_the_demo_plays_and_hands_over_to_whoever_presses_a_key(browser, tmp_path):
    with running(tmp_path / "chip", "--demo", 20, "--seed", 2) as device, looking_at(browser, device.page) as table:
        table.until("() => document.querySelectorAll('.table-row .card:not(.ghost)').length >= 8")
        assert (table.page.text_content("#demo") or "").strip() == "Stop the demo"
        table.page.keyboard.press("b")
        table.until("() => document.getElementById('demo').textContent.trim() === 'Watch a demo'")
        table.until_phase("menu")
        table.page.wait_for_timeout(700)
        assert table.phase() == "menu"


def test_a_held_star_deletes_all_digits_and_a_lost_focus_lets_go(browser, tmp_path):
    with running(tmp_path / "chip") as device, looking_at(browser, device.page) as table:
        table.press("#46")  # the target, and the beginning of a number
        table.press("6")
        table.page.keyboard.down("Backspace")
        table.page.wait_for_timeout(1000)
        assert table.page.get_attribute('button[data-key="*"]', "aria-pressed") == "true"
        table.page.evaluate("() => window.dispatchEvent(new Event('blur'))")
        table.until("""() => document.querySelector('button[data-key="*"]').getAttribute('aria-pressed') === 'false'""")


def test_fast_fingers_roll_from_key_to_key(browser, tmp_path):
    """The next key goes down before the last one is up, as on every keyboard; none is lost."""
    with running(tmp_path / "chip") as device, looking_at(browser, device.page) as table:
        table.press("##")
        keyboard = table.page.keyboard
        for card in ("12", "37", "43", "58"):
            keyboard.down(card[0])
            keyboard.down(card[1])
            keyboard.up(card[1])
            keyboard.up(card[0])
        table.until_phase("card")
        assert table.rows() == [[12], [37], [43], [58], []]


def test_by_keyboard_only(browser, tmp_path):
    with running(tmp_path / "chip", "--seed", 4) as device, looking_at(browser, device.page) as table:
        for _ in range(20):
            table.page.keyboard.press("Tab")
            if table.page.evaluate("() => document.activeElement.id") == "deal-open":
                break
        outline = table.page.evaluate("() => getComputedStyle(document.activeElement).outlineStyle")
        assert outline != "none", "one sees where one is"
        table.page.keyboard.press("Enter")
        table.until("() => document.querySelector('dialog').open")
        table.page.focus("#deal-go")
        table.page.keyboard.press("Enter")
        table.until("() => document.body.dataset.phase === 'round' && document.querySelectorAll('.seat').length === 4")
        for card in (12, 37, 43, 58):
            table.card(card)
        assert table.phase() == "card"


def test_the_sixth_card_takes_the_row(browser, tmp_path):
    """Also the picture in the README."""
    with running(tmp_path / "chip") as device, looking_at(browser, device.page) as table:
        table.press("##")
        for card in (8, 33, 55, 70):
            table.card(card)
        for card in (34, 35, 36, 37):
            table.card(card)
        table.press("#####")
        assert table.rows()[1] == [33, 34, 35, 36, 37]
        for card in (10, 38, 66, 72):
            table.card(card)
        table.press("##")
        assert table.guide().startswith("Ben takes row 2: 10 heads.")
        assert table.rows() == [[8, 10], [38], [55], [70], []]
        assert [seat["pile"] for seat in table.seats()] == [0, 10, 0, 0]
        table.until("() => document.querySelector('.row-display[data-row=\"2\"]').dataset.shows === '-10'")
        table.page.wait_for_timeout(400)  # the card has landed
        table.until("() => document.querySelector('.row-display[data-row=\"2\"]').dataset.shows === '-10'")
        table.picture("taking")


SIZES = [
    (360, 740, "light"),
    (390, 844, "dark"),
    (820, 1180, "light"),
    (1366, 768, "dark"),
    (1366, 768, "light"),
    (667, 375, "dark"),
]


def test_every_size_shows_everything_without_scrolling_sideways(browser, tmp_path):
    with running(tmp_path / "chip", "--seed", 5, "--demo", 50) as device:
        with looking_at(browser, device.page) as table:
            table.until("() => document.querySelectorAll('.table-row .card:not(.ghost)').length >= 6")
            table.page.click("#demo")
            table.until("() => document.getElementById('demo').textContent.includes('Watch')")
        for width, height, scheme in SIZES:
            size = {"width": width, "height": height}
            with looking_at(browser, device.page, size, color_scheme=scheme, has_touch=width < 1000) as table:
                table.picture(f"size-{width}-{scheme}")
                assert table.page.evaluate("() => document.documentElement.scrollWidth <= window.innerWidth"), width
                box = table.page.locator('button[data-key="5"]').bounding_box()
                assert box
                assert min(box["width"], box["height"]) >= (44 if height > 500 else 38), "a finger's breadth"
                if width < 1000:
                    table.page.tap('button[data-key="B"]')
                    table.until_phase("menu")
                    table.page.tap('button[data-key="*"]')
                    table.until("() => document.body.dataset.phase !== 'menu'")


def test_a_server_that_ends_is_noticed_and_one_that_comes_back_too(browser, tmp_path):
    with running(tmp_path / "chip") as device:
        page = browser.new_page()
        page.goto(device.page)
        table = Table(page)
        table.until_phase("welcome")
    table.until("() => document.body.dataset.connected === 'false'")
    assert page.is_visible("#lost")
    assert table.pixels() == 0
    table.picture("not-connected")
    with running(tmp_path / "chip", "--page", device.port):
        table.until("() => document.body.dataset.connected === 'true'")
        table.until_phase("welcome")
        assert not page.is_visible("#lost")
    page.close()


def test_two_pages_show_the_same_device(browser, tmp_path):
    with (
        running(tmp_path / "chip") as device,
        looking_at(browser, device.page) as one,
        looking_at(browser, device.page, PHONE) as other,
    ):
        one.page.keyboard.down("d")
        other.until_phase("menu")
        other.until("() => document.querySelector('button[data-key=\"D\"]').classList.contains('down')")
        one.page.keyboard.up("d")
        other.press("*")
        one.until_phase("welcome")
