"""The class-property graph and the cheapest ways through it.

In: an Ontology. Out: steps that things of a class can take, and paths from one thing to another. What the
data shows counts first; what is only declared is dearer.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache, cached_property, lru_cache
from itertools import chain

from kgqa.declared import NUMERIC, TEMPORAL, is_datatype
from kgqa.declared.vocabulary import DATES
from kgqa.language import Language, everywhere, fold
from kgqa.linking.foreign import said_in_english
from kgqa.linking.keys import names_key
from kgqa.linking.tokens import tokenise
from kgqa.ontology import OWL_THING, XSD, Ontology, PatternKind, PropertyKind, Use
from kgqa.ontology.patterns import Pattern
from kgqa.ontology.patterns import Role as PatternRole
from kgqa.schema.durations import is_duration
from kgqa.schema.paths import Goal, Path, cheapest
from kgqa.schema.steps import STEP, Hop, Link, Steps
from kgqa.schema.uses import UNTYPED, leads_to_one, typed_uses
from kgqa.types import Edge

MAX_HOPS = 4
UNSEEN = 0.6  # what a step costs that the data does not show
NAMELESS = 0.3  # how much less a step costs to or from a thing that only stands for a value
LEAST = 0.1  # what a way costs at least
_EITHER = re.compile(r"\W{1,2}in(?:nen)?\)?$")  # "Mitarbeiter/in", "Kunde(in)"
_VALUES = (PatternKind.VALUE, PatternKind.QUANTITY)
_PATHS_KEPT = 2_000  # searches for paths


class Schema:
    """What can be said in this graph, as a graph of classes."""

    def __init__(self, ontology: Ontology) -> None:
        self.ontology = ontology
        self.observed = bool(ontology.uses)
        self._uses = typed_uses(ontology)
        self._steps = Steps(ontology, chain(self._observed_links(), self._declared_links()))
        self._paths = lru_cache(_PATHS_KEPT)(self._cheapest)

    @classmethod
    def of(cls, ontology: Ontology) -> Schema:
        """The schema of an ontology, worked out once."""
        kept = ontology.worked_out.setdefault("schema", {})
        if "schema" not in kept:
            kept["schema"] = cls(ontology)
        found: Schema = kept["schema"]
        return found

    # ── what the data shows ──────────────────────────────────────────────────────────────────────

    def uses_of(self, prop: str) -> tuple[Use, ...]:
        """What the data shows of a property, untyped things taken for what is declared."""
        return self._uses.get(prop, ())

    # ── steps ────────────────────────────────────────────────────────────────────────────────────

    def _observed_links(self) -> Iterator[Link]:
        for use in (u for uses in self._uses.values() for u in uses):
            if not use.literal:
                yield Link(use.subject, use.property, use.object, use.count, STEP)

    def _declared_links(self) -> Iterator[Link]:
        """Of properties that the data does not show."""
        cost = STEP + (UNSEEN if self.observed else 0.0)
        for iri, prop in self.ontology.properties.items():
            if prop.kind is PropertyKind.DATA or prop.kind is PropertyKind.ANNOTATION:
                continue
            if self.stated(iri) == (iri, True) and not self.ontology.uses_of(iri):
                domains = {c for u in self.ontology.domains(iri) for c in u}
                ranges = {c for u in self.ontology.ranges(iri) for c in u if not is_datatype(c)}
                yield from (Link(d, iri, r, 0, cost) for d in domains for r in ranges)

    @cache  # noqa: B019  # one Schema a graph, for its life
    def stated(self, prop: str) -> tuple[str, bool]:
        """The property by which the data states what `prop` says: itself, or its inverse (then False)."""
        if self.ontology.uses_of(prop):
            return prop, True
        for other in sorted(self.ontology.inverses(prop)):
            if self.ontology.uses_of(other):
                return other, False
        return prop, True

    def steps(self, *classes: str) -> tuple[Hop, ...]:
        """Steps of things of some classes, of their subclasses and of their superclasses."""
        return self._steps.of(frozenset(classes))

    @cache  # noqa: B019  # one Schema a graph, for its life
    def ends(self, prop: str, *, forward: bool) -> tuple[str, ...]:
        """The classes that a step by a stated property may lead to; an untyped end where there is none."""
        return (self.objects(prop) if forward else self.subjects(prop)) or (UNTYPED,)

    @cache  # noqa: B019  # as above
    def common(self, classes: tuple[str, ...]) -> str:
        """A word for things of these classes, as a hint for a variable's name."""
        nearest = self.nearest(classes)
        return self.ontology.label(nearest) if nearest else "thing"

    def nearest(self, classes: tuple[str, ...]) -> str:
        """The nearest common superclass of classes, or the first of them; "" for none."""
        return self.above_all(classes) or next(filter(None, classes), "")

    @cache  # noqa: B019  # as above
    def above_all(self, classes: tuple[str, ...]) -> str:
        """The nearest common superclass of classes; "" where they have none."""
        known = [c for c in classes if c]
        if not known:
            return ""
        shared = frozenset.intersection(*(self.ontology.superclasses(c) for c in known))
        return min(shared, key=lambda c: (len(self.ontology.subclasses(c)), c), default="")

    @cache  # noqa: B019  # as above
    def kin(self, cls: str) -> tuple[str, ...]:
        """The class itself, its subclasses, its superclasses."""
        below = sorted(self.ontology.subclasses(cls) - {cls})
        above = sorted(self.ontology.superclasses(cls) - {cls, OWL_THING})
        return (cls, *below, *above)

    def overlap(self, some: Iterable[str], others: Iterable[str]) -> bool:
        """Whether a thing may be of one of some classes and one of others, as far as the hierarchy tells."""
        return not self.overlapping(frozenset(some)).isdisjoint(others)

    @cache  # noqa: B019  # as above
    def overlapping(self, classes: frozenset[str]) -> frozenset[str]:
        """All classes of which a thing may be that is of one of these: they, those above and those below."""
        if OWL_THING in classes:
            return self.ontology.known_classes | classes
        above = frozenset[str]().union(*(self.ontology.superclasses(c) for c in classes))
        below = frozenset[str]().union(*(self.ontology.subclasses(c) for c in classes))
        return above | below | ({OWL_THING} if any(classes) else set())

    # ── paths ────────────────────────────────────────────────────────────────────────────────────

    def paths_to_classes(
        self, starts: tuple[str, ...], targets: tuple[str, ...], most: int = 4
    ) -> tuple[Path, ...]:
        """The cheapest ways from a thing of one of `starts` to a thing that may be of one of `targets`, or of
        which nothing is known where there are none.
        """
        goal = Goal(self.overlapping(frozenset(targets or (UNTYPED,))))
        return self._paths(frozenset(starts), goal, most)

    def paths_by_edges(
        self, starts: tuple[str, ...], edges: tuple[Edge, ...], most: int = 4
    ) -> tuple[Path, ...]:
        """The cheapest ways from a thing of one of `starts` that end with one of the edges."""
        goal = Goal(lasts=frozenset((e.property, e.reached) for e in edges))
        return self._paths(frozenset(starts), goal, most)

    def _cheapest(self, starts: frozenset[str], goal: Goal, most: int) -> tuple[Path, ...]:
        goal = replace(goal, ends=self._shared_values)
        found = cheapest(self._steps, starts, goal, most=most, hops=MAX_HOPS)
        if not self._nameless:
            return found
        return tuple(sorted(map(self._eased, found), key=lambda path: path.cost))

    def _eased(self, path: Path) -> Path:
        """The path at less cost where it leads to or from things that only stand for a value, as an address
        does: such a step is hardly one.
        """
        eased = sum(hop.to <= self._nameless or self._begins_nameless(hop) for hop in path.hops)
        return replace(path, cost=max(path.cost - NAMELESS * eased, LEAST)) if eased else path

    def _begins_nameless(self, hop: Hop) -> bool:
        begins = self.subjects(hop.property) if hop.forward else self.objects(hop.property)
        return bool(begins) and self._nameless.issuperset(begins)

    @cached_property
    def _nameless(self) -> frozenset[str]:
        """The classes whose things only stand for a value."""
        return frozenset(p.of for p in self.ontology.patterns if p.kind in _VALUES)

    @cached_property
    def _shared_values(self) -> frozenset[str]:
        """The classes of quantities and their units: things that share one are joined by chance."""
        units = (prop for p in self._quantities for prop in p.role(PatternRole.UNIT))
        return frozenset(
            (*(p.of for p in self._quantities), *(c for prop in units for c in self.objects(prop)))
        )

    @cached_property
    def _quantities(self) -> tuple[Pattern, ...]:
        return tuple(p for p in self.ontology.patterns if p.kind is PatternKind.QUANTITY)

    # ── data properties ──────────────────────────────────────────────────────────────────────────

    @cache  # noqa: B019  # as above
    def data_properties(self, cls: str) -> frozenset[str]:
        """The properties with literals that things of a class have."""
        return frozenset(p for kin in self.kin(cls) for p in self._data_by_class.get(kin, ()))

    @cached_property
    def _data_by_class(self) -> dict[str, frozenset[str]]:
        found: defaultdict[str, set[str]] = defaultdict(set)
        for use in (u for uses in self._uses.values() for u in uses):
            if use.literal:
                found[use.subject].add(use.property)
        for iri, prop in self.ontology.properties.items():
            if prop.kind is PropertyKind.DATA and not self.ontology.uses_of(iri):
                for union in self.ontology.domains(iri):
                    for domain in union:
                        found[domain].add(iri)
        return {cls: frozenset(ps) for cls, ps in found.items()}

    @cache  # noqa: B019  # as above
    def subjects(self, prop: str) -> tuple[str, ...]:
        """The classes whose things have the property: as observed, else as declared."""
        stated, straight = self.stated(prop)
        if not straight:
            return self.objects(stated)
        seen = {u.subject: u.count for u in self.uses_of(prop)}
        if seen:
            return tuple(sorted(seen, key=lambda c: (-seen[c], c)))
        return tuple(sorted({c for u in self.ontology.domains(prop) for c in u}))

    @cache  # noqa: B019  # as above
    def objects(self, prop: str) -> tuple[str, ...]:
        """The classes of what the property leads to."""
        stated, straight = self.stated(prop)
        if not straight:
            return self.subjects(stated)
        seen = {u.object: u.count for u in self.uses_of(prop) if not u.literal}
        if seen:
            return tuple(sorted(seen, key=lambda c: (-seen[c], c)))
        return tuple(sorted({c for u in self.ontology.ranges(prop) for c in u if not is_datatype(c)}))

    @cache  # noqa: B019  # as above
    def datatypes(self, prop: str) -> frozenset[str]:
        """The datatypes of a property's literals; that of dates and numbers where texts are read as such."""
        if is_duration(prop):
            return frozenset((XSD + "integer",))
        if read_as := self.ontology.read_as(prop):
            return frozenset((read_as,))
        seen = {u.object for u in self.ontology.uses_of(prop) if u.literal}
        return frozenset(seen or {c for u in self.ontology.ranges(prop) for c in u if is_datatype(c)})

    @cache  # noqa: B019  # as above
    def called(self, words: str, lang: Language, *, translated: bool = True) -> tuple[str, ...]:
        """The properties that have all these words (folded lemmas) in one of their names; if `translated`, in
        what the dictionary has for a German one as well.
        """
        wanted = set(words.split())
        found = []
        for iri, prop in self.ontology.properties.items():
            own = (*(n.text for n in prop.names), self.ontology.label(iri))
            for name in (*own, *(said_in_english(prop.names) if translated else ())):
                tokens = tokenise(name)
                if wanted <= {t.folded for t in tokens} | {lang.lemma(t.text) for t in tokens}:
                    found.append(iri)
                    break
        return tuple(found)

    @cached_property
    def with_units_beside(self) -> frozenset[str]:
        """The numbers of quantities that say by a property of their own in what they are measured."""
        found = (p for p in self._quantities if any(p.role(PatternRole.UNIT)))
        return frozenset(prop for p in found for prop in p.role(PatternRole.NUMBER))

    @cached_property
    def people(self) -> tuple[str, ...]:
        """The topmost classes of people."""
        known = self.ontology
        found = [c for c in known.classes if self.names_person(c)]
        return tuple(sorted(c for c in found if not any(o != c and known.is_a(c, o) for o in found)))

    @cached_property
    def agents(self) -> tuple[str, ...]:
        """The classes of what acts as people do: companies, customers, teams."""
        words, label = everywhere("agent_words"), self.ontology.label
        return tuple(sorted(c for c in self.ontology.classes if words.intersection(fold(label(c)).split())))

    def names_person(self, iri: str) -> bool:
        """Whether a class, or one above it, is called by a word for people, or has what people alone have: a
        first name, a date of birth.
        """
        words = everywhere("person_words")
        for cls in self.ontology.superclasses(iri):
            if cls in self._described_as_people:
                return True
            thing = self.ontology.classes.get(cls)
            names = {fold(n.text) for n in thing.names} if thing else set()
            names = {_EITHER.sub("", n) for n in (*names, fold(self.ontology.label(cls)))}
            if names & words or {n.rpartition(" ")[2] for n in names} & everywhere("members"):
                return True
        return False

    @cached_property
    def _described_as_people(self) -> frozenset[str]:
        """The classes most of whose things have what people alone have."""
        label, facts = self.ontology.label, everywhere("person_facts")
        uses = (u for prop, uses in self._uses.items() if fold(label(prop)) in facts for u in uses)
        return frozenset(u.subject for u in uses if 2 * u.subjects >= self.ontology.instances(u.subject) > 0)

    def classes_called(self, name: str, code: str) -> frozenset[str]:
        """The classes whose name in a language, folded, is this one."""
        return self._class_names(code).get(name, frozenset())

    @cache  # noqa: B019  # as above
    def _class_names(self, code: str) -> dict[str, frozenset[str]]:
        found: defaultdict[str, set[str]] = defaultdict(set)
        for iri in self.ontology.known_classes:
            found[" ".join(fold(self.ontology.label(iri, code)).split())].add(iri)
        return {name: frozenset(iris) for name, iris in found.items()}

    def instances(self, classes: Iterable[str]) -> int:
        """How many things are of one of the classes, or of one below."""
        below = {c for cls in classes for c in self.ontology.subclasses(cls)}
        return sum(map(self.ontology.instances, below))

    @cache  # noqa: B019  # as above
    def uses(self, prop: str) -> int:
        """How many things have the property."""
        return sum(u.subjects for u in self.ontology.uses_of(prop))

    @cache  # noqa: B019  # as above
    def is_data(self, prop: str) -> bool:
        """Whether the property leads to literals."""
        known = self.ontology.properties.get(prop)
        uses = self.ontology.uses_of(prop)
        if uses:
            return sum(u.count for u in uses if u.literal) * 2 >= sum(u.count for u in uses)
        return known is not None and known.kind in (PropertyKind.DATA, PropertyKind.ANNOTATION)

    def is_numeric(self, prop: str) -> bool:
        return bool(self.datatypes(prop) & NUMERIC)

    def is_boolean(self, prop: str) -> bool:
        return self.datatypes(prop) == {XSD + "boolean"}

    def is_day(self, prop: str) -> bool:
        """Whether a property's values are days, so that those between two can be counted; years are none."""
        return bool(self.datatypes(prop)) and self.datatypes(prop) <= DATES

    def is_moment(self, prop: str) -> bool:
        """Whether a property's values are days with a time of day."""
        return self.datatypes(prop) == {XSD + "dateTime"}

    def is_temporal(self, prop: str) -> bool:
        return bool(self.datatypes(prop) & TEMPORAL)

    @cache  # noqa: B019  # as above
    def is_key(self, prop: str) -> bool:
        """Whether a property tells things apart, by its name."""
        return names_key(self.ontology.label(prop))

    @cache  # noqa: B019  # as above
    def having_all(self, prop: str) -> frozenset[str]:
        """The classes all of whose things have a property."""
        having = Counter[str]()
        is_single = leads_to_one(self.ontology, prop, forward=True)
        for use in self.ontology.uses_of(prop):
            had = having[use.subject]
            having[use.subject] = had + use.subjects if is_single else max(had, use.subjects)
        return frozenset(c for c, subjects in having.items() if subjects >= self.ontology.instances(c) > 0)

    def measure_of(self, cls: str, naming: frozenset[str]) -> str | None:
        """The number that a thing of this class stands for (the amount of a price), if it is such a thing:
        it has one numeric property, or one named amount or value, and no name of its own.
        """
        data = self.data_properties(cls)
        numeric = sorted(p for p in data if self.is_numeric(p) and not self.is_key(p))
        if not numeric or self.has_own_name(cls, naming) or self._has_own_key(cls) or self._leads_on(cls):
            return None
        if len(numeric) == 1:
            return numeric[0]
        amounts = everywhere("amount_words")
        named = [p for p in numeric if _words(self.ontology, p) & amounts]
        if len(named) > 1:  # the premium amount of a premium, not its monthly amount
            named = [p for p in named if _words(self.ontology, p) - amounts <= _words(self.ontology, cls)]
        return named[0] if len(named) == 1 else None

    @cache  # noqa: B019  # as above
    def number_of(self, prop: str, naming: frozenset[str]) -> str | None:
        """The property of the number that things stand for to which a property leads (the amount of a price);
        None where they are more than a number.
        """
        found = {self.measure_of(c, naming) for c in self.objects(prop) if c}
        return found.pop() if len(found) == 1 else None

    def has_own_name(self, cls: str, naming: frozenset[str]) -> bool:
        """Whether most things of a class have a name that somebody could say."""
        total, below = self.instances((cls,)), self.ontology.subclasses(cls)
        named = max(
            (sum(u.subjects for u in self.ontology.uses_of(p) if u.subject in below) for p in naming),
            default=0,
        )
        return bool(total) and named * 2 > total and not self._is_value_like(cls)

    def _has_own_key(self, cls: str) -> bool:
        """Whether things of a class are known by a number or a code of their own: a carrier by its carrier
        code, though it has one number alone, the size of its fleet.
        """
        own = _words(self.ontology, cls)
        keys = (p for p in self.data_properties(cls) if self.is_key(p))
        return not self._is_value_like(cls) and any(_words(self.ontology, p) & own for p in keys)

    def _leads_on(self, cls: str) -> bool:
        """Whether things of a class join others, as no amount does: visits and stops lead to an organ, which
        leads to a builder and a church, though its insured value is the only number that is known of it.
        """
        steps = self.steps(cls)
        out, into = ({h.property for h in steps if h.forward == forward} for forward in (True, False))
        return not self._is_value_like(cls) and len(out) > 1 and bool(into)

    def _is_value_like(self, cls: str) -> bool:
        """A class that is only ever an object and is named like an amount: a price, a weight, a quantity."""
        return bool(_words(self.ontology, cls) & everywhere("value_words"))


@cache
def _split(text: str) -> frozenset[str]:
    return frozenset(fold(text).split())


def _words(ontology: Ontology, iri: str) -> frozenset[str]:
    return _split(ontology.label(iri))
