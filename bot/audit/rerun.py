"""A recorded query run again: a question like any, with a record of its own.

In: the record. Out: the answer to the same query now, and its record.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime
from uuid import uuid4

from bot.audit.plain import outcome_words
from bot.desk.ports import Audit, Records
from bot.failing import what_failed
from kgqa.asked import is_sparql
from kgqa.audit import Whole
from kgqa.errors import BadInput
from kgqa.trail import followed
from kgqa.types import Answer, QueryLanguage, Question

Answered = Callable[[Question], Awaitable[Answer]]


async def with_query(audit: Audit, reference: str) -> Whole:
    """The record, with its query. Raises BadInput where it has none, or is not as it was written."""
    whole = await audit.whole(reference)
    if whole is None or not whole.listed.query:
        raise BadInput(f"Record {reference} has no query that could run again: {_why(whole)}")
    if whole.answer and whole.answer.query and whole.answer.query.language is QueryLanguage.CALL:
        raise BadInput(
            f"Record {reference} was answered by a function, which may give something else today. Ask the "
            "question again."
        )
    if whole.answer and whole.answer.query and not is_sparql(whole.answer):
        raise BadInput(
            f"Record {reference} was answered with SQL over tables. Ask the question again where these are "
            "asked, with the strategy tables."
        )
    if whole.broken:
        raise BadInput(f"Record {reference} is not as it was written, so it is not run. {whole.broken}")
    return whole


def _why(whole: Whole | None) -> str:
    if whole is None or whole.listed.outcome is None:
        return "it was never closed."
    return f"it ended as “{outcome_words(whole.listed)}”."


async def run_again(
    audit: Audit,
    records: Records,
    whole: Whole,
    answered: Answered,
    *,
    by: str,
    place: Mapping[str, str],
    at: datetime,
    named: bool,
) -> tuple[Answer, str]:
    """The answer to the same query now, and the reference of its record. `place` is from where it is asked,
    and `named` whether graphs are told apart by name here.
    """
    one = whole.listed
    question = Question(
        text=one.question or one.reference,
        asked_at=at,
        language=whole.language,
        graphs=(one.graph,) if named and one.graph else (),
        query=one.query,
        asker=f"{place['platform']}:{place['tenant']}:{place['person']}",
    )
    event = f"{place['platform']}:{place['tenant']}:{uuid4().hex}"
    context = {**place, "channel": "audit", "thread": one.reference}
    record = await records.opened(event, question, context=context)
    await audit.note("rerun", by=by, facts={"record": one.reference, "again": record})
    await records.begun(record)
    with followed() as trail:
        try:
            answer = await answered(question)
        except Exception as error:
            await records.closed(record, trail.kept_in(what_failed(question, error)))
            raise
    await records.closed(record, trail.kept_in(answer))
    return answer, record
