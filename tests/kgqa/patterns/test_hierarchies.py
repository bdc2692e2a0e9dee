"""A property is a hierarchy where it leads on and on, many to one; what that says of what lies below."""

from __future__ import annotations

from kgqa.chains import chain_of
from tests.kgqa.patterns.small import each, kind, pattern, roles

PLACES = (
    ("oslo", "norway"),
    ("bergen", "norway"),
    ("norway", "europe"),
    ("lyon", "france"),
    ("nice", "france"),
    ("france", "europe"),
)


def tree(prop: str, cls: str = "Place", *, down: bool = False) -> str:
    """The same tree of six steps by any property."""
    names = dict.fromkeys(name for pair in PLACES for name in pair)
    steps = (f":{b} :{prop} :{a} ." if down else f":{a} :{prop} :{b} ." for a, b in PLACES)
    return "\n".join([*(f':{n} a :{cls} ; rdfs:label "{n.title()}" .' for n in names), *steps])


def test_many_to_one_through_several_levels_is_a_hierarchy_and_its_name_says_that_it_includes() -> None:
    found = pattern(tree("locatedIn"), "locatedIn")
    assert found is not None
    assert found.kind == "hierarchy"
    assert found.inclusive
    assert roles(found) == {"up": {"locatedIn"}}
    assert "each of 6 things leads to one above it, of 3, through 2 levels" in found.why


def test_the_way_down_is_told_from_the_way_up() -> None:
    assert roles(pattern(tree("hasPart", down=True), "hasPart")) == {"down": {"hasPart"}}


def test_both_ways_are_known_where_the_one_is_the_inverse_of_the_other() -> None:
    turtle = tree("partOf") + tree("hasPart", down=True) + ":partOf owl:inverseOf :hasPart ."
    assert roles(pattern(turtle, "partOf")) == {"up": {"partOf"}, "down": {"hasPart"}}
    assert roles(pattern(turtle, "hasPart")) == {"up": {"partOf"}, "down": {"hasPart"}}


def test_who_reports_to_whom_is_a_hierarchy_in_which_nothing_is_included() -> None:
    found = pattern(tree("reportsTo", "Clerk"), "reportsTo")
    assert found is not None
    assert not found.inclusive
    assert "its name says nothing of parts or places" in found.why


def test_people_are_no_parts_of_each_other_whatever_the_property_is_called() -> None:
    names = "".join(f':{n} :givenName "A" ; :familyName "{n}" .\n' for n, _ in PLACES)
    found = pattern(tree("partOf", "Clerk") + names, "partOf")
    assert found is not None
    assert not found.inclusive
    assert "it is of people" in found.why


def test_one_level_is_no_hierarchy() -> None:
    turtle = each(6, lambda n: f":s{n} a :Site ; :near :t{n % 2} . :t{n % 2} a :Site .")
    assert kind(turtle, "near") == ""


def test_what_leads_back_to_where_it_began_is_none() -> None:
    assert kind(tree("locatedIn") + ":europe :locatedIn :oslo .", "locatedIn") == ""


def test_what_only_follows_each_other_is_none() -> None:
    assert kind(each(6, lambda n: f":v{n} a :Version ; :next :v{n + 1} ."), "next") == ""


def test_several_above_one_are_none_unless_a_vocabulary_says_so() -> None:
    more = ":oslo :X :france , :europe . :lyon :X :norway . :nice :X :europe ."
    assert kind(tree("X") + more, "X") == ""
    broader = (tree("X") + more).replace(":X", "skos:broader")
    found = pattern(broader, "http://www.w3.org/2004/02/skos/core#broader")
    assert found is not None
    assert found.inclusive
    assert found.why == "its vocabulary says so"


def test_two_kinds_of_steps_of_one_name_make_no_hierarchy() -> None:
    """Beers are brewed by breweries, and one brewery is, by a slip, brewed by another."""
    turtle = each(60, lambda n: f":b{n} a :Beer ; :brewedBy :w{n % 10} . :w{n % 10} a :Brewery .")
    assert kind(turtle + ":w1 a :Beer ; :brewedBy :w2 .", "brewedBy") == ""


def test_a_chain_tells_its_levels_and_whether_it_leads_back() -> None:
    found = chain_of("p", [("a", "b"), ("b", "c"), ("d", "b"), ("a", "b")])
    assert (found.steps, found.starts, found.ends, found.on, found.levels) == (3, 3, 2, 1, 2)
    assert (found.cyclic, found.fewer) == (False, ("b", "c"))
    assert chain_of("p", [("a", "b"), ("b", "a")]).cyclic
    long = chain_of("p", [(str(n), str(n + 1)) for n in range(5_000)])
    assert (long.levels, long.fewer) == (5_000, ())


def test_parts_that_people_belong_to_include_nothing_by_themselves() -> None:
    """Whether who works in a team of Sales works in Sales is for an admin to say."""
    found = pattern(tree("partOf", "Unit"), "partOf")
    assert found is not None
    assert found.inclusive
    people = each(4, lambda n: f':p{n} a :Clerk ; :givenName "A" ; :familyName "B {n}" ; :worksIn :oslo .')
    found = pattern(tree("partOf", "Unit") + people, "partOf")
    assert found is not None
    assert not found.inclusive
    assert "people belong to them" in found.why


def test_places_that_people_live_in_include_what_lies_in_them() -> None:
    people = each(4, lambda n: f':p{n} a :Clerk ; :givenName "A" ; :familyName "B {n}" ; :livesIn :oslo .')
    found = pattern(tree("locatedIn") + people, "locatedIn")
    assert found is not None
    assert found.inclusive
