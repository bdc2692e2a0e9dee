"""Zaha's examples -> pairs (Zaha, figure 4b): `nlq` is the question, `data_req` what answers it.

    {"nlq": "Who works in Finance?",
     "data_req": {"entity_bindings": {"Department": ["Finance"]},
                  "var2cls": {"Department": "def:Department"},
                  "req_form": {"type": "sparql", "namespace": "hr", "query": "SELECT … ?Department …"}}}

In: one example as plain data, and what finds the things that a text names. Out: a Pair, or in a sentence why
there is none. The variables of `entity_bindings` give way to the things that are named, of the class that
`var2cls` says, as Zaha does before it runs a query.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from kgqa.library.pair import Pair, Source
from kgqa.linking.index import TermIndex
from kgqa.ontology import Ontology
from kgqa.sparql import ParsedQuery, parse, spelled
from kgqa.sparql.change import exchanged
from kgqa.sparql.model import Group, Iri, Values, Var
from kgqa.sparql.walk import all_elements, projected
from kgqa.types import TermKind

SURE = 0.9  # a name that is less like a thing does not name it in an example
TIED = 0.01
Find = Callable[[str, str], Sequence[str]]
"""The things that a text names, of a class ("" for any)."""


def finder(index: TermIndex, ontology: Ontology) -> Find:
    """Finds things by their names in an index; a class is an IRI or a short name such as def:Department."""
    prefixes = dict(ontology.prefixes)

    def find(text: str, cls: str) -> Sequence[str]:
        prefix, _, local = cls.partition(":")
        iri = prefixes[prefix] + local if prefix in prefixes else cls
        matches = [m for m in index.look_up(text, kinds=frozenset((TermKind.ENTITY,))) if m.score >= SURE]
        if iri:
            matches = [m for m in matches if any(ontology.is_a(c, iri) for c in m.classes)]
        best = max((m.score for m in matches), default=0.0)
        return tuple(m.iri for m in matches if m.score >= best - TIED)

    return find


def imported(
    example: Any, find: Find, prefixes: Sequence[tuple[str, str]], *, by: str, at: datetime
) -> Pair | str:
    """The pair of one example."""
    if not isinstance(example, Mapping) or not isinstance(example.get("nlq"), str):
        return "It has no nlq, which is the question."
    wanted = example.get("data_req")
    if not isinstance(wanted, Mapping) or not isinstance(wanted.get("req_form"), Mapping):
        return "It has no data_req with a req_form, which is what answers the question."
    form = wanted["req_form"]
    if not isinstance(form.get("query"), str):
        return "Its req_form is no query. Calls of functions are not kept in the library."
    query = parse(form["query"], tuple(prefixes))
    if not isinstance(query, ParsedQuery):
        return (
            f"Its query cannot be read: line {query.line}, column {query.column}: expected {query.expected}."
        )
    bound = _bound(wanted, find)
    if isinstance(bound, str):
        return bound
    for name, iris in bound.items():
        query = _given(query, name, iris)
    return Pair(
        question=example["nlq"].strip(), sparql=spelled(query, prefixes), by=by, at=at, source=Source.IMPORT
    )


def _bound(wanted: Mapping[str, Any], find: Find) -> dict[str, tuple[str, ...]] | str:
    """The things of each variable; in a sentence which name means nothing, or too much."""
    bindings, classes = wanted.get("entity_bindings") or {}, wanted.get("var2cls") or {}
    if not isinstance(bindings, Mapping) or not isinstance(classes, Mapping):
        return "Its entity_bindings and var2cls are no objects."
    found: dict[str, tuple[str, ...]] = {}
    for name, said in bindings.items():
        things: list[str] = []
        for text in _texts(said):
            cls = str(classes.get(name, ""))
            iris = find(text, cls)
            if len(iris) != 1:
                sort = f" of {cls}" if cls else ""
                return f"“{text}” names {'nothing' if not iris else 'several things'}{sort} in this graph."
            things += iris
        found[str(name).lstrip("?")] = tuple(dict.fromkeys(things))
    return {name: iris for name, iris in found.items() if iris}


def _texts(said: Any) -> Iterator[str]:
    """The names in a binding: texts, or objects of identifiers."""
    for each in said if isinstance(said, list) else [said]:
        yield from (str(v) for v in each.values()) if isinstance(each, Mapping) else (str(each),)


def _given(query: ParsedQuery, name: str, iris: tuple[str, ...]) -> ParsedQuery:
    """The query with a variable given: its thing instead of it, or the few that it may be before all else."""
    in_values = any(Var(name) in e.variables for e in all_elements(query) if isinstance(e, Values))
    if len(iris) == 1 and name not in projected(query.select) and not in_values:
        given: ParsedQuery = exchanged(query, lambda v: Iri(iris[0]) if v == Var(name) else None)
        return given
    rows = Values((Var(name),), tuple((Iri(i),) for i in iris))
    where = Group((rows, *query.select.where.elements))
    return replace(query, select=replace(query.select, where=where))
