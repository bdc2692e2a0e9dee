"""What is closed to an asker, worked out on the whole ontology; and the ontology as that asker may know it.

In: an ontology and `Closed`, as an admin says it. Out: every class and property that this closes, which
classes may hold closed things, and a `View`: an Ontology without any of it, for everything that speaks,
suggests or proposes. Only the rule *closed* looks at the whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, fields, replace
from functools import cached_property, lru_cache
from itertools import product

from kgqa.check.conditions import Closed
from kgqa.declared import is_datatype
from kgqa.itself import Itself
from kgqa.ontology import Chain, Class, Ontology, Part, Property, PropertyKind, Sample, TextForm, Use

KEPT = 128  # closings that are kept: graphs times askers of different rights, each with its hearsay


@dataclass(frozen=True)
class View(Ontology):
    """An ontology without what is `closed`; `whole` is the one with it."""

    whole: Ontology = field(default_factory=Ontology, repr=False)
    closed: Closed = field(default_factory=Closed)


def opened(ontology: Ontology, closed: Closed) -> Ontology:
    """The ontology as far as an asker may know it: the very same where nothing is closed."""
    if isinstance(ontology, View) and ontology.closed == closed:
        return ontology
    return closing(ontology, closed).view if closed else _whole(ontology)


def closing(ontology: Ontology, closed: Closed) -> Closing:
    """What `closed` means in an ontology, or in the whole one of a view; worked out once."""
    return _closing(Itself(_whole(ontology)), closed)


def _whole(ontology: Ontology) -> Ontology:
    return ontology.whole if isinstance(ontology, View) else ontology


@dataclass(frozen=True)
class Closing:
    """All that is closed: `classes` and `properties` with what follows from the ontology. `unsaid` are those
    properties that only closed data has: to the asker there is no such property.
    """

    ontology: Ontology
    closed: Closed
    classes: frozenset[str]
    properties: frozenset[str]
    unsaid: frozenset[str] = frozenset()

    @property
    def terms(self) -> frozenset[str]:
        """Every IRI that is closed itself."""
        return self.classes | self.properties | self.closed.graphs

    @property
    def said(self) -> frozenset[str]:
        """Those of them of which the asker may know that they are closed."""
        return self.terms - self.unsaid

    def within(self, cls: str) -> frozenset[str]:
        """The closed classes that a thing of this class may be of as well: those that the ontology does not
        set apart (by disjointness, or in another tree), and those that the data shows it with.
        """
        known = self._within.get(cls)
        if known is None:
            ontology = self.ontology
            apart = {
                c for c in self.classes if ontology.disjoint(cls, c) or not ontology.overlap(cls, c)
            } - self._mixed.get(cls, frozenset())
            known = self._within[cls] = self.classes - apart
        return known

    def has_values_of(self, prop: str) -> bool:
        """Whether closed things have values of a property: by the data or, where that was not read to its
        end, by the classes that it is declared for.
        """
        ontology = self.ontology
        if not self.classes.isdisjoint(u.subject for u in ontology.uses_of(prop)):
            return True
        if not self.classes or ontology.is_read(prop):
            return False
        declared = [c for union in ontology.domains(prop) for c in union]
        return not declared or any(self.within(c) for c in declared)

    @cached_property
    def view(self) -> View:
        """The ontology without it. Where the default graph holds a closed graph as well, nobody can tell
        whose data was looked at: then it is what is declared, and nothing of the data.
        """
        hidden = self.classes
        whole = _declared(self.ontology) if self.closed.is_merged else self.ontology
        return View(
            classes={iri: self._class(c) for iri, c in whole.classes.items() if iri not in hidden},
            properties={
                iri: self._property(p) for iri, p in whole.properties.items() if iri not in self.properties
            },
            uses=tuple(
                u
                for u in whole.uses
                if u.property not in self.properties and u.subject not in hidden and u.object not in hidden
            ),
            disjoint_pairs=frozenset(rest for p in whole.disjoint_pairs if len(rest := p - hidden) > 1),
            overlaps=tuple(o for o in whole.overlaps if not {o[0], o[1]} & hidden),
            prefixes=whole.prefixes,
            notices=whole.notices,
            disjoint_properties=frozenset(
                rest for p in whole.disjoint_properties if len(rest := p - self.properties) > 1
            ),
            datatypes=whole.datatypes,
            missing_imports=whole.missing_imports,
            mentioned=whole.mentioned,
            unread=whole.unread,
            samples=tuple(s for s in whole.samples if self._is_open(s)),
            individuals=tuple(i for i in whole.individuals if hidden.isdisjoint(i.classes)),
            chains=tuple(c for c in whole.chains if self._is_open(c)),
            languages=tuple(pair for pair in whole.languages if pair[0] not in self.properties),
            text_forms=tuple(f for f in whole.text_forms if self._is_open(f)),
            rulings=tuple(r for r in whole.rulings if r.terms.isdisjoint(self.terms)),
            patterns=tuple(p for p in whole.patterns if p.terms.isdisjoint(self.terms)),
            whole=self.ontology,
            closed=self.closed,
        )

    @cached_property
    def by_hearsay(self) -> Ontology:
        """The ontology with what is declared of all that is closed, and nothing that the data shows of it:
        what is read on it tells nothing of closed data.
        """
        whole, seen = self.ontology, self.view
        named = self.closed.classes | self.closed.properties
        of_view = {f.name: getattr(seen, f.name) for f in fields(Ontology)}
        classes = {
            iri: replace(c, instances=1) if iri in self.classes else c  # as if each had things
            for iri, c in whole.classes.items()
            if iri not in self.classes or c.declared or iri in named
        }
        properties = {
            iri: _unseen(p) if iri in self.properties else p
            for iri, p in whole.properties.items()
            if iri not in self.properties or iri in named or (p.declared and iri not in self.unsaid)
        }
        closed = (use for iri in sorted(self.properties & properties.keys()) for use in self._as_used(iri))
        return Ontology(
            **of_view
            | {
                "classes": classes,
                "properties": properties,
                "uses": (*seen.uses, *closed) if seen.uses else (),
                "disjoint_pairs": whole.disjoint_pairs,
                "disjoint_properties": whole.disjoint_properties,
            }
        )

    def _as_used(self, prop: str) -> Iterator[Use]:
        """The uses of a property as they are declared, as if one thing of each class had it."""
        whole = self.ontology
        begins = dict.fromkeys(c for union in whole.domains(prop) for c in union) or ("",)
        ends = dict.fromkeys(c for union in whole.ranges(prop) for c in union) or ("",)
        is_data = whole.declared_kind(prop) is PropertyKind.DATA
        for begin, end in product(begins, ends):
            literal = is_datatype(end) or (not end and is_data)
            yield Use(subject=begin, property=prop, object=end, count=1, subjects=1, literal=literal)

    def _is_open(self, sample: Sample | Chain | TextForm) -> bool:
        """Whether no value of a sample, and no thing of a chain, can be one of something closed, or a closed
        thing itself.
        """
        if self.closed.graphs or sample.property in self.properties:
            return False
        return self.classes.isdisjoint(
            c for u in self.ontology.uses_of(sample.property) for c in (u.subject, u.object)
        ) and not self.has_values_of(sample.property)

    def _class(self, cls: Class) -> Class:
        return replace(
            cls,
            parents=tuple(p for p in cls.parents if p not in self.classes),
            ranges=tuple(
                (p, rest) for p, u in cls.ranges if p not in self.properties and (rest := u - self.classes)
            ),
            has=tuple(p for p in cls.has if p not in self.properties),
        )

    def _property(self, prop: Property) -> Property:
        return replace(
            prop,
            parents=tuple(p for p in prop.parents if p not in self.properties),
            inverses=tuple(i for i in prop.inverses if i not in self.properties),
            domains=tuple(rest for u in prop.domains if (rest := u - self.classes)),
            ranges=tuple(rest for u in prop.ranges if (rest := u - self.classes)),
        )

    @cached_property
    def _within(self) -> dict[str, frozenset[str]]:
        return {}

    @cached_property
    def _mixed(self) -> dict[str, frozenset[str]]:
        """Classes, and closed classes that the data shows on the same things."""
        found: dict[str, set[str]] = {}
        for one, other, count in self.ontology.overlaps:
            for a, b in ((one, other), (other, one)):
                if count and b in self.classes:
                    for above in self.ontology.superclasses(a):
                        found.setdefault(above, set()).add(b)
        return {cls: frozenset(some) for cls, some in found.items()}


# ── what follows ─────────────────────────────────────────────────────────────────────────────────


def _unseen(prop: Property) -> Property:
    """A property without what is known of it from the data alone."""
    return replace(prop, kind=PropertyKind.UNKNOWN, kind_observed=False) if prop.kind_observed else prop


def _declared(ontology: Ontology) -> Ontology:
    """What is declared of an ontology, without anything that the data shows."""
    return Ontology(
        classes={c.iri: replace(c, instances=0) for c in ontology.classes.values() if c.declared},
        properties={p.iri: _unseen(p) for p in ontology.properties.values() if p.declared},
        disjoint_pairs=ontology.disjoint_pairs,
        disjoint_properties=ontology.disjoint_properties,
        prefixes=ontology.prefixes,
        datatypes=ontology.datatypes,
        missing_imports=ontology.missing_imports,
    )


@lru_cache(maxsize=KEPT)
def _closing(key: Itself[Ontology], closed: Closed) -> Closing:
    ontology = key.value
    classes = frozenset(below for c in closed.classes for below in ontology.subclasses(c))
    leading = (p for p in ontology.known_properties if _leads_only(p, classes, ontology)) if classes else ()
    properties = _followed((*closed.properties, *leading), ontology)
    carrying = {q for p in properties for q in ontology.superproperties(p) if _carries(q, p, ontology)}
    carried = carrying.union(*(ontology.inverses(q) for q in carrying))
    unsaid = _unsaid(ontology, classes) - properties - carried
    return Closing(ontology, closed, classes, frozenset(properties | carried | unsaid), unsaid)


def _unsaid(ontology: Ontology, classes: frozenset[str]) -> frozenset[str]:
    """The properties that nobody declares and that the data shows at things of these classes alone."""
    undeclared = (
        p
        for p in ontology.known_properties
        if not (known := ontology.properties.get(p)) or not known.declared
    )
    return frozenset(
        p
        for p in undeclared
        if (uses := ontology.uses_of(p)) and all({u.subject, u.object} & classes for u in uses)
    )


def _followed(start: Iterable[str], ontology: Ontology) -> set[str]:
    """Properties with all below them, their inverses, and so on."""
    found: set[str] = set()
    todo = list(start)
    while todo:
        iri = todo.pop()
        if iri not in found:
            found.add(iri)
            todo += (*ontology.subproperties(iri), *ontology.inverses(iri))
    return found


def _leads_only(iri: str, classes: frozenset[str], ontology: Ontology) -> bool:
    """Whether a property only leads from or to things of these classes, by what is declared. What closed data
    shows closes no property that is known without it: that it is closed would tell of that data.
    """
    declared = {*ontology.domains(iri), *ontology.ranges(iri)} - ontology.suggested(iri)
    return any(union <= classes for union in declared)


def _carries(above: str, below: str, ontology: Ontology) -> bool:
    """Whether a superproperty may return the triples of a property below it, as it does where the store
    infers: only data that shows fewer of its triples than of the other's rules that out.
    """
    if above == below:
        return False
    counts = {(u.subject, u.object): u.count for u in ontology.uses_of(above)}
    mine = ontology.uses_of(below)
    if not ontology.uses or ontology.unread & {Part.VALUES, Part.THINGS}:
        return True
    return bool(mine) and all(counts.get((u.subject, u.object), 0) >= u.count for u in mine)
