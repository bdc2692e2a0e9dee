"""Repair without a model: where exactly one nearest edit puts the query right, it is made.

In: a text and the ontology. Out: a Repair. An edit puts right when the check then finds less than before and
nothing new; it is certain for an issue when no other edit that stays as near to what was written, and puts
as much right, does away with that issue too. Edits are made until nothing blocks, none is certain, or `MOST`
were made. Of a query with hundreds of parts only a few edits are tried, since each is judged with the whole
query; where more are thinkable than are tried, none is certain.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice

from kgqa.check import Conditions, check, judged
from kgqa.check.rule import Case
from kgqa.check.rules import joins
from kgqa.ontology import Ontology
from kgqa.repair.edit import Edit, Tier
from kgqa.repair.edits import EDITS
from kgqa.repair.fix import Fix, Repair
from kgqa.repair.prefixes import with_declared
from kgqa.repair.text import readable
from kgqa.sparql import ParsedQuery, parse, write
from kgqa.sparql.spelled import spelled
from kgqa.types import CheckedQuery, Ground, Issue, Level

MOST = 5  # edits of one query; more is another query
MOST_JUDGED = 200  # edits that are tried for one of them
MOST_WORK = 3_000  # edits times parts of the query that each is judged with, in the whole repair
_NOT_MENDED = frozenset((Ground.FORBIDDEN,))  # what somebody may not ask is not put in other words for him


def repaired(text: str, ontology: Ontology, conditions: Conditions | None = None) -> Repair:
    """The query with every certain fix, and the verdict on what came out."""
    conditions = conditions or Conditions()
    fixes: list[Fix] = []
    text = _readable(text, ontology, fixes)
    verdict, query = check(text, ontology, conditions), parse(text, ontology.prefixes)
    options: tuple[str, ...] = ()
    work = MOST_WORK
    while isinstance(query, ParsedQuery) and not isinstance(verdict, CheckedQuery) and len(fixes) < MOST:
        if any(i.ground in _NOT_MENDED for i in verdict):
            break
        case = Case(query, ontology, conditions)
        most = min(MOST_JUDGED, work // _size(case))
        proposed = list(islice((edit for kind in EDITS for edit in kind.propose(case)), most + 1))
        passing, judgements = _passing(case, verdict, proposed[:most])
        work -= judgements * _size(case)
        found = _certain(passing, verdict) if len(proposed) <= most else None
        if found is None:
            options = _options(passing, verdict)
            break
        issue, best = found
        before, text, edit = text, best.text, best.edit
        fixes.append(Fix(rule=issue.rule, kind=edit.kind, what=edit.what, before=before, after=text))
        verdict, query = check(text, ontology, conditions), parse(text, ontology.prefixes)
    return Repair(text=text, verdict=verdict, fixes=tuple(fixes), options=options)


def _readable(text: str, ontology: Ontology, fixes: list[Fix]) -> str:
    """The text so that it reads, where that is certain; what was done is added to the fixes."""
    if isinstance(parse(text, ontology.prefixes), ParsedQuery):
        return text
    found = readable(text, ontology.prefixes) or with_declared(text, ontology)
    if found is None:
        return text
    after, sentences = found
    if not isinstance(parse(after, ontology.prefixes), ParsedQuery):
        rest = readable(after, ontology.prefixes)  # more than its prefixes was wrong
        if rest is None:
            return text
        after, sentences = rest[0], (*sentences, *rest[1])
    fixes += [Fix(rule="syntax", kind="text", what=s, before=text, after=after) for s in sentences]
    return after


@dataclass(frozen=True, slots=True)
class _Passing:
    """An edit that puts something right, with the text of the query after it, and what the check no longer
    says. One that is not `sure` only casts doubt on others: the check then warns of something new, or of
    parts that are not connected. What is spelled right may well be warned of, as it was meant.
    """

    edit: Edit
    text: str
    settled: frozenset[Issue]
    sure: bool


def _size(case: Case) -> int:
    """The parts of a query, by which the time of a judgement grows: what it states, its elements and
    expressions.
    """
    return 1 + len(case.facts.facts) + len(case.elements) + len(case.expressions)


def _passing(case: Case, before: tuple[Issue, ...], edits: Iterable[Edit]) -> tuple[list[_Passing], int]:
    """The edits after which the check finds less than before and nothing new, each result once; and how many
    were judged.
    """
    found: list[_Passing] = []
    seen: set[str] = set()
    for edit in edits:
        written = write(edit.query)
        if written in seen:
            continue
        seen.add(written)
        left = frozenset(judged(Case(edit.query, case.ontology, case.conditions)))
        settled = frozenset(_errors(before)) - left
        new = left - frozenset(before)
        if settled and not any(i.level is Level.ERROR or i.ground is Ground.UNSEEN for i in new):
            after = spelled(edit.query, case.ontology.prefixes)
            apart = any(i.rule == joins.NAME for i in left)
            sure = edit.tier is Tier.SPELLING or not (new or apart or edit.tier is Tier.THINKABLE)
            found.append(_Passing(edit, after, settled, sure))
    return found, len(seen)


def _certain(passing: list[_Passing], before: tuple[Issue, ...]) -> tuple[Issue, _Passing] | None:
    """The first issue that exactly one nearest edit settles, with that edit."""
    for issue in _errors(before):
        nearest = _nearest(passing, issue)
        if len(nearest) == 1 and nearest[0].sure:
            return issue, nearest[0]
    return None


def _options(passing: list[_Passing], before: tuple[Issue, ...]) -> tuple[str, ...]:
    """What may be meant for the first issue of which that is known, in sentences; nearest first."""
    each = (_nearest(passing, issue) for issue in _errors(before))
    first = next((nearest for nearest in each if nearest), [])
    made = [p for p in first if p.edit.tier is not Tier.THINKABLE] or first
    return tuple(dict.fromkeys(p.edit.what for p in sorted(made, key=lambda p: p.edit.tier)))


def _nearest(passing: list[_Passing], issue: Issue) -> list[_Passing]:
    """The edits of the nearest tier that settle an issue, and what casts doubt on them; none that settles
    less than another, which is then the one mistake behind several issues.
    """
    able = [p for p in passing if issue in p.settled]
    most = [p for p in able if not any(_is_behind(other, p) for other in able)]
    tier = min((p.edit.tier for p in most), default=Tier.THINKABLE)
    return [p for p in most if p.edit.tier == tier or _doubts(p.edit, tier)]


def _is_behind(one: _Passing, other: _Passing) -> bool:
    apart = other.edit.tier is Tier.SPELLING and one.edit.tier is not Tier.SPELLING
    return one.sure and not apart and one.settled > other.settled


def _doubts(edit: Edit, tier: Tier) -> bool:
    return edit.doubts is not None and edit.doubts <= tier


def _errors(issues: tuple[Issue, ...]) -> tuple[Issue, ...]:
    return tuple(i for i in issues if i.level is Level.ERROR)
