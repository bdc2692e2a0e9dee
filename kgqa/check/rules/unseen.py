"""*Unseen*: what a query asks for has come up in the data."""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.check.claims import STANDARD, SUBCLASS, Side
from kgqa.check.rule import Case, Forbidden, Rule
from kgqa.check.words import kind, kinds, name, shown
from kgqa.ontology import RDF_TYPE, Ontology, Part, PropertyKind
from kgqa.sparql.model import Iri
from kgqa.types import Ground, Issue
from kgqa.wording.said import either, say, together

NAME = "unseen"
_TOLD = 3  # classes that a message names


def find(case: Case) -> Iterator[Issue]:
    if case.ontology.uses:
        yield from _unused(case)
        yield from _empty(case)
        yield from _together(case)


def _unused(case: Case) -> Iterator[Issue]:
    """Properties that are declared and that nothing in the data has."""
    ontology = case.ontology
    for iri in dict.fromkeys(fact.property for fact in case.facts.facts):
        declared = ontology.properties.get(iri)
        if declared is None or iri.startswith(STANDARD) or declared.kind is PropertyKind.ANNOTATION:
            continue
        if not ontology.is_read(iri) or any(ontology.uses_of(p) for p in ontology.subproperties(iri)):
            continue
        used = [name(i, ontology) for i in sorted(ontology.inverses(iri)) if ontology.uses_of(i)]
        hint = say("The property <{iri}> is declared, and no statement of the data has it.", iri=iri)
        if used:
            hint = together(hint, say("The data has its inverse, {names}.", names=either(used)))
        yield _issue(say("Nothing in the data has {name}.", name=name(iri, ontology)), hint)


def _empty(case: Case) -> Iterator[Issue]:
    """Classes that are declared and that nothing in the data is of."""
    ontology = case.ontology
    if Part.CLASSES in ontology.unread:
        return
    named = [(f.object.value, f.property) for f in case.facts.facts if isinstance(f.object, Iri)]
    above = dict.fromkeys(iri for iri, property_ in named if property_ == SUBCLASS)
    for iri in dict.fromkeys((*(iri for iri, property_ in named if property_ == RDF_TYPE), *above)):
        if iri not in ontology.classes or iri in ontology.populated or iri.startswith(STANDARD):
            continue
        below = sorted((ontology.subclasses(iri) - {iri}) & ontology.populated)
        what = kind(iri, ontology)
        if not below:
            yield _issue(
                say("Nothing in the data is {what}.", what=what),
                say(
                    "The class <{iri}> is declared, and nothing in the data is of it or of a class below it.",
                    iri=iri,
                ),
            )
        elif iri not in above:
            yield _issue(
                say(
                    "Nothing in the data is said to be {what}, only to be {others}.",
                    what=what,
                    others=_some(below, ontology),
                ),
                say("These are kinds of it: ask for `a/rdfs:subClassOf* <{iri}>`.", iri=iri),
            )


def _together(case: Case) -> Iterator[Issue]:
    """Properties that things of a class may have and that none has in the data."""
    ontology = case.ontology
    for conflict in case.claims.unseen:
        sides = (conflict.one, conflict.other)
        stated, asked = sides if conflict.one.side is Side.TYPE else sides[::-1]
        what, property_ = kinds(stated.classes, ontology), name(asked.fact.property, ontology)
        observed = _some(sorted(asked.observed), ontology)
        if asked.side is Side.DOMAIN:
            message = "Nothing in the data that is {what} has {name}; what has it is {observed}."
            hint = (
                "The ontology lets {name} start at {what}, as {node} is, but no statement of the data does."
            )
        else:
            message = "In the data {name} never leads to {what}: it leads to {observed}."
            hint = "The ontology lets {name} lead to {what}, as {node} is, but no statement of the data does."
        yield _issue(
            say(message, what=what, name=property_, observed=observed),
            say(hint, what=what, name=property_, node=shown(asked.node)),
        )


def _some(classes: list[str], ontology: Ontology) -> str:
    """A few of the classes as one phrase."""
    words = [kind(c, ontology) for c in classes[:_TOLD]]
    return either((*dict.fromkeys(words), *((say("something else"),) if len(classes) > _TOLD else ())))


def _issue(message: str, hint: str) -> Issue:
    return Issue(rule=NAME, message=message, ground=Ground.UNSEEN, hint=hint)


RULE = Rule(
    name=NAME,
    why="What the ontology allows and the data never shows gives an empty answer; mostly something else is "
    "meant.",
    find=find,
    allows=(
        "SELECT ?s WHERE { ?p a ex:Service ; ex:hasSupplier ?s }",  # nothing is known of the data
        "SELECT ?v WHERE { ?v a ex:Voucher }",
    ),
    forbids=(
        Forbidden(
            query="SELECT ?s WHERE { ?p a ex:Service ; ex:hasSupplier ?s }",
            message="Nothing in the data that is a service has “has supplier”; what has it is hardware.",
            ground=Ground.UNSEEN,
            observed=True,
        ),
        Forbidden(
            query="SELECT ?o WHERE { ?o ex:handledBy ?a . ?a a ex:Supplier }",
            message="In the data “handled by” never leads to a supplier: it leads to an employee.",
            ground=Ground.UNSEEN,
            observed=True,
        ),
        Forbidden(
            query="SELECT ?p WHERE { ?s ex:supplies ?p }",
            message="Nothing in the data has “supplies”.",
            ground=Ground.UNSEEN,
            observed=True,
        ),
        Forbidden(
            query="SELECT ?v WHERE { ?v a ex:Voucher }",
            message="Nothing in the data is a voucher.",
            ground=Ground.UNSEEN,
            observed=True,
        ),
        Forbidden(
            query="SELECT ?a WHERE { ?a a ex:Agent }",
            message="Nothing in the data is said to be an agent, only to be an employee or a supplier.",
            ground=Ground.UNSEEN,
            observed=True,
        ),
    ),
)
