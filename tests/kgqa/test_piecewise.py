"""What a store does not give at once is read in pieces, and what it does not give in pieces is told."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from kgqa.errors import GraphRejected, GraphTimeout
from kgqa.observed import observe, ontology_of
from kgqa.ontology import Part
from kgqa.types import CheckedQuery, Limits, ResultTable
from tests.doubles.graph import SmallGraph

DATA = """
@prefix : <https://a.example/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Order a owl:Class ; rdfs:label "order"@en ; rdfs:subClassOf [ owl:unionOf ( :Sale :Return ) ] .
:placed a owl:DatatypeProperty ; rdfs:domain :Order .
:o1 a :Order , :Sale ; :placed 1 ; :line :l1 ; :open true ; :to :nowhere .
:l1 a :Line ; :note "a"@en , "b" , 2 . :loose :note "c" ; :open false .
"""
WHOLE = ("GROUP BY", "owl:inverseOf")


class Strict(SmallGraph):
    """Refuses every query about the graph as a whole: of one property or class it answers it, unless that is
    one of the `closed`.
    """

    def __init__(self, refusal: Callable[[str], Exception], closed: str = "nothing") -> None:
        super().__init__(DATA)
        self.refusal, self.closed = refusal, closed

    async def run(self, query: CheckedQuery, limits: Limits) -> ResultTable:
        is_piece = "VALUES (" in query.text  # written anew; the files have none of these
        is_whole = any(word in query.text for word in WHOLE) and "?value" not in query.text
        if (is_whole and not is_piece) or (is_piece and self.closed in query.text):
            raise self.refusal("Not that much.")
        return await super().run(query, limits)


class Short(SmallGraph):
    """Gives no more than six rows of an answer, unless it has one column."""

    async def run(self, query: CheckedQuery, limits: Limits) -> ResultTable:
        table = await super().run(query, limits)
        if len(table.columns) > 1:
            table = replace(table, rows=table.rows[:6], truncated=len(table.rows) > 6)
        return table


@pytest.mark.parametrize("refusal", [GraphRejected, GraphTimeout])
async def test_a_store_that_refuses_the_whole_is_read_property_by_property(
    refusal: Callable[[str], Exception],
) -> None:
    plain, pieces = await observe(SmallGraph(DATA)), await observe(Strict(refusal))
    assert set(pieces.uses) == set(plain.uses)
    assert (pieces.classes, set(pieces.overlaps)) == (plain.classes, set(plain.overlaps))
    assert len(set(pieces.schema)) == len(set(plain.schema))
    assert ontology_of(pieces).classes == ontology_of(plain).classes
    assert (pieces.notices, pieces.unread) == ((), ())


async def test_a_reply_that_is_cut_is_read_in_smaller_ones() -> None:
    plain, pieces = await observe(SmallGraph(DATA)), await observe(Short(DATA))
    assert set(pieces.uses) == set(plain.uses)
    assert len(set(pieces.schema)) == len(set(plain.schema))
    assert (pieces.notices, pieces.unread) == ((), ())


async def test_a_piece_that_fails_too_is_told_and_the_others_are_kept() -> None:
    observed = await observe(Strict(GraphRejected, closed="<https://a.example/note>"))
    assert {u.property for u in observed.uses if u.literal} >= {"https://a.example/placed"}
    assert "https://a.example/note" not in {u.property for u in observed.uses}
    assert set(observed.unread) == {Part.VALUES, Part.THINGS}
    (told, *_) = observed.notices
    assert told.startswith("The graph could not be read fully (uses-literal")
    assert "Not that much" in told
