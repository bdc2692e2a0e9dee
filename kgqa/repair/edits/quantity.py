"""*Quantity*: a node that stands for a number becomes the number.

In: a case. Out: the query in which a variable that was taken for a number is bound to it, one step further;
the node keeps what else is asked of it under a name of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from kgqa.check.rule import Case
from kgqa.check.standing import given, standings
from kgqa.check.words import name
from kgqa.repair.edit import Edit, EditKind, Tier
from kgqa.repair.fresh import called, fresh
from kgqa.repair.places import Place, places, put, put_all, with_steps, written
from kgqa.sparql.change import inside
from kgqa.sparql.model import Aggregate, Element, Inverse, Iri, Node, ParsedQuery, Triple, Var
from kgqa.wording.said import say

NAME = "quantity"


def propose(case: Case) -> Iterator[Edit]:
    yield from _variables(case)
    for literal in given(case):
        place = next((p for p in places(case) if p.triple is literal.fact.triple), None)
        if place is not None and place.leads_to(literal.literal):
            triple = with_steps(place, literal.literal, Inverse(Iri(literal.value)))
            query = put(case.query, place.triple, triple)
            yield _edit(query, literal.fact.property, literal.value, case)


def _variables(case: Case) -> Iterator[Edit]:
    """All of them at once: of two prices that are compared, one alone puts nothing right."""
    query, last = case.query, ("", "")
    for variable, behind, value in dict.fromkeys((s.variable, s.behind, s.value) for s in standings(case)):
        changed = _bound_to_value(replace(case, query=query), variable, behind, value)
        if changed is not None:
            query, last = changed, (behind, value)
    if query is not case.query:
        yield _edit(query, *last, case)


def _bound_to_value(case: Case, variable: Var, behind: str, value: str) -> ParsedQuery | None:
    """The query with the variable bound to the value of the node; None where nodes are counted, or where it
    is not known how the node is reached.
    """
    if _is_counted(case, variable):
        return None
    around = [
        p for p in places(case) if any(variable in (written(f.subject), written(f.object)) for f in p.facts)
    ]
    leading = [p for p in around if _leads_by(p, variable, behind)]
    if not leading:
        return None
    if leading == around:
        return put_all(
            case.query, {id(p.triple): (with_steps(p, variable, Inverse(Iri(value))),) for p in leading}
        )
    ends = frozenset(u.object for u in case.ontology.typical_uses(behind))
    node = Var(fresh(case.query, called(ends, behind)))
    new: dict[int, tuple[Element, ...]] = {
        id(p.triple): (_of_node(p.triple, variable, node),) for p in around
    }
    for place in leading:
        new[id(place.triple)] = (*new[id(place.triple)], Triple(node, Iri(value), variable))
    return put_all(case.query, new)


def _leads_by(place: Place, variable: Var, behind: str) -> bool:
    """Whether a pattern leads to a variable by this property, as its last step or, from behind, its first."""
    last, first = place.facts[-1], place.facts[0]
    if place.steps and written(place.ends(-1)[1]) == variable:
        return last.property == behind and written(last.object) == variable
    if place.steps and written(place.ends(0)[0]) == variable:
        return first.property == behind and written(first.object) == variable
    return False


def _of_node(triple: Triple, old: Var, new: Var) -> Triple:
    def moved(node: Node) -> Node:
        return new if node == old else node

    return Triple(moved(triple.subject), triple.predicate, moved(triple.object))


def _is_counted(case: Case, variable: Var) -> bool:
    """Whether different nodes are counted, which their values would not be."""
    counted = Aggregate("COUNT", variable, distinct=True)
    return any(part == counted for part in inside(case.query.select))


def _edit(query: ParsedQuery, behind: str, value: str, case: Case) -> Edit:
    return Edit(
        kind=NAME,
        query=query,
        what=say(
            "{name} is followed to the {value} of what it leads to.",
            name=name(behind, case.ontology),
            value=name(value, case.ontology),
        ),
        tier=Tier.SPELLING,
    )


KIND = EditKind(
    name=NAME,
    why="Models write that a price is more than 5, and a node with an amount and a currency stands between.",
    propose=propose,
)
