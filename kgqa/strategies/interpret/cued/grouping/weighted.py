"""What is added up counts as often as there are pieces of it: the total price of the parts of a bill of
materials, the total weight of an order, whose lines have a quantity each.

In: a draft that adds up a number, or averages what is said to be of one piece ("the average unit cost").
Out: the draft with SUM(quantity * value), or that divided by SUM(quantity); in a form of its own where the
rows are ordered by it, or must come to so much.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from kgqa.strategies.interpret.cued.context import Context
from kgqa.strategies.interpret.cued.grouping.repeating import guarded
from kgqa.strategies.interpret.cues import Cue
from kgqa.strategies.interpret.draft import Draft, Spot
from kgqa.strategies.interpret.finish import form_of
from kgqa.strategies.interpret.form import (
    Aggregate,
    Calculation,
    Computed,
    Expression,
    Fact,
    Filter,
    Form,
    Kind,
    Literal,
    Order,
    within,
)
from kgqa.strategies.interpret.quantities import Line, is_of_a_piece, line_of, noun_of
from kgqa.types import TermKind
from kgqa.values.telling import plain
from kgqa.wording import words

_LINEAR = ("+", "-")
_NAMES = {"SUM": "total", "AVG": "average unit"}


def weighted(on: Context, draft: Draft) -> list[Draft]:
    """The draft with each number as often as its quantity says."""
    for step in (_single, _columns, _ordered, _required, _within):
        draft = step(on, draft)
    return [draft]


@dataclass(frozen=True)
class _Pattern:
    """A pattern in which lines are looked for; `quantities` are the facts that were added to it."""

    on: Context
    facts: tuple[Fact, ...]
    fresh: str
    quantities: tuple[Fact, ...] = ()

    def weighed(self, aggregate: Expression) -> tuple[Expression, _Pattern]:
        """The aggregate with quantities, and the pattern that holds them; itself where it has none."""
        if not isinstance(aggregate, Aggregate) or aggregate.distinct or not _is_plain(aggregate.of):
            return aggregate, self
        variables = [e for e in within(aggregate.of) if isinstance(e, str)]
        if aggregate.function == "AVG" and not (variables and all(self._is_piecewise(v) for v in variables)):
            return aggregate, self
        if aggregate.function not in ("SUM", "AVG"):
            return aggregate, self
        lines = {line_of(self.on.schema, self.on.reader.names, self.facts, v) for v in variables}
        line = lines.pop() if len(lines) == 1 else None
        if line is None:
            return aggregate, self
        variable, pattern = self._with(line)
        quantity = line.number(variable)
        total = Aggregate("SUM", Calculation("*", (quantity, aggregate.of)))
        if aggregate.function == "SUM":
            return total, pattern
        return Calculation("/", (total, Aggregate("SUM", quantity))), pattern

    def every(self, expression: Expression) -> tuple[Expression, _Pattern]:
        """The expression with all its aggregates weighed."""
        if not isinstance(expression, Calculation):
            return self.weighed(expression)
        pattern, operands = self, []
        for operand in expression.operands:
            made, pattern = pattern.every(operand)
            operands.append(made)
        return replace(expression, operands=tuple(operands)), pattern

    def _with(self, line: Line) -> tuple[str, _Pattern]:
        if known := line.quantity_in(self.facts):
            return known, self
        fact = Fact(line.node, line.property, self.fresh)
        return self.fresh, replace(self, facts=(*self.facts, fact), quantities=(*self.quantities, fact))

    def _is_piecewise(self, variable: str) -> bool:
        """Whether the question asks for what one piece has: "average unit cost", "price per piece"; not where
        that is the name of the number itself.
        """
        prop = next((f.property for f in self.facts if f.object == variable), "")
        return says_piece(self.on) and not is_of_a_piece(self.on.schema, prop)


def says_piece(on: Context) -> bool:
    """Whether the question speaks of one piece, and not of a thing that is called so."""
    names = [on.reading.pieces[n] for n, m in on.reading.meanings.items() if m.kind is not TermKind.PROPERTY]
    inside = {i for piece in names for i in range(piece.first, piece.last + 1)}
    piece = on.lang.phrases("weighted.piece")
    return any(t.folded in piece and i not in inside for i, t in enumerate(on.tokens))


def _is_plain(expression: Expression) -> bool:
    """Whether there is as much more of it as there are more pieces: a number, or some that are added up."""
    if isinstance(expression, Calculation):
        return expression.operator in _LINEAR and all(_is_plain(o) for o in expression.operands)
    return isinstance(expression, str)


def _single(on: Context, draft: Draft) -> Draft:
    """“the total price of the parts of …", for each key where there are any."""
    if draft.kind is not Kind.AGGREGATE or not draft.focus or draft.having:
        return draft
    value = draft.focus[0]
    made = _weighed(on, draft, Aggregate(draft.function, value))
    if made is None:
        return draft
    found, column = made
    for n, _ in on.reading.cue(Cue.GROUP):  # a key that was asked for and is not there
        found = found if n in draft.used else on.unmet(found, n)
    order = draft.order
    if order is not None and order.variable == value:
        order = Order(column.name, order.descending)
    summed = {e for e in within(column.value) if isinstance(e, str)}
    keys = tuple(k for k in draft.group if k not in summed)  # "per piece" is no key
    return found.changed(kind=Kind.LIST, function="", focus=keys, group=(), computed=(column,), order=order)


def _columns(on: Context, draft: Draft) -> Draft:
    """A table of what is worked out."""
    order = draft.order
    for column in draft.computed:
        pattern = _pattern(on, draft)
        value, after = pattern.every(column.value)
        if value == column.value:
            continue
        made = Computed(column.name, value)
        if order is not None and column.value == Aggregate(order.function, order.variable):
            order = Order(column.name, order.descending)
        computed = tuple(made if c is column else c for c in draft.computed)
        draft = _told(on, _holding(draft, after), column.value).changed(computed=computed, order=order)
    return draft


def _ordered(on: Context, draft: Draft) -> Draft:
    """“which order has the highest total weight": worked out for each order in a form of its own."""
    order = draft.order
    if order is None or not order.function or draft.kind is not Kind.LIST or draft.computed:
        return draft
    made = _apart(on, draft, Aggregate(order.function, order.variable))
    if made is None:
        return draft
    found, name = made
    return found.changed(order=Order(name, order.descending))


def _required(on: Context, draft: Draft) -> Draft:
    """“orders with a total weight above 100 kg"."""
    having = draft.having
    if having is None or not having.function or draft.kind is not Kind.LIST or draft.computed:
        return draft
    made = _apart(on, draft, Aggregate(having.function, having.variable))
    if made is None:
        return draft
    found, name = made
    limit = Literal(plain(having.count), number=True)
    return found.changed(filters=(*found.filters, Filter(name, having.operator, (limit,))))


def _within(on: Context, draft: Draft) -> Draft:
    """“the average total weight per order": the totals of a form within."""
    return draft.changed(nested=tuple(_form(on, draft, f) for f in draft.nested)) if draft.nested else draft


def _form(on: Context, draft: Draft, form: Form) -> Form:
    computed = []
    for column in form.computed:
        pattern = _Pattern(on, form.facts, draft.changed(nested=(*draft.nested, form)).fresh("quantity"))
        value, after = pattern.every(column.value)
        form = replace(form, facts=after.facts)
        computed.append(replace(column, value=value))
    return replace(form, computed=tuple(computed))


def _apart(on: Context, draft: Draft, aggregate: Aggregate) -> tuple[Draft, str] | None:
    """The draft of the same things with the aggregate for each in a form within, and its name."""
    made = _weighed(on, draft, aggregate)
    if made is None:
        return None
    inner, column = made
    each = inner.changed(computed=(column,), order=None, limit=None, offset=0, having=None, measures=())
    form = form_of(guarded(on.schema, each), on.schema)
    if form is None:
        return None
    shown = tuple(replace(s, named=False) for s in draft.spots if s.node in draft.focus)
    outer = inner.changed(
        spots=shown,
        facts=(),
        filters=(),
        absent=(),
        bound=(),
        having=None,
        order=None,
        measures=(),
        nested=(*draft.nested, form),
    )
    return outer, column.name


def _weighed(on: Context, draft: Draft, aggregate: Aggregate) -> tuple[Draft, Computed] | None:
    """The draft with the quantity that weighs an aggregate, and its column; None where nothing does."""
    value, after = _pattern(on, draft).weighed(aggregate)
    if value == aggregate:
        return None
    name = draft.fresh(f"{_NAMES[aggregate.function]} {_label(on, draft, aggregate)}")
    return _told(on, _holding(draft, after), aggregate), Computed(name, value)


def _pattern(on: Context, draft: Draft) -> _Pattern:
    return _Pattern(on, draft.facts, draft.fresh("quantity"))


def _holding(draft: Draft, pattern: _Pattern) -> Draft:
    """The draft with the quantities of a pattern."""
    for fact in pattern.quantities:
        draft = draft.add(Spot(fact.object, (), data=True, named=True), fact)
    return draft


def _label(on: Context, draft: Draft, expression: Expression, code: str = "en") -> str:
    return noun_of(on.schema, on.reader.names, draft.facts, expression, code)


def _told(on: Context, draft: Draft, expression: Expression) -> Draft:
    code = on.lang.code
    line = words(code).say("weighed", what=_label(on, draft, expression, code))
    return draft.changed(told=tuple(dict.fromkeys((*draft.told, line))))
