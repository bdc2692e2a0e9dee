"""A lexicon to complete: bounded, told, readable again."""

from __future__ import annotations

import pytest

from kgqa.errors import BadInput
from kgqa.linking.lexicon import Lexicon, Record
from kgqa.linking.skeleton import class_called, completed, skeleton
from kgqa.terms import Terms, terms_of
from tests.doubles.graph import SmallGraph

EX = "https://example.org/"
GRAPH = f"""
@prefix ex: <{EX}> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
ex:Agent a rdfs:Class ; rdfs:label "agent"@en , "Akteur"@de .
ex:Firm a rdfs:Class ; rdfs:subClassOf ex:Agent ; rdfs:label "firm" .
ex:Club a rdfs:Class ; rdfs:subClassOf ex:Agent ; rdfs:label "club" ; skos:altLabel "firm" .
ex:f1 a ex:Firm ; rdfs:label "Byron & Sons"@en ; skos:altLabel "Byron", "BYRON & SONS" .
ex:f2 a ex:Firm ; rdfs:label "Lovelace" .
ex:c1 a ex:Club ; rdfs:label "Chess" .
"""


@pytest.fixture
async def terms() -> Terms:
    return await terms_of(SmallGraph(GRAPH))


async def test_things_of_a_class_and_of_its_kinds_come_with_the_names_that_are_known(terms: Terms) -> None:
    lexicon, notices = skeleton("a.json", terms, [EX + "Agent"])
    assert {r.iri: r.surface_forms for r in lexicon.records if r.cls.startswith(EX)} == {
        EX + "f1": ("Byron",),
        EX + "f2": (),
        EX + "c1": (),
    }
    assert next(r for r in lexicon.records if r.iri == EX + "Agent").surface_forms == ("Akteur",)
    assert notices == []


async def test_more_things_than_somebody_completes_are_left_out_and_told(terms: Terms) -> None:
    lexicon, notices = skeleton("a.json", terms, [EX + "Firm"], most=1)
    assert sum(r.cls == EX + "Firm" for r in lexicon.records) == 1
    assert notices == ["“firm” has more than 1 things; the first 1 are in a.json."]


async def test_terms_of_the_language_itself_are_left_out(terms: Terms) -> None:
    lexicon, _ = skeleton("a.json", terms, [])
    assert all(record.iri.startswith(EX) for record in lexicon.records)


async def test_a_class_is_called_by_its_iri_its_short_form_or_a_name(terms: Terms) -> None:
    for name in (EX + "Agent", "any:Agent", "agent", "Akteur", "agents"):
        assert class_called(name, terms) == EX + "Agent"


async def test_a_class_that_is_not_sure_is_asked_for_with_what_is_near(terms: Terms) -> None:
    with pytest.raises(
        BadInput, match=r"^No class is called agnet\. Did you mean agent \(https://example\.org/Agent\)"
    ):
        class_called("agnet", terms)
    with pytest.raises(BadInput, match=r"^Several classes are called firm\."):
        class_called("firm", terms)


def test_what_somebody_has_written_stays_and_the_rest_comes_behind_it() -> None:
    mine = Record(iri=EX + "f1", label="Byron", surface_forms=("the poets",))
    more = (Record(iri=EX + "f1", label="Byron & Sons"), Record(iri=EX + "f2", label="Lovelace"))
    assert completed(Lexicon("a", (mine,)), Lexicon("b", more)).records == (mine, more[1])
