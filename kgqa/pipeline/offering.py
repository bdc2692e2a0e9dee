"""What a question may have asked for, where no reading of it is trusted: the likeliest are offered, each with
what it would give. Who takes one is answered by it.

In: an answer that says why there is none, what the cascade made of the question. Out: the same answer with
choices. Where a word meets nothing, the question is read without it too, and with the terms in its place that
come nearest in meaning.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace

from kgqa.answer import found
from kgqa.check import parsed_of
from kgqa.errors import OperatorsMove
from kgqa.language.operations import is_operation
from kgqa.linking.semantic import SemanticLinker
from kgqa.meant import NOTHING, pin_of
from kgqa.pipeline.cascade import Cascade
from kgqa.pipeline.telling import Teller
from kgqa.pipeline.trying import Trials, Tried
from kgqa.pipeline.votes import weighed
from kgqa.pipeline.work import Work
from kgqa.restate import restate
from kgqa.restate.wording import wording
from kgqa.rows import is_empty, same_rows
from kgqa.sparql.model import Triple, Values, Var
from kgqa.types import (
    Answer,
    CandidateQuery,
    Choice,
    Outcome,
    Pin,
    QueryLanguage,
    Question,
    ResultTable,
    TermKind,
)

OFFERED = 0.2  # how sure a reading must be: of such readings about one in three is right
MOST = 3  # readings that are offered
TRIED = 4  # doubted readings that are run
UNKNOWN = 2  # words that may meet nothing: without more of them it is another question
TERMS = 4  # that each of them is taken for
COLUMNS = 3  # that are told of a reading
SECONDS = 2.0  # after which nothing more is read: the asker waits


@dataclass(frozen=True, slots=True)
class Offer:
    """A reading with rows, how likely it is, and the question and pins that it was read from."""

    tried: Tried
    chance: float
    question: Question
    note: str = ""


async def offering(answer: Answer, cascade: Cascade, teller: Teller) -> Answer:
    """The answer with up to MOST readings to choose from. What is closed stays unsaid."""
    work = cascade.work
    if answer.outcome is Outcome.REFUSED or any(_is_name(w, work) for w in cascade.word.missing):
        return answer
    offers: list[Offer] = []
    with suppress(TimeoutError, OperatorsMove):  # what came until then is offered, and the answer stands
        async with asyncio.timeout(SECONDS):
            async for offer in _found(cascade):
                offers.append(offer)  # noqa: PERF401  # a comprehension would lose what came before the end
    best: list[Offer] = []
    for offer in sorted(offers, key=lambda o: -o.chance):
        if not any(_gives_no_more(offer.tried.table, b.tried.table) for b in best):
            best.append(offer)
    if not best:
        return answer
    choices = tuple([await _choice(offer, teller) for offer in best[:MOST]])
    words = work.words
    work.step("reading", words.counted("told_offers", len(choices)), [c.label for c in choices])
    why = words.say("unsure") if cascade.votes or cascade.is_written else answer.text
    text = f"{why} {words.say('offered_one' if len(choices) == 1 else 'offered')}"
    return work.closed(replace(answer, text=text, choices=choices))


def _gives_no_more(table: ResultTable, offered: ResultTable) -> bool:
    """Whether the rows of an offer are those of a likelier one, or only its things without what it shows
    beside them.
    """
    alone = len(table.columns) == 1 and len(offered.columns) > 1
    return same_rows(table, offered) or (
        alone and {row[0] for row in table.rows} == {row[0] for row in offered.rows}
    )


async def _found(cascade: Cascade) -> AsyncIterator[Offer]:
    async for offer in _doubted(cascade):
        yield offer
    if not cascade.is_written:  # a model has read all of it
        async for offer in _read_again(cascade):
            yield offer


async def _doubted(cascade: Cascade, note: str = "") -> AsyncIterator[Offer]:
    """The readings of a question as it stands that say something."""
    is_partial = bool(note or cascade.word.missing)
    async for tried, chance in _readings(cascade):
        if not (is_empty(tried.table) or (is_partial and _lists_all(tried))):
            yield Offer(tried, chance, cascade.work.asked, note)


async def _readings(cascade: Cascade) -> AsyncIterator[tuple[Tried, float]]:
    """What was read and is likely enough, run, with how sure it is; beside a model's readings, no other ones
    that were doubted.
    """
    if cascade.votes:
        standing = weighed(cascade.votes)
        for vote in (standing.vote, *standing.against):
            sure = standing.confidence if vote is standing.vote else vote.confidence
            if sure >= OFFERED:
                yield vote.first, sure
    doubted = [c for c in cascade.doubted if c.written or not cascade.is_written]
    likely = sorted((c for c in doubted if c.confidence >= OFFERED), key=lambda c: -c.confidence)
    for candidate, chance in [each for c in likely[:TRIED] for each in ((c, c.confidence), *_others(c))]:
        for tried in await cascade.trials.tried([candidate]):
            yield tried, chance


def _others(candidate: CandidateQuery) -> list[tuple[CandidateQuery, float]]:
    """What the model that wrote a reading took its words for as well. They share the chance that is left, and
    none is likelier than the reading itself.
    """
    queries = [other.query for other in candidate.others if other.query]
    chance = min(candidate.confidence, (1 - candidate.confidence) / max(1, len(queries)))
    return [(replace(candidate, text=query, asked=(), taken=(), others=()), chance) for query in queries]


async def _read_again(cascade: Cascade) -> AsyncIterator[Offer]:
    """The readings of the question without what meets nothing, or with it taken for something."""
    work, words = cascade.work, cascade.work.words
    missing = [w for w in cascade.word.missing if not is_operation(w, work.lang)]
    if len(missing) < len(cascade.word.missing) or not 0 < len(missing) <= UNKNOWN:
        return
    quoted = words.listed([words.quoted(w) for w in missing])
    left = tuple(Pin(mention=w, term=NOTHING) for w in missing)
    takes = [(left, words.say("offered_without", words=quoted))]
    for word in missing:
        for term in await _nearest(word, cascade):
            name = work.kit.ontology.label(term, work.lang.code)
            note = words.say("offered_as", word=word, term=name)
            takes.append(((Pin(mention=word, term=term),), note))
    for pins, note in takes:
        again = Work(work.kit, replace(work.asked, pins=(*work.asked.pins, *pins)), work.progress)
        inner = Cascade(again, Trials(again))
        await inner.run()
        if inner.instead is None and not inner.is_refused:
            async for offer in _doubted(inner, note):
                yield offer


def _lists_all(tried: Tried) -> bool:
    """Whether a query lists all things of a kind, or all that have some property, whatever they are like."""
    parsed = parsed_of(tried.query)
    if parsed is None or parsed.form != "select":
        return False
    columns, elements = parsed.select.columns, parsed.select.where.elements
    if any(column.value is not None for column in columns):
        return False
    shown = {column.variable for column in columns}
    said = [e for e in elements if not (isinstance(e, Values) or (isinstance(e, Triple) and e.is_type))]
    return not said or (
        len(elements) == 1
        and isinstance(only := said[0], Triple)
        and isinstance(only.object, Var)
        and only.object not in shown
    )


def _is_name(word: str, work: Work) -> bool:
    """Whether a word is written as a name is: another thing is no answer to who asks for this one."""
    at = work.question.text.find(word)
    return work.lang.code != "de" and at > 0 and word[:1].isupper()


async def _nearest(word: str, cascade: Cascade) -> list[str]:
    """The classes and properties nearest to a word in meaning; none where names are not known by meaning."""
    for linker in cascade.kit.linkers:
        if isinstance(linker, SemanticLinker):
            near = await linker.near(word, (TermKind.CLASS, TermKind.PROPERTY), TERMS)
            return [m.iri for m in near]
    return []


async def _choice(offer: Offer, teller: Teller) -> Choice:
    labels = await teller.labels(offer.tried.rows, offer.tried.query)
    code = teller.work.lang.code
    shown = await teller.said(offer.tried, labels)
    rows = found(shown.rows, shown.display, wording(code).aloud(), shown.made)
    said = offer.note + (_in_short(offer.tried, labels, teller) or teller.restated(offer.tried, labels))
    candidate = offer.tried.candidate
    assumed = () if offer.note else candidate.assumed
    return Choice(
        label=". ".join((said[:1].upper() + said[1:], *assumed)).rstrip("."),
        detail=teller.work.words.glimpse(rows.texts, offer.tried.table.boolean),
        question=offer.question.text,
        pins=(*offer.question.pins, pin_of(candidate.text)),
        query=candidate.text if candidate.written and candidate.language is QueryLanguage.SPARQL else "",
    )


def _in_short(tried: Tried, labels: Mapping[str, str], teller: Teller) -> str:
    """A reading that shows many values of each thing, by the first of them; "" for any other."""
    query = parsed_of(tried.query)
    if query is None or query.form != "select" or query.select.group_by:
        return ""
    columns = query.select.columns
    if len(columns) <= COLUMNS + 1 or any(column.value is not None for column in columns):
        return ""
    shorter = replace(query, select=replace(query.select, columns=columns[:COLUMNS]))
    return f"{restate(shorter, teller.kit.ontology, labels, teller.work.lang.code)} …"
