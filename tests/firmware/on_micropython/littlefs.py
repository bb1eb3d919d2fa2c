"""The chip mounted in MicroPython's own tree, as on the device: `open`, `os.listdir` and the rest go to it."""

import os

import vfs

from oxtally.board.flash import PAGE, Flash, PowerCut
from workbench import new_board


def mounted(flash):
    vfs.mount(vfs.VfsLfs2(flash, progsize=PAGE), "/flash")


def test_format_mount_write_and_mount_again():
    board = new_board(flash=Flash(32))
    vfs.VfsLfs2.mkfs(board.flash, progsize=PAGE)
    mounted(board.flash)
    with open("/flash/game", "wb") as file:
        file.write(b"x" * 10_000)
    os.rename("/flash/game", "/flash/first")
    vfs.umount("/flash")
    mounted(board.flash)
    assert os.listdir("/flash") == ["first"]
    with open("/flash/first", "rb") as file:
        assert file.read() == b"x" * 10_000
    vfs.umount("/flash")
    assert board.complaints == []
    assert board.clock.now == board.flash.erases * 45_000 + board.flash.programs * 700


def test_a_power_cut_goes_through_open_files_and_the_next_mount_finds_what_was_flushed():
    for cut in range(0, 60, 7):
        board = new_board(flash=Flash(32))
        flash = board.flash
        vfs.VfsLfs2.mkfs(flash, progsize=PAGE)
        mounted(flash)
        flushed = 0
        flash.cut_at(cut + 5, seed=cut)
        try:
            file = open("/flash/log", "wb")  # noqa: SIM115 - the cut leaves it open
            while True:
                file.write(b"0123456789abcdef")
                file.flush()
                flushed += 16
        except PowerCut:
            pass
        vfs.umount("/flash")
        flash.power_on()
        mounted(flash)
        size = os.stat("/flash/log")[6] if flushed else 0
        vfs.umount("/flash")
        assert size in (flushed, flushed + 16)
