"""Definitions -> the forms of the business terms: each is read like a question for its things.

In: definitions, and what reads a question. Out: Definitions, with the problem of each that has no reading.
A term may speak of others, whatever their order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from kgqa.definitions.definition import Definition, DefinitionKind, Definitions, Term
from kgqa.forms.form import Form, Kind
from kgqa.language import guess, language
from kgqa.linking.tokens import key
from kgqa.strategies.parse.formulas import definition as formula_of
from kgqa.strategies.parse.formulas.formula import phrases

_FORMULA = "Say it like “list price minus cost” or “sum of A, B and C divided by number of D”."
SURE = 0.6  # a definition is written with care, so it is read with care


@dataclass(frozen=True, slots=True, kw_only=True)
class Meant:
    """The best reading of a definition: its form, the class of what it shows, how sure it is, and the words
    that were not understood.
    """

    form: Form | None = None
    cls: str = ""
    confidence: float = 0.0
    missing: tuple[str, ...] = ()


Read = Callable[[str, str, Definitions], Meant]  # a text, its language, and the terms known so far
Knows = Callable[[str, str], bool]  # a name and its language


def read_terms(definitions: Iterable[Definition], read: Read, knows: Knows) -> Definitions:
    """The definitions with every business term read, in the order in which they need each other. `knows` says
    whether the graph has a number, or things, of some name.
    """
    known = Definitions(every=tuple(definitions))
    unread = {d.name: problem for d in known.metrics if (problem := _metric_problem(d, known, knows))}
    known = replace(known, problems=unread)
    waiting = [d for d in known.every if d.kind is DefinitionKind.TERM]
    while waiting:
        problems: dict[str, str] = {}
        for definition in waiting:
            meant = read(definition.means, definition.language or guess(definition.means).code, known)
            if problem := _problem(definition, meant):
                problems[definition.name] = problem
            elif meant.form is not None:
                term = Term(definition=definition, cls=meant.cls, form=meant.form)
                known = replace(known, terms={**known.terms, definition.name: term})
        known = replace(known, problems={**unread, **problems})
        if len(problems) == len(waiting):
            break
        waiting = [d for d in waiting if d.name in problems]  # they may need those that are known now
    return known


def _metric_problem(metric: Definition, known: Definitions, knows: Knows) -> str:
    """Why a metric cannot be worked out; "" when it can."""
    lang = language(metric.language) if metric.language else guess(metric.means)
    said = f"The metric “{metric.name}” is not used: “{metric.means}”"
    found = formula_of(metric.name, metric.means, lang)
    if found is None:
        return f"{said} is no formula. {_FORMULA}"
    others = {key(name) for other in known.metrics if other is not metric for name in other.names}
    for phrase in phrases(found.formula):
        if key(phrase.text) not in others and not knows(phrase.text, lang.code):
            return f"{said} speaks of “{phrase.text}”, of which the graph knows no number. {_FORMULA}"
    return ""


def _problem(definition: Definition, meant: Meant) -> str:
    """Why a reading cannot stand for the term; "" when it can."""
    said = f"The term “{definition.name}” is not used: “{definition.means}”"
    if meant.missing:
        words = ", ".join(f"“{w}”" for w in meant.missing)
        return f"{said} speaks of {words}, which the graph does not know. Say it in the graph's words."
    if meant.form is None or not meant.cls or meant.confidence < SURE:
        return f"{said} has no reading to trust. Say it like “customers with more than 10 orders”."
    if meant.form.kind is not Kind.LIST or len(meant.form.shown) != 1 or meant.form.computed:
        return f"{said} asks for a number or for several things. A term is a kind of thing; write a metric."
    return ""
