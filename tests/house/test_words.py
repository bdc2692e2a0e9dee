"""The bot says the same things in every language that it speaks."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from fluent.syntax import FluentParser, ast
from fluent.syntax.visitor import Visitor

from bot.words import FOLDER, LANGUAGES, words
from kgqa.errors import OurMove
from kgqa.wording.said import FOLDER as WORDING


class Values(Visitor):
    """The values that a text takes."""

    def __init__(self) -> None:
        self.names: set[str] = set()

    def visit_VariableReference(self, node: ast.VariableReference) -> None:  # noqa: N802  # the visitor's name
        self.names.add(node.id.name)


def texts(folder: Path) -> dict[str, set[str]]:
    """The names of all texts of a language, with the values that each takes."""
    found: dict[str, set[str]] = {}
    for file in sorted(folder.glob("*.ftl")):
        for entry in FluentParser().parse(file.read_text("utf-8")).body:
            assert not isinstance(entry, ast.Junk), f"{file}: {entry.content}"
            if isinstance(entry, ast.Message):
                assert entry.id.name not in found, f"{entry.id.name} stands twice"
                values = Values()
                values.visit(entry)
                found[entry.id.name] = values.names
    return found


@pytest.mark.parametrize("language", [name for name in LANGUAGES if name != "en"])
def test_each_language_has_all_texts_with_the_same_values(language: str) -> None:
    assert texts(FOLDER / language) == texts(FOLDER / "en")


FAMILIAR = re.compile(r"\b(?:du|dich|dir|dein(?:e[mnrs]?)?|euch|euer)\b", re.IGNORECASE)


def test_german_speaks_to_nobody_as_to_a_friend() -> None:
    files = (*(FOLDER / "de").glob("*.ftl"), WORDING / "german.py", WORDING / "de.po")
    assert not [
        line for file in files for line in file.read_text("utf-8").splitlines() if FAMILIAR.search(line)
    ]


def test_a_language_without_a_catalogue_is_answered_in_english() -> None:
    assert words("fr-CA")("query") == words("en")("query") == "Query"


def test_language_tags_of_strangers_are_not_kept() -> None:
    assert words("en-stranger") is words("en") is words("xx-" + "x" * 9_000)
    assert words("de-AT") is words("de_CH") is words("DE")


def test_a_text_that_nobody_wrote_is_a_defect() -> None:
    with pytest.raises(OurMove, match="has no text"):
        words("de")("not-there")
