"""The query in a model's reply is found however it is wrapped, and nothing else is taken for one."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgqa.repair.reply import query_in

QUERY = "SELECT ?o WHERE { ?o a ex:Order }"
PREFIXES = (("ex", "https://example.org/shop/"),)


@pytest.mark.parametrize(
    "reply",
    [
        QUERY,
        f"  \n{QUERY}\n",
        f"```sparql\n{QUERY}\n```",
        f"```\n{QUERY}\n```",
        f"~~~SPARQL\n{QUERY}\n~~~",
        f"````sparql\n{QUERY}\n````",
        f"Here it is:\n```sparql\n{QUERY}\n```\nIt now asks for orders.",
        f"```sparql\n{QUERY}",  # cut off
        f"```sparql {QUERY}```",  # on one line
        json.dumps({"sparql": QUERY}),
        json.dumps({"query": QUERY, "why": "because"}),
        f"```json\n{json.dumps({'sparql': QUERY}, indent=2)}\n```",
        f"Sure! {json.dumps({'sparql': QUERY})} Good luck.",
        '{"sparql": "' + QUERY,  # half of a JSON object, and a whole query
        f"The query is {QUERY}. It works now.",
        f"Please select what you like:\n\n{QUERY}\n\nThis {{ and }} that.",
        f"<think>SELECT ?wrong WHERE {{ ?wrong ?p ?q }}</think>{QUERY}",
        f"Before:\n```sparql\nSELECT ?x WHERE {{ ?x ?p ?q }}\n```\nAfter:\n```sparql\n{QUERY}\n```",
        f"```sparql\n{QUERY}\n```\nsince the schema says\n```\nex:Order ex:soldBy ex:Employee\n```",
    ],
)
def test_a_query_is_found_in_its_wrapping(reply: str) -> None:
    assert query_in(reply, PREFIXES) == QUERY


@pytest.mark.parametrize("tail", ["LIMIT 10", "ORDER BY ?o\nLIMIT 3", "ORDER BY DESC(?o)"])
def test_what_stands_behind_the_last_brace_belongs_to_the_query(tail: str) -> None:
    query = f"PREFIX ex: <https://example.org/shop/>\n{QUERY} {tail}"
    assert query_in(f"I changed it to {query}\nThat is all.") == query


@pytest.mark.parametrize(
    "reply",
    [
        "",
        "I cannot help with that.",
        "Select the orders, and describe them.",
        '{"sparql": ""}',
        '{"sparql": 5}',
        '{"sparql": ["SELECT"]}',
        '["sparql"]',
        '{"sparql": "SELECT ?o WHERE {',  # half of both
        "```sparql\n```",
        "<think>SELECT ?o WHERE { ?o ?p ?q }",  # thought, and never said
        "SELECT ?o WHERE { ?o",
    ],
)
def test_where_there_is_no_query_there_is_none(reply: str) -> None:
    assert query_in(reply, PREFIXES) == ""


def test_a_broken_query_in_a_block_is_what_was_said() -> None:
    assert query_in("```sparql\nSELECT ?o WHERE { ?o\n```") == "SELECT ?o WHERE { ?o"


@pytest.mark.parametrize(
    "update",
    [
        "DROP ALL",
        "DELETE WHERE { ?s ?p ?o }",
        "INSERT DATA { ex:a ex:b ex:c }",
        "delete { ?s ?p ?o } insert { ?s ?p 1 } where { { SELECT ?s WHERE { ?s ?p ?o } } }",
        "LOAD <http://example.org/x>",
    ],
)
@pytest.mark.parametrize("around", ["{}", "```sparql\n{}\n```", "This does it: {}"])
def test_an_update_is_given_whole_and_never_a_query_inside_it(update: str, around: str) -> None:
    assert query_in(around.replace("{}", update), PREFIXES) == update


@given(st.text(alphabet=st.sampled_from("{}[]`\"'\\<>SELECT ASK WHERE?x.\n ~:")))
def test_no_reply_breaks_it(reply: str) -> None:
    assert query_in(reply) in reply


def test_a_reply_without_end_is_looked_at_from_its_beginning() -> None:
    assert query_in(f"```sparql\n{QUERY}\n```\n" + "and { so } on " * 100_000, PREFIXES) == QUERY
