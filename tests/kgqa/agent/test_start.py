"""What the model is told at first: the card, candidates for names, verified questions, the conversation."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import UTC, datetime

from kgqa.language import language
from kgqa.library.pair import Pair, Source
from kgqa.linking.link import link
from kgqa.linking.namesakes import told_apart
from kgqa.pipeline import Kit
from kgqa.prompts import Prompts
from kgqa.strategies.agent import Bounds
from kgqa.strategies.agent.start import Known, Start
from kgqa.types import Outcome, Question, Turn
from tests.kgqa.zoo import ASKED_AT, DATA, DEF, ID, ONTOLOGY, kit_of

PAIR = Pair(
    question="Which animals live in the aviary?",
    sparql=f"SELECT ?a WHERE {{ ?a <{DEF}livesIn> <{ID}aviary> }}",
    by="ann",
    at=datetime(2025, 1, 1, tzinfo=UTC),
    source=Source.FILE,
)
BEFORE = Turn(
    question="Who cares for Tembo?",
    outcome=Outcome.ANSWERED,
    text="Ruth Adeyemi.",
    sparql=f"SELECT ?k WHERE {{ <{ID}tembo> <{DEF}caredForBy> ?k }}",
    things=(f"{ID}ruth",),
)


def started(
    kit: Kit, text: str, *history: Turn, bounds: Bounds | None = None, pairs: tuple[Pair, ...] = ()
) -> Start:
    asked = Question(text=text, asked_at=ASKED_AT, language="en", history=history)
    linked = link(asked, kit.index, language("en"), kit.ontology)
    return Start(Known(kit.parts), linked, bounds or Bounds(), Prompts(), pairs)


def test_the_whole_card_stands_in_the_first_message_which_is_the_same_for_every_question(kit: Kit) -> None:
    one, other = started(kit, "Who feeds Tembo?"), started(kit, "How many birds are there?")
    assert one.system == other.system
    assert ":Enclosure: 4 things" in one.system
    assert "You have 8 replies in all." in one.system
    assert ":Enclosure: 4 things" not in one.text


def test_a_card_without_room_is_cut_to_the_question_and_stands_beside_it(kit: Kit) -> None:
    start = started(kit, "Which enclosures are large?", bounds=Bounds(card=600))
    assert ":Enclosure: 4 things" not in start.system
    assert ":Enclosure: 4 things" in start.text


def test_names_are_offered_with_what_they_are(kit: Kit) -> None:
    text = started(kit, "Who cares for Tembo?").text
    assert "“Tembo”: :e1 “Tembo”, a :Mammal" in text


def test_what_is_only_near_in_spelling_is_marked_as_weak(kit: Kit) -> None:
    assert "(only near in spelling)" in started(kit, "Who cares for Tembbo?").text


def test_words_that_several_names_hold_are_told_as_a_family() -> None:
    label = "http://www.w3.org/2000/01/rdf-schema#label"
    things = "".join(f'<{ID}d{n}> a <{DEF}Beast> ; <{label}> "{n} dragon" .\n' for n in ("red", "old", "ice"))
    assert "“dragons”: 3 things have “dragon” in their names" in started(kit_of(things), "All dragons?").text


def test_a_family_of_several_classes_says_how_many_of_each_and_accents_do_not_matter() -> None:
    label = "http://www.w3.org/2000/01/rdf-schema#label"
    things = "".join(f'<{ID}c{n}> a <{DEF}Car> ; <{label}> "Coupé {n}" .\n' for n in range(4))
    things += "".join(f'<{ID}e{n}> a <{DEF}Engine> ; <{label}> "engine of Coupé {n}" .\n' for n in range(3))
    text = started(kit_of(things), "What is the Coupe series?").text
    assert "“coupe”: 7 things have “coupe” in their names (4 :Car, 3 :Engine): " in text


def test_the_nearest_verified_questions_are_shown_with_handles(kit: Kit) -> None:
    text = started(kit, "Which animals live in the ice house?", pairs=(PAIR,)).text
    assert "Question: Which animals live in the aviary?" in text
    assert "?a :livesIn" in text
    assert "https://zoo.example" not in text


def test_the_conversation_is_told_with_handles_that_a_query_may_use(kit: Kit) -> None:
    start = started(kit, "And for her?", BEFORE)
    assert "Question: Who cares for Tembo?" in start.text
    assert "The last answer: :e2, the " in start.text
    assert start.handles.iri(":e2") == f"{ID}ruth"
    assert start.handles.iri(":e1") == f"{ID}tembo"


def test_an_admins_own_words_take_the_place_of_ours(kit: Kit) -> None:
    own = Prompts({"agent": "Answer politely.\n\n$card"})
    assert replace(started(kit, "Who?"), prompts=own).system.startswith("Answer politely.")


def test_a_year_is_no_family_of_names() -> None:
    label = "http://www.w3.org/2000/01/rdf-schema#label"
    things = "".join(f'<{ID}c{n}> a <{DEF}Claim> ; <{label}> "C-2024-{n}" .\n' for n in range(1, 5))
    assert "in their names" not in started(kit_of(things), "Claims in 2024").text


def test_what_has_a_name_within_its_own_is_told_beside_it() -> None:
    label = "http://www.w3.org/2000/01/rdf-schema#label"
    things = f"""<{ID}t> a <{DEF}Town> ; <{label}> "Skipton" .
<{ID}d> a <{DEF}Depot> ; <{label}> "Skipton Depot" ."""
    text = started(kit_of(things), "Drivers based at Skipton").text
    assert "“Skipton” is also in the name of :e2 “Skipton Depot”" in text


def test_a_word_that_stands_twice_is_told_once() -> None:
    label = "http://www.w3.org/2000/01/rdf-schema#label"
    things = f"""<{ID}t> a <{DEF}Town> ; <{label}> "Skipton" .
<{ID}d> a <{DEF}Depot> ; <{label}> "Skipton Depot" ."""
    text = started(kit_of(things), "Which drivers in Skipton are not based at Skipton?").text
    assert text.count("“Skipton”:") == text.count("“Skipton” is also in the name of") == 1


def test_a_thing_is_told_that_has_a_value_in_its_name() -> None:
    label = "http://www.w3.org/2000/01/rdf-schema#label"
    things = f"""<{ID}c> a <{DEF}Client> ; <{DEF}town> "Dortmund" ; <{label}> "Moss" .
<{ID}b> a <{DEF}Branch> ; <{label}> "Dortmund Branch" ."""
    text = started(kit_of(things), "Drivers based at Dortmund").text
    assert "“Dortmund” is also in the name of" in text
    assert "“Dortmund Branch”" in text


def test_of_several_things_of_a_name_it_is_told_which_one_is_meant_and_why() -> None:
    two = "".join(
        f'<{ID}bibi{n}> a <{DEF}Mammal> ; <http://www.w3.org/2000/01/rdf-schema#label> "Bibi" ; '
        f"<{DEF}livesIn> <{ID}{place}> .\n"
        for n, place in enumerate(("savannah", "aviary"))
    )
    kit = kit_of(ONTOLOGY + DATA + two)
    asked = Question(text="When was Bibi in the aviary born?", asked_at=ASKED_AT, language="en")
    linked = link(asked, kit.index, language("en"), kit.ontology)
    apart = asyncio.run(told_apart(linked, kit.graph, kit.ontology, language("en")))
    text = Start(Known(kit.parts), apart, Bounds(), Prompts(), ()).text
    assert "“Bibi in the aviary”" in text
    assert "the only one of that name whose :livesIn is “aviary”" in text


def test_where_the_data_ended_long_ago_its_last_day_stands_beside_today(kit: Kit) -> None:
    assert (
        "Today is 2025-06-15; the last day in the data is 2024-12-31. The" in started(kit, "Who came?").text
    )
    asked = Question(text="Who came?", asked_at=ASKED_AT.replace(month=1), language="en")
    linked = link(asked, kit.index, language("en"), kit.ontology)
    assert "Today is 2025-01-15. The question:" in Start(Known(kit.parts), linked, Bounds(), Prompts()).text
