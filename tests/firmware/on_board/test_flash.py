"""The flash chip and the files on it: what NOR can and cannot do, and what is left after a power cut."""

from oxtally.board.files import Files
from oxtally.board.flash import BLOCK, ERASE_US, PAGE, PROGRAM_US, Flash, PowerCut
from workbench import new_board


def chip(blocks=16):
    """A board with a small chip."""
    board = new_board(flash=Flash(blocks))
    return board, board.flash


def read(flash, block, count, offset=0):
    buf = bytearray(count)
    flash.readblocks(block, buf, offset)
    return bytes(buf)


def test_programming_clears_bits_and_only_an_erase_sets_them():
    board, flash = chip()
    assert read(flash, 3, 4) == b"\xff\xff\xff\xff"
    flash.writeblocks(3, b"\xf0\x0f", 100)
    assert read(flash, 3, 4, 99) == b"\xff\xf0\x0f\xff"
    flash.writeblocks(3, b"\x30\x03", 100)
    assert read(flash, 3, 2, 100) == b"\x30\x03"
    assert board.complaints == []
    flash.writeblocks(3, b"\xff\x04", 100)
    assert read(flash, 3, 2, 100) == b"\x30\x00"
    assert "flash: block 3 is programmed without an erase" in board.complaints[0]
    flash.ioctl(6, 3)
    assert read(flash, 3, BLOCK) == b"\xff" * BLOCK


def test_pages_and_blocks_are_counted_and_take_their_time():
    board, flash = chip()
    flash.ioctl(6, 0)
    flash.writeblocks(0, bytes(PAGE), 0)
    flash.writeblocks(0, bytes(PAGE), PAGE + 10)  # across two pages
    assert (flash.erases, flash.programs) == (1, 3)
    assert board.clock.now == ERASE_US + 3 * PROGRAM_US
    assert (flash.ioctl(4, 0), flash.ioctl(5, 0)) == (16, BLOCK)


def test_the_simple_protocol_erases_by_itself():
    board, flash = chip()
    flash.writeblocks(1, b"\x00" * BLOCK)
    flash.writeblocks(1, b"\x55" * BLOCK)
    assert read(flash, 1, BLOCK) == b"\x55" * BLOCK
    assert flash.erases == 2
    assert board.complaints == []


def test_a_power_cut_leaves_the_operation_half_done_and_the_chip_dead():
    _, flash = chip()
    flash.cut_at(2, seed=7)
    flash.writeblocks(0, bytes(PAGE), 0)
    flash.writeblocks(0, bytes(PAGE), PAGE)
    try:
        flash.writeblocks(0, bytes(PAGE), 2 * PAGE)
        raise AssertionError("the power was on")
    except PowerCut:
        pass
    for access in (lambda: read(flash, 0, 1), lambda: flash.ioctl(6, 0), lambda: flash.writeblocks(0, b"", 0)):
        try:
            access()
            raise AssertionError("the chip was alive")
        except PowerCut:
            pass
    flash.power_on()
    assert read(flash, 0, 2 * PAGE) == bytes(2 * PAGE)
    torn = read(flash, 0, PAGE, 2 * PAGE)
    assert torn != bytes(PAGE)
    assert torn != b"\xff" * PAGE
    flash.cut_at(0, seed=7)
    try:
        flash.ioctl(6, 0)
        raise AssertionError("the power was on")
    except PowerCut:
        pass
    flash.power_on()
    half = read(flash, 0, PAGE)
    assert half != bytes(PAGE)
    assert half != b"\xff" * PAGE


def test_files_are_there_again_after_the_next_mount():
    board, flash = chip()
    files = Files(flash)
    assert files.listdir() == []
    with files.open("/a", "wb") as file:
        assert file.write(b"hello") == 5
    with files.open("/a", "ab") as file:
        file.write(b" world" * 300)
    files.mkdir("/games")
    with files.open("/games/1", "wb") as file:
        file.write(b"one")
    files.rename("/games/1", "/games/2")
    with files.open("/b", "wb") as file:
        file.write(b"gone")
    files.remove("/b")
    again = Files(flash)
    assert again.listdir() == ["a", "games"]
    assert again.listdir("/games") == ["2"]
    assert again.stat("/a") == (0x8000, 0, 0, 0, 0, 0, 1805, 0, 0, 0)
    assert again.stat("/games")[0] == 0x4000
    with again.open("/a", "rb") as file:
        assert file.read(11) == b"hello world"
        assert file.seek(1799) == 1799
        assert file.tell() == 1799
        assert file.read() == b" world"
    with again.open("/a", "r+b") as file:
        file.write(b"J")
    with again.open("/a", "rb") as file:
        buf = bytearray(5)
        assert file.readinto(buf) == 5
        assert buf == b"Jello"
    assert board.complaints == [], board.complaints


def test_errors_have_the_numbers_of_the_device():
    _, flash = chip()
    files = Files(flash)
    files.mkdir("/games")
    for number, action in (
        (2, lambda: files.open("/none", "rb")),
        (2, lambda: files.remove("/none")),
        (2, lambda: files.rename("/none", "/some")),
        (2, lambda: files.stat("/none")),
        (2, lambda: files.listdir("/none")),
        (17, lambda: files.mkdir("/games")),
        (21, lambda: files.open("/games", "rb")),
        (2, lambda: files.open("/none", "r+b")),
    ):
        try:
            action()
            raise AssertionError("it should not work")
        except OSError as error:
            assert error.errno == number, (error.errno, number)


def test_a_full_chip():
    _, flash = chip(8)
    files = Files(flash)
    try:
        with files.open("/big", "wb") as file:
            for _ in range(100):
                file.write(bytes(1024))
        raise AssertionError("it is not that large")
    except OSError as error:
        assert error.errno == 28


def test_what_was_flushed_survives_a_power_cut_at_any_operation():
    for cut in range(120):
        _, flash = chip()
        files = Files(flash)
        flash.cut_at(cut, seed=cut + 1)
        flushed = 0
        try:
            file = files.open("/log", "ab")
            for number in range(40):
                file.write(b"record %06d;" % number * 20)
                file.flush()
                flushed = number + 1
        except PowerCut:
            pass
        flash.power_on()
        files = Files(flash)
        if flushed:
            with files.open("/log", "rb") as file:
                data = file.read()
            assert len(data) in (280 * flushed, 280 * (flushed + 1)), (cut, flushed, len(data))
            assert data[: 280 * flushed] == b"".join([b"record %06d;" % number * 20 for number in range(flushed)])


def test_no_handler_of_the_firmware_catches_a_power_cut():
    _, flash = chip()
    files = Files(flash)
    file = files.open("/a", "wb")
    flash.cut_at(0)
    try:
        try:
            file.write(b"x" * 5000)
            file.flush()
        except Exception:
            raise AssertionError("it is no Exception")
        raise AssertionError("the power was on")
    except PowerCut:
        pass
