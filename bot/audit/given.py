"""What auditors give, read: moments, outcomes, references, people. Commands and pages take the same."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

from bot.desk.ports import Audit
from kgqa.audit import Wanted
from kgqa.errors import BadInput
from kgqa.types import Outcome

OUTCOMES = (*(o.value for o in Outcome), "open")
VERDICTS = ("up", "down")
REVIEWS = ("flagged", "approved", "commented")
OPTIONS = {"since": "--since", "until": "--until", "judged": "--judged", "reviewed": "--reviewed"}
_AGO = re.compile(r"(\d{1,5})\s*([mhdw])")
_TEXTS = ("who", "channel", "graph", "text", "touching", "judged", "reviewed")
_UNITS = {"m": "minutes", "h": "hours", "d": "days", "w": "weeks"}
_SHORTEST = 2  # characters of the beginning of a reference


def wanted(
    *,
    who: str,
    channel: str,
    graph: str,
    outcome: Sequence[str],
    text: str,
    touching: str = "",
    judged: str,
    reviewed: str = "",
    since: str,
    until: str,
    now: datetime,
    named: Mapping[str, str] = OPTIONS,
) -> Wanted:
    """Which records are looked for; `named` is what the giver calls since, until and judged. Raises BadInput
    for what cannot be read.
    """
    found = Wanted(
        who=who.strip(),
        channel=channel.strip(),
        graph=graph,
        outcomes=tuple(map(_outcome, outcome)),
        text=text,
        touching=touching.strip(),
        judged=_one_of(judged, VERDICTS, named["judged"]),
        reviewed=_one_of(reviewed, REVIEWS, named["reviewed"]),
        since=moment(since, named["since"], now) if since else None,
        until=moment(until, named["until"], now, ends=True) if until else None,
    )
    if found.since and found.until and found.since >= found.until:
        raise BadInput(
            f"{named['since']} {since} is not before {named['until']} {until}: nothing can be found between."
        )
    return found


def filters(found: Wanted) -> dict[str, Any]:
    """What was looked for, for the record: it may name a person."""
    given = {name: getattr(found, name) for name in _TEXTS}
    given["outcome"] = ", ".join(found.outcomes)
    given |= {name: at.isoformat() if (at := getattr(found, name)) else "" for name in ("since", "until")}
    return {name: value for name, value in given.items() if value}


def moment(said: str, option: str, now: datetime, *, ends: bool = False) -> datetime:
    """A moment; a day is its beginning, or where it `ends` the beginning of the next one. Raises BadInput."""
    text = said.strip().lower()
    if text in ("today", "yesterday"):
        return _day(now.date() - timedelta(days=text == "yesterday"), now, ends=ends)
    if ago := _AGO.fullmatch(text):
        return now - timedelta(**{_UNITS[ago[2]]: int(ago[1])})
    try:
        if re.fullmatch(r"\d{4}-\d{2}-\d{2}", text):
            return _day(date.fromisoformat(text), now, ends=ends)
        found = datetime.fromisoformat(said.strip())
        return found if found.tzinfo else found.replace(tzinfo=now.tzinfo)
    except (ValueError, OverflowError) as error:
        raise BadInput(
            f"{option} takes a day (2026-11-20), a moment (2026-11-20T14:30), today, yesterday, or how "
            f"long ago (30m, 24h, 7d, 4w), not “{said}”."
        ) from error


def _day(day: date, now: datetime, *, ends: bool) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=now.tzinfo) + timedelta(days=ends)


def _outcome(said: str) -> str:
    name = said.strip().lower().replace("-", "_").replace(" ", "_")
    if name not in OUTCOMES:
        raise BadInput(f"There is no outcome “{said}”. Those that exist: {', '.join(OUTCOMES)}.")
    return name


def _one_of(said: str, known: Sequence[str], name: str) -> str:
    if said and said.lower() not in known:
        raise BadInput(f"{name} takes {', '.join(known[:-1])} or {known[-1]}, not “{said}”.")
    return said.lower()


async def the_record(audit: Audit, said: str) -> str:
    """The reference that is meant, by itself or its beginning. Raises BadInput."""
    reference = said.strip().lower()
    found = await audit.references(reference) if len(reference) >= _SHORTEST else ()
    if reference in found or len(found) == 1:
        return reference if reference in found else found[0]
    if found:
        raise BadInput(f"“{said}” is the beginning of several records: {', '.join(found)}. Give one.")
    raise BadInput(f"No record is “{said}”. See them with: querist audit list")


async def the_person(audit: Audit, said: str) -> str:
    """The person that is meant: platform, tenant and id. Raises BadInput."""
    found = await audit.people(said.strip())
    if len(found) == 1:
        return found[0]
    if found:
        raise BadInput(f"“{said}” means several people: {', '.join(found)}. Give one, whole.")
    raise BadInput(
        f"The record knows nobody called “{said}”. See who asked with: querist audit list. A person is named "
        "by id, alone or as platform:tenant:id."
    )


def new_file(path: Path) -> Path:
    """A file that is not there yet, in a folder that is. Raises BadInput."""
    if path.exists():
        raise BadInput(f"{path} is there already. Name a new file.")
    if not path.absolute().parent.is_dir():
        raise BadInput(f"The folder {path.absolute().parent} does not exist. Make it, or name another.")
    return path
