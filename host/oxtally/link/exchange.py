"""One request, asked until it is answered, over a line that may be bad. Imports protocol, transport, oxtally.errors.

Whatever is not an answer to this very request is thrown away: echoes, noise, answers that come late or twice. A line
that was damaged is asked for again at once, one that never came after a while; `size` shrinks meanwhile, and grows
again when the line is good. A prompt of the REPL instead of an answer: somebody has stopped the firmware; start it.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from ox.link import protocol
from oxtally.errors import AtPrompt, DeviceRefused, NoAnswer
from oxtally.link.transport import Transport

SMALLEST = 24  # bytes of a journal in an answer, on the worst line
PATIENCE_S = 20.0  # without an answer to a request

_FIRST_WAIT_S = 0.5  # for an answer, before it is known how long they take
_SHORTEST_WAIT_S = 0.05
_LONGEST_WAIT_S = 1.0
_GRACE_S = 0.02  # after a damaged line: the right one may be behind it
_GROW_AFTER = 4  # good answers
_SILENT_TRIES = 3  # then it may be in raw REPL, which says nothing
_BOOT_S = 1.5
_WAKES = 3  # in a row, without an answer in between

_PROMPTS = (b">>> ", b"raw REPL")
_REBOOT = b"soft reboot"
_NEW_LINE = b"\r\n"  # ends what noise has begun; Enter, for a prompt
_LEAVE_RAW = b"\x02"
_RESTART = b"\x03\x02\x03\x04"  # drop the line, leave the raw mode, drop the line, soft reset
_MOST_BYTES = 65536  # without a newline: nothing of ours

_REASONS = {
    protocol.UNKNOWN: "it does not know this request; install the firmware that belongs to this tool: oxtally install",
    protocol.CRASHED: "something broke in its firmware; no game is lost: press any key on it and try again; "
    "`oxtally doctor` shows what happened",
    protocol.BAD_ARGS: "it does not take this request; install the firmware that belongs to this tool: oxtally install",
    protocol.NO_GAME: "it has no such game any more; sync again",
    protocol.WRONG_LENGTH: "the game is shorter on the device than it was; sync again",
    protocol.WRONG_HASH: "the game is another one on the device than the one that was fetched; nothing was marked",
    protocol.WRONG_OFFSET: "it has not got all of the file; try again",
    protocol.WRONG_CRC: "the file that it got is not the one that was sent; try again",
    protocol.BAD_VALUE: "it cannot use that: names have 1 to 12 letters of Latin-1, none twice; settings have limits",
    protocol.FULL: "its memory is full; sync, and start a new game on it, which makes room",
    protocol.FAULT: "it cannot read or write its memory; unplug it, plug it in again and try once more",
}


class Exchange:
    def __init__(self, transport: Transport, patience: float = PATIENCE_S) -> None:
        self.transport = transport
        self.patience = patience
        self.size = protocol.CHUNK
        self.largest = protocol.CHUNK
        self._number = random.randrange(1, 100_000)  # answers to somebody before us are not taken for ours
        self._buffer = b""
        self._usual = 0.0  # how long answers take, smoothed
        self._good = 0
        self._wakes = 0

    def ask(
        self, verb: str, fields: Callable[[], tuple[object, ...]] = tuple, slow: bool = False, patience: float = 0.0
    ) -> list[str]:
        """The fields of the answer. `fields` is asked again after every failure: a request may get smaller.

        `slow`: the device has more to do for it than to read a few bytes.
        """
        transport = self.transport
        start = transport.now()
        wait = max(_SHORTEST_WAIT_S, 4 * self._usual) if self._usual and not slow else _FIRST_WAIT_S
        silent = 0
        given: tuple[object, ...] | None = None
        request = b""
        while transport.now() - start < (patience or self.patience):
            if (wanted := fields()) != given:
                given = wanted
                self._number = self._number % (protocol.NUMBER_LIMIT - 1) + 1
                request = protocol.encode(protocol.REQUEST, self._number, verb, given)
                transport.write(request)
            else:
                raw = _LEAVE_RAW if silent and silent % _SILENT_TRIES == 0 else b""
                transport.write(raw + _NEW_LINE + request)
            sent = transport.now()
            answer, heard = self._listen(verb, sent + wait)
            if answer:
                self._went_well(0.0 if slow else transport.now() - sent)
                return self._accept(verb, *answer)
            self._good = 0
            self.size = max(SMALLEST, self.size // 2)
            if heard:
                silent = 0
            else:
                silent += 1
                wait = min(_LONGEST_WAIT_S, wait * 1.5)
        raise NoAnswer(
            f"{transport.name}: no device answers; is it an Oxtally with its firmware on it? "
            "Unplug it, plug it in again and try once more, or: oxtally install"
        )

    def _accept(self, verb: str, said: str, fields: list[str]) -> list[str]:
        if said == protocol.ERR:
            code = fields[0] if fields else ""
            reason = _REASONS.get(code, f"it says {code!r}; update this tool: pip install -U oxtally")
            raise DeviceRefused(code, f"{self.transport.name}: the device refuses `{verb}`: {reason}")
        return fields

    def _went_well(self, took: float) -> None:
        if took:
            self._usual = 0.75 * self._usual + 0.25 * took if self._usual else took
        self._wakes = 0
        self._good += 1
        if self._good >= _GROW_AFTER:
            self._good = 0
            self.size = min(self.largest, self.size * 2)

    def _listen(self, asked: str, deadline: float) -> tuple[tuple[str, list[str]] | None, bool]:
        """(the answer to the request, or None; whether anything was heard)"""
        heard = False
        while True:
            left = deadline - self.transport.now()
            data = self.transport.read(max(0.0, left))
            if not data and left <= 0:
                return None, heard
            heard = heard or bool(data)
            *lines, self._buffer = (self._buffer + data).split(b"\n")
            for at, line in enumerate(lines):
                if answer := self._answer(asked, line):
                    self._buffer = b"\n".join([*lines[at + 1 :], self._buffer])
                    return answer, True
                if _may_be_ours(line):
                    deadline = min(deadline, self.transport.now() + _GRACE_S)
            if any(prompt in line for prompt in _PROMPTS for line in [*lines, self._buffer]):
                self._wake()
                return None, True
            self._buffer = self._buffer[-_MOST_BYTES:]

    def _answer(self, asked: str, line: bytes) -> tuple[str, list[str]] | None:
        try:
            number, verb, fields = protocol.decode(protocol.REPLY, line)
        except protocol.BadLine:
            return None
        return (verb, fields) if number == self._number and verb in (asked, protocol.ERR) else None

    def _wake(self) -> None:
        """Somebody has stopped the firmware: start it again. Its game is there at the same step."""
        self._wakes += 1
        if self._wakes > _WAKES:
            raise AtPrompt(
                f"{self.transport.name}: the device stays at its MicroPython prompt; take the safe-mode jumper off and "
                "plug it in again, or: oxtally install"
            )
        self.transport.write(_RESTART)
        end = self.transport.now() + _BOOT_S
        seen = b""
        while (left := end - self.transport.now()) > 0 and _REBOOT not in seen:
            seen = seen[-len(_REBOOT) :] + self.transport.read(left)
        self._buffer = b""


def _may_be_ours(line: bytes) -> bool:
    """Whether this may have been an answer that was damaged: nothing that we have sent ourselves, and no old answer."""
    for lead in (protocol.REQUEST, protocol.REPLY):
        try:
            protocol.decode(lead, line)
            return False
        except protocol.BadLine:
            pass
    return True
