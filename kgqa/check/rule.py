"""What a rule is: its reason, what it allows, what it forbids, and the function that finds violations.

In: nothing. Out: `Rule`, the `Case` that a rule sees, and the `Forbidden` examples that tests and the
manual are made from.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property

from kgqa.check.claims import Claims, read_claims
from kgqa.ontology import Ontology
from kgqa.sparql.model import ParsedQuery
from kgqa.sparql.walk import Facts, facts
from kgqa.types import Issue


@dataclass(frozen=True)
class Case:
    """One query against one ontology, with what several rules need of both."""

    query: ParsedQuery
    ontology: Ontology

    @cached_property
    def facts(self) -> Facts:
        return facts(self.query)

    @cached_property
    def claims(self) -> Claims:
        return read_claims(self.facts, self.ontology)


@dataclass(frozen=True, slots=True, kw_only=True)
class Forbidden:
    """A query that the rule refuses (or warns of), and what it says. Names are those of `check.example`."""

    query: str
    message: str
    warning: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """`find` yields an Issue for each violation. A rule that needs the ontology rests when it is empty."""

    name: str
    why: str
    find: Callable[[Case], Iterable[Issue]]
    allows: tuple[str, ...]
    forbids: tuple[Forbidden, ...]
    needs_ontology: bool = True
