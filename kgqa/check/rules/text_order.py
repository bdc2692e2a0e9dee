"""*Text order*: numbers that are written as texts are put in order as numbers."""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.check.casts import cast_of, casts
from kgqa.check.rule import Case, Forbidden, Rule
from kgqa.check.words import name
from kgqa.sparql.writing import Writer
from kgqa.types import Ground, Issue
from kgqa.wording.said import say

NAME = "text order"


def find(case: Case) -> Iterator[Issue]:
    for cast in casts(case):
        if cast.orders:
            written = Writer().expr(cast.variable)
            yield Issue(
                rule=NAME,
                message=say(
                    "{name} has numbers that are written as texts, but here they are ordered as texts.",
                    name=name(cast.behind, case.ontology),
                ),
                ground=Ground.UNLIKELY,
                hint=say("Write {text}.", text=cast_of(written, case.ontology.read_as(cast.behind))),
            )


RULE = Rule(
    name=NAME,
    why="In the order of texts “10” comes before “9”: the least, the greatest and what lies between are "
    "others than those of the numbers, and nobody is told.",
    find=find,
    allows=(
        "SELECT ?p WHERE { ?p ex:price ?v } ORDER BY ?v",
        "SELECT ?n WHERE { ?p ex:name ?n } ORDER BY ?n",
    ),
    forbids=(
        Forbidden(
            query="SELECT ?l WHERE { ?l ex:mass ?m } ORDER BY DESC(?m) LIMIT 1",
            message="“mass” has numbers that are written as texts, but here they are ordered as texts.",
            ground=Ground.UNLIKELY,
            repaired="SELECT ?l WHERE { ?l ex:mass ?m } ORDER BY DESC(xsd:decimal(?m)) LIMIT 1",
            observed=True,
        ),
        Forbidden(
            query='SELECT ?l WHERE { ?l ex:mass ?m FILTER(?m > "9") }',
            message="“mass” has numbers that are written as texts, but here they are ordered as texts.",
            ground=Ground.UNLIKELY,
            repaired='SELECT ?l WHERE { ?l ex:mass ?m FILTER(xsd:decimal(?m) > xsd:decimal("9")) }',
            observed=True,
        ),
    ),
)
