"""Columns: data properties that nothing else uses are asked for ("with their e-mail", "by policy number").

In: a draft with everything else applied. Out: drafts with more columns, or with the property required; and a
structured value that is asked for (a price) replaced by its number.
"""

from __future__ import annotations

from dataclasses import replace

from kgqa.language import everywhere, fold
from kgqa.strategies.interpret.bare import is_bare_name
from kgqa.strategies.interpret.cued.conditions.measures import literal, owner_of
from kgqa.strategies.interpret.cued.context import CLOSE_BY, Context
from kgqa.strategies.interpret.draft import Draft, best, with_literal
from kgqa.strategies.interpret.form import TRUE, Kind
from kgqa.types import TermKind

OTHERS = 0.5  # what it costs to show the value of others than those it is said to be of


def columns(on: Context, draft: Draft) -> list[Draft]:
    """The drafts with the values that the question lists."""
    drafts = [draft]
    for n, meaning in on.reading.meanings.items():
        if meaning.kind is not TermKind.PROPERTY or not on.schema.is_data(meaning.match.iri):
            continue
        following: list[Draft] = []
        for each in drafts:
            if (
                is_bare_name(on.reader, on.reading, n)
                or n in each.used
                or meaning.match.iri in each.properties
            ):
                following.append(each.use(n))
            elif _is_listed(on, n) or not each.focus:
                following += _column(on, each, n, meaning.match.iri)
            else:
                following += _required(on, each, n, meaning.match.iri)
        drafts = best(following)
    return drafts


def shows_rows(draft: Draft) -> bool:
    """Whether rows are listed, one for each thing: what is counted or added up is for others to say."""
    return draft.kind is Kind.LIST and bool(draft.focus) and not (draft.group or draft.computed)


def _is_listed(on: Context, n: int) -> bool:
    """Whether a property is named as something to be shown: "with their e-mail", "name, country and price",
    "the e-mail of …"; not as what things do ("placed", "weigh").
    """
    piece = on.reading.pieces[n]
    before = on.tokens[piece.first - 1] if piece.first else None
    if before is None or on.reader.word_after(piece) in on.lang.phrases("belonging"):
        return True
    if on.tokens[piece.first].folded in on.lang.phrases("conjunction"):  # that belongs to the name
        return True
    between = on.reader.source[before.end : on.tokens[piece.first].start]
    if before.folded in on.lang.phrases("listing") or "," in between or ":" in between:
        return True
    return on.schema.is_temporal(on.reading.meanings[n].match.iri) and _asks_when(on)


def _asks_when(on: Context) -> bool:
    """Whether several dates are asked for: "when was it launched, and when was it discontinued"."""
    return sum(t.folded in on.lang.phrases("when") for t in on.tokens) > 1


def _required(on: Context, draft: Draft, n: int, prop: str) -> list[Draft]:
    """A property that is only said to be there; one that is true or false is said to be true."""
    results = literal(on, draft, prop, on.reading.pieces[n].last)
    if on.schema.is_boolean(prop):
        return best(_true(d, v).use(n) for d, v in results) or [on.unmet(draft, n)]
    return best(d.use(n) for d, _ in results) or [on.unmet(draft, n)]


def _true(draft: Draft, variable: str) -> Draft:
    facts = tuple(replace(f, object=TRUE) if f.object == variable else f for f in draft.facts)
    return draft.changed(facts=facts, spots=tuple(s for s in draft.spots if s.node != variable))


def _column(on: Context, draft: Draft, n: int, prop: str) -> list[Draft]:
    if draft.kind is not Kind.LIST or draft.group:
        return _required(on, draft, n, prop)  # "how many people have a surname"
    made = []
    owner = _owner_behind(on, draft, n)
    for found, variable in literal(on, draft, prop, on.reading.pieces[n].last):
        is_others = owner and owner_of(found, variable) != owner
        joined = found.dearer(OTHERS) if is_others else found
        shown = joined.changed(focus=(*(v for v in joined.focus if v != variable), variable))
        made.append((_without_owner(shown, variable) if identifies(on, prop) else shown).use(n))
    return best(made) or [on.unmet(draft, n)]


def _owner_behind(on: Context, draft: Draft, n: int) -> str:
    """The things that a value is said to belong to: "id *of the agent*"; "" for none."""
    piece = on.reading.pieces[n]
    if on.reader.word_after(piece) not in on.lang.phrases("belonging") or n + 1 not in on.reading.meanings:
        return ""
    behind = on.reading.pieces[n + 1]
    is_near = behind.first - piece.last <= CLOSE_BY + 1  # "of the"
    spots = (s.node for s in draft.spots if s.at == behind.last and not s.data and isinstance(s.node, str))
    return str(next(spots, "")) if is_near else ""


def identifies(on: Context, prop: str) -> bool:
    """Whether a property stands for the thing itself: its name, its number; not its phone number."""
    words = set(fold(on.schema.ontology.label(prop)).split())
    is_key = bool(words & everywhere("identifying_words")) and not words & everywhere("columns.contacts")
    is_amount = on.schema.is_numeric(prop) and bool(words & everywhere("belonging"))  # "number of seats"
    return prop in on.reader.names or (is_key and not is_amount)


def _without_owner(draft: Draft, variable: str) -> Draft:
    """The draft that shows a value instead of the thing that has it."""
    owners = {f.subject for f in draft.facts if f.object == variable}
    return draft.changed(focus=tuple(v for v in draft.focus if v not in owners))


def amounts_behind(on: Context, draft: Draft) -> list[Draft]:
    """A structured value that is asked for is answered by its number: a price by its amount."""
    if draft.kind is not Kind.LIST or len(draft.focus) != 1 or draft.order is not None:
        return [draft]
    spot = draft.spot(draft.focus[0])
    fact = next((f for f in draft.facts if f.object == spot.node), None)
    if spot.data or fact is None:
        return [draft]
    measures = {on.schema.measure_of(c, on.reader.names) for c in spot.classes}
    measure = measures.pop() if len(measures) == 1 else None
    if measure is None:
        return [draft]
    made = with_literal(draft, measure, on.schema, on.liked, spot.at, near=spot)
    return best(d.changed(focus=(v,)) for d, v in made[:1]) or [draft]
