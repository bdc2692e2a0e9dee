"""What the answers to some 340 questions say, in both languages, so that a change of words is seen."""

from __future__ import annotations

import re

import pytest

from tests.kgqa.company import Graph
from tests.kgqa.corpus import LANGUAGES, block, blocks, corpus, questions, written

READ = "read the diff of: python -m tests.kgqa.corpus"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_fourth_answer_of_the_corpus_is_what_is_said(company: Graph, language: str) -> None:
    said = [block(company, question, language) for question in questions(language)[::4]]
    assert said == blocks(language)[::4], READ


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_corpus_is_what_is_said(company: Graph, language: str) -> None:
    assert corpus(company, language) == written(language), READ


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_corpus_has_enough_to_read(language: str) -> None:
    assert len(questions(language)) >= 140


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_answer_opens_with_a_bare_number_of_hits(language: str) -> None:
    sentences = re.findall(r"^= (.*)$", written(language), flags=re.MULTILINE)
    assert not [s for s in sentences if re.match(r"[\d.,]+ (found|gefunden)|[\d.,]+\.$", s)]
