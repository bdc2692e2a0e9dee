"""*Grouping*: beside totals a query shows only what it groups by, and each name is given once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kgqa.check.rule import Case, Forbidden, Rule
from kgqa.check.words import quoted
from kgqa.sparql.model import Aggregate, Bind, Expr, Filter, Group, Iri, Lit, ParsedQuery, Select, Var
from kgqa.sparql.walk import bound, bound_by, children, own_expressions, parts
from kgqa.types import Ground, Issue
from kgqa.wording.said import say

NAME = "grouping"


def find(case: Case) -> Iterator[Issue]:
    query = case.query
    for select in case.selects:
        yield from _named_twice(select)
        totals = any(isinstance(p, Aggregate) for e in own_expressions(select) for p in parts(e))
        if totals or select.group_by:
            yield from _starred(select, query)
            yield from _ungrouped(select)
        elif select.having:
            yield _issue(
                say("The query has a condition on groups, but groups nothing."),
                say("HAVING is for GROUP BY; write FILTER inside of WHERE."),
                Ground.DOUBTFUL,
            )
        yield from _totals_of_totals(own_expressions(select))
        if any(isinstance(k.value, Iri | Lit) for k in select.order_by):
            yield _issue(
                say("The query sorts by a constant, which leaves the order open."),
                say("Sort by a variable."),
                Ground.DOUBTFUL,
            )
    for group in case.groups:
        yield from _bound_before(group)
        yield from _totals_of_rows(group)


def _issue(message: str, hint: str, ground: Ground = Ground.BROKEN) -> Issue:
    return Issue(rule=NAME, message=message, ground=ground, hint=hint)


# ── beside totals ────────────────────────────────────────────────────────────────────────────────


def _starred(select: Select, query: ParsedQuery) -> Iterator[Issue]:
    if not select.columns and (query.form == "select" or select is not query.select):
        yield _issue(
            say("The query shows everything beside totals, but only what it groups by has one value."),
            say("SELECT * does not go with GROUP BY; name the columns."),
        )


def _ungrouped(select: Select) -> Iterator[Issue]:
    allowed = {k.variable.name for k in select.group_by if k.variable is not None}
    allowed |= {k.value.name for k in select.group_by if isinstance(k.value, Var)}
    known = bound(select)
    given = {c.variable.name for c in select.columns if c.value is not None}
    for condition in select.having:
        for name in sorted(_outside_totals(condition) - allowed):
            if name in known:
                yield _beside("The query compares {name} beside totals, but does not group by it.", name)
            elif name in given:
                yield _issue(
                    say(
                        "A condition on the groups uses {name}, which is calculated only after it.",
                        name=quoted(name),
                    ),
                    say("Repeat the calculation in HAVING: ?{name} has no value there.", name=name),
                )
    if select.values is not None:  # joined with the groups before the columns are calculated
        allowed |= {v.name for v in select.values.variables}
    unnamed = {k.value for k in select.group_by if k.variable is None and not isinstance(k.value, Var)}
    for column in select.columns:
        shown = column.value if column.value is not None else column.variable
        for name in sorted(_outside_totals(shown) - allowed):
            if shown in unnamed:
                yield _issue(
                    say(
                        "The query groups by {name} without saying that it is that.",
                        name=quoted(column.variable.name),
                    ),
                    say(
                        "Give the calculation its name in GROUP BY (… AS ?{name}), and show ?{name}.",
                        name=column.variable.name,
                    ),
                )
            elif name in known:
                yield _beside("The query shows {name} beside totals, but does not group by it.", name)
        allowed.add(column.variable.name)
    for key in select.order_by:
        for name in sorted(_outside_totals(key.value) - allowed):
            if name in known:
                yield _beside("The query sorts by {name} beside totals, but does not group by it.", name)


def _beside(sentence: str, name: str) -> Issue:
    return _issue(
        say(sentence, name=quoted(name)), say("Add ?{name} to GROUP BY, or take it out.", name=name)
    )


def _outside_totals(expr: Expr) -> set[str]:
    """The variables of an expression that no aggregate takes in."""
    if isinstance(expr, Var):
        return {expr.name}
    inner = () if isinstance(expr, Aggregate) else children(expr)
    return set[str]().union(*map(_outside_totals, inner))


# ── totals where there are none ──────────────────────────────────────────────────────────────────


def _totals_of_totals(expressions: Iterable[Expr]) -> Iterator[Issue]:
    for expr in expressions:
        outermost = (p for p in parts(expr) if isinstance(p, Aggregate) and p.argument is not None)
        if (outer := next(outermost, None)) is None or outer.argument is None:
            continue
        inner = next((p for p in parts(outer.argument) if isinstance(p, Aggregate)), None)
        if inner is not None:
            yield _issue(
                say(
                    "The query takes the {outer} of a {inner} in one step.",
                    outer=outer.name,
                    inner=inner.name,
                ),
                say(
                    "Calculate {inner} in a subquery with its own GROUP BY, {outer} outside of it.",
                    outer=outer.name,
                    inner=inner.name,
                ),
            )


def _totals_of_rows(group: Group) -> Iterator[Issue]:
    for element in group.elements:
        match element:
            case Filter(expr) | Bind(expr, _):
                total = next((p for p in parts(expr) if isinstance(p, Aggregate)), None)
                if total is not None:
                    yield _issue(
                        say(
                            "The query asks for a {total} where there are only single results.",
                            total=total.name,
                        ),
                        say(
                            "Put the condition on {total} into HAVING, or calculate it in a subquery.",
                            total=total.name,
                        ),
                    )


# ── names ────────────────────────────────────────────────────────────────────────────────────────


def _named_twice(select: Select) -> Iterator[Issue]:
    taken = set(bound(select))
    shown: set[str] = set()
    for column in select.columns:
        name = column.variable.name
        if column.value is not None and name in taken:
            yield _taken(name)
        elif name in shown:
            yield _issue(
                say("The query shows {name} twice.", name=quoted(name)),
                say("Take one ?{name} out of SELECT.", name=name),
            )
        taken.add(name)
        shown.add(name)


def _bound_before(group: Group) -> Iterator[Issue]:
    if not any(isinstance(e, Bind) for e in group.elements):
        return
    known: set[str] = set()
    for element in group.elements:
        if isinstance(element, Bind) and element.variable.name in known:
            yield _taken(element.variable.name)
        known |= bound_by(element)


def _taken(name: str) -> Issue:
    return _issue(
        say("The query gives the name {name} to a second value.", name=quoted(name)),
        say("?{name} is bound already; call the calculated value something else.", name=name),
    )


RULE = Rule(
    name=NAME,
    why="A value that differs inside a group has no one value for it; stores refuse such a query.",
    find=find,
    needs_ontology=False,
    allows=(
        "SELECT ?p (COUNT(?s) AS ?n) WHERE { ?p ex:hasSupplier ?s } GROUP BY ?p HAVING(COUNT(?s) > 1)",
        "SELECT ?y (SUM(?y) / COUNT(*) AS ?m) WHERE { ?x ex:placedOn ?d } GROUP BY (YEAR(?d) AS ?y)",
        "SELECT ?p WHERE { ?p ex:hasSupplier ?s } GROUP BY ?p ORDER BY DESC(COUNT(?s))",
        "SELECT ?p ?v WHERE { ?p ex:hasSupplier ?s } GROUP BY ?p VALUES ?v { 1 }",
        "SELECT (AVG(?n) AS ?m) { { SELECT ?p (COUNT(?s) AS ?n) { ?p ex:hasSupplier ?s } GROUP BY ?p } }",
    ),
    forbids=(
        Forbidden(
            query="SELECT ?p ?s (AVG(?v) AS ?m) WHERE { ?p ex:hasSupplier ?s ; ex:price ?v } GROUP BY ?p",
            message="The query shows “s” beside totals, but does not group by it.",
            ground=Ground.BROKEN,
            repaired="SELECT ?p ?s (AVG(?v) AS ?m) { ?p ex:hasSupplier ?s ; ex:price ?v } GROUP BY ?p ?s",
        ),
        Forbidden(
            query="SELECT ?p (COUNT(?s) AS ?n) WHERE { ?p ex:hasSupplier ?s } GROUP BY ?p HAVING(?n > 1)",
            message="A condition on the groups uses “n”, which is calculated only after it.",
            ground=Ground.BROKEN,
        ),
        Forbidden(
            query="SELECT ?s WHERE { ?p ex:hasSupplier ?s ; ex:price ?v } GROUP BY ?s ORDER BY ?v",
            message="The query sorts by “v” beside totals, but does not group by it.",
            ground=Ground.BROKEN,
        ),
        Forbidden(
            query="SELECT * WHERE { ?p ex:hasSupplier ?s } GROUP BY ?s",
            message="The query shows everything beside totals, but only what it groups by has one value.",
            ground=Ground.BROKEN,
        ),
        Forbidden(
            query="SELECT (AVG(COUNT(?s)) AS ?m) WHERE { ?p ex:hasSupplier ?s }",
            message="The query takes the AVG of a COUNT in one step.",
            ground=Ground.BROKEN,
        ),
        Forbidden(
            query="SELECT ?p WHERE { ?p ex:hasSupplier ?s FILTER(COUNT(?s) > 1) }",
            message="The query asks for a COUNT where there are only single results.",
            ground=Ground.BROKEN,
        ),
        Forbidden(
            query="SELECT (YEAR(?d) AS ?y) (COUNT(*) AS ?n) WHERE { ?o ex:placedOn ?d } GROUP BY (YEAR(?d))",
            message="The query groups by “y” without saying that it is that.",
            ground=Ground.BROKEN,
            repaired="SELECT ?y (COUNT(*) AS ?n) WHERE { ?o ex:placedOn ?d } GROUP BY (YEAR(?d) AS ?y)",
        ),
        Forbidden(
            query="SELECT ?p WHERE { ?p ex:price ?v . BIND(?v * 2 AS ?p) }",
            message="The query gives the name “p” to a second value.",
            ground=Ground.BROKEN,
        ),
        Forbidden(
            query="SELECT (COUNT(?p) AS ?p) WHERE { ?p ex:price ?v }",
            message="The query gives the name “p” to a second value.",
            ground=Ground.BROKEN,
            repaired="SELECT (COUNT(?p) AS ?p_count) WHERE { ?p ex:price ?v }",
        ),
        Forbidden(
            query="SELECT ?p ?p WHERE { ?p ex:price ?v }",
            message="The query shows “p” twice.",
            ground=Ground.BROKEN,
        ),
        Forbidden(
            query="SELECT ?p WHERE { ?p ex:price ?v } ORDER BY DESC(1)",
            message="The query sorts by a constant, which leaves the order open.",
            ground=Ground.DOUBTFUL,
        ),
    ),
)
