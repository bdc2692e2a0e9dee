"""*Quantity*: what is compared, ordered and added up is a number, not the node that has it with its unit."""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.check.faults import done
from kgqa.check.rule import Case, Forbidden, Rule
from kgqa.check.standing import given, standings
from kgqa.check.words import kinds, name, quoted
from kgqa.ontology import Ontology
from kgqa.sparql.model import Iri, Sequence
from kgqa.sparql.writing import Writer
from kgqa.types import Ground, Issue
from kgqa.wording.said import say

NAME = "quantity"


def find(case: Case) -> Iterator[Issue]:
    ontology = case.ontology
    told = set()
    for found in standings(case):
        if (found.variable, found.behind) in told:
            continue  # one remedy for all
        told.add((found.variable, found.behind))
        if found.fault is None or found.stated is None:
            yield _issue(found.behind, found.value, say("it is put in order"), Ground.UNLIKELY, ontology)
        else:
            ground = found.stated.ground(found.fault)
            yield _issue(found.behind, found.value, done(found.fault, ontology), ground, ontology)
    for literal in given(case):
        is_done = say("it is compared with {what}", what=quoted(literal.literal.value))
        ground = Ground.ENTAILED if literal.declared else Ground.UNLIKELY
        yield _issue(literal.fact.property, literal.value, is_done, ground, ontology)


def _issue(prop: str, value: str, is_done: str, ground: Ground, ontology: Ontology) -> Issue:
    ends = frozenset(u.object for u in ontology.typical_uses(prop))
    node = say(
        "{name} leads to {what} with its value in {value}",
        name=name(prop, ontology),
        what=kinds(ends, ontology),
        value=name(value, ontology),
    )
    path = Writer().path(Sequence((Iri(prop), Iri(value))))
    return Issue(
        rule=NAME,
        message=say("{it_is}, but here {done}.", it_is=node, done=is_done),
        ground=ground,
        hint=say("Write {path} in place of {property}.", path=path, property=Writer().path(Iri(prop))),
    )


RULE = Rule(
    name=NAME,
    why="Where a number has a unit, a node of its own has both. SPARQL compares such a node with no number, "
    "and puts nodes in the order of their addresses.",
    find=find,
    allows=(
        "SELECT ?o WHERE { ?o ex:cost/ex:amount ?n FILTER(?n > 5) }",
        "SELECT (SUM(?n) AS ?s) WHERE { ?o ex:cost ?c . ?c ex:amount ?n ; ex:currency 'EUR' }",
        "SELECT (COUNT(?c) AS ?n) WHERE { ?o ex:cost ?c }",
    ),
    forbids=(
        Forbidden(
            query="SELECT ?o ?c WHERE { ?o ex:cost ?c FILTER(?c > 5) } ORDER BY ?c",
            message="“cost” leads to a sum with its value in “amount”, but here it is compared with the "
            "number “5”.",
            ground=Ground.ENTAILED,
            repaired="SELECT ?o ?c WHERE { ?o ex:cost/ex:amount ?c FILTER(?c > 5) } ORDER BY ?c",
            observed=True,
        ),
        Forbidden(
            query="SELECT (AVG(?c) AS ?a) WHERE { ?o ex:cost ?c . ?c ex:currency 'EUR' }",
            message="“cost” leads to a sum with its value in “amount”, but here it is averaged.",
            ground=Ground.ENTAILED,
            repaired="SELECT (AVG(?c) AS ?a) WHERE { ?o ex:cost ?sum . ?sum ex:amount ?c . "
            "?sum ex:currency 'EUR' }",
            observed=True,
        ),
        Forbidden(
            query="SELECT ?o WHERE { ?o ex:cost ?c } ORDER BY DESC(?c) LIMIT 1",
            message="“cost” leads to a sum with its value in “amount”, but here it is put in order.",
            ground=Ground.UNLIKELY,
            repaired="SELECT ?o WHERE { ?o ex:cost/ex:amount ?c } ORDER BY DESC(?c) LIMIT 1",
            observed=True,
        ),
        Forbidden(
            query="SELECT ?o WHERE { ?o ex:cost 5 }",
            message="“cost” leads to a sum with its value in “amount”, but here it is compared with “5”.",
            ground=Ground.ENTAILED,
            observed=True,
        ),
    ),
)
