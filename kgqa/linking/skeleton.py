"""A lexicon for an admin to complete: the terms of a graph with the names that are known.

In: the terms, the classes whose things are wanted. Out: a Lexicon, and what it leaves out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from kgqa.errors import BadInput
from kgqa.language import fold
from kgqa.linking.lexicon import LONGEST, Lexicon, Record, is_whole
from kgqa.ontology import OWL, RDF, RDFS, SKOS, Class, Ontology, Property, PropertyKind
from kgqa.prefixes import whole
from kgqa.terms import Terms
from kgqa.types import TermKind

MOST = 2_000  # things of one class; more of them nobody completes by hand
MOST_FORMS = 50  # of one term
_OF_THE_LANGUAGE = (RDF, RDFS, OWL, SKOS)  # "label" and "type" need no other names
_KINDS = {PropertyKind.OBJECT: "owl:ObjectProperty", PropertyKind.DATA: "owl:DatatypeProperty"}


def skeleton(
    name: str, terms: Terms, classes: Iterable[str], *, most: int = MOST
) -> tuple[Lexicon, Sequence[str]]:
    """Classes, properties, and things of `classes` (IRIs) and of their kinds, at most `most` of a class."""
    ontology = terms.ontology
    records = [_of_schema(iri, "owl:Class", each, ontology) for iri, each in ontology.classes.items()]
    records += [
        _of_schema(iri, _KINDS.get(each.kind, "rdf:Property"), each, ontology)
        for iri, each in ontology.properties.items()
    ]
    notices = []
    for cls in classes:
        things = list(_things(cls, terms, most + 1))
        if len(things) > most:
            notices.append(
                f"“{ontology.label(cls)}” has more than {most:,} things; the first {most:,} are in {name}."
            )
        elif not things:
            notices.append(f"“{ontology.label(cls)}” has no thing with a name.")
        records += things[:most]
    fit = {
        record.iri: record
        for record in records
        if is_whole(record.iri) and record.label and not record.iri.startswith(_OF_THE_LANGUAGE)
    }
    return Lexicon(name, tuple(fit.values())), notices


def completed(lexicon: Lexicon, more: Lexicon) -> Lexicon:
    """The lexicon as somebody has worked on it, with those terms of `more` that it lacks behind its own."""
    known = {(record.iri, record.value) for record in lexicon.records}
    added = tuple(record for record in more.records if (record.iri, record.value) not in known)
    return replace(lexicon, records=(*lexicon.records, *added))


def class_called(name: str, terms: Terms) -> str:
    """The IRI of the class that a person calls `name`: by its IRI, a short form of it, or a name of it.

    Raises BadInput where there is none, or where there are several.
    """
    iri = whole(name, terms.ontology)
    if iri in terms.ontology.classes:
        return iri
    matches = terms.index().look_up(name, kinds=frozenset((TermKind.CLASS,)))
    sure = {m.iri: m.label for m in matches if m.how not in ("fuzzy", "partial")}
    if len(sure) == 1:
        return next(iter(sure))
    near = ", ".join(dict.fromkeys(f"{m.label} ({m.iri})" for m in matches[:3]))
    hint = (
        f"Did you mean {near}?" if near else "querist index --lexicon FILE without --class lists the classes."
    )
    raise BadInput(f"{'Several classes are' if sure else 'No class is'} called {name}. {hint}")


def _of_schema(iri: str, cls: str, term: Class | Property, ontology: Ontology) -> Record:
    label = ontology.label(iri)[:LONGEST]
    return Record(iri=iri, cls=cls, label=label, surface_forms=_forms(label, (n.text for n in term.names)))


def _things(cls: str, terms: Terms, most: int) -> Iterable[Record]:
    if terms.indexed is None:
        return
    names = terms.indexed.names
    seen: set[str] = set()
    for each in sorted(terms.ontology.subclasses(cls), key=lambda c: (c != cls, c)):
        for entry in names.of_class(each, most):
            if entry.iri not in seen and len(seen) < most:
                seen.add(entry.iri)
                known = [e.name for e in names.of_term(entry.iri) if e.kind is TermKind.ENTITY]
                yield Record(
                    iri=entry.iri, cls=each, label=entry.label, surface_forms=_forms(entry.label, known)
                )


def _forms(label: str, names: Iterable[str]) -> tuple[str, ...]:
    found = {fold(label): ""}
    for name in names:
        if name.strip() and len(name) <= LONGEST:
            found.setdefault(fold(name), " ".join(name.split()))
    return tuple(found.values())[1 : MOST_FORMS + 1]
