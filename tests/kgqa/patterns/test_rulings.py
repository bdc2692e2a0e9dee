"""An admin's file goes before what was recognised; what it misspells is named with the remedy."""

from __future__ import annotations

import tomllib

import pytest

from kgqa.check import Closed
from kgqa.errors import BadSetting
from kgqa.ontology import PatternKind, Ruling
from kgqa.patterns.rulings import rulings_of
from tests.kgqa.patterns.small import NS, each, pattern, roles, terms

TEAMS = each(6, lambda n: f':t{n} a :Team ; rdfs:label "Team {n}" .') + each(
    6, lambda n: f':d{n} a :Deal ; :dealNumber "D-{n}" ; :won :t{n} ; :lost :t{1 + n % 6} ; :head "H {n}" .'
)
TREE = ":t1 :above :t2 , :t3 . :t2 :above :t4 , :t5 . :t3 :above :t6 ."


def ruled(toml: str, turtle: str = TEAMS) -> tuple[Ruling, ...]:
    return rulings_of(tomllib.loads(toml), terms(turtle).ontology, "profile.toml")


def test_an_admin_says_what_a_class_is_and_its_shape_gives_the_roles_that_are_left_out() -> None:
    assert pattern(TEAMS, "Deal") is None
    found = pattern(TEAMS, "Deal", ruled(f'[classes."{NS}Deal"]\nis = "relation"'))
    assert found is not None
    assert (found.kind, found.why) == ("relation", "an admin says so")
    assert roles(found) == {"joins": {"won", "lost"}}


def test_roles_that_an_admin_gives_are_taken_as_they_are() -> None:
    said = ruled(f'[classes."{NS}Deal"]\nis = "relation"\njoins = ["{NS}won"]')
    assert roles(pattern(TEAMS, "Deal", said)) == {"joins": {"won"}}


def test_an_admin_says_that_something_is_no_pattern() -> None:
    assert pattern(TEAMS + TREE, "above") is not None
    said = ruled(f'[properties."{NS}above"]\nis = "none"', TEAMS + TREE)
    assert pattern(TEAMS + TREE, "above", said) is None


def test_an_admin_says_which_way_a_hierarchy_leads_and_that_it_includes() -> None:
    toml = f'[properties."{NS}above"]\nis = "hierarchy"\nleads = "down"\ninclusive = true'
    found = pattern(TEAMS + TREE, "above", ruled(toml, TEAMS + TREE))
    assert roles(found) == {"down": {"above"}}
    assert found is not None
    assert found.inclusive


def test_an_admin_says_where_names_stand() -> None:
    said = ruled(f'[properties."{NS}head"]\nis = "name"')
    found = terms(TEAMS, said)
    assert found.naming.preferred[0] == f"{NS}head"
    assert any(p.of == f"{NS}head" and p.kind is PatternKind.NAME for p in found.ontology.patterns)
    assert found.indexed is not None
    assert {e.label for e in found.indexed.names.of_class(f"{NS}Deal", 9)} == {f"H {n}" for n in range(1, 7)}


def test_what_is_closed_is_in_no_pattern() -> None:
    turtle = TEAMS.replace(":dealNumber", ":size").replace('"D-', '"')
    whole = terms(turtle, ruled(f'[classes."{NS}Deal"]\nis = "relation"'))
    seen = whole.without(Closed(properties=frozenset((f"{NS}won",)))).ontology
    assert whole.ontology.pattern(f"{NS}Deal", PatternKind.RELATION)
    assert seen.pattern(f"{NS}Deal", PatternKind.RELATION) is None


def test_a_name_that_is_closed_names_nothing() -> None:
    toml = f'[classes."{NS}Deal"]\nis = "name in parts"\ngiven = "{NS}head"\nfamily = "{NS}dealNumber"'
    whole = terms(TEAMS, ruled(toml))
    assert whole.naming.parts == ((f"{NS}head", f"{NS}dealNumber"),)
    assert whole.without(Closed(properties=frozenset((f"{NS}head",)))).naming.parts == ()


@pytest.mark.parametrize(
    ("toml", "told"),
    [
        ('[clases.":Deal"]\nis = "none"', "“clases” is unknown. Did you mean “classes”?"),
        (f'[classes."{NS}Deel"]\nis = "none"', f"the graph has no class {NS}Deel. Did you mean {NS}Deal?"),
        (f'[properties."{NS}wonn"]\nis = "none"', f"the graph has no property {NS}wonn"),
        (f'[classes."{NS}Deal"]\nis = "relatoin"', "is no pattern of a class. Did you mean “relation”?"),
        (f'[classes."{NS}Deal"]\nis = "hierarchy"', "is no pattern of a class"),
        (f'[classes."{NS}Deal"]\njoins = []', "does not say what it is"),
        (f'[classes."{NS}Deal"]\nis = ["relation"]', "is no pattern of a class"),
        (f'[classes."{NS}Deal"]\nis = "relation"\njoin = []', "“join” is unknown. Did you mean “joins”?"),
        (f'[classes."{NS}Deal"]\nis = "relation"\njoins = ["{NS}wen"]', f"no property {NS}wen"),
        (f'[classes."{NS}Deal"]\nis = "relation"\njoins = 3', "joins is no property"),
        (f'[classes."{NS}Deal"]\nis = "name in parts"\ngiven = "{NS}head"', "has given = and family ="),
        (f'[properties."{NS}won"]\nis = "hierarchy"\nleads = "left"', "is no direction"),
        (f'[properties."{NS}won"]\nis = "hierarchy"\ninclusive = "yes"', "neither true nor false"),
        (f'classes."{NS}Deal" = "none"', "is no table"),
    ],
)
def test_what_is_misspelt_is_named_with_the_remedy(toml: str, told: str) -> None:
    with pytest.raises(BadSetting, match=r"^In profile\.toml") as caught:
        ruled(toml)
    assert told in str(caught.value)
