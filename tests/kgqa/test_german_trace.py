"""What the trace and a reviewer are told beside the answer is told in German too."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import get_args

import pytest

from bot.reviewers import pair_of
from kgqa.library.pair import Source
from kgqa.library.verified import verified
from kgqa.linking.explain import explained
from kgqa.types import How, Link, Match, Pin, TermKind
from kgqa.wording.said import in_language
from tests.doubles import answers
from tests.kgqa.german import is_german

ACME = Match(
    kind=TermKind.ENTITY,
    iri="https://a.example/acme",
    label="Acme",
    score=0.9,
    how="alternative",
    matched="AC",
)


def linked(*matches: Match) -> Link:
    return Link(text="ac", start=0, end=2, matches=matches)


@pytest.mark.parametrize("how", get_args(How))
@pytest.mark.parametrize("kind", TermKind)
def test_why_a_phrase_is_read_as_it_is_is_told_in_german(how: How, kind: TermKind) -> None:
    match = replace(ACME, how=how, kind=kind, value="5" if kind is TermKind.VALUE else None, source="Kürzel")
    for link in (linked(match), linked(match, match), linked(*[match] * 5), linked()):
        assert is_german(explained(link))


def test_a_line_about_a_link_reads_well_in_both_languages() -> None:
    line = explained(linked(ACME, replace(ACME, matched="", how="partial", kind=TermKind.CLASS)))
    assert line == (
        "“ac” is the thing Acme <https://a.example/acme>: another name of it “AC”, 0.90. "
        "Near: the class Acme <https://a.example/acme> (part of its name, 0.90)"
    )
    assert in_language(line, "de") == (
        "„ac“ ist das Ding Acme <https://a.example/acme>: ein anderer Name „AC“, 0.90. "
        "Nahe: die Klasse Acme <https://a.example/acme> (ein Teil des Namens, 0.90)"
    )


def test_why_an_answer_makes_no_pair_is_told_in_german() -> None:
    now = datetime(2026, 1, 1, tzinfo=UTC)
    good = answers.one_thing()
    for answer in (
        replace(good, query=None),
        replace(good, assumed=("the last question",)),
        replace(good, question=replace(good.question, pins=(Pin(mention="ac", term=ACME.iri),))),
    ):
        why = verified(answer, by="x", at=now, source=Source.THREAD)
        assert isinstance(why, str)
        assert is_german(why)
        assert pair_of(answer, by="x", at=now, reference="", language="de") == in_language(why, "de")
        assert pair_of(answer, by="x", at=now, reference="") == why
