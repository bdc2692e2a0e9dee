"""What limits a list or its groups: HAVING, order, how many.

In: a Telling and its sentence so far. Out: the sentence with "only where the number of products is more
than 3", "the 5 with the highest price", "sorted by name".
"""

from __future__ import annotations

from kgqa.numbers import ELAPSED, unit_name
from kgqa.restate.conditions import FLIPPED
from kgqa.restate.telling import Telling
from kgqa.restate.terms import calendar_part, dates_between, plain
from kgqa.restate.ways import chain
from kgqa.restate.weighed import weighed
from kgqa.sparql.model import Aggregate, And, Call, Compare, Expr, Iri, Key, Lit, Or, Product, Sum, Var
from kgqa.sparql.walk import parts, variables

_SPANS = frozenset((ELAPSED, "s", "min", "h", "d", "wk", "mo", "yr"))
_EXTENTS = frozenset(("m²", "km²", "ft²", "ha", "ac", "m³", "l", "gal"))


def requirements(telling: Telling) -> list[str]:
    """The conditions on groups: "the number of products is more than 3"."""
    open_ = [c for c in telling.select.having if id(c) not in telling.speaker.settled]
    said = [_required(telling, condition) for condition in open_]
    telling.speaker.unsaid += said.count(None)
    return [s for s in said if s]


def _required(telling: Telling, condition: Expr) -> str | None:
    words = telling.words
    match condition:
        case And(all_parts) | Or(all_parts):
            said = [_required(telling, p) for p in all_parts]
            join = words.all_of if isinstance(condition, And) else words.one_of
            return None if None in said else join(s for s in said if s)
        case Compare(op, left, right):
            if isinstance(plain(left), Lit | Iri):
                left, right, op = right, left, FLIPPED[op]
            one = _measure(telling, left)
            other = plain(right)
            if isinstance(other, Lit):
                key = (
                    f"{op} date" if words.has("conditions", f"{op} date") and is_dated(telling, left) else op
                )
                value = telling.names.constant(other, telling.names.unit(telling.unfolded(left)))
                said_of = words.say("conditions", key, value=value)
            else:
                measure = _measure(telling, other)
                said_of = (
                    words.say(
                        "conditions",
                        f"{op} term",
                        value=words.as_term(measure, case="dat" if op in "<>" else ""),
                    )
                    if measure
                    else ""
                )
            return words.stated(one, said_of) if one and said_of else None
    return None


def _measure(telling: Telling, expr: Expr) -> str | None:
    made = telling.unfolded(expr)
    match made:
        case Aggregate("COUNT", Var() as node) if (
            telling.occurs(node) and node not in telling.speaker.mentioned
        ):
            return telling.speaker.term(made)
    said = short(telling, expr)
    if said is None or said == telling.words.say("short", "such"):
        return telling.speaker.term(expr)
    return telling.names.the(said)


def ordered(telling: Telling, text: str) -> str:
    """With its order, and how many of them."""
    select, words = telling.select, telling.words
    limit, offset = select.limit, select.offset or 0
    if telling.is_ranked:
        return text
    if select.order_by and limit is not None and not offset and len(select.order_by) == 1:
        said = best(telling, select.order_by[0])
        if said is None:
            telling.speaker.unsaid += 1
        else:
            return words.say("order", "one" if limit == 1 else "some", sentence=text, best=said, count=limit)
    elif select.order_by:
        keys = [sorted_by(telling, k) for k in select.order_by]
        text = words.say("order", "sorted", sentence=text, keys=words.all_of(keys))
    if offset and limit is not None:
        first, last = words.ordinal(offset + 1), words.ordinal(offset + limit)
        key_ = "rank" if limit == 1 else "ranks"
        return words.say("order", key_, sentence=text, first=first, last=last)
    if offset:
        return words.say("order", "from_rank", sentence=text, first=words.ordinal(offset + 1))
    if limit is not None:
        return words.say("order", "at_most", sentence=text, count=limit)
    return text


def best(telling: Telling, key: Key) -> str | None:
    """What comes first in an order: "the highest price", "the shortest lead time", "the most orders"."""
    words, way = telling.words, "high" if key.descending else "low"
    match telling.unfolded(key.value):
        case Aggregate("COUNT", inner):
            node = telling.unfolded(inner) if inner is not None else None
            noun = telling.names.title(node) if isinstance(node, Var) else words.say("nouns", "thing")
            return words.say("best", f"COUNT_{way}", things=words.of_nouns(noun))
        case made:
            value, unit = short(telling, key.value), telling.names.unit(made)
    if value is None:
        return None
    counts_days = dates_between(made, telling.speaker.made_of) is not None
    if isinstance(made, Sum | Product) and not counts_days:
        value = words.say("best", "calculated", value=value)
    is_counted = value.endswith(unit_name(unit, words.language))  # "weekly hours" are many, and not long
    kind = "long" if unit in _SPANS and not is_counted else "large" if unit in _EXTENTS else ""
    kind = "date" if is_dated(telling, key.value) else kind
    return words.say("best", "_".join(filter(None, (way, kind))), value=value)


def sorted_by(telling: Telling, key: Key) -> str:
    said = short(telling, key.value)
    if said is None:
        telling.speaker.unsaid += 1
        said = telling.words.say("nouns", "thing")
    way = ("high" if key.descending else "low") + ("_date" if is_dated(telling, key.value) else "")
    return telling.words.say("order", way, value=said)


def is_dated(telling: Telling, expr: Expr) -> bool:
    """Whether a value is a date, so that the latest comes last."""
    inner = telling.unfolded(expr)
    if isinstance(inner, Aggregate) and inner.name in ("MIN", "MAX") and inner.argument is not None:
        inner = telling.unfolded(inner.argument)
    return isinstance(inner, Var) and telling.names.is_date(inner.name)


def short(telling: Telling, expr: Expr) -> str | None:
    """An ordering value as a short noun: "price", "number of products", "such value"."""
    words, speaker = telling.words, telling.speaker
    if (found := weighed(telling, expr)) is not None:
        return found.short(telling)
    made = telling.unfolded(expr)
    match made:
        case Aggregate():
            return _short_aggregate(telling, made)
        case Var(name):
            if name in speaker.worked_out:
                return speaker.shortened.get(name, words.say("short", "such"))
            if telling.root is not None and (way := chain(telling.names.edges(), telling.root, made)):
                return speaker.chain_noun(way, first="")
            return telling.words.without_the(telling.names.name(made) or telling.names.title(made))
        case Lit():
            return telling.names.constant(made)
        case Call() | Product() if (taken := calendar_part(made)) is not None:
            return words.say("short", taken[0])
    if dates_between(made, speaker.made_of) is not None and (said := speaker.term(made, telling.near)):
        return words.without_the(said)
    said = None if any(n in speaker.worked_out for n in variables(made)) else _simple(telling, made)
    return words.say("short", "such") if said is None else words.say("short", "calculated", value=said)


def _simple(telling: Telling, expr: Expr) -> str | None:
    """A calculation in words, unless it works out aggregates, which the sentence has said."""
    if any(isinstance(p, Aggregate) for p in parts(expr)):
        return None
    return telling.speaker.term(expr, telling.near)


def _short_aggregate(telling: Telling, made: Aggregate) -> str:
    words, inner = telling.words, telling.unfolded(made.argument) if made.argument is not None else None
    if isinstance(inner, Product) and (product := telling.product(inner)) is not None:
        return words.say("short", made.name, value=product)
    if inner is not None and dates_between(inner, telling.speaker.made_of) is not None:
        return words.say(
            "short", made.name, value=words.without_the(telling.speaker.term(inner, telling.near) or "")
        )
    if made.argument is not None and not isinstance(inner, Var):
        return words.say("short", "such")
    noun = telling.names.title(inner) if isinstance(inner, Var) else words.say("nouns", "thing")
    dated = made.name in ("MIN", "MAX") and isinstance(inner, Var) and telling.names.is_date(inner.name)
    key = f"{made.name}_date" if dated else made.name
    return words.say("short", key, value=noun, things=words.nouns(noun))
