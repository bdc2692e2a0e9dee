"""What a thread keeps of an answer, and how a typed reply picks one of the choices that were offered.

In: answers and questions. Out: turns, and questions with what the asker has chosen.
"""

from __future__ import annotations

from dataclasses import replace

from kgqa.types import Answer, Outcome, Question, Turn

FEW = 50  # things that "those" may still mean one by one


def turn_of(answer: Answer) -> Turn:
    """An answer as the thread keeps it."""
    return Turn(
        question=answer.question.text,
        outcome=answer.outcome,
        text=answer.text,
        sparql=answer.query.text if answer.query else None,
        form=answer.form,
        choices=answer.choices,
        pins=answer.question.pins,
        things=_things(answer),
    )


def _things(answer: Answer) -> tuple[str, ...]:
    """The IRIs in the first column, if there are few."""
    rows = answer.table.rows if answer.table else ()
    first = [row[0] for row in rows if row and row[0] is not None]
    iris = dict.fromkeys(t.value for t in first if t.kind == "iri")
    return tuple(iris) if len(iris) <= FEW else ()


def chosen(question: Question) -> Question:
    """A typed reply to a clarification ("2", "the one in Oslo") becomes the question with that choice."""
    last = question.history[-1] if question.history else None
    if last is None or last.outcome is not Outcome.CLARIFY or question.pins:
        return question
    said = question.text.strip().casefold().rstrip(".!")
    for number, choice in enumerate(last.choices, 1):
        parts = [p.strip().casefold() for p in (choice.label, *choice.detail.split(","))]
        if said in (str(number), *parts):
            return replace(question, text=choice.question, pins=choice.pins)
    told = [
        c
        for c in last.choices
        if any(p.strip() and p.strip().casefold() in said for p in c.detail.split(","))
    ]
    if len(told) == 1:  # "the one in Customer Service"
        return replace(question, text=told[0].question, pins=told[0].pins)
    return question
