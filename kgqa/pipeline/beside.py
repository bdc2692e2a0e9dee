"""What documents say beside the rows of a query: one answer that tells which part rests on what (RAGonite).

In: the answer of a query, an answer from text. Out: one answer with the evidence of both. How sure it is
comes from the rows alone.
"""

from __future__ import annotations

from dataclasses import replace

from kgqa.types import Answer, Outcome, PassageEvidence
from kgqa.wording import Words


def is_text(answer: Answer) -> bool:
    """Whether an answer rests on passages alone."""
    return bool(answer.evidence) and all(isinstance(found, PassageEvidence) for found in answer.evidence)


def with_text(answer: Answer, text: Answer | None, words: Words) -> Answer:
    """The rows, and what the text says; the answer as it is where one of them has nothing to say."""
    if text is None or answer.query is None or answer.outcome is not Outcome.ANSWERED:
        return answer
    return replace(
        answer,
        text=f"{answer.text} {words.say('text_beside', text=text.text)}",
        evidence=(*answer.evidence, *text.evidence),
    )
