"""A no is given where it is one, and not where the question takes for granted what is not so."""

from __future__ import annotations

import pytest

from kgqa.pipeline import Kit
from kgqa.types import Outcome
from tests.kgqa.zoo import ask, asking, kit_of, zoo

HOUSES = """
@prefix : <https://homes.example/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Job a owl:Class ; rdfs:label "job" . :Firm a owl:Class ; rdfs:label "firm" .
:at a owl:ObjectProperty ; rdfs:label "job at" ; rdfs:domain :Job .
:recall a owl:DatatypeProperty ; rdfs:label "is recall" ; rdfs:range xsd:boolean ; rdfs:domain :Job .
:clear a :Firm ; rdfs:label "ClearRun" . :swift a :Firm ; rdfs:label "Swift" .
:mill a :Firm ; rdfs:label "Mill" .
:j1 a :Job ; rdfs:label "J1" ; :at :swift ; :recall true .
:j2 a :Job ; rdfs:label "J2" ; :at :mill ; :recall false .
:j3 a :Job ; rdfs:label "J3" ; :at :mill ; :recall false .
"""


@pytest.fixture(scope="module")
def kit() -> Kit:
    return asking(zoo(), "parse")


@pytest.fixture(scope="module")
def houses() -> Kit:
    return kit_of(HOUSES)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("Does Ruth Adeyemi look after animals that weigh more than 5000 kg?", "No"),
        ("Does Ruth Adeyemi look after animals that weigh more than 40 kg?", "Yes"),
        ("Is Tembo cared for by Omar Haddad?", "No"),
        ("Are there birds in the Savannah?", "No"),
        ("Does Jonas Brandt look after any mammals?", "No"),
    ],
)
def test_what_is_so_and_what_is_not_is_told(kit: Kit, text: str, says: str) -> None:
    answer = ask(kit, text)
    assert answer.outcome is Outcome.ANSWERED
    assert answer.text.startswith(says)


def test_what_is_said_of_jobs_is_no_no_where_there_are_none(houses: Kit) -> None:
    assert ask(houses, "Are any of Swift's jobs recalls?").text.startswith("Yes")
    assert ask(houses, "Are any of Mill's jobs recalls?").text.startswith("No")
    assert ask(houses, "Are any of ClearRun's jobs recalls?").outcome is Outcome.UNKNOWN


@pytest.mark.parametrize(
    "text",
    [
        "Does any animal of Jonas Brandt weigh more than 40 kg?",
        "Which animals of Jonas Brandt weigh more than 40 kg?",
    ],
)
def test_who_has_none_is_not_taken_for_who_supervises_them(kit: Kit, text: str) -> None:
    answer = ask(kit, text)
    assert answer.outcome is not Outcome.ANSWERED
    assert "supervisor" not in answer.text
