"""The card of a graph: what a good engineer wants to see before writing a query, class by class.

In: an Ontology (declared and observed), how the graph names its things, its names. Out: a Card: for each
class how many things it has and what they are called, for each of its properties how many things have it,
what it leads to, and the commonest values. It is worked out from what was observed once; the graph is not
asked.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from kgqa.declared import is_datatype
from kgqa.linking.index import TermIndex
from kgqa.linking.names import KNOWN_NAMES, Naming
from kgqa.linking.tokens import folded_words
from kgqa.numbers import readable
from kgqa.ontology import OWL, OWL_THING, RDF, RDF_TYPE, RDFS, Ontology, Part, Pattern, Sample, Use
from kgqa.sampling import VALUES
from kgqa.types import Term
from kgqa.values.units import without_unit

ANYTHING = ""  # the class of things that have none
EXAMPLES = 3  # names of things that are told of a class
_FEWEST = 4  # things of a class of which it is no chance that they alone have something
_NEAREST = 3  # carriers of a property up to which each of them tells it
_LANGUAGES = (RDF, RDFS, OWL)


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """A property (`iri`) as the things of one class have it. `having` of them do, with `count` triples in
    all. `ends` are the classes and datatypes that it leads to, each with how often, the commonest first; ""
    is a thing without a class.
    """

    subject: str
    iri: str
    having: int
    count: int
    ends: tuple[tuple[str, int], ...]
    sample: Sample | None = None

    @property
    def datatypes(self) -> tuple[str, ...]:
        return tuple(end for end, _ in self.ends if end and is_datatype(end))

    @property
    def classes(self) -> tuple[str, ...]:
        return tuple(end for end, _ in self.ends if not is_datatype(end))


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassCard:
    """A class. `things` are its own, `within` the classes that all of these are typed with as well, `below`
    the classes whose things it has where they are not typed with it. `named_by` are the properties that name
    them, () where their IRIs do; `names` are examples.
    """

    iri: str
    things: int
    within: tuple[str, ...] = ()
    below: tuple[str, ...] = ()
    named_by: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    held: tuple[Held, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """`classes` have things or properties, those with most first; the things without a class come last.
    `empty_classes` and `empty_properties` are declared, and the data has none of them; () where the data was
    not read to its end. `undeclared` are properties that the data has and no ontology declares. `patterns`
    say what classes and properties are there for.
    """

    classes: tuple[ClassCard, ...]
    empty_classes: tuple[str, ...] = ()
    empty_properties: tuple[str, ...] = ()
    undeclared: tuple[str, ...] = ()
    patterns: tuple[Pattern, ...] = ()
    notices: tuple[str, ...] = ()


def card_of(ontology: Ontology, naming: Naming, index: TermIndex) -> Card:
    """The card of a graph of which this is known."""
    held = _held(ontology)
    props = _properties(held)
    named = {cls: tuple(p for p in naming.all if p in props[cls]) for cls in props}
    full = {iri for iri, c in ontology.classes.items() if c.instances}
    above = {a for iri in full for a in ontology.superclasses(iri) if a in ontology.classes} - {OWL_THING}
    order = {*held, *(iri for iri in full | above if not _is_language(iri))}
    classes = [_class(iri, held.get(iri, []), named, ontology, index) for iri in order]
    return Card(
        classes=tuple(sorted(classes, key=lambda c: (c.iri == ANYTHING, -_size(c), c.iri))),
        empty_classes=_empty_classes(ontology, held),
        empty_properties=_empty_properties(ontology),
        undeclared=_undeclared(ontology),
        patterns=ontology.patterns,
        notices=ontology.notices,
    )


def _size(card: ClassCard) -> int:
    return max(card.things, max((h.having for h in card.held), default=0))


def _class(
    iri: str,
    held: Sequence[Held],
    named: Mapping[str, tuple[str, ...]],
    ontology: Ontology,
    index: TermIndex,
) -> ClassCard:
    things = ontology.instances(iri)
    others = _others(iri, ontology)
    within = tuple(c for c in others if things and ontology.shared(iri, c) >= things and c != iri)
    examples = dict.fromkeys(e.label for e in index.names.of_class(iri, EXAMPLES)) if iri else {}
    return ClassCard(
        iri=iri,
        things=things,
        within=within,
        below=ontology.apart(iri) if iri else (),
        named_by=named.get(iri) or next(filter(None, (named.get(c) for c in within)), ()),
        names=tuple(examples),
        held=_side_by_side([h for h in held if not _only_names(h, things)], ontology),
    )


def _side_by_side(held: Sequence[Held], ontology: Ontology) -> tuple[Held, ...]:
    """What most things have first; properties that end in the same word, such as the planned and the actual
    end, stay together, so that their numbers can be compared.
    """
    families: defaultdict[str, list[Held]] = defaultdict(list)
    for one in sorted(held, key=lambda h: (-h.having, h.iri)):
        words = folded_words(without_unit(ontology.label(one.iri, "en")))
        families[words[-1] if words else one.iri].append(one)
    return tuple(one for family in families.values() for one in family)


def _only_names(held: Held, things: int) -> bool:
    """Whether a property says no more than what things are called, which is told with the class."""
    return held.iri in KNOWN_NAMES and things > 0 and held.having == things == held.count


def _others(iri: str, ontology: Ontology) -> Iterator[str]:
    """The classes that share things with one."""
    return (other for other in ontology.sharing(iri) if not _is_language(other))


# ── properties ───────────────────────────────────────────────────────────────────────────────────


def _held(ontology: Ontology) -> dict[str, list[Held]]:
    """What the things of each class have, each told once: at the widest class that the data has it by, at the
    one within it whose things alone have it, or at what such classes have in common above them where they are
    many.
    """
    found: defaultdict[str, list[Held]] = defaultdict(list)
    for prop in sorted(ontology.known_properties):
        if prop == RDF_TYPE:
            continue
        by_class: defaultdict[str, list[Use]] = defaultdict(list)
        having = _having(prop, ontology)
        carriers = {u.subject for u in ontology.carriers(prop)}
        inner = {cls: _innermost(cls, having, ontology) for cls in carriers}
        for use in ontology.uses_of(prop):
            if use.subject in inner.values() and not _is_language(use.subject):
                by_class[use.subject].append(use)
        if len(by_class) > _NEAREST and (above := _above(by_class, ontology)):
            by_class = defaultdict(list, {above: [u for uses in by_class.values() for u in uses]})
        for cls, uses in by_class.items():
            found[cls].append(_one(cls, prop, uses, ontology))
    return found


def _having(prop: str, ontology: Ontology) -> Mapping[str, int]:
    """How many things of each class have a property; what leads to several classes is in several uses."""
    found: defaultdict[str, int] = defaultdict(int)
    for use in ontology.uses_of(prop):
        found[use.subject] = max(found[use.subject], use.subjects)
    return found


def _innermost(cls: str, having: Mapping[str, int], ontology: Ontology) -> str:
    """The smallest class within one that has as much of something as that: where models alone have
    highlights, the models, which are cars as well.
    """
    within = (
        one
        for one, number in having.items()
        if one and number >= having[cls] and ontology.shared(one, cls) >= ontology.instances(one) >= _FEWEST
    )
    return min((cls, *within), key=lambda c: (ontology.instances(c), c != cls, c)) if cls else cls


def _above(classes: Iterable[str], ontology: Ontology) -> str:
    """The nearest class above all of these, "" where there is none."""
    common = frozenset.intersection(*(ontology.superclasses(c) for c in classes)) - {OWL_THING}
    common = frozenset(c for c in common if not _is_language(c))
    return min(common, key=lambda c: (-len(ontology.superclasses(c)), c), default="")


def _one(cls: str, prop: str, uses: Sequence[Use], ontology: Ontology) -> Held:
    ends: defaultdict[str, int] = defaultdict(int)
    for use in uses:
        ends[use.object] += use.count
    widest = {
        end
        for end in ends
        if not any(
            o != end
            and o in ends
            and shared >= ontology.instances(end) > 0
            and ends[o] >= ends[end]
            and (ontology.instances(o) > ontology.instances(end) or o < end)
            for o, shared in ontology.sharing(end).items()
        )
    }
    told = {_innermost(end, ends, ontology) for end in widest}
    kept = sorted(((e, ends[e]) for e in told), key=lambda pair: (-pair[1], pair[0]))
    by_subject: defaultdict[str, list[Use]] = defaultdict(list)
    for use in uses:
        by_subject[use.subject].append(use)
    samples = [_sample(s, prop, ontology) for s in by_subject]
    having = count = 0
    for own, sample in zip(by_subject.values(), samples, strict=True):
        # what leads to several classes is in several uses
        having += sample.having if sample else max(u.subjects for u in own)
        count += sample.count if sample else max(u.count for u in own)
    found = [s for s in samples if s]
    sample = _merged(found) if len(found) > 1 else next(iter(found), None)
    if sample and len(found) < len(samples):
        sample = replace(sample, whole=False)
    return Held(subject=cls, iri=prop, having=having, count=count, ends=tuple(kept), sample=sample)


def _sample(cls: str, prop: str, ontology: Ontology) -> Sample | None:
    """The values that things of a class have of a property, looked at by this class or by one round it whose
    things have them alone.
    """
    found = ontology.sample(cls, prop)
    if found is None and cls:
        own = (s for c in ontology.sharing(cls) if (s := ontology.sample(c, prop)) is not None)
        having = _having(prop, ontology)
        found = next((s for s in own if s.having == having[cls]), None)
    return found


def _merged(samples: Sequence[Sample]) -> Sample:
    """One sample of the things of several classes; extremes only where all are of one kind of text."""
    counts: Counter[Term] = Counter()
    for sample in samples:
        counts.update(dict(sample.values))
    values = counts.most_common(VALUES)
    return replace(
        max(samples, key=lambda s: s.looked),
        having=sum(s.having for s in samples),
        count=sum(s.count for s in samples),
        looked=sum(s.looked for s in samples),
        values=tuple(values),
        whole=all(s.whole for s in samples) and len(counts) <= VALUES,
        least=_extreme([s.least for s in samples], last=False),
        most=_extreme([s.most for s in samples], last=True),
    )


def _extreme(texts: Sequence[str], *, last: bool) -> str:
    """The least or the greatest of these; "" where one is missing."""
    if not all(texts):
        return ""
    numbers = [readable(text) for text in texts]
    if all(n is not None for n in numbers):
        return sorted(texts, key=lambda t: readable(t) or 0)[-1 if last else 0]
    return sorted(texts)[-1 if last else 0]


def _properties(held: dict[str, list[Held]]) -> dict[str, set[str]]:
    return {cls: {h.iri for h in some} for cls, some in held.items()}


# ── what is declared, and what is there ──────────────────────────────────────────────────────────


def _empty_classes(ontology: Ontology, held: dict[str, list[Held]]) -> tuple[str, ...]:
    if not ontology.populated or Part.CLASSES in ontology.unread:
        return ()
    full = {above for c in ontology.populated for above in ontology.superclasses(c)} | held.keys()
    return tuple(sorted(c for c in ontology.classes if c not in full and not _is_language(c)))


def _empty_properties(ontology: Ontology) -> tuple[str, ...]:
    if not ontology.uses:
        return ()
    return tuple(
        sorted(
            p
            for p in ontology.properties
            if not _is_language(p)
            and ontology.is_read(p)
            and not any(ontology.uses_of(q) for q in ontology.subproperties(p))
        )
    )


def _undeclared(ontology: Ontology) -> tuple[str, ...]:
    """What the data has beside a schema that is declared; where none is, that says nothing."""
    if not any(p.declared for p in ontology.properties.values()):
        return ()
    return tuple(
        sorted(p for p, known in ontology.properties.items() if not known.declared and not _is_language(p))
    )


def _is_language(iri: str) -> bool:
    return iri.startswith(_LANGUAGES)
