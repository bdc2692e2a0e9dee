"""What raises and lowers the trust in a written query."""

from __future__ import annotations

import pytest

from kgqa.pipeline import TRUST
from kgqa.strategies.oneshot.evidence import BEST, LEAST, Evidence
from kgqa.wording import words


def test_nothing_against_it_is_the_best() -> None:
    assert Evidence(words=4, met=4).confidence == BEST


@pytest.mark.parametrize(
    "worse",
    [
        Evidence(words=4, met=3),
        Evidence(words=4, met=4, unused=("Acme",)),
        Evidence(words=4, met=4, unknown=1),
        Evidence(words=4, met=4, refused=True),
        Evidence(readable=False),
        Evidence(words=4, met=4, again=True),
        Evidence(words=4, met=4, samples=3, share=1 / 3),
    ],
)
def test_each_evidence_counts_against_it(worse: Evidence) -> None:
    assert LEAST <= worse.confidence < BEST


@pytest.mark.parametrize(
    "poor",
    [
        Evidence(words=6, met=2),
        Evidence(words=2, met=1, unused=("Acme",)),
        Evidence(readable=False, unknown=1),
        Evidence(words=3, met=0),
    ],
)
def test_a_query_that_is_about_something_else_is_below_what_is_answered(poor: Evidence) -> None:
    assert poor.confidence < TRUST


def test_agreement_raises_it_over_one_sample() -> None:
    assert Evidence(words=4, met=4, samples=3, share=1.0).confidence > BEST


def test_the_reason_is_for_readers() -> None:
    reason = Evidence(words=3, met=2, unused=("Acme",), refused=True, samples=3, share=2 / 3).reason(
        words("en")
    )
    assert reason == (
        "a model wrote it; 2 of 3 tries agree; it does not use “Acme”; it has 2 of 3 words of the question; "
        "it had to be put right"
    )


def test_the_reason_is_in_the_language_of_the_question() -> None:
    reason = Evidence(words=3, met=2, unused=("Acme",), refused=True, samples=3, share=2 / 3).reason(
        words("de")
    )
    assert reason == (
        "ein Modell hat sie geschrieben; 2 von 3 Versuchen stimmen überein; sie nutzt „Acme“ nicht; "
        "sie hat 2 von 3 Wörtern der Frage; sie musste berichtigt werden"
    )
