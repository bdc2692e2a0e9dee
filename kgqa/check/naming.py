"""Which of the things that a query shows are shown without a name.

In: a case. Out: the columns that hold things, unless a name or an identifier of the thing stands beside them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from kgqa.check.bindings import Bindings
from kgqa.check.kinds import Kind, Value
from kgqa.check.rule import Case
from kgqa.language import everywhere, fold
from kgqa.linking.names import KNOWN_NAMES, KNOWN_OTHER_NAMES
from kgqa.ontology import Ontology, local_name, spaced
from kgqa.sparql.facts import Fact
from kgqa.sparql.model import Aggregate, Expr, Var
from kgqa.sparql.walk import children
from kgqa.types import Ground


@dataclass(frozen=True, slots=True)
class Nameless:
    """A column with a thing in it. `subject` says that some pattern starts at the thing."""

    column: str
    value: Value
    subject: bool


def nameless(case: Case) -> Iterator[Nameless]:
    """The columns of a SELECT that show things by their IRIs alone; none where nobody wants to know."""
    if case.query.form != "select" or case.conditions.policy.level(Ground.OUTPUT) is None:
        return
    found = case.bindings
    columns = [c.variable.name for c in case.query.select.columns] or list(found.head)
    things = {c: v for c in columns if (v := found.head.get(c)) and v.observed == {Kind.THING}}
    if not things:
        return
    made = _made(found)
    facts = [f for f in case.facts.facts if isinstance(f.subject, Var) and not _is_denied(f)]
    subjects = {f.subject.name for f in facts if isinstance(f.subject, Var)}
    shown = _behind(columns, made)
    named = {f.subject for f in facts if _is_shown_name(f, shown, case.ontology)}
    for column, value in things.items():
        sources = _behind([column], made)
        if not any(Var(s) in named for s in sources):
            yield Nameless(column, value, subject=not subjects.isdisjoint(sources))


def _is_denied(fact: Fact) -> bool:
    """Whether a pattern only says what is not to be, or to be somewhere."""
    return any(kind in ("minus", "exists", "not exists") for kind, _ in fact.scope)


def _is_shown_name(fact: Fact, shown: set[str], ontology: Ontology) -> bool:
    return isinstance(fact.object, Var) and fact.object.name in shown and _identifies(fact.property, ontology)


def _identifies(property_: str, ontology: Ontology) -> bool:
    """Whether people tell things apart by a property's values."""
    if property_ in KNOWN_NAMES or property_ in KNOWN_OTHER_NAMES:
        return True
    known = ontology.properties.get(property_)
    names = (spaced(local_name(property_)), *(n.text for n in (known.names if known else ())))
    return any(_is_name(name) for name in names)


@lru_cache(maxsize=10_000)
def _is_name(name: str) -> bool:
    whole = fold(name)
    words = everywhere("identifying_words") | everywhere("code_words")
    names = everywhere("naming_words") | everywhere("given_names") | everywhere("family_names")
    return whole in names or not words.isdisjoint(whole.split())


def _made(found: Bindings) -> dict[str, Expr]:
    """The calculated variables, each with what it is calculated from."""
    return {s.variable: s.expr for s in found.stated if s.variable}


def _behind(names: list[str], made: dict[str, Expr]) -> set[str]:
    """Variables, and those whose values they are made of."""
    found: set[str] = set()
    todo = list(names)
    while todo:
        name = todo.pop()
        if name not in found:
            found.add(name)
            todo += _values_in(made[name]) if name in made else ()
    return found


def _values_in(expr: Expr) -> Iterator[str]:
    """The variables of which something is left to see in the value of an expression."""
    if isinstance(expr, Var):
        yield expr.name
    elif not isinstance(expr, Aggregate) or expr.name not in ("COUNT", "SUM", "AVG"):
        for inner in children(expr):
            yield from _values_in(inner)
