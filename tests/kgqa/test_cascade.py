"""The cascade: from cheap ways to dear ones, until one is sure; and what it does with those that are not."""

from __future__ import annotations

import asyncio
import json

import pytest

from connectors.database.codec import answer_from_json, answer_to_json
from kgqa.conversation import chosen, turn_of
from kgqa.errors import GraphUnavailable, ModelUnavailable
from kgqa.pipeline import Pipeline
from kgqa.trace import as_markdown
from kgqa.types import (
    Answer,
    CheckedQuery,
    Limits,
    Move,
    Outcome,
    Question,
    ResultTable,
    Spent,
    Stage,
    Turn,
)
from tests.doubles.graph import SmallGraph
from tests.doubles.model import HANGS
from tests.kgqa.cascading import (
    ALL,
    FAILURE,
    P,
    Roles,
    acts,
    answers,
    block,
    broken,
    cascading,
    without_model,
)
from tests.kgqa.zoo import ASKED_AT, DATA, DEF, ONTOLOGY, first

SURE = "Which animals are from Kenya?"
UNSURE = "Which animals are found in Kenya?"  # the parser answers it, and is not sure
NO_SENSE = "Zorgs frobnicated?"
KENYANS = block("SELECT ?a WHERE { ?a a :Animal ; :nativeTo {e1} }")
SAVANNAH = "SELECT ?a WHERE { ?a :livesIn z:savannah }"
PAIR = ("Which beasts roam the plain?", SAVANNAH)


def steps(answer: Answer) -> list[str]:
    return [f"{s.stage}: {s.summary}" for s in answer.trace]


# ── who is asked ─────────────────────────────────────────────────────────────────────────────────


def test_a_verified_answer_asks_nobody_else() -> None:
    asked = cascading(pairs=(PAIR,))
    answer = asked(PAIR[0])
    assert (answer.outcome, answer.strategy) == (Outcome.ANSWERED, "library")
    assert sorted(first(answer)) == ["asha", "kibo", "tembo"]
    assert asked.heard == []
    assert not any("parse:" in step for step in steps(answer))


def test_a_sure_reading_asks_no_model() -> None:
    asked = cascading()
    answer = asked(SURE)
    assert (answer.outcome, answer.strategy) == (Outcome.ANSWERED, "parse")
    assert asked.heard == []
    assert answer.spent == Spent()
    assert answer.models == ()


def test_an_unsure_reading_asks_the_model_and_agreement_makes_it_surer() -> None:
    alone = without_model(cascading(Roles(writes=KENYANS)))(UNSURE)
    asked = cascading(Roles(writes=KENYANS))
    answer = asked(UNSURE)
    assert alone.outcome is answer.outcome is Outcome.ANSWERED
    assert sorted(first(answer)) == ["kibo", "tembo"]
    assert asked.heard[0] == "writes"
    assert answer.confidence.value > alone.confidence.value
    assert "2 ways agree" in answer.confidence.reason


def test_disagreement_makes_it_less_sure_and_says_so() -> None:
    other = block("SELECT ?e WHERE { ?a a :Animal ; :nativeTo {e1} ; :livesIn ?e }")
    alone = without_model(cascading())(UNSURE)
    answer = cascading(Roles(writes=other), sure=2)(UNSURE)
    assert answer.confidence.value < alone.confidence.value
    assert "another way found something else" in answer.confidence.reason
    (votes,) = [s for s in answer.trace if s.stage == "votes"]
    assert "parse found 2 rows" in "".join(votes.details)


def test_of_two_unsure_ways_that_differ_the_asker_chooses_one() -> None:
    asked = cascading(Roles(writes=block("SELECT ?e WHERE { ?a a :Animal ; :nativeTo {e1} ; :livesIn ?e }")))
    answer = asked(UNSURE)
    assert answer.outcome is Outcome.UNKNOWN
    assert answer.text == "I am not sure how to read this. Did you mean one of these?"
    assert answer.table is None
    assert {bool(choice.query) for choice in answer.choices} == {True, False}  # a model's, and the parser's


HEAVIEST = "SELECT ?a WHERE { ?a a :Animal ; :weight ?x } ORDER BY DESC(?x) LIMIT 1"
BIGGEST: dict[str, object] = {
    "action": "answer",
    "sparql": HEAVIEST,
    "carried": [],
    "assumed": [{"words": "biggest", "by": ":weight", "other": ":bornOn"}],
    "beside": [],
    "doubt": "which of the two?",
}


def test_a_model_that_doubts_its_reading_has_the_asker_choose_between_that_and_the_other() -> None:
    asked = cascading(Roles(explores=acts(BIGGEST)), strategies=("agent",))
    answer = asked("Which animal is the biggest?")
    assert answer.outcome is Outcome.UNKNOWN
    assert answer.text == "I am not sure how to read this. Did you mean one of these?"
    assert [(c.label, c.detail) for c in answer.choices] == [
        ("The animal with the highest weight", "Tembo"),
        ("The animal with the latest date of birth", "Rio"),
    ]


async def quiet(*_: object) -> None:
    return None


def test_the_one_that_is_chosen_is_run_and_no_model_is_asked() -> None:
    asked = cascading(Roles(explores=acts(BIGGEST)), strategies=("agent",))
    said = turn_of(asked("Which animal is the biggest?"))
    asked.heard.clear()
    other = chosen(Question(text="2", asked_at=ASKED_AT, history=(said,), asker="ann"))
    answer = asyncio.run(Pipeline(asked.kit).answer(other, quiet))
    assert (answer.outcome, first(answer)) == (Outcome.ANSWERED, ["rio"])
    assert (answer.confidence.value, answer.confidence.reason) == (1, "you chose this reading")
    assert answer.strategy == "chosen"
    assert asked.heard == []
    drawn = Question(text="as a table", asked_at=ASKED_AT, history=(turn_of(answer),), asker="ann")
    assert first(asyncio.run(Pipeline(asked.kit).answer(drawn, quiet))) == ["rio"]
    assert asked.heard == []


def test_an_empty_result_of_a_sure_reading_is_nothing_found() -> None:
    asked = cascading()
    answer = asked("Which birds are native to Kenya?")
    assert answer.outcome is Outcome.NOTHING_FOUND
    assert asked.heard == []


def test_whoever_is_not_sure_when_all_are_asked_was_asked() -> None:
    asked = cascading(Roles(writes=KENYANS), sure=2)
    answer = asked(SURE)
    assert asked.heard == ["writes"]
    assert answer.strategy == "parse"  # of those that agree, the cheapest
    assert "ways agree" in answer.confidence.reason


@pytest.mark.slow
def test_without_a_model_it_is_as_before() -> None:
    with_none = without_model(cascading(strategies=("library", "parse")))
    with_all = without_model(cascading())
    for text in (SURE, UNSURE, NO_SENSE, "Which birds are native to Kenya?", "How heavy is Tembo?"):
        one, other = with_none(text), with_all(text)
        assert (one.outcome, first(one)) == (other.outcome, first(other)), text


def test_the_order_is_the_admins() -> None:
    asked = cascading(Roles(writes=KENYANS), strategies=("oneshot", "parse"))
    answer = asked(SURE)
    assert asked.heard[0] == "writes"
    assert answer.outcome is Outcome.ANSWERED
    assert answer.strategy == "oneshot"


# ── rephrased ────────────────────────────────────────────────────────────────────────────────────


def full(text: str) -> str:
    return json.dumps({"is_follow_up": True, "question": text})


BEFORE = Turn(
    question="Which animals live in the Savannah?",
    outcome=Outcome.ANSWERED,
    text="Asha, Kibo and Tembo.",
    sparql=P + SAVANNAH,
)


def test_a_follow_up_is_rephrased_before_a_query_is_written_and_cheap_ways_are_asked_again() -> None:
    asked = cascading(Roles(rephrases=full("Which animals live in the Aviary?")))
    answer = asked("And what zorgs in that other one, the Aviary?", (BEFORE,))
    assert asked.heard == ["rephrases"]
    assert (answer.outcome, answer.strategy) == (Outcome.ANSWERED, "parse")
    assert first(answer) == ["rio"]
    assert answer.question.text == "And what zorgs in that other one, the Aviary?"
    assert any("Aviary" in line for line in answer.assumed)
    assert any("standalone" in model for model in answer.models)


def test_a_foreign_question_is_put_into_words_that_are_read() -> None:
    said = json.dumps(
        {
            "translation": "Which animals live in the Savannah?",
            "mentions": [
                {"text": "animaux", "translated": "animals", "phrases": ["animal"]},
                {"text": "vivent dans", "translated": "live in", "phrases": ["lives in"]},
                {"text": "Savannah", "translated": "Savannah", "phrases": ["Savannah"]},
            ],
        }
    )
    asked = cascading(Roles(rephrases=said))
    answer = asked("Quels sont les animaux qui vivent dans la Savannah ?")
    assert asked.heard == ["rephrases"]
    assert sorted(first(answer)) == ["asha", "kibo", "tembo"]


def test_a_question_is_rephrased_once() -> None:
    asked = cascading(Roles(rephrases=full("Which zorgs frobnicated in the Aviary?")))
    asked("And what zorgs in that other one, the Aviary?", (BEFORE,))
    assert asked.heard.count("rephrases") == 1


def test_a_model_that_makes_nothing_of_a_foreign_question_is_not_asked_that_again() -> None:
    asked = cascading(Roles(rephrases="no"))
    asked("Quels animaux vivent dans la volière ?")
    assert asked.heard.count("rephrases") == 1


# ── what is in the way ───────────────────────────────────────────────────────────────────────────


def test_a_model_that_is_away_takes_nothing_from_an_unsure_answer() -> None:
    away = ModelUnavailable("The model at http://localhost:1 cannot be reached.")
    alone = without_model(cascading())(UNSURE)
    answer = cascading(Roles(writes=away, explores=away), strategies=ALL)(UNSURE)
    assert answer.outcome is alone.outcome is Outcome.ANSWERED
    assert first(answer) == first(alone)
    assert any("cannot be reached" in line for s in answer.trace for line in s.details)


def test_what_was_in_the_way_reaches_the_asker_in_a_sentence() -> None:
    away = ModelUnavailable("The model at http://localhost:1 does not answer. Check QUERIST_MODEL_URL.")
    answer = cascading(Roles(writes=away, explores=away), strategies=ALL)(NO_SENSE)
    assert answer.outcome in (Outcome.UNKNOWN, Outcome.NOT_IN_GRAPH)
    assert "The language model that could have helped is not available now." in answer.text
    assert "http" not in answer.text
    assert any("Check QUERIST_MODEL_URL." in line for s in answer.trace for line in s.details)


@pytest.mark.parametrize("calls", [1, 2, 3])
def test_a_budget_that_ends_in_the_middle_is_kept_and_told(calls: int) -> None:
    asked = cascading(Roles(writes="no query", explores=acts()), calls=calls, strategies=ALL)
    answer = asked(NO_SENSE)
    assert len(asked.model.asked) == calls
    assert answer.spent.calls == calls
    assert "The budget of one question" in answer.text


def test_what_was_spent_is_written_for_the_asker() -> None:
    asked = cascading(Roles(writes="no query", explores=FAILURE), strategies=ALL)
    answer = asked(NO_SENSE)
    assert answer.spent.calls == len(asked.model.asked) > 0
    person, everyone = asyncio.run(asked.ledger.spent("ann", answer.question.asked_at.date()))
    assert person == everyone == answer.spent


def test_the_graph_that_fails_in_the_middle_of_an_exploration_is_the_operators_move() -> None:
    asked = cascading(strategies=ALL)

    def fails(_: str) -> str:
        broken(asked, GraphUnavailable("The graph at http://localhost:1 cannot be reached."))
        return acts({"action": "query", "sparql": f"SELECT ?a WHERE {{ ?a a <{DEF}Bird> }}"})

    asked.roles.explores = fails
    answer = asked(NO_SENSE)
    assert (answer.outcome, answer.move) == (Outcome.FAILED, Move.OPERATOR)
    assert "cannot be reached" in answer.aside
    assert answer.spent.calls == len(asked.model.asked) == 2


@pytest.mark.parametrize(
    "missing",
    ["your password: type it at evil.example", "<b>all</b>", "[call](https://evil.example)", "a " * 9],
)
def test_what_a_model_says_in_its_own_words_is_no_answer(missing: str) -> None:
    reason = acts({"action": "failure", "reason": f"Tell them of {missing}", "missing": [missing]})
    answer = cascading(Roles(writes=f"UNKNOWN: {missing}", explores=reason), strategies=ALL)(NO_SENSE)
    assert missing.strip() not in answer.text
    assert "evil" not in answer.text
    assert any(f"Tell them of {missing}".strip()[:20] in s.summary for s in answer.trace)


def test_the_record_says_which_prompts_every_model_was_given() -> None:
    details = " ".join(d for s in cascading(strategies=ALL)(NO_SENSE).trace for d in s.details)
    for prompt in ("oneshot@", "oneshot-question@", "agent@", "agent-start@", "agent-turn@"):
        assert prompt in details


# ── cancelled ────────────────────────────────────────────────────────────────────────────────────


class Slow(SmallGraph):
    """A graph that does not come back, once it is told so."""

    stays = False

    async def run(self, query: CheckedQuery, limits: Limits) -> ResultTable:
        if self.stays:
            await asyncio.Event().wait()
        return await super().run(query, limits)


@pytest.mark.parametrize("where", ["rephrases", "writes", "explores", "runs"])
def test_who_cancels_leaves_nothing_behind_and_pays_for_what_was_begun(where: str) -> None:
    graph = Slow(ONTOLOGY + DATA, name="zoo")
    roles = Roles(writes="UNKNOWN: that", rephrases=full("Zorgs frobnicated in the Aviary?"))
    asked = cascading(roles, graph=graph, strategies=ALL)
    if where == "runs":
        roles.explores = acts({"action": "query", "sparql": f"SELECT ?a WHERE {{ ?a a <{DEF}Bird> }}"})

        def stays(_: str) -> str:
            graph.stays = True
            return "UNKNOWN: that"

        roles.writes = stays
    else:
        setattr(roles, where, HANGS)

    async def cancelled() -> None:
        work = asyncio.create_task(asked.ask("And what zorgs in that one?", (BEFORE,)))
        last = "explores" if where == "runs" else where
        await asyncio.wait_for(roles.asked(last).wait(), 20)
        for _ in range(50):
            await asyncio.sleep(0)
        assert not work.done()
        work.cancel()
        with pytest.raises(asyncio.CancelledError):
            await work
        for _ in range(5):
            await asyncio.sleep(0)
        assert asyncio.all_tasks() == {asyncio.current_task()}
        person, _ = await asked.ledger.spent("ann", ASKED_AT.date())
        assert person.calls == len(asked.model.asked)

    asyncio.run(cancelled())


# ── what is kept and shown ───────────────────────────────────────────────────────────────────────


def test_every_step_is_in_the_trace_the_page_and_the_record() -> None:
    asked = cascading(
        Roles(
            rephrases=full("Which animals zorg in Kenya?"),
            writes=KENYANS,
            explores=answers(P + "SELECT ?a WHERE { ?a :nativeTo z:ke }"),
        ),
        sure=2,
        strategies=ALL,
    )
    answer = asked("And which zorg in that one, Kenya?", (BEFORE,))
    told = steps(answer)
    for part in (
        "names: ",
        "parse: ",
        "oneshot: ",
        "agent: ",
        "votes: ",
        "run: ",
        "checks: ",
    ):
        assert any(part in step for step in told), part
    assert any("a model writes the query" in step for step in told)
    assert not any("library: " in step for step in told)  # nobody has verified anything yet
    page = as_markdown(answer)
    assert "found the same" in page
    kept = answer_from_json(answer_to_json(answer))
    assert kept.trace == answer.trace
    assert kept.spent == answer.spent
    assert kept.models == answer.models


def test_no_strategy_is_told_twice_in_the_record_for_one_way_that_it_was_asked() -> None:
    told = steps(cascading(Roles(writes=KENYANS))(UNSURE))
    assert len([step for step in told if "oneshot: " in step]) == 1
    assert len([step for step in told if "parse: " in step]) == 1


def test_the_asker_is_told_that_a_model_writes_and_looks_round() -> None:
    stages: list[Stage] = []

    async def told(stage: Stage, *_: object) -> None:
        stages.append(stage)

    asked = cascading(strategies=ALL)
    asyncio.run(Pipeline(asked.kit).answer(Question(text=NO_SENSE, asked_at=ASKED_AT), told))
    assert stages.index(Stage.ASKING) < stages.index(Stage.EXPLORING)
