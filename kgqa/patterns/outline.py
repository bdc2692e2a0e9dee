"""The outline of a class, by which patterns are recognised: what its things are called by, have and stand in.

In: an Ontology, how the graph names its things. Out: an Outline for each class with things.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from kgqa.declared import NUMERIC, TEMPORAL
from kgqa.language import everywhere, fold
from kgqa.linking.compose import has_spoken_iri
from kgqa.linking.names import KNOWN_OTHER_NAMES, Naming, without_verb
from kgqa.ontology import OWL, RDF, RDF_LANG_STRING, RDFS, XSD, Ontology, Sample, Use, local_name, spaced

MOST = 0.8  # the share of a class's things from which "they" have something
HARDLY = 0.1  # the share up to which "none of them" has it
_LANGUAGES = (RDF, RDFS, OWL)
_TEXTS = (XSD + "string", RDF_LANG_STRING, "")
_FEW = 4  # values from which it is no accident that they differ


@dataclass(frozen=True)
class Held:
    """A property that things of one class have (or, of what leads to them, are the ends of): of all things of
    the class the `share` that has it, and how many `each` of these has.
    """

    iri: str
    share: float
    each: float
    uses: tuple[Use, ...]
    sample: Sample | None = None
    read_as: str = ""  # the datatype of its texts, where they are dates or numbers

    @cached_property
    def datatypes(self) -> frozenset[str]:
        return frozenset((self.read_as,) if self.read_as else (u.object for u in self.uses if u.literal))

    @property
    def is_literal(self) -> bool:
        return all(u.literal for u in self.uses)

    @property
    def is_number(self) -> bool:
        return bool(self.datatypes & NUMERIC) and self.is_literal

    @property
    def is_date(self) -> bool:
        return bool(self.datatypes & TEMPORAL) and self.is_literal

    @property
    def is_text(self) -> bool:
        return self.is_literal and self.datatypes <= set(_TEXTS)

    @property
    def classes(self) -> frozenset[str]:
        return frozenset(u.object for u in self.uses if not u.literal)


@dataclass(frozen=True)
class Outline:
    """A class: `held` are the properties of its things, `into` those that lead to them from other things."""

    iri: str
    things: int
    held: tuple[Held, ...]
    into: tuple[Held, ...]
    naming: Naming
    own_words: frozenset[str] = frozenset()  # of its name

    @property
    def literals(self) -> tuple[Held, ...]:
        return tuple(h for h in self.held if h.is_literal)

    @property
    def objects(self) -> tuple[Held, ...]:
        return tuple(h for h in self.held if not any(u.literal for u in h.uses))

    @cached_property
    def named(self) -> float:
        """The share of things that have a name; a code is none."""
        shares = {h.iri: h.share for h in self.held}
        whole = (shares.get(p, 0.0) for p in (*self.naming.preferred, *self.naming.other))
        parts = (min(shares.get(g, 0.0), shares.get(f, 0.0)) for g, f in self.naming.parts)
        return max((*whole, *parts), default=0.0)

    @cached_property
    def is_nameless(self) -> bool:
        """Whether nothing says what its things are called, their IRIs neither."""
        return self.named <= HARDLY and not self.has_spoken_iris

    @cached_property
    def has_spoken_iris(self) -> bool:
        """Whether most of the things that were seen have words for an IRI."""
        seen = {
            value.value
            for held in self.into
            if held.sample and held.classes == {self.iri}
            for value, _ in held.sample.values
            if value.kind == "iri"
        }
        return 2 * sum(_is_spoken(iri, self.own_words) for iri in seen) > len(seen)

    @cached_property
    def has_key(self) -> bool:
        """Whether each thing is known by a text, or a number that is called one, of its own."""
        return any(self._tells_apart(h) for h in self.literals if h.share >= MOST)

    def _tells_apart(self, held: Held) -> bool:
        sample = held.sample
        if sample is None or held.each > 1 or held.iri in KNOWN_OTHER_NAMES:
            return False
        is_own = len(sample.values) >= min(_FEW, self.things) and all(n == 1 for _, n in sample.values)
        return is_own and (held.is_text or held.is_number) and not _is_measured(held)


def _is_spoken(iri: str, minted: frozenset[str]) -> bool:
    """Whether the end of an IRI is what people say: `Oslo`, and not `address-17` or `address_oslo`."""
    words = fold(spaced(local_name(iri))).split()
    return has_spoken_iri(iri) and minted.isdisjoint(words) and not any(c.isdigit() for c in "".join(words))


def _is_measured(held: Held) -> bool:
    """Whether different numbers may be measured ones: some are broken, or they are no whole numbers."""
    return held.is_number and not held.datatypes <= {XSD + "integer", XSD + "int", XSD + "long"}


class Outlines:
    """The outlines of all classes of one ontology."""

    def __init__(self, ontology: Ontology, naming: Naming) -> None:
        self.ontology, self.naming = ontology, naming
        self._held: defaultdict[str, dict[str, list[Use]]] = defaultdict(dict)
        self._into: defaultdict[str, dict[str, list[Use]]] = defaultdict(dict)
        for use in ontology.typical:
            if use.property.startswith(_LANGUAGES) and use.property != RDFS + "label":
                continue
            self._held[use.subject].setdefault(use.property, []).append(use)
            if not use.literal:
                self._into[use.object].setdefault(use.property, []).append(use)
        self._known: dict[str, Outline] = {}

    def all(self) -> Iterator[Outline]:
        """Those of the classes with things, in order."""
        for iri, cls in sorted(self.ontology.classes.items()):
            if cls.instances and not iri.startswith(_LANGUAGES):
                yield self.of(iri)

    def of(self, cls: str) -> Outline:
        """The outline of a class."""
        if cls not in self._known:
            things = self.ontology.instances(cls)
            self._known[cls] = Outline(
                iri=cls,
                things=things,
                held=tuple(self._one(cls, p, uses, things) for p, uses in _ordered(self._held[cls])),
                into=tuple(self._back(p, uses, things) for p, uses in _ordered(self._into[cls])),
                naming=self.naming,
                own_words=words_of(self.ontology, cls),
            )
        return self._known[cls]

    def into(self, cls: str) -> Iterator[Use]:
        """The uses of properties that lead to things of a class."""
        return (use for uses in self._into[cls].values() for use in uses)

    def label(self, iri: str) -> str:
        return f"“{self.ontology.label(iri)}”"

    def _one(self, cls: str, prop: str, uses: Sequence[Use], things: int) -> Held:
        sample = self.ontology.sample(cls, prop)
        having = sample.having if sample else max(u.subjects for u in uses)
        count = sample.count if sample else max(u.count for u in uses)
        share, each = having / max(things, 1), count / max(having, 1)
        return Held(prop, share, each, tuple(uses), sample, self.ontology.read_as(prop))

    def _back(self, prop: str, uses: Sequence[Use], things: int) -> Held:
        """What leads to a class; a thing that starts there may have several classes, of which one counts."""
        count = max(u.count for u in uses)
        samples = (self.ontology.sample(u.subject, prop) for u in uses)
        found = next((s for s in samples if s), None)
        return Held(prop, min(1.0, count / max(things, 1)), count / max(things, 1), tuple(uses), found)


def _ordered(uses: Mapping[str, list[Use]]) -> list[tuple[str, list[Use]]]:
    return sorted(uses.items(), key=lambda item: (-max(u.subjects for u in item[1]), item[0]))


def words_of(ontology: Ontology, iri: str) -> frozenset[str]:
    """The words of a term's name, in small letters without accents."""
    return frozenset(fold(ontology.label(iri)).split())


def is_called(ontology: Ontology, iri: str, phrases: str, *, without: Collection[str] = ()) -> bool:
    """Whether one of a term's names is one of a language's `phrases`, but for the verb that it begins with
    and the words at its end that say of what: "is part of department".
    """
    known = ontology.properties.get(iri) or ontology.classes.get(iri)
    wanted = everywhere(phrases)
    for name in {
        ontology.label(iri),
        spaced(local_name(iri)),
        *(n.text for n in (known.names if known else ())),
    }:
        words = fold(without_verb(name)).split()
        while words and words[-1] in without:
            words.pop()
        if {" ".join(words), fold(name)} & wanted:
            return True
    return False
