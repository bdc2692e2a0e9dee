"""Opening a graph at a real server behind a proxy: in few rounds, whatever fails now and then, and from where
an earlier start was ended.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from aiohttp import web
from pyoxigraph import RdfFormat

from connectors import sample
from connectors.dataset import by_parameters
from connectors.endpoint import AT_ONCE, EndpointGraph
from connectors.names.notes import NotesFile
from connectors.names.shelf import Shelf
from connectors.results import Found
from connectors.together import apart, together
from kgqa.errors import GraphRejected, GraphTimeout, GraphUnavailable
from kgqa.observed import PROFILING, QUERIES
from kgqa.pipeline import Pipeline
from kgqa.prepare import prepare
from kgqa.queries import query
from kgqa.sparql import ParsedQuery, parse
from kgqa.terms import Terms, terms_of
from kgqa.types import CheckedQuery, GraphDescription, Limits, Question, ResultTable, Stage
from tests.connectors.names.shelves import DEF, pumps
from tests.doubles.checked import checked
from tests.doubles.graph import SmallGraph
from tests.doubles.oxigraph import oxigraph
from tests.doubles.proxy import Proxy, proxy


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("pumps")
    (folder / "pumps.ttl").write_text(pumps(60), "utf-8")
    with oxigraph(folder, folder / "pumps.ttl") as url:
        yield url


@pytest.fixture(scope="module")
def company(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The sample company: 49 classes, and hundreds of properties of classes to be looked at."""
    folder = tmp_path_factory.mktemp("company")
    with oxigraph(folder, *sample.graph_files(folder)) as url:
        yield url


@pytest.fixture
async def between(server: str) -> AsyncIterator[Proxy]:
    async with proxy(server) as running:
        yield running


def endpoint(url: str) -> EndpointGraph:
    return EndpointGraph(url, pause=lambda _: None)


async def start(url: str, folder: Path, **more: object) -> Terms:
    return await terms_of(endpoint(url), shelf=Shelf(folder), **more)  # type: ignore[arg-type]


# ── few rounds ───────────────────────────────────────────────────────────────────────────────────


@pytest.mark.slow
async def test_a_company_is_opened_in_few_rounds_of_few_requests(company: str, tmp_path: Path) -> None:
    """Each round is one delay of a slow server: fifteen seconds with a second each leave some to think."""
    async with proxy(company, rounds=True) as between:
        first = await prepare(endpoint(between.url), shelf=Shelf(tmp_path))
        assert between.passed <= 8, between.passed
        assert len(between.asked) <= 40
        assert between.most <= AT_ONCE
        rounds, requests = between.passed, len(between.asked)
        second = await prepare(endpoint(between.url), shelf=Shelf(tmp_path))
        assert between.passed - rounds <= 2
        assert len(between.asked) - requests <= 6
        assert (await second.examples.tried())["en"]
    assert second.ontology == first.ontology
    assert len(first.ontology.samples) > 300


@pytest.mark.slow
async def test_a_question_is_answered_in_few_rounds(company: str, tmp_path: Path) -> None:
    """What its names lead to, what they are, all readings at once, and how what was found is called."""
    async with proxy(company) as between:
        pipeline = Pipeline(await prepare(endpoint(between.url), shelf=Shelf(tmp_path)))
        between.rounds, requests = True, len(between.asked)

        async def quiet(_: Stage, __: str = "") -> None: ...

        asked = Question(text="How many products are made at the Brno Plant?", asked_at=datetime.now(UTC))
        answer = await pipeline.answer(asked, quiet)
        assert answer.text == "18 products are made at Brno Plant."
        assert len(between.asked) - requests > between.passed
        assert between.passed <= 4


async def test_what_is_read_side_by_side_is_what_the_files_hold(server: str, tmp_path: Path) -> None:
    far = await start(server, tmp_path)
    near = await terms_of(SmallGraph(pumps(60)))
    assert far.ontology == near.ontology
    for iri in (DEF + "partNumber", DEF + "colour", *(f"https://shop.example/id/{n}" for n in range(60))):
        of_far, of_near = (each.indexed.names.of_term(iri, 1_000) for each in (far, near) if each.indexed)
        assert sorted(of_far, key=repr) == sorted(of_near, key=repr)


# ── whatever fails ───────────────────────────────────────────────────────────────────────────────


@pytest.mark.slow
@pytest.mark.parametrize("trouble", ["busy", "dropped", "cut", "halved"])
async def test_every_seventh_request_fails_and_the_graph_opens_as_it_is(
    server: str, tmp_path: Path, trouble: str
) -> None:
    whole = await start(server, tmp_path / "whole")
    async with proxy(server, **{trouble: 7}) as between:
        opened = await start(between.url, tmp_path / "troubled")
    assert between.failed
    assert opened.ontology == whole.ontology
    assert opened.ontology.notices == ()


@pytest.mark.slow
async def test_a_start_that_is_cut_is_gone_on_with(server: str, tmp_path: Path) -> None:
    async with proxy(server) as between:
        starts = 0
        while starts < 12:
            starts += 1
            between.until = len(between.asked) + 8  # four to see which graph it is, and four more
            try:
                terms = await start(between.url, tmp_path / "cut")
                break
            except GraphUnavailable:
                continue
    assert 2 < starts < 12
    assert terms.ontology == (await start(server, tmp_path / "whole")).ontology
    for name in QUERIES:
        text = query(name).text.strip()
        assert sum(each.strip().startswith(text) for each in between.answered) == 1, "nothing is asked twice"
    assert not (tmp_path / "cut" / "looked.jsonl").exists(), "it is kept no longer than it is needed"


class Crowded(SmallGraph):
    """A server that answers a query of the profile only when it is asked nothing else."""

    def __init__(self, turtle: str) -> None:
        super().__init__(turtle)
        self.under_way = 0

    async def describe(self, *, afresh: bool = False) -> GraphDescription:
        return replace(await super().describe(afresh=afresh), remote=True)

    async def run(self, query: CheckedQuery, limits: Limits) -> ResultTable:
        self.under_way += 1
        try:
            await asyncio.sleep(0)
            if self.under_way > 1 and limits == PROFILING:
                raise GraphTimeout("The graph did not answer in 120 seconds.")
            return await super().run(query, limits)
        finally:
            self.under_way -= 1


async def test_what_is_late_because_of_the_others_is_asked_again_alone() -> None:
    crowded = (await terms_of(Crowded(pumps(20)))).ontology
    assert crowded == (await terms_of(SmallGraph(pumps(20)))).ontology
    assert crowded.notices == ()


# ── who waits is told ────────────────────────────────────────────────────────────────────────────


async def test_who_waits_is_told_how_much_was_answered(server: str, tmp_path: Path) -> None:
    seen: list[tuple[str, int, int | None]] = []
    await start(server, tmp_path, progress=lambda *told: seen.append(told))
    done = [(done, total) for what, done, total in seen if what == "reading the schema"]
    assert done[0] == (0, 1)
    assert done[-1][0] == done[-1][1]
    assert done[-1][0] > 7
    assert {what for what, _, _ in seen} >= {"names (label)", "codes (part number)", "values (colour)"}


# ── small queries together ───────────────────────────────────────────────────────────────────────

SMALL = Limits(seconds=20, rows=5, small=True)
SMALL_ONES = [
    query("commonest-values", **{"class": (DEF + "Pump",), "property": (DEF + "colour",)}),
    query("extremes", **{"class": (DEF + "Pump",), "property": (DEF + "partNumber",)}),
    query("having", **{"class": (DEF + "Pump",), "property": (DEF + "partNumber",)}),
    query("instances", **{"class": (DEF + "Pump",)}),
    query("instances", **{"class": (DEF + "Nothing",)}),
    checked("SELECT * WHERE { ?s ?p ?o } ORDER BY ?o LIMIT 3"),
    checked("SELECT (COUNT(*) AS ?n) WHERE { ?s ?p ?o } GROUP BY ?p HAVING(COUNT(*) > 1) ORDER BY ?p"),
]


async def answers(
    graph: EndpointGraph, limits: Limits, queries: list[CheckedQuery]
) -> list[tuple[object, ...]]:
    tables = await asyncio.gather(*(graph.run(each, limits) for each in queries))
    return [(table.columns, table.rows, table.truncated) for table in tables]


async def test_small_queries_go_in_one_request_and_find_what_they_find_alone(between: Proxy) -> None:
    alone = await answers(endpoint(between.url), Limits(seconds=20, rows=5), SMALL_ONES)
    before = len(between.asked)
    assert before == len(SMALL_ONES)
    assert await answers(endpoint(between.url), SMALL, SMALL_ONES) == alone
    assert len(between.asked) == before + 1
    assert [each[2] for each in alone] == [False, False, False, True, False, False, False]


async def test_a_server_that_does_not_take_them_together_is_asked_for_fewer_and_then_one_by_one(
    server: str,
) -> None:
    alone = await answers(endpoint(server), Limits(seconds=20, rows=5), SMALL_ONES)
    async with proxy(server, refuses="UNION") as between:
        graph = endpoint(between.url)
        for _ in range(4):
            assert await answers(graph, SMALL, SMALL_ONES) == alone
    refused = [text.count("SELECT") for text in between.asked if "UNION" in text]
    assert 0 < len(refused) <= 6, "it is not tried for ever"


async def test_one_that_comes_alone_is_asked_as_it_is(server: str) -> None:
    async with proxy(server, refuses="UNION") as between:
        graph = endpoint(between.url)
        found = [(await answers(graph, SMALL, [each]))[0] for each in SMALL_ONES]
    assert found == await answers(endpoint(server), Limits(seconds=20, rows=5), SMALL_ONES)
    assert len(between.asked) == len(SMALL_ONES)


async def test_each_is_asked_at_the_address_that_was_its_own_when_it_came(server: str) -> None:
    """The store's own graphs may be left out while small queries wait for their turn."""
    async with proxy(server, rounds=True) as between:
        graph = EndpointGraph(between.url, at_once=1)
        count = checked("SELECT (COUNT(*) AS ?n) WHERE { ?s ?p ?o }")
        everything = [asyncio.create_task(graph.run(count, SMALL)) for _ in range(3)]
        for _ in range(3):
            await asyncio.sleep(0)
        graph._dataset.found = by_parameters(graph._address, [DEF + "a-graph-with-nothing"])
        nothing = [asyncio.create_task(graph.run(count, SMALL)) for _ in range(2)]
        tables = await asyncio.gather(*everything, *nothing)
    counts = [row[0].value for table in tables for row in table.rows if row[0]]
    assert [count == "0" for count in counts] == [False] * 3 + [True] * 2


async def test_one_that_is_wrong_fails_alone(server: str) -> None:
    wrong = checked('SELECT ?s WHERE { ?s ?p "too much" }')
    async with proxy(server, refuses="too much") as between:
        graph = endpoint(between.url)
        good, bad = await asyncio.gather(
            graph.run(SMALL_ONES[2], SMALL), graph.run(wrong, SMALL), return_exceptions=True
        )
    assert not isinstance(good, BaseException)
    assert len(good.rows) == 1
    assert isinstance(bad, GraphRejected)


async def test_who_goes_away_takes_no_answer_from_others(server: str) -> None:
    async with proxy(server, rounds=True) as between:
        graph = EndpointGraph(between.url, at_once=1)
        first, second = (asyncio.create_task(graph.run(each, SMALL)) for each in SMALL_ONES[:2])
        await asyncio.sleep(0)
        first.cancel()
        assert (await second).rows
    assert first.cancelled()


async def test_a_reply_that_lacks_its_last_row_is_taken_for_none(server: str) -> None:
    parsed = [each for text in SMALL_ONES[:2] if isinstance(each := parse(text.text), ParsedQuery)]
    graph = endpoint(server)
    table = await graph.run(checked(together(parsed, [5, 5])), Limits(seconds=20))
    rows = tuple(
        tuple((t.kind, t.value, t.datatype, t.language) if t else None for t in row) for row in table.rows
    )
    whole = apart(Found(table.columns, rows), parsed, [5, 5])
    assert whole
    assert [len(each.rows) for each in whole] == [2, 1]
    assert apart(Found(table.columns, rows[:-1]), parsed, [5, 5]) is None
    assert apart(Found(table.columns, rows, truncated=True), parsed, [5, 5]) is None


@pytest.mark.parametrize("end", [0, 99], ids=["the end comes first", "the end comes last"])
async def test_a_server_that_keeps_rows_back_loses_none_of_small_queries(
    server: str, monkeypatch: pytest.MonkeyPatch, end: int
) -> None:
    """It gives a hundred rows at most, and those of a union in an order of its own."""
    asked = [checked(f"SELECT ?s ?o{n} WHERE {{ ?s a ?o{n} }} ORDER BY ?s ?o{n} LIMIT 60") for n in (1, 2)]
    limits = Limits(seconds=20, rows=100, small=True)
    whole = await answers(endpoint(server), replace(limits, small=False), asked)
    assert [str(rows).count("Term(") for _, rows, _ in whole] == [120, 120]
    async with proxy(server) as between:
        reply_of = between._reply

        async def capped(request: web.Request, body: bytes) -> tuple[int, str, bytes]:
            status, kind, reply = await reply_of(request, body)
            document = json.loads(reply)
            rows = document["results"]["bindings"]
            if len(rows) > 100:
                document["results"]["bindings"] = [*rows[:end], rows[-1], *rows[end:99]]
            return status, kind, json.dumps(document).encode()

        monkeypatch.setattr(between, "_reply", capped)
        assert await answers(endpoint(between.url), limits, asked) == whole
    assert len(between.asked) == 3, "together, and then each alone"


# ── notes ────────────────────────────────────────────────────────────────────────────────────────


def test_notes_are_for_one_stamp_and_a_line_that_was_torn_spoils_no_other(tmp_path: Path) -> None:
    file = tmp_path / "shelf" / "looked.jsonl"
    notes = NotesFile(file, "one")
    notes.remember("a", "1\n2")
    with file.open("a") as torn:
        torn.write('\n["b", "ha')
    NotesFile(file, "one").remember("c", "3")
    again = NotesFile(file, "one")
    assert [again.recall(about) for about in "abc"] == ["1\n2", "", "3"]
    assert NotesFile(file, "one", fresh=True).recall("a") == ""
    other = NotesFile(file, "other")
    assert other.recall("a") == ""
    other.remember("a", "9")
    assert NotesFile(file, "one").recall("a") == ""
    other.forget()
    assert not file.exists()


# ── a graph that changes meanwhile ───────────────────────────────────────────────────────────────


class Changing(SmallGraph):
    """A graph to which a pump is added while its schema is read, the first `times`."""

    def __init__(self, times: int) -> None:
        super().__init__(pumps(3))
        self.times = times

    async def run(self, query: CheckedQuery, limits: Limits) -> ResultTable:
        table = await super().run(query, limits)
        if self.times and query.text == SCHEMA.text:
            self.times -= 1
            new = f"pump{self.times}"
            text = f'<{DEF}{new}> a <{DEF}Pump> ; <http://www.w3.org/2000/01/rdf-schema#label> "{new}" .'
            self._store.load(text, RdfFormat.TURTLE)
            self._fingerprint += new
        return table


SCHEMA = query("schema")


@pytest.mark.slow
@pytest.mark.parametrize("times", [0, 1, 2])
async def test_a_graph_that_changes_while_it_is_read_is_read_once_more(tmp_path: Path, times: int) -> None:
    graph, told = Changing(times), list[str]()
    terms = await terms_of(graph, shelf=Shelf(tmp_path), told=told.append)
    assert graph.queries.count(SCHEMA.text) == min(times, 1) + 1
    assert any("is read again" in line for line in told) is (times > 0)
    assert any("changed each time" in notice for notice in terms.ontology.notices) is (times == 2)
    if times < 2:
        assert terms.described.fingerprint == (await graph.describe()).fingerprint
        assert terms.ontology.instances(DEF + "Pump") == 3 + times
