"""The games on the flash: what power-on finds and says, room for more, what the laptop has, what is never deleted."""

from __future__ import annotations

import itertools
import random

import pytest

from evening import Evening
from ox.core.events import REDO, UNDO
from ox.journal import shelf as shelves
from ox.journal.format import BadJournal
from ox.journal.shelf import RESERVE, Full, Shelf
from oxtally.board.files import Files
from oxtally.board.flash import Flash
from oxtally.virtual.typist import MemoryFiles
from sessions import session

LOG = session(random.Random(1), 60)


class SmallChip(MemoryFiles):
    """Files with an end to them."""

    size = 1_000_000

    def free(self) -> int:
        return self.size - sum(map(len, self.content.values()))


def shelf_of(files: MemoryFiles, new_id: bytes = bytes(range(8))) -> Shelf:
    return Shelf(files, lambda: new_id)


def play(shelf: Shelf, before=None, log=LOG):
    journal = shelf.begin(before, 0)
    for event in log:
        journal.append(event)
    return journal


def power_on_after(**content: bytes) -> Evening:
    """Three entries are on the flash; then something happens to its files."""
    evening = Evening().press("## 12 37")
    for path, data in content.items():
        evening.files.content[path.replace("__", "/")] = data
    evening.power_on()
    return evening


# --- What power-on finds


def test_an_empty_chip():
    files = MemoryFiles()
    shelf = shelf_of(files)
    assert (shelf.resume(), shelf.found, shelf.numbers()) == (None, shelves.WHOLE, [])
    assert shelf_of(files, b"another!").epoch == shelf.epoch, "made once"
    assert Evening().oled == ["Oxtally", "# New game", "D Menu"]


def test_a_freshly_formatted_chip_has_another_epoch():
    assert shelf_of(MemoryFiles(), b"12345678").epoch != shelf_of(MemoryFiles(), b"87654321").epoch


def test_the_game_is_at_the_same_step():
    evening = power_on_after()
    assert evening.oled == Evening().press("## 12 37").oled
    assert evening.press("43 58").game.round.started


@pytest.mark.parametrize("copy", ["tail1__tail", "tail2__tail"])
def test_one_copy_of_the_last_entries_is_enough_and_the_fault_is_named(copy):
    evening = power_on_after(**{copy: b"junk"})
    assert evening.oled == ["Game 1", "Memory fault", "Nothing is lost"]
    evening.press("# 43 58")
    assert evening.game.round.started, "typed on"
    evening.power_on()
    assert not evening.app.over, "said once"


@pytest.mark.parametrize("copy", ["tail1__tail", "tail2__tail"])
def test_a_copy_that_ctrl_c_left_empty_is_no_fault(copy):
    evening = power_on_after(**{copy: b""})
    assert not evening.app.over
    assert evening.press("43 58").game.round.started


def test_both_copies_gone_before_the_game_had_a_file_is_a_device_without_a_game():
    evening = power_on_after(tail1__tail=b"", tail2__tail=b"")
    assert evening.oled == ["Oxtally", "# New game", "D Menu"]


def test_both_copies_gone_the_game_is_there_up_to_its_file_and_the_screen_says_so():
    files = MemoryFiles()
    play(shelf_of(files))
    files.content["tail1/tail"] = files.content["tail2/tail"] = b"junk"
    shelf = shelf_of(files)
    there = list(shelf.resume().log)
    assert (shelf.found, shelf.found_number) == (shelves.ENTRIES_GONE, 1)
    assert 0 < len(there) < len(LOG)
    assert there == LOG[: len(there)]
    evening = Evening()
    evening.files = files
    evening.power_on()
    assert evening.oled == ["Game 1", "Memory fault", "Check last card"]


def test_after_each_power_on_the_last_entries_move_to_the_other_folders():
    evening = Evening().press("## 12 37")
    assert "tail3/tail" not in evening.files.content
    evening.power_on()
    evening.press("43 58")
    before = evening.files.content["tail3/tail"]
    assert evening.files.content["tail4/tail"] == before
    evening.power_on()
    assert evening.game.round.started
    evening.press("14")
    assert evening.files.content["tail3/tail"] == before, "not touched again"
    for path in ("tail1/tail", "tail2/tail"):
        evening.files.content[path] = b"junk"
    evening.power_on()
    assert evening.oled == ["Game 1", "Memory fault", "Check last card"]
    assert evening.press("#").game.round.started, "as it was before the last move"


def test_the_last_entries_stay_where_they_are_if_the_other_folders_are_gone():
    flash = Flash(40)
    evening = Evening()
    evening.files = Files(flash)
    evening.power_on()
    evening.press("## 12 37")
    evening.files.remove("tail4")
    evening.files = Files(flash.next_life())
    evening.power_on()
    assert evening.oled == ["Game 1", "Memory fault", "Nothing is lost"]
    assert evening.press("# 43 58").game.round.started
    evening.files = Files(evening.files._flash.next_life())
    evening.power_on()
    assert evening.game.round.started


def test_a_damaged_game_is_named_with_what_could_be_saved():
    evening = Evening()
    play(shelf_of(evening.files))
    content = bytearray(evening.files.content["games/00001.open"])
    content[200] ^= 1
    evening.files.content["games/00001.open"] = bytes(content)
    evening.power_on()
    kept = evening.app.journal().count
    assert evening.oled == ["Game 1", "Game damaged", f"Steps kept: {kept}"]
    assert 0 < kept < len(LOG)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "Unreadable"),
        (b"holiday", "Unreadable"),
        (bytes(5000), "Unreadable"),
        (b"OXT\x02" + bytes(40), "Newer version"),
    ],
)
def test_a_newest_game_that_cannot_be_read_is_kept_and_another_can_begin(content, says):
    evening = Evening()
    evening.files.content["games/00007.oxj"] = content
    evening.power_on()
    assert evening.oled == ["Game 7", says, "Kept for laptop"]
    evening.press("# ## 12 37")
    assert evening.files.content["games/00007.oxj"] == content
    assert evening.app.journal().number == 8
    evening.power_on()
    assert not evening.app.over


def test_foreign_files_are_left_alone():
    evening = power_on_after(games__holiday=b"x", games__README=b"y", boot__py=b"z", games__00002_oxj=b"n")
    assert not evening.app.over
    assert evening.app.shelf.numbers() == [1]
    assert evening.press("43 58").game.round.started
    assert evening.files.content["games/holiday"] == b"x"


def test_several_games_the_newest_is_on_the_screen_and_all_are_there():
    files = MemoryFiles()
    shelf = shelf_of(files)
    logs = [session(random.Random(seed), 80) for seed in range(4)]
    journal = None
    for log in logs:
        journal = play(shelf, journal, log)
    again = shelf_of(files)
    assert list(again.resume().log) == logs[-1]
    assert again.numbers() == [1, 2, 3, 4]
    for number, log in enumerate(logs, 1):
        old = again.open(number)
        assert (list(old), old.damage, old.unfinished) == (log, 0, False)


def test_a_game_that_was_never_put_away_and_is_not_the_open_one_may_lack_its_end():
    files = MemoryFiles()
    shelf = shelf_of(files)
    play(shelf, play(shelf))
    files.rename("games/00001.oxj", "games/00001.open")  # as littlefs does where a bit has turned round
    again = shelf_of(files)
    again.resume()
    assert again.open(1).unfinished
    assert not again.open(2).unfinished


# --- Room


def test_memory_full_is_said_before_a_game_and_nothing_changes():
    evening = Evening()
    evening.files.free = lambda: RESERVE - 1
    before = dict(evening.files.content)
    assert evening.press("##").oled == ["Memory full", "Sync first"]
    assert evening.files.content == before
    evening.press("#*")
    evening.files.free = lambda: RESERVE
    assert evening.press("## 12").app.journal().number == 1


def test_games_that_the_laptop_has_make_room_the_oldest_first_and_no_more_than_it_takes():
    files = SmallChip()
    shelf = shelf_of(files)
    journal = None
    for _ in range(6):
        journal = play(shelf, journal)
    for number in (2, 3, 4):
        shelf.acknowledge(number, shelf.length(number))
    journal.seal()
    files.size += RESERVE - files.free() - 1  # a byte too little
    play(shelf, journal)
    assert shelf.numbers() == [1, 3, 4, 5, 6, 7]


def test_a_game_that_the_laptop_has_not_or_not_all_of_is_never_deleted():
    files = SmallChip()
    shelf = shelf_of(files)
    journal = play(shelf, play(shelf, play(shelf)))
    shelf.acknowledge(1, shelf.length(1) - 1)
    shelf.acknowledge(3, shelf.length(3))  # the newest: it may go on
    files.size = 0
    with pytest.raises(Full):
        shelf.begin(journal, 0)
    assert shelf.numbers() == [1, 2, 3]


def test_a_number_is_never_used_twice():
    files = SmallChip()
    shelf = shelf_of(files)
    journal = play(shelf, play(shelf))
    for number in shelf.numbers():
        shelf.acknowledge(number, shelf.length(number))
    journal.seal()
    for expected in (3, 4):
        files.size += RESERVE - files.free() - 1  # all that can go must go
        journal = play(shelf, journal, LOG[:1])
        journal.seal()
        shelf.acknowledge(expected, shelf.length(expected))
        assert shelf.numbers() == [expected - 1, expected]


# --- The laptop's marks


def test_the_laptop_has_this_game_up_to_here():
    files = MemoryFiles()
    shelf = shelf_of(files)
    journal = play(shelf)
    assert shelf.acknowledged(1) == 0
    shelf.acknowledge(1, shelf.length(1))
    assert shelf_of(files).acknowledged(1) == shelf.length(1)
    journal.append((UNDO,))
    assert shelf.acknowledged(1) < shelf.length(1), "it went on"
    with pytest.raises(BadJournal):
        shelf.acknowledge(9, 100)


@pytest.mark.parametrize("at", range(12))
def test_a_mark_that_is_damaged_is_none(at):
    files = MemoryFiles()
    shelf = shelf_of(files)
    play(shelf)
    shelf.acknowledge(1, shelf.length(1))
    mark = bytearray(files.content["games/00001.ack"])
    mark[at] ^= 1
    files.content["games/00001.ack"] = bytes(mark)
    assert shelf_of(files).acknowledged(1) == 0


def test_a_mark_of_another_game_is_none():
    files = MemoryFiles()
    shelf = shelf_of(files)
    journal = play(shelf)
    shelf.acknowledge(1, shelf.length(1))
    shelf._new_id = lambda: b"anothera"
    play(shelf, journal)
    files.content["games/00002.ack"] = files.content["games/00001.ack"]
    assert shelf.acknowledged(2) == 0


def test_the_menu_says_how_many_games_the_laptop_lacks():
    evening = Evening().press("## 12 37 43 58")
    assert evening.press("D6").oled == ["Games here: 1", "Not synced: 1"]
    shelf = evening.app.shelf
    shelf.acknowledge(1, shelf.length(1))
    assert evening.press("*6").oled == ["Games here: 1", "All synced"]


# --- When the flash says no in the middle of a game


def test_a_chip_that_fills_up_in_the_middle_of_a_game():
    """Real littlefs. The game goes on for a while; then a plain sentence; nothing is lost; fetched games make room."""
    flash = Flash(40)
    evening = Evening()
    evening.files = Files(flash)
    play(shelf_of(evening.files), log=session(random.Random(3), 900)).seal()
    evening.power_on()
    evening.press("D1# 12 37 43 58")
    fill_up(evening.files)
    steps = itertools.cycle([(UNDO,), (REDO,)])
    while evening.app.enter(next(steps)):
        evening.app.rest()
    assert "Full: sync it" in evening.screen
    there = list(evening.app.journal())
    assert len(there) > 20, "it went on for a while"
    again = Evening()
    again.files = Files(flash.next_life())
    again.power_on()
    assert list(again.app.journal()) == there
    again.app.shelf.acknowledge(1, again.app.shelf.length(1))
    for event in ((REDO,) if there[-1] == (UNDO,) else (UNDO,), (UNDO,)):
        assert again.app.enter(event)
    assert again.app.shelf.numbers() == [2]


def fill_up(files: Files) -> None:
    """Somebody copies a film onto the device."""
    with files.open("film", "wb") as film:
        try:
            while film.write(bytes(1024)):
                film.flush()
        except OSError:
            return


@pytest.mark.parametrize(("errno", "says"), [(28, "Full: sync it"), (5, "Not written!")])
def test_an_entry_that_cannot_be_written_is_refused_and_nothing_is_lost(errno, says):
    evening = Evening().press("## 12 37")
    opened = evening.files.open

    def refuse(path: str, mode: str):
        if "r" in mode:
            return opened(path, mode)
        raise OSError(errno, "no")

    evening.app.shelf.tail.close()
    evening.files.open = refuse
    assert says in evening.press("43").screen
    evening.files.open = opened
    assert evening.press("43 58").game.round.started
    evening.power_on()
    assert evening.game.round.started
