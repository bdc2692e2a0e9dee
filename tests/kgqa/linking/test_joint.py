"""Joint linking: of several meanings of a name, the one that fits the rest of the question goes first."""

from __future__ import annotations

import pytest

from kgqa.language import language
from kgqa.linking.entry import Entry
from kgqa.linking.few import FewNames
from kgqa.linking.index import TermIndex
from kgqa.linking.joint import MOST, Fit, fitted
from kgqa.linking.link import link
from kgqa.ontology import XSD, Class, Name, Ontology, Property, PropertyKind, Use
from kgqa.types import Link, LinkedQuestion, Question, TermKind
from tests.kgqa.zoo import ASKED_AT

NS = "https://works.example/"
CLASSES = ("Machine", "Person", "Skill", "Building", "Street")
STEPS = (
    ("expertIn", "Person", "Skill"),
    ("runBy", "Machine", "Person"),
    ("standsIn", "Machine", "Building"),
    ("standsAt", "Building", "Street"),
)


def ontology() -> Ontology:
    return Ontology(
        classes={NS + c: Class(iri=NS + c, names=(Name(text=c.lower(), language="en"),)) for c in CLASSES},
        properties={
            NS + p: Property(iri=NS + p, kind=PropertyKind.OBJECT, names=(Name(text=p, language="en"),))
            for p, _, _ in STEPS
        },
        uses=tuple(
            Use(subject=NS + s, property=NS + p, object=NS + o, count=10, subjects=10, literal=False)
            for p, s, o in STEPS
        ),
    )


def things(*named: tuple[str, str, str]) -> TermIndex:
    known = ontology()
    schema = [Entry(TermKind.CLASS, NS + c, c, c) for c in CLASSES]
    schema += [Entry(TermKind.PROPERTY, p, known.label(p), known.label(p)) for p in known.properties]
    names = [Entry(TermKind.ENTITY, NS + iri, name, name, classes=(NS + cls,)) for iri, name, cls in named]
    return TermIndex(schema, FewNames(names))


def read(text: str, index: TermIndex) -> LinkedQuestion:
    return fitted(link(Question(text=text, asked_at=ASKED_AT), index, language("en")), Fit(ontology()))


def phrase(linked: LinkedQuestion, text: str) -> Link:
    return next(n for n in linked.links if n.text == text)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("Which person is an expert in Welding?", "skill"),
        ("Which street does the Welding building stand at?", "hall"),
    ],
)
def test_the_meaning_that_fits_the_rest_goes_first(text: str, meant: str) -> None:
    index = things(("hall", "Welding", "Building"), ("skill", "Welding", "Skill"))
    assert phrase(read(text, index), "Welding").matches[0].iri == NS + meant


def test_what_fits_equally_well_stays_a_tie_to_be_asked_back() -> None:
    index = things(("a", "Lind", "Person"), ("b", "Lind", "Person"))
    one, other = phrase(read("Which machine is run by Lind?", index), "Lind").matches[:2]
    assert one.score == other.score


def test_what_fits_nothing_is_kept_behind_what_fits() -> None:
    index = things(("m", "Aurora", "Machine"), ("s", "Aurora", "Street"))
    matches = phrase(read("Who is Aurora run by?", index), "Aurora").matches
    assert [m.iri for m in matches] == [NS + "m", NS + "s"]


def test_a_much_better_name_is_not_given_up_for_a_better_fit() -> None:
    index = things(("m", "Aurora", "Machine"), ("s", "Auroro", "Skill"))
    assert phrase(read("Which person is expert in Aurora?", index), "Aurora").matches[0].iri == NS + "m"


def test_a_question_of_one_name_stays_as_it_is() -> None:
    index = things(("m", "Aurora", "Machine"), ("s", "Aurora", "Street"))
    assert {m.score for m in phrase(read("Aurora?", index), "Aurora").matches} == {1.0}


def test_the_one_that_fits_is_found_among_many_of_the_same_name() -> None:
    many = [(f"p{n:03}", "Lind", "Person") for n in range(40)]
    index = things(*many, ("z", "Lind", "Street"))
    matches = phrase(read("Which building stands at Lind?", index), "Lind").matches
    assert matches[0].iri == NS + "z"
    assert len(matches) == MOST


@pytest.mark.parametrize(("old", "new"), [(69, 1_668), (1_668, 69)])
def test_of_two_properties_of_one_name_the_more_used_one_goes_first(old: int, new: int) -> None:
    names = (Name(text="weight", language="en"),)
    counts = {NS + "old/weight": old, NS + "new/weight": new}
    known = Ontology(
        classes={NS + "Machine": Class(iri=NS + "Machine", instances=2_000)},
        properties={p: Property(iri=p, kind=PropertyKind.DATA, names=names) for p in counts},
        uses=tuple(
            Use(subject=NS + "Machine", property=p, object=XSD + "decimal", count=n, subjects=n, literal=True)
            for p, n in counts.items()
        ),
    )
    index = TermIndex([Entry(TermKind.PROPERTY, p, "weight", "weight") for p in counts], FewNames([]))
    question = Question(text="What is the weight?", asked_at=ASKED_AT)
    found = phrase(fitted(link(question, index, language("en")), Fit(known)), "weight")
    assert [m.iri for m in found.matches] == sorted(counts, key=lambda p: -counts[p])
    assert found.matches[0].score == found.matches[1].score


def test_a_noun_behind_one_kind_of_a_class_is_no_other_kind_of_it() -> None:
    """Healthcare facilities are no transport facilities, though only these are called facilities."""
    kinds = {"Use": (), "Healthcare": (NS + "Use",), "TransportFacilities": (NS + "Use",)}
    names = {"Use": "use", "Healthcare": "healthcare", "TransportFacilities": "transport facilities"}
    known = Ontology(
        classes={
            NS + c: Class(iri=NS + c, names=(Name(text=names[c], language="en"),), parents=above)
            for c, above in kinds.items()
        }
    )
    index = TermIndex([Entry(TermKind.CLASS, NS + c, n, n) for c, n in names.items()], FewNames([]))

    def best(text: str) -> float:
        question = Question(text=text, asked_at=ASKED_AT)
        return (
            phrase(fitted(link(question, index, language("en")), Fit(known)), "facilities").matches[0].score
        )

    assert best("How many facilities are there?") > 0.8
    assert best("How many healthcare facilities are there?") < 0.55


def test_the_noun_of_a_lexicons_name_is_not_the_class() -> None:
    given = Entry(TermKind.CLASS, NS + "SpecialUse", "special purpose", "special use", source="lexicon.csv")
    index = TermIndex([given], FewNames([]))
    question = Question(text="What are the most common purposes?", asked_at=ASKED_AT)
    assert phrase(link(question, index, language("en")), "purposes").matches[0].score < 0.55
