"""*Range*: a property leads to what it can lead to, and is compared with values of its own kind."""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.check.claims import Claim, Side, is_datatype
from kgqa.check.datatypes import Family, family
from kgqa.check.rule import Case, Forbidden, Rule
from kgqa.check.sides import against_type, leads
from kgqa.check.standing import value_behind
from kgqa.check.words import kinds, name, quoted, shown
from kgqa.ontology import RDFS_LITERAL, Ontology
from kgqa.sparql.model import Iri, Lit, Node
from kgqa.types import Ground, Issue
from kgqa.wording.said import Said, say

NAME = "range"


def find(case: Case) -> Iterator[Issue]:
    yield from against_type(case, Side.RANGE, NAME)
    for node, claims in case.claims.by_node.items():
        said: set[tuple[int, str]] = set()
        for claim in claims:
            # What the data shows beside what is declared comes after it, and is another way to say the same.
            place = (id(claim.fact.triple), claim.fact.property)
            if claim.side is not Side.RANGE or (place in said and not claim.declared):
                continue
            for issue in _constant(case, node, claim):
                said.add(place)
                yield issue


def _constant(case: Case, node: Node, claim: Claim) -> Iterator[Issue]:
    if isinstance(node, Lit) and not value_behind(claim.fact.property, case.ontology):
        yield from _literal(case, node, claim)
    elif isinstance(node, Iri):
        yield from _iri(case, node, claim)


def _literal(case: Case, literal: Lit, claim: Claim) -> Iterator[Issue]:
    ontology = case.ontology
    wanted = family(literal.datatype) or Family.OTHER
    datatypes = {c for c in claim.classes | claim.observed if is_datatype(c, ontology)}
    families = {family(d) or Family.OTHER for d in datatypes}
    if RDFS_LITERAL in datatypes or wanted in families or Family.OTHER in families | {wanted}:
        return
    text = quoted(literal.value)
    what = say("the text {text}", text=text) if wanted is Family.TEXT else text
    yield Issue(
        rule=NAME,
        message=say(
            "{leads}, but here it is compared with {what}.",
            leads=leads(claim.fact.property, ontology),
            what=what,
        ),
        ground=_ground(claim),
        hint=_hint(claim, ontology, say(wanted.value)),
    )


def _iri(case: Case, iri: Iri, claim: Claim) -> Iterator[Issue]:
    ontology = case.ontology
    both = claim.classes | claim.observed
    if "" in both or not all(is_datatype(c, ontology) for c in both):
        return
    yield Issue(
        rule=NAME,
        message=say(
            "{leads}, but here it leads to the thing {node}.",
            leads=leads(claim.fact.property, ontology),
            node=shown(iri),
        ),
        ground=_ground(claim),
        hint=_hint(claim, ontology, say("an IRI")),
    )


def _hint(claim: Claim, ontology: Ontology, what: str) -> Said:
    return say(
        "The property {name} has range {kinds}, but its object is {what}.",
        name=name(claim.fact.property, ontology),
        kinds=kinds(claim.classes, ontology),
        what=what,
    )


def _ground(claim: Claim) -> Ground:
    if not claim.declared:
        return Ground.UNSEEN
    return Ground.UNLIKELY if claim.loose else Ground.ENTAILED


RULE = Rule(
    name=NAME,
    why="A property that is expected to lead where it does not lead matches nothing.",
    find=find,
    allows=(
        "SELECT ?s WHERE { ?p ex:hasSupplier ?s . ?s a ex:Supplier }",
        "SELECT ?a WHERE { ?o ex:handledBy ?a . ?a a ex:Employee }",  # a subclass of the range
        "SELECT ?p WHERE { ?p ex:price 20 }",  # an integer is a number like any other
        "SELECT ?p WHERE { ?p ex:name 'Valve'@en }",
    ),
    forbids=(
        Forbidden(
            query="SELECT ?o WHERE { ?o a ex:Order ; ex:hasLine ?p . ?p a ex:Product }",
            message="“has line” leads from an order to an order line, but here it leads to a product.",
            ground=Ground.UNLIKELY,
            repaired="SELECT ?o WHERE { ?o a ex:Order ; ex:hasLine/ex:product ?p . ?p a ex:Product }",
        ),
        Forbidden(
            query="SELECT ?p WHERE { ?p ex:hasSupplier 'Acme' }",
            message="“has supplier” leads from a product to a supplier, "
            "but here it is compared with the text “Acme”.",
            ground=Ground.ENTAILED,
            repaired="SELECT ?p WHERE { ?p ex:hasSupplier ?supplier . ?supplier ex:name 'Acme' }",
        ),
        Forbidden(
            query="SELECT ?p WHERE { ?p ex:price 'cheap' }",
            message="“price” is a number that a product has, but here it is compared with the text “cheap”.",
            ground=Ground.ENTAILED,
        ),
        Forbidden(
            query="SELECT ?o WHERE { ?o a ex:Order ; ex:placedOn ex:Monday }",
            message="“placed on” is a date that an order has, but here it leads to the thing "
            "<https://example.org/shop/Monday>.",
            ground=Ground.ENTAILED,
        ),
        Forbidden(
            query="SELECT ?o WHERE { ?v ex:code ?o . ?o a ex:Order }",
            message="“code” is a value that a voucher has, but here it leads to an order.",
            ground=Ground.ENTAILED,
        ),
        Forbidden(
            query="SELECT ?p WHERE { ?p a ex:Product ; ex:price ?v . ?v a ex:Order }",
            message="“price” is a number that a product has, but here it leads to an order.",
            ground=Ground.ENTAILED,
        ),
    ),
)
