"""The check: a query's text and the ontology in, a CheckedQuery or the issues out.

Rules see the parsed query, never its text. Adding a rule is one file and one line in `RULES`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256

from kgqa.check import (
    domain,
    domain_range,
    double_domain,
    double_range,
    grouping,
    incorrect_property,
    joins,
    range,  # noqa: A004 - a rule's name, as in the paper
    read_only,
    unbound,
    unknown_class,
)
from kgqa.check.rule import Case, Rule
from kgqa.errors import OurMove
from kgqa.ontology import Ontology
from kgqa.sparql import ParsedQuery, SyntaxIssue, parse, write
from kgqa.types import CheckedQuery, Issue, Level

Verdict = CheckedQuery | tuple[Issue, ...]

RULES: tuple[Rule, ...] = (
    read_only.RULE,
    incorrect_property.RULE,
    unknown_class.RULE,
    domain.RULE,
    range.RULE,
    double_domain.RULE,
    double_range.RULE,
    domain_range.RULE,
    unbound.RULE,
    grouping.RULE,
    joins.RULE,
)


def check(text: str, ontology: Ontology, rules: Sequence[Rule] = RULES) -> Verdict:
    """The query, ready to run, with what the reader should know; or the issues, errors first.

    Known prefixes that the text uses without declaring them stand in the checked text. A repaired query
    in an issue has passed these rules itself.
    """
    parsed = parse(text, ontology.prefixes)
    if isinstance(parsed, SyntaxIssue):
        return (_unreadable(parsed),)
    issues, passed = _apply(parsed, ontology, rules)
    errors = [i for i in issues if i.level is Level.ERROR]
    warnings = [i for i in issues if i.level is Level.WARNING]
    if errors:
        return (*(_sound(i, ontology, rules) for i in errors), *warnings)
    if _is_empty(ontology) and any(rule.needs_ontology for rule in rules):
        warnings.append(_NO_ONTOLOGY)
    canonical = write(parsed)
    return CheckedQuery(
        text=parsed.text,
        form=parsed.form,
        canonical=canonical,
        sha256=sha256(canonical.encode()).hexdigest(),
        passed=passed,
        warnings=tuple(warnings),
    )


def admit(text: str) -> CheckedQuery:
    """A query of the product's own, held to reading only. Raises OurMove when it is refused."""
    verdict = check(text, Ontology(), (read_only.RULE,))
    if isinstance(verdict, CheckedQuery):
        return verdict
    raise OurMove(f"A query of Querist's own was refused: {verdict[0].message}")


_NO_ONTOLOGY = Issue(
    rule="ontology",
    message="Nothing is known of this graph's classes and properties: only that the query reads was checked.",
    level=Level.WARNING,
    hint="Give an ontology, or let the graph be profiled.",
)


def _unreadable(problem: SyntaxIssue) -> Issue:
    if problem.writes:
        return read_only.refuse_update()
    return Issue(
        rule="syntax",
        message=f"The query cannot be read at line {problem.line}, column {problem.column}.",
        hint=f"Expected {problem.expected}.",
    )


def _apply(
    query: ParsedQuery, ontology: Ontology, rules: Sequence[Rule]
) -> tuple[list[Issue], tuple[str, ...]]:
    """What the rules say, and the names of those that say nothing."""
    case = Case(query, ontology)
    issues: list[Issue] = []
    passed: list[str] = []
    for rule in rules:
        if rule.needs_ontology and _is_empty(ontology):
            continue
        found = dict.fromkeys(rule.find(case))
        issues += found
        if not found:
            passed.append(rule.name)
    return issues, tuple(passed)


def _is_empty(ontology: Ontology) -> bool:
    return not (ontology.classes or ontology.properties or ontology.uses)


def _sound(issue: Issue, ontology: Ontology, rules: Sequence[Rule]) -> Issue:
    """The issue, without its repair when the repaired query does not pass either."""
    if issue.repaired is None:
        return issue
    repaired = parse(issue.repaired)
    if isinstance(repaired, ParsedQuery):
        left, _ = _apply(repaired, ontology, rules)
        if all(i.level is not Level.ERROR for i in left):
            return issue
    return replace(issue, repaired=None)
