"""Which facts of a query may be at fault.

In: a case. Out: the facts that conflict with others, and those whose ends are constants or calculated with.
"""

from __future__ import annotations

from kgqa.check.claims import STANDARD, Claim, Side
from kgqa.check.rule import Case
from kgqa.sparql.facts import Fact
from kgqa.sparql.model import Iri, Lit, Var
from kgqa.sparql.walk import expressions, variables


def suspects(case: Case) -> tuple[Fact, ...]:
    """Facts whose property conflicts with what else is said of its ends, or with what stands there."""
    claims = [c for conflict in case.claims.conflicts for c in (conflict.one, conflict.other)]
    found = {(id(c.fact.triple), c.fact.subject, c.fact.object): c.fact for c in claims if by_property(c)}
    for fact in case.facts.facts:
        if (
            isinstance(fact.object, Lit | Iri) or isinstance(fact.subject, Lit)
        ) and not fact.property.startswith(STANDARD):
            found.setdefault((id(fact.triple), fact.subject, fact.object), fact)
    calculated = {Var(n) for e in expressions(case.query) for n in variables(e)}
    for fact in case.facts.facts:
        if calculated & {fact.subject, fact.object} and not fact.property.startswith(STANDARD):
            found.setdefault((id(fact.triple), fact.subject, fact.object), fact)
    return tuple(found.values())


def by_property(claim: Claim) -> bool:
    return claim.side is not Side.TYPE
