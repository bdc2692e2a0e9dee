"""All that the graph says of one thing, fact by fact."""

from __future__ import annotations

from collections.abc import Mapping

from kgqa.functions.function import Thing
from kgqa.functions.reading import Graph
from kgqa.functions.result import NoResult, Result, Row
from kgqa.functions.shipped.comparison import Facts, facts_of
from kgqa.types import DisplayColumn, Term
from kgqa.wording import words


def describe(thing: Thing, graph: Graph) -> Result:
    """All that the graph says of a thing, property by property."""
    say = words(graph.language).say
    facts: Facts = facts_of([thing], graph)[thing]
    named = graph.label(thing)
    if not facts:
        raise NoResult(say("describe_nothing", thing=named))
    labels = graph.labels(list(facts))
    return Result(
        columns=("property", "value"),
        rows=tuple(_rows(facts, labels)),
        shown={
            "property": DisplayColumn(title=say("compare_property"), kind="text"),
            "value": DisplayColumn(title=named, kind="text"),
        },
        says=say("describe", thing=named),
    )


def _rows(facts: Facts, labels: Mapping[str, str]) -> list[Row]:
    return [
        (Term(kind="literal", value=labels.get(prop, prop)), value)
        for prop, values in facts.items()
        for value in values
    ]
