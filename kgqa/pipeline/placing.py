"""Where the things of an answer are: their positions beside its rows, if a map is wanted.

In: the table that is shown, what runs a query. Out: the table with a column of positions; without a map, only
whether things of these kinds may have positions, which the schema says without another query.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from kgqa.errors import OperatorsMove
from kgqa.functions.shipped.positions import (
    MOST_KINDS,
    Placed,
    in_order,
    kinds_in,
    query_for,
    query_for_kinds,
    related,
    ways,
)
from kgqa.ontology import Ontology
from kgqa.pipeline.trying import Trials
from kgqa.places import WKT, is_wkt
from kgqa.types import (
    Cell,
    DisplayColumn,
    DisplayTable,
    Limits,
    QueryEvidence,
    QueryLanguage,
    ResultTable,
    Term,
)
from kgqa.wording import Words

MOST = 500  # things on a map
KINDS = Limits(seconds=3.0, rows=MOST_KINDS)
ALL = Limits(seconds=10.0, rows=4 * MOST)  # a thing may have several


@dataclass(frozen=True, slots=True)
class Placing:
    """The table with what was found; `asked` are the queries that found it. `is_known` says that there may be
    positions that the table does not show.
    """

    display: DisplayTable
    asked: tuple[QueryEvidence, ...] = ()
    is_known: bool = False


async def placed(
    display: DisplayTable,
    named: Mapping[str, str],
    iris: Sequence[str],
    trials: Trials,
    ontology: Ontology,
    words: Words,
    *,
    on_a_map: bool,
) -> Placing:
    """The positions of the things in one column; if none of them has any, those of the things that the query
    names, `named` by their labels. `iris` are all that the query is about, classes and properties included.
    """
    if not ways(ontology) or not display.rows or _has_shapes(display):
        return Placing(display)
    asking = _Asking(trials, ontology)
    columns = {n: things for n in range(len(display.columns)) if (things := _things(display, n))}
    if not on_a_map:
        return Placing(display, is_known=bool(columns) and _may_be_placed(iris, ontology))
    head = DisplayColumn(title=words.say("nearest_position"), kind="text")
    for column, things in columns.items():
        found, asked = await asking.positions(things[:MOST], ALL)
        if found:
            rows = tuple((*row, _cell(found.get(_iri(row[column])))) for row in display.rows)
            return Placing(DisplayTable(columns=(*display.columns, head), rows=rows), asked)
    found, asked = await asking.positions(list(named)[:MOST], ALL)
    if not found:
        return Placing(display)
    thing = DisplayColumn(title=words.say("place_thing"), kind="thing")
    rows = tuple(
        (Cell(term=Term(kind="iri", value=iri), label=named[iri]), _cell(at)) for iri, at in found.items()
    )
    return Placing(DisplayTable(columns=(thing, head), rows=rows), asked)


@dataclass(frozen=True, slots=True)
class _Asking:
    trials: Trials
    ontology: Ontology

    async def positions(
        self, things: Sequence[str], limits: Limits
    ) -> tuple[dict[str, Placed], tuple[QueryEvidence, ...]]:
        """The first position of each thing that can be drawn, or a broken one where it has no other; and the
        query that found them. Only things of classes that have positions are asked for one.
        """
        kinds = await self._ran(query_for_kinds(things), KINDS) if things else None
        known = related(self.ontology, kinds_in(kinds)) if kinds else []
        query = query_for(things, known) if known else ""
        ran = await self._ran(query, limits) if query else None
        if ran is None:
            return {}, ()
        found: dict[str, Placed] = {}
        for each in in_order(ran):
            found.setdefault(each.thing, each)
        return found, (QueryEvidence(language=QueryLanguage.SPARQL, text=query, rows=len(ran.rows)),)

    async def _ran(self, query: str, limits: Limits) -> ResultTable | None:
        """The rows; None where there are none, or the graph gives none."""
        try:
            ran = await self.trials.ran(query, limits)
        except OperatorsMove:
            return None  # the answer stands without
        return ran if isinstance(ran, ResultTable) and ran.rows else None


def _may_be_placed(iris: Sequence[str], ontology: Ontology) -> bool:
    """Whether things of the classes that a query names have positions; if it names none, things of the
    classes whose properties it uses.
    """
    kinds = {iri for iri in iris if iri in ontology.classes}
    if not kinds:
        kinds = {c for iri in iris for use in ontology.uses_of(iri) for c in (use.subject, use.object) if c}
    return bool(related(ontology, sorted(kinds)))


def _things(display: DisplayTable, column: int) -> list[str]:
    """The different things in a column."""
    if display.columns[column].kind != "thing":
        return []
    return list(dict.fromkeys(filter(None, (_iri(row[column]) for row in display.rows))))


def _iri(cell: Cell) -> str:
    return cell.term.value if cell.term is not None and cell.term.kind == "iri" else ""


def _cell(placed: Placed | None) -> Cell:
    return Cell(term=None if placed is None else Term(kind="literal", value=placed.text, datatype=WKT))


def _has_shapes(display: DisplayTable) -> bool:
    """Whether the rows themselves say where things are."""
    return any(_are_shapes(row[n] for row in display.rows) for n in range(len(display.columns)))


def _are_shapes(cells: Iterator[Cell]) -> bool:
    terms = (cell.term for cell in cells if cell.term is not None)
    first = next(terms, None)
    return first is not None and first.kind == "literal" and is_wkt(first.value, first.datatype)
