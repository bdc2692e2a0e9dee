"""*Joins*: the parts of a query are connected; else each result of one is paired with each of the other, and
what is taken away or must exist has nothing to do with the rest.
"""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.check.islands import islands
from kgqa.check.rule import Case, Forbidden, Rule
from kgqa.sparql.model import (
    Aggregate,
    Bind,
    Exists,
    Filter,
    Group,
    Maybe,
    Minus,
    Node,
    Select,
    Var,
)
from kgqa.sparql.walk import bound_in, elements, groups_in, own_expressions, parts, variables
from kgqa.types import Ground, Issue
from kgqa.wording.said import say

NAME = "joins"


def find(case: Case) -> Iterator[Issue]:
    query = case.query
    selects = [] if query.form == "ask" else [query.select]  # one pair is as good as many
    if any(_apart(select) > 1 for select in (*selects, *case.selects[1:])):
        yield _issue(
            say(
                "Two parts of the query are not connected: every result of the one is paired with every "
                "result of the other."
            ),
            say("A property that leads from one part to the other is probably missing."),
        )
    for group, around in _groups(case):
        yield from _beside(group, around)


def _apart(select: Select) -> int:
    """How many parts of a query are not connected; what a column works out of each row connects them."""
    found = islands(select.where)
    for column in select.columns:
        if column.value is None or any(isinstance(p, Aggregate) for p in parts(column.value)):
            continue
        named = {Var(name) for name in variables(column.value)}
        met = [island for island in found if island & named]
        if len(met) > 1:
            found = [*(island for island in found if island not in met), frozenset[Node]().union(*met)]
    return len(found)


def _groups(case: Case) -> Iterator[tuple[Group, frozenset[str]]]:
    """Every group, with the variables that its filters see besides its own."""
    todo: list[tuple[Group, frozenset[str]]] = [(case.query.select.where, frozenset())]
    for expr in own_expressions(case.query.select):
        todo += [(e.group, frozenset()) for e in parts(expr) if isinstance(e, Exists)]
    while todo:
        group, around = todo.pop()
        yield group, around
        bound: frozenset[str] | None = None
        for element in group.elements:
            for inner in groups_in(element):
                if isinstance(element, Maybe) and _has_exists(inner):
                    bound = bound_in(group) if bound is None else bound
                    todo.append((inner, bound))
                else:
                    todo.append((inner, frozenset()))


def _has_exists(group: Group) -> bool:
    filters = (e.condition for e in group.elements if isinstance(e, Filter))
    return any(isinstance(part, Exists) for condition in filters for part in parts(condition))


def _beside(group: Group, around: frozenset[str]) -> Iterator[Issue]:
    """What a group takes away, or asks to exist, and that shares nothing with the rest of it."""
    bound: frozenset[str] | None = None
    for element in group.elements:
        if isinstance(element, Minus | Filter):
            bound = bound_in(group) if bound is None else bound
        if not bound:
            continue
        if isinstance(element, Minus) and not element.group.elements:
            yield _issue(
                say("Nothing stands behind MINUS: nothing is taken away."),
                say("Put what is to be taken away into its braces, or leave MINUS out."),
            )
        elif isinstance(element, Minus) and bound.isdisjoint(bound_in(element.group)):
            yield _issue(
                say("What the query takes away has nothing in common with the rest: nothing is taken away."),
                say("The part behind MINUS shares no variable with the part before it."),
            )
        for part in parts(element.condition) if isinstance(element, Filter) else ():
            inner = _mentioned(part.group) if isinstance(part, Exists) else frozenset()
            if inner and inner.isdisjoint(bound) and inner.isdisjoint(around):
                yield _issue(
                    say(
                        "What must exist, or must not, has nothing in common with the rest: it holds for all "
                        "results or for none."
                    ),
                    say("The part behind EXISTS shares no variable with the part around it."),
                )


def _mentioned(group: Group) -> frozenset[str]:
    """The variables that a group binds or asks after."""
    conditions = (
        e.condition if isinstance(e, Filter) else e.value if isinstance(e, Bind) else None
        for e in elements(group)
    )
    return bound_in(group).union(*(variables(c) for c in conditions if c is not None))


def _issue(message: str, hint: str) -> Issue:
    return Issue(rule=NAME, message=message, ground=Ground.DOUBTFUL, hint=hint)


RULE = Rule(
    name=NAME,
    why="Unconnected parts multiply: counts and sums come out far too high.",
    find=find,
    needs_ontology=False,
    allows=(
        "SELECT ?p WHERE { ?p ex:price ?v . ?q ex:price ?w FILTER(?v > ?w) }",
        "SELECT ?p WHERE { { SELECT (AVG(?w) AS ?m) { ?q ex:price ?w } } ?p ex:price ?v FILTER(?v > ?m) }",
        "SELECT (?v - ?w AS ?d) WHERE { ex:Valve ex:price ?v . ex:Pump ex:price ?w }",  # of the two
        "SELECT ?p WHERE { VALUES ?n { 'a' 'b' } ?p ex:name ?n }",
        "SELECT ?v ?n WHERE { ex:Valve ex:price ?v . ex:Valve ex:name ?n }",  # both of one thing
        "SELECT ?v ?n WHERE { OPTIONAL { ex:Valve ex:price ?v } OPTIONAL { ex:Valve ex:name ?n } }",
        "ASK { ?p a ex:Product . ?s a ex:Supplier }",  # one pair is as good as many
        "SELECT ?v WHERE { ?p ex:price ?v FILTER NOT EXISTS { ?q ex:price ?w FILTER(?w > ?v) } }",
    ),
    forbids=(
        Forbidden(
            query="SELECT ?p ?s WHERE { ?p a ex:Product . ?s a ex:Supplier }",
            message="Two parts of the query are not connected: every result of the one is paired with "
            "every result of the other.",
            ground=Ground.DOUBTFUL,
        ),
        Forbidden(
            query="SELECT ?v WHERE { ?p ex:price ?v MINUS { ?q ex:country ex:Peru } }",
            message="What the query takes away has nothing in common with the rest: nothing is taken away.",
            ground=Ground.DOUBTFUL,
        ),
        Forbidden(
            query="SELECT ?v WHERE { ?p ex:price ?v MINUS { } }",
            message="Nothing stands behind MINUS: nothing is taken away.",
            ground=Ground.DOUBTFUL,
        ),
        Forbidden(
            query="SELECT ?v WHERE { ?p ex:price ?v FILTER NOT EXISTS { ?q ex:country ex:Peru } }",
            message="What must exist, or must not, has nothing in common with the rest: it holds for all "
            "results or for none.",
            ground=Ground.DOUBTFUL,
        ),
    ),
)
