"""What every adapter of `kgqa.ports.Graph` must do, as one suite: a class of tests to inherit from.

A subclass gives the fixture `graph`, loaded with `COMPANY` and answering over the union of its graphs.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from kgqa.errors import GraphRejected, GraphTimeout
from kgqa.ports import Graph
from kgqa.types import Limits, ResultTable, Term
from tests.doubles.checked import checked

EX = "https://company.example/id/"
DEF = "https://company.example/def/"
XSD = "http://www.w3.org/2001/XMLSchema#"
LIMITS = Limits(seconds=20.0, rows=1000, bytes=1_000_000)
PREFIXES = f"PREFIX ex: <{EX}> PREFIX def: <{DEF}> PREFIX xsd: <{XSD}>\n"

COMPANY = f"""
@prefix ex: <{EX}> .
@prefix def: <{DEF}> .
@prefix xsd: <{XSD}> .
ex:ada def:name "Ada" ; def:motto "Weiter"@de ; def:age 36 ; def:height 1.75 ;
  def:born "1985-12-10"^^xsd:date ; def:desk [ def:floor 3 ] .
ex:grace def:name "Grace \\"Amazing\\" <b>& Co</b>\\n\U0001f642 مرحبا" ; def:boss ex:ada ; def:age 40 .
ex:catalogue {{ ex:valve def:name "Valve" . ex:ada def:name "Ada" }}
"""
TRIPLES = 11  # of which one stands in two graphs

# Four lists of 400 numbers: billions of combinations to count, and no row before the end.
_NUMBERS = " ".join(map(str, range(400)))
ENDLESS = (
    "SELECT (COUNT(*) AS ?n) WHERE { "
    + " ".join(f"VALUES ?{name} {{ {_NUMBERS} }}" for name in ("a", "b", "c", "d"))
    + " FILTER(?a + ?b + ?c + ?d = -1) }"
)


EVERYTHING = checked("SELECT ?s ?p ?o WHERE { ?s ?p ?o }")


def company_file(folder: Path) -> Path:
    path = folder / "company.trig"
    path.write_text(COMPANY, "utf-8")
    return path


async def parts(graph: Graph, text: str, limits: Limits, skip: int = 0) -> list[ResultTable]:
    return [part async for part in graph.pages(checked(text), limits, skip=skip)]


class GraphSuite:
    """Sentences about the behaviour of a graph."""

    async def test_columns_come_in_the_order_of_the_query_and_what_is_unbound_is_none(
        self, graph: Graph
    ) -> None:
        table = await graph.run(
            checked(
                PREFIXES
                + "SELECT ?boss ?p WHERE { ?p def:age ?a OPTIONAL { ?p def:boss ?boss } } ORDER BY ?a"
            ),
            LIMITS,
        )
        ada, grace = Term(kind="iri", value=EX + "ada"), Term(kind="iri", value=EX + "grace")
        assert table.columns == ("boss", "p")
        assert table.rows == ((None, ada), (ada, grace))
        assert table.boolean is None
        assert not table.truncated

    @pytest.mark.parametrize(
        ("name", "term"),
        [
            ("name", Term(kind="literal", value="Ada")),
            ("motto", Term(kind="literal", value="Weiter", language="de")),
            ("age", Term(kind="literal", value="36", datatype=XSD + "integer")),
            ("height", Term(kind="literal", value="1.75", datatype=XSD + "decimal")),
            ("born", Term(kind="literal", value="1985-12-10", datatype=XSD + "date")),
        ],
    )
    async def test_a_literal_keeps_its_language_or_datatype_and_a_plain_string_has_neither(
        self, graph: Graph, name: str, term: Term
    ) -> None:
        table = await graph.run(
            checked(PREFIXES + f"SELECT DISTINCT ?v WHERE {{ ex:ada def:{name} ?v }}"), LIMITS
        )
        assert table.rows == ((term,),)

    async def test_text_of_the_graph_arrives_as_it_is(self, graph: Graph) -> None:
        table = await graph.run(checked(PREFIXES + "SELECT ?v WHERE { ex:grace def:name ?v }"), LIMITS)
        assert [term.value for row in table.rows for term in row if term] == [
            'Grace "Amazing" <b>& Co</b>\n\U0001f642 مرحبا'
        ]

    async def test_a_blank_node_is_told_as_one(self, graph: Graph) -> None:
        table = await graph.run(checked(PREFIXES + "SELECT ?d WHERE { ex:ada def:desk ?d }"), LIMITS)
        assert [term.kind for row in table.rows for term in row if term] == ["bnode"]

    @pytest.mark.parametrize(("name", "truth"), [("ada", True), ("nobody", False)])
    async def test_an_ask_gives_a_truth_and_no_columns(self, graph: Graph, name: str, *, truth: bool) -> None:
        table = await graph.run(checked(PREFIXES + f"ASK {{ ex:{name} def:age ?a }}"), LIMITS)
        assert table.boolean is truth
        assert (table.columns, table.rows) == ((), ())

    @pytest.mark.parametrize(
        "text", ["CONSTRUCT { ex:grace def:boss ?b } WHERE { ex:grace def:boss ?b }", "DESCRIBE ex:grace"]
    )
    async def test_a_construct_or_describe_gives_triples(self, graph: Graph, text: str) -> None:
        table = await graph.run(checked(PREFIXES + text), LIMITS)
        told = {tuple(term.value for term in row if term) for row in table.rows}
        assert table.columns == ("s", "p", "o")
        assert (EX + "grace", DEF + "boss", EX + "ada") in told

    async def test_no_rows_is_an_answer(self, graph: Graph) -> None:
        table = await graph.run(checked(PREFIXES + "SELECT ?x WHERE { ?x def:age 99 }"), LIMITS)
        assert (table.columns, table.rows, table.truncated) == (("x",), (), False)

    async def test_named_graphs_are_seen_as_one(self, graph: Graph) -> None:
        table = await graph.run(
            checked(
                PREFIXES
                + 'SELECT DISTINCT ?x WHERE { ?x def:name ?n FILTER(?n IN ("Valve", "Ada")) } ORDER BY ?x'
            ),
            LIMITS,
        )
        assert [row[0].value for row in table.rows if row[0]] == [EX + "ada", EX + "valve"]

    async def test_a_named_graph_can_be_asked_for(self, graph: Graph) -> None:
        table = await graph.run(
            checked(PREFIXES + 'SELECT ?g WHERE { GRAPH ?g { ex:valve def:name "Valve" } }'), LIMITS
        )
        assert table.rows == ((Term(kind="iri", value=EX + "catalogue"),),)

    async def test_more_rows_than_allowed_are_cut_and_it_is_told(self, graph: Graph) -> None:
        everything = checked("SELECT ?s ?p ?o WHERE { ?s ?p ?o }")
        all_of_it = await graph.run(everything, LIMITS)
        rows = len(all_of_it.rows)
        exact = await graph.run(everything, Limits(seconds=20, rows=rows))
        fewer = await graph.run(everything, Limits(seconds=20, rows=rows - 1))
        assert (len(exact.rows), exact.truncated) == (rows, False)
        assert (len(fewer.rows), fewer.truncated) == (rows - 1, True)

    async def test_more_bytes_than_allowed_are_cut_and_it_is_told(self, graph: Graph) -> None:
        table = await graph.run(checked("SELECT ?s ?p ?o WHERE { ?s ?p ?o }"), Limits(seconds=20, bytes=250))
        assert 0 < len(table.rows) < TRIPLES
        assert table.truncated

    async def test_a_limit_in_the_query_is_no_truncation(self, graph: Graph) -> None:
        table = await graph.run(checked("SELECT ?s WHERE { ?s ?p ?o } LIMIT 2"), LIMITS)
        assert (len(table.rows), table.truncated) == (2, False)

    async def test_many_ask_at_the_same_time(self, graph: Graph) -> None:
        tables = await asyncio.gather(
            *(graph.run(checked(f"SELECT ({n} AS ?n) WHERE {{ }}"), LIMITS) for n in range(40))
        )
        assert [row[0].value for table in tables for row in table.rows if row[0]] == [
            str(n) for n in range(40)
        ]

    async def test_a_query_that_is_none_is_refused_in_the_stores_words(self, graph: Graph) -> None:
        with pytest.raises(GraphRejected, match=r"refused the query.*expected") as caught:
            await graph.run(checked("SELECT ?s WHERE { ?s ?p"), LIMITS)
        assert "\n" not in str(caught.value)

    @pytest.mark.parametrize(
        "text",
        [
            "SELECT * WHERE { SERVICE <http://127.0.0.1:1/> { ?s ?p ?o } }",
            "SELECT * WHERE { service SILENT ?where { ?s ?p ?o } }",
            "SELECT * FROM <file:///etc/passwd> WHERE { ?s ?p ?o }",
            "INSERT DATA { <https://a.example/> <https://a.example/> 1 }",
        ],
    )
    async def test_a_query_that_reaches_outside_or_writes_is_refused(self, graph: Graph, text: str) -> None:
        with pytest.raises(GraphRejected, match="may only read this one graph"):
            await graph.run(checked(text), LIMITS)

    @pytest.mark.parametrize("rows", [1, 2, 4, 5, 1000])
    async def test_all_rows_come_in_parts_and_each_once(self, graph: Graph, rows: int) -> None:
        whole = await graph.run(EVERYTHING, LIMITS)
        taken = await parts(graph, EVERYTHING.text, Limits(seconds=20, rows=rows))
        assert sorted(map(str, (row for part in taken for row in part.rows))) == sorted(map(str, whole.rows))
        assert all(0 < len(part.rows) <= rows for part in taken)
        assert {(part.columns, part.truncated) for part in taken} == {(("s", "p", "o"), False)}

    async def test_parts_go_on_where_they_broke_off(self, graph: Graph) -> None:
        limits = Limits(seconds=20, rows=3)
        whole = [row for part in await parts(graph, EVERYTHING.text, limits) for row in part.rows]
        for skip in range(len(whole) + 2):
            rest = await parts(graph, EVERYTHING.text, limits, skip)
            assert [row for part in rest for row in part.rows] == whole[skip:]

    async def test_a_part_is_about_as_large_as_allowed_and_never_empty(self, graph: Graph) -> None:
        whole = await graph.run(EVERYTHING, LIMITS)
        by_bytes = await parts(graph, EVERYTHING.text, Limits(seconds=20, bytes=250))
        assert 1 < len(by_bytes) < len(whole.rows)
        assert sum(len(part.rows) for part in by_bytes) == len(whole.rows)
        tiny = await parts(graph, EVERYTHING.text, Limits(seconds=20, bytes=1))
        assert [len(part.rows) for part in tiny] == [1] * len(whole.rows)

    async def test_where_there_are_no_rows_there_is_no_part(self, graph: Graph) -> None:
        assert await parts(graph, PREFIXES + "SELECT ?x WHERE { ?x def:age 99 }", LIMITS) == []

    async def test_rows_that_are_equal_come_as_often_as_they_are(self, graph: Graph) -> None:
        text = "SELECT (1 AS ?one) WHERE { VALUES ?n { 1 2 3 4 5 6 7 } }"
        taken = await parts(graph, text, Limits(seconds=20, rows=2))
        assert [row[0].value for part in taken for row in part.rows if row[0]] == ["1"] * 7

    async def test_the_order_of_the_query_is_kept_over_all_parts(self, graph: Graph) -> None:
        text = "SELECT ?n WHERE { VALUES ?n { 3 9 1 7 5 } } ORDER BY DESC(?n)"
        taken = await parts(graph, text, Limits(seconds=20, rows=2))
        assert [row[0].value for part in taken for row in part.rows if row[0]] == list("97531")

    async def test_parts_that_nobody_reads_on_hold_nobody_up(self, graph: Graph) -> None:
        for _ in range(12):
            pages = graph.pages(EVERYTHING, Limits(seconds=20, rows=1))
            assert len((await anext(pages)).rows) == 1
            assert (await graph.run(checked("ASK { ?s ?p ?o }"), LIMITS)).boolean is True
            await pages.aclose()

    async def test_several_read_parts_at_the_same_time(self, graph: Graph) -> None:
        limits = Limits(seconds=20, rows=2)
        alone = await parts(graph, EVERYTHING.text, limits)
        told = await asyncio.gather(*(parts(graph, EVERYTHING.text, limits) for _ in range(8)))
        assert [[part.rows for part in one] for one in told] == [[part.rows for part in alone]] * 8

    @pytest.mark.parametrize(
        ("text", "words"),
        [
            ("SELECT ?s WHERE { ?s ?p", "refused the query"),
            ("SELECT * WHERE { SERVICE <http://127.0.0.1:1/> { ?s ?p ?o } }", "may only read this one graph"),
            ("ASK { ?s ?p ?o }", "SELECT"),
        ],
    )
    async def test_what_run_refuses_does_not_come_in_parts_either(
        self, graph: Graph, text: str, words: str
    ) -> None:
        with pytest.raises(GraphRejected, match=words):
            await parts(graph, text, LIMITS)

    async def test_the_graph_says_which_one_it_is(self, graph: Graph) -> None:
        first, second = await graph.describe(), await graph.describe()
        assert first == second
        assert first.name
        assert first.fingerprint not in {"", "unknown"}


class EndlessSuite:
    """Queries that do not end. `graph` is a fixture as above; a server may go on with what we gave up."""

    async def test_a_query_that_takes_too_long_is_given_up(self, graph: Graph) -> None:
        with pytest.raises(GraphTimeout, match=r"did not answer in 0\.3 seconds"):
            await graph.run(checked(ENDLESS), Limits(seconds=0.3))
        assert (await graph.run(checked("ASK { ?s ?p ?o }"), LIMITS)).boolean is True

    async def test_a_slow_query_holds_nobody_else_up(self, graph: Graph) -> None:
        slow = asyncio.create_task(graph.run(checked(ENDLESS), Limits(seconds=1.5)))
        quick = asyncio.create_task(graph.run(checked("ASK { ?s ?p ?o }"), LIMITS))
        done, _ = await asyncio.wait({slow, quick}, return_when=asyncio.FIRST_COMPLETED)
        assert done == {quick}
        with pytest.raises(GraphTimeout):
            await slow

    async def test_a_part_that_takes_too_long_is_given_up(self, graph: Graph) -> None:
        with pytest.raises(GraphTimeout):
            await parts(graph, ENDLESS, Limits(seconds=0.3))
        assert (await graph.run(checked("ASK { ?s ?p ?o }"), LIMITS)).boolean is True


class TripleTermSuite:
    """What holds of a store that knows triples as values (SPARQL 1.2)."""

    async def test_a_triple_as_a_value_is_told_as_a_thing_without_a_name(self, graph: Graph) -> None:
        """What it says may be closed."""
        text = "SELECT ?t WHERE { BIND(<<( ex:ada def:age 36 )>> AS ?t) }"
        table = await graph.run(checked(PREFIXES + text), LIMITS)
        (((term,),)) = table.rows
        assert term is not None
        assert (term.kind, "36" in term.value) == ("bnode", False)
