"""The record of a time -> its digest: counts, what was asked most, what was not answered, what was not right.

In: the record, and who may read which of its questions. Out: a Digest. Nobody's name stands in it.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from bot.desk.ports import Audit
from kgqa.audit import Listed, Wanted
from kgqa.types import Answer, Outcome

MOST_ASKED, OPEN, WRONG = 5, 5, 5  # questions of each sort
TRIES = 5  # askings of one question that are looked at until one may be quoted
RECORDS = 100_000  # of one digest; more are not counted
_PAGE = 2_000
_TWICE = 2  # times that make a question one that is asked often

_ANSWERED = (Outcome.ANSWERED, Outcome.NOTHING_FOUND)
_UNANSWERED = (Outcome.NOT_IN_GRAPH, Outcome.UNKNOWN, Outcome.REFUSED, Outcome.FAILED)
_TO_HEAL = (
    Outcome.NOT_IN_GRAPH,
    Outcome.UNKNOWN,
)  # what a name, a definition or a verified query can put right
_QUOTED = re.compile(r"[“„]([^”“„]{1,100})[”“]")
_EDGES = " \t\n.?!…"

# The answer of a record that may be quoted to these readers; None where it may not.
Quote = Callable[[Listed], Awaitable[Answer | None]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question that was asked, as often and by as many people. `said` is what it was told, where that was
    no good answer; `word` is what was not understood of it, "" where that is not known.
    """

    question: str
    times: int
    people: int
    said: str = ""
    word: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Digest:
    """A time, `until` not included, and what was asked in it. What was stopped, or is still worked on, is
    among the `questions` alone.
    """

    since: datetime
    until: datetime
    questions: int = 0
    people: int = 0
    answered: int = 0
    asked_back: int = 0
    unanswered: int = 0
    not_right: int = 0
    most: tuple[Asked, ...] = ()
    open: tuple[Asked, ...] = ()
    wrong: tuple[Asked, ...] = ()


async def digest_of(
    audit: Audit,
    since: datetime,
    until: datetime,
    quote: Quote,
    counts: Callable[[Listed], bool] = lambda _: True,
) -> Digest:
    """The digest of what was asked from `since` until before `until`, of the records that it `counts`. Raises
    OperatorsMove.
    """
    records = await _all(audit, Wanted(since=since, until=until), counts)
    wrong = await _all(audit, Wanted(since=since, until=until, judged="down"), counts)
    outcomes = [one.outcome for one in records]
    unanswered = [one for one in records if one.outcome in _TO_HEAL]
    return Digest(
        since=since,
        until=until,
        questions=len(records),
        people=len({one.who for one in records if one.who}),
        answered=sum(outcome in _ANSWERED for outcome in outcomes),
        asked_back=outcomes.count(Outcome.CLARIFY),
        unanswered=sum(outcome in _UNANSWERED for outcome in outcomes),
        not_right=len(wrong),
        most=await _quoted(records, quote, MOST_ASKED, least=_TWICE),
        open=await _quoted(unanswered, quote, OPEN, tells=True),
        wrong=await _quoted(wrong, quote, WRONG, tells=True),
    )


async def _all(audit: Audit, wanted: Wanted, counts: Callable[[Listed], bool]) -> list[Listed]:
    found: list[Listed] = []
    before = ""
    while len(found) < RECORDS:
        page = await audit.find(wanted, most=_PAGE, before=before)
        found += filter(counts, page)
        if len(page) < _PAGE:
            break
        before = page[-1].reference
    return found


async def _quoted(
    records: Iterable[Listed], quote: Quote, most: int, *, least: int = 1, tells: bool = False
) -> tuple[Asked, ...]:
    """The questions that were asked most, and at `least` so often, as far as they may be quoted."""
    same: dict[str, list[Listed]] = {}
    for one in records:
        if key := _key(one.question):
            same.setdefault(key, []).append(one)
    found: list[Asked] = []
    for askings in sorted(same.values(), key=lambda each: -len(each)):  # of as many, the newest first
        if len(found) == most or len(askings) < least:
            break
        if (asked := await _asked(askings, quote, tells=tells)) is not None:
            found.append(asked)
    return tuple(found)


async def _asked(askings: Sequence[Listed], quote: Quote, *, tells: bool) -> Asked | None:
    for one in askings[:TRIES]:
        answer = await quote(one)
        if answer is not None:
            return Asked(
                question=one.question.strip(),
                times=len(askings),
                people=len({each.who for each in askings if each.who}),
                said=answer.text if tells else "",
                word=_word(one.question, answer.text) if tells else "",
            )
    return None


def _key(question: str) -> str:
    """The same for questions that differ in nothing but capitals, blanks and the sign at the end."""
    return " ".join(question.casefold().split()).strip(_EDGES)


def _word(question: str, said: str) -> str:
    """What of the question was told not to be understood: its words that the reply quotes."""
    asked = question.casefold()
    return next((word for word in _QUOTED.findall(said) if word.casefold() in asked), "")
