"""A total that counts each value by its quantity, as the plain total that it was read from: what follows
edits that, and the new question weighs it again.

In: a form. Out: the form with SUM(value) for SUM(quantity * value); any other one as it is.
"""

from __future__ import annotations

from dataclasses import replace

from kgqa.strategies.interpret.form import (
    Aggregate,
    Calculation,
    Computed,
    Filter,
    Form,
    Having,
    Kind,
    Literal,
    Order,
    Variable,
    within,
)


def unweighed(form: Form) -> Form:
    """The plain form: of one total, of things ordered by their total, of things with so large a total."""
    if form.kind is not Kind.LIST:
        return form
    if not form.facts and len(form.nested) == 1 and form.nested[0].shown == form.shown and not form.computed:
        return _outside(form, form.nested[0])
    summed = _summed(form)
    if summed is None:
        return form
    column, quantity, value = summed
    order = form.order
    if order is not None and order.variable == column.name:
        order = Order(value, order.descending, function="SUM")
    return replace(
        _without(form, quantity),
        kind=Kind.AGGREGATE,
        function="SUM",
        shown=(value,),
        group=form.shown,
        computed=(),
        order=order,
        once=(),
    )


def _outside(form: Form, inner: Form) -> Form:
    """What a form within orders or limits, in one form."""
    summed = _summed(inner)
    if summed is None:
        return form
    column, quantity, value = summed
    plain = replace(_without(inner, quantity), computed=(), once=(), limit=form.limit, offset=form.offset)
    order = form.order
    if order is not None and order.variable == column.name and not form.filters:
        return replace(plain, order=Order(value, order.descending, function="SUM"))
    match form.filters:
        case (Filter(variable, operator, (Literal(number),)),) if variable == column.name and order is None:
            return replace(plain, having=Having(value, operator, float(number), "SUM"))
    return form


def _summed(form: Form) -> tuple[Computed, Variable, Variable] | None:
    """The only column of a form, its quantity and its value, where it is such a total."""
    if len(form.computed) != 1 or form.group or form.having or form.bound:
        return None
    match form.computed[0].value:
        case Aggregate("SUM", Calculation("*", (quantity, str(value))), False):
            pieces = [e for e in within(quantity) if isinstance(e, str)]
            return (form.computed[0], pieces[0], value) if len(pieces) == 1 else None
    return None


def _without(form: Form, quantity: Variable) -> Form:
    """The form without a quantity that nothing else asks for."""
    used = {*form.shown, *(f.variable for f in form.filters)}
    return replace(form, facts=tuple(f for f in form.facts if f.object != quantity or quantity in used))
