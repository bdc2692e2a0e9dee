"""What things are called is asked once for a while, and told in the asker's language."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

import pytest

from kgqa.errors import GraphUnavailable
from kgqa.labels import KEPT, LASTING, Labels
from kgqa.linking.names import Naming
from kgqa.ontology import RDFS, Ontology
from tests.doubles.graph import SmallGraph
from tests.kgqa.zoo import kit_of

CAT, DOG = "urn:thing:cat", "urn:thing:brownDog"
TURTLE = f'<{CAT}> <{RDFS}label> "cat"@en, "Katze"@de . <{DOG}> <urn:weighs> 20 .'


@dataclass
class Hours:
    """A clock that a test sets."""

    now: float = 1_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def graph() -> SmallGraph:
    return SmallGraph(TURTLE)


def labels(graph: SmallGraph, clock: Hours | None = None) -> Labels:
    return Labels(graph, Ontology(), Naming((RDFS + "label",), ()), clock=clock or Hours())


def told(known: Labels, *iris: str, language: str = "en") -> dict[str, str]:
    return asyncio.run(known.of(iris, language))


def test_things_are_called_by_their_labels_and_else_by_their_iris(graph: SmallGraph) -> None:
    assert told(labels(graph), CAT, DOG) == {CAT: "cat", DOG: "brown dog"}


def test_what_was_told_is_not_asked_again_and_that_there_is_no_label_neither(graph: SmallGraph) -> None:
    known = labels(graph)
    assert told(known, CAT, DOG) == told(known, DOG, CAT)
    assert len(graph.queries) == 1


def test_each_language_has_its_own(graph: SmallGraph) -> None:
    known = labels(graph)
    assert told(known, CAT)[CAT] == "cat"
    assert told(known, CAT, language="de")[CAT] == "Katze"
    assert told(known, CAT)[CAT] == "cat"


def test_only_what_is_not_known_is_asked_for(graph: SmallGraph) -> None:
    known = labels(graph)
    told(known, CAT)
    told(known, CAT, DOG)
    assert DOG in graph.queries[1]
    assert CAT not in graph.queries[1]


def test_after_a_while_all_are_asked_for_anew(graph: SmallGraph) -> None:
    clock = Hours()
    known = labels(graph, clock)
    told(known, CAT)
    clock.now += LASTING - 1
    told(known, CAT)
    assert len(graph.queries) == 1
    clock.now += 1
    told(known, CAT)
    assert len(graph.queries) == 2


def test_of_too_many_none_is_kept(graph: SmallGraph) -> None:
    known = labels(graph)
    for start in range(0, KEPT + 1, 2_000):
        told(known, *(f"urn:thing:{n}" for n in range(start, start + 2_000)))
    before = len(graph.queries)
    told(known, "urn:thing:0")
    assert len(graph.queries) == before + 1


def test_a_graph_that_is_away_costs_the_labels_for_this_time(graph: SmallGraph) -> None:
    known, graph.error = labels(graph), GraphUnavailable("away")
    assert told(known, CAT)[CAT] == "cat"  # as its IRI says
    assert told(known, CAT, language="de")[CAT] == "cat"
    graph.error = None
    assert told(known, CAT, language="de")[CAT] == "Katze"


FILMS = "".join(
    f'<https://film.example/{n}> a <https://film.example/Prod> ; <https://film.example/ttl> "{title}" ; '
    f'<https://film.example/gnr> "drama" .\n'
    for n, title in enumerate(("Cold Harbour", "The Glass Orchard", "Nordlicht", "Low Tide", "Weir"))
)


def test_things_that_nothing_names_are_shown_by_the_texts_that_tell_them_apart() -> None:
    kit = kit_of(FILMS)
    shown = asyncio.run(kit.labels.of(["https://film.example/1"], "en"))
    assert shown == {"https://film.example/1": "The Glass Orchard"}
    assert "https://film.example/ttl" not in kit.naming.all
