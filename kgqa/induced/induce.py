"""An ontology with what the data shows -> the schema of its tables (RAGonite: inducing schema).

In: an ontology; what an earlier filling has shown to have several values. Out: a Schema. Nothing is read and
nothing is run: what is closed is not in the ontology that is given, and so in no table.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from kgqa.declared.vocabulary import ANYTHING, NUMERIC
from kgqa.induced.names import Names, name_of
from kgqa.induced.schema import KEY, Column, Kind, Schema, Table
from kgqa.induced.spelled import Spelling, spelling_of
from kgqa.language import everywhere, fold
from kgqa.ontology import OWL_THING, RDF_LANG_STRING, RDF_TYPE, XSD, Ontology, Use
from kgqa.values.units import without_unit

Several = Collection[tuple[str, str]]  # classes with properties of which their things have several values

TABLES = 200  # of classes, the largest first
COLUMNS = 120  # of one table, the most used first; as many tables for properties with several values
MOSTLY = 0.9  # the share of a property's literals that make a column one of their kind
VALUES, SHARED, LONGEST = 12, 2.0, 40  # values that are told, how often each is there, characters of one
LANGUAGES = 6  # of a property whose texts in each become a column
_THING = "thing"

_KINDS = {
    XSD + "boolean": Kind.BOOLEAN,
    XSD + "date": Kind.DATE,
    XSD + "dateTime": Kind.MOMENT,
    XSD + "dateTimeStamp": Kind.MOMENT,
    XSD + "gYear": Kind.INTEGER,
    **dict.fromkeys(NUMERIC, Kind.INTEGER),
    **dict.fromkeys((XSD + n for n in ("decimal", "double", "float")), Kind.NUMBER),
}


@dataclass(frozen=True, slots=True)
class _Held:
    """A property with literals, or one with things, as the things of a table have it."""

    iri: str
    literal: bool
    uses: tuple[Use, ...]

    @property
    def count(self) -> int:
        """Triples; things of several classes are counted with each, so that it is at least so many."""
        if self.literal:
            return sum(u.count for u in self.uses)
        return max(u.count for u in self.uses)

    @property
    def subjects(self) -> int:
        """Things that have it, at least."""
        return max(u.subjects for u in self.uses)


def induced(ontology: Ontology, several: Several = ()) -> Schema:
    """The schema. What is `several` gets a table of its own, whatever the profile says."""
    classes = _classes(ontology)
    chosen, left = classes[:TABLES], classes[TABLES:]
    aside = [f"{len(left):,} classes with few things are in no table."] if left else []
    uses: defaultdict[str, list[Use]] = defaultdict(list)
    for use in ontology.uses:
        if use.property != RDF_TYPE:
            uses[use.subject].append(use)
    names = Names()
    given = {cls: names.give(name_of(_label(cls, ontology), _THING)) for cls in chosen}
    tables: list[Table] = []
    for cls in chosen:
        members = _members(cls, ontology)
        own = [u for member in (members or ("",)) for u in uses[member]]
        tables += _tables(cls, members, own, given[cls], names, ontology, several, aside)
    tables = list(_with_twins(tables, ontology))
    known = frozenset(c for t in tables for c in (t.cls, *t.classes))
    together = frozenset(
        (a, b)
        for a in known
        for b in known
        if a != b and (ontology.overlap(a, b) or ontology.shared(a, b) or ontology.shared(b, a))
    )
    return Schema(tuple(tables), together, tuple(aside))


# ── which classes ────────────────────────────────────────────────────────────────────────────────


def _classes(ontology: Ontology) -> list[str]:
    """The classes with things, those with the most first; those above several of them; "" for things without
    a class, where there are any.
    """
    having = {iri for iri, c in ontology.classes.items() if c.instances}
    having |= {u.subject for u in ontology.uses if u.subject}
    having -= ANYTHING
    above = Counter(a for c in having for a in ontology.superclasses(c) if a not in having)
    wide = {a for a, count in above.items() if count > 1 and a not in ANYTHING and a != OWL_THING}
    found = sorted(having | wide, key=lambda c: (-_things(c, ontology), c))
    untyped = any(not u.subject for u in ontology.uses) and not _closes_classes(ontology)
    return [*found, ""] if untyped else found


def _closes_classes(ontology: Ontology) -> bool:
    """Whether some class is closed: what has no class might be a thing of it."""
    closed = getattr(ontology, "closed", None)
    return bool(closed and closed.classes)


def _members(cls: str, ontology: Ontology) -> tuple[str, ...]:
    """The class and those below it, as far as things are typed with them; () for things without a class."""
    if not cls:
        return ()
    return tuple(c for c in sorted(ontology.subclasses(cls)) if c in ontology.populated) or (cls,)


def _things(cls: str, ontology: Ontology) -> int:
    """About how many things there are, each class below counted with what the class itself does not have."""
    apart = sum(ontology.instances(c) - ontology.shared(c, cls) for c in ontology.apart(cls))
    return ontology.instances(cls) + apart


def _with_twins(tables: Sequence[Table], ontology: Ontology) -> Iterator[Table]:
    """The tables, those of the same things as one before them with its name."""
    twins: dict[str, str] = {}
    first: list[Table] = []
    for table in tables:
        if table.of or not table.cls:
            continue
        same = next((t for t in first if t.things == table.things and _are_same(t, table, ontology)), None)
        if same is None:
            first.append(table)
        else:
            twins[table.name] = same.name
    for table in tables:
        yield replace(table, twin=twins.get(table.of or table.name, ""))


def _are_same(one: Table, other: Table, ontology: Ontology) -> bool:
    """Whether two tables of as many things have the same ones."""
    inside = one.cls in other.classes or other.cls in one.classes
    return inside or ontology.shared(one.cls, other.cls) == one.things


# ── their columns ────────────────────────────────────────────────────────────────────────────────


def _tables(
    cls: str,
    members: tuple[str, ...],
    uses: Sequence[Use],
    name: str,
    names: Names,
    ontology: Ontology,
    several: Several,
    aside: list[str],
) -> Iterator[Table]:
    """The table of a class, and those of its properties with several values."""
    label = _label(cls, ontology)
    key = Column(name=KEY, kind=Kind.THING, cls=cls, label=label)
    columns, links = [key], []
    inside = Names((KEY,))
    held = sorted(_held(uses), key=lambda h: (-h.subjects, h.iri, h.literal))
    for each in held[:COLUMNS]:
        for column, is_single in _columns(cls, members, each, ontology, several):
            if is_single:
                columns.append(replace(column, name=inside.give(column.name)))
            else:
                links.append(column)
    if more := held[COLUMNS:]:
        aside.append(f"{len(more):,} rarely used properties of “{label}” are in no table.")
    things = _things(cls, ontology) if cls else max((h.subjects for h in held), default=0)
    yield Table(name=name, cls=cls, label=label, columns=tuple(columns), classes=members, things=things)
    for column in links:
        owner = replace(key, name=name)
        value = replace(column, name=Names((name,)).give(column.name))
        yield Table(
            name=names.give(f"{name.rstrip('_')}_{column.name.rstrip('_')}"),
            cls=cls,
            label=f"{label}: {column.label}",
            columns=(owner, value),
            classes=members,
            of=name,
        )


def _held(uses: Iterable[Use]) -> Iterator[_Held]:
    def of(use: Use) -> tuple[str, bool]:
        return use.property, use.literal

    for (prop, literal), own in groupby(sorted(uses, key=of), key=of):
        yield _Held(prop, literal, tuple(own))


def _columns(
    cls: str, members: tuple[str, ...], held: _Held, ontology: Ontology, several: Several
) -> Iterator[tuple[Column, bool]]:
    """The columns of a property, each with whether a thing has one value of it at most."""
    known = ontology.properties.get(held.iri)
    label = _label(held.iri, ontology)
    column = Column(
        name=name_of(without_unit(label) or label, "value"),
        kind=Kind.THING,
        cls=cls,
        property=held.iri,
        label=label,
        unit=known.unit if known and held.literal else "",
        having=sum(u.subjects for u in held.uses) if len(members) == 1 else 0,
    )
    is_single = _is_single(held, members or ("",), ontology) and (cls, held.iri) not in several
    if not held.literal:
        ends = sorted({u.object for u in held.uses})
        yield replace(column, leads_to=() if "" in ends else tuple(ends)), is_single
        return
    column = replace(column, values=_values(held, members, ontology))
    kind, datatype = _kind(held, ontology)
    column = replace(column, kind=kind, datatype=datatype)
    if kind is Kind.TEXT and (spelling := _spelling(held, members, ontology)):
        column = replace(column, kind=Kind.NUMBER, datatype=XSD + "decimal", spelling=spelling)
        column = replace(column, unit=column.unit or spelling.unit)
    languages = sorted({tag for prop, tag in ontology.languages if prop == held.iri})
    languages = sorted({tag.lower().split("-")[0] for tag in languages if tag})
    in_each = 1 < len(languages) <= LANGUAGES and held.count <= held.subjects * len(languages)
    is_told = (cls, held.iri) in several
    if kind is Kind.TEXT and datatype == RDF_LANG_STRING and in_each and not (is_single or is_told):
        for tag in languages:
            yield replace(column, name=f"{column.name.rstrip('_')}_{tag}", language=tag), True
        return
    yield column, is_single


def _is_single(held: _Held, members: Iterable[str], ontology: Ontology) -> bool:
    """Whether, by the profile, things have one value at most; what it leaves open the filling finds out."""
    known = ontology.properties.get(held.iri)
    if known and known.functional:
        return True
    if any(u.count > u.subjects for u in held.uses):
        return False
    samples = [s for c in members if (s := ontology.sample(c, held.iri))]
    both = {u.literal for u in ontology.uses_of(held.iri)}
    return len(both) > 1 or not any(s.count > s.having for s in samples)


def _kind(held: _Held, ontology: Ontology) -> tuple[Kind, str]:
    """What most of its literals are, with their datatype: a text where they are of many kinds."""
    counts = Counter[str]()
    for use in held.uses:
        counts[use.object or XSD + "string"] += use.count
    spelled = ontology.read_as(held.iri)  # texts that are dates or numbers, though nobody says so
    kinds = Counter[Kind]()
    for datatype, count in counts.items():
        kinds[_KINDS.get(spelled or datatype, Kind.TEXT)] += count
    total = sum(kinds.values())
    numbers = kinds[Kind.INTEGER] + kinds[Kind.NUMBER]
    if kinds[Kind.INTEGER] and kinds[Kind.NUMBER]:
        kinds[Kind.NUMBER], kinds[Kind.INTEGER] = numbers, 0
    kind, most = kinds.most_common(1)[0]
    if spelled in NUMERIC:
        kind = Kind.NUMBER
    if most < MOSTLY * total:
        return Kind.TEXT, XSD + "string"
    fitting = [d for d, _ in counts.most_common() if spelled or _KINDS.get(d, Kind.TEXT) is kind]
    if kind is Kind.NUMBER and not spelled:
        fitting = [d for d, _ in counts.most_common() if _KINDS.get(d) in (Kind.INTEGER, Kind.NUMBER)]
        wide = [d for d in fitting if _KINDS.get(d) is Kind.NUMBER]
        fitting = wide or fitting
    return kind, spelled or fitting[0]


def _spelling(held: _Held, members: Sequence[str], ontology: Ontology) -> Spelling | None:
    """How the texts of a property spell numbers, by those that were sampled; None where they do not. Where no
    thing of these classes was looked at, as others write them.
    """
    samples = [s for c in members or ("",) if (s := ontology.sample(c, held.iri))]
    samples = samples or [s for s in ontology.samples if s.property == held.iri]
    texts = [(term.value, count) for s in samples for term, count in s.values if term.kind == "literal"]
    return spelling_of(texts) if texts and not _is_named(held.iri, ontology) else None


def _values(held: _Held, members: Sequence[str], ontology: Ontology) -> tuple[str, ...]:
    """All values of a property, the commonest first, where they are few and several things have each."""
    counts = Counter[str]()
    for member in members or ("",):
        sample = ontology.sample(member, held.iri)
        if sample is not None and not sample.whole:
            return ()
        counts.update({term.value: count for term, count in sample.values} if sample else {})
    few = 0 < len(counts) <= VALUES and counts.total() >= SHARED * len(counts)
    return tuple(v for v, _ in counts.most_common()) if few and max(map(len, counts)) <= LONGEST else ()


def _is_named(iri: str, ontology: Ontology) -> bool:
    """Whether a property identifies things: its digits are no amount."""
    return not everywhere("identifying_words").isdisjoint(fold(ontology.label(iri)).split())


def _label(iri: str, ontology: Ontology) -> str:
    return ontology.label(iri, "en") if iri else _THING
