"""What the graph has the texts of a query as is looked up, and only what it can tell is told."""

from __future__ import annotations

from kgqa.check.texts import MOST, texts_in
from kgqa.errors import GraphTimeout
from kgqa.ontology import Class, Name, Ontology
from kgqa.sparql import ParsedQuery, parse
from tests.doubles.graph import SmallGraph

EX = "https://example.org/"
TURTLE = f"""
@prefix : <{EX}> .
:ada a :Employee ; :family "Skaar" ; :nick "Ice \\"A\\""@de .
:skaar :name "Skaar"@en .
"""
ONTOLOGY = Ontology(classes={f"{EX}Employee": Class(iri=f"{EX}Employee", names=(Name("Employee", "en"),))})


def read(text: str) -> ParsedQuery:
    parsed = parse(text, (("", EX),))
    assert isinstance(parsed, ParsedQuery)
    return parsed


async def test_a_text_is_found_with_what_has_it_in_the_languages_of_the_names() -> None:
    graph = SmallGraph(TURTLE)
    found = await texts_in(
        read("SELECT ?x { ?x :basedAt 'Skaar' ; :in 'Nowhere' ; :size 3 }"), graph, ONTOLOGY
    )
    assert found == {
        "Skaar": {(f"{EX}family", f"{EX}Employee"), (f"{EX}name", "")},
        "Nowhere": frozenset(),
    }
    assert len(graph.queries) == 1


async def test_a_text_is_looked_up_as_it_was_written_too() -> None:
    query = read("""SELECT ?x { ?x :basedAt 'Ice "A"'@de }""")
    assert await texts_in(query, SmallGraph(TURTLE), ONTOLOGY) == {
        'Ice "A"': {(f"{EX}nick", f"{EX}Employee")}
    }


async def test_what_is_known_or_was_not_written_is_not_looked_up() -> None:
    graph = SmallGraph(TURTLE)
    assert await texts_in(read("SELECT ?x { ?x :basedAt 'Skaar' }"), graph, ONTOLOGY, {"Skaar"}) == {}
    assert await texts_in(read("SELECT ?x { ?x :basedAt ?y }"), graph, ONTOLOGY) == {}
    assert graph.queries == []


async def test_a_graph_that_fails_tells_nothing_of_texts() -> None:
    graph = SmallGraph(TURTLE, error=GraphTimeout("The graph did not answer."))
    assert await texts_in(read("SELECT ?x { ?x :basedAt 'Skaar' }"), graph, ONTOLOGY) == {}


async def test_of_many_texts_only_some_are_looked_up() -> None:
    many = " ".join(f"?x :p 'text {n}' ." for n in range(MOST + 5))
    assert len(await texts_in(read(f"SELECT ?x {{ {many} }}"), SmallGraph(TURTLE), ONTOLOGY)) == MOST
