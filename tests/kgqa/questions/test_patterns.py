"""The patterns of a graph are read with: what lies below a place counts with it, and a value is no detour."""

from __future__ import annotations

import pytest

from kgqa.pipeline import Kit
from kgqa.types import Answer
from tests.kgqa.zoo import ask, kit_of, values

PREFIXES = """
@prefix : <https://zoo.example/def/> .
@prefix z: <https://zoo.example/id/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
"""
PLACES = "\n".join(
    f'z:{name} a :Place ; rdfs:label "{name.title()}" . {f"z:{name} :locatedIn z:{above} ." if above else ""}'
    for name, above in (
        ("europe", ""),
        ("norway", "europe"),
        ("france", "europe"),
        ("oslo", "norway"),
        ("bergen", "norway"),
        ("lyon", "france"),
    )
)
SHOPS = "\n".join(
    f'z:s{n} a :Shop ; rdfs:label "Shop {n}" ; :place z:{place} .'
    for n, place in enumerate(("oslo", "oslo", "bergen", "norway", "lyon", "lyon", "oslo"), 1)
)
MAYORS = "\n".join(
    f'z:m{n} a :Mayor ; rdfs:label "Mayor {n}" ; :governs z:{place} .'
    for n, place in enumerate(("oslo", "bergen", "norway", "lyon", "france", "europe"), 1)
)


@pytest.fixture(scope="module")
def shops() -> Kit:
    return kit_of(PREFIXES + PLACES + SHOPS + MAYORS)


def text(answer: Answer) -> str:
    """The query of an answer."""
    return answer.query.text if answer.query else ""


def test_a_condition_on_a_place_holds_for_what_lies_in_it_and_the_answer_says_so(shops: Kit) -> None:
    found = ask(shops, "How many shops are in Norway?")
    assert values(found) == [("5",)]
    assert ":place/def:locatedIn* " in text(found)
    assert found.assumed == ("“Norway” includes what lies below it.",)


def test_so_it_does_of_one_of_several_and_of_none(shops: Kit) -> None:
    assert values(ask(shops, "How many shops are in Norway or France?")) == [("7",)]
    assert {row[0] for row in values(ask(shops, "Which shops are not in Norway?"))} == {"s5", "s6"}


def test_so_it_does_in_german(shops: Kit) -> None:
    assert ask(shops, "Wie viele Shops sind in Norway?").assumed == (
        "„Norway“ schließt ein, was darunter liegt.",
    )


def test_where_nothing_lies_below_nothing_is_said_of_it(shops: Kit) -> None:
    found = ask(shops, "How many shops are in Oslo?")
    assert values(found) == [("3",)]
    assert "*" not in text(found).replace("COUNT(*)", "")
    assert found.assumed == ()


def test_what_one_thing_alone_has_does_not_hold_of_what_is_above(shops: Kit) -> None:
    """Each place has its own mayor: that of Oslo does not govern Norway."""
    assert len(values(ask(shops, "Which mayor governs Norway?"))) == 1


def test_what_lies_directly_in_a_place_is_asked_by_the_hierarchy_itself(shops: Kit) -> None:
    assert values(ask(shops, "How many places are located in Europe?")) == [("2",)]


def test_who_reports_to_whom_includes_nobody() -> None:
    turtle = PLACES.replace("locatedIn", "reportsTo") + SHOPS
    assert values(ask(kit_of(PREFIXES + turtle), "How many shops are in Norway?")) == [("1",)]


def test_a_value_without_a_name_is_nearer_than_a_thing_that_has_one() -> None:
    turtle = "".join(
        f'z:p{n} a :Keeper ; rdfs:label "Keeper {n}" ; :employer z:e{n % 2} ; :home z:h{n} .\n'
        f'z:h{n} a :Home ; :street "Way {n}" ; :town "Home Town {n}" .\n'
        for n in range(1, 7)
    )
    turtle += "".join(
        f'z:e{n} a :Employer ; rdfs:label "Employer {n}" ; :town "Work Town {n}" .\n' for n in range(2)
    )
    assert values(ask(kit_of(PREFIXES + turtle), "What is the town of Keeper 3?")) == [("Home Town 3",)]
