"""How a graph names its things, and what entries come of that."""

from __future__ import annotations

import pytest

from kgqa.linking.codes import are_codes, is_alias, reads_as_code
from kgqa.linking.compose import LONGEST_SHOWN, Composer, has_spoken_iri, shown, value
from kgqa.linking.entry import Entry
from kgqa.linking.fact import BY_IRI, BY_LEXICON, Fact, Literal
from kgqa.linking.names import Naming, naming_of
from kgqa.ontology import RDFS, SKOS, Name, Ontology, Property, PropertyKind
from kgqa.types import TermKind

EX = "https://shop.example/"
LABEL, ALSO, CODE, SHORT = RDFS + "label", SKOS + "altLabel", EX + "partNumber", EX + "acronym"
GIVEN, FAMILY = EX + "givenName", EX + "familyName"


def composer(*, few: bool = False) -> Composer:
    return Composer(
        Naming((LABEL,), (ALSO,), ((GIVEN, FAMILY),)),
        codes=frozenset((CODE,)),
        aliases=frozenset((SHORT,)),
        few=few,
        classes=lambda of: tuple(sorted(of)),
    )


def thing(*facts: tuple[str, str], iri: str = EX + "id/1", few: bool = False) -> list[Entry]:
    return composer(few=few).thing(iri, [Fact(iri, prop, text, "", EX + "Part") for prop, text in facts])


def schema(prop: str, label: str = "") -> Ontology:
    names = (Name(label),) if label else ()
    return Ontology(properties={prop: Property(iri=prop, kind=PropertyKind.DATA, names=names)})


# ── names ────────────────────────────────────────────────────────────────────────────────────────


def test_the_preferred_name_is_the_label_and_other_names_stand_beside_it() -> None:
    label, other = thing((ALSO, "Pump 2"), (LABEL, "Feed pump"))
    assert (label.name, label.label, label.preferred) == ("Feed pump", "Feed pump", True)
    assert (other.name, other.label, other.preferred) == ("Pump 2", "Feed pump", False)
    assert label.classes == (EX + "Part",)


def test_given_and_family_name_are_one_name() -> None:
    assert [e.name for e in thing((FAMILY, "Haddad"), (GIVEN, "Omar"))] == ["Omar Haddad"]


def test_a_code_names_the_thing_that_has_it_and_says_that_it_is_a_code() -> None:
    label, code = thing((LABEL, "Feed pump"), (CODE, "VX-2041"))
    assert (code.name, code.label, code.identifier, code.preferred) == ("VX-2041", "Feed pump", True, False)
    assert not label.identifier


def test_a_thing_that_has_only_a_code_is_called_by_it() -> None:
    assert [(e.name, e.label) for e in thing((CODE, "VX-2041"))] == [("VX-2041", "VX-2041")]


def test_an_abbreviation_is_another_name_and_no_code() -> None:
    _, short = thing((LABEL, "Department of Research"), (SHORT, "R3"))
    assert (short.name, short.identifier, short.preferred) == ("R3", False, False)


def test_a_thing_without_a_name_is_called_by_the_words_of_its_iri() -> None:
    assert [e.name for e in thing((BY_IRI, ""), iri=EX + "wonderOrg")] == ["wonder org"]


def test_numbers_and_hashes_at_the_end_of_an_iri_are_no_names() -> None:
    assert thing((BY_IRI, ""), iri=EX + "1000") == []
    assert not has_spoken_iri(EX + "0f8fad5b-d9cb-469f-a165-70867728950e")
    assert has_spoken_iri(EX + "VX-2041")


def test_the_words_of_an_iri_stand_beside_the_label_while_things_are_few() -> None:
    facts = (LABEL, "Research"), (BY_IRI, "")
    assert [e.name for e in thing(*facts, iri=EX + "researchDep", few=True)] == ["Research", "research dep"]
    assert [e.name for e in thing(*facts, iri=EX + "researchDep")] == ["Research"]


def test_the_same_facts_in_another_order_are_the_same_entries() -> None:
    facts = [(LABEL, "Pump"), (LABEL, "Pumpe"), (ALSO, "P"), (CODE, "VX-1"), (CODE, "VX-2")]
    assert thing(*facts) == thing(*reversed(facts))


def test_names_from_elsewhere_take_the_classes_that_the_graph_has() -> None:
    iri = EX + "id/1"
    more = Entry(TermKind.ENTITY, iri, "the old pump", "Feed pump", preferred=False, source="ours.csv")
    facts = [Fact(iri, LABEL, "Feed pump", "", EX + "Part"), Fact(iri, BY_LEXICON)]
    *_, last = composer().thing(iri, facts, [more])
    assert (last.name, last.classes, last.source) == ("the old pump", (EX + "Part",), "ours.csv")


# ── bad input ────────────────────────────────────────────────────────────────────────────────────


def test_a_label_of_a_hundred_kilobytes_is_cut_at_a_word() -> None:
    (entry,) = thing((LABEL, "pump " * 20_000))
    assert len(entry.name) <= LONGEST_SHOWN
    assert entry.name.endswith("pump")
    assert entry.label == entry.name


def test_control_characters_are_blanks_in_names_and_stay_in_values() -> None:
    assert shown("Feed\x00pump\n\tno\x1b[31m 2") == "Feed pump no [31m 2"
    entry = value(Literal(CODE, "a\nb"))
    assert (entry.name, entry.value) == ("a b", "a\nb")


def test_a_thing_with_names_without_end_has_a_bounded_number_of_entries() -> None:
    assert len(thing(*((ALSO, f"name {n}") for n in range(5_000)))) == 500


# ── codes ────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("text", ["VX-2041", "B0001234", "ruth@zoo.example", "978-3-16-148410-0", "R2D2"])
def test_codes_are_known_by_their_shape(text: str) -> None:
    assert reads_as_code(text)


@pytest.mark.parametrize(
    "text", ["pump", "12.5", "2024-03-01", "08:15", "Feed pump 2", "https://a.example/1"]
)
def test_words_numbers_dates_and_addresses_of_pages_are_no_codes(text: str) -> None:
    assert not reads_as_code(text)


@pytest.mark.parametrize(
    ("label", "texts"),
    [
        ("staff number", ["1001", "1002", "1003"]),
        ("Teilenummer", ["A 1", "A 2"]),
        ("phone", ["+47 001 1000", "+47 001 1001"]),
        ("e-mail address", ["a@b.example", "c@d.example"]),
        ("unlabelled", ["VX-1", "VX-2", "VX-3", "VX-4"]),
    ],
)
def test_a_property_of_codes_is_known_by_its_name_or_its_values(label: str, texts: list[str]) -> None:
    assert are_codes(CODE + "x", schema(CODE + "x", label), texts)


@pytest.mark.parametrize(
    ("label", "texts"),
    [
        ("job title", ["Engineer", "Planner", "Buyer", "Analyst"]),
        ("house number", ["1", "1", "2", "2", "3", "3"]),
        ("size", ["12.5", "13.5", "14.5", "15.5"]),
        ("colour", ["blue", "green", "red", "white"]),
    ],
)
def test_words_measures_and_what_many_things_share_are_no_codes(label: str, texts: list[str]) -> None:
    prop = EX + "p"
    assert not are_codes(prop, schema(prop, label), texts)


def test_abbreviations_and_short_names_are_other_names() -> None:
    assert is_alias(SHORT, schema(SHORT))
    assert is_alias(EX + "p", schema(EX + "p", "Abkürzung"))
    assert not is_alias(CODE, schema(CODE))


def test_naming_properties_are_found_by_vocabulary_and_by_what_they_are_called() -> None:
    found = naming_of(
        Ontology(
            properties={
                p: Property(iri=p, kind=PropertyKind.DATA) for p in (LABEL, ALSO, EX + "name", GIVEN, FAMILY)
            }
        )
    )
    assert found.preferred == (LABEL, EX + "name")
    assert found.other == (ALSO,)
    assert found.parts == ((GIVEN, FAMILY),)
