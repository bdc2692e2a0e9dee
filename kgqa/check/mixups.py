"""Statements of Wikibase (`p:P39`, then `ps:P39`) and direct claims (`wdt:P39`), where a query mixes them up.

In: the facts of a query, the ontology with its patterns. Out: each fact that takes a thing or a value for a
statement, or a statement for one of these.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto
from functools import cached_property

from kgqa.ontology import Ontology, Pattern, PatternKind, Role
from kgqa.sparql.facts import Fact
from kgqa.sparql.model import Iri, Lit, Node
from kgqa.sparql.scope import together


class Mistake(Enum):
    TAKEN = auto()  # a claim is taken to lead to its value, and leads to a statement
    ASKED = auto()  # the value of a statement is asked of what is none
    QUALIFIED = auto()  # a qualifier is asked of what is no statement
    OTHER = auto()  # the value of a statement of another property


@dataclass(frozen=True, slots=True)
class Mixup:
    """`fact` is at fault; `pattern` is that of the statement that is meant, None where that is not known, and
    `by` is the fact that leads to what is no statement.
    """

    mistake: Mistake
    fact: Fact
    pattern: Pattern | None
    by: Fact | None = None


def mixups(facts: tuple[Fact, ...], ontology: Ontology) -> tuple[Mixup, ...]:
    """Those of a query, in the order in which it was written."""
    patterns = tuple(p for p in ontology.patterns if p.kind is PatternKind.STATEMENT)
    return tuple(_Finder(facts, patterns, ontology).found()) if patterns else ()


@dataclass(frozen=True)
class _Finder:
    facts: tuple[Fact, ...]
    patterns: tuple[Pattern, ...]
    ontology: Ontology

    @cached_property
    def claims(self) -> dict[str, Pattern]:
        return {p.of: p for p in self.patterns}

    @cached_property
    def directs(self) -> dict[str, Pattern]:
        return {iri: p for p in self.patterns for iri in p.role(Role.DIRECT)}

    @cached_property
    def values(self) -> dict[str, Pattern]:
        return {iri: p for p in self.patterns for iri in p.role(Role.VALUE)}

    @cached_property
    def qualifiers(self) -> frozenset[str]:
        return frozenset(iri for p in self.patterns for iri in p.role(Role.QUALIFIER))

    @cached_property
    def of_things(self) -> frozenset[str]:
        """The properties that things have, and no statement."""
        named = (p.of for p in self.ontology.patterns if p.kind is PatternKind.NAME)
        return frozenset((*self.claims, *self.directs, *named))

    def found(self) -> Iterator[Mixup]:
        for fact in self.facts:
            if fact.property in self.claims and self.is_thing(fact.object, fact):
                yield Mixup(Mistake.TAKEN, fact, self.claims[fact.property])
            elif fact.property in self.values or fact.property in self.qualifiers:
                yield from self.asked(fact)

    def asked(self, fact: Fact) -> Iterator[Mixup]:
        """What only statements have, and where it is asked."""
        pattern = self.values.get(fact.property)
        leading = [f for f in self.at(fact) if f.object == fact.subject]
        by = next((f for f in leading if f.property in self.directs), None)
        if by is not None or self.is_thing(fact.subject, fact):
            mistake = Mistake.ASKED if pattern else Mistake.QUALIFIED
            yield Mixup(mistake, fact, self.directs[by.property] if by else pattern, by)
            return
        claimed = [self.claims[f.property] for f in leading if f.property in self.claims]
        if pattern is not None and claimed and pattern not in claimed:
            yield Mixup(Mistake.OTHER, fact, claimed[0])

    def is_thing(self, node: Node, fact: Fact) -> bool:
        """Whether a node is a thing by name, or has what only things have."""
        if isinstance(node, Iri | Lit):
            return True
        return any(f.subject == node and f.property in self.of_things for f in self.at(fact))

    def at(self, fact: Fact) -> Iterator[Fact]:
        """The other facts that hold where this one does."""
        return (f for f in self.facts if f is not fact and together(f.scope, fact.scope))
