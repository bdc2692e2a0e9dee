"""What those who audit look for in the record, and what they find: values, as the database keeps them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any, Literal

from kgqa.types import Answer, Outcome

ActKind = Literal[
    "list",
    "show",
    "verify",
    "export",
    "rerun",
    "checkpoint",
    "forget",
    "acts",
    "usage",
    "digest",
    "sign in",
    "sign out",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """Which records are looked for; what is empty is not asked after. `who` and `channel` are ids, alone or
    after platform and tenant ("slack:T1:U1"). `outcomes` may hold "open", for those without an answer;
    `judged` is "up" or "down". `text` are words of the question or the query, or their beginnings, all of
    them; `touching` is a class, a property or a thing that the query names, by its IRI or the last part of
    it. `reviewed` is "flagged", "approved" or "commented". `until` is the first moment that is not wanted any
    more.
    """

    who: str = ""
    channel: str = ""
    graph: str = ""
    outcomes: tuple[str, ...] = ()
    text: str = ""
    touching: str = ""
    judged: str = ""
    reviewed: str = ""
    since: datetime | None = None
    until: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """A record in a list. `outcome` is None while it is open; `person` is "" where it was forgotten."""

    reference: str
    asked_at: datetime
    opened_at: datetime
    platform: str
    tenant: str
    channel: str
    person: str
    question: str
    outcome: Outcome | None = None
    graph: str = ""
    strategy: str = ""
    rows: int | None = None
    truncated: bool = False
    seconds: float = 0.0
    query: str = ""
    sha256: str = ""
    result_sha256: str = ""
    is_forgotten: bool = False

    @property
    def who(self) -> str:
        """The person, by a name that no other platform or tenant has; "" where nobody is known any more."""
        return f"{self.platform}:{self.tenant}:{self.person}" if self.person else ""

    @property
    def place(self) -> str:
        """The channel, by such a name; "" where it is not known any more."""
        return f"{self.platform}:{self.tenant}:{self.channel}" if self.channel else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Happened:
    """An entry of a record, with the number of its link."""

    number: int
    kind: str
    at: datetime
    details: Mapping[str, Any]
    link: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Whole:
    """All that is known of a question. `answer` is None where there is none, or it was forgotten; `broken`
    says what of its links does not hold, "" where all do.
    """

    listed: Listed
    event: str
    thread: str
    message: str
    language: str
    fingerprint: str = ""
    closed_at: datetime | None = None
    history: tuple[str, ...] = ()
    answer: Answer | None = None
    happened: tuple[Happened, ...] = ()
    broken: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """What somebody did with the record."""

    number: int
    at: datetime
    kind: str
    by: str
    facts: Mapping[str, Any]
    details: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Broken:
    """The first place that does not hold: the number of its link (0 for what has none) and what is wrong."""

    link: int
    what: str
    reference: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Checkpoint:
    """How long the chain was and with which hash it ended, signed. `key` and `signature` are in hex."""

    size: int
    head: str
    at: datetime
    key: str
    signature: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Proof:
    """What verifying found. `links` is how many hold, `head` the hash of the last of them; `checkpoints` how
    many of those that were given were met.
    """

    links: int
    head: str
    records: int = 0
    forgotten: int = 0
    checkpoints: int = 0
    broken: Broken | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SignedIn:
    """Somebody at the auditors' pages: their account as it was then (`stamp`), and in which way they came."""

    account: str
    way: str
    stamp: str
    at: datetime
    until: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """What a person thinks of an answer: `verdict` is "up" or "down"."""

    by: str
    verdict: str
    reason: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class UsedDay:
    """A day in UTC: answers by their outcome, judgements, and the median seconds of an answer."""

    day: date
    outcomes: Mapping[Outcome, int]
    up: int = 0
    down: int = 0
    seconds: float = 0.0

    @property
    def answers(self) -> int:
        return sum(self.outcomes.values())


@dataclass(frozen=True, slots=True, kw_only=True)
class Forgotten:
    """What forgetting a person emptied: their questions, what they did to answers, and the answers to others
    that hold their words. `events` are the pieces of work that brought their questions.
    """

    person: str
    records: int = 0
    deeds: int = 0
    others: int = 0
    events: tuple[str, ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Retained:
    """What was emptied since it was kept for long enough: questions, and links in all. `held` are records
    that are flagged, and left as they stand.
    """

    records: int = 0
    links: int = 0
    held: int = 0

    def __add__(self, other: Retained) -> Retained:
        return Retained(
            records=self.records + other.records, links=self.links + other.links, held=self.held + other.held
        )
