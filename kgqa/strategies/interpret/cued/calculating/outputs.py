"""Several values at once, and values that are worked out: "the return rate, number of orders and total value
by policy", "average price and number of products per category", "products with a price per kilogram above".

In: a draft. Out: drafts with what is computed for each key, or with a formula that is compared or ordered by.
Only questions that name a formula, or ask for more than one aggregate, are read here.
"""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.language import fold
from kgqa.strategies.interpret.cued.calculating.asked import Output, values_asked
from kgqa.strategies.interpret.cued.calculating.leaves import (
    Worked,
    counted,
    number_of,
    two_things,
    worked_out,
)
from kgqa.strategies.interpret.cued.calculating.ranked import compared_with, ordered_by
from kgqa.strategies.interpret.cued.conditions.measures import owner_of, valued
from kgqa.strategies.interpret.cued.context import Context
from kgqa.strategies.interpret.cued.grouping.keys import Key, by_name, generic, keyed, keys
from kgqa.strategies.interpret.cues import Cue
from kgqa.strategies.interpret.draft import Draft, best
from kgqa.strategies.interpret.form import (
    Aggregate,
    Calculation,
    Computed,
    Expression,
    Kind,
    Literal,
    within,
)
from kgqa.strategies.parse.formulas import Mention
from kgqa.strategies.parse.formulas.formula import Aggregation, Apart, Operation, Phrase, parts
from kgqa.types import TermKind

MOST = 3


def outputs(on: Context, draft: Draft) -> list[Draft]:
    """The draft with what it computes; as it is when it computes nothing of its own."""
    asked = tuple(values_asked(on))
    formulas = [o for o in asked if o.formula]
    if not formulas and (not _is_several(on, asked) or on.reading.has(Cue.SUPERLATIVE)):
        return [draft]
    drafts = [draft]
    for each in formulas:
        if (made := _as_condition(on, drafts, each)) is not None:
            asked = tuple(o for o in asked if o is not each)
            drafts = made
    if not any(o.formula for o in asked) and not _is_several(on, asked):
        return drafts
    found = [d for each in drafts for d in _table(on, each, asked)]
    return best(found) or [_unmet(on, d, asked) for d in drafts]


def _is_several(on: Context, asked: tuple[Output, ...]) -> bool:
    """Whether a table is asked for: several values, or one for each of what any one thing has."""
    each = any(o.function != "COUNT" for o in asked) and any(True for _ in generic(on))
    return len(asked) > 1 or each


def _unmet(on: Context, draft: Draft, asked: tuple[Output, ...]) -> Draft:
    for each in asked:
        if each.formula is not None:
            draft = draft.changed(unmet=(*draft.unmet, *_unknown(on, each.formula)))
        else:
            draft = draft.changed(unmet=(*draft.unmet, on.said(*each.pieces)))
    return draft


def _unknown(on: Context, mention: Mention) -> Iterator[str]:
    """The words of a formula that name no number of the graph, else the formula's own."""
    found = [
        p.text
        for p in parts(mention.formula)
        if isinstance(p, Phrase) and p.first >= 0 and not on.reader.spoken.matches(p.first, p.last)
    ]
    yield from found or [mention.name]


# ── a formula that is compared or ordered by ─────────────────────────────────────────────────────


def _as_condition(on: Context, drafts: list[Draft], asked: Output) -> list[Draft] | None:
    """The drafts with a condition on the formula; None when it is no condition."""
    mention = asked.formula
    if mention is None:
        return None
    for condition in (compared_with, ordered_by):
        use = condition(on, asked.pieces)
        if use is None:
            continue
        found = []
        for draft in drafts:
            for made, expression in worked_out(on, draft, mention.formula, _at(on, asked)):
                found += use.applied(on, made, expression, asked.function, _name(on, asked), asked.pieces)
        return best(d.changed(told=(*d.told, *_told(mention))) for d in found) or [
            _unmet(on, d, (asked,)) for d in drafts
        ]
    return None


def _told(mention: Mention) -> tuple[str, ...]:
    return (mention.told,) if mention.told else ()


def _at(on: Context, asked: Output) -> int:
    return on.reading.pieces[asked.piece].first


# ── a table of values ────────────────────────────────────────────────────────────────────────────


def _table(on: Context, draft: Draft, asked: tuple[Output, ...]) -> Iterator[Draft]:
    """The draft with every value worked out for each key."""
    by = keys(on, (k for o in asked for k in o.pieces))
    start = draft.changed(kind=Kind.LIST, function="")
    for held, grouped in keyed(on, start, by):
        found: list[tuple[Draft, tuple[Expression, ...]]] = [(held, ())]
        for each in asked:
            found = [(d, (*before, e)) for f, before in found for d, e in _worked(on, f, each)]
            found = sorted(found, key=lambda pair: pair[0].cost)[:MOST]
        for made, expressions in found:
            shown = by_name(on, made, (*_things(on, made, asked, by), *grouped))
            yield _computed(on, shown[0], asked, expressions, shown[1])


def _worked(on: Context, draft: Draft, asked: Output) -> list[Worked]:
    at = _at(on, asked)
    if asked.formula is not None:
        return worked_out(on, draft, asked.formula.formula, at)
    meaning, piece = on.reading.meanings[asked.piece], on.reading.pieces[asked.piece]
    if asked.function == "COUNT":
        spot = next((s for s in draft.spots if s.at == piece.last and isinstance(s.node, str)), None)
        if spot is not None:
            return [(draft, Aggregate("COUNT", str(spot.node), distinct=True))]
        fact = next((f for f in draft.facts if f.property == meaning.match.iri), None)
        if fact is not None and isinstance(fact.object, str):
            return [(draft, Aggregate("COUNT", fact.object, distinct=True))]
        phrase = Phrase(on.reader.text(piece), piece.first, piece.last)
        return [(d, Aggregate("COUNT", v, distinct=True)) for d, v in counted(on, draft, phrase, at)]
    if meaning.kind is TermKind.CLASS:
        phrase = Phrase(on.reader.text(piece), piece.first, piece.last)
        return [(d, v) for d, v in number_of(on, draft, phrase, at)]
    return [(d, v) for d, v in valued(on, draft, meaning.match.iri, at)]


def _things(on: Context, draft: Draft, asked: tuple[Output, ...], by: tuple[Key, ...]) -> tuple[str, ...]:
    """The things that are asked for beside their values: those that the question names first, and both of
    two that are compared with each other.
    """
    first = min(k for o in asked for k in o.pieces)
    used = {k.piece for k in by} | {o.piece for o in asked}
    if any(isinstance(p, Apart) for o in asked if o.formula for p in parts(o.formula.formula)):
        pair = [s.node for s in two_things(on, draft) or ()]
        return tuple(n for n in pair if isinstance(n, str)) if all(isinstance(n, str) for n in pair) else ()
    found = []
    for k, meaning in on.reading.meanings.items():
        piece = on.reading.pieces[k]
        if k > first or k in used:
            continue
        if meaning.kind is TermKind.PROPERTY:  # "the agent ID and the total …"
            values = (f.object for f in draft.facts if f.property == meaning.match.iri)
            found += [v for v in values if isinstance(v, str) and draft.spot(v).data][:1]
        if meaning.kind is not TermKind.CLASS:
            continue
        spot = next((s for s in draft.spots if s.at == piece.last and isinstance(s.node, str)), None)
        if spot is not None:
            found.append(str(spot.node))
            break
    if not found and not by and not any(o.function or _is_aggregated(o) for o in asked):
        found = list(_behind(on, draft, asked))
    return tuple(found)


def _is_aggregated(asked: Output) -> bool:
    """“Gesamtbudget": one word that aggregates by itself."""
    return asked.formula is not None and isinstance(asked.formula.formula, Aggregation)


def _behind(on: Context, draft: Draft, asked: tuple[Output, ...]) -> Iterator[str]:
    """“the margin of products from Norway": a value for each of the things behind it."""
    last = max(o.piece for o in asked)
    for k, meaning in on.reading.meanings.items():
        if k > last and meaning.kind is TermKind.CLASS:
            at = on.reading.pieces[k].last
            spot = next((s for s in draft.spots if s.at == at and isinstance(s.node, str)), None)
            if spot is not None:
                yield str(spot.node)
            return


def _computed(
    on: Context,
    draft: Draft,
    asked: tuple[Output, ...],
    expressions: tuple[Expression, ...],
    shown: tuple[str, ...],
) -> Draft:
    """The draft with its columns. Beside an aggregate, every value is one of its group."""
    shown = tuple(dict.fromkeys(shown))
    wrapped: list[Expression] = []
    for each, expression in zip(asked, expressions, strict=True):
        if _aggregates(expression):
            wrapped.append(expression)
        elif each.function:
            wrapped.append(Aggregate(each.function, expression))
        elif shown and not _is_of(draft, expression, shown):  # "stock value by supplier"
            wrapped.append(_of_group(expression, frozenset(shown)))
        else:
            wrapped.append(expression)
    if any(_aggregates(e) for e in wrapped):
        wrapped = [_of_group(e, frozenset(shown)) for e in wrapped]
    made = draft.changed(focus=shown, order=None, group=())
    for each, expression in zip(asked, wrapped, strict=True):
        name = made.fresh(_name(on, each))
        told = _told(each.formula) if each.formula else ()
        made = made.changed(
            computed=(*made.computed, Computed(name, expression)), told=(*made.told, *told)
        ).use(*each.pieces)
    if not any(_aggregates(e) for e in wrapped) and _is_apart(made):
        bound = (*made.bound, *made.computed)  # what is worked out joins the two sides of it
        made = made.changed(bound=bound, computed=(), focus=(*shown, *(c.name for c in made.computed)))
    return made


def _is_of(draft: Draft, expression: Expression, keys: tuple[str, ...]) -> bool:
    """Whether a key has one value: it is what has the numbers, or is itself a value of the same thing."""
    owners: set[object] = set()
    for variable in (e for e in within(expression) if isinstance(e, str)):
        owner = owner_of(draft, variable)
        while owner is not None and owner not in owners:
            owners.add(owner)
            is_said = not isinstance(owner, str) or draft.spot(owner).named
            owner = None if is_said else owner_of(draft, str(owner))
    return any(k in owners or (draft.spot(k).data and owner_of(draft, k) in owners) for k in keys)


def _is_apart(draft: Draft) -> bool:
    """Whether the pattern has parts that nothing joins: two named things that are compared."""
    islands: list[set[object]] = []
    for fact in draft.facts:
        nodes = {n for n in (fact.subject, fact.object) if isinstance(n, str)}
        touched = [i for i in islands if i & nodes]
        islands = [*(i for i in islands if not i & nodes), set[object]().union(nodes, *touched)]
    return len(islands) > 1


def _aggregates(expression: Expression) -> bool:
    return any(isinstance(e, Aggregate) for e in within(expression))


def _of_group(expression: Expression, keys: frozenset[str]) -> Expression:
    """The expression for a group: what is of each row and no key is added up."""
    if isinstance(expression, Aggregate | Literal):
        return expression
    if isinstance(expression, str):
        return expression if expression in keys else Aggregate("SUM", expression)
    variables = {e for e in within(expression) if isinstance(e, str)}
    if not _aggregates(expression) and variables and not variables & keys and expression.operator in "+-*":
        return Aggregate("SUM", expression)
    return Calculation(expression.operator, tuple(_of_group(o, keys) for o in expression.operands))


def _name(on: Context, asked: Output) -> str:
    """A column is called as the question calls it; arithmetic that has no name, by its operator."""
    names = on.lang.data["formula"]["names"]
    words = on.said(*asked.pieces).split()
    while len(words) > 1 and fold(words[0]) in on.lang.phrases("formula.articles"):
        words = words[1:]
    text = " ".join(words)
    if asked.function == "COUNT" and asked.formula is None:
        how = on.tokens[on.reading.pieces[asked.pieces[0]].first].folded in on.lang.phrases("how")
        noun = on.reader.text(on.reading.pieces[asked.piece])
        return f"{names['count']} {noun}" if how else text
    if asked.formula is None:
        return text if len(asked.pieces) > 1 else f"{asked.function.lower()} {text}"
    formula = asked.formula.formula
    if isinstance(formula, Apart) and " " in text:
        return str(names["apart"]).format(of=formula.of.text)
    if isinstance(formula, Operation) and formula.operator in names and not asked.formula.is_named:
        return str(names[formula.operator])
    return text
