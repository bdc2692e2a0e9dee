"""What is nearest to something: distances from centre to centre, in metres on the globe."""

from __future__ import annotations

from decimal import Decimal

from kgqa.functions.function import Kind, Thing
from kgqa.functions.reading import Graph
from kgqa.functions.result import NoResult, Result
from kgqa.functions.shipped import positions
from kgqa.numbers import measured
from kgqa.ontology import XSD
from kgqa.places import WKT, distance
from kgqa.types import DisplayColumn, Term
from kgqa.wording import words

SHOWN, MOST, TOLD = 5, 50, 8  # things: beside the nearest, at most, in the sentence
KILOMETRE = 1000


def nearest(kind: Kind, place: Thing, graph: Graph, count: int = 1) -> Result:
    """The things of a kind that are nearest to a thing, with how far they are from it."""
    say = words(graph.language).say
    named = graph.label(place)
    here = next((p for p in positions.of_things(graph, [place]) if p.shape is not None), None)
    if here is None or here.shape is None:
        raise NoResult(say("nearest_nowhere", thing=named))
    found, cut = positions.of_kind(graph, kind)
    apart: dict[str, tuple[float, str]] = {}
    for each in found:
        if each.shape is None or each.thing == place:
            continue
        far = distance(here.shape, each.shape)
        if far is not None and far < apart.get(each.thing, (float("inf"), ""))[0]:
            apart[each.thing] = far, each.text
    kinds = graph.label(kind)
    if not apart:
        raise NoResult(say("nearest_none", kind=kinds, thing=named))
    unit = "" if here.shape.is_flat else "m"
    wanted = max(1, min(count, MOST))
    order = sorted(apart, key=lambda thing: (apart[thing][0], thing))
    while wanted < len(order) and apart[order[wanted]][0] == apart[order[wanted - 1]][0]:
        wanted += 1  # as near as the last one
    shown = order[: max(wanted, SHOWN)]
    labels = graph.labels([*shown, place])
    rows = tuple(
        (
            Term(kind="iri", value=thing),
            Term(kind="literal", value=str(_rounded(apart[thing][0])), datatype=XSD + "decimal"),
            Term(kind="literal", value=apart[thing][1], datatype=WKT),
        )
        for thing in shown
    )
    first = [f"{labels[t]} ({_told(apart[t][0], unit, graph.language)})" for t in order[:wanted][:TOLD]]
    first += ["…"] if wanted > TOLD else []
    notes = [say("nearest_centres")]
    broken = len({p.thing for p in found if p.shape is None} - apart.keys())
    notes += [say("nearest_broken", count=words(graph.language).count(broken))] if broken else []
    notes += [say("nearest_cut", count=words(graph.language).count(len(apart)))] if cut else []
    return Result(
        columns=("thing", "distance", "position"),
        rows=rows,
        shown={
            "thing": DisplayColumn(title=kinds, kind="thing"),
            "distance": DisplayColumn(title=say("nearest_distance"), kind="number", unit=unit),
            "position": DisplayColumn(title=say("nearest_position"), kind="text"),
        },
        says=say("nearest", thing=named, found=words(graph.language).listed(first)),
        notes=tuple(notes),
        answering=wanted,
    )


def _rounded(far: float) -> Decimal:
    """Whole metres, and less where things are close."""
    digits = 0 if far >= 10 else 1  # noqa: PLR2004  # metres
    return Decimal(repr(round(far, digits))).quantize(Decimal(1) if digits == 0 else Decimal("0.1"))


def _told(far: float, unit: str, language: str) -> str:
    if unit and far >= KILOMETRE:
        return measured(f"{far / KILOMETRE:.1f}", "km", language)
    return measured(str(_rounded(far)), unit, language)
