"""A condition on a place or a part that leaves out what lies below it is told, with the path that has it."""

from __future__ import annotations

import pytest

from kgqa.types import Ground
from tests.kgqa.check.checking import Checking
from tests.kgqa.patterns.small import each, terms
from tests.kgqa.patterns.test_hierarchies import tree

TOWNS = ("oslo", "oslo", "bergen", "norway", "lyon", "lyon", "oslo")
SHOPS = "".join(f':s{n} a :Shop ; rdfs:label "Shop {n}" ; :place :{town} .\n' for n, town in enumerate(TOWNS))
MAYORS = "".join(
    f':m{n} a :Mayor ; rdfs:label "Mayor {n}" ; :governs :{place} .\n'
    for n, place in enumerate(("oslo", "bergen", "norway", "lyon", "france", "europe"))
)
HOSPITAL = """
:a a :Hospital ; rdfs:label "A" . :b a :Hospital ; rdfs:label "B" .
""" + each(
    4,
    lambda n: (
        f':d{n} a :Department ; rdfs:label "D {n}" ; :partOf :{"ab"[n % 2]} .\n'
        f':r{n} a :Room ; rdfs:label "R {n}" ; :partOf :d{n} .\n'
        f':q{n} a :Room ; rdfs:label "Q {n}" ; :partOf :d{n} .\n'
        f":x{n} a :Bed ; :stands :r{n} . :y{n} a :Bed ; :stands :r{n} ."
    ),
)


@pytest.fixture(scope="module")
def shops() -> Checking:
    return Checking(terms(tree("locatedIn") + SHOPS + MAYORS))


@pytest.fixture(scope="module")
def hospital() -> Checking:
    return Checking(terms(HOSPITAL))


def test_a_plain_step_to_a_place_with_places_in_it_is_told_with_the_longer_path(shops: Checking) -> None:
    (issue,) = shops.issues("SELECT ?s { ?s :place :norway }")
    assert (issue.rule, issue.ground) == ("hierarchy", Ground.DOUBTFUL)
    assert issue.message == ("“place” is asked of “norway” alone, not of what lies below it by “located in”.")
    assert "<https://works.example/place>/(<https://works.example/locatedIn>*)" in issue.hint


@pytest.mark.parametrize(
    "query",
    [
        "SELECT ?s { VALUES ?p { :norway :oslo } ?s :place ?p }",
        "SELECT ?s { ?s :place ?p FILTER(?p = :norway) }",
        "SELECT ?s { ?s a :Shop FILTER NOT EXISTS { ?s :place :norway } }",
        "SELECT (COUNT(?s) AS ?n) { :norway ^:place ?s }",
    ],
)
def test_so_it_is_however_the_place_is_written(shops: Checking, query: str) -> None:
    assert [i.rule for i in shops.issues(query)] == ["hierarchy"]


@pytest.mark.parametrize(
    "query",
    [
        "SELECT ?s { ?s :place :oslo }",  # nothing lies below it
        "SELECT ?s { ?s :place/:locatedIn* :norway }",
        "SELECT ?s { ?s :place ?p . ?p :locatedIn* :norway }",
        "SELECT ?s { { ?s :place :norway } UNION { ?s :place/:locatedIn+ :norway } }",
        "SELECT ?m { ?m :governs :norway }",  # each place has its own
        "SELECT ?p { ?p :locatedIn :europe }",  # what the data says of it
        "SELECT ?s ?p { ?s :place ?p }",
    ],
)
def test_what_is_asked_of_the_right_things_is_not_told(shops: Checking, query: str) -> None:
    assert not shops.issues(query)


def test_who_reports_to_whom_includes_nobody() -> None:
    graph = Checking(terms(tree("reportsTo") + SHOPS))
    assert not graph.issues("SELECT ?s { ?s :place :norway }")


def test_one_step_from_what_lies_deeper_is_told_with_any_number_of_steps(hospital: Checking) -> None:
    (issue,) = hospital.issues("SELECT ?r { ?r a :Room ; :partOf :a }")
    assert issue.message == "Only one step of “part of” is taken from a room to “a”; more may lie between."
    assert "<https://works.example/partOf>+" in issue.hint
    (issue,) = hospital.issues("SELECT ?x { ?x :stands ?r . ?r :partOf :a }")
    assert issue.rule == "hierarchy"


@pytest.mark.parametrize(
    "query",
    [
        "SELECT ?r { ?r a :Room ; :partOf+ :a }",
        "SELECT ?r { ?r a :Room ; :partOf/:partOf :a }",
        "SELECT ?d { ?d a :Department ; :partOf :a }",
        "SELECT ?r { ?r a :Room ; :partOf :d1 }",  # nothing can lie between a room and a department
        "SELECT ?x { ?x :stands :r1 }",
    ],
)
def test_one_step_is_right_where_nothing_can_lie_between(hospital: Checking, query: str) -> None:
    assert not hospital.issues(query)
