"""*Literal subject*: a value has nothing of its own."""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.check.rule import Case, Forbidden, Rule
from kgqa.check.words import name, quoted
from kgqa.sparql.model import Lit
from kgqa.types import Ground, Issue
from kgqa.wording.said import say

NAME = "literal subject"


def find(case: Case) -> Iterator[Issue]:
    for fact in (*case.facts.facts, *case.facts.open):
        if isinstance(fact.subject, Lit):
            what = say("what it has")
            if fact.property:
                what = say("its {name}", name=name(fact.property, case.ontology))
            yield Issue(
                rule=NAME,
                message=say(
                    "The value {value} is asked for {what}, but only things have anything.",
                    value=quoted(fact.subject.value),
                    what=what,
                ),
                ground=Ground.BROKEN,
                hint=say(
                    "In RDF a literal is the subject of no statement. Is the pattern the wrong way round?"
                ),
            )


RULE = Rule(
    name=NAME,
    why="No graph can hold such a statement; mostly the pattern is the wrong way round.",
    find=find,
    needs_ontology=False,
    allows=("SELECT ?p WHERE { 'Valve' ^ex:name ?p }",),
    forbids=(
        Forbidden(
            query="SELECT ?p WHERE { 'Valve' ex:name ?p }",
            message="The value “Valve” is asked for its “name”, but only things have anything.",
            ground=Ground.BROKEN,
            repaired="SELECT ?p WHERE { ?p ex:name 'Valve' }",
        ),
    ),
)
