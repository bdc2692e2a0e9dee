"""Every construct of the manual is read, in both languages, and the manual says what it was read as."""

from __future__ import annotations

from pathlib import Path

import pytest

from kgqa.types import Outcome
from tests.kgqa.company import Graph
from tests.kgqa.constructs import Construct, constructs, manual

pytestmark = pytest.mark.slow  # each construct is answered in both languages
PAGE = Path(__file__).parents[2] / "docs" / "constructs.md"


@pytest.fixture(scope="module")
def found(company: Graph) -> list[Construct]:
    return constructs(company)


def test_every_construct_is_answered_in_both_languages(found: list[Construct]) -> None:
    for each in found:
        assert each.english.outcome is Outcome.ANSWERED, each.english.question.text
        assert each.german.outcome is Outcome.ANSWERED, each.german.question.text


def test_both_languages_ask_the_same(found: list[Construct]) -> None:
    for each in found:
        english, german = each.english.table, each.german.table
        assert english is not None
        assert german is not None
        assert set(english.rows) == set(german.rows), each.german.question.text
        assert english.boolean == german.boolean, each.german.question.text


def test_the_page_is_what_was_read(found: list[Construct]) -> None:
    page = PAGE.read_text("utf-8")
    assert page == manual(found), "run: python -m tests.kgqa.constructs > docs/constructs.md"
