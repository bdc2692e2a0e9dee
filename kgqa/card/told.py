"""A card in words: a line for each class and each of its properties, as a model and a person read it.

In: a Card with handles for its terms. Out: lines. Whatever comes from the graph stands on one line of its
own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable
from dataclasses import dataclass
from functools import cached_property

from kgqa.card.card import ANYTHING, Card, ClassCard, Held
from kgqa.card.handles import thing_handles
from kgqa.card.patterns import Patterns
from kgqa.declared import NUMERIC, is_datatype
from kgqa.fence import on_one_line
from kgqa.linking.names import KNOWN_NAMES
from kgqa.ontology import RDF_LANG_STRING, RDFS_LITERAL, SKOS, XSD, Ontology, Part, Sample, local_name, spaced
from kgqa.types import Term
from kgqa.values.units import without_unit
from kgqa.vocabulary import Vocabulary
from kgqa.vocabulary.handles import standard
from kgqa.wording import words

VOCABULARY = 24  # different values that are told whole, where things share them
FEW = 16  # short values that are told whole in any case
FEWEST = 6  # things that are, however long their addresses
_ROOM = 240  # characters of such values together
EXAMPLES = 3  # values that are told of others
ODD = 2  # values that are neither number nor date, told where the others are
COMMON = 0.05  # the share of what was looked at from which a value is common
COMMONEST = 8  # such values that are told
_NAME, _VALUE, _COMMENT = 50, 40, 140  # characters
LISTED = 40  # terms of a kind that are named
_ENDS = 5  # classes that one property is said to lead to
RARE = 0.02  # the share of what a property leads to below which it is an outlier
_SHARED = 2.0  # how often a value of a small vocabulary stands there, at least
_TEXTS = (XSD + "string", RDF_LANG_STRING, RDFS_LITERAL, SKOS + "notation")
_ORDERED = re.compile(r"[+-]?\.?\d")


@dataclass(frozen=True)
class Told:
    """The words for one card. `label` names a thing by its IRI."""

    card: Card
    ontology: Ontology
    vocabulary: Vocabulary
    label: Callable[[str], str]

    @cached_property
    def things(self) -> dict[str, str]:
        """The handles of the things that the card names, by IRI, without their colons."""
        named = (
            value.value
            for cls in self.card.classes
            for held in cls.held
            if held.sample
            for value, _ in _shown(held.sample)
            if value.kind == "iri" and value.value not in self.ontology.known_terms
        )
        return thing_handles(named, self.label, self.vocabulary)

    @cached_property
    def patterns(self) -> Patterns:
        """The words for the patterns."""
        return Patterns(self.ontology, self._handle)

    # ── lines ────────────────────────────────────────────────────────────────────────────────────

    def opening(self, cls: ClassCard) -> str:
        """The first line of a class."""
        return f"{self.title(cls)}: {self.about(cls)}".rstrip()

    def title(self, cls: ClassCard) -> str:
        """A class by its handle and name."""
        return (
            "Things without a class" if cls.iri == ANYTHING else self._handle(cls.iri) + self._name(cls.iri)
        )

    def about(self, cls: ClassCard) -> str:
        """How many things a class has, where it stands among the classes, how its things are called."""
        if cls.iri == ANYTHING:
            return ""
        known = self.ontology.classes.get(cls.iri)
        above = [self._handle(p) for p in (known.parents if known else ()) if not standard(p)]
        parts = [
            f"{cls.things:,} thing{'s' if cls.things > 1 else ''}" if cls.things else "no things of its own"
        ]
        if above:
            parts.append(f"a kind of {', '.join(above[:_ENDS])}")
        if cls.within:
            parts.append(f"all also typed {', '.join(map(self._handle, cls.within[:_ENDS]))}")
        if cls.below:
            more = f" and {len(cls.below) - _ENDS} more" if len(cls.below) > _ENDS else ""
            below = ", ".join(f"{self._handle(c)} {self.ontology.instances(c):,}" for c in cls.below[:_ENDS])
            parts.append(f"and those of its kinds: {below}{more}")
        if said := self.patterns.of_class(cls.iri):
            parts.append(said)
        parts += self._called(cls)
        comment = self._comment(known.comment if known else "")
        return "; ".join(parts) + comment

    def _called(self, cls: ClassCard) -> list[str]:
        names = ", ".join(f'"{_line(n, _VALUE)}"' for n in cls.names)
        if cls.named_by:
            together = self.patterns.name_in_parts(cls.iri)
            by = together or " or ".join(map(self._handle, cls.named_by[:2]))
            return [f"named by {by}: {names}" if names else f"named by {by}"]
        return [f"named by their IRIs alone: {names}"] if names else []

    def said(self, held: Held, things: int) -> str:
        """The line of a property; `things` are those of the class."""
        known = self.ontology.properties.get(held.iri)
        parts = [f"{self._handle(held.iri)}{self._name(held.iri)} {self._end(held)}"]
        if known and known.unit and held.datatypes:
            parts[0] += f" in {_line(known.unit, _VALUE)}"
        if held.having != things:
            of = f" of {things:,}" if things > held.having else ""
            parts.append(f"{held.having:,}{of} have it")
        if held.count > held.having:
            parts.append(
                f"{held.count / held.having:.1f} each" if held.count > 1.05 * held.having else "some several"
            )
        if known and (wider := [self._handle(p) for p in known.parents if not standard(p)]):
            parts.append(f"a kind of {', '.join(wider[:2])}")
        if used := [q for q in sorted(self.ontology.inverses(held.iri)) if self.ontology.uses_of(q)]:
            parts.append(self._inverse(held.iri, used[0]))
        if known and known.symmetric:
            parts.append(f"goes both ways: {self._handle(held.iri)}|^{self._handle(held.iri)} is all of it")
        if said := self.patterns.of_property(held.iri):
            parts.append(said)
        if held.sample and (values := self._values(held.sample, held)):
            parts.append(values)
        comment = self._comment(known.comment if known else "")
        return f"  {'; '.join(parts)}{comment}"

    def _inverse(self, prop: str, other: str) -> str:
        """What an inverse that the data has is to a property: its mirror, or the rest of what it says."""
        own, theirs = (sum(u.count for u in self.ontology.uses_of(p)) for p in (prop, other))
        back = self._handle(other)
        if own == theirs:
            return f"the same as {back} the other way round"
        return f"the rest is stated the other way round: {self._handle(prop)}|^{back} is all of it"

    def empty(self) -> list[str]:
        """What is declared and not there."""
        lines = []
        if self.card.empty_classes:
            lines.append(
                f"Declared classes without things: {_listed(map(self._handle, self.card.empty_classes))}"
            )
        if self.card.empty_properties:
            told = map(self._explained, self.card.empty_properties)
            lines.append(f"Declared properties that the data does not have: {_listed(told)}")
        return lines

    def undeclared(self, among: Container[str] | None = None) -> list[str]:
        """What is there and not declared; of these properties alone, where some are given."""
        found = [iri for iri in self.card.undeclared if among is None or iri in among]
        return [f"In the data, and declared nowhere: {_listed(map(self._handle, found))}"] if found else []

    def unread(self) -> list[str]:
        """What could not be read, so that its absence says nothing."""
        told = []
        if unread := [part.value for part in Part if part in self.ontology.unread]:
            told.append(
                f"Not read to the end: {words('en').parts(unread)}. What is missing here may be there."
            )
        held = [h for c in self.card.classes for h in c.held if h.iri not in KNOWN_NAMES]
        if unseen := sum(h.sample is None for h in held):
            told.append(
                f"The values of {unseen:,} of {len(held):,} properties of classes were not looked at."
            )
        return told

    def _explained(self, iri: str) -> str:
        """A property with what it means."""
        known = self.ontology.properties.get(iri)
        comment = f" ({_line(known.comment, _COMMENT)})" if known and known.comment else ""
        return f"{self._handle(iri)}{comment}"

    # ── words ────────────────────────────────────────────────────────────────────────────────────

    def _end(self, held: Held) -> str:
        least = RARE * sum(n for _, n in held.ends)
        usual = [end for end, n in held.ends if n >= least]
        kinds = dict.fromkeys(_datatype(d) for d in usual if d and is_datatype(d))
        things = [self._handle(c) if c else "things without a class" for c in usual if not is_datatype(c)]
        more = "|…" if len(things) > _ENDS else ""
        rare = [
            _datatype(e) if e and is_datatype(e) else self._handle(e) for e, n in held.ends if e and n < least
        ]
        rarely = f" (rarely {', '.join(rare[:2])})" if rare else ""
        return ("-> " if things else "") + "|".join((*kinds, *things[:_ENDS])) + more + rarely

    def _values(self, sample: Sample, held: Held) -> str:
        shown = _shown(sample)
        if shown:
            told = ", ".join(f"{self._value(v, handles=True)} {n:,}" for v, n in shown)
            is_all = sample.whole and len(shown) == len(sample.values)
            return f"{'values:' if is_all else 'mostly'} {told}"
        if _is_ordered(sample.least) and _is_ordered(sample.most) and sample.least != sample.most:
            mostly = "mostly " if sample.looked < sample.count else ""
            odd = [v for v, _ in sample.values if v.kind == "literal" and not _is_ordered(v.value)]
            also = f", also {', '.join(self._value(v, handles=False) for v in odd[:ODD])}" if odd else ""
            return f"{mostly}{sample.least} … {sample.most}{also}"
        some = [self._value(v, handles=False) for v in _examples(sample)]
        if not some:
            return ""
        is_unique = sample.values[0][1] == 1 and sample.looked > EXAMPLES and held.datatypes
        return f"e.g. {', '.join(some)}{'; each its own' if is_unique else ''}"

    def _value(self, term: Term, *, handles: bool) -> str:
        if term.kind == "iri":
            return self._thing(term.value, handles=handles)
        if term.datatype in NUMERIC or (
            (term.datatype or "").startswith(XSD) and term.datatype not in _TEXTS
        ):
            return _line(term.value, _VALUE) or '""'
        language = f"@{term.language}" if term.language else ""
        return '"' + _line(term.value, _VALUE).replace('"', "'") + '"' + language

    def _thing(self, iri: str, *, handles: bool) -> str:
        """A thing by its handle, with its label where that says more; or by its label alone."""
        if iri in self.ontology.known_terms:
            return self._handle(iri)
        label, handle = _line(self.label(iri), _VALUE), self.things.get(iri) if handles else None
        if handle is None:
            return f'"{label}"'
        return f":{handle}" if handle == label else f':{handle} "{label}"'

    def _handle(self, iri: str) -> str:
        return self.vocabulary.handle(iri)

    def _name(self, iri: str) -> str:
        """The name of a term where its handle does not say it."""
        label = _line(without_unit(self.ontology.label(iri, "en")), _NAME)
        handle = self.vocabulary.handle(iri).partition(":")[2]
        told = _letters(label) == _letters(spaced(handle))
        return "" if told or not label else f" “{label}”"

    def _comment(self, text: str) -> str:
        return f"  # {_line(text, _COMMENT)}" if text else ""


def _shown(sample: Sample) -> tuple[tuple[Term, int], ...]:
    """The values that are worth telling with how often they are there: all of a small vocabulary, or the
    common ones.
    """
    if not sample.values:
        return ()
    total = sum(n for _, n in sample.values)
    are_few = len(sample.values) <= FEW and sum(len(v.value) for v, _ in sample.values) <= _ROOM
    are_few = are_few or (len(sample.values) <= FEWEST and sample.values[0][0].kind == "iri")
    is_shared = total >= _SHARED * len(sample.values)
    if sample.whole and len(sample.values) <= VOCABULARY and (are_few or is_shared):
        is_long = any(v.kind == "literal" and len(v.value) > _VALUE for v, _ in sample.values)
        is_range = bool(sample.least) and len(sample.values) > COMMONEST
        return () if is_long or is_range else sample.values
    if sample.least or sample.values[0][1] < COMMON * sample.looked or sample.values[0][1] <= _SHARED:
        return ()
    common = [(v, n) for v, n in sample.values if n >= COMMON * sample.looked / 2]
    return tuple((v, n) for v, n in common if len(v.value) <= 2 * _VALUE or v.kind == "iri")[:COMMONEST]


def _examples(sample: Sample) -> list[Term]:
    """A few values, one of each kind first: of each datatype, and text that is no number or date."""
    values = [v for v, _ in sample.values]
    kinds = {v: (v.datatype, _is_ordered(v.value)) for v in values}
    first = set({kind: v for v, kind in reversed(kinds.items())}.values())
    return sorted(values, key=lambda v: v not in first)[:EXAMPLES]


def _is_ordered(value: str) -> bool:
    """Whether a value is a number or a time, unlike text among numbers, or NaN."""
    return bool(_ORDERED.match(value))


def _listed(handles: Iterable[str]) -> str:
    some = list(handles)
    more = f" and {len(some) - LISTED:,} more" if len(some) > LISTED else ""
    return ", ".join(some[:LISTED]) + more


def _datatype(iri: str) -> str:
    return "text" if iri in _TEXTS else local_name(iri) if is_datatype(iri) else iri


def _letters(text: str) -> str:
    return "".join(c for c in text.casefold() if c.isalnum())


def _line(text: str, most: int) -> str:
    plain = on_one_line(text[: 4 * most])
    return plain if len(plain) <= most else plain[: most - 1] + "…"
