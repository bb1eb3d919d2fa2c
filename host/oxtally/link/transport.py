"""Bytes to and from a port: whatever pyserial can open, `socket://` included. Imports oxtally.errors.

A `Transport` is all that the rest of this package knows of a port, so that tests can put a bad line in its place.
"""

from __future__ import annotations

import errno
import time
from pathlib import Path
from typing import Protocol

import serial

from oxtally.errors import LineCut, LinkError, NoPermission, NoPort, PortBusy, printable

_BAUD = 115200  # USB does not care
_WRITE_S = 5.0
_MOST = 65536

RULES = Path(__file__).with_name("70-oxtally.rules")  # for udev, on Linux
USE_RULES = f"sudo cp {RULES} /etc/udev/rules.d/, then plug the device in again"


class Transport(Protocol):
    @property
    def name(self) -> str:
        """The port, for people."""

    def write(self, data: bytes) -> None: ...

    def read(self, seconds: float) -> bytes:
        """What has come; waits for the first byte, but no longer than that. Empty: nothing came."""

    def now(self) -> float:
        """Seconds, from whenever."""

    def close(self) -> None: ...


class SerialTransport:
    """A port that pyserial opens. Raises LinkErrors that say what to do."""

    def __init__(self, url: str) -> None:
        self.name = printable(url) or "an empty name"
        try:
            # Opening sets DTR, and it stays: the Pico sends nothing to a laptop that does not listen.
            self._port = serial.serial_for_url(
                url, baudrate=_BAUD, timeout=0, write_timeout=_WRITE_S, exclusive=True, do_not_open=True
            )
            self._port.open()
        except (serial.SerialException, OSError) as error:
            raise _could_not_open(self.name, error) from None
        except ValueError as error:
            raise NoPort(f"{self.name}: this is no port: {printable(str(error))}") from None

    def write(self, data: bytes) -> None:
        try:
            self._port.write(data)
        except serial.SerialTimeoutException:
            return  # the device does not take it; whoever waits for the answer will notice
        except (serial.SerialException, OSError) as error:
            raise self._cut(error) from None

    def read(self, seconds: float) -> bytes:
        try:
            self._port.timeout = max(seconds, 0)
            data = bytes(self._port.read(1))
            if data:
                self._port.timeout = 0
                data += bytes(self._port.read(_MOST))
        except (serial.SerialException, OSError, TypeError) as error:  # pyserial trips over a port that was closed
            raise self._cut(error) from None
        return data

    def now(self) -> float:
        return time.monotonic()

    def close(self) -> None:
        self._port.close()

    def _cut(self, error: Exception) -> LineCut:
        return LineCut(f"{self.name}: the line was cut ({printable(str(error))}); plug the device in and try again")


def _could_not_open(name: str, error: Exception) -> LinkError:
    reason = _errno(error)
    if reason == errno.ENOENT:
        return NoPort(f"{name}: there is no such port; is the device plugged in? `oxtally devices` lists them")
    if reason == errno.ECONNREFUSED:
        return NoPort(f"{name}: nobody is there; start the virtual device with: oxtally play --headless --serve PORT")
    if reason in (errno.EBUSY, errno.EAGAIN, errno.EWOULDBLOCK):
        return PortBusy(f"{name}: another program has this port open (another sync, mpremote, Thonny?); close it")
    if reason in (errno.EACCES, errno.EPERM):
        return NoPermission(
            f"{name}: you may not open this port. On Linux: {USE_RULES}; or: sudo usermod -aG dialout $USER, then log "
            "in again. On Windows: another program has it open; close that"
        )
    if name.startswith("socket://") and reason is None:
        return NoPort(f"{name}: this is no address; one looks like socket://127.0.0.1:4000")
    return NoPort(f"{name}: cannot be opened: {printable(str(error))}; `oxtally devices` lists the ports that can")


def _errno(error: BaseException) -> int | None:
    """pyserial hides the system's error in an exception of its own, for sockets even without its number."""
    while True:
        number = getattr(error, "errno", None)
        if isinstance(number, int):
            return number
        if error.__context__ is None:
            return None
        error = error.__context__
