"""How replies about passages are read, and what is asked, without any model."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from kgqa.extracted.planned import Plan, plan
from kgqa.extracted.replies import MOST, NO_VALUE, Reader, is_readable
from kgqa.extracted.triple import Read, Value
from kgqa.extracted.weighing import weighed
from kgqa.ontology import XSD
from kgqa.passages.passage import Block, Passage, Place
from kgqa.prepare import prepare
from kgqa.prompts import Prompts
from kgqa.strategies.agent.start import Known
from tests.doubles.graph import SmallGraph

TERMS = """
@prefix ex: <https://example.org/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
ex:Pump a owl:Class . ex:Person a owl:Class .
ex:count a owl:DatatypeProperty ; rdfs:range xsd:integer .
ex:mass a owl:DatatypeProperty ; rdfs:range xsd:decimal .
ex:since a owl:DatatypeProperty ; rdfs:range xsd:date .
ex:built a owl:DatatypeProperty ; rdfs:range xsd:gYear .
ex:spare a owl:DatatypeProperty ; rdfs:range xsd:boolean .
ex:note a owl:DatatypeProperty ; rdfs:range xsd:string .
ex:servedBy a owl:ObjectProperty ; rdfs:domain ex:Pump ; rdfs:range ex:Person .
"""


def known(things: str = 'ex:p1 a ex:Pump ; rdfs:label "Niagara 5" .') -> Known:
    return Known(asyncio.run(prepare(SmallGraph(TERMS + things))).parts)


def passage(text: str, document: str = "a.txt") -> Passage:
    return Passage(document, (Block(text, Place(paragraph=1)),))


def value(relation: str, said: Any) -> Value | str:
    reader = Reader(known())
    reply = {"head": "Niagara 5", "head_type": ":Pump", "relation": relation, "value": said}
    found = reader.read(json.dumps(reply))
    if not found:
        [(refused, _)] = reader.refused.items()
        return refused
    assert isinstance(found[0].tail, Value)
    return found[0].tail


@pytest.mark.parametrize(
    ("relation", "said", "text", "datatype"),
    [
        (":count", "12", "12", "integer"),
        (":count", 12, "12", "integer"),
        (":mass", "1200.5", "1200.5", "decimal"),
        (":since", "2024-05-31", "2024-05-31", "date"),
        (":built", "1998", "1998", "gYear"),
        (":spare", True, "true", "boolean"),
        (":note", "made of steel", "made of steel", "string"),
        ("floor area", "120", "120", "integer"),
        ("opened on", "2024-05-31", "2024-05-31", "date"),
    ],
)
def test_a_value_has_the_type_of_its_property_or_that_which_it_looks_like(
    relation: str, said: Any, text: str, datatype: str
) -> None:
    assert value(relation, said) == Value(text, XSD + datatype)


@pytest.mark.parametrize(
    ("relation", "said"),
    [
        (":count", "12.5"),
        (":count", "1,200"),  # to some it is more than a thousand, to others little more than one
        (":mass", "heavy"),
        (":mass", "1e400000"),
        (":since", "31 May 2024"),
        (":since", "2024-02-30"),
        (":spare", "perhaps"),
        (":note", "=cmd()"),
        (":note", "x" * 301),
        (":note", ["a", "list"]),
        (":servedBy", "Ada Moss"),
    ],
)
def test_a_value_that_does_not_fit_its_property_is_none(relation: str, said: Any) -> None:
    assert value(relation, said) == NO_VALUE


def test_a_term_is_known_by_its_handle_or_its_name_and_a_handle_that_is_none_is_refused() -> None:
    reader = Reader(known())
    said = [
        {"head": "Niagara 5", "relation": relation, "tail": "Ada Moss"}
        for relation in (
            ":servedBy",
            "servedBy",
            "served by",
            "looked after by",
            ":lookedAfterBy",
            "rdfs:label",
        )
    ]
    found = [s.relation.iri for s in reader.read(json.dumps(said))]
    assert found == ["https://example.org/servedBy", "urn:querist:property:looked-after-by"]
    assert sum(reader.refused.values()) == 2


def test_a_reply_without_end_is_read_as_far_as_it_is_worth() -> None:
    reply = "".join(
        json.dumps({"head": f"Pump {n} X", "relation": ":servedBy", "tail": "Ada Moss"})
        for n in range(10_000)
    )
    assert len(Reader(known()).read(reply)) == MOST


@pytest.mark.parametrize(
    ("reply", "says"),
    [("[]", True), ("```json\n[]\n```", True), ("<think>hm", False), ("", False), ('{"head": "a', False)],
)
def test_that_there_is_nothing_to_say_is_a_reply_and_silence_is_none(reply: str, says: bool) -> None:
    assert is_readable(reply) is says


def test_a_reply_is_known_by_passage_terms_prompt_and_model_and_not_by_the_data() -> None:
    text = passage("Niagara 5 is served by Ada Moss.")

    def key(of: Known, model: str = "m", prompts: Prompts | None = None, about: Passage = text) -> str:
        return plan([about], of, model, (), 9, prompts).tasks[0].key

    first = key(known())
    assert key(known('ex:p1 a ex:Pump ; rdfs:label "Gale" . ex:p2 a ex:Pump ; ex:note "new" .')) == first
    others = {
        key(known(), model="n"),
        key(known(), prompts=Prompts({"extract": "Read.\n---\n$card"})),
        key(known("ex:p1 a ex:Engine .")),
        key(known(), about=passage("Niagara 5 is served by Ada Moss.", "b.txt")),
    }
    assert len(others | {first}) == 5


def test_a_plan_counts_what_is_new_and_each_passage_once() -> None:
    texts = [passage("one"), passage("one"), passage("two"), passage("three")]
    first = plan(texts, known(), "m", (), 2)
    assert (first.calls, first.left_out, len(first.tasks)) == (2, 1, 2)
    again: Plan = plan(texts, known(), "m", {task.key for task in first.tasks}, 2)
    assert (again.calls, again.kept, again.left_out, len(again.tasks)) == (1, 2, 0, 3)


@pytest.mark.slow
def test_of_a_large_graph_a_passage_is_told_what_it_names() -> None:
    many = "".join(
        f'ex:t{n} a ex:Class{n} ; ex:size{n} {n} ; rdfs:label "Thing{n} of sort {n}" .\n' for n in range(300)
    )
    planned = plan([passage("Thing250 of sort 250 is large.")], known(many), "m", (), 9)
    system = planned.tasks[0].messages[0][1]
    assert ":size250" in system
    assert ":size120" not in system


def test_what_another_document_says_of_a_name_changes_nothing() -> None:
    of = known()
    reader = Reader(of)

    def read(document: str, kind: str) -> Read:
        said = {"head": "Tornado 9", "head_type": kind, "relation": "looked after by", "tail": "Ada Moss"}
        text = passage("Tornado 9 is looked after by Ada Moss.", document)
        return Read(text, reader.read(json.dumps(said)), "m", "extract", "2026-01-01")

    alone = asyncio.run(weighed(of, [read("a.txt", "")], reader)).triples
    with_other = asyncio.run(weighed(of, [read("a.txt", ""), read("b.txt", ":Person")], reader)).triples
    assert with_other[0].head == alone[0].head
    assert with_other[1].head.kind is not None


def test_a_number_stands_in_a_passage_however_it_is_written() -> None:
    of = known()
    reader = Reader(of)
    for text, there in (("It has 1,200 of them", True), ("1.200 Stück", True), ("twelve hundred", False)):
        reply = {"head": "Niagara 5", "head_type": ":Pump", "relation": ":count", "value": "1200"}
        read = Read(passage(f"Niagara 5: {text}."), reader.read(json.dumps(reply)), "m", "p", "2026-01-01")
        [found] = asyncio.run(weighed(of, [read], reader)).triples
        assert ("does not stand in the passage so" not in found.evidence) is there
