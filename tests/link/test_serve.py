"""`oxtally play --headless --serve`: real bytes through pyserial to the virtual device, on both interpreters."""

from __future__ import annotations

import contextlib
import os
import random
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest

import bad_line
from conftest import GAMES, RECORDS, ROOT
from ox.core.history import History
from ox.journal.shelf import Shelf
from ox.link import protocol
from oxtally.errors import NoAnswer, OxtallyError
from oxtally.link.session import Session
from oxtally.link.transport import SerialTransport
from oxtally.record import read_record, write_record
from oxtally.virtual.typist import MemoryFiles

BOOKLET = next(path for path in RECORDS if path.stem == "booklet")
INTERPRETERS = ("cpython", "micropython")
RUNS = 8 if GAMES == 500 else 200  # on each interpreter


@contextlib.contextmanager
def served(*args: object, ending: int = signal.SIGTERM) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """The URL of a virtual device, and its process; it ends as it should."""
    command = [sys.executable, "-m", "oxtally", "play", "--headless", "--serve", "0", *map(str, args)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stdout
        line = process.stdout.readline()
        assert re.fullmatch(r"ready socket://127\.0\.0\.1:\d+\n", line), process.communicate(timeout=10)
        yield line.split()[1], process
        process.send_signal(ending)
        code = -ending if ending == signal.SIGKILL else 0
        assert (*process.communicate(timeout=10), process.returncode) == ("", "", code)
    finally:
        process.kill()
        process.communicate()


def typed_record(body: bytes) -> str:
    """The record that a journal holds, read as the device reads it."""
    files = MemoryFiles()
    shelf = Shelf(files, lambda: bytes(8))
    files.content["games/00001.oxj"] = body
    log = list(shelf.open(1))
    History(log)
    return write_record(log)


@pytest.mark.parametrize("interpreter", INTERPRETERS)
def test_a_record_typed_on_the_device_comes_over_the_line(interpreter, micropython):
    with BOOKLET.open("rb") as file:
        wanted = write_record(read_record(file))
    with served("--keys-from", BOOKLET, "--interpreter", interpreter) as (url, _):
        for faults in ({}, {"flip": 0.01}):  # the second: one byte in a hundred is wrong
            laptop = bad_line.Laptop()
            with Session(bad_line.BadLine(SerialTransport(url), random.Random(1), faults)) as session:
                laptop.fetch(session)
                assert session.list()[0].acknowledged == len(laptop.kept[1])
            assert typed_record(laptop.kept[1]) == wanted


@pytest.mark.parametrize("interpreter", INTERPRETERS)
def test_bad_lines_through_real_sockets(interpreter, micropython):
    """Faults of single bytes and of lines; a prompt is woken up; whoever was cut off comes back."""
    kinds = [fault for fault in (*bad_line.BYTES, *bad_line.LINES) if fault != "delay"]
    with served("--keys-from", BOOKLET, "--interpreter", interpreter) as (url, _):
        with Session(SerialTransport(url)) as session:
            truth = bad_line.Laptop()
            truth.fetch(session)
        for seed in range(RUNS):
            rng = random.Random(seed)
            faults = {fault: 0.003 if fault in bad_line.BYTES else 0.1 for fault in rng.sample(kinds, 2)}
            laptop = bad_line.Laptop()
            with (
                Session(bad_line.BadLine(SerialTransport(url), rng, faults)) as session,
                contextlib.suppress(OxtallyError),
            ):
                laptop.fetch(session)
            for number, body in laptop.kept.items():
                assert truth.kept[number][: len(body)] == body, f"seed {seed}, {faults}"
        with Session(SerialTransport(url)) as session:
            laptop = bad_line.Laptop()
            laptop.fetch(session)
            assert laptop.kept == truth.kept


@pytest.mark.parametrize("interpreter", INTERPRETERS)
def test_settings_last_and_a_kill_is_a_power_cut(interpreter, micropython, tmp_path):
    at = ("--flash", tmp_path / "chip", "--interpreter", interpreter)
    with served(*at, ending=signal.SIGKILL) as (url, _), Session(SerialTransport(url)) as session:
        session.set_name("Küche")
        epoch = session.hello().epoch
    with served(*at, ending=signal.SIGINT) as (url, _), Session(SerialTransport(url)) as session:
        assert (session.name(), session.hello().epoch) == ("Küche", epoch)
        assert session.now().phase == "none"


def test_one_client_at_a_time_and_the_next_when_it_has_left():
    with served("--keys", "##12") as (url, _):
        first = Session(SerialTransport(url))
        first.hello()
        second = Session(SerialTransport(url), patience=1)
        with pytest.raises(NoAnswer):
            second.hello()
        first.transport.write(b"?5 half a li")
        first.close()
        assert second.now().phase == "row"
        second.close()


def test_a_client_that_floods_and_never_reads_harms_nobody():
    with served("--keys", "##12") as (url, _):
        port = int(url.rsplit(":", 1)[1])
        with socket.create_connection(("127.0.0.1", port)) as rude:
            rude.settimeout(0.5)
            request = protocol.encode(protocol.REQUEST, 1, "settings", ("read", 0, 1000)) * 100
            with contextlib.suppress(TimeoutError):
                for _ in range(60):
                    rude.sendall(request)
        with Session(SerialTransport(url)) as session:
            assert session.now().phase == "row"


@pytest.mark.skipif(not os.path.exists("/proc/net/tcp"), reason="Linux tells who listens where")
def test_only_this_computer_can_connect():
    with served() as (url, _):
        port = int(url.rsplit(":", 1)[1])
        with open("/proc/net/tcp") as file:
            listening = [line.split()[1] for line in file if f":{port:04X} " in line and " 0A " in line]
        assert listening == [f"0100007F:{port:04X}"], "127.0.0.1"


def test_a_port_that_is_taken():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        command = [sys.executable, "-m", "oxtally", "play", "--headless", "--serve", str(port)]
        result = subprocess.run(command, capture_output=True, text=True, check=False, timeout=20)
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr == f"--serve: port {port} is taken; choose another one, or 0 for any\n"


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("--serve", "x"), "'x' is no port"),
        (("--serve", "70000"), "65535"),
        (("--serve", "0", "--json"), "do not go with"),
    ],
)
def test_wrong_usage(args, says):
    command = [sys.executable, "-m", "oxtally", "play", "--headless", *args]
    result = subprocess.run(command, capture_output=True, text=True, check=False, timeout=20)
    assert result.returncode == 2
    assert says in result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.skipif(not os.path.exists("/proc/self/stat"), reason="Linux tells how much time a process has used")
@pytest.mark.parametrize("interpreter", INTERPRETERS)
def test_a_device_that_nobody_talks_to_is_no_load(interpreter, micropython):
    def used() -> float:
        """Seconds of both processes."""
        children = subprocess.run(
            ["ps", "-o", "pid=", "--ppid", str(process.pid)], capture_output=True, text=True, check=True
        )
        ticks = 0
        for pid in [str(process.pid), *children.stdout.split()]:
            with open(f"/proc/{pid}/stat") as file:
                fields = file.read().rsplit(")", 1)[1].split()
            ticks += int(fields[11]) + int(fields[12])
        return ticks / os.sysconf("SC_CLK_TCK")

    at = ("--keys", "##12", "--interpreter", interpreter)
    with served(*at) as (url, process), Session(SerialTransport(url)) as session:
        session.hello()
        before, start = used(), time.monotonic()
        time.sleep(2)
        assert (used() - before) / (time.monotonic() - start) < 0.05


PICO = """
import sys
for folder in sys.argv[1:]:
    sys.path.insert(0, folder)
from ox.link.serial import UsbPort
from oxtally.board.flash import Flash
from oxtally.virtual.runner import VirtualDevice
virtual = VirtualDevice(Flash(64))
virtual.board.usb = UsbPort()
virtual.power_on()
while True:
    virtual.wait(20)
"""


def test_the_pico_s_own_port_on_stdin_and_stdout(micropython):
    """What the device uses instead of the virtual port, as far as MicroPython on a laptop has it."""
    command = [micropython, "-X", "heapsize=8M", "-c", PICO, str(ROOT / "host"), str(ROOT / "firmware")]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
    try:
        assert process.stdin
        assert process.stdout
        for number in range(1, 20):
            request = protocol.encode(protocol.REQUEST, number, "settings", ("read", 0, 1000))
            process.stdin.write(b"noise\n" + request[:9])
            process.stdin.write(request[9:])
            said = b""
            while not said.endswith(b"\n"):
                said += process.stdout.read(1)
            assert protocol.decode(protocol.REPLY, said[:-1])[:2] == (number, "settings")
    finally:
        process.kill()
        process.communicate()
