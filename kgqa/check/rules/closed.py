"""*Closed*: nothing is asked that would show, or tell of, what the asker may not see."""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.check.closed import Kind, closing, touches
from kgqa.check.conditions import Closed, Conditions
from kgqa.check.rule import Case, Forbidden, Rule
from kgqa.check.words import quoted, shown
from kgqa.ontology import local_name, spaced
from kgqa.sparql.model import Iri, Var
from kgqa.types import Ground, Issue
from kgqa.wording.said import say, together

NAME = "closed"
MESSAGE = say("This question touches what is not open to you here.")
_WHO = say("An admin of Querist says in its settings what is closed, and can open it.")


def find(case: Case) -> Iterator[Issue]:
    closed = case.conditions.closed
    if not closed:
        return
    known = case.ontology.known_classes and case.ontology.known_properties
    found = list(
        touches(
            case.query,
            closing(case.ontology, closed),
            case.conditions.things,
            elsewhere=bool(known) and Ground.UNLIKELY in case.conditions.policy.blocks,
        )
    )
    if not found:
        return
    unclear = next((t.node for t in found if isinstance(t.node, Var)), None)
    node = shown(unclear) if unclear else say("each thing")
    thing = next((t.node for t in found if t.kind is Kind.ABSENT), None)
    absent = quoted(spaced(local_name(thing.value))) if isinstance(thing, Iri) else ""
    hint = {
        Kind.CLOSED: say("Ask without it."),
        Kind.ABSENT: say("The graph says nothing of {name} that is open to you.", name=absent),
        Kind.UNWRITTEN: say("Write every IRI in full, without BASE and without steps such as /../ in it."),
        Kind.OPEN_ENDED: say(
            "Ask for properties by name: what asks for anything would show what is closed too."
        ),
        Kind.UNCLEAR: say(
            "Say with `a` of which class {node} is: by this query it may be anything.", node=node
        ),
        Kind.GRAPHS: say("Name the graph that is asked: GRAPH <…> { … }."),
    }
    kind = min((t.kind for t in found), key=list(Kind).index)
    yield Issue(rule=NAME, message=MESSAGE, ground=Ground.FORBIDDEN, hint=together(hint[kind], _WHO))


def _closed(query: str, closed: Closed) -> Forbidden:
    return Forbidden(
        query=query, message=MESSAGE, ground=Ground.FORBIDDEN, conditions=Conditions(closed=closed)
    )


_EX = "https://example.org/shop/"
_PRICE = Closed(properties=frozenset((_EX + "price",)))
_PEOPLE = Closed(classes=frozenset((_EX + "Employee",)))
_GRAPH = Closed(graphs=frozenset((_EX + "payroll",)))

RULE = Rule(
    name=NAME,
    why="What an asker may not see is not told by rows, by counts, or by what is found and what is not.",
    find=find,
    needs_ontology=False,
    allows=("SELECT ?p ?v WHERE { ?p ex:price ?v }",),
    forbids=(
        _closed("SELECT ?p ?v WHERE { ?p ex:price ?v }", _PRICE),
        _closed("SELECT ?p WHERE { ?p a ex:Product FILTER NOT EXISTS { ?p ex:price ?v } }", _PRICE),
        _closed("SELECT ?v WHERE { ?p ex:hasSupplier ?s . ?p ?any ?v }", _PRICE),
        _closed("SELECT ?v WHERE { ?p ex:hasSupplier ?s . ?p !ex:hasSupplier ?v }", _PRICE),
        _closed("DESCRIBE ?p WHERE { ?p a ex:Product }", _PRICE),
        _closed("SELECT ?l WHERE { ?x rdfs:label ?l }", _PRICE),
        _closed("SELECT ?v WHERE { ?p <https://example.org/shop/x/../price> ?v }", _PRICE),
        _closed("SELECT ?e WHERE { ?e a ex:Employee }", _PEOPLE),
        _closed("SELECT ?n WHERE { ?a a ex:Agent ; ex:name ?n }", _PEOPLE),
        _closed("SELECT ?p ?n WHERE { GRAPH ?g { ?p a ex:Product ; ex:name ?n } }", _GRAPH),
    ),
)
