"""What an ontology that was not given may declare, and what is rather misspelt."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kgqa.check import check
from kgqa.check.example import EX, EXAMPLE
from kgqa.types import CheckedQuery, Ground


@pytest.mark.parametrize(
    ("missing", "term"),
    [
        ("https://example.org/parts", "https://example.org/parts#weight"),
        ("https://example.org/parts/", "https://example.org/parts/weight"),
        ("http://purl.org/goodrelations/v1.owl", "http://purl.org/goodrelations/v1#hasPrice"),
        ("http://xmlns.com/foaf/0.1/index.rdf", "http://xmlns.com/foaf/0.1/knows"),
        ("http://schema.org/docs/schemaorg.owl", "http://schema.org/worksFor"),
        ("https://spec.example/2026/FND/Agents/", "https://spec.example/FND/Agents/hasRole"),
        ("http://purl.obolibrary.org/obo/bfo.owl", "http://purl.obolibrary.org/obo/BFO_0000050"),
        ("file:///C:/ontologies/agents.owl", "https://agents.example/hasRole"),
        (f"{EX}gear.owl", f"{EX}GEAR_0000001"),
    ],
)
def test_a_term_that_an_import_may_declare_is_told_of_and_not_refused(missing: str, term: str) -> None:
    ontology = replace(EXAMPLE, missing_imports=(missing,))
    verdict = check(f"SELECT ?v WHERE {{ ?p <{term}> ?v }}", ontology)
    assert isinstance(verdict, CheckedQuery)
    assert [i.ground for i in verdict.warnings if i.rule == "incorrect property"] == [Ground.DOUBTFUL]
    kind = check(f"SELECT ?p WHERE {{ ?p a <{term}> }}", ontology)
    assert isinstance(kind, CheckedQuery)
    assert [i.ground for i in kind.warnings if i.rule == "unknown class"] == [Ground.DOUBTFUL]


@pytest.mark.parametrize(
    ("missing", "term"),
    [
        ("https://example.org/parts", f"{EX}hasSuplier"),
        ("https://example.org/parts", "http://example.org/shop#price"),
        ("file:///C:/ontologies/agents.owl", f"{EX}hasSuplier"),
        ("http://purl.org/goodrelations/v1.owl", "http://purl.org/dc/terms/created"),
        ("https://spec.example/2026/FND/Agents/", "https://other.example/hasRole"),
        (f"{EX}gear.owl", f"{EX}Gears"),
    ],
)
def test_a_term_that_no_import_explains_is_unknown(missing: str, term: str) -> None:
    verdict = check(f"SELECT ?v WHERE {{ ?p <{term}> ?v }}", replace(EXAMPLE, missing_imports=(missing,)))
    assert isinstance(verdict, tuple)
    assert verdict[0].ground is Ground.UNLIKELY
