"""What the answers to some 340 questions say, in both languages, so that a change of words is seen."""

from __future__ import annotations

import re

import pytest

from tests.kgqa.company import Graph
from tests.kgqa.corpus import HEAD, LANGUAGES, block, blocks, questions, written
from tests.sampled import every_fourth

READ = "read the diff of: python -m tests.kgqa.corpus"


@pytest.mark.slow
@pytest.mark.parametrize("start", every_fourth(range(4)))
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_fourth_answer_of_the_corpus_is_what_is_said(company: Graph, language: str, start: int) -> None:
    said = [block(company, question, language) for question in questions(language)[start::4]]
    assert said == blocks(language)[start::4], READ


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_corpus_is_a_head_and_its_blocks(language: str) -> None:
    assert HEAD + "".join(f"\n{block}" for block in blocks(language)) == written(language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_corpus_has_enough_to_read(language: str) -> None:
    assert len(questions(language)) >= 140


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_answer_opens_with_a_bare_number_of_hits(language: str) -> None:
    sentences = re.findall(r"^= (.*)$", written(language), flags=re.MULTILINE)
    assert not [s for s in sentences if re.match(r"[\d.,]+ (found|gefunden)|[\d.,]+\.$", s)]
