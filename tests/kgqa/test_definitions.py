"""What a company calls its own: terms that stand for things, read once and used in every question."""

from __future__ import annotations

import asyncio

import pytest

from kgqa.definitions.definition import Definition, DefinitionKind
from kgqa.pipeline import Kit
from kgqa.prepare import prepare
from kgqa.types import Outcome
from tests.doubles.graph import SmallGraph
from tests.kgqa.zoo import DATA, ONTOLOGY, ask, first, values


def term(name: str, means: str, *also: str, language: str = "") -> Definition:
    return Definition(kind=DefinitionKind.TERM, name=name, means=means, also=also, language=language)


def kit_with(*definitions: Definition) -> Kit:
    return asyncio.run(prepare(SmallGraph(ONTOLOGY + DATA, name="zoo"), definitions=definitions))


@pytest.fixture(scope="module")
def kit() -> Kit:
    return kit_with(
        term("giant", "mammals heavier than 1000 kg", "Riese"),
        term("star keeper", "keepers with more than one giant"),
        term("Neuling", "Pfleger ohne Vorgesetzten", "chief keeper", language="de"),
        term("roomy enclosure", "enclosures with an area of more than 1000 m²"),
        term("unicorn", "animals with a horn"),
        term("headcount", "how many keepers are there"),
        term("hen", "chicks that are egg layers"),
        term("egg layer", "hens"),
    )


def test_a_term_stands_for_the_things_it_is_defined_to_be(kit: Kit) -> None:
    assert sorted(first(ask(kit, "Which giants do we have?"))) == ["asha", "tembo"]


def test_a_term_may_be_counted_and_asked_about_like_any_class(kit: Kit) -> None:
    assert first(ask(kit, "How many giants are there?")) == ["2"]
    assert first(ask(kit, "Which giants are native to Kenya?")) == ["tembo"]
    assert first(ask(kit, "In which enclosures do giants live?")) == ["savannah"]


def test_another_name_in_another_language_means_the_same(kit: Kit) -> None:
    assert first(ask(kit, "Wie viele Riesen gibt es?")) == ["2"]


def test_a_term_may_speak_of_another_one(kit: Kit) -> None:
    assert first(ask(kit, "Who are our star keepers?")) == ["ruth"]


def test_the_answer_says_what_the_term_means(kit: Kit) -> None:
    answer = ask(kit, "Which giants do we have?")
    assert answer.restatement.endswith("(“giant” means mammals heavier than 1000 kg)")
    assert any("defined by this company" in d for step in answer.trace for d in step.details)


def test_a_question_without_the_term_is_read_as_before(kit: Kit) -> None:
    plain = ask(kit_with(), "Which mammals live in the Savannah?")
    assert ask(kit, "Which mammals live in the Savannah?").query == plain.query


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("unicorn", "speaks of “horn”, which the graph does not know"),
        ("headcount", "asks for a number or for several things"),
        ("hen", "which the graph does not know"),
        ("egg layer", "which the graph does not know"),
    ],
)
def test_a_term_that_cannot_be_read_is_left_out_and_told(kit: Kit, name: str, why: str) -> None:
    assert name not in kit.definitions.terms
    assert why in kit.definitions.problems[name]
    assert kit.definitions.problems[name] in kit.ontology.notices


def test_what_a_term_covers_means_nothing_else() -> None:
    kit = kit_with(term("mammal team", "keepers with a supervisor"))
    assert set(first(ask(kit, "Who is in our mammal team?"))) != {"ruth", "omar", "jonas"}


def test_a_term_of_a_graph_that_has_no_such_things_finds_nothing(kit: Kit) -> None:
    answer = ask(kit, "Which giants live in the Aviary?")
    assert answer.outcome is Outcome.NOTHING_FOUND


def metric(name: str, means: str, *also: str, language: str = "") -> Definition:
    return Definition(kind=DefinitionKind.METRIC, name=name, means=means, also=also, language=language)


@pytest.fixture(scope="module")
def measured() -> Kit:
    return kit_with(
        metric("density", "weight divided by area", "Dichte"),
        metric("double density", "density times 2"),
        metric("load", "sum of weight and area"),
        metric("nonsense", "the blue sky"),
        term("giant", "mammals heavier than 1000 kg"),
    )


def test_a_metric_is_worked_out_for_each_thing(measured: Kit) -> None:
    answer = ask(measured, "What is the density of each giant?")
    assert sorted(values(answer)) == [("asha", "0.62"), ("tembo", "0.8401")]
    assert "“density” means weight divided by area" in answer.restatement


def test_a_metric_may_be_aggregated_and_asked_for_in_another_language(measured: Kit) -> None:
    assert [round(float(v), 4) for v in first(ask(measured, "What is the average density of giants?"))] == [
        0.73
    ]
    assert values(ask(measured, "Was ist die Dichte jedes Säugetiers?")) != []


def test_a_metric_may_speak_of_another_one(measured: Kit) -> None:
    answer = ask(measured, "What is the double density of each giant?")
    assert sorted(round(float(row[1]), 4) for row in values(answer)) == [1.24, 1.6802]


def test_a_metric_that_is_no_number_of_the_graph_is_left_out_and_told(measured: Kit) -> None:
    assert "of which the graph knows no number" in measured.definitions.problems["nonsense"]
