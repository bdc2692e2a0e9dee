"""The reply of the desk, and what the check and the index say, in the shapes of the doors. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.message import Reply
from bot.platforms.doors.shapes import (
    Answered,
    Checked,
    Column,
    Named,
    Option,
    Problematic,
    Reasoning,
    Sureness,
    Value,
)
from kgqa.answer import display
from kgqa.asked import query_of
from kgqa.check.rules import closed
from kgqa.ontology import Ontology
from kgqa.repair import Repair
from kgqa.restate import restate
from kgqa.types import Answer, CheckedQuery, DisplayTable, Issue, Level, Match, Term

LONGEST_TEXT = 4_000  # characters of one value; what is longer is cut, and ends with an ellipsis


def answered(reply: Reply, conversation: str, rows: int) -> Answered:
    """A reply with the first of its rows."""
    answer = reply.answer
    table = answer.display or (display(answer.table, {}, {}) if answer.table else None)
    return Answered(
        question=answer.question.text,
        outcome=answer.outcome.value,
        text=answer.text,
        restatement=answer.restatement,
        graph=answer.graph.name if answer.graph else None,
        query=answer.query.text if answer.query else None,
        query_asked=query_of(answer) or None,
        columns=[Column(title=c.title, kind=c.kind, unit=c.unit) for c in table.columns] if table else [],
        rows=_rows(table, rows) if table else [],
        row_count=len(table.rows) if table else 0,
        truncated=bool(answer.table and answer.table.truncated),
        boolean=answer.table.boolean if answer.table else None,
        reasoning=[
            Reasoning(stage=s.stage, summary=s.summary, details=list(s.details)) for s in answer.trace
        ],
        assumed=[*answer.assumed, *answer.taken],
        fixes=list(answer.fixes),
        confidence=Sureness(value=round(answer.confidence.value, 3), reason=answer.confidence.reason),
        choices=[Option(label=c.label, detail=c.detail, question=c.question) for c in answer.choices],
        suggestions=_different(answer),
        models=list(answer.models),
        seconds=round(answer.seconds, 3),
        move=answer.move.value if answer.move else None,
        conversation=conversation,
        record=reply.reference,
    )


def checked(graph: str, issues: Sequence[Issue], repair: Repair, ontology: Ontology) -> Checked:
    """What the check says. Of a query that touches what is closed, that alone is said."""
    shut = [issue for issue in issues if issue.rule == closed.NAME]
    issues = shut or issues
    verdict = repair.verdict
    is_whole = isinstance(verdict, CheckedQuery) and not shut
    return Checked(
        graph=graph,
        passed=not any(issue.level is Level.ERROR for issue in issues),
        issues=_issues(issues),
        mended=repair.text if is_whole and repair.fixes else None,
        fixes=[] if shut else [fix.what for fix in repair.fixes],
        left=[] if isinstance(verdict, CheckedQuery) or shut or not repair.fixes else _issues(verdict),
        options=[] if shut else list(repair.options),
        restatement=restate(verdict, ontology, {}) if isinstance(verdict, CheckedQuery) and not shut else "",
    )


def named(match: Match, ontology: Ontology) -> Named:
    """A match of the index."""
    return Named(
        kind=match.kind.value,
        iri=match.iri,
        label=match.label,
        value=match.value,
        classes=[ontology.label(iri) for iri in match.classes],
        how=match.how,
        score=round(match.score, 3),
    )


def _rows(table: DisplayTable, most: int) -> list[list[Value | None]]:
    return [[_value(cell.term, cell.label) for cell in row] for row in table.rows[:most]]


def _value(term: Term | None, label: str | None) -> Value | None:
    if term is None:
        return None
    return Value(
        type=term.kind,
        value=term.value if len(term.value) <= LONGEST_TEXT else f"{term.value[: LONGEST_TEXT - 1]}…",
        label=label,
        datatype=term.datatype,
        language=term.language,
    )


def _issues(issues: Iterable[Issue]) -> list[Problematic]:
    return [
        Problematic(rule=i.rule, ground=i.ground.value, level=i.level.value, message=i.message, hint=i.hint)
        for i in issues
    ]


def _different(answer: Answer) -> list[str]:
    return list(dict.fromkeys(suggestion.question for suggestion in answer.suggestions))
