"""*Comparison*: values are compared, searched and calculated with as values of their kind can be."""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.check.bindings import Meeting, Stated
from kgqa.check.faults import told
from kgqa.check.functions import How
from kgqa.check.kinds import alike
from kgqa.check.readings import Fault
from kgqa.check.rule import Case, Forbidden, Rule
from kgqa.check.standing import nodes_of
from kgqa.sparql.model import Var
from kgqa.types import Ground, Issue

NAME = "comparison"


def find(case: Case) -> Iterator[Issue]:
    found = case.bindings
    for stated in found.stated:
        for fault in stated.reading.faults:
            if not any(nodes_of(fault, case.ontology)):  # told as nodes that stand for a value
                yield _issue(case, fault, _ground(fault, stated, case))
    for meeting in found.meetings:
        if not alike(meeting.found.observed, meeting.given.observed):
            fault = _as_fault(meeting)
            yield _issue(case, fault, Ground.UNSEEN if fault.unseen else Ground.ENTAILED)


def _issue(case: Case, fault: Fault, ground: Ground) -> Issue:
    message, hint = told(fault, case.ontology)
    return Issue(rule=NAME, message=message, ground=ground, hint=hint)


def _ground(fault: Fault, stated: Stated, case: Case) -> Ground:
    spells = isinstance(fault.operand, Var) and case.ontology.read_as(fault.kinds.behind)
    if fault.unseen and not spells:
        return Ground.UNSEEN
    return stated.ground(fault)  # texts that spell a date or a number


def _as_fault(meeting: Meeting) -> Fault:
    """Given values are compared with what stands where they are put."""
    return Fault(
        How.COMPARED,
        Var(meeting.variable),
        meeting.found,
        meeting.given.constants[0],
        meeting.given,
        unseen=alike(meeting.found.declared, meeting.given.declared),
    )


RULE = Rule(
    name=NAME,
    why="SPARQL compares like with like: a number is never equal to a text, a thing never to its name, and "
    "between values of different kinds there is no order; the condition does not hold, and nobody is told.",
    find=find,
    allows=(
        "SELECT ?p WHERE { ?p ex:price ?v FILTER(?v > 5 && ?v != 7.5 && ?v IN (6, 8)) }",
        'SELECT ?o WHERE { ?o ex:placedOn ?d FILTER(?d >= "2020-01-01"^^xsd:date && YEAR(?d) < 2024) }',
        'SELECT ?p WHERE { ?p ex:price ?v ; ex:name ?n FILTER(CONTAINS(STR(?v), "5") || LCASE(?n) = "a") }',
        "SELECT ?p WHERE { ?p ex:hasSupplier ?s FILTER(?s != ex:Acme) }",
        'SELECT ?p WHERE { ?p ex:price ?v FILTER(?v = 5 || ?v = "5") }',  # who does not know writes both
        'SELECT (COALESCE(?v + 1, "none") AS ?w) WHERE { ?p ex:name ?n OPTIONAL { ?p ex:price ?v } }',
        "SELECT ?p WHERE { ?p ?anything ?v FILTER(?v > 5) }",  # nothing is known of it
    ),
    forbids=(
        Forbidden(
            query='SELECT ?p WHERE { ?p ex:price ?v FILTER(?v > "5") }',
            message="“price” is a number that a product has, but here it is compared with the text “5”.",
            ground=Ground.ENTAILED,
            repaired="SELECT ?p WHERE { ?p ex:price ?v FILTER(?v > 5) }",
        ),
        Forbidden(
            query='SELECT ?o WHERE { ?o ex:placedOn ?d FILTER(?d >= "2020-01-01") }',
            message="“placed on” is a date that an order has, but here it is compared with the text "
            "“2020-01-01”.",
            ground=Ground.ENTAILED,
            repaired='SELECT ?o WHERE { ?o ex:placedOn ?d FILTER(?d >= "2020-01-01"^^xsd:date) }',
        ),
        Forbidden(
            query='SELECT ?o WHERE { ?o ex:placedOn ?d FILTER(?d < "2020-01-01T00:00:00"^^xsd:dateTime) }',
            message="“placed on” is a date that an order has, but here it is compared with the date with a "
            "time “2020-01-01T00:00:00”.",
            ground=Ground.ENTAILED,
        ),
        Forbidden(
            query='SELECT ?p WHERE { ?p ex:hasSupplier ?s FILTER(?s IN ("Acme", "Bolt")) }',
            message="“has supplier” leads to a supplier, but here it is compared with the text “Acme”.",
            ground=Ground.ENTAILED,
        ),
        Forbidden(
            query='SELECT ?p WHERE { VALUES ?s { "Acme" } ?p ex:hasSupplier ?s }',
            message="“has supplier” leads to a supplier, but here it is compared with the text “Acme”.",
            ground=Ground.ENTAILED,
        ),
        Forbidden(
            query='SELECT ?p WHERE { ?p ex:hasSupplier ?s FILTER(CONTAINS(LCASE(?s), "acme")) }',
            message="“has supplier” leads to a supplier, but here it is used as a text.",
            ground=Ground.ENTAILED,
            repaired="SELECT ?p WHERE { ?p ex:hasSupplier ?s . ?s ex:name ?s_name "
            'FILTER(CONTAINS(LCASE(?s_name), "acme")) }',
        ),
        Forbidden(
            query="SELECT (SUM(?n) AS ?total) WHERE { ?p ex:name ?n }",
            message="“name” is a text, but here it is added up.",
            ground=Ground.ENTAILED,
        ),
        Forbidden(
            query="SELECT ?p WHERE { ?p ex:price ?v BIND(YEAR(?v) AS ?y) FILTER(?y > 2000) }",
            message="“price” is a number that a product has, but here it is asked for its year.",
            ground=Ground.ENTAILED,
        ),
        Forbidden(
            query='SELECT ?l WHERE { ?l ex:packedOn ?d FILTER(?d >= "2020-01-01"^^xsd:date) }',
            message="“packed on” is a text that an order line has, but here it is compared with the date "
            "“2020-01-01”.",
            ground=Ground.ENTAILED,
            repaired='SELECT ?l WHERE { ?l ex:packedOn ?d FILTER(xsd:date(?d) >= "2020-01-01"^^xsd:date) }',
            observed=True,
        ),
        Forbidden(
            query="SELECT (AVG(?m) AS ?a) WHERE { ?l ex:mass ?m }",
            message="“mass” is a text that an order line has, but here it is averaged.",
            ground=Ground.ENTAILED,
            repaired="SELECT (AVG(xsd:decimal(?m)) AS ?a) WHERE { ?l ex:mass ?m }",
            observed=True,
        ),
        Forbidden(
            query='SELECT ?p WHERE { ?p ex:hasSupplier ?s FILTER(?s != "Acme") }',
            message="“has supplier” leads to a supplier, but here it is compared with the text “Acme”.",
            ground=Ground.DOUBTFUL,
        ),
    ),
)
