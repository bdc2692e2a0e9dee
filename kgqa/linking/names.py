"""A graph and its ontology -> the entries of the label index.

In: a Graph, its Ontology. Out: entries for classes, properties, entities and short literal values; and the
naming properties, in order of preference, that display uses too.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from kgqa.bounded import rows
from kgqa.language import everywhere, fold
from kgqa.linking.entry import Entry
from kgqa.ontology import RDFS, SKOS, XSD, Class, Ontology, Property, PropertyKind, local_name, spaced
from kgqa.ports import Graph
from kgqa.types import Limits, TermKind
from kgqa.units import symbol_of

INDEXING = Limits(seconds=120.0, rows=3_000_000, bytes=2_000_000_000)
MAX_VALUES = 300_000  # different literals of one property that are still worth an entry each
MAX_LENGTH = 80  # characters of a literal that people would type
FEW = 20_000  # things in all up to which the words of their IRIs are names as well
MANY = 400  # things of a class whose IRIs are still read as names

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
_STRINGS = frozenset(
    (
        XSD + "string",
        XSD + "normalizedString",
        XSD + "token",
        "http://www.w3.org/1999/02/22-rdf-syntax-ns#langString",
        "",
    )
)
_OPAQUE = re.compile(r"^[0-9a-f-]{16,}$|^\d+$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
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


def naming_of(ontology: Ontology) -> Naming:
    """The naming properties of a graph, found by their meaning and by their names."""
    used = {u.property for u in ontology.uses} or set(ontology.properties)
    preferred = [p for p in KNOWN_NAMES if p in used]
    other = [p for p in KNOWN_OTHER_NAMES if p in used]
    given, family = [], []
    for iri in sorted(used):
        prop = ontology.properties.get(iri)
        if prop is None or prop.kind is PropertyKind.OBJECT or iri in (*preferred, *other):
            continue
        names = {fold(n.text) for n in prop.names} | {fold(spaced(local_name(iri)))}
        if names & everywhere("naming_words"):
            preferred.append(iri)
        elif names & everywhere("given_names"):
            given.append(iri)
        elif names & everywhere("family_names"):
            family.append(iri)
    parts = tuple((g, f) for g in given for f in family)
    return Naming(tuple(preferred), tuple(other), parts)


def schema_entries(ontology: Ontology) -> Iterator[Entry]:
    """Entries for classes and properties: labels, alternative names, what stands in brackets, local names."""
    tables: tuple[tuple[TermKind, Mapping[str, Class | Property]], ...] = (
        (TermKind.CLASS, ontology.classes),
        (TermKind.PROPERTY, ontology.properties),
    )
    for kind, table in tables:
        for iri, thing in table.items():
            label = ontology.label(iri)
            names = [(n.text, n.preferred, n.language) for n in thing.names]
            local = spaced(local_name(iri))
            if fold(local) not in {fold(n) for n, _, _ in names}:
                names.append((local, not names, ""))
            for text, preferred, lang in names:
                for name, is_whole in _readings(text):
                    yield Entry(kind, iri, name, label, preferred=preferred and is_whole, language=lang)


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
    stripped = without_verb(text.strip())
    if stripped != text.strip() and stripped:
        yield stripped, True
    shorter = re.sub(rf"\s+(?:{_any_of('label_tails')})$", "", stripped, flags=re.IGNORECASE)
    if shorter != stripped:
        yield shorter, False


def without_verb(label: str) -> str:
    """A property's label without the verb that it begins with: "has supplier" -> "supplier"."""
    return re.sub(rf"^(?:{_any_of('label_verbs')})\s+", "", label, flags=re.IGNORECASE)


def _any_of(name: str) -> str:
    return "|".join(sorted(everywhere(name)))


async def graph_entries(graph: Graph, ontology: Ontology, naming: Naming, notices: list[str]) -> list[Entry]:
    """Entries for the things and the values of the graph. A query that the store cannot answer in time
    costs a notice, not the start.
    """
    named = await _named(graph, ontology, naming, notices)
    entries = [e for thing in named.values() for e in thing]
    entries += await _unnamed(graph, ontology, set(named), notices)
    entries += await _values(graph, ontology, naming, notices)
    return entries


async def _named(
    graph: Graph, ontology: Ontology, naming: Naming, notices: list[str]
) -> dict[str, list[Entry]]:
    """Every thing that has a name: its entries."""
    if not naming.all:
        return {}
    classes: defaultdict[str, dict[str, None]] = defaultdict(dict)
    names: defaultdict[str, dict[tuple[str, str], str]] = defaultdict(dict)
    for s, prop, text, cls in await rows(graph, "names", INDEXING, notices, properties=naming.all):
        if s is None or s.kind != "iri" or prop is None or text is None or not text.value.strip():
            continue
        if s.value in ontology.classes or s.value in ontology.properties:
            continue
        names[s.value][prop.value, text.value] = text.language or ""
        if cls is not None:
            classes[s.value][cls.value] = None
    preferred = frozenset(naming.preferred)
    rank = {p: n for n, p in enumerate(naming.preferred)}
    in_parts = {part for pair in naming.parts for part in pair}
    few = len(names) <= FEW
    kinds: dict[tuple[str, ...], tuple[str, ...]] = {}  # one tuple for all things of the same classes
    found: dict[str, list[Entry]] = {}
    for iri, known in names.items():
        of = tuple(classes[iri])
        of = kinds.setdefault(of, of)
        ordered = sorted(known, key=lambda pn: (rank.get(pn[0], 99), known[pn] not in ("", "en"), len(pn[1])))
        full = _joined(known, naming.parts)
        label = full or ordered[0][1]
        entries = [Entry(TermKind.ENTITY, iri, full, label, classes=of)] if full else []
        for by, written in ordered:
            if by not in in_parts and len(written) <= MAX_LENGTH * 2:
                entries.append(
                    Entry(
                        TermKind.ENTITY,
                        iri,
                        written,
                        label,
                        preferred=by in preferred,
                        classes=of,
                        language=known[by, written],
                    )
                )
        if few and (local := local_name(iri)).isalpha():  # "researchDep" beside its label
            entries.append(Entry(TermKind.ENTITY, iri, spaced(local), label, preferred=False, classes=of))
        found[iri] = entries
    return found


def _joined(known: dict[tuple[str, str], str], parts: Sequence[tuple[str, str]]) -> str:
    for given, family in parts:
        first = next((n for p, n in known if p == given), "")
        last = next((n for p, n in known if p == family), "")
        if first and last:
            return f"{first} {last}"
    return ""


async def _unnamed(graph: Graph, ontology: Ontology, named: set[str], notices: list[str]) -> list[Entry]:
    """Things without a name, by their IRIs, where those read as words ("wonderOrg") or as codes."""
    found: list[Entry] = []
    small = [
        iri for iri, c in ontology.classes.items() if 0 < c.instances <= MANY or (c.instances and not named)
    ]
    seen: set[str] = set(named)
    if small:
        things: defaultdict[str, dict[str, None]] = defaultdict(dict)
        for s, cls in await rows(graph, "things", INDEXING, notices, classes=small):
            if s and cls:
                things[s.value][cls.value] = None
        for iri, of in things.items():
            if iri not in seen:
                seen.add(iri)
                found += _by_iri(iri, tuple(of))
    loose = sorted({u.property for u in ontology.uses if not u.literal and not u.object})
    if loose:
        for s, _ in await rows(graph, "objects", INDEXING, notices, properties=loose):
            if s and s.value not in seen and s.value not in ontology.classes:
                seen.add(s.value)
                found += _by_iri(s.value, ())
    return found


def _by_iri(iri: str, of: tuple[str, ...]) -> list[Entry]:
    local = local_name(iri)
    if not local or _OPAQUE.match(local):
        return []
    words = spaced(local)
    return [Entry(TermKind.ENTITY, iri, words, words, classes=of)]


async def _values(graph: Graph, ontology: Ontology, naming: Naming, notices: list[str]) -> list[Entry]:
    """The short literals of text properties, each with its property; names stand with their things."""
    strings = {u.property for u in ontology.uses if u.literal and u.object in _STRINGS}
    strings -= {*naming.preferred, *naming.other}
    wanted = []
    if not strings:
        return []
    for prop, _, distinct, length in await rows(
        graph, "literals", INDEXING, notices, properties=sorted(strings)
    ):
        if (
            prop
            and distinct
            and length
            and prop.value in strings
            and int(distinct.value) <= MAX_VALUES
            and float(length.value) <= MAX_LENGTH
        ):
            wanted.append(prop.value)
    found = []
    if wanted:
        for prop, value in await rows(graph, "values", INDEXING, notices, properties=sorted(wanted)):
            if prop and value and value.value.strip() and len(value.value) <= MAX_LENGTH:
                found.append(
                    Entry(
                        TermKind.VALUE,
                        prop.value,
                        value.value,
                        value.value,
                        value=value.value,
                        datatype=value.datatype,
                        language=value.language or "",
                    )
                )
    return found
