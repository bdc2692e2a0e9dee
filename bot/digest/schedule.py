"""Who reads a digest, and when it is due: "slack:T0123ABC:C0456DEF", "monday 08:00 Europe/Berlin".

In: what the settings say. Out: readers, and moments a week apart.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
WEEK = 7  # days
_WRITTEN = re.compile(r"([a-z]+) ([01]?\d|2[0-3]):([0-5]\d)(?: (\S+))?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Weekly:
    """A day of the week, from 0 for Monday, and a time in a zone."""

    day: int
    at: time
    zone: ZoneInfo

    def last(self, now: datetime) -> datetime:
        """The last moment that has come, in UTC."""
        here = now.astimezone(self.zone)
        back = (here.weekday() - self.day) % WEEK
        due = self._on(here, back)
        return due if due <= now else self._on(here, back + WEEK)

    def before(self, due: datetime) -> datetime:
        """The same a week before: across a change of the clocks, at the same time of day."""
        return self._on(due.astimezone(self.zone), WEEK)

    def _on(self, here: datetime, back: int) -> datetime:
        day = here.date() - timedelta(days=back)
        return datetime.combine(day, self.at, tzinfo=self.zone).astimezone(UTC)


@dataclass(frozen=True, slots=True)
class Reader:
    """A channel or a person whom the digest goes to: of a platform and a tenant."""

    platform: str
    tenant: str
    identity: str

    def __str__(self) -> str:
        return f"{self.platform}:{self.tenant}:{self.identity}"

    @classmethod
    def of(cls, written: str) -> Reader:
        """What is written as slack:T0123ABC:C0456DEF. Raises ValueError."""
        parts = written.strip().split(":", 2)
        if len(parts) != 3 or not all(part.strip() for part in parts):  # noqa: PLR2004  # the three of above
            raise ValueError(f"“{written.strip()}” is not written as in slack:T0123ABC:C0456DEF")
        return cls(*(part.strip() for part in parts))


def readers(written: str) -> tuple[Reader, ...]:
    """Several of them, separated by commas, each once. Raises ValueError."""
    return tuple(dict.fromkeys(map(Reader.of, filter(str.strip, written.split(",")))))


def weekly(written: str) -> Weekly:
    """What is written as "monday 08:00" or "monday 08:00 Europe/Berlin". Raises ValueError."""
    found = _WRITTEN.fullmatch(" ".join(written.split()))
    days = [n for n, name in enumerate(DAYS) if found and name.startswith(found[1].lower())]
    if found is None or len(days) != 1:
        raise ValueError("it is a day, a time and a zone, such as monday 08:00 Europe/Berlin")
    try:
        zone = ZoneInfo(found[4] or "UTC")
    except (OSError, ValueError, KeyError) as error:
        raise ValueError(f"“{found[4]}” is no time zone, such as Europe/Berlin") from error
    return Weekly(day=days[0], at=time(int(found[2]), int(found[3])), zone=zone)
