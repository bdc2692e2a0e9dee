"""Where things are: one thing, or all of a kind, as points and outlines for a map."""

from __future__ import annotations

from collections.abc import Sequence

from kgqa.functions.function import Kind, Thing
from kgqa.functions.reading import Graph
from kgqa.functions.result import NoResult, Result
from kgqa.functions.shipped import positions
from kgqa.functions.shipped.positions import Placed
from kgqa.places import WKT
from kgqa.types import DisplayColumn, Term
from kgqa.wording import words

MOST = 500  # things of a kind


def place(thing: Thing, graph: Graph, sort: Kind | None = None) -> Result:
    """Where a thing is: its point or its outline, on a map."""
    del sort  # "the building footprint": it says what the thing is, and changes nothing
    say = words(graph.language).say
    named = graph.label(thing)
    found = [p for p in positions.of_things(graph, [thing]) if p.shape is not None]
    if not found:
        raise NoResult(say("nearest_nowhere", thing=named))
    return _result(found[:1], say("place", thing=named), say("place_thing"), graph)


def places(kind: Kind, graph: Graph) -> Result:
    """Where all things of a kind are, on a map."""
    say = words(graph.language).say
    kinds = graph.label(kind)
    every, cut = positions.of_kind(graph, kind)
    first: dict[str, Placed] = {}
    for each in every:
        if each.shape is not None:
            first.setdefault(each.thing, each)
    if not first:
        raise NoResult(say("places_none", kind=kinds))
    found = list(first.values())[:MOST]
    count = words(graph.language).count(len(found))
    result = _result(found, say("places", kind=kinds, count=count), kinds, graph)
    if not cut and len(found) == len(first):
        return result
    return Result(columns=result.columns, rows=result.rows, shown=result.shown, says=result.says, cut=True)


def _result(found: Sequence[Placed], says: str, title: str, graph: Graph) -> Result:
    shown = {
        "thing": DisplayColumn(title=title, kind="thing"),
        "position": DisplayColumn(title=words(graph.language).say("nearest_position"), kind="text"),
    }
    rows = tuple(
        (Term(kind="iri", value=p.thing), Term(kind="literal", value=p.text, datatype=WKT)) for p in found
    )
    return Result(columns=("thing", "position"), rows=rows, shown=shown, says=says)
