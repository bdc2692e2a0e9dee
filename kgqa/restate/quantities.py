"""Conditions on how many of something a thing has, said where the thing is described.

In: a Telling whose groups serve HAVING alone. Out: nothing; its speaker knows "more than 8 project members"
for the edge that leads to them.
"""

from __future__ import annotations

from kgqa.restate.conditions import FLIPPED
from kgqa.restate.scene import Edge
from kgqa.restate.telling import Telling
from kgqa.restate.terms import plain
from kgqa.sparql.model import Aggregate, Compare, Expr, Lit, Product, Var
from kgqa.sparql.walk import parts, variables


def quantify(telling: Telling) -> None:
    """Finds what is counted by one edge of the thing that the query lists, and asked nothing else. What is
    added up has its numbers, and that need not be said.
    """
    for condition in telling.select.having:
        telling.speaker.spoken |= _added_up(telling, condition)
        counted = _counted(telling, condition)
        if counted is None or telling.root is None:
            continue
        op, node, number = counted
        edges = [e for e in telling.scene.edges if e.touches(node)]
        bare = not (node.name in telling.scene.conditions or node.name in telling.scene.given)
        shown = node in (c.variable for c in telling.select.columns)
        if len(edges) != 1 or not edges[0].touches(telling.root) or not bare or shown or telling.scene.others:
            continue
        telling.speaker.mentioned[node] = noun = telling.names.title(node)
        words = telling.words
        things = words.of_nouns(noun)
        if number == "1" and (one := words.table["quantity"]["one"]):  # "more than one project"
            number, things = one, words.noun(noun)
        telling.speaker.quantities[edges[0]] = words.say("quantity", op, count=number, things=things)
        telling.speaker.settled.add(id(condition))


def _added_up(telling: Telling, condition: Expr) -> set[Edge]:
    """What gives things behind the listed ones the numbers that are multiplied and added up."""
    sums = [p.argument for p in parts(condition) if isinstance(p, Aggregate) and p.name == "SUM"]
    products = [made for of in sums if of is not None and isinstance(made := telling.unfolded(of), Product)]
    names = {n for made in products for n in variables(made)} - telling.scene.conditions.keys()
    edges = telling.scene.edges
    return {
        e
        for e in edges
        if isinstance(e.object, Var) and e.object.name in names and any(o.object == e.subject for o in edges)
    }


def _counted(telling: Telling, condition: Expr) -> tuple[str, Var, str] | None:
    if not isinstance(condition, Compare):
        return None
    op, left, right = condition.op, telling.unfolded(condition.left), plain(condition.right)
    if isinstance(left, Lit):
        op, left, right = FLIPPED[op], telling.unfolded(condition.right), left
    match left, right:
        case Aggregate("COUNT", argument), Lit(number) if argument is not None:
            node = telling.unfolded(argument)
            known = isinstance(node, Var) and telling.words.has("quantity", op) and number.isdecimal()
            return (op, node, number) if known and isinstance(node, Var) else None
    return None
