"""What a question lists is shown: "teachers and the courses they have given", "with name, city and fee".

In: a draft whose values are columns already. Out: the draft that shows the things, the names and the used
values of its lists, too. Things that nothing names stand for themselves by what identifies them; and where
all things are wanted, what is shown of them may be missing.
"""

from __future__ import annotations

from kgqa.ontology import OWL_THING
from kgqa.strategies.interpret.cued.context import Context
from kgqa.strategies.interpret.cued.listing.columns import identifies, shows_rows
from kgqa.strategies.interpret.cued.listing.identity import identified, named
from kgqa.strategies.interpret.cued.listing.lists import Item, Lead, Listing, listings
from kgqa.strategies.interpret.cued.listing.optional import optional, way
from kgqa.strategies.interpret.cued.listing.shortened import shortened
from kgqa.strategies.interpret.draft import Draft, Spot
from kgqa.strategies.interpret.form import Node
from kgqa.types import TermKind

THROUGH = 0.3  # what it costs to read an item of a list as one of another item


def listed(on: Context, draft: Draft) -> list[Draft]:
    """The draft with the columns of all lists."""
    lists = listings(on) if shows_rows(draft) else ()
    if not lists:
        return [draft]
    root, may_miss = _root(on, draft, lists), []
    known = _known(on, draft)
    is_named = any(prop in on.reader.names for prop in known.values())
    for listing in lists:
        for item in listing.items:
            if item.piece is None:
                called = _called(on, draft, _owner(on, draft, listing, item))
                is_named = is_named or called is not None
                draft = called or draft
                continue
            if on.reading.pieces[item.piece].found:
                draft = shortened(on, draft, item.piece, _owner(on, draft, listing, item))
            variable = _variable(on, draft, item)
            if variable is None:
                continue
            if variable not in (*draft.focus, *known) and _is_column(on, draft, listing, item):
                draft = draft.changed(focus=(*draft.focus, variable))
            if listing.lead is not Lead.BY and not (item.required or item.single):
                may_miss.append(variable)
    draft = draft.dearer(THROUGH * _borrowed(on, draft, root, lists))
    if len(draft.focus) > 1 or is_named:
        draft, literals = _as_literals(on, draft, by_name=is_named)
        may_miss = [literals.get(v, v) for v in may_miss if v != root]
    if isinstance(root, str) and (is_universal(on, draft, root) or _says_where_known(on)):
        draft = optional(on, draft, root, [v for v in may_miss if v != root and v in draft.focus])
    return [_in_order(draft)]


def _root(on: Context, draft: Draft, lists: tuple[Listing, ...] = ()) -> Node:
    """The things that rows are about: those right behind a list of what is shown of them, the first that are
    shown, or what has the first value shown.
    """
    for listing in lists:
        shown = {_variable(on, draft, item) for item in listing.items}
        behind = _behind(on, draft, listing)
        if behind is not None and shown & set(draft.focus):
            return behind.node
    things = [v for v in draft.focus if not draft.spot(v).data]
    owners = [f.subject for v in draft.focus for f in draft.facts if f.object == v]
    return next((v for v in (*things, *owners) if isinstance(v, str)), "")


def _known(on: Context, draft: Draft) -> dict[Node, str]:
    """The things that a column stands for already, each with the property that names it."""
    return {
        f.subject: f.property for f in draft.facts if f.object in draft.focus and identifies(on, f.property)
    }


# ── what stands for an item ──────────────────────────────────────────────────────────────────────


def _variable(on: Context, draft: Draft, item: Item) -> str | None:
    """The variable of an item, where the draft has one."""
    at = next((s.node for s in draft.spots if s.at == item.last and isinstance(s.node, str)), None)
    if at is not None or item.piece is None:
        return str(at) if at is not None else None
    meaning = on.reading.meanings.get(item.piece)
    if meaning is None or meaning.kind is not TermKind.PROPERTY:
        return None
    found = [f.object for f in draft.facts if f.property == meaning.match.iri]
    return next((o for o in found if isinstance(o, str)), None)


def _owner(on: Context, draft: Draft, listing: Listing, item: Item) -> Spot | None:
    """The things whose name is asked for: those right behind the list ("name and e-mail of all suppliers"),
    else the last that are shown before the word.
    """
    behind = _behind(on, draft, listing)
    if behind is not None:
        return behind
    things = [s for s in draft.spots if isinstance(s.node, str) and not s.data]
    before = [s for s in things if s.node in draft.focus and s.at < item.first]
    return next(iter((*before[-1:], *(s for s in things if s.node == _root(on, draft)))), None)


def _behind(on: Context, draft: Draft, listing: Listing) -> Spot | None:
    """The things that stand right behind a list: "name and e-mail *of all suppliers*"."""
    begin = i = listing.items[-1].last + 1
    skipped = on.lang.phrases("columns.determiners") | on.lang.phrases("belonging")
    while i < len(on.tokens) and on.tokens[i].folded in skipped:
        i += 1
    ends = {p.last for p in on.reading.pieces if p.first == i and i > begin}
    return next((s for s in draft.spots if s.at in ends and not s.data), None)


def _called(on: Context, draft: Draft, spot: Spot | None) -> Draft | None:
    """The draft that shows a name instead of the thing; None where the graph has no such name."""
    found = named(on, draft, spot) if spot is not None else None
    if spot is None or found is None:
        return None
    made, names = found
    rest = tuple(v for v in made.focus if v != spot.node and v not in names)
    return made.changed(focus=(*names, *rest), cost=draft.cost)


# ── what is shown ────────────────────────────────────────────────────────────────────────────────


def _is_column(on: Context, draft: Draft, listing: Listing, item: Item) -> bool:
    """Whether an item of a list is shown, and not only there to restrict ("customers with orders")."""
    many = len(listing.items) > 1
    if listing.lead in (Lead.AND, Lead.WHICH) or any(i.owned for i in listing.items) or item.asked:
        return True
    if listing.lead is Lead.BY:
        return many or (draft.order is None and listing.of_things)
    if listing.lead is Lead.ASK:
        return _is_value(on, item) or _is_property(on, item) or item.definite or not _is_akin(on, draft, item)
    if item.single:
        return False
    if item.definite and _is_value(on, item):
        return True
    has_values = any(_is_value(on, i) for i in listing.items)
    return (many and has_values) or is_universal(on, draft, str(_root(on, draft)))


def _is_property(on: Context, item: Item) -> bool:
    meaning = on.reading.meanings.get(item.piece) if item.piece is not None else None
    return meaning is not None and meaning.kind is TermKind.PROPERTY


def _is_value(on: Context, item: Item) -> bool:
    if item.piece is None or item.piece not in on.reading.meanings:
        return True
    return _is_property(on, item) and on.schema.is_data(on.reading.meanings[item.piece].match.iri)


def _is_akin(on: Context, draft: Draft, item: Item) -> bool:
    """Whether an item is of a kind with what is shown: employees and contractors are both people."""
    above = on.schema.ontology.superclasses
    others = draft.spot(_variable(on, draft, item) or "").classes
    shown = {c for v in draft.focus for c in draft.spot(v).classes}
    return any((above(a) & above(b)) - {OWL_THING} for a in shown for b in others)


def _borrowed(on: Context, draft: Draft, root: Node, lists: tuple[Listing, ...]) -> int:
    """How many items are those of another item: in "name, department and manager" all three are of one
    thing, so the name of the department is the further thought.
    """
    shown = {
        v: item
        for listing in lists
        if listing.lead is not Lead.BY
        for item in listing.items
        if (v := _variable(on, draft, item)) is not None and v in draft.focus and v != root
    }
    return sum(any(n in shown and n != v for _, n in way(draft, root, v)) for v in shown)


def _as_literals(on: Context, draft: Draft, *, by_name: bool) -> tuple[Draft, dict[str, str]]:
    """The draft in which columns of things that have no name show what identifies them, and all columns
    their names when that was asked of one; and what stands for what.
    """
    stands: dict[str, str] = {}
    for variable in draft.focus:
        spot = draft.spot(variable)
        if spot.data or not spot.classes:
            continue
        valued = identified(on, draft, spot)
        if valued is None and by_name:
            called = named(on, draft, spot)
            valued = (called[0], called[1][0]) if called and len(called[1]) == 1 else None
        if valued is not None:
            made, value = valued
            stands[variable] = value
            focus = dict.fromkeys(value if v == variable else v for v in made.focus)
            draft = made.changed(focus=tuple(focus), cost=draft.cost)  # another way to show the same
    return draft, stands


def is_universal(on: Context, draft: Draft, variable: str) -> bool:
    """Whether all of the things are wanted: "all suppliers", "for each Norwegian supplier"."""
    piece = next((p for p in on.reading.pieces if p.link and p.last == draft.spot(variable).at), None)
    if piece is None:
        return False
    names = {
        i
        for n, p in enumerate(on.reading.pieces)
        if n in on.reading.meanings and on.reading.meanings[n].kind in (TermKind.ENTITY, TermKind.VALUE)
        for i in range(p.first, p.last + 1)
    }
    i = piece.first - 1
    skipped = on.lang.phrases("columns.definite") | on.lang.phrases("columns.our")
    while i >= 0 and (i in names or on.tokens[i].folded in skipped):
        i -= 1
    return i >= 0 and on.tokens[i].folded in on.lang.phrases("columns.universal")


def _says_where_known(on: Context) -> bool:
    """“with their phone number where known": who has none is wanted, too."""
    said = f" {' '.join(t.folded for t in on.tokens)} "
    return any(f" {phrase} " in said for phrase in on.lang.phrases("columns.where_known"))


def _in_order(draft: Draft) -> Draft:
    """The columns in the question's order; what nobody said first."""
    return draft.changed(focus=tuple(sorted(dict.fromkeys(draft.focus), key=lambda v: draft.spot(v).at)))
