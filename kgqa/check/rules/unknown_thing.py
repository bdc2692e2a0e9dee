"""*Unknown thing*: the graph says something of every thing that a query names."""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.check.claims import STANDARD
from kgqa.check.conditions import Conditions
from kgqa.check.example import EX
from kgqa.check.rule import Case, Forbidden, Rule
from kgqa.check.words import quoted
from kgqa.ontology import XSD, local_name, spaced
from kgqa.sparql.walk import named_things
from kgqa.types import Ground, Issue
from kgqa.wording.said import say

NAME = "unknown thing"


def find(case: Case) -> Iterator[Issue]:
    things = case.conditions.things
    if not things:
        return
    for iri in named_things(case.query):
        if iri not in things or things[iri] is not None:
            continue
        if iri not in case.ontology.known_terms and not iri.startswith((*STANDARD, XSD)):
            yield Issue(
                rule=NAME,
                message=say("The graph says nothing of {name}.", name=quoted(spaced(local_name(iri)))),
                ground=Ground.UNSEEN,
                hint=say("The thing <{iri}> was looked up: the graph has no statement with it.", iri=iri),
            )


RULE = Rule(
    name=NAME,
    why="A thing by an identifier that somebody made up matches nothing: the answer would be empty.",
    find=find,
    needs_ontology=False,
    allows=("SELECT ?v WHERE { ex:Acme ex:name ?v }",),  # nobody looked whether the graph has it
    forbids=(
        Forbidden(
            query="SELECT ?p WHERE { ?p ex:hasSupplier ex:AcmeCorp }",
            message="The graph says nothing of “acme corp”.",
            ground=Ground.UNSEEN,
            conditions=Conditions(things={EX + "AcmeCorp": None}),
        ),
        Forbidden(
            query="DESCRIBE ex:AcmeCorp",
            message="The graph says nothing of “acme corp”.",
            ground=Ground.UNSEEN,
            conditions=Conditions(things={EX + "AcmeCorp": None}),
        ),
    ),
)
