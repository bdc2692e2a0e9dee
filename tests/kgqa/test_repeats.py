"""Which results depend on how often a store gives a triple, held against a store that gives some twice."""

from __future__ import annotations

from collections import Counter

import pyoxigraph as ox
import pytest

from kgqa.sparql import ParsedQuery, parse
from kgqa.sparql.repeats import depends_on_repeats

PREFIX = "PREFIX : <https://e.example/> "
ONE = "@prefix : <https://e.example/> . :a :n 1 ; :p :b . :b :n 3 ."
TWO = "@prefix : <https://e.example/> . :a :n 1 ; :p :b ."  # so that half of the facts stand in both
SENSITIVE = (
    "SELECT ?s WHERE { ?s :n ?n }",
    "SELECT (COUNT(*) AS ?x) WHERE { ?s :n ?n }",
    "SELECT (COUNT(?s) AS ?x) WHERE { OPTIONAL { ?s :n ?n } }",
    "SELECT (SUM(?n) AS ?x) WHERE { ?s :n ?n }",
    "SELECT (AVG(?n) AS ?x) WHERE { ?s :n ?n }",
    "SELECT (GROUP_CONCAT(STR(?n)) AS ?x) WHERE { { ?s :n ?n } UNION { ?s :none ?n } }",
    "SELECT ?s WHERE { ?s :n ?n } GROUP BY ?s HAVING (COUNT(?n) > 1)",
    "SELECT DISTINCT ?x WHERE { { SELECT (SUM(?n) AS ?x) WHERE { ?s :n ?n } } }",
    "SELECT (SUM(?n) AS ?x) WHERE { { SELECT ?n WHERE { ?s :n ?n } } }",
    "SELECT (1 + COUNT(?n) AS ?x) WHERE { ?s :n ?n }",
)
STABLE = (
    "ASK { ?s :n ?n }",
    "SELECT DISTINCT ?s WHERE { ?s :n ?n }",
    "SELECT (COUNT(DISTINCT ?s) AS ?x) WHERE { ?s :n ?n }",
    "SELECT (MAX(?n) AS ?x) (MIN(?n) AS ?y) WHERE { ?s :n ?n }",
    "SELECT ?s (MAX(?n) AS ?x) WHERE { ?s :n ?n } GROUP BY ?s",
    "SELECT ?s WHERE { ?s :n ?n } GROUP BY ?s",
    "SELECT (SUM(?n) AS ?x) WHERE { { SELECT DISTINCT ?s ?n WHERE { ?s :n ?n } } }",
    "SELECT (COUNT(*) AS ?x) WHERE { { SELECT ?s WHERE { ?s :n ?n } GROUP BY ?s } }",
    "SELECT (COUNT(*) AS ?x) WHERE { VALUES ?s { :a :b } FILTER EXISTS { ?s :p ?o } }",
    "SELECT ?s WHERE { VALUES ?s { :a :b } MINUS { ?s :p ?o } }",
    "SELECT ?g ?n WHERE { GRAPH ?g { ?s :n ?n } }",
    "CONSTRUCT { ?s :q ?n } WHERE { ?s :n ?n }",
)


@pytest.mark.parametrize("text", [*SENSITIVE, *STABLE])
def test_a_result_that_changes_is_known_from_the_query(text: str) -> None:
    query = parse(PREFIX + text)
    assert isinstance(query, ParsedQuery)
    assert depends_on_repeats(query) is (text in SENSITIVE)
    assert (results(text, repeated=True) != results(text, repeated=False)) is (text in SENSITIVE)


def results(text: str, *, repeated: bool) -> object:
    """What a store gives that reads two graphs as one, each triple as often as it stands there or once."""
    store = ox.Store()
    for name, data in (("one", ONE), ("two", TWO)):
        places = [ox.NamedNode(f"https://e.example/{name}")] + ([] if repeated else [ox.DefaultGraph()])
        for place in places:
            store.load(data.encode(), ox.RdfFormat.TURTLE, to_graph=place)
    found = store.query(PREFIX + text, use_default_graph_as_union=repeated)
    if isinstance(found, ox.QueryBoolean):
        return bool(found)
    if isinstance(found, ox.QueryTriples):
        return set(found)
    return Counter(tuple(map(str, row)) for row in found)
