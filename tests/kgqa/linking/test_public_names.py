"""Terms of public vocabularies are found by what they are called at work."""

from __future__ import annotations

import pytest

from kgqa.linking.lexicon import Lexicon, Record, relabelled
from kgqa.linking.public_names import with_public_names
from kgqa.ontology import Class, Name, Ontology, Property, PropertyKind
from kgqa.pipeline import Kit
from kgqa.types import Outcome
from tests.kgqa.zoo import ask, kit_of, values

FOAF, ORG = "http://xmlns.com/foaf/0.1/", "http://www.w3.org/ns/org#"
CLUB = f"""
@prefix : <https://rowing.example/> . @prefix foaf: <{FOAF}> . @prefix org: <{ORG}> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
:juniors a org:OrganizationalUnit ; skos:prefLabel "Junior Crew"@en .
:masters a org:OrganizationalUnit ; skos:prefLabel "Masters Crew"@en .
:ada a foaf:Person ; foaf:name "Ada Brook" ; foaf:mbox "ada@rowing.example" ; org:headOf :juniors .
:ben a foaf:Person ; foaf:name "Ben Oakes" ; foaf:mbox "ben@rowing.example" ; org:headOf :masters .
"""


@pytest.fixture(scope="module")
def club() -> Kit:
    return kit_of(CLUB)


def with_property(iri: str, *names: Name) -> Ontology:
    known = Property(iri=iri, kind=PropertyKind.DATA, names=names)
    return with_public_names(Ontology(classes={}, properties={iri: known}, uses=()))


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("What is the e-mail address of Ada Brook?", "ada@rowing.example"),
        ("Wie ist die E-Mail-Adresse von Ben Oakes?", "ben@rowing.example"),
    ],
)
def test_a_question_says_email_and_the_graph_mbox(club: Kit, question: str, found: str) -> None:
    answer = ask(club, question)
    assert answer.outcome is Outcome.ANSWERED
    assert values(answer) == [(found,)]


def test_a_term_without_a_label_is_shown_as_people_call_it() -> None:
    ontology = with_property(FOAF + "mbox")
    assert ontology.label(FOAF + "mbox") == "e-mail address"
    assert ontology.label(FOAF + "mbox", "de") == "E-Mail-Adresse"


def test_the_label_that_a_company_gave_stays_the_label() -> None:
    ontology = with_property(FOAF + "mbox", Name("staff mailbox"))
    assert ontology.label(FOAF + "mbox") == "staff mailbox"
    assert "e-mail address" in {n.text for n in ontology.properties[FOAF + "mbox"].names}


def test_both_addresses_of_a_term_of_schema_org_have_its_names() -> None:
    for namespace in ("http://schema.org/", "https://schema.org/"):
        ontology = with_property(namespace + "jobTitle")
        assert ontology.label(namespace + "jobTitle") == "job title"


def test_a_term_of_ones_own_that_is_spelled_alike_gets_none() -> None:
    own = "https://rowing.example/mbox"
    assert with_property(own).properties[own].names == ()
    classes = {own: Class(iri=own, declared=True, instances=0)}
    assert with_public_names(Ontology(classes=classes, properties={}, uses=())).classes[own].names == ()


def test_a_lexicon_has_the_last_word() -> None:
    lexicon = Lexicon("names.csv", (Record(iri=FOAF + "mbox", label="Postfach"),))
    named = relabelled(with_property(FOAF + "mbox"), (lexicon,))
    assert named.label(FOAF + "mbox") == "Postfach"
