"""A query that goes past what joins two things is led through it, where there is one way."""

from __future__ import annotations

import pytest

from kgqa.types import Ground
from tests.kgqa.check.checking import Checking
from tests.kgqa.patterns.small import each, terms

PEOPLE = each(6, lambda n: f':p{n} a :Person ; rdfs:label "Person {n}" ; :age {n} .') + each(
    3, lambda n: f':c{n} a :Club ; rdfs:label "Club {n}" ; :town "T{n}" .'
)
MEMBERSHIPS = each(
    6,
    lambda n: (
        f":m{n} a :Membership ; :member :p{n} ; :club :c{1 + n % 3} ; :since '2024-05-0{n}'^^xsd:date ."
    ),
)
HELD = each(6, lambda n: f":p{n} :holds :m{n} . :m{n} a :Membership ; :club :c{1 + n % 3} .")
DECLARED = """
:Person a owl:Class . :Club a owl:Class . :Membership a owl:Class .
:member a owl:ObjectProperty ; rdfs:domain :Membership ; rdfs:range :Person .
:club a owl:ObjectProperty ; rdfs:domain :Membership ; rdfs:range :Club .
"""


@pytest.fixture(scope="module")
def graph() -> Checking:
    """It declares nothing: what is said of it, the data says."""
    return Checking(terms(PEOPLE + MEMBERSHIPS))


@pytest.mark.parametrize(
    ("query", "pattern"),
    [
        ("SELECT ?c { ?p a :Person ; :club ?c }", "(^:member)/:club ?c"),
        ("SELECT ?c { :p1 :club ?c }", ":p1 (^:member)/:club ?c"),
        ("SELECT ?c { ?p :age ?a ; :club ?c }", "(^:member)/:club ?c"),
        ("SELECT ?d { ?p a :Person ; :since ?d }", "(^:member)/:since ?d"),
        ("SELECT ?p { ?c a :Club ; :member ?p }", "(^:club)/:member ?p"),
        ("SELECT ?c { ?p a :Person ; :member ?m . ?m :club ?c }", "?m :member ?p"),
    ],
)
def test_a_role_that_is_asked_of_what_is_joined_goes_through_what_joins(
    graph: Checking, query: str, pattern: str
) -> None:
    assert {(i.rule, i.ground) for i in graph.issues(query)} == {("relation", Ground.UNLIKELY)}
    assert pattern in graph.mended(query).replace("example:", ":")


def test_the_issue_says_what_has_it_and_which_way_leads_there(graph: Checking) -> None:
    (issue,) = graph.issues("SELECT ?c { ?p a :Person ; :club ?c }")
    assert issue.message == "“club” is asked of a person, but it is a membership that has it."
    assert "(^<https://works.example/member>)/<https://works.example/club>" in issue.hint


def test_what_leads_to_it_from_one_side_leads_on_to_the_other() -> None:
    graph = Checking(terms(PEOPLE + HELD))
    (issue,) = graph.issues("SELECT ?c { ?p a :Person ; :holds ?c . ?c a :Club }")
    assert issue.message == "“holds” is to lead to a club, but it leads to a membership."
    for query in (
        "SELECT ?c { ?p a :Person ; :holds ?c . ?c a :Club }",
        "SELECT ?c { ?p a :Person ; :club ?c }",
    ):
        assert ":holds/:club ?c" in graph.mended(query).replace("example:", ":")


def test_a_property_that_nothing_has_is_taken_for_the_way_where_it_is_called_like_it(graph: Checking) -> None:
    assert "(^:member)/:club ?c" in graph.mended(
        "SELECT ?c { ?p a :Person ; :memberOf ?c . ?c a :Club }"
    ).replace("example:", ":")
    repair = graph.repair("SELECT ?c { ?p a :Person ; :founderOf ?c . ?c a :Club }")
    assert not repair.fixes
    assert repair.options == ("“founder of” leads through a membership, which joins the two.",)


def test_of_two_ways_none_is_taken(graph: Checking) -> None:
    two = Checking(terms(PEOPLE + MEMBERSHIPS.replace(" ; :club", " ; :sponsor :p1 ; :club")))
    (issue,) = two.issues("SELECT ?c { ?p a :Person ; :club ?c }")
    assert issue.ground is Ground.UNSEEN
    assert "sponsor" in issue.hint
    assert "member" in issue.hint


def test_no_step_leads_there_and_straight_back() -> None:
    """The clubs of a member are not those of all who share a membership."""
    graph = Checking(terms(DECLARED + PEOPLE + MEMBERSHIPS))
    mended = graph.mended("SELECT ?c { ?p a :Person ; :member ?c . ?c a :Club }")
    assert "(^:member)/:club ?c" in mended.replace("example:", ":")


@pytest.mark.parametrize(
    "query",
    [
        "SELECT ?c { ?m :member :p1 ; :club ?c }",
        "SELECT ?c { ?p a :Person ; ^:member/:club ?c }",
        "SELECT ?p { ?m a :Membership ; :member ?p ; :since ?d }",
        "SELECT ?p { ?p a :Person OPTIONAL { ?m :member ?p } }",
        "SELECT ?x { ?x :club :c1 }",
    ],
)
def test_what_goes_through_it_passes(graph: Checking, query: str) -> None:
    assert not graph.issues(query)
