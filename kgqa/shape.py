"""The least that a query may show: columns that only say names, and the measure of a superlative, go where
nobody asked for them. They are the cheapest loss of models' queries.

In: a query that was written, the question. Out: the query with as few columns, and the one to be shown.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace

from kgqa.language import Language, everywhere, fold
from kgqa.linking.names import Naming
from kgqa.linking.tokens import folded_words, tokenise
from kgqa.ontology import Ontology, local_name, spaced
from kgqa.sparql import ParsedQuery
from kgqa.sparql.change import with_columns
from kgqa.sparql.model import (
    Aggregate,
    Call,
    Column,
    Element,
    Expr,
    Filter,
    Group,
    Iri,
    Maybe,
    Select,
    Triple,
    Var,
)
from kgqa.sparql.walk import own_expressions, parts, path_iris, triples, variables

# A question that wants a measure beside what has it: "… and how much does it weigh?", "with their prices".
_MEASURE_ASKED = re.compile(
    r"\bhow (?:much|many|long|high|old|far|often|heavy|large|big|tall|fast)\b"
    r"|\b(?:and|with|by|along with|together with|including|what (?:is|was|are)) (?:its|their|the|his|her)\b"
    r"|\bwhat (?:is|was|are) (?:it|that|they)\b|\b(?:its|their)\b"
    r"|\bwie ?(?:viel|viele|hoch|lang|alt|oft|schwer|groß|weit)\w*\b"
    r"|\b(?:und|mit|samt|inklusive) (?:der|die|das|den|dem|ihr|sein|deren|dessen)\w*\b",
    re.IGNORECASE,
)
_SUPERLATIVE = re.compile(r"most|least|top|best|worst|\w+est|meisten?|wenigsten?|\w+sten?")
_BEFORE = 3  # words between a superlative and what it is of
_WORD = 4  # letters of a word that says what is measured
_LANGUAGE_TESTS = ("LANG", "LANGMATCHES", "STR", "BOUND")


@dataclass(frozen=True, slots=True)
class Shaped:
    """`query` asks for the least. `shown` is the same with the dropped columns behind its own, None where
    nothing was dropped that a reader wants to see; `dropped` are the names of the columns that are gone.
    """

    query: ParsedQuery
    shown: ParsedQuery | None = None
    dropped: tuple[str, ...] = ()

    @property
    def whole(self) -> ParsedQuery:
        """The query that fetches what is asked and what is shown beside it."""
        return self.shown or self.query

    @property
    def asked(self) -> tuple[str, ...]:
        """The columns of the whole one that were asked for; () for all."""
        return tuple(c.variable.name for c in self.query.select.columns) if self.shown else ()


def shaped(
    query: ParsedQuery,
    question: str,
    lang: Language,
    naming: Naming,
    ontology: Ontology,
    *,
    keeps_measures: bool = False,
) -> Shaped:
    """The query without what the question did not ask for. `keeps_measures` leaves the measure of a
    superlative where it stands: who wrote the query was told when it belongs there.
    """
    if query.form != "select" or not query.select.columns:
        return Shaped(query)
    select, names = query.select, list[str]()
    if not _asks_for_names(question, lang):
        select, names = _without_names(select, _names(query, naming))
    found = () if keeps_measures else _measures(select)
    measures = [c for c in found if not _is_asked_for(c, query, question, ontology)]
    columns = [c for c in select.columns if c not in measures]
    narrow = with_columns(select, {c.variable.name for c in columns})
    if not (names or measures):
        return Shaped(query)
    wide = replace(select, columns=(*narrow.columns, *measures))
    return Shaped(
        replace(query, select=narrow),
        replace(query, select=wide) if measures else None,
        (*names, *(c.variable.name for c in measures)),
    )


# ── names ────────────────────────────────────────────────────────────────────────────────────────


def _asks_for_names(question: str, lang: Language) -> bool:
    wanted = {fold(word) for word in everywhere("naming_words")}
    said = {form for t in tokenise(question) for form in (t.folded, fold(lang.lemma(t.text)))}
    return not wanted.isdisjoint(said)


def _names(query: ParsedQuery, naming: Naming) -> dict[str, Triple]:
    """Variables that are nothing but the name of another one, with the pattern that looks it up."""
    uses = Counter(n.name for t in triples(query) for n in t.ends if isinstance(n, Var))
    found: dict[str, Triple] = {}
    for triple in triples(query):
        match triple:
            case Triple(Var(), Iri(prop), Var(name)) if prop in naming.preferred and uses[name] == 1:
                found[name] = triple
    return found


def _without_names(select: Select, names: dict[str, Triple]) -> tuple[Select, list[str]]:
    """The columns of names go, with what looks them up; a name that stands alone becomes what it names."""
    shown = {c.variable.name for c in select.columns if c.value is None}
    columns: dict[str, Column] = {}
    gone: list[str] = []
    for column in select.columns:
        triple = names.get(column.variable.name)
        thing = triple.subject if triple else None
        if column.value is not None or not isinstance(thing, Var):
            columns.setdefault(column.variable.name, column)
        elif select.group_by and thing.name not in shown:
            return select, []  # the names make the groups
        else:
            columns.setdefault(thing.name, Column(thing))
            gone.append(column.variable.name)
    if not gone:
        return select, []
    group_by = tuple(k for k in select.group_by if not (isinstance(k.value, Var) and k.value.name in gone))
    narrow = replace(select, columns=tuple(columns.values()), group_by=group_by)
    kept = {v for e in own_expressions(narrow) for v in variables(e)}
    where = _without(select.where, {name: names[name] for name in gone if name not in kept})
    plain = not (select.order_by or select.group_by or select.limit)
    return replace(narrow, where=where, distinct=select.distinct or plain), gone


def _without(group: Group, labels: dict[str, Triple]) -> Group:
    """A group without these patterns and the filters on the language of what they bind; all as it was where
    another filter speaks of it.
    """
    elements: list[Element] = []
    for element in group.elements:
        match element:
            case Triple() if any(element is t for t in labels.values()):
                continue
            case Filter(condition) if variables(condition) and variables(condition) <= set(labels):
                if _is_on_language(condition):
                    continue
                return group
            case Maybe(inner):
                left = _without(inner, labels)
                if left.elements:
                    elements.append(Maybe(left) if left is not inner else element)
                continue
            case Filter(condition) if not variables(condition).isdisjoint(labels):
                return group
        elements.append(element)
    return Group(tuple(elements))


def _is_on_language(condition: Expr) -> bool:
    calls = [e for e in parts(condition) if isinstance(e, Call)]
    return (
        bool(calls)
        and all(c.function in _LANGUAGE_TESTS for c in calls)
        and any(c.function in ("LANG", "LANGMATCHES") for c in calls)
    )


# ── measures ─────────────────────────────────────────────────────────────────────────────────────


def _measures(select: Select) -> list[Column]:
    """The columns by which a superlative is found, beside those that it finds."""
    if select.limit is None or not select.order_by or len(select.columns) == 1:
        return []
    keys = {v for k in select.order_by for v in variables(k.value)}
    found = [c for c in select.columns if c.variable.name in keys and _is_measure(c, select)]
    return found if len(found) < len(select.columns) else []


def _is_measure(column: Column, select: Select) -> bool:
    """Whether a column is made to order by: an aggregate or a formula, or the value of a pattern."""
    if column.value is not None:
        return True
    grouped = any(isinstance(k.value, Var) and k.value == column.variable for k in select.group_by)
    return not grouped and any(
        isinstance(e, Triple) and e.object == column.variable for e in select.where.elements
    )


def _is_asked_for(column: Column, query: ParsedQuery, question: str, ontology: Ontology) -> bool:
    """Whether the question wants to see the measure: it says so, or names it apart from a superlative ("the
    weight of the heaviest", and not "the one with the highest weight").
    """
    if _MEASURE_ASKED.search(question):
        return True
    sources = variables(column.value) if column.value is not None else {column.variable.name}
    looked_up = [t for t in triples(query) if isinstance(t.object, Var) and t.object.name in sources]
    words = {
        word
        for t in looked_up
        for iri in (path_iris(t.predicate) if not isinstance(t.predicate, Var) else ())
        if not _counts(column)
        for word in folded_words(f"{ontology.label(iri.value)} {spaced(local_name(iri.value))}")
        if len(word) >= _WORD
    }
    said = [t.folded for t in tokenise(question)]
    return any(
        word in words and not any(_SUPERLATIVE.fullmatch(w) for w in said[max(at - _BEFORE, 0) : at])
        for at, word in enumerate(said)
    )


def _counts(column: Column) -> bool:
    value = column.value
    return value is not None and any(isinstance(e, Aggregate) and e.name == "COUNT" for e in parts(value))
