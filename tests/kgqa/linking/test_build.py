"""Names are read from the graph part by part; what a store cannot answer costs a notice, not the start."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from dataclasses import replace

import pytest

from kgqa.errors import GraphRejected, GraphTimeout, GraphUnavailable
from kgqa.linking.build import index_names
from kgqa.linking.entry import Entry
from kgqa.linking.names import naming_of
from kgqa.observed import profile
from kgqa.ports import Indexed
from kgqa.types import CheckedQuery, GraphDescription, Limits, ResultTable, TermKind
from tests.doubles.graph import SmallGraph

DEF, ID = "https://shop.example/def/", "https://shop.example/id/"
SHOP = f"""
@prefix : <{DEF}> . @prefix i: <{ID}> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Pump rdfs:label "pump" .
i:1 a :Pump ; rdfs:label "Feed pump"@en , "Speisepumpe"@de ; :partNumber "VX-2041" ; :colour "blue" .
i:2 a :Pump ; rdfs:label "Drain pump" ; :partNumber "VX-2042" ; :colour "blue" .
i:3 a :Pump ; rdfs:label "Hand pump" ; :partNumber "VX-2043" ; :colour "red" ; :madeBy i:wonderOrg .
i:4 a :Pump ; :partNumber "VX-2044" ; :colour "red" ; :manual "{"turn the handle " * 40}" .
"""


class Pages(SmallGraph):
    """Gives pages of few rows, and fails where it is told to: at the queries with these words."""

    def __init__(self, turtle: str, *, rows: int = 2, failing: dict[str, Exception] | None = None) -> None:
        super().__init__(turtle)
        self.rows = rows
        self.failing = failing or {}

    async def pages(
        self, query: CheckedQuery, limits: Limits, *, skip: int = 0
    ) -> AsyncGenerator[ResultTable, None]:
        small = Limits(seconds=limits.seconds, rows=self.rows, bytes=limits.bytes)
        async for page in super().pages(query, small, skip=skip):
            for words, error in self.failing.items():
                if words in query.text:
                    raise error
            yield page


async def indexed(graph: SmallGraph, **more: object) -> Indexed:
    ontology = await profile(graph)
    return await index_names(
        graph,
        await graph.describe(),
        ontology,
        naming_of(ontology),
        None,
        **more,  # type: ignore[arg-type]
    )


def names(found: Indexed, iri: str) -> set[str]:
    return {e.name for e in found.names.of_term(iri)}


async def test_things_have_their_names_their_codes_and_their_iris() -> None:
    found = await indexed(Pages(SHOP))
    assert names(found, ID + "1") == {"Feed pump", "Speisepumpe", "VX-2041"}
    assert names(found, ID + "4") == {"VX-2044"}
    assert names(found, ID + "wonderOrg") == {"wonder org"}
    assert found.report.things == 5


async def test_a_code_is_a_value_as_well() -> None:
    found = await indexed(Pages(SHOP))
    (thing, value) = sorted(found.names.named("vx 2041"), key=lambda e: e.kind)
    assert (thing.kind, thing.iri, thing.identifier) == (TermKind.ENTITY, ID + "1", True)
    assert (value.kind, value.iri, value.value) == (TermKind.VALUE, DEF + "partNumber", "VX-2041")


async def test_values_stand_once_with_their_property_and_long_texts_do_not() -> None:
    found = await indexed(Pages(SHOP))
    assert names(found, DEF + "colour") == {"blue", "red"}
    assert names(found, DEF + "manual") == set()
    assert found.report.entries == {"entity": 9, "value": 6}


async def test_classes_and_properties_are_no_things() -> None:
    assert (await indexed(Pages(SHOP))).names.thing(DEF + "Pump") is None


async def test_what_looks_like_codes_in_part_and_is_shared_by_many_names_nothing() -> None:
    shared = "".join(f'i:x{n} a :Pump ; :batch "B{n // 3}" .\n' for n in range(30))
    found = await indexed(Pages(SHOP + shared))
    assert {e.kind for e in found.names.named("b1")} == {TermKind.VALUE}


async def test_names_from_elsewhere_stand_with_those_of_the_graph() -> None:
    more = [
        Entry(TermKind.ENTITY, ID + "1", "the old one", "x", preferred=False, source="ours.csv"),
        Entry(TermKind.ENTITY, ID + "new", "Vacuum pump", "Vacuum pump", classes=(DEF + "Pump",)),
        Entry(TermKind.VALUE, DEF + "colour", "crimson", "red", preferred=False, value="red"),
        Entry(TermKind.CLASS, DEF + "Pump", "pumping machine", "pump"),
    ]
    found = await indexed(Pages(SHOP), extra=more)
    assert names(found, ID + "1") == {"Feed pump", "Speisepumpe", "VX-2041", "the old one"}
    assert found.names.named("the old one")[0].classes == (DEF + "Pump",)
    assert names(found, ID + "new") == {"Vacuum pump"}
    assert {e.value for e in found.names.named("crimson")} == {"red"}
    assert found.names.named("pumping machine") == []  # the schema's names stand elsewhere


@pytest.mark.parametrize("error", [GraphTimeout("Too slow."), GraphRejected("No.")])
async def test_a_part_that_the_store_cannot_answer_costs_a_notice(error: Exception) -> None:
    found = await indexed(Pages(SHOP, failing={"colour": error}))
    assert names(found, DEF + "colour") == set()
    assert names(found, ID + "2") == {"Drain pump", "VX-2042"}
    (notice,) = found.report.notices
    assert notice.startswith(f"The graph could not be read fully, values (colour) after 0 rows: {error}")
    assert "querist index --fresh" in notice


async def test_a_graph_that_ends_in_the_middle_says_that_it_can_go_on() -> None:
    with pytest.raises(
        GraphUnavailable, match=r"The store is gone\. \d+ rows of names .* goes on from there"
    ):
        await indexed(Pages(SHOP, failing={"colour": GraphUnavailable("The store is gone.")}))


async def test_how_far_it_has_come_is_told() -> None:
    heard: list[tuple[str, int, int | None]] = []
    await indexed(Pages(SHOP), progress=lambda *step: heard.append(step))
    assert ("names (label)", 2, 5) in heard
    assert [title for title, _, _ in heard if title.startswith("writing")]


async def test_more_values_than_are_worth_an_entry_are_said() -> None:
    many = "".join(f'i:1 :remark "r {n}" .\n' for n in range(40))
    found = await indexed(Pages(SHOP + many, rows=6), most_values=20)
    assert found.report.entries["value"] == 6 + 20
    (notice,) = found.report.notices
    assert notice.startswith("“remark” has more than 20 different values")


async def test_labels_that_are_huge_equal_or_full_of_control_characters_do_no_harm() -> None:
    odd = f'i:odd rdfs:label "{"long " * 20_000}" , "a\\u0001b\\u0000c" .\n'
    equal = "".join(f'i:e{n} a :Pump ; rdfs:label "Same" .\n' for n in range(3_000))
    found = await indexed(Pages(SHOP + odd + equal, rows=1_000))
    assert all(len(n) < 200 for n in names(found, ID + "odd"))
    assert "a b c" in names(found, ID + "odd")
    assert len(found.names.named("same", 5)) == 5


# ── stores that keep rows to themselves ──────────────────────────────────────────────────────────

PREFIXES = SHOP.partition("\n:Pump")[0]
MANY = PREFIXES + "".join(f'\ni:{n} a :Pump ; rdfs:label "pump number {n}" .' for n in range(30)) + "\n"


class Cutting(SmallGraph):
    """A far store that gives `most` rows of a query without a word, and counts them all."""

    def __init__(self, turtle: str, most: int) -> None:
        super().__init__(turtle)
        self.most = most

    async def run(self, query: CheckedQuery, limits: Limits) -> ResultTable:
        table = await super().run(query, limits)
        return replace(table, rows=table.rows[: self.most])

    async def pages(
        self, query: CheckedQuery, limits: Limits, *, skip: int = 0
    ) -> AsyncGenerator[ResultTable, None]:
        if skip < self.most:
            yield replace(await self.run(query, limits), truncated=False)

    async def describe(self, *, afresh: bool = False) -> GraphDescription:
        return replace(await super().describe(afresh=afresh), remote=True)


async def test_a_store_that_cuts_without_a_word_is_found_out_by_its_own_count() -> None:
    found = await indexed(Cutting(MANY, most=17))
    assert len(found.report.unread) == 2  # names, and things by their IRIs
    for notice in found.report.unread:
        assert "the store counts 30 rows, gave 17 and said that these are all" in notice
        assert notice in found.report.notices


async def test_one_that_gives_all_is_not_asked_to_count() -> None:
    graph = Cutting(MANY, most=10**6)
    found = await indexed(graph)
    assert found.report.unread == ()
    assert not any("COUNT(*) AS ?rows" in query for query in graph.queries)


async def test_things_without_an_address_are_no_rows_that_were_kept() -> None:
    graph = Cutting(MANY + '[] a :Pump ; rdfs:label "a pump of nobody" .', most=10**6)
    found = await indexed(graph)
    assert any("COUNT(*) AS ?rows" in query for query in graph.queries)
    assert found.report.unread == ()


def _classes(number: int) -> str:
    return "".join(
        f"<{DEF}Class{n}> a <http://www.w3.org/2002/07/owl#Class> . <{ID}feed-pump-{n}> a <{DEF}Class{n}> ."
        for n in range(number)
    )


@pytest.mark.parametrize(("number", "queries"), [(20, 20), (420, 9)])
async def test_many_small_classes_are_read_together(number: int, queries: int) -> None:
    """A query for each would take most of a start with thousands of classes."""
    graph = SmallGraph(_classes(number))
    found = await indexed(graph)
    assert sum("isBlank(?s)" in text and "?s a" in text for text in graph.queries) == queries
    for n in (0, number // 2, number - 1):
        (entry,) = found.names.of_term(f"{ID}feed-pump-{n}", 10)
        assert entry.classes == (f"{DEF}Class{n}",)
