"""All that can be said about one port and the device behind it. Imports all others of this package."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from oxtally.doctor import crashes, games, ports, silent, state
from oxtally.doctor.finding import TO_DO, Finding, ok
from oxtally.errors import DeviceRefused, LinkError, NoAnswer, WrongVersion, printable
from oxtally.link.said import Health, Hello
from oxtally.link.session import CRASHED, UNKNOWN, Session
from oxtally.link.transport import SerialTransport, Transport

_PATIENCE_S = 8.0  # a prompt is soft-reset meanwhile, and the game is read again


@dataclass
class Report:
    """What was found; `crash` is the device's own text."""

    port: str
    hello: Hello | None = None
    health: Health | None = None
    crash: str = ""
    findings: list[Finding] = field(default_factory=list)

    @property
    def well(self) -> bool:
        return all(one.level != TO_DO for one in self.findings)


def look(
    port: str,
    now: int,
    forget: bool = False,
    progress: Callable[[int, int], None] = lambda done, total: None,
    connect: Callable[[str], Transport] = SerialTransport,
) -> Report:
    """`now`: seconds since 1970. `forget`: what is kept of crashes is deleted once it is known here."""
    report = Report(port)
    try:
        with Session(connect(port), _PATIENCE_S) as session:
            _examine(session, report, now, forget, progress)
    except WrongVersion as error:
        report.findings.append(Finding(TO_DO, "firmware", str(error)))
    except NoAnswer as error:
        # One that has answered before is not stopped in the middle of a game: the line is bad.
        report.findings += [ports.problem(error)] if report.hello else silent.behind(port, error)
    except LinkError as error:
        report.findings.append(ports.problem(error))
    if "://" not in port:
        report.findings += ports.modem_manager(matters=report.hello is None)
    report.findings.append(games.store())
    return report


def _examine(session: Session, report: Report, now: int, forget: bool, progress: Callable[[int, int], None]) -> None:
    tell = report.findings.append
    try:
        who = report.hello = session.hello()
    except DeviceRefused as refused:
        if refused.code != CRASHED:
            raise
        report.crash = session.crash()
        tell(ok("port", f"{printable(report.port)}: a device answers"))
        tell(crashes.found(report.crash, stands_still=True))
        return
    tell(ok("port", f"{printable(report.port)}: {printable(who.name)} ({who.device_id}) answers"))
    tell(state.firmware(who))
    try:
        health = report.health = session.health()
    except DeviceRefused as refused:
        if refused.code != UNKNOWN:
            raise
        report.findings[-1] = state.too_old(who)
    else:
        tell(state.memory(health))
        tell(state.clock(health, now))
        report.findings += state.parts(health)
        tell(_crash(session, report, health, forget))
    listed = session.list()
    tell(games.flash(who, listed))
    report.findings += games.journals(session, who, listed, progress)


def _crash(session: Session, report: Report, health: Health, forget: bool) -> Finding:
    report.crash = session.crash() if health.crash else ""
    if not forget:
        return crashes.found(report.crash)
    session.forget_crash()
    return crashes.forgotten(report.crash)
