"""Aggregates of aggregates, and several groupings side by side.

In: a Telling whose only patterns are those of grouped subqueries. Out: "the average, over each customer,
of the number of orders of that customer", "how many customers …, only where …", "for each type, …"; None
for other queries.
"""

from __future__ import annotations

from kgqa.restate.folding import substituted
from kgqa.restate.groups import is_plain, keys_and_values
from kgqa.restate.lists import listed
from kgqa.restate.ordering import requirements, short
from kgqa.restate.telling import Telling
from kgqa.restate.within import Body, over_groups_alone, start
from kgqa.sparql.model import Aggregate, Column, Select, Var


def over_groups(telling: Telling, body: Body) -> str | None:
    """What is worked out over the groups of one subquery."""
    select, scene = telling.select, telling.scene
    if not over_groups_alone(telling) or select.group_by or not scene.apart[0].group_by:
        return None
    inner = scene.apart[0]
    if scene.limited != [inner] or inner.limit is not None or inner.offset:
        return None
    made = [c.value for c in select.columns]
    aggregates = [m for m in made if isinstance(m, Aggregate)]
    if len(aggregates) != len(made):
        return None
    keys = {k.value for k in inner.group_by}
    if len(made) == 1 and aggregates[0].name == "COUNT" and aggregates[0].argument in (None, *keys):
        text = _counted(telling, inner, body)
    else:
        text = _aggregated(telling, inner, aggregates, body)
    if text is not None:
        scene.limited.remove(inner)
    return text


def _counted(telling: Telling, inner: Select, body: Body) -> str | None:
    """How many groups there are: how many things, where the key is one."""
    if len(inner.group_by) != 1 or not isinstance(key := inner.group_by[0].value, Var):
        return None
    made = {c.variable.name: c.value for c in inner.columns if c.value is not None}
    having = substituted(inner.having, made)
    listing = Select(columns=(Column(key),), where=inner.where, group_by=inner.group_by, having=having)
    groups = telling.inner(listing)
    start(groups, body)
    text = _only(groups, listed(groups, counted=not telling.embedded))
    telling.speaker.unsaid += groups.speaker.left_over()
    return text


def _aggregated(telling: Telling, inner: Select, made: list[Aggregate], body: Body) -> str | None:
    columns = {m.argument for m in made}
    groups = telling.inner(inner)
    start(groups, body)
    keys, values = keys_and_values(groups)
    named = [c.variable for c in inner.columns if c.value is not None]
    if len(columns) != 1 or len(named) != len(values):
        return None
    (column,) = columns
    if column not in named or any(m.distinct or m.name not in ("SUM", "AVG", "MIN", "MAX") for m in made):
        return None
    words, plain = telling.words, is_plain(groups)
    value = short(groups, column) if plain else values[named.index(column)]
    text = words.say(
        "groups",
        "over_all" if plain else "over",
        what=words.all_of(words.say("groups", m.name) for m in made),
        keys=words.all_of(keys),
        value=value,
    )
    text = _only(groups, text)
    telling.speaker.unsaid += groups.speaker.left_over()
    return text


def _only(groups: Telling, text: str) -> str:
    for condition in requirements(groups):
        text = groups.words.say("aggregates", "having", sentence=text, condition=condition)
    return text


def side_by_side(telling: Telling) -> str | None:
    """Several groupings with the same keys: "for each type, the number of … and the number of …"."""
    select, scene, words = telling.select, telling.scene, telling.words
    keys = [frozenset(k.value for k in s.group_by) for s in scene.apart]
    if scene.nodes() or telling.aggregated or len(set(keys)) != 1 or not keys[0]:
        return None
    shown = [c.variable for c in select.columns if c.variable in keys[0]]
    rest = [c.variable for c in select.columns if c.variable not in keys[0]]
    said = [telling.speaker.term(v) for v in rest]
    if not rest or None in said or set(shown) != keys[0] or scene.limited:
        return None
    titles = words.all_of(telling.names.titles.get(v, words.say("nouns", "thing")) for v in shown)
    return words.say("head", "for_each", keys=titles, values=words.all_of(s for s in said if s))
