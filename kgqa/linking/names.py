"""An ontology -> how its graph names things, and the entries of its classes and properties.

In: an Ontology. Out: the naming properties, in order of preference, that display uses too; entries.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from kgqa.language import everywhere, fold, language
from kgqa.linking.described import also_called, amounts, genera
from kgqa.linking.entry import Entry
from kgqa.linking.foreign import in_english
from kgqa.linking.spelled import said_by
from kgqa.ontology import (
    RDFS,
    SKOS,
    XSD,
    Class,
    Individual,
    Name,
    Ontology,
    PatternKind,
    Property,
    PropertyKind,
    Role,
    Sample,
    local_name,
    spaced,
)
from kgqa.types import TermKind
from kgqa.values.units import symbol_of, without_unit

# Properties that name things, in every graph that uses these vocabularies.
KNOWN_NAMES = (
    SKOS + "prefLabel",
    RDFS + "label",
    "http://xmlns.com/foaf/0.1/name",
    "http://schema.org/name",
    "https://schema.org/name",
    "http://purl.org/dc/terms/title",
    "http://purl.org/dc/elements/1.1/title",
)
KNOWN_OTHER_NAMES = (
    SKOS + "altLabel",
    SKOS + "hiddenLabel",
    "http://schema.org/alternateName",
    "https://schema.org/alternateName",
    SKOS + "notation",
    "http://xmlns.com/foaf/0.1/nick",
)


@dataclass(frozen=True)
class Naming:
    """How this graph names its things: properties for the preferred name (best first), for other names,
    and pairs of properties (given and family name) that make one name together.
    """

    preferred: tuple[str, ...]
    other: tuple[str, ...]
    parts: tuple[tuple[str, str], ...] = ()

    @property
    def all(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*self.preferred, *self.other, *(p for pair in self.parts for p in pair))))

    @cached_property
    def every(self) -> frozenset[str]:
        return frozenset(self.all)

    @cached_property
    def in_parts(self) -> frozenset[str]:
        """The properties whose values are parts of names."""
        return frozenset(part for pair in self.parts for part in pair)


_SOME, _MOSTLY, _TITLE = 4, 0.5, 70  # values of a title, share of words among them, characters
_WORDS = re.compile(r"[^@/\\]*[^\W\d_]{3}[^@/\\]*")
_HYPHEN = re.compile(r"\b(\w{1,3})-(?=\w)")
_TEXTS = (None, XSD + "string")


def naming_of(ontology: Ontology) -> Naming:
    """The naming properties of a graph: those that an admin rules, and those found by their meaning and by
    their names.
    """
    used = {u.property for u in ontology.uses} or set(ontology.properties)
    preferred = [p for p in KNOWN_NAMES if p in used]
    other = [p for p in KNOWN_OTHER_NAMES if p in used]
    given, family = [], []
    for iri in sorted(used):
        prop = ontology.properties.get(iri)
        if prop is None or prop.kind is PropertyKind.OBJECT or iri in (*preferred, *other):
            continue
        names = {fold(n.text) for n in prop.names if not n.short} | {fold(spaced(local_name(iri)))}
        names |= {fold(n.text) for n in said_by(iri, ontology)[:1]}
        if names & everywhere("naming_words"):
            preferred.append(iri)
        elif names & everywhere("given_names"):
            given.append(iri)
        elif names & everywhere("family_names"):
            family.append(iri)
    parts = [(g, f) for g in given for f in family]
    return _ruled(Naming(tuple(preferred), tuple(other), tuple(parts)), ontology)


def _ruled(naming: Naming, ontology: Ontology) -> Naming:
    """The naming as an admin has it."""
    ruled = {r.of: r for r in ontology.rulings}
    first = [iri for iri, r in ruled.items() if r.kind is PatternKind.NAME]
    said = [dict(r.roles) for r in ruled.values() if r.kind is PatternKind.NAME_IN_PARTS]
    parts = [(roles[Role.GIVEN], roles[Role.FAMILY]) for roles in said]
    return Naming(
        (*first, *(p for p in naming.preferred if p not in ruled)),
        tuple(p for p in naming.other if p not in ruled),
        tuple(dict.fromkeys((*parts, *naming.parts))),
    )


def with_titles(naming: Naming, ontology: Ontology) -> Naming:
    """How things are shown: those of a class that nothing names by the texts that tell them apart. Nobody
    calls them so, perhaps; they are not found by these.
    """
    return replace(
        naming, preferred=tuple(dict.fromkeys((*naming.preferred, *_titles(ontology, naming.every))))
    )


def _titles(ontology: Ontology, known: Collection[str]) -> Iterator[str]:
    """For each class whose things nothing names, the texts of which all have one of their own, most of them
    words, as an export with short names has titles.
    """
    by_class: defaultdict[str, list[Sample]] = defaultdict(list)
    for sample in ontology.samples:
        by_class[sample.subject].append(sample)
    for cls, samples in by_class.items():
        if cls and not any(sample.property in known for sample in samples):
            titles = [(share, s.property) for s in samples if (share := _titled(s, ontology.instances(cls)))]
            if titles:
                yield min(titles, key=lambda title: (-title[0], title[1]))[1]


def _titled(sample: Sample, things: int) -> float:
    """The share of values that are words, where each thing has one of its own; 0 for anything else."""
    texts = [v.value for v, n in sample.values if n == 1 and v.kind == "literal" and v.datatype in _TEXTS]
    is_own = sample.having == sample.count == things and len(texts) == len(sample.values) >= _SOME
    words = [t for t in texts if len(t) <= _TITLE and _WORDS.fullmatch(t)]
    return len(words) / len(texts) if is_own and len(words) >= _MOSTLY * len(texts) else 0.0


def schema_entries(ontology: Ontology) -> Iterator[Entry]:
    """Entries for classes and properties: labels, alternative names, what stands in brackets, local names;
    and in English what has German names alone.
    """
    entries = tuple(_own_entries(ontology))
    yield from entries
    yield from in_english(entries)


def declared_names(individual: Individual) -> Iterator[Entry]:
    """The names of a thing that stands in the ontology file."""
    label = individual.label() or spaced(local_name(individual.iri))
    for name in individual.names or (Name(label),):
        yield Entry(
            TermKind.ENTITY,
            individual.iri,
            name.text,
            label,
            preferred=name.preferred,
            classes=individual.classes,
            language=name.language,
            source="the ontology",
        )


def _own_entries(ontology: Ontology) -> Iterator[Entry]:
    tables: tuple[tuple[TermKind, Mapping[str, Class | Property]], ...] = (
        (TermKind.CLASS, ontology.classes),
        (TermKind.PROPERTY, ontology.properties),
    )
    for kind, table in tables:
        for iri, thing in table.items():
            label = ontology.label(iri)
            names = list(thing.names)
            local = spaced(local_name(iri))
            if fold(local) not in {fold(n.text) for n in names}:
                names.append(Name(local, preferred=not names))
            joined = [replace(n, text=_joined(n.text), preferred=False) for n in names]
            for known in dict.fromkeys((*names, *joined)):
                for name, is_whole in _readings(known.text):
                    yield Entry(
                        kind,
                        iri,
                        name,
                        label,
                        preferred=known.preferred and is_whole,
                        language=known.language,
                        source=f"“{known.short}”, spelled out" if known.short else "",
                        guessed=bool(known.short),
                    )
    yield from _described(ontology)


def _described(ontology: Ontology) -> Iterator[Entry]:
    """What terms are also called by their descriptions, and what classes are by them, where no term of the
    schema is called so and one alone is described so.
    """
    tables: tuple[tuple[TermKind, Mapping[str, Class | Property]], ...] = (
        (TermKind.CLASS, ontology.classes),
        (TermKind.PROPERTY, ontology.properties),
    )
    called = {fold(n.text) for _, table in tables for t in table.values() for n in t.names}
    called |= {fold(spaced(local_name(iri))) for _, table in tables for iri in table}
    found: defaultdict[str, dict[str, Entry]] = defaultdict(dict)
    for kind, table in tables:
        for iri, term in table.items():
            said = [(name, "") for name in also_called(term.comment)]
            said += genera(term.comment) if kind is TermKind.CLASS else ()
            said += ((name, "") for name in amounts(term.comment) if kind is TermKind.PROPERTY)
            for name, code in said:
                if called.isdisjoint((fold(name), language(code or "en").lemma(name))):
                    found[fold(name)][iri] = Entry(
                        kind,
                        iri,
                        name,
                        ontology.label(iri),
                        preferred=False,
                        language=code,
                        source="the description of the term",
                        guessed=True,
                    )
    yield from (entry for each in found.values() if len(each) == 1 for entry in each.values())


def _readings(text: str) -> Iterator[tuple[str, bool]]:
    """A label as people say it: "Bill of Material (BOM)" is also "Bill of Material" and "BOM"."""
    match = re.fullmatch(r"(.+?)\s*[(\[]([^)\]]+)[)\]]", text.strip())
    is_measured = bool(match and symbol_of(match[2].strip()))  # "(kg)" is a unit, and no name
    if not is_measured:
        yield text, True
    if match:
        yield match[1], True
        if len(match[2]) > 1 and not is_measured:
            yield match[2], False
    bare = without_unit(text.strip())
    if bare != text.strip() and not match:
        yield bare, True  # "total length in metres"
    stripped = without_verb(text.strip())
    if stripped != text.strip() and stripped:
        yield stripped, True
    shorter = re.sub(rf"\s+(?:{_any_of('label_tails')})$", "", stripped, flags=re.IGNORECASE)
    if shorter != stripped:
        yield shorter, False


def _joined(text: str) -> str:
    """A name with a short part joined to what follows: "re-order level" is also written "reorder level"."""
    return _HYPHEN.sub(r"\1", text)


def without_verb(label: str) -> str:
    """A property's label without the verb that it begins with: "has supplier" -> "supplier"."""
    return re.sub(rf"^(?:{_any_of('label_verbs')})\s+", "", label, flags=re.IGNORECASE)


def _any_of(name: str) -> str:
    return "|".join(sorted(everywhere(name)))
