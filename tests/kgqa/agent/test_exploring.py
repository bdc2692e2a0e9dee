"""The agent thinks, acts and observes until it has a query, or until a limit is reached."""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace
from typing import Any

import pytest

from kgqa.language import language
from kgqa.linking.link import link
from kgqa.meant import pin_of
from kgqa.pipeline import TRUST, Kit
from kgqa.ports import Completion, Found, Ran
from kgqa.prepare import kit_of
from kgqa.repair.said import canonical
from kgqa.strategies.agent import Agent, Bounds
from kgqa.terms import terms_of
from kgqa.types import Limits, Outcome, Pin, Question, ResultTable, Stage, Turn
from kgqa.wording import words
from kgqa.wording.said import in_language
from tests.doubles.graph import SmallGraph
from tests.doubles.model import ScriptedModel
from tests.kgqa.agent.exploring import (
    BIG,
    QUESTION,
    Exploring,
    answer,
    describe,
    exploring,
    failure,
    keep,
    nothing_unchecked_was_run,
    only,
    query,
    search,
    seen,
    turn,
)
from tests.kgqa.zoo import ASKED_AT, DATA, DEF, ID, ONTOLOGY, ask, first

FEEDS = "SELECT ?a WHERE { ?a :livesIn :Ice_House }"

EXPLORED = words("en").say("explored")


def whole(text: str) -> str:
    """A query with its prefix."""
    return f"PREFIX : <{DEF}> {text}"


def test_it_searches_describes_tries_and_ends_with_the_query_that_ran(kit: Kit) -> None:
    asked = exploring(
        kit,
        turn(search("ice house")),
        turn(describe(":Ice_House"), describe(":livesIn")),
        turn(query(FEEDS)),
        turn(answer(FEEDS)),
    )
    candidate = only(asked("Which animals live in the ice house?"))
    text = f"SELECT ?a WHERE {{ ?a <{DEF}livesIn> <{ID}icehouse> }}"
    assert canonical(candidate.text, kit.ontology) == canonical(text, kit.ontology)
    assert (candidate.strategy, candidate.written) == ("agent", True)
    assert candidate.confidence > TRUST
    assert "2 rows" in candidate.reason
    nothing_unchecked_was_run(asked)


def test_each_turn_is_told_to_the_asker_and_kept_in_the_trace(kit: Kit) -> None:
    asked = exploring(kit, turn(search("ice house")), turn(query(BIG), describe("Keeper")), turn(answer(BIG)))
    asked()
    assert asked.summaries == [
        "looks for “ice house”: 1 found",
        "tries a query: 2 rows; looks at the class keeper",
        "is content with a query: 2 rows",
    ]
    assert "I look." in asked.told[0][1]
    assert [in_language(summary, "de") for summary in asked.summaries] == [
        "sucht „ice house“: 1 gefunden",
        "versucht eine Abfrage: 2 Zeilen; sieht sich die Klasse keeper an",
        "ist mit einer Abfrage zufrieden: 2 Zeilen",
    ]


def test_the_pipeline_answers_with_what_the_agent_found(kit: Kit) -> None:
    asked = exploring(kit, turn(query(BIG)), turn(answer(BIG)))
    explored = replace(asked.kit, strategies=(Agent(asked.parts()),), model=asked.model)
    stages: list[Stage] = []
    told = ask(explored, QUESTION, stages=stages)
    assert told.outcome is Outcome.ANSWERED
    assert sorted(first(told)) == ["aviary", "savannah"]
    assert told.strategy == "agent"
    assert stages.count(Stage.EXPLORING) == 2
    assert [s.summary for s in told.trace if s.stage == "exploring"] == asked_for(2)


def test_a_german_asker_reads_each_turn_in_german(kit: Kit) -> None:
    asked = exploring(kit, turn(query(BIG)), turn(answer(BIG)))
    explored = replace(asked.kit, strategies=(Agent(asked.parts()),), model=asked.model)
    told = ask(explored, "Welche Gehege sind groß?")
    assert [s.summary for s in told.trace if s.stage == "exploring"] == [
        "versucht eine Abfrage: 2 Zeilen",
        "ist mit einer Abfrage zufrieden: 2 Zeilen",
    ]


def asked_for(rows: int) -> list[str]:
    return [f"tries a query: {rows} rows", f"is content with a query: {rows} rows"]


def test_a_name_of_the_question_that_was_linked_has_a_handle_from_the_start(kit: Kit) -> None:
    asked = exploring(kit, turn(answer(FEEDS)))
    assert f"<{ID}icehouse>" in only(asked("Which animals live in the Ice House?")).text
    assert "“Ice House”: :Ice_House “Ice House”, a :Enclosure" in asked.model.told(0)


def test_the_more_of_the_question_is_in_the_query_the_surer_it_is(kit: Kit) -> None:
    question = "Which enclosures have which area?"
    text = "SELECT ?e ?x WHERE { ?e a :Enclosure ; :area ?x }"
    whole = exploring(kit, turn(answer(text, enclosures="?e a :Enclosure", area=":area ?x")))
    part = exploring(kit, turn(answer(text, enclosures="?e a :Enclosure")))
    assert only(whole(question)).confidence > only(part(question)).confidence


def test_what_the_model_says_a_word_stands_for_counts_only_where_it_is_in_the_query(kit: Kit) -> None:
    text = "SELECT ?e WHERE { ?e a :Enclosure ; :area ?x FILTER(?x > 1000) }"
    true = exploring(kit, turn(answer(text, enclosures="a :Enclosure", larger="?x > 1000")))
    made_up = exploring(kit, turn(answer(text, enclosures="a :Keeper", larger="?x > 2000", profit="?x")))
    assert only(made_up()).confidence < only(true()).confidence


def test_a_query_that_had_to_be_put_right_is_less_sure_and_the_model_sees_what_came_of_it(kit: Kit) -> None:
    slipped = BIG.replace(":area", "foo:area")
    right = exploring(kit, turn(answer(BIG)))
    wrong = exploring(kit, turn(answer(slipped)), turn(keep()))
    mended = only(wrong())
    assert mended.confidence < only(right()).confidence
    assert "put right: The prefix “foo:”" in seen(wrong)
    assert "put right" in mended.reason


# ── seen before it stands ────────────────────────────────────────────────────────────────────────


def test_an_answer_about_which_nothing_is_odd_stands_at_once(kit: Kit) -> None:
    asked = exploring(kit, turn(answer(BIG)))
    assert dict(only(asked()).evidence)["settled"] == 1.0
    assert len(asked.model.asked) == 1


def test_an_answer_that_the_model_doubts_is_shown_with_its_rows_before_it_stands(kit: Kit) -> None:
    asked = exploring(kit, turn(answer(BIG, doubt="Is it the area?")), turn(keep()))
    candidate = only(asked())
    assert "2 rows" in seen(asked)
    assert ":savannah" in seen(asked).lower() or "savannah" in seen(asked)
    assert dict(candidate.evidence)["settled"] == 1.0
    assert len(asked.model.asked) == 2


def test_an_answer_that_is_changed_after_its_rows_were_seen_is_looked_at_anew(kit: Kit) -> None:
    none = BIG.replace("1000", "99999")
    asked = exploring(kit, turn(answer(none)), turn(answer(BIG)))
    assert only(asked()).text.count("1000") == 1


def test_of_nothing_found_the_model_hears_which_condition_leaves_nothing(kit: Kit) -> None:
    asked = exploring(kit, turn(answer(BIG.replace("1000", "99999"))), turn(keep()))
    candidate = only(asked())
    assert "Nothing is found: without `FILTER (?x > 99999)` there would be 4." in seen(asked)
    assert dict(candidate.evidence)["empty"] == 1.0


def test_a_zero_that_stands_in_the_graph_is_an_answer_like_any_other(kit: Kit) -> None:
    more = f"<{ID}a1> a <{DEF}Enclosure> ; <{DEF}area> 0 ."
    asked = exploring(kit, turn(answer("SELECT ?x WHERE { ?e :area ?x FILTER(?x < 1) }")), more=more)
    assert "?x < 1" in only(asked()).text
    assert len(asked.model.asked) == 1


def test_where_the_groups_are_what_leaves_nothing_no_condition_is_blamed(kit: Kit) -> None:
    crowded = "SELECT ?e WHERE { ?a :livesIn ?e } GROUP BY ?e HAVING (COUNT(?a) > 99)"
    asked = exploring(kit, turn(answer(crowded)), turn(keep()))
    asked()
    assert "times, and yet the answer is nothing." in seen(asked)


def test_an_odd_answer_that_comes_back_is_as_odd_as_before(kit: Kit) -> None:
    twice = "SELECT ?e WHERE { ?a :livesIn ?e }"
    asked = exploring(kit, turn(answer(twice)), turn(answer(BIG, doubt="Is it?")), turn(answer(twice)))
    candidate = only(asked())
    assert "livesIn" in candidate.text
    assert dict(candidate.evidence)["odd"] > 0


def test_ties_of_a_counted_column_are_told(kit: Kit) -> None:
    most = "SELECT ?k (COUNT(?a) AS ?n) WHERE { ?a :caredForBy ?k } GROUP BY ?k ORDER BY DESC(?n) LIMIT 1"
    asked = exploring(kit, turn(answer(most)), turn(keep()))
    asked("Which keeper cares for the most animals, and for how many?")
    assert "The LIMIT cuts ties: 3 rows have 2 as the last row has, 2 of them behind the LIMIT." in seen(
        asked
    )


LARGEST = "SELECT ?e ?x WHERE { ?e a :Enclosure ; :area ?x } ORDER BY DESC(?x) LIMIT 2"


def test_a_measure_that_the_model_shows_is_part_of_the_answer(kit: Kit) -> None:
    asked = exploring(kit, turn(answer(LARGEST)), turn(keep()))
    candidate = only(asked("The top two enclosures, and their sizes"))
    assert "?e ?x" in candidate.text
    assert candidate.asked == ("e", "x")


def test_a_measure_that_it_calls_a_thing_beside_the_answer_is_shown_and_not_part_of_it(kit: Kit) -> None:
    asked = exploring(kit, turn(answer(LARGEST, beside=["?x"])), turn(keep()))
    candidate = only(asked("The top two enclosures by size"))
    assert "?e ?x" in candidate.text
    assert candidate.asked == ("e",)


def test_ties_that_a_limit_cuts_are_told(kit: Kit) -> None:
    more = (
        f"<{ID}a1> a <{DEF}Enclosure> ; <{DEF}area> 9000 . <{ID}a2> a <{DEF}Enclosure> ; <{DEF}area> 9000 ."
    )
    largest = "SELECT ?e WHERE { ?e a :Enclosure ; :area ?x } ORDER BY DESC(?x) LIMIT 1"
    asked = exploring(kit, turn(answer(largest)), turn(keep()), more=more)
    asked()
    assert "The LIMIT cuts ties: 2 rows have 9000 as the last row has, 1 of them behind the LIMIT." in seen(
        asked
    )


def test_rows_that_come_twice_are_told(kit: Kit) -> None:
    asked = exploring(kit, turn(answer("SELECT ?e WHERE { ?a :livesIn ?e }")), turn(keep()))
    asked()
    assert re.search(r"Only \d+ of the \d+ rows are different", seen(asked))


def test_a_condition_that_takes_nothing_away_is_told(kit: Kit) -> None:
    idle = "SELECT ?e WHERE { ?e a :Enclosure ; :area ?x FILTER(?x > 0) }"
    asked = exploring(kit, turn(answer(idle)), turn(keep()))
    asked()
    assert "`FILTER (?x > 0)` takes nothing away" in seen(asked)


def test_a_condition_that_the_question_asks_for_may_take_nothing_away(kit: Kit) -> None:
    idle = "SELECT ?e WHERE { ?e a :Enclosure ; :area ?x FILTER(?x > 0) }"
    carried = [{"words": "larger than 0", "by": "FILTER(?x > 0)"}]
    asked = exploring(kit, turn({**answer(idle), "carried": carried}))
    assert asked("Which enclosures are larger than 0?").candidates
    assert "takes nothing away" not in seen(asked)


def test_another_strategy_that_found_the_same_makes_surer_and_one_that_found_something_else_less_sure(
    kit: Kit,
) -> None:
    alone, differed, agreed = (exploring(kit, turn(answer(BIG))) for _ in range(3))
    table = asyncio.run(agreed.run(whole(BIG)))
    assert isinstance(table, ResultTable)
    other = replace(table, rows=table.rows[:1])
    agreed.found = (Found(strategy="parse", table=table, confidence=0.9),)
    differed.found = (Found(strategy="parse", table=other, confidence=0.9),)
    sure = [only(each()).confidence for each in (agreed, alone, differed)]
    assert sure == sorted(sure, reverse=True)
    assert len(set(sure)) == 3


def test_a_model_that_always_keeps_ends_at_once(kit: Kit) -> None:
    asked = exploring(kit, turn(keep()))
    assert asked().candidates == ()
    assert "There is no answer to keep" in seen(asked, 1)
    assert len(asked.model.asked) == 3


def test_a_budget_that_ends_in_the_middle_of_a_look_leaves_the_answer_unsettled(kit: Kit) -> None:
    asked = exploring(kit, turn(answer(BIG, doubt="Hm.")), bounds=Bounds(turns=1))
    candidate = only(asked())
    assert dict(candidate.evidence)["settled"] == 0.0
    settled = exploring(kit, turn(answer(BIG, doubt="Hm.")), turn(keep()))
    assert candidate.confidence < only(settled()).confidence


# ── at the same time ─────────────────────────────────────────────────────────────────────────────


class Meeting(Exploring):
    """Queries wait until as many of them run as there are in a turn."""

    wanted = 2

    async def run(self, text: str, limits: Limits | None = None) -> Ran:
        if not hasattr(self, "barrier"):
            self.barrier = asyncio.Barrier(self.wanted)
        await self.barrier.wait()
        return await super().run(text, limits)


def test_the_actions_of_a_turn_run_at_the_same_time(kit: Kit) -> None:
    plain = exploring(kit, turn(query(BIG), query("SELECT ?k { ?k a :Keeper }")), turn(failure("")))
    asked = Meeting(plain.kit, plain.graph, plain.model, replace(plain.bounds, query_seconds=5.0))
    asked()
    assert asked.summaries[0] == "tries a query: 2 rows; tries a query: 4 rows"


class LateFirst(Exploring):
    """The first query to come is the last to be answered."""

    async def run(self, text: str, limits: Limits | None = None) -> Ran:
        if not hasattr(self, "other"):
            self.other = asyncio.Event()
            await self.other.wait()
        self.other.set()
        return await super().run(text, limits)


def test_things_get_the_same_handles_whichever_action_is_done_first(kit: Kit) -> None:
    replies = turn(query("SELECT ?c { ?c a :Country }"), query("SELECT ?t { ?t a :Team }")), turn(failure(""))
    plain, late = exploring(kit, *replies), exploring(kit, *replies)
    plain()
    LateFirst(late.kit, late.graph, late.model)()
    assert seen(late) == seen(plain)


def test_no_more_actions_are_done_than_a_turn_may_have(kit: Kit) -> None:
    many = [search(f"word {number}") for number in range(9)]
    asked = exploring(kit, turn(*many), turn(failure("")), bounds=Bounds(actions=3))
    asked()
    assert asked.summaries[0].count("looks for") == 3
    assert "Only the first 3 actions were done." in seen(asked)


# ── the same again ───────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (search("Ice House"), search("  ice HOUSE ")),
        (query(BIG), query(BIG.replace("SELECT ?e", "select  ?e\n"))),
        (query(BIG), query(f"PREFIX d: <{DEF}> {BIG.replace(':', 'd:')}")),
        (describe(":Keeper"), describe("keeper")),
        (describe(":Keeper"), describe(f"<{DEF}Keeper>")),
    ],
)
def test_a_repeated_action_is_answered_from_memory_with_a_hint(
    kit: Kit, one: dict[str, object], other: dict[str, object]
) -> None:
    asked = exploring(kit, turn(one), turn(other), turn(failure("")))
    asked()
    before, after = seen(asked, 1), seen(asked, 2)
    assert "Do something else" in after
    assert "Do something else" not in before
    assert before.split("```")[1] == after.split("```")[1]
    assert len(asked.graph.queries) == len(set(asked.graph.queries))


def test_the_third_time_the_exploration_is_over(kit: Kit) -> None:
    asked = exploring(kit, turn(search("ice house")))
    proposal = asked()
    assert proposal.candidates == ()
    assert proposal.why == EXPLORED
    assert len(asked.model.asked) == 3


def test_a_query_that_is_refused_is_not_offered_again_and_again(kit: Kit) -> None:
    asked = exploring(kit, turn(answer("SELECT ?a WHERE { ?e a :Keeper ; :livesIn ?a }")))
    assert asked().candidates == ()
    assert len(asked.model.asked) == 3
    assert len(asked.summaries) == 4


@pytest.mark.parametrize("reply", ["I do not know.", turn({"action": "dance"}), turn()])
def test_a_model_that_never_does_anything_is_asked_three_times(kit: Kit, reply: str) -> None:
    asked = exploring(kit, reply)
    assert asked().why == EXPLORED
    assert len(asked.model.asked) == 3


def test_after_a_turn_in_vain_the_model_is_asked_less_strictly(kit: Kit) -> None:
    class Temperatures(ScriptedModel):
        seen: tuple[float, ...] = ()

        async def complete(self, *asked: Any, temperature: float = 0.0, **more: Any) -> Completion:
            self.seen += (temperature,)
            return await super().complete(*asked, temperature=temperature, **more)

    model = Temperatures("What?", turn(search("Pip")), turn(search("Pip")), turn(failure("")))
    asyncio.run(exploring(kit, "").propose(model=model))
    assert model.seen == (0.0, 0.4, 0.0, 0.4)


def test_a_query_that_was_tried_may_be_given_as_the_answer(kit: Kit) -> None:
    asked = exploring(kit, turn(query(BIG)), turn(query(BIG), answer(BIG)))
    assert only(asked()).confidence > TRUST


# ── the end ──────────────────────────────────────────────────────────────────────────────────────


def test_after_eight_turns_the_last_query_with_rows_is_offered_without_confidence(kit: Kit) -> None:
    others = [turn(search(f"word {number}")) for number in range(20)]
    asked = exploring(kit, turn(query(BIG)), *others)
    candidate = only(asked())
    assert len(asked.model.asked) == 8
    assert candidate.confidence < TRUST
    assert "did not say that this is the answer (8 turns were not enough)" in candidate.reason
    assert asked.summaries[-1] == "gives up: 8 turns were not enough"
    assert "This is your last turn" in seen(asked, 7)


def test_without_a_query_there_is_no_answer(kit: Kit) -> None:
    asked = exploring(kit, *[turn(search(f"word {number}")) for number in range(20)])
    proposal = asked()
    assert (proposal.candidates, proposal.instead) == ((), None)
    assert proposal.why == EXPLORED


def test_a_query_that_is_refused_is_no_success(kit: Kit) -> None:
    turned = "SELECT ?a WHERE { ?e a :Keeper ; :livesIn ?a }"
    asked = exploring(kit, turn(answer(turned)), turn(answer(BIG)))
    assert ":area ?x" in only(asked()).text
    assert "The query was not run: “lives in” leads from an animal" in seen(asked)


def test_a_no_and_a_count_of_zero_are_answers_once_they_were_looked_at(kit: Kit) -> None:
    for text in (
        "ASK { ?e a :Enclosure ; :area 7 }",
        "SELECT (COUNT(?e) AS ?n) { ?e a :Team ; rdfs:label 'x' }",
    ):
        asked = exploring(kit, turn(answer(text)), turn(keep()))
        assert only(asked("Is there an enclosure?")).confidence >= TRUST
        assert len(asked.model.asked) == 2
        assert ("The answer is no" in seen(asked)) == text.startswith("ASK")


def test_a_no_of_two_values_that_are_compared_needs_no_second_look(kit: Kit) -> None:
    text = "ASK { ?e a :Enclosure ; :area ?one . ?e :area ?other FILTER (?one > ?other) }"
    asked = exploring(kit, turn(answer(text)))
    assert only(asked("Is an enclosure larger than itself?")).confidence >= TRUST
    assert len(asked.model.asked) == 1


def test_a_failure_names_as_missing_only_words_of_the_question(kit: Kit) -> None:
    asked = exploring(kit, turn(failure("No\nprofits  are kept.", "profit", "Call this number now", "")))
    proposal = asked("What is the profit of the zoo?")
    assert proposal.candidates == ()
    assert proposal.missing == ("profit",)
    assert proposal.why == EXPLORED
    assert any("No profits are kept." in summary for summary, _ in asked.told)


def test_without_a_model_there_is_nothing_to_explore_with(kit: Kit) -> None:
    asked = exploring(kit, "")
    means = replace(asked.means(), model=None)
    proposal = asyncio.run(Agent(asked.parts()).propose(asked.linked(QUESTION), means))
    assert proposal.why == words("en").say("model_none")


def test_explorations_of_one_agent_know_nothing_of_each_other(kit: Kit) -> None:
    asked = exploring(kit, "")
    agent = Agent(asked.parts())

    async def both() -> list[str]:
        models = (
            ScriptedModel(turn(search("ice house")), turn(answer(FEEDS))),
            ScriptedModel(turn(search("aviary")), turn(answer(FEEDS.replace("Ice_House", "Aviary")))),
        )
        linked = asked.linked("Which animals live there?")
        found = await asyncio.gather(*(agent.propose(linked, asked.means(m)) for m in models))
        return [only(p).text for p in found]

    icehouse, aviary = asyncio.run(both())
    assert f"{ID}icehouse" in icehouse
    assert f"{ID}aviary" in aviary


def test_a_start_asks_no_model(kit: Kit) -> None:
    model = ScriptedModel(turn(failure("")))
    graph = SmallGraph(ONTOLOGY + DATA)

    async def started() -> Kit:
        return await kit_of(await terms_of(graph), strategies=("parse", "agent"), model=model)

    ready = asyncio.run(started())
    assert model.asked == []
    assert asyncio.run(ready.examples.tried())
    assert model.asked == []
    assert ask(ready, "Please sing a song about zqxw").outcome is Outcome.NOT_IN_GRAPH
    assert len(model.asked) == 1


# ── what was assumed ─────────────────────────────────────────────────────────────────────────────


def test_what_was_assumed_is_said_in_our_words_with_the_names_of_the_terms(kit: Kit) -> None:
    asked = exploring(kit, turn(answer(BIG, assumed=[("larger", ":area ?x")])))
    assert only(asked()).taken == ("I read “larger” as area (m²).",)


@pytest.mark.parametrize(
    ("words_", "by"),
    [
        ("call 0800 now", ":area ?x"),  # no words of the question
        ("larger", "see https://evil.example"),  # no piece of the query
        ("larger", "?x >"),  # no term and no value
        ("larger", ":weight"),  # a term that the query does not have
        ("larger", ":are"),  # a part of one
        ("e", ":area ?x"),  # a letter of the question
    ],
)
def test_nothing_of_what_a_model_says_in_its_own_words_is_shown(kit: Kit, words_: str, by: str) -> None:
    asked = exploring(kit, turn(answer(BIG, assumed=[(words_, by)])))
    assert only(asked()).taken == ()


def test_what_it_would_be_otherwise_is_said_and_offered(kit: Kit) -> None:
    heaviest = "SELECT ?a WHERE { ?a a :Animal ; :weight ?x } ORDER BY DESC(?x) LIMIT 1"
    asked = exploring(kit, turn(answer(heaviest, assumed=[("biggest", ":weight", ":bornOn")])))
    found = only(asked("Which animal is the biggest?"))
    (said,) = found.taken
    assert said == (
        "I read “biggest” as weight (kg). "
        "Read as “the animal with the latest date of birth”, it would be: Rio."
    )
    (other,) = found.others
    assert (other.label, other.detail) == ("date of birth", "“biggest”")
    assert other.pins == (Pin(mention="biggest", term=f"{DEF}bornOn"), pin_of(other.query))
    assert "DESC(?x)" in other.query
    assert "bornOn" in other.query
    assert dict(found.evidence)["assumed"] == 1
    nothing_unchecked_was_run(asked)


def test_what_no_term_stands_for_is_said_to_be_open(kit: Kit) -> None:
    asked = exploring(kit, turn(answer(BIG, assumed=[("larger than 1000", "?x > 1000", "?x > 4000")])))
    (said,) = only(asked()).taken
    assert said == (
        "“larger than 1000” may mean something else. "
        "Read as “the enclosures whose area is more than 4,000 m²”, it would be: Savannah."
    )
    (other,) = only(asked()).others
    assert other.label == "The enclosures whose area is more than 4,000 m²"
    assert "?x > 4000" in other.query


def test_what_is_chosen_is_told_to_the_model(kit: Kit) -> None:
    asked = exploring(kit, turn(answer(BIG)))
    pins = (Pin(mention="biggest", term=f"{DEF}bornOn"),)
    question = Question(text="Which animal is the biggest?", asked_at=ASKED_AT, language="en", pins=pins)
    linked = link(question, kit.index, language("en"), kit.ontology)
    asyncio.run(Agent(asked.parts(), asked.bounds).propose(linked, asked.means()))
    assert "“biggest”: the property :bornOn (chosen by the asker: take this)" in seen(asked)


def test_what_a_pronoun_may_stand_for_is_no_choice_of_the_asker(kit: Kit) -> None:
    asked = exploring(kit, turn(answer(BIG)))
    before = Turn(question="Where is Nora?", outcome=Outcome.ANSWERED, text="…", things=(f"{ID}savannah",))
    for text, is_told in [
        ("How big is it?", True),
        ("How do the areas of Night House and Aviary compare when it comes to their keepers?", False),
    ]:
        question = Question(text=text, asked_at=ASKED_AT, language="en", history=(before,))
        linked = link(question, kit.index, language("en"), kit.ontology)
        asyncio.run(Agent(asked.parts(), asked.bounds).propose(linked, asked.means()))
        names = seen(asked).partition("The question:")[0]
        assert ("said before in the conversation" in names) is is_told
        assert "chosen by the asker" not in names


def test_an_assumption_that_changes_nothing_leaves_nothing_open(kit: Kit) -> None:
    asked = exploring(kit, turn(answer(BIG, assumed=[("larger", "?x > 1000", "?x >= 1000")])))
    found = only(asked())
    assert (found.taken, found.others) == ((), ())
    assert dict(found.evidence)["assumed"] == 0


@pytest.mark.parametrize("other", ["", "no SPARQL at all {", ":sleepsIn ?x", "; DROP ALL", ":area ?x"])
def test_another_reading_that_does_not_run_leaves_the_answer_as_it_is(kit: Kit, other: str) -> None:
    asked = exploring(kit, turn(answer(BIG, assumed=[("larger", ":area ?x", other)])))
    found = only(asked())
    assert found.taken == ("I read “larger” as area (m²).",)
    assert found.others == ()
    assert dict(found.evidence)["assumed"] == 1


def test_one_piece_stands_for_one_phrase(kit: Kit) -> None:
    once = answer(BIG, enclosures="?x > 1000", larger="?x > 1000")
    each = answer(BIG, enclosures=":Enclosure", larger="?x > 1000")
    shares = [dict(only(exploring(kit, turn(said))()).evidence)["carried"] for said in (once, each)]
    assert shares[0] < shares[1]


def test_a_whole_question_is_no_phrase(kit: Kit) -> None:
    question = "Which old enclosures near the northern entrance have signs and are larger than 1000?"
    said = answer(BIG) | {"carried": [{"words": question, "by": "?x > 1000"}]}
    asked = exploring(kit, turn(said))
    assert dict(only(asked(question)).evidence)["carried"] == 0


def test_a_doubt_of_the_model_is_shown_to_nobody(kit: Kit) -> None:
    asked = exploring(kit, turn(answer(BIG, doubt="Call 0800 now.")), turn(keep()))
    candidate = only(asked())
    assert "0800" not in "".join((candidate.reason, candidate.reading, *candidate.taken))
