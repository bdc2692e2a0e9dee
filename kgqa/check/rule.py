"""What a rule is: its reason, what it allows, what it forbids, and the function that finds violations.

In: nothing. Out: `Rule`, the `Case` that a rule sees, and the `Forbidden` examples that tests and the
manual are made from.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property

from kgqa.check.bindings import Bindings, bindings
from kgqa.check.claims import Claims
from kgqa.check.closed.closing import opened
from kgqa.check.conditions import Conditions
from kgqa.check.conflicts import read_claims
from kgqa.check.detours import Detour, detours
from kgqa.check.needs import groups
from kgqa.ontology import Ontology
from kgqa.sparql.facts import Facts, facts
from kgqa.sparql.model import Element, Expr, Group, ParsedQuery, Select, Subquery, Triple
from kgqa.sparql.walk import all_elements, expressions
from kgqa.types import Ground, Issue


@dataclass(frozen=True)
class Case:
    """One query against one ontology under some conditions, with what several rules need of them. Whatever
    ontology it is given, it has the one that the asker may know: no rule names what is closed.
    """

    query: ParsedQuery
    ontology: Ontology
    conditions: Conditions = field(default_factory=Conditions)

    def __post_init__(self) -> None:
        object.__setattr__(self, "ontology", opened(self.ontology, self.conditions.closed))

    # What several rules walk through, gathered once.

    @cached_property
    def elements(self) -> tuple[Element, ...]:
        return tuple(all_elements(self.query))

    @cached_property
    def triples(self) -> tuple[Triple, ...]:
        return tuple(e for e in self.elements if isinstance(e, Triple))

    @cached_property
    def expressions(self) -> tuple[Expr, ...]:
        return tuple(expressions(self.query, self.elements))

    @cached_property
    def groups(self) -> tuple[Group, ...]:
        return tuple(groups(self.query))

    @cached_property
    def selects(self) -> tuple[Select, ...]:
        inner = (e.select for g in self.groups for e in g.elements if isinstance(e, Subquery))
        return (self.query.select, *inner)

    @cached_property
    def facts(self) -> Facts:
        return facts(self.query)

    @cached_property
    def bindings(self) -> Bindings:
        return bindings(self.query, self.ontology)

    @cached_property
    def claims(self) -> Claims:
        return read_claims(self.facts, self.ontology, self.conditions.things)

    @cached_property
    def detours(self) -> dict[int, Detour]:
        return detours(self.claims, self.ontology)


@dataclass(frozen=True, slots=True, kw_only=True)
class Forbidden:
    """A query that the rule has something to say of, on which ground, and in which words; and the query that
    the certain repair makes of it, None where none is certain. Names are those of `check.example`: the
    ontology alone, or with what its data shows (`observed`).
    """

    query: str
    message: str
    ground: Ground
    repaired: str | None = None
    observed: bool = False
    conditions: Conditions = field(default_factory=Conditions)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """`find` yields an Issue for each violation. A rule that needs the ontology rests when it is empty.

    `allows` are queries that the rule lets pass under the default conditions.
    """

    name: str
    why: str
    find: Callable[[Case], Iterable[Issue]]
    allows: tuple[str, ...]
    forbids: tuple[Forbidden, ...]
    needs_ontology: bool = True
