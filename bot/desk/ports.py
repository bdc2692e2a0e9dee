"""What the desk asks of the core and of the database, in our own types."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Collection, Mapping, Sequence
from datetime import date, datetime
from typing import Any, Literal, Protocol

from kgqa.audit import (
    Act,
    ActKind,
    Checkpoint,
    Forgotten,
    Judgement,
    Listed,
    Proof,
    Retained,
    UsedDay,
    Wanted,
    Whole,
)
from kgqa.library.pair import Pair
from kgqa.ports import AuditLog
from kgqa.types import Answer, Progress, Question, Recent

Stage = Literal["opened", "begun", "closed", "sending", "not_posted", "posted", "given_up"]
Kept = Literal["kept", "known", "broken"]
Sharing = Literal["first", "again", "busy", "done"]
Noted = Literal[
    "shared", "removed", "edited", "shown", "added", "commented", "flagged", "unflagged", "approved"
]


class Core(Protocol):
    """Answers questions."""

    async def answer(self, question: Question, progress: Progress) -> Answer:
        """One answer; raises AskersMove or OperatorsMove, anything else is a defect."""
        ...


class Records(AuditLog, Protocol):
    """The record of each question, with what is needed to answer once; all raise OperatorsMove."""

    async def begun(self, reference: str) -> int:
        """Notes that answering begins, and says which try this is, from 1."""
        ...

    async def sending(self, reference: str) -> tuple[Literal["first", "again", "done"], int]:
        """Notes that the answer is about to be posted: whether an earlier try may have posted it ("again"),
        whether nothing is left to do ("done"), and how many tries there were with this one.
        """
        ...

    async def not_posted(self, reference: str, reason: str) -> None:
        """The platform certainly posted nothing; it will be tried again."""
        ...

    async def given_up(self, reference: str, reason: str) -> None:
        """The platform will not take the answer."""
        ...

    async def posted(self, reference: str, ids: tuple[str, ...], permalink: str) -> None:
        """The answer stands in the thread."""
        ...

    async def stage(self, reference: str) -> Stage:
        """How far the record has come."""
        ...

    async def answer_of(self, reference: str) -> Answer | None:
        """The answer as it was given; None for an unknown or an open record."""
        ...

    async def stopped(self, reference: str) -> bool:
        """Notes that who asked wants no answer any more; False for one that is closed already."""
        ...

    async def is_stopped(self, reference: str) -> bool:
        """Whether that was noted."""
        ...

    async def verified(self, reference: str, *, by: str, pair: str) -> None:
        """Notes that somebody called the answer right, and the id of the pair that was made of it."""
        ...

    async def sharing(self, reference: str, *, by: str) -> Sharing:
        """Notes that the answer is about to be shared with the thread, and says whether an earlier try may
        have posted it ("again"); nothing is noted where it is shared ("done"), or where another process is at
        it just now ("busy"). How it ended is `noted`: "done", "failed" where nothing was posted for certain,
        "open".
        """
        ...

    async def noted(self, reference: str, what: Noted, *, by: str, **details: str) -> None:
        """Notes what somebody did to the answer: "shared" and "removed" (ids, in one text), "edited" (the
        event of the message that took its place), "shown" (its query, rows, chart: each person and way
        once), what those who review it say ("comment"); or "added", by the platform: more that stands in the
        thread (ids, and the way "growing" for what the answer is yet to be put into).
        """
        ...

    async def notes(self, reference: str, what: Noted) -> tuple[dict[str, str], ...]:
        """What was noted of one sort, oldest first: by whom ("by"), and the details."""
        ...

    async def judged(self, reference: str, *, by: str, verdict: str, reason: str) -> None:
        """Keeps what somebody thinks of the answer; of each person the last, however often they say it."""
        ...

    async def dropped(self, reference: str) -> bool:
        """Whether an answer that is not posted yet is not wanted any more: "removed" or "edited" was noted
        before.
        """
        ...

    async def context_of(self, reference: str) -> dict[str, str]:
        """Where the question was asked, as it was given to `opened` ("to_asker" where the answer went to the
        asker alone); empty for an unknown record.
        """
        ...

    async def question_of(self, reference: str) -> Question | None:
        """The question as it was opened, without its history; None for an unknown record."""
        ...

    async def reference_of(self, event: str) -> str | None:
        """The record of a piece of work, by its identity."""
        ...

    async def reference_of_posted(
        self, platform: str, tenant: str, channel: str, identity: str
    ) -> str | None:
        """The record of what stands in a channel as `identity`, one of the ids of `posted`, "shared" or
        "added"; None for what none of them posted.
        """
        ...

    async def ids_of(self, reference: str) -> tuple[str, ...]:
        """All that was posted of the answer, in the thread, as `posted`, "shared" and "added" noted it;
        without what was "removed".
        """
        ...

    async def recent(self, platform: str, tenant: str, person: str, limit: int) -> tuple[Recent, ...]:
        """The last questions of a person, newest first."""
        ...


class Audit(Protocol):
    """The record for those who audit it; all raise OperatorsMove."""

    async def find(self, wanted: Wanted, *, most: int, before: str = "") -> tuple[Listed, ...]:
        """Records, the newest first; those older than the record `before`."""
        ...

    async def whole(self, reference: str) -> Whole | None:
        """All of one record; None where there is none of this reference."""
        ...

    async def references(self, beginning: str, *, most: int = 5) -> tuple[str, ...]:
        """The records whose reference begins so."""
        ...

    async def note(
        self, kind: ActKind, *, by: str, facts: Mapping[str, Any], details: Mapping[str, Any] | None = None
    ) -> None:
        """Notes what somebody does with the record, before it is shown; `details` may name a person."""
        ...

    async def acts(self, *, most: int, before: int = 0) -> tuple[Act, ...]:
        """What was done with the record, the newest first; before the act of a number."""
        ...

    async def verify(
        self, checkpoints: Sequence[Checkpoint] = (), seen: Callable[[int, int], None] = ...
    ) -> Proof:
        """Verifies the chain and the tables beside it; `seen` hears how many links of how many."""
        ...

    async def head(self) -> tuple[int, str]:
        """How many links the chain has, and the hash of the last."""
        ...

    async def links_of(self, reference: str) -> tuple[dict[str, Any], ...]:
        """The links of one record, as they are exported."""
        ...

    async def graphs(self) -> tuple[str, ...]:
        """The names of the graphs that answers came from."""
        ...

    async def used(self, first: date, last: date) -> tuple[UsedDay, ...]:
        """The days from one to another, both of them."""
        ...

    async def judgements(self, reference: str) -> tuple[Judgement, ...]:
        """What people think of an answer now, the oldest first."""
        ...

    def links(self, *, after: int = 0) -> AsyncIterator[dict[str, Any]]:
        """The links after a number with what they cover, as they are exported."""
        ...

    async def link_since(self, moment_: datetime) -> int:
        """The number of the last link before a moment; 0 where there is none."""
        ...

    async def people(self, who: str) -> tuple[str, ...]:
        """Whom of the record an id means: platform, tenant and person."""
        ...

    async def extent(self, person: str) -> Forgotten:
        """What forgetting a person would empty."""
        ...

    async def forget(self, person: str, *, by: str, why: str) -> Forgotten:
        """Forgets a person, once and for all: the chain holds, and their words are gone."""
        ...

    async def ageing(self, until: datetime, *, busy: Collection[str] = ()) -> Retained:
        """What `retain` would empty."""
        ...

    async def retain(self, until: datetime, *, days: int, by: str, busy: Collection[str] = ()) -> Retained:
        """Empties what is personal and was written before a moment, once and for all; an act says that it was
        kept for so many `days`. What is `busy`, by its event, is being worked on and stays.
        """
        ...


class Channels(Protocol):
    """How channels are set, as text whose meaning is the desk's; all raise OperatorsMove."""

    async def settings(self) -> Mapping[str, str]:
        """What was last put for each channel that was ever set, by the name that
        `bot.desk.places.channel_of` gives it.
        """
        ...

    async def put(self, channel: str, setting: str, *, by: str) -> None:
        """Keeps it, and who wanted it."""
        ...


class Verified(Protocol):
    """Where verified pairs go."""

    async def keep(self, pair: Pair) -> Kept:
        """Keeps it and uses it from now on; "known" if it stands already, "broken" if the check refuses its
        query as things are now. Raises OperatorsMove.
        """
        ...


class Seats(Protocol):
    """Numbered seats, each held by one living process; a dead one's seat is free. Both calls may block."""

    def hold(self, seat: int) -> bool:
        """Takes the seat if it is free; True also when it is ours already."""
        ...

    def leave(self, seat: int) -> None:
        """Frees the seat if it is ours."""
        ...
