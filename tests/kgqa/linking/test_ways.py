"""The ways that an admin chooses per class."""

from __future__ import annotations

import pytest

from kgqa.errors import BadSetting
from kgqa.linking.ways import Ways, fitted, read_ways
from kgqa.ontology import Class, Ontology

EX = "https://example.org/"
AGENT, PERSON, CLERK, USE = (EX + name for name in ("Agent", "Person", "Clerk", "LandUse"))
SCHEMA = Ontology(
    classes={
        AGENT: Class(iri=AGENT),
        PERSON: Class(iri=PERSON, parents=(AGENT,)),
        CLERK: Class(iri=CLERK, parents=(PERSON,)),
        USE: Class(iri=USE),
    },
    prefixes=(("ex", EX),),
)
CHOSEN = f"""
[default]
ways = ["direct", "fuzzy", "semantic"]
[classes."{USE}"]
ways = ["direct", "semantic"]
[classes."ex:Person"]
ways = ["custom:staff"]
[custom]
staff = "acme.linkers:staff"
"""


def test_without_a_choice_names_are_matched_directly_and_with_slips() -> None:
    ways = Ways()
    assert (ways.allows("direct", ()), ways.allows("fuzzy", (USE,)), ways.allows("semantic", ())) == (
        True,
        True,
        False,
    )
    assert read_ways("", "ways.toml") == ways


def test_a_class_has_its_own_ways_and_the_others_the_default() -> None:
    ways = read_ways(CHOSEN, "ways.toml")
    assert not ways.allows("fuzzy", (USE,))
    assert ways.allows("semantic", (USE,))
    assert ways.allows("fuzzy", (AGENT,))
    assert ways.linkers == ("staff",)


def test_a_custom_way_ends_the_search_for_its_class_and_for_the_kinds_of_it() -> None:
    ways, notices = fitted(read_ways(CHOSEN, "ways.toml"), SCHEMA)
    for classes in ((PERSON,), (CLERK,), (CLERK, AGENT)):
        assert ways.allows("custom:staff", classes)
        assert not ways.allows("direct", classes)
    assert ways.allows("direct", (AGENT,))
    assert not ways.allows("custom:staff", (AGENT,))
    assert set(ways.classes_of("staff")) == {PERSON, CLERK}
    assert notices == ()


def test_the_nearest_class_above_decides() -> None:
    chosen = Ways(by_class={AGENT: ("direct",), PERSON: ("semantic",)})
    assert fitted(chosen, SCHEMA)[0].by_class[CLERK] == ("semantic",)


def test_what_is_never_used_is_told() -> None:
    chosen = Ways(by_class={EX + "Persn": ("direct",)}, custom={"codes": "acme:codes"})
    assert fitted(chosen, SCHEMA)[1] == (
        f"The graph has no class {EX}Persn, so the ways chosen for it are never used.",
        "No ways ask for the custom linker codes, so it is never used.",
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[default\n", r"ways\.toml is no TOML: .*line 1"),
        ("[defaults]\nways=[]", r"“defaults” at the top is unknown. Did you mean “default”\?"),
        ("[zzz]\n", r"“zzz” at the top is unknown. Known are default, classes, custom\."),
        ("default = 1", r"default is no table"),
        ("[default]\nway = []", r"“way” in \[default\] is unknown. Did you mean “ways”\?"),
        ("[default]\nways = []", r"\[default\] names no ways. Write ways ="),
        ('[default]\nways = "direct"', r"\[default\] names no ways"),
        ('[default]\nways = ["fuzy"]', r"unknown way “fuzy”. Did you mean “fuzzy”\?"),
        ('[default]\nways = ["custom:"]', r"unknown way “custom:”"),
        ('[classes]\n"ex:A" = 1', r'\[classes."ex:A"\] is no table'),
        ('[classes.LandUse]\nways = ["direct"]', r'\[classes."LandUse"\] is no IRI'),
        ('[classes."ex:A"]\nways = ["semantik"]', r"Did you mean “semantic”\?"),
        (
            '[classes."ex:A"]\nways = ["custom:x", "fuzzy"]',
            r"ends the search, so “fuzzy” would never be tried",
        ),
        ('[custom]\nstaff = "acme"', r'\[custom\] staff is no callable. Write "package.module:name"'),
        ('[custom]\nstaff = "acme linkers:staff"', r"\[custom\] staff is no callable"),
        ("[custom]\nstaff = 3", r"\[custom\] staff is no callable"),
    ],
)
def test_what_is_wrong_is_told_with_its_place_and_the_remedy(text: str, message: str) -> None:
    with pytest.raises(BadSetting, match=message):
        read_ways(text, "ways.toml")
