"""Triples of documents retrieved: the baseline, CSMR, and the walk."""

from __future__ import annotations

from kgqa.passages.csmr import EACH, MOST, Similarity, baseline, csmr, path_to
from kgqa.passages.document_graph import DocumentGraph, Triple
from kgqa.passages.walks import Rankings, walked

LINK, PORT = 0, 1
GRAPH = DocumentGraph(
    (
        Triple("Rail link", "connects to", "Harbour line", LINK),
        Triple("Rail link", "costs", "4 million", LINK),
        Triple("Harbour line", "ends at", "Port", PORT),
        Triple("Port", "is run by", "Harbour board", PORT),
        Triple("Museum", "shows", "Ships", 2),
    ),
    3,
)


def similar(*, triples: tuple[float, ...] = (0.9, 0.1, 0.5, 0.8, 0.0)) -> Similarity:
    entities = [1.0 if name == "Rail link" else 0.0 for name in GRAPH.entities]
    return Similarity(entities=entities, triples=triples, chunks=(0.2, 0.9, 0.1))


def test_a_neighbourhood_goes_as_deep_as_it_is_told() -> None:
    assert list(GRAPH.within(["Rail link"], 1)) == [0, 1]
    assert list(GRAPH.within(["Rail link"], 3)) == [0, 1, 2, 3]


def test_csmr_ranks_the_triples_of_a_seed_and_takes_the_best_chunk_of_the_head() -> None:
    found = csmr(GRAPH, similar(), 3)
    assert [r.triple for r in found[:3]] == [0, 3, 2]
    assert next(r.chunk for r in found if r.triple == 2) == PORT  # the best of the two that mention its head


def test_the_baseline_takes_what_comes_and_the_last_chunk() -> None:
    found = baseline(GRAPH, similar(), 1)
    assert [r.triple for r in found[:2]] == [0, 1]
    assert found[0].chunk == LINK


def test_the_path_is_the_shortest_and_of_equals_the_one_that_is_worth_most() -> None:
    assert path_to(GRAPH, "Rail link", 3, (0.9, 0.1, 0.5, 0.8, 0.0)) == (0, 2, 3)
    two = DocumentGraph((Triple("a", "x", "b", 0), Triple("a", "y", "b", 0), Triple("b", "z", "c", 0)), 1)
    assert path_to(two, "a", 2, (0.1, 0.9, 0.0)) == (1, 2)
    assert path_to(GRAPH, "Museum", 0, (0.0,) * 5) == (0,)


def test_the_walk_gives_the_triples_of_what_fits_and_reaches_what_is_linked_to_it() -> None:
    ways = [Rankings(entities=["Rail link"], triples=[0, 1], chunks=[LINK])]
    found = walked(GRAPH, ways, 2)
    assert [r.triple for r in found] == [0, 1, 2, 3]
    assert [r.chunk for r in found] == [LINK, LINK, PORT, PORT]
    assert found[2].path == (0, 2)


def test_deeper_is_no_worse() -> None:
    ways = [Rankings(entities=["Rail link"], triples=[0, 1], chunks=[LINK])]
    assert {tuple(r.triple for r in walked(GRAPH, ways, depth))[:2] for depth in range(1, 7)} == {(0, 1)}


def test_no_more_is_given_than_fits_and_of_a_text_no_more_than_its_share() -> None:
    triples = tuple(Triple(f"h{n}", "r", f"t{n}", n // 10) for n in range(100))
    graph = DocumentGraph(triples, 10)
    ways = [Rankings(entities=["h0"], triples=range(100), chunks=range(10))]
    found = walked(graph, ways, 3)
    assert len(found) == MOST
    assert max(sum(r.chunk == chunk for r in found) for chunk in range(10)) == EACH


def test_an_empty_graph_gives_nothing() -> None:
    empty = DocumentGraph((), 0)
    nothing = Similarity(entities=(), triples=(), chunks=())
    assert walked(empty, [], 3) == []
    assert csmr(empty, nothing, 3) == baseline(empty, nothing, 3) == []
