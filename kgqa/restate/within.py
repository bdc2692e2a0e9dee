"""What subqueries work out, for the sentence of the query around them.

In: a Telling. Out: nothing; its speaker knows afterwards what each value, and each thing picked by rank,
is called: "the average price of products", "the highest weight of products with the same category", "the
ship with the highest length".
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kgqa.restate.groups import aggregate, keys_and_values, value
from kgqa.restate.ordering import best, short
from kgqa.restate.quantities import quantify
from kgqa.restate.telling import Telling
from kgqa.restate.ways import reach
from kgqa.restate.weighed import weighed
from kgqa.sparql.model import Node, Select, Var
from kgqa.sparql.walk import variables

Body = Callable[[Telling], str]  # says a query without the note on what is left unsaid


def start(telling: Telling, body: Body) -> None:
    """Readies a telling: what it aggregates, what it is about, what its subqueries work out."""
    telling.speaker.aggregate = partial(aggregate, telling)
    if not telling.aggregated and telling.only_keys():
        telling.root = telling.names.root = telling.find_root()
        quantify(telling)
    for select in telling.scene.apart:
        if select.group_by:
            _learn_groups(telling, select, body)
        else:
            _learn_value(telling, select, body)
    for node, select in telling.scene.picked.items():
        telling.speaker.described[node] = (_picked(telling, node, select, body), select.limit or 1)
    for name in telling.speaker.worked_out:  # it has no place in a pattern where a condition could be said
        telling.scene.others += telling.scene.conditions.pop(name, [])
    _expect(telling)


def _expect(telling: Telling) -> None:
    """Values that a condition between things will say need no words of their own."""
    edges, keys = telling.names.edges(), telling.names.keys
    keyed = {n.name for key in keys for n in reach(edges, key) if isinstance(n, Var)}
    for condition in telling.scene.others:
        if keyed & variables(condition) or telling.speaker.conditions().statement(condition) is not None:
            telling.speaker.elsewhere |= variables(condition)
    for absent in telling.scene.negations:
        for condition in absent.others:
            telling.speaker.elsewhere |= variables(condition)


def _learn_value(telling: Telling, select: Select, body: Body) -> None:
    """One value: "the average price of products"."""
    limited = select.limit is not None or bool(select.offset) or bool(select.order_by)
    if len(select.columns) == 1 and not limited:
        inner = telling.inner(select)
        telling.speaker.worked_out[select.columns[0].variable.name] = body(inner)
        telling.speaker.unsaid += inner.speaker.left_over()
        return
    for column in select.columns:
        inner = telling.inner(select)
        start(inner, body)
        if column.value is not None:
            telling.speaker.worked_out[column.variable.name] = value(inner, column.value)
    telling.scene.limited.append(select)


def _learn_groups(telling: Telling, select: Select, body: Body) -> None:
    """A value for each group: of that group where its keys are named around it, else by a short name."""
    inner = telling.inner(select)
    start(inner, body)
    keys = {k.value for k in select.group_by if isinstance(k.value, Var)}
    root = telling.root if telling.root is not None else telling.find_root()
    inner.speaker.same = {k for k in keys if root is not None and k != root}
    for key in keys:
        telling.names.titles[key] = inner.names.title(key)
    made = [c for c in select.columns if c.value is not None]
    texts, values = keys_and_values(inner)
    bare = len(keys) == len(texts) and set(texts) == {inner.names.title(k) for k in keys}
    told = all(telling.occurs(k) for k in keys) or root is None
    whole = bare and told and not (select.having or select.limit or select.offset)
    if whole and not inner.speaker.left_over() and _used(telling, select) and not over_groups_alone(telling):
        telling.speaker.worked_out |= {c.variable.name: said for c, said in zip(made, values, strict=True)}
        weighing = {c.variable.name: weighed(inner, c.variable) for c in made}
        telling.speaker.shortened |= {n: w.short(inner) for n, w in weighing.items() if w is not None}
        telling.speaker.elsewhere |= {k.name for k in keys}
        return
    for column in made:
        noun, such = short(inner, column.variable), telling.words.say("short", "such")
        noun = telling.words.say("short", "value") if noun in (None, such) else noun
        telling.speaker.worked_out[column.variable.name] = telling.names.the(noun or "")
    telling.scene.limited.append(select)


def over_groups_alone(telling: Telling) -> bool:
    """Whether the query only aggregates what one grouped subquery works out."""
    return telling.aggregated and not telling.scene.nodes() and len(telling.scene.apart) == 1


def _used(telling: Telling, select: Select) -> bool:
    """Whether every value that the subquery works out is asked for around it."""
    outer = telling.select
    exprs = [c.value if c.value is not None else c.variable for c in outer.columns]
    exprs += [k.value for k in (*outer.order_by, *outer.group_by)]
    exprs += [*outer.having, *telling.scene.others, *telling.scene.computed.values()]
    exprs += [c for listed in telling.scene.conditions.values() for c in listed]
    names = {n for e in exprs for n in variables(e)}
    return {c.variable.name for c in select.columns if c.value is not None} <= names


def _picked(telling: Telling, node: Node, select: Select, body: Body) -> str:
    """Things picked by rank: "the 3 ships with the highest length among ships whose type is …"."""
    inner, words, key = telling.inner(select), telling.words, select.order_by[0]
    start(inner, body)
    inner.root = inner.names.root = node
    ordering = variables(inner.unfolded(key.value))
    inner.speaker.elsewhere |= ordering
    ranked = best(inner, key)
    things = inner.speaker.things(node)
    kind = inner.speaker.mentioned[node]
    telling.names.titles[node] = kind
    telling.speaker.unsaid += inner.speaker.left_over() + (ranked is None)
    if select.having or inner.scene.others:
        telling.scene.limited.append(select)
    text = words.say(
        "picked",
        "one" if select.limit == 1 else "some",
        thing=kind,
        things=words.picked_nouns(words.nouns(kind)),
        count=select.limit,
        best=ranked,
    )
    counted = {
        words.say("nouns", "of", noun=words.nouns(kind), owner=words.nouns(inner.names.title(Var(n))))
        for n in ordering
    }
    if things == words.nouns(kind) or things in counted:
        return text
    return words.say("picked", "among", thing=text, things=things)
