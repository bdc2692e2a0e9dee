"""What an answer would be if words that leave something open were taken otherwise.

In: an answer that ran, and what runs a query. Out: Readings: the query with one piece in the place of
another, and its rows. A reading that does not run tells nothing; one with the same rows leaves nothing open.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from kgqa.errors import OperatorsMove
from kgqa.labels import by_iri
from kgqa.language import fold
from kgqa.meant import pin_of
from kgqa.restate import restate
from kgqa.rows import say_alike
from kgqa.sparql import ParsedQuery, parse
from kgqa.sparql.walk import named_things
from kgqa.strategies.agent.actions import Answer, Assumed
from kgqa.strategies.agent.handles import Handles
from kgqa.strategies.agent.lines import line
from kgqa.strategies.agent.pieces import exchanged, handles_in, values_in
from kgqa.strategies.agent.querying import Ran
from kgqa.strategies.agent.seen import Seen
from kgqa.strategies.carried import is_piece, stands_in
from kgqa.strategies.parts import Parts
from kgqa.types import Choice, LinkedQuestion, Pin, Term
from kgqa.wording import Words

MOST = 3  # things assumed that are looked into, and told
NAMED = 3  # values of another reading that are told
SHOWN = 6  # lines of its rows that a model sees
PHRASE, LONG, READING = 80, 60, 200  # characters of a phrase, of a name, of what a query asks for


@dataclass(frozen=True, slots=True)
class Reading:
    """What was assumed, and the query of the other reading as it `ran`; None where none does."""

    assumed: Assumed
    ran: Ran | None = None
    is_same: bool = False  # whether its rows are those of the answer

    def told(self, handles: Handles) -> list[str]:
        """What it gives, for the model, where that is something else."""
        if self.ran is None or self.is_same:
            return []
        phrase = line(self.assumed.words, PHRASE)
        return [f"With the other reading of “{phrase}”:", *self.ran.told(handles)[:SHOWN]]


async def otherwise(
    answer: Answer, ran: Ran, tried: Callable[[str], Awaitable[Seen]], seconds: float
) -> tuple[Reading, ...]:
    """The other reading of each thing assumed, side by side, each within `seconds`."""
    taken = answer.assumed[:MOST]
    texts = [exchanged(answer.sparql, one.by, one.other) for one in taken]
    others = await asyncio.gather(*(_ran(text, tried, seconds) for text in texts))
    return tuple(
        Reading(one, other, other is not None and _is_same(other, ran))
        for one, other in zip(taken, others, strict=True)
    )


async def _ran(text: str, tried: Callable[[str], Awaitable[Seen]], seconds: float) -> Ran | None:
    if not text:
        return None
    try:
        async with asyncio.timeout(seconds):
            seen = await tried(text)
    except (TimeoutError, OperatorsMove):  # the answer stands; what it would be otherwise is not known
        return None
    return seen if isinstance(seen, Ran) else None


def _is_same(one: Ran, other: Ran) -> bool:
    return not (one.table.truncated or other.table.truncated) and say_alike(one.table, other.table)


@dataclass(frozen=True, slots=True)
class Telling:
    """Readings in words of ours: the question's own words, the names of the terms, values of the rows. What a
    model says in its own words is shown to nobody.
    """

    answer: Answer
    linked: LinkedQuestion
    handles: Handles
    parts: Parts
    words: Words

    def sentences(self, readings: Sequence[Reading]) -> tuple[str, ...]:
        """What the question left open, what it was taken for, and what else it would be."""
        told: dict[str, None] = {}
        for reading in readings:
            if reading.is_same or not self._is_real(reading.assumed):
                continue
            phrase, terms = line(reading.assumed.words, PHRASE), self._names(reading.assumed)
            taken = self.words.say("took_for", words=phrase, terms=", ".join(terms)) if terms else ""
            if would_be := self._would_be(reading):
                taken = taken or self.words.say("left_open", words=phrase)
            told[f"{taken} {would_be}".strip()] = None
        return tuple(sentence for sentence in told if sentence)

    def choices(self, readings: Sequence[Reading], least: Callable[[str], str]) -> tuple[Choice, ...]:
        """The other readings as choices, each with its query as `least` shows it. One term in the place of
        another is told by its name, and pinned.
        """
        question = self.linked.question
        found = []
        for reading in readings:
            if reading.is_same or reading.ran is None or not self._is_real(reading.assumed):
                continue
            phrase = reading.assumed.words
            others = [iri for h in self._only(reading) if (iri := self.handles.iri(h))]
            said, pins = self._restated(reading.ran), question.pins
            label = said[:1].upper() + said[1:]
            if len(others) == 1:
                label = line(self._name(others[0]), LONG)
                pins = (*pins, Pin(mention=phrase, term=others[0]))
            if not label:
                continue
            query = least(reading.ran.text)
            found.append(
                Choice(
                    label=label,
                    detail=self.words.quoted(line(phrase, PHRASE)),
                    question=question.text,
                    pins=(*pins, pin_of(query)),
                    query=query,
                )
            )
        return tuple(found)

    def _is_real(self, assumed: Assumed) -> bool:
        asked = fold(self.linked.question.text)
        return stands_in(fold(assumed.words), asked) and is_piece(assumed.by, self.answer.sparql)

    def _would_be(self, reading: Reading) -> str:
        """What the other reading gives, in the words of its own query; "" where it gives nothing."""
        ran = reading.ran
        if ran is None or ran.is_empty or not (asks_for := self._restated(ran)):
            return ""
        if ran.table.boolean is not None:
            found = self.words.size(ran.table)
        else:
            values = dict.fromkeys(_told(t, ran) for row in ran.table.rows for t in row[:1] if t)
            names = [line(v, LONG) for v in values][:NAMED]
            found = self.words.listed(names) if len(values) <= NAMED else ", ".join((*names, "…"))
        return self.words.say("otherwise", reading=asks_for, found=found)

    def _restated(self, ran: Ran) -> str:
        """What a query asks for; "" for one that takes too many words."""
        query = parse(ran.text, self.parts.ontology.prefixes)
        if not isinstance(query, ParsedQuery):
            return ""
        labels = {iri: self._name(iri) for iri in named_things(query)}
        said = restate(query, self.parts.ontology, labels, self.words.code)
        return said if len(said) <= READING else ""

    def _only(self, reading: Reading) -> list[str]:
        """The handles that the other piece has and the first has not."""
        taken = handles_in(reading.assumed.by)
        return [h for h in handles_in(reading.assumed.other) if h not in taken]

    def _names(self, assumed: Assumed) -> list[str]:
        """The terms that words were taken for; where there are none, values that the words do not say."""
        iris = [iri for h in handles_in(assumed.by) if (iri := self.handles.iri(h))]
        said = fold(assumed.words)
        found = [self._name(iri) for iri in iris]
        found = found or [v for v in values_in(assumed.by) if v.strip() and not stands_in(fold(v), said)]
        return [line(name, LONG) for name in dict.fromkeys(found)]

    def _name(self, iri: str) -> str:
        if iri in self.parts.ontology.known_terms:
            return self.parts.ontology.label(iri, self.words.code)
        thing = self.parts.index.thing(iri)
        return thing.label if thing else by_iri(iri)


def _told(term: Term, ran: Ran) -> str:
    if term.kind == "iri":
        return ran.labels.get(term.value) or by_iri(term.value)
    return term.value
