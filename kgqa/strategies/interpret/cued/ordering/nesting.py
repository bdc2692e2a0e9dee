"""A superlative inside a condition: "who looks after the heaviest machine", "the suppliers of
the three heaviest products".

In: a flat draft whose order belongs to a thing that is not asked for. Out: the draft with that thing chosen
in a form of its own (ATHENA++, section 4: nested aggregation), so that all that belongs to it is found.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from kgqa.strategies.interpret.counted import noun_before
from kgqa.strategies.interpret.cued.conditions.measures import owner_of
from kgqa.strategies.interpret.cued.context import Context
from kgqa.strategies.interpret.cues import Cue
from kgqa.strategies.interpret.draft import Draft, Spot
from kgqa.strategies.interpret.finish import form_of
from kgqa.strategies.interpret.form import Fact, Kind, Node
from kgqa.strategies.interpret.uses import leads_to_one
from kgqa.types import TermKind

TANGLED = 1.5  # what it costs when the measured thing cannot be told apart from what is asked for


def nesting(on: Context, draft: Draft) -> list[Draft]:
    """The thing that a superlative chooses, in a form of its own where something else is asked of it."""
    order = draft.order
    if order is None or order.function or draft.limit is None or draft.group or draft.having:
        return [draft]  # "the best average rating" is that of what is asked for
    n = next((k for k, _ in on.reading.cue(Cue.SUPERLATIVE) if k in draft.used), None)
    chosen = _chosen(on, draft, n, counted=order.count) if n is not None else None
    if n is None or chosen is None or chosen.node in draft.focus:
        return [draft]
    measure = _reached(draft.facts, order.variable, chosen.node)
    asked = {v for f in draft.focus for v in _reached(draft.facts, f, chosen.node)}
    if measure & asked:
        return [draft.dearer(TANGLED)]
    if draft.kind is Kind.LIST and draft.limit == 1 and not order.count and _is_single(on, draft, chosen):
        return [draft]
    inner = measure | _inner(draft, chosen, asked, on.reading.pieces[n].first)
    absent = tuple(a for a in draft.absent if any({f.subject, f.object} & inner for f in a.facts))
    facts = tuple(f for f in draft.facts if {f.subject, f.object} - {chosen.node} <= inner)
    one = draft.changed(
        kind=Kind.LIST,
        focus=(str(chosen.node),),
        spots=tuple(s for s in draft.spots if s.node in inner or s.node == chosen.node),
        facts=facts,
        filters=tuple(f for f in draft.filters if f.variable in inner or f.variable == chosen.node),
        absent=absent,
        function="",
    )
    form = form_of(one, on.schema)
    if form is None:
        return [draft]
    told = replace(chosen, named=False)  # its class is said inside
    outer = draft.changed(
        spots=tuple(told if s.node == chosen.node else s for s in draft.spots if s.node not in inner),
        facts=tuple(f for f in draft.facts if f not in facts),
        filters=tuple(f for f in draft.filters if f not in one.filters),
        absent=tuple(a for a in draft.absent if a not in absent),
        order=None,
        limit=None,
        offset=0,
        measures=tuple(m for m in draft.measures if m not in inner),
        nested=(*draft.nested, replace(form, measures=())),
    )
    return [outer]


def _chosen(on: Context, draft: Draft, n: int, *, counted: bool) -> Spot | None:
    """The thing that the superlative of piece `n` chooses: the noun behind it ("the heaviest product"), the
    noun before it ("the department with the most employees"), or what has the measure.
    """
    pieces = on.reading.pieces
    nouns = [k for k, m in on.reading.meanings.items() if m.kind is TermKind.CLASS]
    if not counted:
        behind = next((k for k in nouns if k > n), None)
        between = range(n + 1, behind) if behind is not None else ()
        if behind is not None and not any(pieces[k].found or _is_value(on, k) for k in between):
            return _spot_at(draft, pieces[behind].last)
    before = noun_before(on.reader, n, on.reading)
    if before is not None:
        return _spot_at(draft, pieces[before].last)
    if counted or draft.order is None:
        return None
    owner = owner_of(draft, draft.order.variable)
    while (
        isinstance(owner, str) and not draft.spot(owner).named
    ):  # a price stands for what it is the price of
        owner = owner_of(draft, owner)
    return draft.spot(owner) if isinstance(owner, str) else None


def _is_value(on: Context, n: int) -> bool:
    meaning = on.reading.meanings.get(n)
    return meaning is not None and meaning.kind is TermKind.PROPERTY and on.schema.is_data(meaning.match.iri)


def _spot_at(draft: Draft, at: int) -> Spot | None:
    return next((s for s in draft.spots if s.at == at and isinstance(s.node, str) and not s.data), None)


def _reached(facts: Iterable[Fact], start: Node, without: Node) -> set[Node]:
    """The nodes that hang together with `start` when one of them is taken out."""
    found: set[Node] = {start}
    grown = True
    while grown:
        more = {
            n
            for f in facts
            if without not in (f.subject, f.object) and {f.subject, f.object} & found
            for n in (f.subject, f.object)
        }
        grown = not more <= found
        found |= more
    return found


def _inner(draft: Draft, chosen: Spot, asked: set[Node], cue: int) -> set[Node]:
    """What is said of the chosen thing: its measure, and all that the question names behind the superlative
    and that does not hang together with what is asked for.
    """
    found: set[Node] = set()
    for fact in draft.facts:
        if chosen.node not in (fact.subject, fact.object):
            continue
        end = fact.object if fact.subject == chosen.node else fact.subject
        part = _reached(draft.facts, end, chosen.node)
        said = [s.at for s in draft.spots if s.node in part and s.at >= 0]
        if not part & asked and (not said or max(said) >= cue):
            found |= part
    return found


def _is_single(on: Context, draft: Draft, chosen: Spot) -> bool:
    """Whether what is asked for is one value of the chosen thing: each step towards it leads to one."""
    for variable in draft.focus:
        here: Node = variable
        while here != chosen.node:
            fact = next((f for f in draft.facts if f.object == here), None)
            if fact is None or not on.schema.ontology.uses_of(fact.property):
                return False
            if not leads_to_one(on.schema.ontology, fact.property, forward=True):
                return False
            here = fact.subject
    return True
