"""Queries in handles and placeholders, written and read back."""

from __future__ import annotations

import pytest

from kgqa.ontology import XSD, Class, Ontology, Property
from kgqa.sparql import ParsedQuery, parse, write
from kgqa.sparql.model import Iri, Lit
from kgqa.vocabulary import Vocabulary, in_handles, read_back

NS = "https://x.example/ns#"
ACME = "https://x.example/id/acme"
VOCABULARY = Vocabulary.of(
    Ontology(
        classes={NS + "Supplier": Class(iri=NS + "Supplier")},
        properties={NS + "colour": Property(iri=NS + "colour"), NS + "by": Property(iri=NS + "by")},
    )
)
PLACED: dict[str, Iri | Lit] = {
    "e1": Iri(ACME),
    "v1": Lit("red", language="en"),
    "v2": Lit("5", XSD + "integer"),
}


def back(text: str) -> str:
    return read_back(text, VOCABULARY, PLACED).text


@pytest.mark.parametrize("spelled", ["{e1}", "{ e1 }", '"{e1}"', "<{e1}>", ":{e1}", ":e1", "?{e1}"])
def test_a_placeholder_is_read_however_it_is_dressed(spelled: str) -> None:
    assert back(f"ASK {{ ?p :by {spelled} }}") == f"ASK {{ ?p <{NS}by> <{ACME}> }}"


def test_values_are_put_in_as_the_graph_has_them() -> None:
    assert back('ASK { ?p :colour {v1} FILTER(?n > {v2} || ?c = "{v1}"@de) }') == (
        f'ASK {{ ?p <{NS}colour> "red"@en FILTER(?n > "5"^^<{XSD}integer> || ?c = "red"@en) }}'
    )


@pytest.mark.parametrize(
    "text",
    [
        'ASK { ?s ?p ":by {e1} :Supplier" }',
        "ASK { ?s ?p '''{e1} :by''' }",
        "ASK { ?s <https://y.example/:by> ?o } # :by {e1}",
        "ASK { ?s ex:by ?o }",
        "ASK { ?s xsd:date ?o }",
    ],
)
def test_what_stands_in_strings_addresses_comments_and_other_prefixes_stays(text: str) -> None:
    assert back(text) == text


def test_a_prefix_that_a_model_declares_for_the_handles_is_not_its_to_decide() -> None:
    text = "PREFIX : <http://example.org/>\nPREFIX x: <http://y.example/>\nASK { ?s :by ?o }"
    assert back(text) == f"PREFIX x: <http://y.example/>\nASK {{ ?s <{NS}by> ?o }}"


def test_what_is_unknown_is_told_and_left_for_the_check() -> None:
    read = read_back("SELECT ?s { ?s a :Suplier ; :by {e9} }", VOCABULARY, PLACED)
    assert read.unknown_handles == (":Suplier",)
    assert read.unknown_placeholders == ("e9",)
    assert f"<{NS}Suplier>" in read.text
    assert isinstance(parse(read.text), ParsedQuery)


def test_half_a_query_is_read_back_too() -> None:
    assert back("SELECT ?s WHERE { ?s a :Supplier ; :by {e1}") == (
        f"SELECT ?s WHERE {{ ?s a <{NS}Supplier> ; <{NS}by> <{ACME}>"
    )


def test_a_query_in_handles_reads_back_as_the_same_query() -> None:
    text = (
        f"SELECT ?s (COUNT(?p) AS ?n) {{ ?s a <{NS}Supplier> . ?p (<{NS}by>/^<{NS}by>)* ?s , <{ACME}> ; "
        f'<{NS}colour> "red"@en , "a \\"b\\" {{e1}}", 5 . FILTER(?n > 5) }} GROUP BY ?s ORDER BY ?n LIMIT 3'
    )
    query = parse(text)
    assert isinstance(query, ParsedQuery)
    told = in_handles(query, VOCABULARY, PLACED)
    assert "<" not in told.replace("<https", "")
    assert NS not in told
    assert ACME not in told
    again = parse(back(told))
    assert isinstance(again, ParsedQuery)
    assert write(again) == write(query)
