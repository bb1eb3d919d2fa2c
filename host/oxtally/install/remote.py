"""Scripts run on a Pico, by mpremote in a process of its own: as a library it is not meant to be used.

Imports oxtally.link.transport, oxtally.errors.

All scripts of one call run in one session, one after the other, in the same names; a soft reset before them stops the
firmware and gives them all of the memory. Nothing is typed into a prompt that could get stuck: a process that is killed
in the middle leaves the Pico at a prompt that the next one interrupts.
"""

from __future__ import annotations

import os
import queue
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO

from oxtally.errors import LineCut, LinkError, NoAnswer, PortBusy, printable
from oxtally.link.transport import SerialTransport

SAID = "oxtally "  # what a line begins with that a script says to us
RESET = "reset"  # mpremote's word for a hard reset
_SILENCE_S = 90.0  # between two lines; an emulated Pico takes its time
_STOP = b"\r\x03\x02"  # drop the line, or the firmware; leave the raw mode
_PROMPT = b">>> "
_PROMPT_S = 3.0  # until it is there; an emulated Pico may take much longer than mpremote waits …
_EMULATED_S = 60.0
_FULL = ("ENOSPC", "Errno 28")


def run(
    port: str, scripts: Sequence[str], then: Sequence[str] = (), heard: Callable[[str], None] = lambda line: None
) -> list[str]:
    """What the scripts say in lines that begin with SAID, without that; `heard` gets each as it comes.

    `then`: words for mpremote after the scripts, if none has failed. Raises LinkErrors.
    """
    _stop(port)
    with tempfile.TemporaryDirectory() as folder:
        words = []
        for number, script in enumerate(scripts, 1):
            Path(folder, str(number)).write_text(script, encoding="utf-8")
            words += ["run", str(number)]
        command = [sys.executable, "-m", "mpremote", "connect", f"port:{port}", *words, *then]
        try:
            return _session(command, folder, printable(port), heard)
        except _NoPrompt:  # a second time it finds what it has stopped the first time
            return _session(command, folder, printable(port), heard)


def _stop(port: str) -> None:
    """Whatever runs there. mpremote does so too, but gives up soon, and does not say why it cannot open a port."""
    transport = SerialTransport(port)
    try:
        transport.write(_STOP)
        end = transport.now() + (_EMULATED_S if "://" in port else _PROMPT_S)
        seen = b""
        while _PROMPT not in seen and (left := end - transport.now()) > 0:
            seen = seen[-len(_PROMPT) :] + transport.read(left)
    finally:
        transport.close()


class _NoPrompt(NoAnswer):
    """mpremote did not get in."""


def _session(command: list[str], folder: str, port: str, heard: Callable[[str], None]) -> list[str]:
    process = subprocess.Popen(
        command,
        cwd=folder,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
    )
    try:
        return _listen(process, port, heard)
    finally:
        process.kill()
        process.wait()
        if process.stdout:
            process.stdout.close()


def _listen(process: subprocess.Popen[str], port: str, heard: Callable[[str], None]) -> list[str]:
    lines: queue.Queue[str | None] = queue.Queue()
    threading.Thread(target=_read, args=(process.stdout, lines), daemon=True).start()
    said, other = [], []
    while True:
        try:
            line = lines.get(timeout=_SILENCE_S)
        except queue.Empty:
            raise NoAnswer(
                f"{port}: MicroPython has said nothing for {_SILENCE_S:.0f} seconds; unplug the Pico, plug it in again "
                "and run the same command again"
            ) from None
        if line is None:
            break
        if line.startswith(SAID):
            said.append(line.removeprefix(SAID))
            heard(said[-1])
        elif line:
            other.append(line)
    if process.wait():
        raise _problem(port, other)
    return said


def _read(stream: IO[str] | None, lines: queue.Queue[str | None]) -> None:
    for line in stream or ():
        lines.put(line.rstrip())
    lines.put(None)


def _problem(port: str, lines: list[str]) -> LinkError:
    """mpremote's complaint, in words that help."""
    text = " ".join(lines)
    last = printable(lines[-1]) if lines else "nothing"
    if "failed to access" in text:
        return PortBusy(f"{port}: another program has this port open (a sync, mpremote, Thonny?); close it")
    if "could not enter raw repl" in text:
        return _NoPrompt(
            f"{port}: no MicroPython prompt; if it is an Oxtally box, set its safe-mode jumper (GP15 to GND). "
            "Unplug the Pico, plug it in again and run the same command again"
        )
    if any(name in text for name in _FULL):
        return LinkError(f"{port}: the Pico's memory is full; delete on it what is not Oxtally's, with mpremote fs rm")
    if "SerialException" in text or "Error: [Errno" in text or "not open" in text:
        return LineCut(f"{port}: the line was cut ({last}); plug the Pico in and run the same command again")
    if "SyntaxError" in text:
        return LinkError(
            f"{port}: its prompt understands no Python; a virtual device brings its firmware itself, everything else "
            "needs MicroPython 1.24 or newer"
        )
    return LinkError(f"{port}: MicroPython cannot do it ({last}); unplug the Pico, plug it in again and try once more")
