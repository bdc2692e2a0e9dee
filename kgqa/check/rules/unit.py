"""*Unit*: numbers in different units are not compared and added up as if they were in one."""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.check.conditions import Conditions
from kgqa.check.example import EX
from kgqa.check.fitting import fit
from kgqa.check.measured import Unsaid, unsaid
from kgqa.check.rule import Case, Forbidden, Rule
from kgqa.check.words import name, quoted
from kgqa.ontology import local_name
from kgqa.sparql.model import Iri
from kgqa.sparql.scope import together
from kgqa.sparql.writing import Writer
from kgqa.types import Ground, Issue
from kgqa.wording.said import each, say

NAME = "unit"
_TOLD = 3  # units that a message names


def find(case: Case) -> Iterator[Issue]:
    if not case.conditions.units:
        return
    for found in unsaid(case.query, case.ontology):
        units = _units(case, found)
        if len(units) > 1:
            some = each([quoted(local_name(unit)) for unit in units[:_TOLD]])
            yield Issue(
                rule=NAME,
                message=say(
                    "{name} is given in several units, such as {units}, but the query does not say which.",
                    name=name(found.fact.property, case.ontology),
                    units=some,
                ),
                ground=Ground.DOUBTFUL,
                hint=say(
                    "Ask for {unit} as well, and keep one unit or group by it.",
                    unit=Writer().path(Iri(found.units[0])),
                ),
            )


def _units(case: Case, found: Unsaid) -> list[str]:
    """The units of what the query asks for, as far as its classes tell."""
    fact = found.fact
    claims = [c for c in case.claims.by_node.get(fact.subject, ()) if together(c.fact.scope, fact.scope)]
    return sorted(
        {
            unit
            for cls, unit in case.conditions.units.get(fact.property, ())
            if not cls or all(fit(frozenset((cls,)), c.classes, case.ontology) for c in claims)
        }
    )


RULE = Rule(
    name=NAME,
    why="Ten euros and ten dollars are not twenty of anything, and a price of 12 is not above one of 11.",
    find=find,
    allows=(
        "SELECT (SUM(?n) AS ?s) WHERE { ?o ex:cost ?c . ?c ex:amount ?n }",  # nobody looked at the units
        "SELECT ?u (SUM(?n) AS ?s) WHERE { ?o ex:cost ?c . ?c ex:amount ?n ; ex:currency ?u } GROUP BY ?u",
    ),
    forbids=(
        Forbidden(
            query="SELECT (SUM(?n) AS ?s) WHERE { ?o ex:cost ?c . ?c ex:amount ?n }",
            message="“cost” is given in several units, such as “EUR” and “USD”, but the query does not "
            "say which.",
            ground=Ground.DOUBTFUL,
            observed=True,
            conditions=Conditions(
                units={EX + "cost": frozenset(((EX + "Order", "EUR"), (EX + "Order", "USD")))}
            ),
        ),
    ),
)
