"""A lexicon: names that an admin gives to terms of the graph, beside those that the graph has itself.

In: records (an IRI, its class, its label, its surface forms). Out: entries for the index, and what of them
does not fit the graph.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from kgqa.bounded import rows
from kgqa.language import fold
from kgqa.linking.entry import LONGEST_NAME, Entry
from kgqa.linking.tokens import sayable
from kgqa.ontology import OWL, RDF, RDFS, Name, Ontology
from kgqa.ports import Graph
from kgqa.prefixes import whole
from kgqa.types import Limits, TermKind

LONGEST = LONGEST_NAME  # longer ones nobody types, and no index keeps whole
LONGEST_IRI = 3_000
LOOKED_FOR = 2_000  # IRIs of which the graph is asked whether it has them
AT_ONCE = 200  # of them in one query
SHOWN = 3  # IRIs that a notice names
_LOOKING = Limits(seconds=20.0, rows=AT_ONCE)
_UNFIT = frozenset('<>"{}|\\^`')  # what may not stand in an IRI
SCHEMA_CLASSES = frozenset(
    (
        *(OWL + name for name in ("Class", "ObjectProperty", "DatatypeProperty", "AnnotationProperty")),
        RDFS + "Class",
        RDF + "Property",
    )
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """What a lexicon says of one term. `iri` and `cls` may be short ("foaf:Person"). With a `value`, it is
    this text among the values of the property `iri`.
    """

    iri: str
    label: str
    cls: str = ""
    value: str = ""
    surface_forms: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The records of one file, each term once. `notices` are what its reader passed over."""

    name: str
    records: tuple[Record, ...] = ()
    notices: tuple[str, ...] = ()


def entries(lexicon: Lexicon, ontology: Ontology) -> Iterator[Entry]:
    """One entry for each name of each record. What an admin calls a thing is a name in its own right, as good
    as a label; a form that several records have names them all.
    """
    known: dict[str, str] = {}
    for record in lexicon.records:
        iri, kind, classes = _placed(record, ontology, known)
        seen: set[str] = set()
        for name in (record.label, *record.surface_forms):
            if (folded := fold(name)) not in seen:
                seen.add(folded)
                for datatype, code in _spelled(record, iri, ontology) if kind is TermKind.VALUE else _PLAIN:
                    yield Entry(
                        kind,
                        iri,
                        name,
                        record.label,
                        classes=classes,
                        value=record.value or None,
                        datatype=datatype,
                        language=code,
                        source=lexicon.name,
                    )


_PLAIN: tuple[tuple[str | None, str], ...] = ((None, ""),)


def _spelled(record: Record, iri: str, ontology: Ontology) -> tuple[tuple[str | None, str], ...]:
    """The datatypes and languages that a value has in the graph, as far as that was looked at."""
    values = (v for sample in ontology.samples if sample.property == iri for v, _ in sample.values)
    found = ((v.datatype, v.language or "") for v in values if v.value == record.value)
    return tuple(dict.fromkeys(found)) or _PLAIN


def relabelled(ontology: Ontology, lexicons: Iterable[Lexicon]) -> Ontology:
    """The ontology with the lexicons' labels for its classes and properties; the first that has one wins. A
    label that a term has already, in whatever language, changes nothing; another one ends the guessing at
    what a short name stands for.
    """
    given: dict[str, str] = {}
    for record in (r for each in lexicons for r in each.records if not r.value):
        given.setdefault(whole(record.iri, ontology), record.label)
    return replace(
        ontology,
        classes={i: replace(c, names=_named(given.get(i, ""), c.names)) for i, c in ontology.classes.items()},
        properties={
            i: replace(p, names=_named(given.get(i, ""), p.names)) for i, p in ontology.properties.items()
        },
    )


def _named(label: str, names: tuple[Name, ...]) -> tuple[Name, ...]:
    if not label or any(n.preferred and n.text == label for n in names):
        return names
    return (Name(label), *(replace(n, preferred=False) for n in names if not n.short))


def is_whole(iri: str) -> bool:
    """Whether a text can be an IRI: a scheme, and nothing that an IRI may not hold."""
    scheme, colon, rest = iri.partition(":")
    begins = bool(colon and rest) and scheme[:1].isalpha() and all(c.isalnum() or c in "+-." for c in scheme)
    return (
        begins and len(iri) <= LONGEST_IRI and sayable(iri) and not any(c <= " " or c in _UNFIT for c in iri)
    )


def misfits(lexicon: Lexicon, ontology: Ontology) -> tuple[str, ...]:
    """What the schema shows to be wrong, for an admin: classes and properties that the graph lacks."""
    classes: dict[str, str] = {}
    properties: dict[str, str] = {}
    known: dict[str, str] = {}
    for record in lexicon.records:
        iri, kind, of = _placed(record, ontology, known)
        if kind is TermKind.ENTITY and of and of[0] not in ontology.classes:
            classes.setdefault(of[0], iri)
        if kind is TermKind.VALUE and iri not in ontology.properties:
            properties.setdefault(iri, record.value)
    notices = []
    if classes:
        notices.append(f"{lexicon.name}: the graph has no class {_some(list(classes))}. Check the field cls.")
    if properties:
        told = _some(list(properties))
        notices.append(f"{lexicon.name}: the graph has no property {told} with values. Check the field iri.")
    return tuple(notices)


async def strangers(lexicon: Lexicon, graph: Graph, ontology: Ontology) -> tuple[str, ...]:
    """What the graph shows to be wrong: things of which it says nothing. Raises GraphUnavailable."""
    known: dict[str, str] = {}
    asked = [
        iri
        for iri, kind, _ in (_placed(r, ontology, known) for r in lexicon.records)
        if kind is TermKind.ENTITY
    ]
    notices: list[str] = []
    missing: list[str] = []
    for start in range(0, min(len(asked), LOOKED_FOR), AT_ONCE):
        some = asked[start : start + AT_ONCE]
        before = len(notices)
        found = {row[0].value for row in await rows(graph, "present", _LOOKING, notices, iris=some) if row[0]}
        if len(notices) > before:
            return (f"{lexicon.name}: whether the graph has its IRIs could not be asked in time.",)
        missing += [iri for iri in some if iri not in found]
    if not missing:
        return ()
    return (f"{lexicon.name}: the graph says nothing of {_some(missing)}. Check the field iri.",)


def _placed(
    record: Record, ontology: Ontology, known: dict[str, str]
) -> tuple[str, TermKind, tuple[str, ...]]:
    """Which term a record speaks of: its whole IRI, its kind, the classes of a thing. `known` keeps the IRIs
    of classes, which thousands of records share.
    """
    iri = whole(record.iri, ontology)
    if iri in ontology.classes:
        return iri, TermKind.CLASS, ()
    if record.value:
        return iri, TermKind.VALUE, ()
    if iri in ontology.properties:
        return iri, TermKind.PROPERTY, ()
    if record.cls not in known:
        known[record.cls] = whole(record.cls, ontology) if record.cls else ""
    cls = known[record.cls]
    return iri, TermKind.ENTITY, (cls,) if cls and cls not in SCHEMA_CLASSES else ()


def _some(iris: Sequence[str]) -> str:
    more = f" and {len(iris) - SHOWN:,} more" if len(iris) > SHOWN else ""
    return ", ".join(iris[:SHOWN]) + more
