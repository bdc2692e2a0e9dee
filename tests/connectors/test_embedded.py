"""The embedded graph: the shared suite in memory and on disk, and what is its own."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from connectors import files, kept, sample
from connectors.embedded import EmbeddedGraph
from connectors.wire import Ask, AskOver
from kgqa.errors import BadInput, BadSetting, GraphRejected, GraphTimeout, GraphUnavailable
from kgqa.linking.parts import Part, Sort
from kgqa.observed import observe
from kgqa.types import Limits
from tests.connectors.graph_suite import (
    ENDLESS,
    EVERYTHING,
    EX,
    LIMITS,
    TRIPLES,
    EndlessSuite,
    GraphSuite,
    TripleTermSuite,
    company_file,
    parts,
)
from tests.doubles.checked import checked

ANYTHING = checked("ASK { ?s ?p ?o }")


@pytest.fixture(scope="module")
def in_memory(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedGraph]:
    """Read by the whole suite: a graph forgets what it was asked."""
    graph = EmbeddedGraph.open([company_file(tmp_path_factory.mktemp("company"))], name="company")
    yield graph
    graph.close()


@pytest.fixture(scope="module")
def on_disk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedGraph]:
    """Read by the whole suite, as above."""
    folder = tmp_path_factory.mktemp("company")
    graph = EmbeddedGraph.open([company_file(folder)], folder=folder / "store")
    yield graph
    graph.close()


class TestInMemory(GraphSuite, EndlessSuite, TripleTermSuite):
    @pytest.fixture
    def graph(self, in_memory: EmbeddedGraph) -> EmbeddedGraph:
        return in_memory


class TestOnDisk(GraphSuite, EndlessSuite, TripleTermSuite):
    @pytest.fixture
    def graph(self, on_disk: EmbeddedGraph) -> EmbeddedGraph:
        return on_disk


@pytest.fixture
def graph(company: Path) -> Iterator[EmbeddedGraph]:
    graph = EmbeddedGraph.open([company], memory=256 * 2**20)
    yield graph
    graph.close()


def running_readers(graph: EmbeddedGraph) -> list[str]:
    holder = graph._readers._process.pid
    return Path(f"/proc/{holder}/task/{holder}/children").read_text("ascii").split()


async def test_an_address_that_is_not_whole_stands_for_nothing_here(graph: EmbeddedGraph) -> None:
    assert (await graph.run(checked("ASK { <ada> ?p ?o }"), LIMITS)).boolean is False
    assert (await graph.run(checked("ASK { ?s ?p ?o MINUS { ?s ?p <> } }"), LIMITS)).boolean is True


# ── a query can be stopped ───────────────────────────────────────────────────────────────────────


async def test_a_query_out_of_time_leaves_no_process_behind(graph: EmbeddedGraph) -> None:
    with pytest.raises(GraphTimeout):
        await graph.run(checked(ENDLESS), Limits(seconds=0.1))
    assert running_readers(graph) == []


async def test_a_query_that_nobody_waits_for_is_stopped(company: Path) -> None:
    graph = EmbeddedGraph.open([company], at_once=1)
    work = asyncio.create_task(graph.run(checked(ENDLESS), Limits(seconds=600)))
    while not running_readers(graph):  # noqa: ASYNC110 - another process has no event to wait for
        await asyncio.sleep(0)
    work.cancel()
    with pytest.raises(asyncio.CancelledError):
        await work
    # The only thread is free again, long before the time is over.
    assert (await graph.run(ANYTHING, LIMITS)).boolean is True
    graph.close()


async def test_a_query_that_would_overflow_the_stack_harms_nobody_else(graph: EmbeddedGraph) -> None:
    deep = "SELECT * WHERE " + "{" * 20_000 + "}" * 20_000
    with pytest.raises(GraphRejected, match="nested too deeply"):
        await graph.run(checked(deep), LIMITS)
    assert (await graph.run(ANYTHING, LIMITS)).boolean is True


@pytest.mark.slow
async def test_a_query_that_would_eat_the_memory_is_stopped(graph: EmbeddedGraph) -> None:
    greedy = ENDLESS.replace("(COUNT(*) AS ?n)", "DISTINCT *").replace("= -1", ">= 0")
    greedy += " ORDER BY ?a"
    with pytest.raises(GraphRejected, match=r"more than 0\.25 GB of memory"):
        await graph.run(checked(greedy), Limits(seconds=60))
    assert (await graph.run(ANYTHING, LIMITS)).boolean is True


@pytest.mark.parametrize(("kept_in", "why"), [("graph", "Too many open files"), ("on_disk", "denied")])
@pytest.mark.parametrize("silent", ["", "SILENT "])
async def test_behind_the_wall_no_query_can_open_a_connection(
    request: pytest.FixtureRequest, kept_in: str, why: str, silent: str
) -> None:
    graph = request.getfixturevalue(kept_in)
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.setblocking(False)
        port = server.getsockname()[1]
        text = f"SELECT * WHERE {{ SERVICE {silent}<http://127.0.0.1:{port}/> {{ ?s ?p ?o }} }}"
        if silent:
            await graph._answer(Ask(text, 10, 1_000), LIMITS)
        else:
            with pytest.raises(GraphRejected, match=why):
                await graph._answer(Ask(text, 10, 1_000), LIMITS)
            with pytest.raises(GraphRejected, match=why):
                await graph._answer(AskOver("", text, 10, 1_000), LIMITS)
        with pytest.raises(BlockingIOError):
            server.accept()


async def test_a_query_over_statements_that_come_with_it_sees_no_others(graph: EmbeddedGraph) -> None:
    count = checked("SELECT ?s (COUNT(*) AS ?n) WHERE { ?s ?p ?o } GROUP BY ?s")
    statement = f'<{EX}a b> <{EX}p> "\\u0041\\n" .'
    table = await graph.run_over(statement, count, LIMITS)
    assert [[t.value for t in row if t] for row in table.rows] == [[EX + "a b", "1"]]
    assert (await graph.run_over("", checked("ASK { ?s ?p ?o }"), LIMITS)).boolean is False
    with pytest.raises(GraphRejected):
        await graph.run_over("no statement", count, LIMITS)
    with pytest.raises(GraphTimeout):
        await graph.run_over("", checked(ENDLESS), Limits(seconds=0.3))


async def test_a_triple_that_stands_in_two_graphs_counts_once(graph: EmbeddedGraph) -> None:
    text = 'SELECT (COUNT(*) AS ?n) WHERE { ?s ?p "Ada" }'
    [[count]] = (await graph.run(checked(text), LIMITS)).rows
    assert count is not None
    assert count.value == "1"


# ── on the event loop ────────────────────────────────────────────────────────────────────────────


async def test_a_query_with_a_small_reply_takes_no_thread(graph: EmbeddedGraph) -> None:
    await graph.run(ANYTHING, LIMITS)  # a reader is forked in one
    graph._threads.shutdown()
    assert len((await graph.run(EVERYTHING, LIMITS)).rows) == TRIPLES


async def test_a_large_reply_comes_whole(graph: EmbeddedGraph) -> None:
    numbers = " ".join(map(str, range(100)))
    text = f"SELECT ?a ?b WHERE {{ VALUES ?a {{ {numbers} }} VALUES ?b {{ {numbers} }} }}"
    table = await graph.run(checked(text), Limits(seconds=20, rows=20_000))
    assert len(set(table.rows)) == 10_000
    assert not table.truncated


async def test_more_than_may_ask_at_once_share_the_readers(company: Path) -> None:
    graph = EmbeddedGraph.open([company], at_once=2)
    await asyncio.gather(*(graph.run(ANYTHING, LIMITS) for _ in range(50)))
    assert len(running_readers(graph)) <= 2
    graph.close()


def test_several_event_loops_ask_one_graph_at_the_same_time(company: Path) -> None:
    graph = EmbeddedGraph.open([company], at_once=2)

    async def ask(first: int) -> list[str]:
        texts = [f"SELECT ({first + n} AS ?n) WHERE {{ }}" for n in range(20)]
        tables = await asyncio.gather(*(graph.run(checked(text), LIMITS) for text in texts))
        return [row[0].value for table in tables for row in table.rows if row[0]]

    with ThreadPoolExecutor(4) as threads:
        told = list(threads.map(lambda first: asyncio.run(ask(first)), range(0, 400, 100)))
    assert told == [[str(first + n) for n in range(20)] for first in range(0, 400, 100)]
    graph.close()


async def test_an_idle_reader_that_was_killed_is_replaced_and_nobody_notices(graph: EmbeddedGraph) -> None:
    await graph.run(ANYTHING, LIMITS)
    [before] = running_readers(graph)
    os.kill(int(before), signal.SIGKILL)
    [idle] = graph._readers._idle
    while not idle.gone:  # noqa: ASYNC110 - the end of another process is seen when the loop comes round
        await asyncio.sleep(0)
    assert (await graph.run(ANYTHING, LIMITS)).boolean is True
    [after] = running_readers(graph)
    assert after != before


# ── rows in parts ────────────────────────────────────────────────────────────────────────────────

ONE = Limits(seconds=20, rows=1)


async def test_between_two_parts_a_reader_stands_still_and_no_thread_waits(company: Path) -> None:
    graph = EmbeddedGraph.open([company], at_once=1)
    pages = graph.pages(EVERYTHING, ONE)
    first = await anext(pages)
    assert (await graph.run(ANYTHING, LIMITS)).boolean is True
    assert await anext(pages) != first
    await pages.aclose()
    graph.close()


async def test_a_reader_ends_when_nobody_reads_on(graph: EmbeddedGraph) -> None:
    pages = graph.pages(EVERYTHING, ONE)
    await anext(pages)
    assert len(running_readers(graph)) == 1
    await pages.aclose()
    assert running_readers(graph) == []


async def test_a_reader_that_gave_all_its_parts_is_used_again(graph: EmbeddedGraph) -> None:
    for _ in range(3):
        assert len(await parts(graph, EVERYTHING.text, ONE)) == TRIPLES
        assert len(running_readers(graph)) == 1


async def test_a_reader_ends_when_its_part_takes_too_long(graph: EmbeddedGraph) -> None:
    with pytest.raises(GraphTimeout):
        await parts(graph, ENDLESS, Limits(seconds=0.1))
    assert running_readers(graph) == []


async def test_only_the_time_of_one_part_counts(graph: EmbeddedGraph) -> None:
    rare = ENDLESS.replace("(COUNT(*) AS ?n)", "*").replace("?c + ?d = -1", "?c + ?d >= 0")
    pages = graph.pages(checked(rare), Limits(seconds=20, rows=1000))
    assert [len((await anext(pages)).rows) for _ in range(3)] == [1000] * 3, "and no more is computed"
    await pages.aclose()
    assert running_readers(graph) == []


async def test_a_part_that_nobody_waits_for_is_stopped(company: Path) -> None:
    graph = EmbeddedGraph.open([company], at_once=1)
    work = asyncio.create_task(parts(graph, ENDLESS, Limits(seconds=600)))
    while not running_readers(graph):  # noqa: ASYNC110 - another process has no event to wait for
        await asyncio.sleep(0)
    work.cancel()
    with pytest.raises(asyncio.CancelledError):
        await work
    assert (await graph.run(ANYTHING, LIMITS)).boolean is True
    assert len(running_readers(graph)) == 1
    graph.close()


async def test_parts_of_a_graph_that_was_closed_end_with_a_sentence(graph: EmbeddedGraph) -> None:
    pages = graph.pages(EVERYTHING, ONE)
    await anext(pages)
    graph.close()
    with pytest.raises(GraphUnavailable, match="is closed"):
        await anext(pages)


async def test_when_a_reader_is_killed_the_parts_that_came_stand_and_the_rest_can_be_read(
    graph: EmbeddedGraph,
) -> None:
    whole = await parts(graph, EVERYTHING.text, ONE)
    pages = graph.pages(EVERYTHING, ONE)
    came = [await anext(pages) for _ in range(4)]
    os.kill(int(running_readers(graph)[0]), signal.SIGKILL)
    with pytest.raises(GraphUnavailable):
        await anext(pages)
    rest = await parts(graph, EVERYTHING.text, ONE, skip=len(came))
    assert [part.rows for part in came + rest] == [part.rows for part in whole]


async def test_parts_begin_with_the_graph_loaded_again_when_its_process_was_killed(
    graph: EmbeddedGraph,
) -> None:
    os.kill(graph._readers._process.pid, signal.SIGKILL)
    graph._readers._process.wait()
    assert len(await parts(graph, EVERYTHING.text, ONE)) == TRIPLES


@pytest.mark.slow
@pytest.mark.parametrize("on_disk", [False, True])
async def test_the_order_is_the_same_after_a_restart(tmp_path: Path, *, on_disk: bool) -> None:
    source = tmp_path / "graph.nt"
    lines = (f'<https://a.example/{n * 7919 % 1000}> <https://a.example/p> "{n}" .\n' for n in range(5000))
    source.write_text("".join(lines), "utf-8")
    told = []
    for _ in range(2):
        graph = EmbeddedGraph.open([source], folder=tmp_path / "store" if on_disk else None)
        told.append([part.rows for part in await parts(graph, EVERYTHING.text, Limits(rows=900))])
        graph.close()
    assert told[0] == told[1]


async def test_a_limit_and_an_offset_of_the_querys_own_hold_over_all_parts(graph: EmbeddedGraph) -> None:
    text = "SELECT ?n WHERE { VALUES ?n { 1 2 3 4 5 6 7 8 9 } } ORDER BY ?n OFFSET 2 LIMIT 5"
    for skip, expected in ((0, "34567"), (3, "67"), (9, "")):
        taken = await parts(graph, text, Limits(seconds=20, rows=2), skip)
        assert "".join(row[0].value for part in taken for row in part.rows if row[0]) == expected


# ── its life ─────────────────────────────────────────────────────────────────────────────────────


def test_one_graph_serves_several_event_loops(graph: EmbeddedGraph) -> None:
    answers = [asyncio.run(graph.run(ANYTHING, LIMITS)).boolean for _ in range(2)]
    assert answers == [True, True]


async def test_a_closed_graph_says_so_and_may_be_closed_again(graph: EmbeddedGraph) -> None:
    await graph.run(ANYTHING, LIMITS)
    graph.close()
    graph.close()
    with pytest.raises(GraphUnavailable, match="is closed"):
        await graph.run(ANYTHING, LIMITS)


async def test_when_its_process_is_killed_the_graph_is_loaded_again(graph: EmbeddedGraph) -> None:
    await graph.run(ANYTHING, LIMITS)
    os.kill(graph._readers._process.pid, signal.SIGKILL)
    graph._readers._process.wait()
    answers = await asyncio.gather(*(graph.run(ANYTHING, LIMITS) for _ in range(8)))
    assert {table.boolean for table in answers} == {True}


def test_a_graph_that_cannot_be_loaded_again_says_why(graph: EmbeddedGraph, company: Path) -> None:
    company.unlink()
    os.kill(graph._readers._process.pid, signal.SIGKILL)
    graph._readers._process.wait()
    with pytest.raises(BadInput, match=r"There is no file or folder .*company\.trig"):
        asyncio.run(graph.run(ANYTHING, LIMITS))


async def test_an_empty_file_is_a_graph_of_no_triples(tmp_path: Path) -> None:
    empty = tmp_path / "empty.ttl"
    empty.touch()
    graph = EmbeddedGraph.open([empty])
    assert (await graph.describe()).triples == 0
    assert (await graph.run(ANYTHING, LIMITS)).boolean is False
    graph.close()


def test_the_fingerprint_is_that_of_the_content(company: Path, tmp_path: Path) -> None:
    other = tmp_path / "renamed.trig"
    other.write_bytes(company.read_bytes())
    changed = tmp_path / "changed.trig"
    changed.write_bytes(company.read_bytes() + b"<https://a.example/> <https://a.example/> 1 .")
    told = []
    for path in (company, other, changed):
        graph = EmbeddedGraph.open([path])
        told.append(asyncio.run(graph.describe()).fingerprint)
        graph.close()
    assert told[0] == told[1] != told[2]


def test_a_file_that_is_not_right_is_told_from_the_other_process(tmp_path: Path) -> None:
    bad = tmp_path / "bad.ttl"
    bad.write_text("<https://a.example/> <https://a.example/> 1 .\nex:a ex:b 1 .", "utf-8")
    with pytest.raises(BadInput, match=r"bad\.ttl, line 2 is not valid Turtle: The prefix ex"):
        EmbeddedGraph.open([bad])
    with pytest.raises(BadInput, match=r"bad\.ttl, line 2 is not valid Turtle"):
        EmbeddedGraph.open([bad], folder=tmp_path / "store")


# ── on disk ──────────────────────────────────────────────────────────────────────────────────────


async def opened(source: Path, folder: Path) -> tuple[bool, int | None]:
    """Whether it had to be loaded, and how many triples there are."""
    steps: list[int] = []
    graph = EmbeddedGraph.open([source], folder=folder, progress=lambda done, _: steps.append(done))
    triples = (await graph.describe()).triples
    assert (await graph.run(checked("SELECT ?s WHERE { GRAPH ?g { ?s ?p ?o } } LIMIT 1"), LIMITS)).rows
    graph.close()
    return bool(steps), triples


@pytest.mark.slow
async def test_a_second_start_does_not_load_again_but_a_changed_file_does(
    company: Path, tmp_path: Path
) -> None:
    store = tmp_path / "store"
    assert await opened(company, store) == (True, TRIPLES)
    assert await opened(company, store) == (False, TRIPLES)
    os.utime(company, ns=(1, 1))
    assert await opened(company, store) == (False, TRIPLES)
    with company.open("a", encoding="utf-8") as file:
        file.write("<https://a.example/> <https://a.example/> 1 .")
    assert await opened(company, store) == (True, TRIPLES + 1)
    assert len(list(store.glob("graph-*.json"))) == 1, "the old generation is removed"


async def test_a_store_of_many_files_answers_from_all_of_them(tmp_path: Path) -> None:
    """Each file makes tables of its own, more than are opened when the store is."""
    sources = [tmp_path / f"{number}.nt" for number in range(12)]
    for number, source in enumerate(sources):
        source.write_text(f'<{EX}{number}> <{EX}is> "{number}" .\n')
    graph = EmbeddedGraph.open(sources, folder=tmp_path / "store")
    for number in range(12):
        table = await graph.run(checked(f'SELECT ?s WHERE {{ ?s ?p "{number}" }}'), LIMITS)
        assert [row[0].value for row in table.rows if row[0]] == [f"{EX}{number}"]
    graph.close()


_IRREGULAR = f"""
@prefix ex: <{EX}> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
ex:a a ex:Plant , ex:Shrub ; ex:height 3 , 4.5 ; ex:near ex:b , ex:c , _:d ; ex:called "Rose"@en , "Rose" .
ex:b a owl:NamedIndividual ; ex:height 2 ; ex:near ex:a .
ex:c ex:near ex:a ; ex:called "no class" .
_:d a ex:Shrub ; ex:near [ ex:height 1 ] .
"""


_NAMED = Part(Sort.NAMES, f"{EX}called")


@pytest.mark.parametrize("name", ["irregular", pytest.param("sample", marks=pytest.mark.slow)])
async def test_a_graph_on_disk_shows_what_it_shows_in_memory(tmp_path: Path, name: str) -> None:
    """Its schema and its names are read by other queries, which must find the same."""
    sources: list[Path] = [*sample.graph_files(tmp_path)]
    if name == "irregular":
        sources = [tmp_path / "irregular.ttl"]
        sources[0].write_text(_IRREGULAR, "utf-8")
    found = []
    for folder in (None, tmp_path / "store"):
        graph = EmbeddedGraph.open(sources, folder=folder)
        observed = await observe(graph)
        named = await parts(graph, _NAMED.query(on_disk=folder is not None).text, LIMITS)
        graph.close()
        assert observed.notices == ()
        names = sorted(str(row) for part in named for row in part.rows)
        uses, samples = (sorted(map(str, each)) for each in (observed.uses, observed.samples))
        found.append((observed.classes, uses, samples, sorted(observed.overlaps), names))
    assert found[0] == found[1]


async def test_a_load_that_was_broken_off_is_done_again(company: Path, tmp_path: Path) -> None:
    store = tmp_path / "store"

    def break_off(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        EmbeddedGraph.open([company], folder=store, progress=break_off)
    for whole in store.glob("graph-*.json"):  # the load was quicker than the break
        whole.unlink()
    assert await opened(company, store) == (True, TRIPLES)


async def test_two_processes_read_one_store(company: Path, tmp_path: Path) -> None:
    store = tmp_path / "store"
    first = EmbeddedGraph.open([company], folder=store)
    assert await opened(company, store) == (False, TRIPLES)
    assert (await first.run(ANYTHING, LIMITS)).boolean is True
    first.close()


async def test_a_store_in_use_is_not_removed_by_a_newer_one(company: Path, tmp_path: Path) -> None:
    store = tmp_path / "store"
    first = EmbeddedGraph.open([company], folder=store)
    with company.open("a", encoding="utf-8") as file:
        file.write("<https://a.example/> <https://a.example/> 1 .")
    assert await opened(company, store) == (True, TRIPLES + 1)
    everything = await first.run(checked("SELECT * WHERE { ?s ?p ?o }"), LIMITS)
    assert len(everything.rows) == TRIPLES
    first.close()


def test_a_store_that_another_process_is_loading_is_left_alone(company: Path, tmp_path: Path) -> None:
    store = tmp_path / "store"
    loading = kept.generation(store, files.find([company])).lock(alone=True)
    assert loading is not None
    with pytest.raises(GraphUnavailable, match="Another process is loading this graph"):
        EmbeddedGraph.open([company], folder=store)
    os.close(loading)


@pytest.mark.slow
def test_a_store_folder_that_cannot_be_made_is_named(company: Path) -> None:
    with pytest.raises(BadSetting, match=r"company\.trig/store cannot be used: Not a directory"):
        EmbeddedGraph.open([company], folder=company / "store")
