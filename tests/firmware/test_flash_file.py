"""The chip kept in a file, and one file system for both interpreters."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest

from conftest import ROOT
from oxtally.board.files import Files
from oxtally.board.flash import BLOCK, Flash

WRITE = """
import sys
sys.path[:0] = [{firmware!r}, {host!r}]
from oxtally.board.files import Files
from oxtally.board.flash import Flash
files = Files(Flash(64, path=sys.argv[1]))
"""
SCRIPT = WRITE.format(firmware=str(ROOT / "firmware"), host=str(ROOT / "host"))


def test_micropython_writes_and_cpython_reads_and_the_other_way_round(micropython, tmp_path):
    path = str(tmp_path / "flash")
    write = SCRIPT + "f = files.open('/there', 'wb'); f.write(b'from MicroPython' * 100); f.close()"
    subprocess.run([micropython, "-c", write, path], check=True)
    flash = Flash(64, path=path)
    files = Files(flash)
    assert files.listdir() == ["there"]
    with files.open("/there") as file:
        assert file.read() == b"from MicroPython" * 100
    with files.open("/here", "wb") as file:
        file.write(b"from CPython" * 1000)
    flash.close()
    read = SCRIPT + "print(files.listdir(), files.open('/here', 'rb').read() == b'from CPython' * 1000)"
    out = subprocess.run([micropython, "-c", read, path], check=True, capture_output=True, text=True).stdout
    assert out.strip() == "['here', 'there'] True"


def test_a_killed_process_is_a_power_cut(tmp_path):
    path = str(tmp_path / "flash")
    write = SCRIPT + (
        "f = files.open('/log', 'wb')\n"
        "for number in range(10**6):\n"
        "    f.write(b'%08d' % number); f.flush(); print(number, flush=True)\n"
    )
    process = subprocess.Popen([sys.executable, "-c", write, path], stdout=subprocess.PIPE, text=True)
    for line in process.stdout:
        if int(line) == 200:
            break
    process.send_signal(signal.SIGKILL)
    process.communicate()
    flash = Flash(64, path=path)
    flash.close()
    with Files(flash).open("/log") as file:
        data = file.read()
    assert len(data) >= 201 * 8
    assert data == b"".join(b"%08d" % number for number in range(len(data) // 8))


def test_contents_are_saved_and_loaded(tmp_path):
    path = str(tmp_path / "flash")
    one = Flash(4)
    one.writeblocks(2, b"abc", 5)
    one.save(path)
    other = Flash(4)
    other.load(path)
    assert other.data == one.data
    with pytest.raises(ValueError, match=f"holds {4 * BLOCK} bytes, the chip {8 * BLOCK}"):
        Flash(8).load(path)
