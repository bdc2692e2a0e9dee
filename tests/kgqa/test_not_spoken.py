"""Who asks in a language that nobody here reads is told so in that language, with questions to start from."""

from __future__ import annotations

import tomllib
from importlib.resources import files

import pytest

from kgqa.pipeline import Kit
from kgqa.rephrase.tongue import tongue
from kgqa.types import Outcome
from tests.kgqa.zoo import ask


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Combien d'animaux est-ce qu'il y a dans le zoo ?", "Je comprends les questions en anglais"),
        ("¿Cuántos animales hay en el zoológico?", "Entiendo preguntas en inglés"),
        ("Сколько животных живёт в зоопарке?", "Я понимаю вопросы на английском"),
        ("動物は何頭いますか", "英語とドイツ語の質問に答えられます"),
    ],
)
def test_it_is_told_in_that_language(kit: Kit, text: str, told: str) -> None:
    answer = ask(kit, text)
    assert answer.outcome is Outcome.UNKNOWN
    assert answer.text.startswith(told)
    assert "I read questions in English and in German." in answer.text
    assert answer.suggestions


def test_the_sentences_are_in_the_languages_that_they_stand_for() -> None:
    sentences = tomllib.loads(files("kgqa.wording").joinpath("foreign.toml").read_text("utf-8"))
    foreign = {code: tongue(text) for code, text in sentences.items()}
    assert not [code for code, found in foreign.items() if found.is_read]


def test_an_unknown_word_of_a_language_that_is_read_is_told_as_that(kit: Kit) -> None:
    assert "licence" in ask(kit, "Which animals have a licence?").text
