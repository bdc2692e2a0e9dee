"""Names in a question: each phrase with all that it may mean, found as people write it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kgqa.language import language
from kgqa.linking.entry import Entry
from kgqa.linking.few import FewNames
from kgqa.linking.index import TermIndex
from kgqa.linking.link import link
from kgqa.linking.names import naming_of, without_verb
from kgqa.linking.tokens import key, tokenise
from kgqa.pipeline import Kit
from kgqa.types import Link, LinkedQuestion, Match, Outcome, Pin, Question, TermKind, Turn
from tests.kgqa.zoo import ASKED_AT, DEF, ID, kit_of


def linked(
    kit: Kit, text: str, *pins: Pin, lang: str = "en", history: tuple[Turn, ...] = ()
) -> LinkedQuestion:
    question = Question(text=text, asked_at=ASKED_AT, pins=pins, history=history)
    return link(question, kit.index, language(lang))


def phrase(found: LinkedQuestion, text: str) -> Link:
    return next(n for n in found.links if n.text == text)


def best(kit: Kit, text: str, words: str, lang: str = "en") -> Match:
    return phrase(linked(kit, text, lang=lang), words).matches[0]


@pytest.mark.parametrize(
    ("text", "words", "iri", "how"),
    [
        ("Where does Tembo live?", "Tembo", ID + "tembo", "exact"),
        ("where does tembo live?", "tembo", ID + "tembo", "exact"),
        ("Which animals are there?", "animals", DEF + "Animal", "inflected"),
        ("What is the weight of Pip?", "weight", DEF + "weight", "exact"),
        ("Who is in the Ice House?", "Ice House", ID + "icehouse", "exact"),
        ("Who is in the Ice-House?", "Ice-House", ID + "icehouse", "exact"),
        ("Who lives in the Savanah?", "Savanah", ID + "savannah", "fuzzy"),
        ("When did Adeyemi join?", "Adeyemi", ID + "ruth", "partial"),
        ("When did Ruth Adeyemi join?", "Ruth Adeyemi", ID + "ruth", "exact"),
        ("When did Ruht Adyemi join?", "Ruht Adyemi", ID + "ruth", "fuzzy"),
        ("When did Mrs. Adeyemi join?", "Adeyemi", ID + "ruth", "partial"),
        ("When did Adeymi join?", "Adeymi", ID + "ruth", "fuzzy"),
        ("Who lives in the house of ice, the IH?", "IH", ID + "icehouse", "abbreviation"),
        ("Who lives in the Nihgt Huose?", "Nihgt Huose", ID + "nighthouse", "fuzzy"),
    ],
)
def test_a_phrase_finds_what_it_names(kit: Kit, text: str, words: str, iri: str, how: str) -> None:
    match = best(kit, text, words)
    assert match.iri == iri
    assert match.how == how


def test_a_country_is_no_part_of_a_name() -> None:
    names = [Entry(TermKind.ENTITY, ID + "n", "Norway Trading Company", "Norway Trading Company")]
    index = TermIndex((), FewNames(names))
    question = Question(text="Who lives in Norway?", asked_at=ASKED_AT)
    assert link(question, index, language("en")).unlinked == ("lives", "Norway")
    question = replace(question, text="Where is Norway Trading?")
    assert link(question, index, language("en")).links[0].matches[0].iri == ID + "n"


def test_a_name_is_found_with_its_words_in_another_order() -> None:
    names = (
        Entry(TermKind.ENTITY, ID + "hall-kisumu", "Hall Kisumu", "Hall Kisumu"),
        Entry(TermKind.ENTITY, ID + "kisumu", "Kisumu", "Kisumu"),
        Entry(TermKind.ENTITY, ID + "hall-kisumu-east", "Hall Kisumu East", "Hall Kisumu East"),
    )
    question = Question(text="Who looks after the Kisumu hall?", asked_at=ASKED_AT)
    found = link(question, TermIndex((), FewNames(names)), language("en"))
    assert [m.iri for m in phrase(found, "Kisumu hall").matches] == [ID + "hall-kisumu"]


def test_a_noun_of_several_classes_is_the_one_above_the_others() -> None:
    classes = """@prefix : <https://sea.example/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
        @prefix owl: <http://www.w3.org/2002/07/owl#> .
        :ClientShip a owl:Class ; rdfs:label "client ship" .
        :ContainerShip a owl:Class ; rdfs:label "container ship" SUBCLASS .
        :a a :ContainerShip ; rdfs:label "Anna" . :b a :ClientShip ; rdfs:label "Berta" ."""
    below = kit_of(classes.replace("SUBCLASS", "; rdfs:subClassOf :ClientShip"))
    beside = kit_of(classes.replace("SUBCLASS", ""))
    question = Question(text="How many ships are there?", asked_at=ASKED_AT)
    lang = language("en")
    one = phrase(link(question, below.index, lang, below.ontology), "ships").matches
    several = phrase(link(question, beside.index, lang, beside.ontology), "ships").matches
    assert [m.iri for m in one if m.score > 0.8] == ["https://sea.example/ClientShip"]
    assert not [m for m in several if m.score > 0.8]


def test_initials_in_small_letters_are_those_of_properties_and_classes_and_no_unit() -> None:
    tonnage = Entry(TermKind.PROPERTY, DEF + "gt", "gross tonnage", "gross tonnage")
    growth = Entry(TermKind.PROPERTY, DEF + "kg", "kidney growth", "kidney growth")
    tower = Entry(TermKind.ENTITY, ID + "tower", "Green Tower", "Green Tower")
    index = TermIndex([tonnage, growth], FewNames([tower]))
    asked = Question(text="Which ships have more than 5 kg or 20 gt?", asked_at=ASKED_AT)
    assert [(n.text, n.matches[0].iri) for n in link(asked, index, language("en")).links] == [
        ("gt", DEF + "gt")
    ]


def test_to_be_in_charge_is_to_lead_and_to_charge_is_not() -> None:
    entries = [Entry(TermKind.PROPERTY, DEF + "lead", "lead master", "lead master")]
    entries.append(Entry(TermKind.PROPERTY, DEF + "head", "headed by", "headed by"))
    index = TermIndex(entries, FewNames(()))
    for text, meant in (("Who is in charge of it?", True), ("What did we charge for it?", False)):
        found = link(Question(text=text, asked_at=ASKED_AT), index, language("en"))
        assert any(n.text == "charge" for n in found.links) is meant


def test_the_longest_name_goes_first_though_it_has_a_slip() -> None:
    names = ("Viza Singapore data centre", "Singapore data centre east", "New Tech Park")
    index = TermIndex((), FewNames(Entry(TermKind.ENTITY, ID + n, n, n) for n in names))
    for text, meant in (("How tall is Viaa Singapore data centre?", 0), ("Show New Tech Pak.", 2)):
        links = link(Question(text=text, asked_at=ASKED_AT), index, language("en")).links
        assert [n.matches[0].label for n in links] == [names[meant]]


@pytest.mark.parametrize("code", ["Pip-2041", "EN-ISO-9001", "pip@zoo.example", "https://zoo.example/pip"])
def test_a_code_that_is_not_known_means_nothing_by_its_pieces(kit: Kit, code: str) -> None:
    found = linked(kit, f"What is the weight of {code}?")
    assert [n.text for n in found.links] == ["weight"]
    assert found.unlinked == (code,)


def test_a_word_of_four_letters_bears_no_slip_but_letters_swapped(kit: Kit) -> None:
    assert "Moos" in linked(kit, "What is the weight of Moos?").unlinked
    assert best(kit, "When was Tmebo born?", "Tmebo").iri == ID + "tembo"


def test_a_german_word_finds_the_class_by_its_german_label(kit: Kit) -> None:
    assert best(kit, "Welche Tiere leben hier?", "Tiere", "de").iri == DEF + "Animal"


def test_a_link_stands_where_its_phrase_stands(kit: Kit) -> None:
    text = "Does “Pip” live in the Ice House?"
    for found in linked(kit, text).links:
        assert text[found.start : found.end] == found.text


def test_a_surname_of_two_people_means_both_equally(kit: Kit) -> None:
    people = [
        m for m in phrase(linked(kit, "When did Brandt join?"), "Brandt").matches if m.kind is TermKind.ENTITY
    ]
    assert {m.iri for m in people} == {ID + "lena", ID + "jonas"}
    assert len({m.score for m in people}) == 1


def test_a_pinned_name_means_nothing_else(kit: Kit) -> None:
    found = linked(kit, "When did Brandt join?", Pin(mention="Brandt", term=ID + "lena"))
    matches = [m for n in found.links if n.text == "Brandt" for m in n.matches]
    assert [(m.iri, m.how, m.classes) for m in matches] == [(ID + "lena", "pinned", (DEF + "Keeper",))]


def test_words_that_name_nothing_are_told(kit: Kit) -> None:
    assert linked(kit, "Which animals have a passport?").unlinked == ("passport",)


def test_small_words_name_nothing(kit: Kit) -> None:
    found = linked(kit, "Which of these are in the and by")
    assert found.links == ()
    assert found.unlinked == ()


def test_a_pronoun_means_what_was_answered_before_what_was_asked_about(kit: Kit) -> None:
    turn = Turn(
        question="Who looks after Tembo?",
        outcome=Outcome.ANSWERED,
        text="Ruth Adeyemi.",
        sparql=f"SELECT ?k WHERE {{ <{ID}tembo> <{DEF}caredForBy> ?k }}",
        things=(ID + "ruth",),
    )
    matches = phrase(linked(kit, "When did she join?", history=(turn,)), "she").matches
    assert [m.iri for m in matches] == [ID + "ruth", ID + "tembo"]
    assert matches[0].score > matches[1].score


def test_a_query_in_the_thread_that_cannot_be_read_names_nothing(kit: Kit) -> None:
    turn = Turn(question="x", outcome=Outcome.ANSWERED, text="y", sparql="SELECT nonsense {")
    assert not [n for n in linked(kit, "When did she join?", history=(turn,)).links if n.text == "she"]


# ── names and tokens ─────────────────────────────────────────────────────────────────────────────


def test_given_and_family_name_are_one_name(kit: Kit) -> None:
    naming = naming_of(kit.ontology)
    assert naming.parts == ((DEF + "givenName", DEF + "familyName"),)
    assert kit.index.label(ID + "lena") == "Lena Brandt"


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("hasBomPart", "has bom part"),
        ("depth_mm", "depth mm"),
        ("VX-2041", "vx 2041"),
        ("LCDs", "lcds"),
        ("Ruth's animals", "ruth animals"),
        ("Müller-Straße", "muller strasse"),
        ("", ""),
        ("?!", ""),
    ],
)
def test_names_are_split_as_people_write_them(text: str, tokens: str) -> None:
    assert key(text) == tokens


@pytest.mark.parametrize(
    ("written", "other"),
    [
        ("Mu\u0308ller", "Müller"),  # as file systems and keyboards decompose it
        ("Soft\u00adhyphen", "softhyphen"),
        ("می\u200cخو", "می" + "خو"),
    ],
)
def test_a_word_is_the_same_however_it_is_encoded(written: str, other: str) -> None:
    assert key(written) == key(other)
    assert " " not in key(written)


def test_words_of_scripts_with_marks_stay_whole_and_apart() -> None:
    assert len(key("दिल्ली विश्वविद्यालय").split()) == 2
    assert len(key("จุฬาลงกรณ์").split()) == 1
    assert key("दिल") != key("दल")


def test_a_token_knows_where_it_stands() -> None:
    text = "Ruth's  depth_mm, VX-2041, Mu\u0308ller, Soft\u00adhyphen, ที่ทำงาน"
    assert all(text[t.start : t.end] == t.text for t in tokenise(text))


def test_a_label_is_known_without_its_verb() -> None:
    assert without_verb("has supervisor") == "supervisor"
    assert without_verb("ist Leiter") == "Leiter"
    assert without_verb("hash code") == "hash code"
