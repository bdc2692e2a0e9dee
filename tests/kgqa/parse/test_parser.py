"""What the parser says of its readings: what it did not use, what it leaves to others, how sure it is."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kgqa.errors import GraphTimeout
from kgqa.pipeline import Kit
from kgqa.strategies.parse.parser import LOOKING
from kgqa.types import CheckedQuery, Limits, Outcome, ResultTable
from tests.doubles.graph import SmallGraph
from tests.kgqa.parse.test_questions import GRAPH, rows
from tests.kgqa.zoo import ask, kit_of

SIDDHARTHA, STEPPENWOLF = (f"https://library.example/id/{name}" for name in ("siddhartha", "steppenwolf"))


@pytest.fixture(scope="module")
def alone() -> Kit:
    return kit_of(GRAPH, strategies=("parse",))


def test_a_noun_that_the_graph_does_not_know_is_named_where_the_rest_answers(alone: Kit) -> None:
    answer = ask(alone, "Which tomes are written by Hermann Hesse?")
    assert rows(answer) == [[SIDDHARTHA], [STEPPENWOLF]]
    assert any("tomes" in sentence for sentence in answer.assumed)


def test_a_condition_that_the_graph_does_not_know_is_not_passed_over(alone: Kit) -> None:
    answer = ask(alone, "Which novels are translated?")
    assert answer.outcome is not Outcome.ANSWERED
    assert "translated" in answer.text


def test_a_thing_is_joined_by_the_edges_that_it_has_in_the_data(alone: Kit) -> None:
    answer = ask(alone, "What is Gilgi a sequel of?")
    assert rows(answer) == [[STEPPENWOLF]]


def test_a_follow_up_is_read(alone: Kit) -> None:
    from kgqa.conversation import turn_of

    first = ask(alone, "Which novels are published by Fischer?")
    second = ask(alone, "How many?", history=(turn_of(first),))
    assert second.strategy == "parse"
    assert rows(second) == [["3"]]


def test_the_same_question_has_the_same_query_each_time(alone: Kit) -> None:
    texts = {
        a.query.text for a in (ask(alone, "Which reader has the most loans?") for _ in range(2)) if a.query
    }
    assert len(texts) == 1


def test_a_question_of_three_hundred_words_is_no_question_that_it_reads(alone: Kit) -> None:
    assert ask(alone, "Which novels are published by Fischer " * 50).outcome is not Outcome.ANSWERED


@pytest.mark.slow
def test_a_heap_of_nouns_is_given_up_after_so_many_pairs(alone: Kit) -> None:
    answer = ask(alone, "authors novels publishers towns readers loans authors novels towns readers")
    assert answer.outcome is not Outcome.ANSWERED


@pytest.mark.parametrize("text", ["", "?", "the of and", "2024", "“”", "'s 's 's", "per per per most not"])
def test_what_says_nothing_is_no_question(alone: Kit, text: str) -> None:
    assert ask(alone, text).outcome is not Outcome.ANSWERED


def test_a_yes_is_not_given_by_a_way_that_nobody_named(alone: Kit) -> None:
    answer = ask(alone, "Does Ada Vogt live in Berlin?")  # readers live nowhere in this graph
    assert rows(answer) != [["true"]]


@pytest.mark.parametrize("number", ["9" * 400, "1e400", "99999999999999999999"])
def test_a_number_without_end_is_no_reason_to_fail(alone: Kit, number: str) -> None:
    for text in (f"Which novels have more than {number} pages?", f"Top {number} novels"):
        assert ask(alone, text).outcome is not Outcome.FAILED


class Tired(SmallGraph):
    """Gives up on each query that was given only a few seconds, as a second reading is."""

    given_up = 0

    async def run(self, query: CheckedQuery, limits: Limits) -> ResultTable:
        if limits.seconds <= LOOKING.seconds:
            self.given_up += 1
            raise GraphTimeout("The graph did not answer in 5 seconds.")
        return await super().run(query, limits)


def test_a_second_reading_that_takes_too_long_costs_no_answer() -> None:
    kit = kit_of(GRAPH)
    graph = Tired(GRAPH)
    answer = ask(replace(kit, graph=graph), "Which novels are published by Fischer?")
    assert answer.outcome is Outcome.ANSWERED
    assert len(rows(answer)) == 3
    assert graph.given_up


def test_what_the_check_refuses_is_not_answered_by_fewer_words(alone: Kit) -> None:
    answer = ask(alone, "Is Stenogramm a novel published by Insel?")  # a book of poems, by Insel
    assert rows(answer) != [["true"]]


def test_a_name_whose_words_stand_apart_is_met_as_a_whole() -> None:
    """The size of a harbour is its harbour size, and not the size that its cranes have."""
    harbours = """@prefix : <https://harbours.example/def/> . @prefix i: <https://harbours.example/id/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
i:kiel a :Harbour ; rdfs:label "Kiel" ; :harbourSize "large" . i:emden a :Harbour ; rdfs:label "Emden" .
i:c1 a :Crane ; rdfs:label "C1" ; :size "XL" ; :standsIn i:kiel . i:emden :harbourSize "small" ."""
    answer = ask(kit_of(harbours, strategies=("parse",)), "What is the size class of the harbour Kiel?")
    assert rows(answer) == [["large"]]


SPORT = """
@prefix : <https://sport.example/def/> .
@prefix i: <https://sport.example/id/> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Club a owl:Class ; rdfs:label "club" .
:Race a owl:Class ; rdfs:label "race" .
:Firm a owl:Class ; rdfs:label "firm" .
:sponsoredBy a owl:ObjectProperty ; rdfs:label "sponsored by" .
i:aue a :Club ; rdfs:label "Aue" ; :sponsoredBy i:x , i:y .
i:bode a :Club ; rdfs:label "Bode" ; :sponsoredBy i:y .
i:regatta a :Race ; rdfs:label "Regatta" ; :sponsoredBy i:x .
i:x a :Firm ; rdfs:label "Xylo" .
i:y a :Firm ; rdfs:label "Yara" .
"""


@pytest.mark.parametrize("text", ["How many sponsors does each club have?", "Number of sponsors per club"])
def test_what_each_thing_has_is_counted_without_a_guess(text: str) -> None:
    answer = ask(kit_of(SPORT, strategies=("parse",)), text)
    club = "https://sport.example/id/"
    assert rows(answer) == [[f"{club}aue", "2"], [f"{club}bode", "1"]]
    assert dict(answer.confidence.evidence)["put"] < 0.5


HARBOUR = """
@prefix : <https://harbour.example/def#> . @prefix id: <https://harbour.example/id/> .
@prefix owl: <http://www.w3.org/2002/07/owl#> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Call a owl:Class ; rdfs:label "port call"@en . :Tug a owl:Class ; rdfs:label "tug"@en .
:Code a owl:Class ; rdfs:label "code"@en .
:status a owl:ObjectProperty ; rdfs:label "status"@en ; rdfs:domain :Call ; rdfs:range :Code .
:flag a owl:ObjectProperty ; rdfs:label "flag state"@en ; rdfs:domain :Tug ; rdfs:range :Code .
id:c1 a :Call ; rdfs:label "Call 1" ; :status id:sailed .
id:c2 a :Call ; rdfs:label "Call 2" ; :status id:due .
id:t1 a :Tug ; rdfs:label "Ajax" ; :flag id:gb .
id:sailed a :Code ; rdfs:label "sailed" .
id:due a :Code ; rdfs:label "due" . id:gb a :Code ; rdfs:label "GB" .
"""


def test_what_must_not_be_and_is_nowhere_so_is_no_answer() -> None:
    """No port call has a tug: the only way between them is a code, which none of them share."""
    assert ask(kit_of(HARBOUR, strategies=("parse",)), "Port calls without a tug?").outcome is Outcome.UNKNOWN


def test_that_nothing_has_the_status_that_is_excluded_is_an_answer() -> None:
    """The property is named, so there is no doubt what is meant, though it excludes nothing."""
    graph = HARBOUR + "id:lost a :Code ; rdfs:label 'lost' ."
    answer = ask(kit_of(graph, strategies=("parse",)), "Which port calls do not have the status lost?")
    assert {row[0].rpartition("/")[2] for row in rows(answer)} == {"c1", "c2"}


def test_what_must_not_be_and_is_so_of_some_is_an_answer() -> None:
    shared = HARBOUR + "id:c3 a :Call ; rdfs:label 'Call 3' ; :status id:gb ."
    answer = ask(kit_of(shared, strategies=("parse",)), "Port calls without a tug?")
    assert {row[0].rpartition("/")[2] for row in rows(answer)} == {"c1", "c2"}
