"""Questions in languages that the parser does not read: translated mentions, the same rows."""

from __future__ import annotations

import pytest

from kgqa.pipeline import Kit
from kgqa.types import Pin, Question
from tests.doubles.model import ScriptedModel
from tests.kgqa.company import ASKED_AT as COMPANY_ASKED_AT
from tests.kgqa.company import Graph
from tests.kgqa.rephrase.asking import Asked, put, rephrase_of, words
from tests.kgqa.zoo import ASKED_AT, ID, kit_of

SAVANNAH = [("asha",), ("kibo",), ("tembo",)]
LIVING = "Which animals live in the Savannah?"
HEAVY = "Which animals weigh more than 900 kg?"


def ask(kit: Kit, text: str, *replies: str | Exception, late: bool = False) -> tuple[Asked, ScriptedModel]:
    model = ScriptedModel(*replies)
    return put(kit, Question(text=text, asked_at=ASKED_AT), model, late=late), model


def local(asked: Asked) -> list[tuple[str, ...]]:
    return [tuple(v.removeprefix(ID) for v in row) for row in asked.rows]


@pytest.mark.parametrize(
    ("text", "reply"),
    [
        (
            "Quels animaux vivent dans la Savannah ?",
            words(
                LIVING,
                ("animaux", "animals", ("animal",)),
                ("vivent dans", "live in", ("lives in",)),
                ("Savannah", "Savannah", ("Savannah",)),
            ),
        ),
        (
            "¿Qué animales viven en Savannah?",
            words(
                "Which animals live in Savannah?",
                ("animales", "animals", ("animal",)),
                ("viven en", "live in", ("lives in", "enclosure")),
                ("Savannah", "Savannah", ("Savannah",)),
            ),
        ),
        (
            "哪些动物住在稀树草原\uff1f",
            words(
                LIVING,
                ("动物", "animals", ("animal",)),
                ("住在", "live in", ("lives in",)),
                ("稀树草原", "Savannah", ("Savannah", "savanna")),
            ),
        ),
        (
            "ما هي الحيوانات التي تعيش في السافانا؟",
            words(
                LIVING,
                ("الحيوانات", "animals", ("animal",)),
                ("تعيش في", "live in", ("lives in",)),
                ("السافانا", "Savannah", ("Savannah",)),
            ),
        ),
    ],
)
def test_a_question_in_another_language_finds_the_rows_of_the_english_one(
    kit: Kit, text: str, reply: str
) -> None:
    asked, model = ask(kit, text, reply)
    assert local(asked) == SAVANNAH
    assert len(model.asked) == 1
    assert asked.made is not None
    assert asked.made.question.language == "en"
    assert "Understood as: “Which animals live in" in asked.made.assumed


def test_a_phrase_finds_the_thing_that_the_translation_calls_otherwise(kit: Kit) -> None:
    reply = words(
        "Which animals live in the polar area?",
        ("animaux", "animals", ("animal",)),
        ("maison de glace", "polar area", ("Ice Building", "Ice House")),
    )
    asked, _ = ask(kit, "Quels animaux vivent dans la maison de glace ?", reply)
    assert local(asked) == [("pan",), ("pip",)]


def test_numbers_come_through_in_the_signs_of_every_language(kit: Kit) -> None:
    for text in ("أي حيوانات تزن أكثر من ٩٠٠ كغ؟", "¿Qué animales pesan más de 900 kg?"):
        mention = "حيوانات" if "حيوانات" in text else "animales"
        asked, _ = ask(kit, text, words(HEAVY, (mention, "animals", ("animal",))))
        assert local(asked) == [("asha",), ("tembo",)]


def test_a_number_that_is_not_in_the_question_drops_the_translation(kit: Kit) -> None:
    reply = words("Which animals weigh more than 90 kg?", ("animales", "animals", ("animal",)))
    asked, _ = ask(kit, "¿Qué animales pesan más de 900 kg?", reply)
    assert asked.made is None
    assert "number" in asked.notes[0]


def test_a_name_that_is_not_in_the_question_drops_the_translation(kit: Kit) -> None:
    for name in ("Tembo", "Berlin", "aviary"):
        reply = words(f"Which animals live with {name}?", ("animaux", "animals", ("animal",)))
        asked, _ = ask(kit, "Quels animaux vivent ensemble ?", reply)
        assert asked.made is None, name
        assert name in asked.notes[0]


def test_a_mention_that_does_not_stand_in_the_question_finds_nothing(kit: Kit) -> None:
    reply = words(
        "Which animals live there?",
        ("animaux", "animals", ("animal",)),
        ("Tembo", "there", ("Tembo",)),
    )
    asked, _ = ask(kit, "Quels animaux vivent ici ?", reply)
    assert not any(m.iri == ID + "tembo" for n in asked.linked.links for m in n.matches)


def test_an_iri_that_a_model_gives_as_a_phrase_is_looked_up_as_words(kit: Kit) -> None:
    reply = words("What is the weight?", ("poids", "weight", (f"<{ID}tembo>", f"{ID}tembo")))
    asked, _ = ask(kit, "Quel est le poids ?", reply)
    assert not any(m.kind == "entity" for n in asked.linked.links for m in n.matches)


def test_a_pin_goes_with_its_mention(kit: Kit) -> None:
    question = Question(
        text="Quand Brandt est-il arrivé ?",
        asked_at=ASKED_AT,
        pins=(Pin(mention="Brandt", term=ID + "jonas"),),
    )
    reply = words(
        "When did Brandt join?",
        ("Brandt", "Brandt", ("Brandt",)),
        ("est-il arrivé", "join", ("date of joining",)),
    )
    asked = put(kit, question, ScriptedModel(reply))
    assert asked.made is not None
    assert asked.made.question.pins == (Pin(mention="Brandt", term=ID + "jonas"),)
    assert asked.rows == [("2024-05-20",)]


def test_english_and_german_questions_and_names_alone_cost_no_call(kit: Kit) -> None:
    model = ScriptedModel("{}")
    for text in (LIVING, "Welche Tiere leben in der Savannah?", "Tembo", "Lena Brandt", "weight?", "top 5"):
        put(kit, Question(text=text, asked_at=ASKED_AT), model)
    assert model.asked == []


def test_a_question_in_doubt_costs_a_call_only_when_it_was_not_understood(kit: Kit) -> None:
    text = "Wie verzorgt Tembo?"  # Dutch; its first word is German too
    reply = words(
        "Who looks after Tembo?",
        ("verzorgt", "looks after", ("looks after", "cared for by")),
        ("Tembo", "Tembo", ("Tembo",)),
    )
    first, model = ask(kit, text, reply)
    assert model.asked == []
    assert first.made is None
    second, model = ask(kit, text, reply, late=True)
    assert len(model.asked) == 1
    assert local(second) == [("ruth",)]


FRENCH = f"""
@prefix : <{ID}def/> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .

:Usine a owl:Class ; rdfs:label "usine"@fr .
:Ville a owl:Class ; rdfs:label "ville"@fr .
:situee a owl:ObjectProperty ; rdfs:domain :Usine ; rdfs:range :Ville ; rdfs:label "située à"@fr .
:lyon a :Ville ; rdfs:label "Lyon"@fr .
:brest a :Ville ; rdfs:label "Brest"@fr .
:u1 a :Usine ; rdfs:label "Atelier du Port"@fr ; :situee :brest .
:u2 a :Usine ; rdfs:label "Grande Forge"@fr ; :situee :lyon .
"""
IN_LYON = ("located in", ("située à", "située"))


@pytest.mark.parametrize(
    ("text", "factories", "located"),
    [
        ("Which factories are located in Lyon?", "factories", "located in"),
        ("Quelles usines sont situées à Lyon ?", "usines", "situées à"),
        ("¿Qué fábricas están situadas en Lyon?", "fábricas", "situadas en"),
    ],
)
def test_a_graph_in_french_alone_answers_in_every_language(text: str, factories: str, located: str) -> None:
    kit = kit_of(FRENCH)
    assert rephrase_of(kit).languages == ("fr",)
    reply = words(
        "Which factories are located in Lyon?",
        (factories, "factories", ("usine",)),
        (located, *IN_LYON),
        ("Lyon", "Lyon", ("Lyon",)),
    )
    asked, model = ask(kit, text, reply)
    assert local(asked) == [("def/u2",)]
    assert len(model.asked) == 1


def test_the_sample_company_answers_in_four_languages(company: Graph) -> None:
    kit = company.core.kit
    english = "Which customers are in Norway?"
    model = ScriptedModel("{}")
    wanted = put(kit, Question(text=english, asked_at=COMPANY_ASKED_AT), model)
    assert wanted.rows
    assert model.asked == []
    for text, customers, place, name in (
        ("Quels clients sont en Norvège ?", "clients", "en", "Norvège"),
        ("¿Qué clientes están en Noruega?", "clientes", "en", "Noruega"),
        ("哪些客户在挪威\uff1f", "客户", "在", "挪威"),
        ("ما هم العملاء في النرويج؟", "العملاء", "في", "النرويج"),
    ):
        reply = words(
            english,
            (customers, "customers", ("customer",)),
            (place, "in", ("country",)),
            (name, "Norway", ("Norway",)),
        )
        asked = put(kit, Question(text=text, asked_at=COMPANY_ASKED_AT), ScriptedModel(reply))
        assert asked.rows == wanted.rows, text
