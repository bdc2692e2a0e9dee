"""Questions that this graph can answer, made from the graph itself: for the first minutes, and for those who
asked something that has no answer here.

In: an ontology with what was observed, a few named things. Out: questions in plain words, each of a kind.
"""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.language import language
from kgqa.linking.index import TermIndex
from kgqa.linking.names import Naming
from kgqa.ontology import RDFS, Class, Ontology, local_name
from kgqa.strategies.interpret.schema import Schema

KINDS = ("superlative", "lookup", "count")
MOST = 12  # classes that are looked at
FEWEST = 2  # things of a class that is worth a question


def candidates(ontology: Ontology, naming: Naming, index: TermIndex) -> Iterator[tuple[str, str]]:
    """(kind, question) pairs, class by class; whoever uses them tries them first."""
    schema = Schema(ontology)
    names = frozenset(naming.all)
    for cls in _classes(ontology, naming)[:MOST]:
        if schema.measure_of(cls.iri, names):
            continue  # nobody asks for prices as such
        noun = _plain(ontology.label(cls.iri)).lower()
        measures = [p for p in schema.data_properties(cls.iri) if schema.is_numeric(p)]
        if measures:
            measure = max(measures, key=lambda p: (schema.uses(p), p))
            yield "superlative", f"Which {noun} has the highest {_noun(ontology.label(measure))}?"
        thing = _thing(cls, index)
        for hop in schema.steps(cls.iri) if thing else ():
            label = ontology.label(hop.property)
            if label.split()[-1].lower() in language("en").stop:
                continue  # "unit of" names no noun
            if hop.forward and hop.to and all(u.count == u.subjects for u in ontology.uses_of(hop.property)):
                yield "lookup", f"What is the {_noun(label)} of {thing}?"
                break
        yield "count", f"How many {_plural(noun)} are there?"


def _classes(ontology: Ontology, naming: Naming) -> list[Class]:
    """The classes with some things, those first whose things people know by name, the largest first."""
    named = {u.subject for p in (*naming.all, RDFS + "label") for u in ontology.uses_of(p)}
    found = [c for c in ontology.classes.values() if c.instances >= FEWEST]
    return sorted(found, key=lambda c: (c.iri not in named, not c.declared, -c.instances, c.iri))


def _thing(cls: Class, index: TermIndex) -> str:
    names = (e.label for e in index.names.of_class(cls.iri))
    return next((n for n in names if n and n != local_name(cls.iri)), "")


def _plain(label: str) -> str:
    return label.split(" (", maxsplit=1)[0]


def _noun(label: str) -> str:
    for start in ("has ", "is "):
        label = label.removeprefix(start)
    return _plain(label)


def _plural(noun: str) -> str:
    if noun.endswith(("s", "x", "ch", "sh")):
        return noun + "es"
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return noun[:-1] + "ies"
    return noun + "s"
