"""What several ways found is weighed: who agrees, who does not, and what an empty result says."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from kgqa.ontology import XSD
from kgqa.pipeline.trying import TRUST, Tried
from kgqa.pipeline.votes import CERTAIN, EMPTY, Vote, weighed
from kgqa.rows import same_rows
from kgqa.types import CandidateQuery, LinkedQuestion, Pin, Question, ResultTable, Term
from tests.doubles.checked import checked

LINKED = LinkedQuestion(
    question=Question(text="Which?", asked_at=datetime(2025, 6, 15, tzinfo=UTC)), links=()
)


def table(*rows: str, kind: str = "iri") -> ResultTable:
    terms = tuple((Term(kind="literal" if kind == "literal" else "iri", value=row),) for row in rows)
    return ResultTable(columns=("x",), rows=terms)


def tried(confidence: float, found: ResultTable, *pins: Pin, name: str = "a way") -> Tried:
    candidate = CandidateQuery(
        text="SELECT ?x { }", strategy=name, reading="", confidence=confidence, reason="by hand", pins=pins
    )
    return Tried(candidate, checked("SELECT ?x { }"), found, found)


def vote(confidence: float, *rows: str) -> Vote:
    return Vote((tried(confidence, table(*rows)),), LINKED)


def test_one_alone_is_as_sure_as_it_says() -> None:
    assert weighed([vote(0.7, "a")]).confidence == 0.7


@pytest.mark.parametrize(("one", "other"), [(0.6, 0.6), (0.6, 0.9), (0.55, 0.7)])
def test_agreement_is_surer_than_either_and_never_certain(one: float, other: float) -> None:
    standing = weighed([vote(one, "a", "b"), vote(other, "b", "a")])
    assert max(one, other) < standing.confidence <= CERTAIN
    assert len(standing.agreeing) == 1
    assert not standing.against


@pytest.mark.parametrize(("one", "other"), [(0.6, 0.6), (0.6, 0.9), (0.9, 0.6)])
def test_disagreement_is_less_sure_than_the_better_of_them(one: float, other: float) -> None:
    standing = weighed([vote(one, "a"), vote(other, "b")])
    assert standing.confidence < max(one, other)
    assert standing.vote.confidence == max(one, other)
    assert len(standing.against) == 1


def test_two_that_are_equally_unsure_and_differ_are_below_trust() -> None:
    assert weighed([vote(0.7, "a"), vote(0.7, "b")]).confidence < TRUST


def test_two_that_agree_outweigh_a_third() -> None:
    standing = weighed([vote(0.75, "odd"), vote(0.65, "a"), vote(0.65, "a")])
    assert standing.vote.first.table.rows == table("a").rows
    assert [v.first.table.rows for v in standing.against] == [table("odd").rows]


def test_of_those_that_agree_the_first_and_cheapest_answers() -> None:
    cheap, dear = vote(0.6, "a"), vote(0.95, "a")
    standing = weighed([cheap, dear])
    assert standing.vote is cheap
    assert standing.confidence > 0.95


def test_rows_stand_against_emptiness_and_are_less_sure_for_it() -> None:
    standing = weighed([vote(0.6), vote(0.7, "a")])
    assert not standing.vote.is_empty
    assert standing.confidence == pytest.approx(0.7 * (1 - EMPTY * 0.6))


def test_where_none_has_rows_the_surest_says_so() -> None:
    standing = weighed([vote(0.6), vote(0.7)])
    assert standing.vote.is_empty
    assert standing.vote.confidence == 0.7


def test_more_that_agree_are_never_less_sure_and_more_that_do_not_never_surer() -> None:
    for confidence in (0.55, 0.7, 0.9):
        alone = weighed([vote(confidence, "a"), vote(0.6, "b")]).confidence
        assert weighed([vote(confidence, "a"), vote(0.6, "b"), vote(0.6, "c")]).confidence <= alone
        together = weighed([vote(confidence, "a")] * 2).confidence
        assert weighed([vote(confidence, "a")] * 3).confidence >= together >= confidence


@pytest.mark.parametrize("confidences", [(0.0, 0.0), (1.0, 1.0), (1.0, 0.0), (0.0, 1.0)])
def test_nothing_is_divided_by_nothing(confidences: tuple[float, float]) -> None:
    one, other = confidences
    assert 0 <= weighed([vote(one, "a"), vote(other, "b")]).confidence <= 1


def test_the_first_with_rows_speaks_for_a_way_with_several_candidates() -> None:
    both = Vote((tried(0.9, table()), tried(0.88, table("a"))), LINKED)
    assert not both.is_empty
    assert both.confidence == 0.88


def test_one_way_that_takes_a_name_for_two_things_has_rivals() -> None:
    one, other = Pin(mention="Brandt", term="https://x/1"), Pin(mention="Brandt", term="https://x/2")
    assert Vote((tried(0.9, table("a"), one), tried(0.9, table("b"), other)), LINKED).has_rivals
    assert not Vote((tried(0.9, table("a"), one), tried(0.9, table("a"), other)), LINKED).has_rivals
    assert not Vote((tried(0.9, table("a"), one), tried(0.5, table("b"), other)), LINKED).has_rivals


# ── the same result ──────────────────────────────────────────────────────────────────────────────


def test_the_order_of_rows_and_columns_tells_nothing() -> None:
    a, b = Term(kind="iri", value="a"), Term(kind="literal", value="b")
    one = ResultTable(columns=("x", "y"), rows=((a, b), (b, None)))
    other = ResultTable(columns=("q", "p"), rows=((None, b), (b, a)))
    assert same_rows(one, other)


def test_how_often_a_row_comes_does() -> None:
    assert not same_rows(table("a", "a"), table("a"))


@pytest.mark.parametrize("value", ["5.0", "5", "05", "5.0E0"])
def test_a_number_is_the_same_in_every_spelling(value: str) -> None:
    five, other, six = (
        ResultTable(columns=("x",), rows=((Term(kind="literal", value=text, datatype=XSD + kind),),))
        for text, kind in (("5", "integer"), (value, "double"), ("6", "integer"))
    )
    assert same_rows(five, other)
    assert not same_rows(six, other)


def test_a_text_of_digits_is_a_text() -> None:
    assert not same_rows(table("007", kind="literal"), table("7", kind="literal"))


def test_a_yes_is_no_row_and_no_no() -> None:
    yes, no = ResultTable(boolean=True), ResultTable(boolean=False)
    assert same_rows(yes, ResultTable(boolean=True))
    assert not same_rows(yes, no)
    assert not same_rows(yes, table("a"))


def test_a_thing_is_not_the_text_of_its_address() -> None:
    assert not same_rows(table("a"), table("a", kind="literal"))


def test_what_a_model_wrote_is_worth_less_when_it_finds_nothing() -> None:
    empty, full = tried(0.7, table()), tried(0.7, table("a"))
    wrote = [replace(t, candidate=replace(t.candidate, written=True)) for t in (empty, full)]
    nothing, something = (weighed([Vote((t,), LINKED)]).confidence for t in wrote)
    assert nothing < TRUST < something == 0.7
    assert weighed([Vote((empty,), LINKED)]).confidence == 0.7


def test_a_column_beside_the_answer_of_one_is_no_other_answer_than_that_with_it() -> None:
    found = table("a", "b")
    rows = tuple((*row, Term(kind="literal", value="beside it")) for row in found.rows)
    more = ResultTable(columns=("x", "y"), rows=rows)
    least = replace(tried(0.8, found), rows=more)  # what it shows beside, the other counts in
    agreeing = weighed([Vote((least,), LINKED), Vote((tried(0.7, more),), LINKED)])
    assert agreeing.against == ()
    assert agreeing.confidence > 0.8


def test_two_that_tell_several_facts_of_the_same_things_agree_whichever_they_chose() -> None:
    def described(*things: str, facts: int) -> Vote:
        rows = table(*things).rows
        wide = tuple((*row, *(Term(kind="literal", value=f"{n}") for n in range(facts))) for row in rows)
        return Vote((tried(0.8, ResultTable(columns=("x",), rows=wide)),), LINKED)

    assert weighed([described("a", "b", facts=4), described("a", "b", facts=3)]).against == ()
    assert weighed([described("a", "b", facts=4), described("a", "c", facts=3)]).against
    assert weighed([described("a", "b", facts=1), described("a", "b", facts=2)]).against
