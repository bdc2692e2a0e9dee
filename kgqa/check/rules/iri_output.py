"""*IRI output*: what a query shows is readable, not an identifier that a property leads to."""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.check.conditions import Conditions, Policy
from kgqa.check.naming import nameless
from kgqa.check.rule import Case, Forbidden, Rule
from kgqa.check.sides import leads
from kgqa.check.words import quoted
from kgqa.types import Ground, Issue
from kgqa.wording.said import say

NAME = "IRI output"
_TOLD = Conditions(policy=Policy(silent=frozenset()))


def find(case: Case) -> Iterator[Issue]:
    for each in nameless(case):
        if each.subject:
            continue  # said by the rule on subjects
        message = say("The query shows {name} by its identifier, not by a name.", name=quoted(each.column))
        if each.value.behind:
            message = say(
                "{leads}, and the query shows its identifier.",
                leads=leads(each.value.behind, case.ontology),
            )
        yield Issue(
            rule=NAME,
            message=message,
            ground=Ground.OUTPUT,
            hint=say(
                "Your selected variable ?{name} is an IRI; your output should be something human readable, "
                "an ID or a label.",
                name=each.column,
            ),
        )


RULE = Rule(
    name=NAME,
    why="An IRI tells a reader nothing. Querist shows names for IRIs by itself and keeps this rule silent; "
    "another tool may not.",
    find=find,
    allows=(
        "SELECT ?n WHERE { ?p ex:hasSupplier ?s . ?s ex:name ?n }",
        "SELECT ?s ?n WHERE { ?p ex:hasSupplier ?s . ?s ex:name ?n }",  # beside its name
        "SELECT (COUNT(?s) AS ?n) WHERE { ?p ex:hasSupplier ?s }",
    ),
    forbids=(
        Forbidden(
            query="SELECT ?s WHERE { ?p ex:hasSupplier ?s }",
            message="“has supplier” leads from a product to a supplier, and the query shows its identifier.",
            ground=Ground.OUTPUT,
            conditions=_TOLD,
        ),
        Forbidden(
            query="SELECT (SAMPLE(?c) AS ?some) (COUNT(*) AS ?n) WHERE { ?s ex:country ?c }",
            message="“country” leads from a supplier to a country, and the query shows its identifier.",
            ground=Ground.OUTPUT,
            conditions=_TOLD,
        ),
    ),
)
