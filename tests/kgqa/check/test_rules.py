"""Every rule allows what it says it allows and forbids what it says it forbids."""

from __future__ import annotations

import pytest

from kgqa.check import RULES, check
from kgqa.check.example import EXAMPLE
from kgqa.check.rule import Forbidden, Rule
from kgqa.types import CheckedQuery, Level

ALLOWED = [pytest.param(r, q, id=f"{r.name}-{i}") for r in RULES for i, q in enumerate(r.allows)]
FORBIDDEN = [pytest.param(r, f, id=f"{r.name}-{i}") for r in RULES for i, f in enumerate(r.forbids)]


@pytest.mark.parametrize(("rule", "query"), ALLOWED)
def test_what_a_rule_allows_passes_all_rules(rule: Rule, query: str) -> None:
    verdict = check(query, EXAMPLE)
    assert isinstance(verdict, CheckedQuery), verdict
    assert verdict.passed == tuple(r.name for r in RULES)
    assert not verdict.warnings


@pytest.mark.parametrize(("rule", "forbidden"), FORBIDDEN)
def test_what_a_rule_forbids_is_said_by_that_rule_alone(rule: Rule, forbidden: Forbidden) -> None:
    verdict = check(forbidden.query, EXAMPLE)
    issues = verdict.warnings if isinstance(verdict, CheckedQuery) else verdict
    assert [(i.rule, i.message) for i in issues] == [(rule.name, forbidden.message)]
    assert (issues[0].level is Level.WARNING) == forbidden.warning == isinstance(verdict, CheckedQuery)
    assert issues[0].hint or rule.name == "unknown class"


def test_every_rule_has_a_reason_and_examples_of_both_kinds() -> None:
    assert len({r.name for r in RULES}) == len(RULES)
    for rule in RULES:
        assert rule.why.endswith(".")
        assert rule.allows
        assert rule.forbids
