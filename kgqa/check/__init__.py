"""The check: a query's text and the ontology in, a CheckedQuery or the issues out.

Rules see the parsed query, never its text. What puts a refused query right is in `kgqa.repair`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields, replace
from functools import lru_cache

from kgqa.check.checked import parsed_of, passed
from kgqa.check.closed.closing import opened
from kgqa.check.conditions import Bounds, Closed, Conditions, Policy
from kgqa.check.rule import Case, Rule
from kgqa.check.rules import RULES, read_only
from kgqa.errors import OurMove
from kgqa.itself import Itself
from kgqa.ontology import Ontology
from kgqa.sparql import ParsedQuery, SyntaxIssue, parse, write
from kgqa.types import CheckedQuery, Ground, Issue, Level, RanQuery
from kgqa.wording.said import say, together

__all__ = [
    "RULES",
    "Bounds",
    "Closed",
    "Conditions",
    "Policy",
    "Verdict",
    "admit",
    "admitted_with",
    "check",
    "filled",
    "judged",
    "only_reads",
    "parsed_of",
    "unreadable",
    "warm",
    "worded",
]

KEPT = 256  # verdicts: who writes a query checks it, so does who runs it, and the same comes back

# Readers differ in how they put relative IRIs together: a query with a base is run as it was understood.
_BASE = re.compile(r"\bbase\b", re.IGNORECASE)

Verdict = CheckedQuery | tuple[Issue, ...]


def check(text: str, ontology: Ontology, conditions: Conditions | None = None) -> Verdict:
    """The query, ready to run, with what the reader should know; or the issues, errors first.

    Known prefixes that the text uses without declaring them stand in the checked text.
    """
    parsed = parse(text, ontology.prefixes)
    if isinstance(parsed, SyntaxIssue):
        return (unreadable(parsed),)
    return _verdicts(ontology)(Itself(parsed), conditions or Conditions())


def _verdicts(ontology: Ontology) -> Callable[[Itself[ParsedQuery], Conditions], Verdict]:
    """Judges by an ontology. Verdicts are kept with it, so that they go when it goes."""
    kept: dict[str, Callable[[Itself[ParsedQuery], Conditions], Verdict]]
    kept = ontology.worked_out.setdefault("verdicts", {})
    if "judge" not in kept:
        kept["judge"] = lru_cache(KEPT)(lambda query, known: _verdict(Case(query.value, ontology, known)))
    return kept["judge"]


def judged(case: Case, rules: Sequence[Rule] = RULES) -> tuple[Issue, ...]:
    """What the rules say of a query, errors first; what runs is checked by its text."""
    return _judged(case, rules)[0]


def _verdict(case: Case, rules: Sequence[Rule] = RULES) -> Verdict:
    """The verdict on a query that was read; its text is what was read."""
    issues, names = _judged(case, rules)
    if any(i.level is Level.ERROR for i in issues):
        return issues
    query, canonical = case.query, write(case.query)
    text = canonical if _BASE.search(query.text) else query.text
    return passed(text, canonical, form=query.form, rules=names, warnings=issues, parsed=query)


def _judged(case: Case, rules: Sequence[Rule]) -> tuple[tuple[Issue, ...], tuple[str, ...]]:
    """The issues, errors first, and the names of the rules that found none."""
    issues, silent = _apply(case, rules)
    issues.sort(key=lambda issue: issue.level is not Level.ERROR)
    blocked = any(issue.level is Level.ERROR for issue in issues)
    if not blocked and _is_empty(case.ontology) and any(rule.needs_ontology for rule in rules):
        issues.append(_NO_ONTOLOGY)
    return tuple(issues), silent


def warm(ontology: Ontology, closed: Closed | None = None) -> None:
    """Works out ahead what the first check would wait for: the grammar, the hierarchies, the index of near
    names; of the view of those to whom something is `closed`, if that is given. It takes a second or two of
    a core for twenty thousand classes, and may run in a thread of its own.
    """
    conditions = Conditions(closed=closed or Closed())
    check(_UNKNOWN, ontology, conditions)
    view = opened(ontology, conditions.closed)
    view.superclasses(_NOTHING)
    view.near_names.nearest(_NOTHING, (), floor=100, limit=1)


# Of what is not known the nearest names are told.
_NOTHING = "urn:querist:nothing"
_UNKNOWN = f"SELECT ?thing WHERE {{ ?thing a ?class ; <{_NOTHING}> [ a <{_NOTHING}> ] }}"


def only_reads(text: str, prefixes: Iterable[tuple[str, str]] = ()) -> Verdict:
    """The verdict on a query that is held to reading and to nothing else."""
    parsed = parse(text, prefixes)
    if isinstance(parsed, SyntaxIssue):
        return (unreadable(parsed),)
    return _verdict(Case(parsed, Ontology()), (read_only.RULE,))


def admit(text: str) -> CheckedQuery:
    """A query of the product's own, held to reading only. Raises OurMove when it is refused."""
    verdict = only_reads(text)
    if isinstance(verdict, CheckedQuery):
        return verdict
    raise OurMove(f"A query of Querist's own was refused: {verdict[0].message}")


def admitted_with(model: CheckedQuery, lists: Mapping[str, Sequence[str]]) -> CheckedQuery:
    """A query that was admitted with IRIs as marks among its values, with lists of other IRIs in their
    places, each as SPARQL writes it: as values they reach for nothing more.
    """
    return passed(
        filled(model.text, lists),
        filled(model.canonical, lists),
        form=model.form,
        rules=model.passed,
        warnings=model.warnings,
    )


def filled(text: str, lists: Mapping[str, Sequence[str]]) -> str:
    """A text with lists in the place of marks: with commas after IN, each in its own brackets as a row."""
    for mark, terms in lists.items():
        text = text.replace(f"IN ({mark})", f"IN ({', '.join(terms)})")
        text = text.replace(f"({mark})", " ".join(f"({term})" for term in terms))
        text = text.replace(mark, " ".join(terms))
    return text


def worded(query: RanQuery, word: Callable[[Issue], Issue]) -> RanQuery:
    """The query as it is shown and kept, its warnings in other words."""
    kept = {each.name: getattr(query, each.name) for each in fields(RanQuery)}
    return RanQuery(**kept | {"warnings": tuple(map(word, query.warnings))})


_NO_ONTOLOGY = Issue(
    rule="ontology",
    message=say(
        "Nothing is known of this graph's classes and properties: only that the query reads was checked."
    ),
    ground=Ground.DOUBTFUL,
    level=Level.WARNING,
    hint=say("Give an ontology, or let the graph be profiled."),
)


def unreadable(problem: SyntaxIssue) -> Issue:
    """The issue for a text that is no query, or an update."""
    if problem.writes:
        return read_only.refuse_update()
    expected = say("Expected {what}.", what=problem.expected)
    if problem.found:
        expected = say("Expected {what}, and found {found}.", what=problem.expected, found=problem.found)
    return Issue(
        rule="syntax",
        message=say(
            "The query cannot be read at line {line}, column {column}.",
            line=str(problem.line),
            column=str(problem.column),
        ),
        hint=together(expected, problem.advice),
    )


def _apply(case: Case, rules: Sequence[Rule]) -> tuple[list[Issue], tuple[str, ...]]:
    """What the rules say, with the level that the policy gives it, and the names of the silent ones."""
    issues: list[Issue] = []
    silent: list[str] = []
    for rule in rules:
        if rule.needs_ontology and _is_empty(case.ontology):
            continue
        found = [
            replace(issue, level=level)
            for issue in dict.fromkeys(rule.find(case))
            if (level := case.conditions.policy.level(issue.ground)) is not None
        ]
        issues += found
        if not found:
            silent.append(rule.name)
    # What may not be asked is not explained any further: why it fails as well tells of what is there.
    return [i for i in issues if i.ground is Ground.FORBIDDEN] or issues, tuple(silent)


def _is_empty(ontology: Ontology) -> bool:
    return not (ontology.classes or ontology.properties or ontology.uses)
