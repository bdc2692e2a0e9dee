"""*Cost*: a query asks for no more than a store can give to one asker among many."""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.check.conditions import Bounds, Conditions
from kgqa.check.estimates import may_be_empty, starts, within
from kgqa.check.regexes import trouble
from kgqa.check.rule import Case, Forbidden, Rule
from kgqa.check.unconnected import flat, largest_pair
from kgqa.sparql.model import (
    Blank,
    Call,
    Exists,
    Filter,
    Group,
    InGraph,
    Lit,
    Maybe,
    Minus,
    NoneOf,
    Path,
    Repeat,
    Select,
    Subquery,
    Triple,
    Union,
    Var,
)
from kgqa.sparql.walk import bound_in, parts
from kgqa.types import Ground, Issue
from kgqa.wording.said import number, say

NAME = "cost"
MOST_TRIPLES = 300
MOST_BRANCHES = 100
MOST_SUBQUERIES = 30

Names = frozenset[str]


def find(case: Case) -> Iterator[Issue]:
    if too_large := list(_size(case)):
        yield from too_large  # and is not looked into any further
        return
    for select in case.selects:
        yield from _rows(select, case.conditions.bounds)
        yield from _group(select.where, frozenset(), case)
    for triple in case.triples:
        if not isinstance(triple.predicate, Var):
            yield from _path(triple.predicate)
    for expr in case.expressions:
        if isinstance(expr, Call) and expr.function in ("REGEX", "REPLACE"):
            yield from _pattern(expr)


# ── what it asks for ─────────────────────────────────────────────────────────────────────────────


def _rows(select: Select, bounds: Bounds) -> Iterator[Issue]:
    asked = max(select.limit or 0, select.offset or 0)
    if asked > bounds.rows:
        yield _refused(
            say(
                "The query asks for {count} rows, and at most {most} are given.",
                count=number(asked),
                most=number(bounds.rows),
            ),
            say("LIMIT and OFFSET are at most {most}.", most=number(bounds.rows)),
        )


def _size(case: Case) -> Iterator[Issue]:
    found = case.elements
    for noun, count, most in (
        (say("patterns"), sum(isinstance(e, Triple) for e in found), MOST_TRIPLES),
        (say("alternatives"), sum(len(e.branches) for e in found if isinstance(e, Union)), MOST_BRANCHES),
        (say("queries inside it"), sum(isinstance(e, Subquery) for e in found), MOST_SUBQUERIES),
    ):
        if count > most:
            yield _refused(
                say(
                    "The query has {count} {noun}; at most {most} are run.",
                    count=number(count),
                    noun=noun,
                    most=number(most),
                ),
                say("Give a list of things as VALUES or IN: those may be long."),
            )


# ── what its parts make of each other ────────────────────────────────────────────────────────────


def _group(group: Group, outside: Names, case: Case) -> Iterator[Issue]:
    """`outside` are the variables that are bound where this group is joined."""
    yield from _pairs(group, case)
    around = outside | bound_in(group)
    for element in flat(group):
        match element:
            case Triple():
                yield from _open_path(element, group, outside, case)
            case Maybe(inner) | Minus(inner) | InGraph(_, inner):
                yield from _group(inner, around, case)
            case Union(branches):
                for branch in branches:
                    yield from _group(branch, around, case)
            case Filter(condition):
                for part in parts(condition):
                    if isinstance(part, Exists):
                        yield from _group(part.group, around, case)


def _pairs(group: Group, case: Case) -> Iterator[Issue]:
    found, most = largest_pair(group, case.ontology), case.conditions.bounds.pairs
    if found and found[0] * found[1] > most:
        one, other = found
        yield _refused(
            say(
                "Two parts of the query are not connected: of {one} and {other} results it would make "
                "{pairs} pairs, and at most {most} are made.",
                one=number(one),
                other=number(other),
                pairs=number(one * other),
                most=number(most),
            ),
            say("A property that leads from one part to the other is probably missing."),
        )


# ── paths ────────────────────────────────────────────────────────────────────────────────────────


def _path(path: Path) -> Iterator[Issue]:
    for part in within(path):
        if not isinstance(part, Repeat) or part.mark == "?":
            continue
        if may_be_empty(part.path) or isinstance(part.path, Repeat):
            yield _refused(
                say("The query repeats a step that is repeated itself, which may take for ever."),
                say("One repetition is enough: p* says what (p*)* says."),
            )
        elif any(isinstance(p, NoneOf) for p in within(part.path)):
            yield _refused(
                say("The query follows whatever there is, any number of times."),
                say("Name the properties that are repeated: (p|q)*."),
            )


def _open_path(triple: Triple, group: Group, outside: Names, case: Case) -> Iterator[Issue]:
    path = triple.predicate
    if isinstance(path, Var) or not any(isinstance(p, Repeat) for p in within(path)):
        return
    ends = [n for n in (triple.subject, triple.object) if isinstance(n, Var | Blank)]
    if len(ends) < 2:  # noqa: PLR2004 - both
        return
    others = outside | bound_in(Group(tuple(e for e in flat(group) if e is not triple)))
    if any(isinstance(n, Var) and n.name in others for n in ends):
        return
    things, most = starts(path, case.ontology), case.conditions.bounds.things
    if things is not None and things > most:
        yield _refused(
            say(
                "The query follows a repeated step from each of {count} things; at most {most} are "
                "looked at.",
                count=number(things),
                most=number(most),
            ),
            say("Give one end of the path a class or a thing."),
        )


# ── texts ────────────────────────────────────────────────────────────────────────────────────────


def _pattern(call: Call) -> Iterator[Issue]:
    pattern = call.arguments[1] if len(call.arguments) > 1 else None
    if isinstance(pattern, Lit) and (why := trouble(pattern.value)):
        yield _refused(
            say("The query compares texts with a pattern that may take for ever: {why}.", why=why),
            say("CONTAINS, STRSTARTS and STRENDS do for most questions."),
        )


def _refused(message: str, hint: str) -> Issue:
    return Issue(rule=NAME, message=message, ground=Ground.FORBIDDEN, hint=hint)


_FEW = Conditions(bounds=Bounds(rows=1_000, pairs=100, things=10))

RULE = Rule(
    name=NAME,
    why="One query must not hold up the store for all others.",
    find=find,
    needs_ontology=False,
    allows=(
        "SELECT ?p WHERE { ?p a ex:Product } LIMIT 1000000",
        "SELECT ?p WHERE { ?p a ex:Product . ?p (ex:hasSupplier/ex:supplies)* ?q }",
        "SELECT ?p WHERE { ?p ex:name ?n FILTER REGEX(?n, '^[A-Z]+-[0-9]+ (left|right)$', 'i') }",
    ),
    forbids=(
        Forbidden(
            query="SELECT ?p WHERE { ?p a ex:Product } LIMIT 5000000",
            message="The query asks for 5,000,000 rows, and at most 1,000,000 are given.",
            ground=Ground.FORBIDDEN,
        ),
        Forbidden(
            query="SELECT ?p ?o WHERE { ?p ex:price ?v . ?o ex:placedOn ?d }",
            message="Two parts of the query are not connected: of 20 and 12 results it would make 240 pairs, "
            "and at most 100 are made.",
            ground=Ground.FORBIDDEN,
            observed=True,
            conditions=_FEW,
        ),
        Forbidden(
            query="SELECT ?x ?y WHERE { ?x (ex:hasSupplier/ex:supplies)+ ?y }",
            message="The query follows a repeated step from each of 12 things; at most 10 are looked at.",
            ground=Ground.FORBIDDEN,
            observed=True,
            conditions=_FEW,
        ),
        Forbidden(
            query="SELECT ?y WHERE { ex:a (ex:hasSupplier|(ex:supplies*))+ ?y }",
            message="The query repeats a step that is repeated itself, which may take for ever.",
            ground=Ground.FORBIDDEN,
        ),
        Forbidden(
            query="SELECT ?y WHERE { ?x a ex:Product ; (!ex:price)* ?y }",
            message="The query follows whatever there is, any number of times.",
            ground=Ground.FORBIDDEN,
        ),
        Forbidden(
            query="SELECT ?p WHERE { ?p ex:name ?n FILTER REGEX(?n, '^(a+)+$') }",
            message="The query compares texts with a pattern that may take for ever: it repeats what is "
            "repeated itself.",
            ground=Ground.FORBIDDEN,
        ),
    ),
)
