"""*Subject output*: what a query shows is readable, not the subject of a pattern."""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.check.conditions import Conditions, Policy
from kgqa.check.naming import nameless
from kgqa.check.rule import Case, Forbidden, Rule
from kgqa.check.words import quoted
from kgqa.types import Ground, Issue
from kgqa.wording.said import say

NAME = "subject output"
_TOLD = Conditions(policy=Policy(silent=frozenset()))


def find(case: Case) -> Iterator[Issue]:
    for each in nameless(case):
        if each.subject:
            yield Issue(
                rule=NAME,
                message=say(
                    "The query shows {name} by its identifier, not by a name.", name=quoted(each.column)
                ),
                ground=Ground.OUTPUT,
                hint=say(
                    "Your selected variable ?{name} is an IRI (the subject of a triple is always an IRI). "
                    "Your output should be something human readable, an ID or a label.",
                    name=each.column,
                ),
            )


RULE = Rule(
    name=NAME,
    why="The subject of a pattern is always an IRI, which tells a reader nothing. Querist shows names for "
    "IRIs by itself and keeps this rule silent; another tool may not.",
    find=find,
    needs_ontology=False,
    allows=(
        "SELECT ?n WHERE { ?p a ex:Product ; ex:name ?n }",
        "SELECT ?p ?l WHERE { ?p a ex:Product ; rdfs:label ?l }",  # beside its label
        "SELECT ?n (COUNT(?p) AS ?products) WHERE { ?p ex:hasSupplier/ex:name ?n } GROUP BY ?n",
        "ASK { ?p ex:price 5.0 }",
        "SELECT ?n { { SELECT ?p WHERE { ?p ex:price ?v } ORDER BY ?v LIMIT 1 } ?p ex:name ?n }",
    ),
    forbids=(
        Forbidden(
            query="SELECT ?p ?v WHERE { ?p ex:price ?v }",
            message="The query shows “p” by its identifier, not by a name.",
            ground=Ground.OUTPUT,
            conditions=_TOLD,
        ),
        Forbidden(
            query="SELECT ?s (COUNT(?p) AS ?n) { ?p ex:hasSupplier ?s . ?s ex:country ?c } GROUP BY ?s",
            message="The query shows “s” by its identifier, not by a name.",
            ground=Ground.OUTPUT,
            conditions=_TOLD,
        ),
    ),
)
