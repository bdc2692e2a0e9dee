"""What a thread keeps of an answer, how a typed reply picks one of the choices that were offered, and which
questions are about the last answer itself ("why?").

In: answers and questions. Out: turns, questions with what the asker has chosen, and what the thread tells of
a question: its language, and what of the last answer it asks about.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from enum import StrEnum
from functools import cache
from itertools import chain

from kgqa.language import LANGUAGES, Language, known_words, language, most, tally
from kgqa.linking.tokens import folded_words
from kgqa.types import Answer, Choice, Outcome, QueryLanguage, Question, Turn

FEW = 50  # things that "those" may still mean one by one
NAME = "conversation"  # the strategy of an answer that is about the one before it
_MOST_WORDS = 12  # of a question about the last answer
_TURNS = 3  # how far back the language of a thread is looked for


def turn_of(answer: Answer) -> Turn:
    """An answer as the thread keeps it; what only explained the one before it leaves that one in place."""
    history, closed_by = answer.question.history, answer.question.closed_by or ()
    if answer.strategy == NAME and history:
        return replace(
            history[-1], question=answer.question.text, text=answer.text, reference="", closed_by=closed_by
        )
    return Turn(
        question=answer.question.text,
        outcome=answer.outcome,
        text=answer.text,
        sparql=_text(answer, QueryLanguage.SPARQL),
        sql=_text(answer, QueryLanguage.SQL),
        form=answer.form,
        choices=answer.choices,
        pins=answer.question.pins,
        things=_things(answer),
        assumed=(*answer.assumed, *answer.taken),
        closed_by=closed_by,
    )


def heard(history: Iterable[Turn], closed_by: Collection[str]) -> tuple[Turn, ...]:
    """The turns of a thread that may be heard where these rules of access close something: those that were
    answered where the same rules closed it, or more of them.
    """
    return tuple(turn for turn in history if set(closed_by) <= set(turn.closed_by))


def _text(answer: Answer, language: QueryLanguage) -> str | None:
    """The query of an answer, where it is in this language."""
    return answer.query.text if answer.query and answer.query.language is language else None


def _things(answer: Answer) -> tuple[str, ...]:
    """The IRIs in the first column, if there are few."""
    rows = answer.table.rows if answer.table else ()
    first = [row[0] for row in rows if row and row[0] is not None]
    iris = dict.fromkeys(t.value for t in first if t.kind == "iri")
    return tuple(iris) if len(iris) <= FEW else ()


# ── the language ─────────────────────────────────────────────────────────────────────────────────


def spoken(question: Question) -> Language:
    """The language of a question: as given, as its small words tell, or that of the thread ("Telefon?")."""
    if question.language:
        return language(question.language)
    texts = (question.text, *(t.question for t in reversed(question.history[-_TURNS:])))
    told = (most(tally(text, folded_words(text), _small)) for text in texts)
    known = (most(known_words(text)) for text in texts)
    return language(next(filter(None, chain(told, known)), LANGUAGES[0]))


@cache
def _small(code: str) -> frozenset[str]:
    """The words that tell a language: function words, and those of follow-ups."""
    lang = language(code)
    names = ("persons", "things", "any", "several", "why")
    return lang.stop.union(
        *(lang.phrases(f"follow_up.{n}") for n in names), lang.table("edit"), lang.table("periods")
    )


# ── about the last answer ────────────────────────────────────────────────────────────────────────


class Asked(StrEnum):
    """What a question asks of the last answer."""

    WHY = "why"  # where it comes from
    ASSUMED = "assumed"  # how the question was understood


def about_the_last(question: Question, lang: Language) -> Asked | None:
    """Whether a question is about the last answer: "why?", "what did you assume?"."""
    words = folded_words(question.text)
    if not question.history or not 0 < len(words) <= _MOST_WORDS:
        return None
    for asked in Asked:
        phrases = lang.phrases(f"follow_up.{asked}")
        if any(" ".join(words[start:]) in phrases for start in (0, 1)):  # "and why?"
            return asked
    return None


def chosen(question: Question) -> Question:
    """A typed reply to a clarification ("2", "the one in Oslo") becomes the question with that choice."""
    last = question.history[-1] if question.history else None
    if last is None or not last.choices or question.pins:
        return question
    said = question.text.strip().casefold().rstrip(".!")
    for number, choice in enumerate(last.choices, 1):
        parts = [p.strip().casefold() for p in (choice.label, *choice.detail.split(","))]
        if said in (str(number), *parts):
            return taking(question, choice)
    if last.outcome is not Outcome.CLARIFY:
        return question  # what a reading would give tells it from others less than words of a new question do
    told = [
        c
        for c in last.choices
        if any(p.strip() and p.strip().casefold() in said for p in c.detail.split(","))
    ]
    if len(told) == 1:  # "the one in Customer Service"
        return taking(question, told[0])
    return question


def taking(question: Question, choice: Choice) -> Question:
    """The question with a choice that was offered."""
    return replace(question, text=choice.question, pins=choice.pins, query=choice.query)
