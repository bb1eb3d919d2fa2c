"""Where a device may be, and what stands between it and this computer. Imports finding, oxtally.install, oxtally.link.

On Linux two things do: who may open a serial port, and ModemManager. One file of udev rules is for both.
"""

from __future__ import annotations

import sys
from pathlib import Path

from oxtally.doctor.finding import Finding, note, ok, to_do
from oxtally.errors import LinkError, NoPermission, PortBusy
from oxtally.install.drive import drives
from oxtally.link.transport import RULES, USE_RULES

_RULES_FOLDERS = ("/etc/udev/rules.d", "/run/udev/rules.d", "/usr/lib/udev/rules.d", "/lib/udev/rules.d")
_MODEM_MANAGER = "ModemManager"


def nowhere() -> Finding:
    """No Pico with MicroPython is plugged in."""
    waiting = drives()
    if waiting:
        return to_do("port", f"here is {waiting[0].title}", "oxtally install --uf2 FILE")
    return to_do(
        "port",
        "no device is plugged in: a Pico with MicroPython shows up as USB device 2E8A:0005",
        "try another cable (some only charge) and another socket; a new Pico needs MicroPython first, and "
        "`oxtally install` says how",
    )


def problem(error: LinkError) -> Finding:
    """Why a port cannot be talked to: these errors say themselves what to do."""
    kinds = {PortBusy: "port busy", NoPermission: "permission"}
    return to_do(kinds.get(type(error), "port"), str(error))


def modem_manager(matters: bool) -> list[Finding]:
    """Whether it meddles; `matters`: something went wrong on a port just now."""
    if sys.platform != "linux" or not _runs(_MODEM_MANAGER):
        return []
    if any((Path(folder) / RULES.name).exists() for folder in _RULES_FOLDERS):
        return [ok("ModemManager", "it runs, and leaves the device alone")]
    tell = to_do if matters else note
    return [tell("ModemManager", "it runs, and keeps every new serial port busy for some seconds", USE_RULES)]


def _runs(name: str) -> bool:
    for file in Path("/proc").glob("[0-9]*/comm"):
        try:
            if file.read_text().strip() == name:
                return True
        except OSError:
            continue  # it has ended
    return False
