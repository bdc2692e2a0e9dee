"""Repair without a model: where exactly one nearest edit puts the query right, it is made.

In: a text and the ontology. Out: a Repair. An edit puts right when the check then finds less than before and
nothing new; it is certain when no other edit that stays as near to what was written does so too. Edits are
made until nothing blocks, none is certain, or `MOST` were made.
"""

from __future__ import annotations

from dataclasses import replace

from kgqa.check import Conditions, Verdict, check, judged
from kgqa.check.rule import Case
from kgqa.ontology import Ontology
from kgqa.repair.edit import Edit
from kgqa.repair.edits import EDITS
from kgqa.repair.fix import Fix, Repair
from kgqa.sparql import ParsedQuery, parse, write
from kgqa.types import CheckedQuery, Ground, Issue, Level

MOST = 5  # edits of one query; more is another query
_NOT_MENDED = frozenset((Ground.FORBIDDEN,))  # what somebody may not ask is not put in other words for him


def repaired(text: str, ontology: Ontology, conditions: Conditions | None = None) -> Repair:
    """The query with every certain fix, and the verdict on what came out."""
    conditions = conditions or Conditions()
    fixes: list[Fix] = []
    verdict = check(text, ontology, conditions)
    while not isinstance(verdict, CheckedQuery) and len(fixes) < MOST:
        parsed = parse(text, ontology.prefixes)
        if not isinstance(parsed, ParsedQuery) or any(i.ground in _NOT_MENDED for i in verdict):
            break
        case = Case(parsed, ontology, conditions)
        passing = _nearest(_passing(case, verdict))
        if len(passing) != 1:
            return Repair(
                text=text,
                verdict=verdict,
                fixes=tuple(fixes),
                options=tuple(edit.what for edit, _, _ in passing),
            )
        ((edit, after, verdict_after),) = passing
        fixes.append(Fix(rule=verdict[0].rule, kind=edit.kind, what=edit.what, before=text, after=after))
        text, verdict = after, verdict_after
    return Repair(text=text, verdict=verdict, fixes=tuple(fixes))


Passing = tuple[Edit, str, Verdict]


def _passing(case: Case, verdict: tuple[Issue, ...]) -> list[Passing]:
    """The edits after which the check finds less than before and nothing new, each result once."""
    found: dict[str, Passing] = {}
    for kind in EDITS:
        for edit in kind.propose(case):
            after = write(edit.query)
            if after not in found:
                query = replace(edit.query, text=after)
                judgement = judged(Case(query, case.ontology, case.conditions))
                if _is_better(judgement, verdict):
                    found[after] = (edit, after, judgement)
    return list(found.values())


def _is_better(after: Verdict, before: tuple[Issue, ...]) -> bool:
    left = after.warnings if isinstance(after, CheckedQuery) else after
    return set(left) <= set(before) and len(_errors(left)) < len(_errors(before))


def _errors(issues: tuple[Issue, ...]) -> list[Issue]:
    return [i for i in issues if i.level is Level.ERROR]


def _nearest(passing: list[Passing]) -> list[Passing]:
    nearest = min((edit.tier for edit, _, _ in passing), default=None)
    return [p for p in passing if p[0].tier == nearest]
