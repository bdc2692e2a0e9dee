"""Forms whose numbers count as often as a quantity says: the weight of the products of an order.

In: a form that adds up, averages, orders or limits by a number. Out: the form with each number as often as
the line that holds it says; in a table of its own where rows are ordered or limited by it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from kgqa.forms.form import (
    Aggregate,
    Calculation,
    Computed,
    Expression,
    Fact,
    Filter,
    Form,
    Having,
    Kind,
    Literal,
    Order,
    Variable,
)
from kgqa.forms.quantities import is_of_a_piece, line_of
from kgqa.schema import Schema
from kgqa.strategies.parse.totals import PIECEWISE
from kgqa.values.telling import plain

TOTAL, QUANTITY = "total_by_quantity", "quantity_of_line"


@dataclass(frozen=True)
class Weighing:
    """Quantities of one schema. `naming` are the properties that name things."""

    schema: Schema
    naming: frozenset[str]

    def weighed(self, form: Form) -> Form:
        """The form with quantities, where lines have them; without the mark of an average by pieces."""
        form = replace(form, nested=tuple(map(self.weighed, form.nested))) if form.nested else form
        if form.kind is Kind.AGGREGATE:
            return self._single(form)
        if form.kind is Kind.LIST and form.order is not None and form.order.function:
            return self._ordered(form, form.order)
        if form.kind is Kind.LIST and form.having is not None and form.having.function:
            return self._limited(form, form.having)
        return form

    def _single(self, form: Form) -> Form:
        made = self._expression(form.facts, form.function, form.shown[0])
        if made is None:
            return replace(form, function=_plain(form.function), order=_by(form.order))
        value, facts = made
        order = form.order and Order(TOTAL, form.order.descending)
        listed = replace(form, kind=Kind.LIST, function="", shown=form.group, group=(), order=order)
        return replace(listed, facts=facts, computed=(Computed(TOTAL, value),))

    def _ordered(self, form: Form, order: Order) -> Form:
        """“the order with the highest total weight"."""
        made = self._expression(form.facts, order.function, order.variable)
        computed = tuple(_averaged(c) for c in form.computed)
        if made is None:
            return replace(form, order=_by(order), computed=computed)
        value, facts = made
        by = Order(TOTAL, order.descending)
        if form.computed:
            return replace(
                form,
                facts=facts,
                computed=(Computed(form.computed[0].name, value),),
                order=Order(form.computed[0].name, order.descending),
            )
        return replace(self._apart(form, facts, value), order=by, limit=form.limit, offset=form.offset)

    def _limited(self, form: Form, having: Having) -> Form:
        """“orders with a total weight above 400 kg"."""
        made = self._expression(form.facts, having.function, having.variable)
        if made is None:
            return replace(form, having=replace(having, function=_plain(having.function)))
        value, facts = made
        limit = Filter(TOTAL, having.operator, (Literal(plain(having.count), number=True),))
        return replace(self._apart(form, facts, value), filters=(limit,))

    def _apart(self, form: Form, facts: tuple[Fact, ...], value: Expression) -> Form:
        """What is shown, with the value of each in a form within."""
        inner = replace(
            form,
            facts=facts,
            computed=(Computed(TOTAL, value),),
            order=None,
            limit=None,
            offset=0,
            having=None,
        )
        return Form(kind=Kind.LIST, shown=form.shown, nested=(replace(inner, measures=()),))

    def _expression(
        self, facts: tuple[Fact, ...], function: str, variable: Variable
    ) -> tuple[Expression, tuple[Fact, ...]] | None:
        """What a number comes to by quantities, with the facts that hold them; None where no line has any."""
        prop = next((f.property for f in facts if f.object == variable), "")
        is_weighed = function == "SUM" or (function == PIECEWISE and not is_of_a_piece(self.schema, prop))
        line = line_of(self.schema, self.naming, facts, variable) if is_weighed else None
        if line is None:
            return None
        quantity = line.quantity_in(facts) or QUANTITY
        number = line.number(quantity)
        total = Aggregate("SUM", Calculation("*", (number, variable)))
        held = tuple(dict.fromkeys((*facts, Fact(line.node, line.property, quantity))))
        return (total if function == "SUM" else Calculation("/", (total, Aggregate("SUM", number)))), held


def _plain(function: str) -> str:
    return "AVG" if function == PIECEWISE else function


def _by(order: Order | None) -> Order | None:
    return order and replace(order, function=_plain(order.function))


def _averaged(column: Computed) -> Computed:
    value = column.value
    return (
        replace(column, value=replace(value, function=_plain(value.function)))
        if isinstance(value, Aggregate)
        else column
    )
