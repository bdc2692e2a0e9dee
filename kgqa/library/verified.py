"""An answer that somebody calls right -> a pair.

In: the answer as the record keeps it, and who verifies it. Out: a Pair, or in a sentence why it makes none.
"""

from __future__ import annotations

from datetime import datetime

from kgqa.asked import query_of
from kgqa.library.pair import Pair, Source
from kgqa.meant import NOTHING, WHOLE
from kgqa.types import Answer, Outcome
from kgqa.wording.said import Said, say


def verified(
    answer: Answer, *, by: str, at: datetime, source: Source, reference: str = "", note: str = ""
) -> Pair | Said:
    """The pair of an answer. Its question must stand on its own: what leans on a thread, or on what was
    chosen in it, asks something else without it.
    """
    if answer.outcome not in (Outcome.ANSWERED, Outcome.NOTHING_FOUND) or not query_of(answer):
        return say("There is no query here that could be kept: only answers from the graph can be verified.")
    if answer.assumed:
        return say(
            "This question leans on the conversation before it. Ask it in full, then verify that answer."
        )
    if any(pin.mention != WHOLE and pin.term != NOTHING for pin in answer.question.pins):
        return say(
            "Something in this question has several meanings, and one was picked for it. "
            "Ask with the full name, then verify that answer."
        )
    return Pair(
        question=answer.question.text.strip(),
        sparql=query_of(answer).strip(),
        by=by,
        at=at,
        source=source,
        language=answer.question.language,
        reference=reference or answer.reference,
        note=note,
    )
