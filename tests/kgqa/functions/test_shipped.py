"""The functions that Querist brings, asked for in words, on a real store."""

from __future__ import annotations

import pytest

from kgqa.pipeline import Kit
from kgqa.trace import as_json
from kgqa.types import Answer, Outcome, QueryEvidence, QueryLanguage
from tests.kgqa.company import Graph
from tests.kgqa.functions.harbour import ID, arguments, ask, asking, call_of, kit, rows


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Find me the crane nearest to North Shed, Tideport.", "en"),
        ("Which crane is closest to the North Shed?", "en"),
        ("nearest crane to shed North Shed", "en"),
        ("Welcher Kran liegt am nächsten zum Schuppen North Shed?", "de"),
        ("Nächster Kran zum North Shed", "de"),
    ],
)
def test_what_is_nearest_is_told_with_its_distance(known: Kit, text: str, language: str) -> None:
    answer = ask(asking(known), text, language)
    assert answer.outcome is Outcome.ANSWERED
    assert answer.strategy == "functions"
    assert rows(answer)[0][:2] == [ID + "anna", "65"]
    assert "Anna (65 m)" in answer.text


def test_the_nearest_is_the_answer_and_the_next_ones_are_shown(known: Kit) -> None:
    answer = ask(asking(known), "crane nearest to North Shed")
    assert len(rows(answer)) == 1
    assert answer.display is not None
    assert [row[0].label for row in answer.display.rows] == ["Anna", "Berta"]


def test_several_nearest_are_as_many_as_are_asked_for(known: Kit) -> None:
    assert len(rows(ask(asking(known), "Which two cranes are nearest to North Shed?"))) == 2


def test_a_broken_outline_is_said_and_left_out(known: Kit) -> None:
    answer = ask(asking(known), "shed nearest to Anna")
    assert rows(answer)[0][0] == ID + "north"
    assert "1 could not be placed" in answer.text


def test_a_thing_without_a_place_is_said_to_have_none(known: Kit) -> None:
    answer = ask(asking(known), "crane nearest to Cara")
    assert answer.outcome is Outcome.NOTHING_FOUND
    assert answer.text == "The graph does not say where Cara is."


def test_a_place_that_the_graph_does_not_bear_out_is_not_believed(known: Kit) -> None:
    """“Red Buoy” stands beside the shed as if it lay there, and the graph knows of no such thing."""
    assert ask(asking(known), "crane nearest to North Shed, Red Buoy").strategy != "functions"


def test_the_readings_of_a_thing_come_in_their_order_and_a_gap_is_told(known: Kit) -> None:
    answer = ask(asking(known), "Plot the water temperature of the Red Buoy.")
    found = rows(answer)
    assert len(found) == 15
    assert found == sorted(found)
    assert answer.text.startswith("Water temperature of Red Buoy: 10.3 at the last of 15 readings")
    assert "Between 11 November 2026, 06:00 and 20 November 2026, 06:00 readings are missing." in answer.text


def test_what_is_measured_now_is_the_last_reading(known: Kit) -> None:
    german = ask(asking(known), "Wie hoch ist die Wassertemperatur bei Red Buoy?", "de")
    assert german.strategy == "functions"
    assert "10,3 beim letzten von 15 Messwerten" in german.text


def test_of_a_thing_without_readings_it_says_so(known: Kit) -> None:
    answer = ask(asking(known), "time series of Anna")
    assert answer.outcome is Outcome.NOTHING_FOUND
    assert answer.text == "The graph has no readings of Anna over time."


def test_two_things_are_compared_with_their_differences_first(known: Kit) -> None:
    answer = ask(asking(known), "Compare Anna and Berta")
    told = [row[0] for row in rows(answer)]
    assert told.index("load (t)") < told.index("in port")
    assert told.index("load (t)") < told.index("year of building")
    assert "year of building" in answer.text.partition("What is the same")[2]
    assert answer.restatement == "Anna compared with Berta"


@pytest.mark.slow  # opens the sample company
def test_prices_dates_and_numbers_are_compared_as_people_write_them(company: Graph) -> None:
    english = compared(company.ask("Compare Gale 400 and Gale 300"))
    assert english["list price"] == ["636.49", "513.88"]
    assert english["launch date"] == ["28 April 2020", "25 February 2013"]
    assert english["has component"][0].startswith("aluminium tube, 1 m; reed switch, 5 A")
    german = compared(company.ask("Vergleiche Gale 400 und Gale 300"))
    assert german["Gewicht (kg)"] == ["1,41", "1,14"]


def compared(answer: Answer) -> dict[str, list[str]]:
    """What a comparison shows, by property."""
    table = answer.display.rows if answer.display else ()
    shown = [[cell.label or (cell.term.value if cell.term else "") for cell in row] for row in table]
    return {prop: sides for prop, *sides in shown}


def test_two_classes_are_compared_by_what_they_mean(known: Kit) -> None:
    answer = ask(asking(known), "What is the difference between cranes and sheds?")
    assert ["Meaning", "A machine that lifts.", "A roof over goods."] in rows(answer)
    assert ["Things", "3", "3"] in rows(answer)


def test_a_thing_is_described_and_may_be_told_by_its_number(known: Kit) -> None:
    answer = ask(asking(known), "all information about serial number K-7731")
    assert ["load (t)", "40"] in rows(answer)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("What does crane mean?", "Crane: A machine that lifts."),
        ("Define shed", "Shed: A roof over goods."),
        ("What is the definition of idle crane?", "Idle crane: cranes without a shed"),
    ],
)
def test_a_term_is_explained_by_the_ontology_or_by_the_company(known: Kit, text: str, told: str) -> None:
    assert ask(asking(known), text).text == told


def test_a_term_that_nobody_explains_is_said_to_be_unexplained(known: Kit) -> None:
    assert ask(asking(known), "Define buoy").outcome is Outcome.NOTHING_FOUND


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "language", "told"),
    [
        ("convert 5 miles to km", "en", "5 mi are 8.04672 km."),
        (
            "How much is 100 euros in dollars?",
            "en",
            "€100 are $120. 1 EUR = 1.2 USD, as of 19 November 2026",
        ),
        (
            "Rechne 100 Dollar in Euro um",
            "de",
            "100 $ sind 83,33 €. 1 EUR = 1,2 USD, Stand 19. November 2026",
        ),
    ],
)
def test_amounts_are_converted_and_a_rate_is_told_with_its_day(
    known: Kit, text: str, language: str, told: str
) -> None:
    assert ask(asking(known), text, language).text == told


def test_money_is_converted_by_way_of_a_third_currency(known: Kit) -> None:
    answer = ask(asking(known), "convert 12 dollars to pounds sterling")
    assert rows(answer) == [["8.00"]]
    assert answer.text.count("as of") == 2


def test_what_measures_something_else_is_not_converted(known: Kit) -> None:
    answer = ask(asking(known), "convert 5 miles to kg")
    assert answer.outcome is Outcome.NOTHING_FOUND
    assert "do not measure the same thing" in answer.text


def test_a_map_of_a_kind_has_all_that_can_be_placed(known: Kit) -> None:
    assert len(rows(ask(asking(known), "Map all cranes"))) == 2
    assert len(rows(ask(asking(known), "Show the outline of North Shed"))) == 1


@pytest.mark.parametrize(
    "text",
    [
        "How many cranes are there?",
        "Which cranes are not nearest to North Shed?",
        "Which crane has the highest load nearest to North Shed?",
        "What is the load of Anna?",
        "Compare the load of Anna and Berta",
        "When was the crane nearest to North Shed built?",
    ],
)
def test_a_question_with_a_word_too_many_is_left_to_others(known: Kit, text: str) -> None:
    assert ask(asking(known), text).strategy != "functions"


def test_the_record_keeps_the_call_its_arguments_and_its_queries(known: Kit) -> None:
    answer = ask(asking(known), "crane nearest to North Shed")
    kept = as_json(answer)
    assert kept["call"]["text"] == answer.query.text if answer.query else False
    assert kept["call"]["function"] == "nearest"
    assert kept["call"]["arguments"] == {"kind": "crane", "place": "North Shed"}
    assert kept["sparql"] is None
    assert kept["sha256"]
    assert len(kept["call"]["queries"]) == len([e for e in answer.evidence if isinstance(e, QueryEvidence)])
    assert kept["call"]["queries"]
    assert answer.query is not None
    assert answer.query.language is QueryLanguage.CALL
    assert answer.query.passed == ("known function", "open function", "arguments")
    assert arguments(answer) == {"kind": "crane", "place": "North Shed"}
    assert call_of(answer).result.startswith("Nearest to North Shed")


def test_what_is_closed_is_in_no_result() -> None:
    """The load of cranes is closed: it is neither compared nor described, and nothing fails for it."""
    core = asking(kit(closed=["load"]))
    for text in ("Compare Anna and Berta", "Compare Berta and Cara"):
        answer = ask(core, text)
        assert answer.outcome is Outcome.ANSWERED
        assert "in port" in str(rows(answer))
        assert "load" not in str(rows(answer))
        assert "40" not in str(rows(answer))
