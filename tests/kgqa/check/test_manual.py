"""The manual page is what the rules say; a rule without a page fails here."""

from __future__ import annotations

from pathlib import Path

from kgqa.check import RULES
from kgqa.check.manual import manual

PAGE = Path(__file__).parents[3] / "docs" / "checks.md"


def test_the_manual_is_made_from_the_rules() -> None:
    assert PAGE.read_text("utf-8") == manual(), "run: python -m kgqa.check.manual > docs/checks.md"


def test_every_rule_has_its_chapter() -> None:
    page = manual()
    for rule in RULES:
        assert f"\n## {rule.name.capitalize()}" in page
        assert rule.why in page
