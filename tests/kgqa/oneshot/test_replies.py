"""Whatever a model replies is a value: a query, that the graph does not know, or nothing usable."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kgqa.ontology import Class, Ontology, Property
from kgqa.pipeline import Kit
from kgqa.ports import Completion
from kgqa.sparql import write
from kgqa.sparql.model import Iri
from kgqa.strategies.oneshot.reply import (
    A_CHANGE,
    CUT_SHORT,
    NO_QUERY,
    NOT_SPARQL,
    NotKnown,
    Unusable,
    Written,
    reply_in,
)
from kgqa.types import Outcome
from kgqa.vocabulary import Vocabulary
from kgqa.wording import words
from tests.doubles.model import ScriptedModel
from tests.examples import examples
from tests.kgqa.oneshot.asking import asking, block
from tests.kgqa.zoo import ID, first

NS = "https://x.example/ns#"
VOCABULARY = Vocabulary.of(
    Ontology(classes={NS + "Part": Class(iri=NS + "Part")}, properties={NS + "of": Property(iri=NS + "of")})
)
PLACED = {"e1": Iri(NS + "acme")}
QUERY = "SELECT ?p WHERE { ?p a :Part ; :of {e1} }"


@pytest.mark.parametrize(
    "text",
    [
        QUERY,
        block(QUERY),
        f"```\n{QUERY}",
        f"Here you go:\n\n{block(QUERY)}\nThis finds the parts.",
        f"Sure! {QUERY} That is all.",
        f'{{"sparql": "{QUERY}"}}',
        f"<think>UNKNOWN: maybe? SELECT *</think>\n{block(QUERY)}",
        f"{block('SELECT ?wrong { ?wrong a :Part }')}\nNo, rather:\n{block(QUERY)}",
    ],
)
def test_a_query_is_found_however_it_is_wrapped(text: str) -> None:
    reply = reply_in(text, VOCABULARY, PLACED)
    assert isinstance(reply, Written)
    assert reply.query is not None
    assert f"<{NS}Part>" in reply.read.text
    assert f"<{NS}acme>" in reply.read.text
    assert "wrong" not in reply.read.text


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("UNKNOWN: salaries", "salaries"),
        ("**UNKNOWN**: salaries of staff.", "salaries of staff"),
        ("```text\nUNKNOWN: salaries\n```", "salaries"),
        ("UNKNOWN", ""),
        ("UNKNOWN: and what is missing", ""),
        ("I looked.\nUNKNOWN - the weather\nin May", "the weather"),
        ('{"UNKNOWN": "salaries"}', "salaries"),
        ("UNKNOWN: " + "x" * 5_000, "x" * 80),
    ],
)
def test_that_the_graph_does_not_know_is_an_answer(text: str, missing: str) -> None:
    assert reply_in(text, VOCABULARY, PLACED) == NotKnown(missing)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", NO_QUERY),
        ("I cannot help with that.", NO_QUERY),
        ("I would select the parts and ask for their owner.", NO_QUERY),
        ("```sparql\n```", NO_QUERY),
        ('{"sparql": ', NO_QUERY),
        ("DELETE WHERE { ?s ?p ?o }", A_CHANGE),
        (block("INSERT DATA { :a :of :b }"), A_CHANGE),
        (block("SELECT name FROM parts WHERE owner = 'Acme';"), NOT_SPARQL),
        ("```sql\nSELECT COUNT(*) FROM parts\n```", NOT_SPARQL),
    ],
)
def test_what_is_no_query_says_why(text: str, reason: str) -> None:
    assert reply_in(text, VOCABULARY, PLACED) == Unusable(reason)


def test_half_a_query_is_left_for_repair_unless_the_model_had_to_stop() -> None:
    half = "```sparql\nSELECT ?p WHERE { ?p a :Part ; :of"
    assert isinstance(reply_in(half, VOCABULARY, PLACED), Written)
    assert reply_in(half, VOCABULARY, PLACED, cut=True) == Unusable(CUT_SHORT)


@pytest.mark.parametrize(
    "text",
    [
        "SELECT ?p WHERE { ?p a Part ; of {e1} }",
        block("SELECT ?p WHERE { ?p a Part . ?p of {e1} }"),
        "SELECT ?p WHERE { ?p a :Part . ?p :of {e1} . LIMIT 5 }",
        "```SELECT ?p WHERE { ?p a :Part . ?p :of {e1} . LIMIT 5 }```",
        block("SELECT ?p WHERE { ?p a :Part . ?p :of ?e1 }"),
    ],
)
def test_names_without_their_signs_are_read_as_they_were_meant(text: str) -> None:
    reply = reply_in(text, VOCABULARY, PLACED)
    assert isinstance(reply, Written)
    assert reply.query is not None
    assert f"?p <{NS}of> <{NS}acme>" in write(reply.query).replace(" ;", " .")


def test_a_variable_that_is_asked_for_is_no_placeholder() -> None:
    reply = reply_in(block("SELECT ?e1 WHERE { ?e1 a :Part }"), VOCABULARY, PLACED)
    assert isinstance(reply, Written)
    assert "acme" not in reply.read.text


@settings(max_examples=examples(150), deadline=None)
@given(st.text(alphabet=st.sampled_from(list("SELECTASKUNOW {}?:e1`\"'<>.;#\n\\")), max_size=120))
def test_no_reply_raises(text: str) -> None:
    assert isinstance(reply_in(text, VOCABULARY, PLACED), Written | NotKnown | Unusable)


# ── in the strategy ──────────────────────────────────────────────────────────────────────────────

SAVANNAH = "Which animals live in the Savannah?"


def test_an_unusable_reply_is_asked_for_once_more_in_other_words(kit: Kit) -> None:
    asked = asking(kit, "I cannot do that.", block("SELECT DISTINCT ?a { ?a a :Animal ; :livesIn {e1} }"))
    answer = asked(SAVANNAH)
    assert sorted(first(answer)) == ["asha", "kibo", "tembo"]
    one, two = asked.model.asked
    assert two[:2] == one
    assert two[2] == ("assistant", "I cannot do that.")
    assert "there is no query in it" in two[3][1]
    assert [s.summary for s in answer.trace if s.stage == "asking"] == [
        "a model writes the query",
        "a model is asked again: there is no query in it.",
    ]


@pytest.mark.parametrize("reply", ["No.", block("DROP ALL"), block("SELECT a FROM b"), ""])
def test_after_a_second_unusable_reply_nobody_asks_again(kit: Kit, reply: str) -> None:
    asked = asking(kit, reply)
    answer = asked(SAVANNAH)
    assert answer.outcome in (Outcome.UNKNOWN, Outcome.NOT_IN_GRAPH)
    assert answer.query is None
    assert len(asked.model.asked) == 2
    assert asked.proposal.why == words("en").say("model_useless")


def test_what_the_graph_does_not_know_is_said_with_what_is_missing(kit: Kit) -> None:
    asked = asking(kit, "UNKNOWN: salaries")
    answer = asked("What does each keeper earn?")
    assert asked.proposal.missing == ("salaries",)
    assert asked.proposal.why == ""
    assert answer.outcome is Outcome.NOT_IN_GRAPH
    assert "salaries" in answer.text
    assert len(asked.model.asked) == 1


def test_a_query_that_reaches_outside_never_runs(kit: Kit) -> None:
    evil = block("SELECT ?a { SERVICE <https://evil.example/> { ?a ?p {e1} } }")
    answer = asking(kit, evil)(SAVANNAH)
    assert answer.query is None
    assert answer.outcome is not Outcome.ANSWERED


def test_half_a_query_is_put_right_or_not_run(kit: Kit) -> None:
    answer = asking(kit, block("SELECT DISTINCT ?a WHERE { ?a a :Animal ; :livesIn {e1}"))(SAVANNAH)
    assert sorted(first(answer)) in ([], ["asha", "kibo", "tembo"])
    assert ID not in answer.text


class BreaksOff(ScriptedModel):
    """It never comes to an end of its first reply."""

    async def complete(self, *args: Any, **named: Any) -> Completion:
        return replace(await super().complete(*args, **named), cut=len(self.asked) == 1)


def test_a_reply_without_an_end_is_not_shown_to_the_model_again(kit: Kit) -> None:
    asked = asking(kit)
    asked.model = BreaksOff(
        "SELECT ?a { ?a :of ?b . ?b :of ?a . ?a :of", block("SELECT DISTINCT ?a { ?a :livesIn {e1} }")
    )
    assert sorted(first(asked(SAVANNAH))) == ["asha", "kibo", "tembo"]
    told = asked.model.asked[1]
    assert told[2] == ("assistant", "…")
    assert "it broke off" in told[3][1]
