"""The last wall before a store: it refuses by words, and lets words in strings, names and IRIs pass."""

from __future__ import annotations

import pytest

from connectors.wall import refuse_outside
from kgqa.errors import GraphRejected

PREFIXES = "PREFIX : <https://a.example/> PREFIX service: <https://a.example/service/> "


@pytest.mark.parametrize(
    "text",
    [
        'SELECT * { ?s ?p "Customer service {" }',
        "SELECT * { ?s ?p '''SERVICE <x> {\n'it's' }''' }",
        "SELECT * { ?s <https://a.example/SERVICE> ?o # SERVICE <x> {}\n }",
        "SELECT ?service ?from { ?service service:hours ?from ; :service $SERVICE . ?s :from :load }",
        "SELECT * { ?s service:a ?o . OPTIONAL { ?s service:b ?c } }",
        'SELECT * { ?s ?p "x"@service FILTER(?a<3 && ?b>4) }',
        'SELECT * { ?s ?p "a\\"b SERVICE" }',
    ],
)
def test_harmless_queries_pass(text: str) -> None:
    refuse_outside(PREFIXES + text)


@pytest.mark.parametrize(
    "text",
    [
        "SELECT * { SERVICE <http://x/> { ?s ?p ?o } }",
        "SELECT*{service?x{}}",
        "SELECT*{SERVICE:x{}}",
        "SELECT*{SERVICESILENT:x #c\n {}}",
        "SELECT*{?s ?p 1SERVICE<http://x/>{}}",
        "SELECT*{?s ?p true SERVICE#\n<http://x/>{}}",
        "SELECT*{FILTER(1<2)SERVICE<http://x/>{}}",
        "SELECT*{?s ?p :a\\#b SERVICE <http://x/> {}}",
        "SELECT*{?s ?p :a\u0301\\'b SERVICE <http://x/> {} ?s ?p 'x'}",
        "SELECT*{?s ?p '#' SERVICE <http://x/> {}}",
        "SELECT * FROM :x { ?s ?p ?o }",
        "SELECT*FROM:x{?s ?p ?o}",
        "SELECT * FROM NAMED <x> WHERE { ?s ?p ?o }",
        "LOAD <file:///etc/passwd>",
        "DROP ALL",
        "DELETE WHERE { ?s ?p ?o }",
    ],
)
def test_queries_that_reach_outside_are_refused_however_they_are_spelled(text: str) -> None:
    with pytest.raises(GraphRejected, match="may only read this one graph"):
        refuse_outside(PREFIXES + text)
