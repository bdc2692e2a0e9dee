"""A model writes the query: from the prompt to the answer, and what it never decides."""

from __future__ import annotations

import pytest

from kgqa.errors import BudgetSpent, ModelUnavailable
from kgqa.pipeline import Kit
from kgqa.prompts import Prompts
from kgqa.strategies.oneshot import OneShot, Settings
from kgqa.types import LinkedQuestion, Outcome, Question, Turn
from kgqa.wording import words
from kgqa.wording.said import catalogue
from tests.doubles.model import HANGS
from tests.kgqa.oneshot.asking import asking, block, parts_of, proposed
from tests.kgqa.zoo import ASKED_AT, DEF, ID, first

SAVANNAH = "Which animals live in the Savannah?"
IN_SAVANNAH = block("SELECT DISTINCT ?a WHERE { ?a a :Animal ; :livesIn {e1} }")


def test_the_terms_are_put_in_and_the_answer_comes(kit: Kit) -> None:
    asked = asking(kit, IN_SAVANNAH)
    answer = asked(SAVANNAH)
    assert answer.outcome is Outcome.ANSWERED
    assert sorted(first(answer)) == ["asha", "kibo", "tembo"]
    assert answer.strategy == "oneshot"
    assert "Savannah" in answer.restatement
    assert f"<{ID}savannah>" in asked.candidate.text
    assert asked.candidate.written
    assert asked.candidate.pins[0].term == ID + "savannah"


def test_no_address_stands_in_the_prompt(kit: Kit) -> None:
    asked = asking(kit, IN_SAVANNAH)
    asked(SAVANNAH)
    assert "zoo.example" not in "".join(text for _, text in asked.model.asked[0])
    assert ":Animal" in asked.prompt
    assert '"Savannah": {e1}, the :Enclosure "Savannah"' in asked.prompt


def test_the_call_is_a_step_of_the_trace_with_the_versions_of_the_prompts(kit: Kit) -> None:
    answer = asking(kit, IN_SAVANNAH)(SAVANNAH)
    (step,) = [s for s in answer.trace if s.stage == "asking"]
    assert step.summary == "a model writes the query"
    assert catalogue("de")[step.summary] == "ein Modell schreibt die Abfrage"
    assert Prompts().get("oneshot").version in step.details[0]
    assert "tokens in" in step.details[1]


def test_an_admins_prompt_stands_in_the_place_of_the_shipped_one(kit: Kit) -> None:
    own = Prompts({"oneshot": "Write a query. Prices are in $ and £."})
    asked = asking(kit, IN_SAVANNAH, prompts=own)
    answer = asked(SAVANNAH)
    assert asked.model.asked[0][0] == ("system", "Write a query. Prices are in $ and £.")
    (step,) = [s for s in answer.trace if s.stage == "asking"]
    assert own.get("oneshot").version in step.details[0]
    assert own.get("oneshot").version != Prompts().get("oneshot").version


def test_what_nobody_asked_for_is_not_answered_and_shown_beside(kit: Kit) -> None:
    query = "SELECT ?a ?n ?w { ?a a :Animal ; rdfs:label ?n ; :weight ?w } ORDER BY DESC(?w) LIMIT 1"
    asked = asking(kit, block(query))
    answer = asked("Which animal is the heaviest?")
    assert first(answer) == ["tembo"]
    assert answer.table is not None
    assert answer.table.columns == ("a",)
    assert answer.display is not None
    assert [c.title for c in answer.display.columns][1:] != []
    assert asked.candidate.asked == ("a",)
    assert "?w" in asked.candidate.text
    assert "?n" not in asked.candidate.text


def test_a_name_that_was_typed_all_the_same_becomes_the_thing(kit: Kit) -> None:
    query = 'SELECT ?a { ?a :livesIn ?e . ?e rdfs:label ?n FILTER(LCASE(STR(?n)) = "savannah") }'
    asked = asking(kit, block(query))
    assert sorted(first(asked(SAVANNAH))) == ["asha", "kibo", "tembo"]
    assert f"<{ID}savannah>" in asked.candidate.text
    assert "label" not in asked.candidate.text


@pytest.mark.parametrize(
    "query",
    [
        'SELECT ?e { ?e rdfs:label "Savannah" ; :area ?x }',
        'SELECT ?a { ?a :livesIn ?e OPTIONAL { ?e rdfs:label "Savannah" } }',
        'SELECT ?a { ?a :livesIn ?e . ?e rdfs:label "Nowhere" }',
        'SELECT ?a { ?a :livesIn ?e . ?e rdfs:label ?n FILTER(CONTAINS(?n, "Savannah")) }',
    ],
)
def test_a_name_stays_that_is_sought_uncertain_or_nobodys(kit: Kit, query: str) -> None:
    asked = asking(kit, block(query))
    asked(SAVANNAH)
    assert "savannah>" not in asked.candidate.text


@pytest.mark.parametrize(
    "query",
    [
        'SELECT ?a { ?a :livesIn "Savannah" }',
        'SELECT ?a { ?a :livesIn ?e FILTER(?e = "savannah") }',
        'SELECT ?a { ?a :livesIn ?e FILTER("Savannah" = STR(?e)) }',
        'SELECT ?a { ?a :livesIn ?e . ?e = "Savannah" . }',
    ],
)
def test_a_name_where_a_thing_belongs_becomes_the_thing(kit: Kit, query: str) -> None:
    asked = asking(kit, block(query))
    assert sorted(first(asked(SAVANNAH))) == ["asha", "kibo", "tembo"]


def test_a_text_where_a_text_belongs_stays(kit: Kit) -> None:
    asked = asking(kit, block('SELECT ?a { ?a rdfs:label "Savannah" }'))
    asked(SAVANNAH)
    assert "savannah>" not in asked.candidate.text


def test_a_handle_that_there_is_not_is_put_right_by_the_check_and_its_repair(kit: Kit) -> None:
    asked = asking(kit, block("SELECT ?a { ?a a :Animal ; :liveIn {e1} }"))
    answer = asked(SAVANNAH)
    assert f"<{DEF}liveIn>" in asked.candidate.text.replace("def:liveIn", f"<{DEF}liveIn>")
    assert sorted(first(answer)) == ["asha", "kibo", "tembo"]
    assert answer.fixes
    assert "put right" in asked.candidate.reason


def test_a_query_in_full_addresses_is_no_less_a_query(kit: Kit) -> None:
    asked = asking(kit, block(f"PREFIX z: <{DEF}> SELECT ?a {{ ?a z:livesIn {{e1}} }}"))
    assert sorted(first(asked(SAVANNAH))) == ["asha", "kibo", "tembo"]


# ── the thread ───────────────────────────────────────────────────────────────────────────────────


def test_the_conversation_is_told_with_placeholders_that_can_be_used(kit: Kit) -> None:
    before = Turn(
        question="Which animals live in the Ice House?",
        outcome=Outcome.ANSWERED,
        text="Pip and Pan.",
        sparql=f"SELECT ?a {{ ?a <{DEF}livesIn> <{ID}icehouse> }}",
        things=(ID + "pip", ID + "pan"),
    )
    asked = asking(kit, block("SELECT ?k { {e2} :caredForBy ?k }"))
    asked("Who is the keeper of the first of them?", history=[before])
    assert 'The last answer: {e2}, the :Bird "Pip"; {e3}, the :Bird "Pan"' in asked.prompt
    assert ":livesIn {e1}" in asked.prompt
    assert ID not in asked.prompt
    assert f"<{ID}pip>" in asked.candidate.text


# ── several samples ──────────────────────────────────────────────────────────────────────────────


def test_samples_that_agree_are_trusted_more_and_the_odd_one_less(kit: Kit) -> None:
    other = block("SELECT DISTINCT ?a WHERE { ?a a :Mammal ; :livesIn {e1} }")
    alone = asking(kit, IN_SAVANNAH)
    alone(SAVANNAH)
    three = asking(kit, IN_SAVANNAH, other, IN_SAVANNAH, settings=Settings(samples=3))
    three(SAVANNAH)
    agreed = asking(kit, IN_SAVANNAH, IN_SAVANNAH, settings=Settings(samples=2))
    agreed(SAVANNAH)
    assert ["Bird" in c.text for c in three.proposal.candidates] == [True, False]
    assert agreed.candidate.confidence > alone.candidate.confidence > three.candidate.confidence
    assert three.candidate.confidence > three.proposal.candidates[1].confidence
    assert "2 of 3 tries agree" in three.candidate.reason


def test_what_was_said_before_the_budget_was_spent_counts(kit: Kit) -> None:
    asked = asking(kit, IN_SAVANNAH, BudgetSpent("No more today."), settings=Settings(samples=3))
    assert sorted(first(asked(SAVANNAH))) == ["asha", "kibo", "tembo"]


# ── evidence ─────────────────────────────────────────────────────────────────────────────────────


def test_a_query_that_leaves_out_what_the_question_names_is_not_answered(kit: Kit) -> None:
    asked = asking(kit, block("SELECT DISTINCT ?k { ?k a :Keeper }"))
    assert asked(SAVANNAH).outcome is Outcome.UNKNOWN
    assert asked.candidate.confidence < 0.55
    assert "“Savannah”" in asked.candidate.reason


# ── what is in the way ───────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("error", "heard"),
    [
        (
            ModelUnavailable("The model at http://localhost:1 cannot be reached."),
            words("en").say("model_away"),
        ),
        (BudgetSpent("No more today."), "No more today."),
    ],
)
def test_a_model_that_fails_is_told_in_a_sentence(kit: Kit, error: Exception, heard: str) -> None:
    asked = asking(kit, error)
    answer = asked(SAVANNAH)
    assert answer.outcome in (Outcome.UNKNOWN, Outcome.NOT_IN_GRAPH)
    assert asked.proposal.candidates == ()
    assert asked.proposal.why == heard
    assert str(error) in " ".join(line for step in answer.trace for line in step.details)


def test_a_model_that_never_answers_is_not_waited_for(kit: Kit) -> None:
    asked = asking(kit, HANGS, settings=Settings(seconds=0.05))
    asked(SAVANNAH)
    assert asked.proposal.why == "The language model did not answer in 0.05 seconds."


def test_without_a_model_nothing_is_written(kit: Kit) -> None:
    linked = LinkedQuestion(question=Question(text=SAVANNAH, asked_at=ASKED_AT), links=())
    assert proposed(OneShot(parts_of(kit)), linked, None).why == words("en").say("model_none")


def test_who_asks_in_german_hears_in_german_that_the_model_was_away(kit: Kit) -> None:
    asked = asking(kit, ModelUnavailable("The model at http://localhost:1 cannot be reached."))
    answer = asked("Welche Tiere mögen Zqxw am liebsten?")
    assert asked.proposal.why == words("de").say("model_away")
    assert asked.proposal.why in answer.text
