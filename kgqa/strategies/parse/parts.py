"""Forms of parts: a share of a whole, a part of an order, both ends of it, the best of each group.

In: the form of a pattern, and which of its variables are counted or ordered. Out: a form that holds others;
None where that would compare too many things with each other. SPARQL has no rank, so each two things are
compared.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from kgqa.forms.form import (
    Aggregate,
    Calculation,
    Computed,
    Fact,
    Filter,
    Form,
    Kind,
    Literal,
    Order,
    Variable,
    named,
    renamed,
)
from kgqa.forms.quantities import held
from kgqa.linking.names import without_verb
from kgqa.schema import Schema
from kgqa.strategies.parse.meaning import AGGREGATED, TITLE
from kgqa.values.units import without_unit

MOST_RANKED = 2_000  # things of a class: four million pairs
ALL = 100.0
HUNDRED = Literal("100", number=True)
_AGAIN = "_2"  # the variables of all that something is ranked among


@dataclass(frozen=True)
class Parts:
    """Parts over one schema. `naming` are the properties that name things."""

    schema: Schema
    naming: frozenset[str]

    def share(self, part: Form, whole: Form, thing: Variable) -> Form | None:
        """How many percent of a whole are such a part of it; None where the two are the same."""
        if (part.classes, part.facts, part.absent, part.nested, part.filters) == (
            *(whole.classes, whole.facts, whole.absent, whole.nested, whole.filters),
        ):
            return None
        names = f"{TITLE}part", f"{TITLE}whole"
        counted = Aggregate("COUNT", thing, distinct=True)
        nested = tuple(
            replace(each, kind=Kind.LIST, shown=(), computed=(Computed(name, counted),))
            for each, name in zip((part, whole), names, strict=True)
        )
        share = Calculation("/", (Calculation("*", (HUNDRED, names[0])), names[1]))
        return Form(
            kind=Kind.LIST, shown=(), nested=nested, computed=(Computed(f"{TITLE}percentage", share),)
        )

    def of_order(self, form: Form, thing: Variable, order: Order, percent: float) -> Form | None:
        """The things that fewer than so many percent of all lie before: "the top 10 percent"."""
        chain = self._chain(form, thing, order.variable)
        if chain is None or form.nested or not self._are_few(form, thing):
            return None
        among, other = _again(form), {v: f"{v}{_AGAIN}" for v in named(form)}
        ranked, every, part, limit = (f"{TITLE}{n}" for n in ("ranked", "all", "part", "limit"))
        counted = Aggregate("COUNT", other[thing], distinct=True)
        sign = "<=" if order.descending else ">="
        behind = Filter(other[order.variable], sign, (order.variable,))
        rank = replace(
            among,
            shown=(thing,),
            facts=(*chain, *among.facts),
            filters=(*among.filters, behind),
            computed=(Computed(ranked, counted),),
        )
        whole = replace(among, computed=(Computed(every, counted),))
        bound = (
            Computed(part, Calculation("*", (HUNDRED, ranked))),
            Computed(limit, Calculation("*", (Literal(f"{ALL - percent:g}", number=True), every))),
        )
        return replace(
            form,
            nested=(rank, whole),
            bound=(*form.bound, *bound),
            filters=(*form.filters, Filter(part, ">", (limit,))),
            order=order,
            limit=None,
        )

    def both_ends(self, form: Form, variable: Variable) -> Form | None:
        """The things whose number is the least or the most of all."""
        if form.nested:
            return None
        ends = self._ends(form, variable)
        inner = replace(_again(form, ends), shown=())
        within = Filter(variable, "in", tuple(e.name for e in ends))
        return replace(form, nested=(inner,), filters=(*form.filters, within), order=None, limit=None)

    def extremes(self, form: Form, variable: Variable, keys: tuple[Variable, ...]) -> Form:
        """The least and the most, of all or for each key."""
        return replace(form, kind=Kind.LIST, shown=keys, computed=self._ends(form, variable), measures=())

    def best_of_each(
        self, form: Form, thing: Variable, order: Order, keys: tuple[Variable, ...]
    ) -> Form | None:
        """The things whose number is the least or the most for their key."""
        if form.nested:
            return None
        low, high = self._ends(form, order.variable)
        end = high if order.descending else low
        periods = {c.name for c in form.bound}
        kept = frozenset(k for k in keys if k not in periods)
        inner = replace(_again(form, (end,), kept), shown=tuple(k if k in kept else k + _AGAIN for k in keys))
        # a period is worked out on both sides, so that it joins by a condition
        same = [Filter(order.variable, "=", (end.name,))]
        same += [Filter(k, "=", (k + _AGAIN,)) for k in keys if k in periods]
        return replace(
            form,
            shown=(*keys, thing),
            filters=(*form.filters, *same),
            nested=(inner,),
            order=None,
            limit=None,
            measures=(order.variable,),
        )

    def over_groups(self, form: Form, variable: Variable, function: str) -> Form:
        """What the numbers of all groups come to: the average number of orders per customer."""
        by = Order(variable, descending=True, count=form.kind is Kind.COUNT, function=form.function or "SUM")
        each = self.counted(form, by)
        if form.computed:  # by quantity
            each = replace(each, value=form.computed[0].value)
        name = f"{TITLE}{AGGREGATED[function]} {each.name.removeprefix(TITLE)}"
        shown = form.group or form.shown
        inner = replace(form, kind=Kind.LIST, shown=shown, group=(), function="", order=None)
        made = Computed(name, Aggregate(function, each.name))
        nested = replace(inner, computed=(each,))
        return Form(kind=Kind.LIST, shown=(), nested=(nested,), computed=(made,))

    def counted(self, form: Form, order: Order) -> Computed:
        """What rows are ordered by, as a column."""
        if order.count:
            cls = next((c for v, cs in form.classes for c in cs if v == order.variable), "")
            ends = (
                o for f in form.facts if f.object == order.variable for o in self.schema.objects(f.property)
            )
            back = (
                s for f in form.facts if f.subject == order.variable for s in self.schema.subjects(f.property)
            )
            cls = cls or next((c for c in (*ends, *back) if c), "")
            label = self.schema.ontology.label(cls) if cls else "things"
            counted = Aggregate("COUNT", order.variable, distinct=True)
            return Computed(f"{TITLE}{AGGREGATED['COUNT']} {label}", counted)
        name = AGGREGATED.get(order.function, AGGREGATED["AVG"])  # also by pieces
        label = self.label(form.facts, order.variable)
        return Computed(f"{TITLE}{name} {label}", Aggregate(order.function, order.variable))

    def label(self, facts: tuple[Fact, ...], variable: Variable) -> str:
        """What a number is called: the price, not its amount."""
        fact = next((f for f in facts if f.object == variable), None)
        while fact is not None and (behind := held(self.schema, self.naming, facts, fact.subject)):
            fact = behind
        name = self.schema.ontology.label(fact.property) if fact else "value"
        return without_unit(without_verb(name))

    def _ends(self, form: Form, variable: Variable) -> tuple[Computed, Computed]:
        label = self.label(form.facts, variable)
        low, high = (
            Computed(f"{TITLE}{AGGREGATED[end]} {label}", Aggregate(end, variable)) for end in ("MIN", "MAX")
        )
        return low, high

    def _chain(self, form: Form, thing: Variable, variable: Variable) -> tuple[Fact, ...] | None:
        """The facts that lead from a thing to its value."""
        found: list[Fact] = []
        node: object = variable
        while node != thing:
            fact = next((f for f in form.facts if f.object == node and f not in found), None)
            if fact is None:
                return None
            found.insert(0, fact)
            node = fact.subject
        return tuple(found)

    def _are_few(self, form: Form, thing: Variable) -> bool:
        classes = next((cs for v, cs in form.classes if v == thing), ())
        facts = (f for f in form.facts if f.subject == thing)
        classes = classes or next((tuple(self.schema.subjects(f.property)) for f in facts), ())
        return self.schema.instances(c for c in classes if c) <= MOST_RANKED


def _again(form: Form, computed: tuple[Computed, ...] = (), kept: frozenset[Variable] = frozenset()) -> Form:
    """The same pattern by other variables, with what is worked out of it under its own name."""
    whole = replace(
        form,
        kind=Kind.LIST,
        shown=(),
        measures=(),
        order=None,
        limit=None,
        offset=0,
        group=(),
        computed=computed,
    )
    names = {c.name for c in computed}
    return renamed(whole, {v: f"{v}{_AGAIN}" for v in named(whole) - kept - names})
