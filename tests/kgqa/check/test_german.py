"""What the check says can be said in German, and what is in the catalogue is said."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from string import Formatter

import pytest

from kgqa.check import RULES, check
from kgqa.check.example import EXAMPLE, OBSERVED
from kgqa.check.rule import Forbidden
from kgqa.types import CheckedQuery, Issue
from kgqa.wording import words
from kgqa.wording.said import Said, catalogue, either, in_language, number, say, together

KGQA = Path(__file__).parents[3] / "kgqa"
ENGLISH = re.compile(r"\b(?:[Tt]he|is|are|and|not|[Nn]othing|query|which|of|its|[Ii]t|but|here|[Yy]ou)\b")
QUOTED = re.compile(r"„[^“]*“|<[^>]*>|`[^`]*`|\?\w+")


def found(forbidden: Forbidden) -> tuple[Issue, ...]:
    ontology = OBSERVED if forbidden.observed else EXAMPLE
    verdict = check(forbidden.query, ontology, forbidden.conditions)
    return verdict.warnings if isinstance(verdict, CheckedQuery) else verdict


@pytest.mark.parametrize("forbidden", [f for rule in RULES for f in rule.forbids], ids=lambda f: f.message)
def test_a_german_asker_reads_no_english(forbidden: Forbidden) -> None:
    for issue in found(forbidden):
        german = words("de").issue(issue)
        for text in (german.message, german.hint):
            assert not ENGLISH.search(QUOTED.sub("", text)), text
        assert words("en").issue(issue) == issue


def test_each_sentence_that_is_marked_is_in_the_catalogue() -> None:
    marked = set()
    for file in KGQA.rglob("*.py"):
        source = file.read_text("utf-8")
        if not re.search(r"from kgqa\.wording\.said import .*\bsay\b", source):
            continue
        for node in ast.walk(ast.parse(source)):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id == "say"
                and node.args
            ):
                marked |= {
                    n.value
                    for n in ast.walk(node.args[0])
                    if isinstance(n, ast.Constant) and isinstance(n.value, str)
                }
    assert {m for m in marked if m and m != "it is "} - catalogue("de").keys() == set()


def test_each_rule_has_a_german_name() -> None:
    assert {rule.name for rule in RULES} | {"syntax", "ontology"} <= catalogue("de").keys()


def test_a_translation_takes_the_values_of_its_sentence() -> None:
    for english, german in catalogue("de").items():
        if any(name and name.isidentifier() for name in fields(english)):
            assert fields(english) == fields(german), english


def fields(text: str) -> set[str]:
    try:
        return {name for _, name, _, _ in Formatter().parse(text) if name}
    except ValueError:  # a sentence without values may hold a brace
        return set()


def test_values_are_worded_as_the_sentence_is() -> None:
    sentence = together(
        say("The graph has no {noun} {name}.", noun=say("class"), name=say("“{text}”", text="x")), "X."
    )
    assert sentence == "The graph has no class “x”. X."
    assert in_language(sentence, "de") == "Der Graph hat keine Klasse „x“. X."
    assert in_language(either([say("a text"), say("a number"), "c"]), "de") == "ein Text, eine Zahl oder c"
    assert in_language(number(1_234_567), "de") == "1.234.567"


def test_what_nobody_translated_is_said_in_english() -> None:
    assert in_language(say("Nobody said {this}.", this="that"), "de") == "Nobody said that."
    assert (
        in_language(say("The graph has no {noun} {name}.", noun="a", name="b"), "../de")
        == "The graph has no a b."
    )


def test_what_a_person_wrote_is_never_taken_for_a_sentence() -> None:
    assert in_language("property", "de") == "property"
    assert say("“{text}”", text="{name} {0}") == "“{name} {0}”"
    assert in_language(say("“{text}”", text="{name} {0}"), "de") == "„{name} {0}“"


def test_no_sentence_that_can_be_said_otherwise_leaves_the_core() -> None:
    issue = Issue(rule="x", message=say("a text"), hint=say("a number"))
    for language in ("en", "de"):
        told = words(language).issue(issue)
        assert not isinstance(told.message, Said)
        assert not isinstance(told.hint, Said)
