"""Each construct of a question, by one question: what is asked of the zoo, and the rows that answer it."""

from __future__ import annotations

import pytest

from kgqa.pipeline import Kit
from kgqa.types import Outcome
from tests.kgqa.zoo import ask, first, values

LISTS = {
    "a list of a class": ("List all enclosures", "savannah icehouse aviary nighthouse"),
    "a class whose things are typed with subclasses": (
        "Which animals live in the Savannah?",
        "tembo asha kibo",
    ),
    "a subclass": ("Which birds do we have?", "pip pan rio"),
    "a filter on a number": ("Which animals weigh more than 1000 kg?", "tembo asha"),
    "a number in another unit": ("Which animals weigh more than 3 tons?", "tembo asha"),
    "a smaller unit, by an adjective": ("Which animals are lighter than 5000 g?", "pip rio"),
    "at least": ("Which animals weigh at least 0.9 t?", "tembo asha kibo"),
    "a number between two": ("Which animals weigh between 3 and 10 kg?", "pip pan"),
    "an adjective that measures": ("Which enclosures are larger than 1000 m²?", "savannah aviary"),
    "since a year": ("Which animals were born since 2023?", "pip pan rio"),
    "in a year": ("Which animals were born in 2024?", "pan rio"),
    "before a year": ("Which animals were born before 2011?", "tembo"),
    "after a year": ("Which keepers joined after 2020?", "lena jonas"),
    "on a day": ("Which animals were born on 4 April 2024?", "pan"),
    "between two months": ("Which animals were born between March 2023 and May 2024?", "pip pan"),
    "a period from the day of asking": ("Which keepers joined last year?", "jonas"),
    "a name": ("Which animals are native to Kenya?", "tembo kibo"),
    "a property read backwards": ("Which animals are cared for by Lena Brandt?", "pip pan"),
    "an inverse that only the ontology knows": ("Who looks after Pip?", "lena"),
    "a property of small words": ("Which animals does Omar Haddad look after?", "kibo rio"),
    "one of two names": ("Which animals are native to Kenya or Chile?", "tembo kibo pip pan"),
    "one of two names, two words each": (
        "Which animals live in the Savannah or the Aviary?",
        "tembo asha kibo rio",
    ),
    "two hops": ("In which enclosures do the animals of Omar Haddad live?", "savannah aviary"),
    "two hops by an object property": ("Which countries are the animals of Ruth Adeyemi native to?", "ke in"),
    "a value that is missing": ("Which animals have no weight?", "moss"),
    "a thing that is missing": ("Which animals have no keeper?", "moss"),
    "a relation that is missing": ("Which keepers have no supervisor?", "ruth"),
    "a relation that is missing, within a team": (
        "Which keepers in the Mammal Team have no supervisor?",
        "ruth",
    ),
    "none of one class, though of another": ("Which enclosures have no birds?", "savannah nighthouse"),
    "more than so many": ("Which enclosures have more than 2 animals?", "savannah"),
    "the most": ("Which enclosure has the most animals?", "savannah"),
    "quoted text": ('Which enclosure has the sign "mind the step"?', "icehouse"),
    "a typing error": ("Which animals live in the Savanah?", "tembo asha kibo"),
    "who": ("Who cares for Tembo?", "ruth"),
    "where": ("Where does Tembo live?", "savannah"),
    "the one within a place": ("What is the heaviest animal in the Savannah?", "tembo"),
    "German, a list": ("Welche Tiere leben in Savannah?", "tembo asha kibo"),
    "German, a comparison": ("Welche Tiere sind schwerer als 1000 kg?", "tembo asha"),
    "German, a superlative": ("Welches Tier ist das schwerste?", "tembo"),
    "German, the most": ("Welches Gehege hat die meisten Tiere?", "savannah"),
}

ORDERED = {
    "a superlative": ("Which is the heaviest animal?", ["tembo"]),
    "the least": ("Which is the lightest bird?", ["rio"]),
    "two of them": ("What are the two heaviest animals?", ["tembo", "asha"]),
    "top three by a property": ("Top 3 animals by weight", ["tembo", "asha", "kibo"]),
    "the second": ("Which animal is the second heaviest?", ["asha"]),
    "the third": ("What is the third heaviest animal?", ["kibo"]),
    "a range of ranks": ("What are the 2nd to 3rd heaviest animals?", ["asha", "kibo"]),
}

VALUES = {
    "a look-up": ("What is the weight of Tembo?", [("4200.5",)]),
    "how heavy": ("How heavy is Tembo?", [("4200.5",)]),
    "when": ("When was Pip born?", [("2023-03-03",)]),
    "a count": ("How many animals are there?", [("7",)]),
    "a count with a condition": ("How many birds live in the Ice House?", [("2",)]),
    "an average": ("What is the average weight of the birds?", [("3.3",)]),
    "a sum": ("What is the total weight of all mammals?", [("8200.5",)]),
    "German, how heavy": ("Wie schwer ist Tembo?", [("4200.5",)]),
    "German, a count": ("Wie viele Tiere leben im Ice House?", [("2",)]),
    "German, an average": ("Wie hoch ist das durchschnittliche Gewicht der Tiere?", [("1368.4",)]),
}

GROUPS = {
    "a count for each": (
        "How many animals live in each enclosure?",
        {("savannah", "3"), ("aviary", "1"), ("icehouse", "2"), ("nighthouse", "1")},
    ),
    "an average for each": (
        "What is the average weight per enclosure?",
        {("aviary", "0.4"), ("icehouse", "4.75"), ("savannah", "2733.5")},
    ),
    "a column beside the things": (
        "List the keepers with their e-mail address",
        {("ruth", "ruth@zoo.example"), ("omar", "omar@zoo.example"), ("lena", "lena@zoo.example")},
    ),
    "German, a count for each": (
        "Wie viele Tiere leben in jedem Gehege?",
        {("savannah", "3"), ("aviary", "1"), ("icehouse", "2"), ("nighthouse", "1")},
    ),
}

YES_NO = {
    "a fact": ("Does Tembo live in the Savannah?", True),
    "what is no fact": ("Does Pip live in the Savannah?", False),
    "is a": ("Is Pip a bird?", True),
    "is a, by a superclass": ("Is Pip an animal?", True),
    "is none": ("Is Tembo a bird?", False),
    "is there any": ("Is there a bird in the Ice House?", True),
    "is there none": ("Is there a bird in the Savannah?", False),
    "German": ("Ist Pip eine Vogelart?", True),
}


@pytest.mark.parametrize("construct", LISTS)
def test_things_are_found(kit: Kit, construct: str) -> None:
    question, expected = LISTS[construct]
    answer = ask(kit, question)
    assert answer.outcome is Outcome.ANSWERED
    assert sorted(first(answer)) == sorted(expected.split())


@pytest.mark.parametrize("construct", ORDERED)
def test_ranks_come_in_their_order(kit: Kit, construct: str) -> None:
    question, expected = ORDERED[construct]
    assert first(ask(kit, question)) == expected


@pytest.mark.parametrize("construct", VALUES)
def test_values_are_found(kit: Kit, construct: str) -> None:
    question, expected = VALUES[construct]
    assert values(ask(kit, question)) == expected


@pytest.mark.parametrize("construct", GROUPS)
def test_rows_have_the_columns_that_were_asked_for(kit: Kit, construct: str) -> None:
    question, expected = GROUPS[construct]
    assert set(values(ask(kit, question))) == expected


@pytest.mark.parametrize("construct", YES_NO)
def test_yes_and_no_are_answers(kit: Kit, construct: str) -> None:
    question, expected = YES_NO[construct]
    answer = ask(kit, question)
    assert answer.outcome is Outcome.ANSWERED
    assert answer.table is not None
    assert answer.table.boolean is expected


def test_a_number_is_compared_in_the_unit_of_the_property(kit: Kit) -> None:
    answer = ask(kit, "Which animals weigh more than 3 tons?")
    assert answer.query is not None
    assert "> 3000" in answer.query.text


def test_the_measure_of_a_superlative_is_shown_but_is_no_row(kit: Kit) -> None:
    answer = ask(kit, "Which is the heaviest animal?")
    assert values(answer) == [("tembo",)]
    assert answer.display is not None
    assert [c.title for c in answer.display.columns] == ["Animal", "Weight"]
    assert "4,200.5 kg" in answer.text


@pytest.mark.parametrize(
    ("question", "title"),
    [("How many animals are there?", "Number of animals"), ("Wie viele Tiere gibt es?", "Anzahl der ")],
)
def test_a_column_of_counts_is_not_called_as_what_is_counted(kit: Kit, question: str, title: str) -> None:
    answer = ask(kit, question)
    assert answer.display is not None
    ((column,), ((cell,),)) = answer.display.columns, answer.display.rows
    assert column.title.startswith(title)
    assert column.kind == "number"
    assert cell.term is not None
    assert cell.term.value.isdecimal()


# ── the other outcomes ───────────────────────────────────────────────────────────────────────────


def test_nothing_found_names_the_condition_without_which_there_are_rows(kit: Kit) -> None:
    answer = ask(kit, "Which birds are native to Kenya?")
    assert answer.outcome is Outcome.NOTHING_FOUND
    assert "Without the condition “Kenya” there are three" in answer.text
    assert values(ask(kit, answer.suggestions[0].question)) != []


def test_another_reading_far_behind_is_not_answered_instead_of_nothing(kit: Kit) -> None:
    answer = ask(kit, "Which birds live in the Savannah?")
    assert answer.outcome is Outcome.NOTHING_FOUND
    assert values(answer) == []


def test_a_relation_turned_round_is_not_answered_instead_of_nothing(kit: Kit) -> None:
    answer = ask(kit, "Which keepers in the Bird Team have no supervisor?")
    assert answer.outcome is Outcome.NOTHING_FOUND


def test_quoted_text_that_no_thing_has_finds_nothing(kit: Kit) -> None:
    answer = ask(kit, 'Which enclosure has the sign "no such words"?')
    assert answer.outcome is Outcome.NOTHING_FOUND


@pytest.mark.parametrize(
    ("question", "missing"),
    [
        ("How many parking spaces does the Savannah have?", "parking spaces"),
        ("What is the salary of Ruth Adeyemi?", "salary"),
        ("Which animals are vegetarian?", "vegetarian"),
        ("How old is Lena Brandt?", "old"),
    ],
)
def test_what_the_graph_does_not_know_is_named_and_not_answered(
    kit: Kit, question: str, missing: str
) -> None:
    answer = ask(kit, question)
    assert answer.outcome is Outcome.NOT_IN_GRAPH
    assert f"“{missing}”" in answer.text
    assert answer.table is None


def test_words_without_any_sense_are_not_answered(kit: Kit) -> None:
    assert ask(kit, "asdf qwer zxcv").outcome in (Outcome.NOT_IN_GRAPH, Outcome.UNKNOWN)
    assert ask(kit, "?!").outcome is Outcome.UNKNOWN


def test_a_surname_that_two_people_have_is_asked_back_with_what_sets_them_apart(kit: Kit) -> None:
    answer = ask(kit, "When did Brandt join?")
    assert answer.outcome is Outcome.CLARIFY
    assert {(c.label, c.detail.split(",")[0]) for c in answer.choices} == {
        ("Jonas Brandt", "Mammal Team"),
        ("Lena Brandt", "Bird Team"),
    }


def test_a_pin_decides_what_a_name_means(kit: Kit) -> None:
    asked = ask(kit, "When did Brandt join?")
    dates = {c.label: values(ask(kit, c.question, pins=c.pins)) for c in asked.choices}
    assert dates == {"Jonas Brandt": [("2024-05-20",)], "Lena Brandt": [("2021-01-04",)]}
