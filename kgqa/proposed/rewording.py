"""Questions of our own in which a name can stand in the place of what it stands for.

In: the kit of a graph. Out: questions made of the labels of its terms, each with the term that one of its
phrases names. That they are answered, and by the term, is for who uses them to see.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from kgqa.card import Card, ClassCard, Held
from kgqa.declared import NUMERIC
from kgqa.ontology import Ontology
from kgqa.restate.english import plural
from kgqa.strategies.agent.start import Known as KnownGraph

MOST_CLASSES = 100  # of which questions are made, the largest
MOST_VALUES = 12  # of a vocabulary
LONGEST = 60  # characters of a label that a question can hold
NONSENSE = {"en": "blorft", "de": "Blorftung"}  # a word that no graph knows
_COUNT = {"en": "How many {} are there?", "de": "Wie viele {} gibt es?"}
_PER = {"en": "How many {things} are there per {}?", "de": "Wie viele {things} gibt es pro {}?"}
_MOST = {"en": "Which {thing} has the highest {}?", "de": "Welches {thing} hat am meisten {}?"}
_OF = {"en": "What is the {} of {named}?", "de": "Was ist {} von {named}?"}
_WITH = {"en": "Which {things} have the {property} {}?", "de": "Welche {things} haben {property} {}?"}
Term = tuple[str, str]  # an IRI, and the value of the property that it is


@dataclass(frozen=True, slots=True)
class Place:
    """A phrase of a question that names a term; `uses` are the IRIs and texts of which the query that answers
    it must hold one.
    """

    text: str
    start: int
    end: int
    language: str
    term: Term
    uses: tuple[str, ...]

    def with_name(self, name: str) -> str:
        """The question with another phrase there."""
        return f"{self.text[: self.start]}{name}{self.text[self.end :]}"


def places(known: KnownGraph, languages: Iterable[str], wanted: frozenset[Term]) -> Iterator[Place]:
    """Questions with the wanted terms, in each of the languages."""
    card, ontology = known.cut.told.card, known.parts.ontology
    for code in languages:
        for cls in _classes(card):
            thing = ontology.label(cls.iri, code)
            things = plural(thing) if code == "en" else thing
            if (cls.iri, "") in wanted:
                yield _place(_COUNT, code, things, (cls.iri, ""), _kinds(cls.iri, ontology))
            for held in cls.held:
                yield from _of_property(held, cls, code, (thing, things), ontology, known, wanted)


def _of_property(
    held: Held,
    cls: ClassCard,
    code: str,
    called: tuple[str, str],
    ontology: Ontology,
    known: KnownGraph,
    wanted: frozenset[Term],
) -> Iterator[Place]:
    label = ontology.label(held.iri, code)
    thing, things = called
    values = [v for v, _ in held.sample.values] if held.sample and held.sample.whole else []
    if (held.iri, "") in wanted and len(label) <= LONGEST:
        term, uses = (held.iri, ""), (held.iri, *ontology.inverses(held.iri))
        if values:
            yield _place(_PER, code, label, term, uses, things=things)
        if set(held.datatypes) & NUMERIC:
            yield _place(_MOST, code, label, term, uses, thing=thing)
        if held.having == cls.things and cls.names:
            yield _place(_OF, code, label, term, uses, named=cls.names[0])
    for value in values[:MOST_VALUES]:
        term = (value.value, "") if value.kind == "iri" else (held.iri, value.value)
        text = known.cut.told.label(value.value) if value.kind == "iri" else value.value
        if term in wanted and 0 < len(text) <= LONGEST:
            yield _place(_WITH, code, text, term, (value.value,), things=things, property=label)


def _place(
    sentences: dict[str, str], code: str, phrase: str, term: Term, uses: Iterable[str], **parts: str
) -> Place:
    before, after = sentences[code].format("\0", **parts).split("\0")
    return Place(f"{before}{phrase}{after}", len(before), len(before) + len(phrase), code, term, tuple(uses))


def _classes(card: Card) -> list[ClassCard]:
    return [cls for cls in card.classes if cls.iri][:MOST_CLASSES]


def _kinds(iri: str, ontology: Ontology) -> tuple[str, ...]:
    return (iri, *ontology.subclasses(iri))
