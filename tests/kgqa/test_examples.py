"""Questions that are offered to who has not asked yet, or asked for what the graph does not know."""

from __future__ import annotations

from kgqa.types import Outcome, Question
from tests.kgqa.company import ASKED_AT, Graph


def offered(company: Graph, text: str, language: str) -> list[str]:
    answer = company.put(Question(text=text, asked_at=ASKED_AT, language=language))
    return [s.question for s in answer.suggestions]


def test_who_asks_in_german_is_offered_german_questions(company: Graph) -> None:
    assert offered(company, "Wie zorgt man einen Frobniz?", "de") == list(company.core.kit.examples["de"])
    assert "Wie viele Bestellungen gibt es?" in company.core.kit.examples["de"]


def test_questions_that_are_offered_are_answered(company: Graph) -> None:
    for language, questions in company.core.kit.examples.items():
        assert len(questions) == 3
        for text in questions:
            asked = Question(text=text, asked_at=ASKED_AT, language=language)
            assert company.put(asked).outcome is Outcome.ANSWERED, text


def test_who_asks_in_a_language_without_examples_is_offered_english_ones(company: Graph) -> None:
    assert offered(company, "Quels fournisseurs sont en Norvège ?", "fr") == list(
        company.core.kit.examples["en"]
    )
