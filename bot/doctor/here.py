"""What stands on this machine: the data folder, the database, the secret, the port, the clock."""

from __future__ import annotations

import asyncio
import errno
import shutil
import socket
import tempfile
from pathlib import Path

from bot.doctor.daemon import apart
from bot.doctor.fetching import fetch
from bot.doctor.finding import Finding, Visit, note, ok, skipped, wrong
from bot.settings import Settings, name_of
from bot.wiring.looking import look_at_database
from kgqa.errors import OperatorsMove

ROOM = 200_000_000  # bytes without which a day's records may find no room
PLENTY = 1_000_000_000
DRIFT = 300  # seconds after which Slack's signatures and Microsoft's tokens are refused
_SECRET = 32  # characters of a secret that nobody guesses


async def data_folder(visit: Visit) -> Finding:
    """Whether it is there, can be written, and has room."""
    folder = visit.settings.data
    if not folder.exists():
        parent = next(path for path in (*folder.parents, Path("/")) if path.exists())
        return _writable(parent) or ok(f"{folder} is made at the first start")
    if found := _writable(folder):
        return found
    free = shutil.disk_usage(folder).free
    room = f"{folder}, {free / 1e9:.1f} GB free"
    if free < ROOM:
        return wrong(f"{room}: soon nothing can be kept", f"Make room there, or set {name_of('data')}.")
    return ok(room) if free > PLENTY else note(f"{room}: that is little", "Make room on that disk.")


def _writable(folder: Path) -> Finding | None:
    step = f"Set {name_of('data')} to a folder that this user may write to."
    if not folder.is_dir():
        return wrong(f"{folder} is no folder", step)
    try:
        with tempfile.TemporaryFile(dir=folder):
            return None
    except OSError as error:
        return wrong(f"{folder} cannot be written: {error.strerror}", step)


async def database(visit: Visit) -> Finding:
    """Whether it opens, can be written, and is of this version."""
    settings = visit.settings
    found = await apart(lambda: look_at_database(settings))
    kind = "PostgreSQL" if settings.database.startswith("postgres") else "SQLite"
    if found is None or found.is_new:
        return ok(f"{kind}: it is filled at the first start")
    if not found.is_known:
        return wrong(
            f"{kind}: it was written by another version of Querist ({found.version})",
            "Run the newest version of Querist, or restore a backup.",
        )
    if found.is_old:
        return note(
            f"{kind}: its schema is {found.version}, and this Querist's is {found.newest}",
            "Back it up: the next start brings it up to date, and an older Querist cannot read it then.",
        )
    return ok(f"{kind}, schema {found.version}")


async def secret(visit: Visit) -> Finding:
    """Whether buttons and links are signed with something that stays and is not guessed."""
    settings = visit.settings
    given = settings.secret.get_secret_value()
    if given:
        if len(given) < _SECRET:
            told = f"{name_of('secret')} has {len(given)} characters, which is few"
            return note(
                told, "Make a longer one, as docs/admin/settings.md shows; old buttons then stop working."
            )
        return ok(f"from {name_of('secret')}")
    file = settings.data / "secret"
    if settings.database:
        return note(
            f"it is kept in {file}, on this machine alone",
            f"Where several machines share the database, give all the same {name_of('secret')}.",
        )
    if not file.exists():
        return ok("it is made at the first start")
    if file.stat().st_mode & 0o077:
        return wrong(f"others on this machine may read {file}", f"Run: chmod 600 {file}")
    return ok(f"in {file}") if file.read_text("utf-8").strip() else wrong(f"{file} is empty", "Remove it.")


async def port(visit: Visit) -> Finding:
    """Whether Querist can listen, or listens already."""
    settings = visit.settings
    reason = taken(settings)
    if reason is None:
        return ok(f"{settings.host}:{settings.port} is free")
    if reason == errno.EADDRINUSE:
        if await serves(visit):
            return ok(f"Querist answers on {settings.host}:{settings.port}")
        told = f"something else listens on {settings.host}:{settings.port}"
        return wrong(told, f"Stop it, or set {name_of('port')}.")
    if reason == errno.EACCES:
        told = f"port {settings.port} needs more rights than this user has"
        return wrong(told, f"Set {name_of('port')} above 1023.")
    return wrong(f"nobody can listen on {settings.host}", f"Set {name_of('host')} to an own address.")


def taken(settings: Settings) -> int | None:
    """Why the address cannot be listened on, as the system's number for it; None when it can."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    try:
        socket.create_server((settings.host, settings.port), family=family).close()
    except OSError as error:
        return error.errno or errno.EADDRNOTAVAIL
    return None


async def serves(visit: Visit) -> bool:
    """Whether a Querist answers on the port."""
    host = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(visit.settings.host, visit.settings.host)  # noqa: S104
    try:
        async with asyncio.timeout(3):
            return (
                "status" in (await fetch(visit, "GET", f"http://{host}:{visit.settings.port}/healthz")).body
            )
    except (OperatorsMove, TimeoutError):
        return False


async def clock(visit: Visit) -> Finding:
    """Whether this machine's clock agrees with those of the servers that were asked."""
    if not visit.clocks:
        return skipped("no server was asked that tells the time")
    host, ahead = max(visit.clocks.items(), key=lambda each: abs(each[1]))
    behind = "behind" if ahead > 0 else "ahead of"
    told = f"{abs(ahead):.0f} seconds {behind} the clock of {host}"
    if abs(ahead) >= DRIFT:
        return wrong(
            f"{told}: signatures and tokens are refused", "Set the clock, and keep it right (NTP, chrony)."
        )
    if abs(ahead) >= DRIFT / 5:
        return note(told, "Keep the clock right (NTP, chrony): from 300 seconds on, signatures are refused.")
    return ok(f"agrees with {', '.join(sorted(visit.clocks))}")
