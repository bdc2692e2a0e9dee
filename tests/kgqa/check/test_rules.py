"""Every rule allows what it says it allows and forbids what it says it forbids."""

from __future__ import annotations

import pytest

from kgqa.check import RULES, check
from kgqa.check.example import EXAMPLE, OBSERVED
from kgqa.check.rule import Forbidden, Rule
from kgqa.repair import repaired
from kgqa.sparql import ParsedQuery, parse, write
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
    verdict = check(forbidden.query, OBSERVED if forbidden.observed else EXAMPLE, forbidden.conditions)
    issues = verdict.warnings if isinstance(verdict, CheckedQuery) else verdict
    assert [(i.rule, i.message) for i in issues] == [(rule.name, forbidden.message)]
    assert issues[0].ground is forbidden.ground
    assert (issues[0].level is Level.WARNING) == isinstance(verdict, CheckedQuery)
    assert issues[0].hint or rule.name == "unknown class"


@pytest.mark.parametrize(("rule", "forbidden"), FORBIDDEN)
def test_what_a_rule_forbids_is_put_right_as_it_says(rule: Rule, forbidden: Forbidden) -> None:
    repair = repaired(forbidden.query, OBSERVED if forbidden.observed else EXAMPLE, forbidden.conditions)
    if forbidden.repaired is None:
        assert not repair.fixes
    else:
        assert isinstance(repair.verdict, CheckedQuery), repair
        assert repair.verdict.canonical == canonical(forbidden.repaired)


def canonical(query: str) -> str:
    parsed = parse(query, EXAMPLE.prefixes)
    assert isinstance(parsed, ParsedQuery)
    return write(parsed)


def test_every_rule_has_a_reason_and_examples_of_both_kinds() -> None:
    assert len({r.name for r in RULES}) == len(RULES)
    for rule in RULES:
        assert rule.why.endswith(".")
        assert rule.allows
        assert rule.forbids
