"""Random logical forms over a small graph: what may be asked of its classes, drawn piece by piece.

In: what the things of a graph have. Out: a hypothesis strategy of forms, each with the words for its shape.
Conditions are made of values that the graph holds, so that most forms have rows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from hypothesis import assume
from hypothesis import strategies as st

from kgqa.forms.form import (
    Absent,
    Aggregate,
    Calculation,
    Computed,
    Fact,
    Filter,
    Form,
    Having,
    Kind,
    Literal,
    Order,
    Thing,
)
from kgqa.ontology import XSD

KINDS = {XSD + "decimal": "number", XSD + "integer": "number", XSD + "date": "date", XSD + "string": "text"}
OPERATORS = (">", "<", ">=", "<=")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Use:
    """A property of the things of one class, with the values that it has there."""

    iri: str
    cls: str
    object: str
    values: tuple[str, ...]
    is_key: bool = False  # it stands for the thing itself: its name, its code

    @property
    def kind(self) -> str:
        """What its values are: number, date, text, or thing; kin where they are of the class itself."""
        return "kin" if self.object == self.cls else KINDS.get(self.object, "thing")


@dataclass(frozen=True, slots=True)
class Asked:
    """A form and the words for its shape: what is asked, then what its conditions are of."""

    form: Form
    shape: frozenset[str]


@st.composite
def forms(draw: st.DrawFn, uses: Sequence[Use]) -> Asked:
    """Any form."""
    name = draw(st.sampled_from(list(SHAPES)))
    sketch = Sketch(draw, uses)
    sketch.shape.add(name)
    conditions, shape = SHAPES[name]
    for _ in range(draw(st.integers(0, conditions))):
        sketch.condition()
    if conditions and draw(st.integers(0, 4)) == 0:
        sketch.missing()
    form = shape(sketch)
    return Asked(form, frozenset(sketch.shape))


class Sketch:
    """One form in the making: things `x` of a class, and what is drawn for them."""

    def __init__(self, draw: st.DrawFn, uses: Sequence[Use]) -> None:
        self.draw, self.uses = draw, uses
        self.cls = self.one(sorted({u.cls for u in uses}))
        self.facts: list[Fact] = []
        self.filters: list[Filter] = []
        self.absent: list[Absent] = []
        self.shape: set[str] = set()
        self.taken: set[str] = set()
        self.names = 0

    # ── draws ────────────────────────────────────────────────────────────────────────────────────

    def one(self, of: Sequence[T]) -> T:
        assume(of)  # else the class has nothing for this part of a form
        return self.draw(st.sampled_from(list(of)))

    def fresh(self, hint: str) -> str:
        self.names += 1
        return f"{hint}{self.names}"

    def use(self, *kinds: str, cls: str = "") -> Use:
        """A property of the class that no other part of the form speaks of."""
        of_class = [u for u in self.uses if u.cls == (cls or self.cls) and u.kind in kinds]
        use = self.one([u for u in of_class if u.iri not in self.taken])
        self.taken.add(use.iri)
        return use

    def leading(self) -> Use:
        """A property that leads to the class."""
        use = self.one([u for u in self.uses if u.object == self.cls and u.iri not in self.taken])
        self.taken.add(use.iri)
        if use.kind == "kin":
            self.shape.add("kin")
        return use

    def value(
        self, *kinds: str, optional: bool = False, subject: str = "x", cls: str = ""
    ) -> tuple[Use, str]:
        """A property that x has, and the variable of its value."""
        use, name = self.use(*kinds, cls=cls), self.fresh("v")
        self.facts.append(Fact(subject, use.iri, name, optional=optional))
        if use.kind == "kin":
            self.shape.add("kin")
        return use, name

    def some(self) -> Thing:
        """One of the things of the class."""
        return Thing(self.one([v for u in self.uses if u.object == self.cls for v in u.values]))

    # ── conditions ───────────────────────────────────────────────────────────────────────────────

    def condition(self) -> None:
        self.one(
            (self.thing, self.thing, self.number, self.number, self.date, self.text, self.back, self.far)
        )()

    def thing(self) -> None:
        use = self.use("thing", "kin")
        self.facts.append(Fact("x", use.iri, Thing(self.one(use.values))))
        self.shape.add(f"some {use.kind}")

    def number(self) -> None:
        use, name = self.value("number")
        self.filters.append(Filter(name, self.one(OPERATORS), (Literal(self.one(use.values), number=True),)))

    def date(self) -> None:
        use, name = self.value("date")
        day = self.one(use.values)
        way = self.one((*OPERATORS, "year", "between"))
        limits = {
            "year": [(">=", f"{day[:4]}-01-01"), ("<", f"{int(day[:4]) + 1}-01-01")],
            "between": [(">=", day), ("<=", max(use.values))],
        }.get(way, [(way, day)])
        self.filters += [Filter(name, sign, (Literal(d, XSD + "date"),)) for sign, d in limits]

    def text(self) -> None:
        use, name = self.value("text")
        words = (value := self.one(use.values)).split()
        way = self.one(("contains", "starts", "ends", "=") if len(words) > 1 else ("=",))
        part = {"contains": words[len(words) // 2], "starts": words[0], "ends": words[-1]}.get(way, value)
        self.filters.append(Filter(name, way, (Literal(part),), text=way == "="))
        self.shape.add("text" if way == "=" else "part of a text")

    def back(self) -> None:
        self.facts.append(Fact(self.fresh("y"), self.leading().iri, "x"))
        self.shape.add("back")

    def far(self) -> None:
        """Something of what a thing leads to."""
        near, z = self.value("thing")
        if self.draw(st.booleans()):
            far = self.use("thing", cls=near.object)
            self.facts.append(Fact(z, far.iri, Thing(self.one(far.values))))
        else:
            far, n = self.value("number", subject=z, cls=near.object)
            self.filters.append(Filter(n, self.one(OPERATORS), (Literal(self.one(far.values), number=True),)))

    def missing(self) -> None:
        """What must not be."""
        self.shape.add("negation")
        way = self.one(("none", "not", "back"))
        if way == "back":
            self.absent.append(Absent((Fact("a", self.leading().iri, "x"),)))
            return
        use = self.use("thing") if way == "not" else self.use("thing", "number", "date", "text")
        end = Thing(self.one(use.values)) if way == "not" else "a"
        self.absent.append(Absent((Fact("x", use.iri, end),)))

    # ── the form ─────────────────────────────────────────────────────────────────────────────────

    def form(self, **parts: Any) -> Form:
        """The form of x, or of what `parts` say."""
        pattern = {"facts": tuple(self.facts), "filters": tuple(self.filters), "absent": tuple(self.absent)}
        whole = {"kind": Kind.LIST, "shown": ("x",), "classes": (("x", (self.cls,)),), **pattern, **parts}
        return Form(**whole)


# ── what is asked ────────────────────────────────────────────────────────────────────────────────


def listed(s: Sketch) -> Form:
    return s.form()


def counted(s: Sketch) -> Form:
    return s.form(kind=Kind.COUNT)


def whether(s: Sketch) -> Form:
    use = s.use("thing", "kin")
    fact = Fact(s.some(), use.iri, Thing(s.one(use.values)))
    s.shape.add(use.kind)
    return s.form(kind=Kind.ASK, shown=(), classes=(), facts=(fact,))


def best(s: Sketch) -> Form:
    use, name = s.value("number", "date")
    s.shape.add(use.kind)
    return s.form(order=Order(name, s.draw(st.booleans())), limit=s.one((1, 1, 2, 3)))


def most(s: Sketch) -> Form:
    s.facts.append(Fact("y", s.leading().iri, "x"))
    return s.form(order=Order("y", descending=True, count=True), limit=1)


def so_many(s: Sketch) -> Form:
    s.facts.append(Fact("y", s.leading().iri, "x"))
    return s.form(having=Having("y", *s.one(((">", 1), (">=", 2), ("<", 3), ("=", 1), ("=", 2)))))


def counts_of_each(s: Sketch) -> Form:
    _, key = s.value("thing", "kin")
    return s.form(shown=(key,), computed=(Computed("count", Aggregate("COUNT", "x", distinct=True)),))


def amount(s: Sketch) -> Form:
    _, name = s.value("number")
    function = s.one(("AVG", "SUM", "MIN", "MAX"))
    return s.form(kind=Kind.AGGREGATE, shown=(name,), function=function, once=("x", name))


def amounts_of_each(s: Sketch) -> Form:
    (_, key), (_, name) = s.value("thing"), s.value("number")
    value = Computed("value", Aggregate(s.one(("AVG", "SUM", "MIN", "MAX")), name))
    return s.form(shown=(key,), computed=(value,), once=(key, "x", name))


def columns(s: Sketch, *, optional: bool = False) -> Form:
    shown = ["x"]
    for _ in range(1 if optional else s.one((1, 2))):
        use, name = s.value("number", "date", "text", "thing", "kin", optional=optional)
        shown.append(name)
        if use.is_key:
            s.shape.add("key column")
    return s.form(shown=tuple(shown))


def where_known(s: Sketch) -> Form:
    return columns(s, optional=True)


def calculated(s: Sketch) -> Form:
    (_, one), (_, other) = s.value("number"), s.value("number")
    value = Calculation(s.one(("-", "/", "+", "*")), (one, other))
    return s.form(computed=(Computed("value", value),))


def than(s: Sketch) -> Form:
    use, name = s.value("number", "date")
    s.facts.append(Fact(s.some(), use.iri, "other"))
    s.filters.append(Filter(name, s.one(("<", ">")), ("other",)))
    return s.form()


def than_average(s: Sketch) -> Form:
    use, name = s.value("number")
    s.filters.append(Filter(name, s.one(("<", ">")), ("average",)))
    return s.form(nested=(_over_all(s, use, "AVG", "average"),))


def best_of_each(s: Sketch) -> Form:
    (by, key), (use, name) = s.value("thing"), s.value("number")
    s.filters.append(Filter(name, "=", ("best",)))
    return s.form(shown=(key, "x"), nested=(_over_all(s, use, s.one(("MIN", "MAX")), "best", (by, key)),))


def of_each_period(s: Sketch) -> Form:
    _, name = s.value("date")
    period = Computed("period", Calculation(s.one(("year", "month of year", "quarter of year")), (name,)))
    count = Computed("count", Aggregate("COUNT", "x", distinct=True))
    return s.form(shown=("period",), bound=(period,), computed=(count,))


def value_of(s: Sketch) -> Form:
    use = s.use("number", "date", "text", "thing", "kin")
    s.shape.add(use.kind)
    return s.form(shown=("v",), classes=(), facts=(Fact(s.some(), use.iri, "v"),))


def reached(s: Sketch) -> Form:
    _, name = s.value("thing", "kin")
    return s.form(shown=(name,))


def _over_all(s: Sketch, use: Use, function: str, name: str, by: tuple[Use, str] | None = None) -> Form:
    """What all things of the class come to, or those with each value of a property."""
    facts = [Fact("x2", by[0].iri, by[1])] if by else []
    return Form(
        kind=Kind.LIST,
        shown=(by[1],) if by else (),
        classes=(("x2", (s.cls,)),),
        facts=(*facts, Fact("x2", use.iri, "each")),
        computed=(Computed(name, Aggregate(function, "each")),),
    )


# For each shape: how many conditions it has at most, and what makes it.
SHAPES: dict[str, tuple[int, Callable[[Sketch], Form]]] = {
    "list": (3, listed),
    "count": (3, counted),
    "whether": (0, whether),
    "best": (1, best),
    "most": (1, most),
    "so many": (1, so_many),
    "counts of each": (1, counts_of_each),
    "amount": (1, amount),
    "amounts of each": (1, amounts_of_each),
    "columns": (1, columns),
    "where known": (1, where_known),
    "calculated": (1, calculated),
    "than": (1, than),
    "than average": (1, than_average),
    "best of each": (1, best_of_each),
    "of each period": (1, of_each_period),
    "value of": (0, value_of),
    "reached": (1, reached),
}
