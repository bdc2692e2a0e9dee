"""What came late, what came in time and what is overdue: "invoices that were paid late", "rechtzeitig
geliefert", "überfällige Rechnungen".

In: the words of a question, the schema, the day. Out: sets of things whose date of what was done is after, or
not after, the date for which it was due, planned or agreed; or which are due before today and have no such
date; each with the words that say so.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache

from kgqa.forms.form import Absent, Fact, Filter
from kgqa.forms.periods import period
from kgqa.language import Language, everywhere
from kgqa.language.operations import places
from kgqa.linking.tokens import Token, folded_words
from kgqa.schema import Schema
from kgqa.strategies.parse.meaning import End, Set

_STEM = 5  # letters in which two words are akin: "redelivered", "redelivery"
_SAID = {"late": ">", "in_time": "<="}

Delay = tuple[str, str]  # the date of what was done, and that for which it was due


@dataclass(frozen=True, slots=True)
class Delayed:
    """Things that came late or in time, with the tokens that say so: `first`..`last`, and some that stand
    `apart` ("später geliefert als zugesagt"). `number` readings are likelier.
    """

    first: int
    last: int
    things: Set
    number: int
    apart: frozenset[int] = frozenset()


def delayed(tokens: Sequence[Token], schema: Schema, lang: Language, today: date) -> Iterator[Delayed]:
    """What the question says to be late, in time or overdue."""
    words = [t.folded for t in tokens]
    for place in places(words, sorted(lang.phrases("delays.overdue"))):
        for number, things in enumerate(_overdue(words, schema, place.start, today)):
            yield Delayed(place.start, place.stop - 1, things, number)
    for name, operator in _SAID.items():
        for place in places(words, sorted(lang.phrases(f"delays.{name}"))):
            for number, things in enumerate(_things(words, schema, operator, place.start)):
                yield Delayed(place.start, place.stop - 1, things, number)
    later = [i for i, word in enumerate(words) if word in lang.phrases("delays.later")]
    for place in places(words, sorted(lang.phrases("delays.than"))):
        apart = frozenset(i for i in later if i < place.start - 1)
        for number, things in enumerate(_things(words, schema, ">", place.start) if apart else ()):
            yield Delayed(place.start, place.stop - 1, things, number, apart)


def _things(words: Sequence[str], schema: Schema, operator: str, i: int) -> Iterator[Set]:
    for number, (done, due) in enumerate(meant(words, schema)):
        node = f"n{i}_late_{number}"
        facts = Fact(node, done, f"{node}_done"), Fact(node, due, f"{node}_due")
        held = Filter(f"{node}_done", operator, (f"{node}_due",))
        yield Set(focus=End(node, _both(schema, done, due)), facts=facts, filters=(held,), near=True)


def _overdue(words: Sequence[str], schema: Schema, i: int, today: date) -> Iterator[Set]:
    for number, (done, due) in enumerate(meant(words, schema)):
        node = f"n{i}_overdue_{number}"
        past = period(schema, f"{node}_due", due, "<", today, today)
        not_done = Absent((Fact(node, done, f"{node}_done"),))
        yield Set(
            focus=End(node, _both(schema, done, due)),
            facts=(Fact(node, due, f"{node}_due"),),
            filters=past,
            absent=(not_done,),
            near=True,
        )


def meant(words: Sequence[str], schema: Schema) -> list[Delay]:
    """The pairs of dates that may be meant: of those of which a word speaks, or of all that say of something
    that it was done.
    """
    found = _delays(schema)
    spoken = [pair for pair in found if any(_akin(w, own) for w in words for own in _told(pair[0], schema))]
    done = [pair for pair in found if _own(pair[0], schema) & everywhere("delays.done")]
    return spoken or done


@cache
def _delays(schema: Schema) -> tuple[Delay, ...]:
    """The dates of things for which something was due, each with the others that such a thing has."""
    dates = sorted(filter(schema.is_temporal, schema.ontology.properties))
    due = {p for p in dates if _own(p, schema) & everywhere("delays.due")}
    pairs = [(p, q) for q in sorted(due) for p in dates if p not in due and _both(schema, p, q)]
    return tuple(sorted(pairs, key=lambda pair: not _own(pair[0], schema) & _own(pair[1], schema)))


def is_of(prop: str, words: Sequence[str], schema: Schema) -> bool:
    """Whether words speak of a date by what is its own in its name: "shipping" of the shipping date."""
    return any(_akin(word, own) for word in words for own in _own(prop, schema))


def is_told(prop: str, word: str, schema: Schema) -> bool:
    """The same of one word that does not only name what has the date: "orders" of the order date."""
    return any(_akin(word, own) for own in _told(prop, schema))


def _both(schema: Schema, done: str, due: str) -> frozenset[str]:
    """The classes whose things have both dates."""
    here, there = schema.subjects(done), schema.subjects(due)
    return frozenset(c for c in here if schema.overlap({c}, there))


@cache
def _own(prop: str, schema: Schema) -> frozenset[str]:
    """The words of a date's names that are not those of any date."""
    return _words(prop, schema) - everywhere("date_words")


@cache
def _told(prop: str, schema: Schema) -> frozenset[str]:
    """Those of them that do not only say what has the date: "order date"."""
    classes = schema.ontology.classes
    nouns = {w for c in schema.subjects(prop) if c in classes for w in _words(c, schema)}
    return frozenset(w for w in _own(prop, schema) if not any(_akin(w, noun) for noun in nouns))


def _words(term: str, schema: Schema) -> frozenset[str]:
    """The folded words of a class's or a property's names."""
    known = schema.ontology.properties.get(term) or schema.ontology.classes[term]
    names = (schema.ontology.label(term), *(n.text for n in known.names))
    return frozenset(w for name in names for w in folded_words(name))


def _akin(one: str, other: str) -> bool:
    """Whether two words begin alike: a verb and its noun."""
    return one == other or (min(len(one), len(other)) >= _STEM and one[:_STEM] == other[:_STEM])
