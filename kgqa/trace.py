"""The reasoning trace of an answer: as Markdown for people, as JSON for programs.

In: an Answer. Out: text, or plain data; nothing is computed here that the answer does not hold.
"""

from __future__ import annotations

from typing import Any

from kgqa.fence import fenced
from kgqa.types import (
    Answer,
    CallEvidence,
    PassageEvidence,
    QueryEvidence,
    QueryLanguage,
    ResultTable,
    Spent,
    Step,
    Term,
)
from kgqa.wording.said import Said, say


def below(title: str, query: str) -> Said:
    """A detail of a step that is a query under a title."""
    return say("{title}\n{query}", title=title, query=query)


def bound(table: ResultTable | None) -> list[list[str | None]]:
    """The values that the query bound, as strings: IRIs whole, literals by their lexical form.

    An ASK gives [["true"]] or [["false"]]; no table gives no rows.
    """
    if table is None:
        return []
    if table.boolean is not None:
        return [["true" if table.boolean else "false"]]
    return [[_value(term) for term in row] for row in table.rows]


def as_json(answer: Answer) -> dict[str, Any]:
    """The answer as `querist ask --json` prints it and as the record keeps it."""
    return {
        "question": answer.question.text,
        "outcome": answer.outcome.value,
        "text": answer.text,
        "restatement": answer.restatement,
        "sparql": _text(answer, QueryLanguage.SPARQL),
        "sql": _text(answer, QueryLanguage.SQL),
        "call": _call(answer),
        "origins": [
            {"column": o.column, "sources": [{"class": c, "property": p} for c, p in o.sources]}
            for o in (answer.query.origins if answer.query else ())
        ],
        "sha256": answer.query.sha256 if answer.query else None,
        "columns": list(answer.table.columns) if answer.table else [],
        "rows": bound(answer.table),
        "truncated": bool(answer.table and answer.table.truncated),
        "choices": [
            {"label": c.label, "detail": c.detail, "pins": [[p.mention, p.term] for p in c.pins]}
            for c in answer.choices
        ],
        "suggestions": [s.question for s in answer.suggestions],
        "trace": [
            {
                "stage": s.stage,
                "summary": s.summary,
                "details": list(s.details),
                "seconds": round(s.seconds, 6),
            }
            for s in answer.trace
        ],
        "issues": [
            {"rule": i.rule, "level": i.level.value, "message": i.message, "hint": i.hint}
            for i in answer.issues
        ],
        "fixes": list(answer.fixes),
        "passages": [
            {"document": p.source, "place": p.place, "sha256": p.sha256, "text": p.text, "score": p.score}
            for p in _passages(answer)
        ],
        "passed": list(answer.query.passed) if answer.query else [],
        "confidence": {
            "value": round(answer.confidence.value, 3),
            "reason": answer.confidence.reason,
            "evidence": dict(answer.confidence.evidence),
        },
        "graph": {"name": answer.graph.name, "fingerprint": answer.graph.fingerprint}
        if answer.graph
        else None,
        "strategy": answer.strategy,
        "models": list(answer.models),
        "spent": {
            "calls": answer.spent.calls,
            "cached": answer.spent.cached,
            "input_tokens": answer.spent.input_tokens,
            "output_tokens": answer.spent.output_tokens,
            "seconds": round(answer.spent.seconds, 6),
            "money": round(answer.spent.money, 6),
        },
        "seconds": round(answer.seconds, 6),
        "reference": answer.reference,
    }


def _call(answer: Answer) -> dict[str, Any] | None:
    """The call of a function, with the queries that it asked."""
    call = next((found for found in answer.evidence if isinstance(found, CallEvidence)), None)
    if call is None:
        return None
    queries = [found for found in answer.evidence if isinstance(found, QueryEvidence)]
    return {
        "text": _text(answer, QueryLanguage.CALL),
        "function": call.function,
        "arguments": dict(call.arguments),
        "queries": [{"sparql": found.text, "rows": found.rows} for found in queries],
    }


def _text(answer: Answer, language: QueryLanguage) -> str | None:
    """The query, where it is in this language."""
    return answer.query.text if answer.query and answer.query.language is language else None


def as_markdown(answer: Answer, currency: str = "") -> str:
    """The trace as a document that stands alone: question, answer, steps, checks, query, and what models cost
    in the `currency` of their prices.
    """
    lines = [f"# {_line(answer.question.text)}", "", answer.text, ""]
    if answer.restatement:
        lines += [f"Read as: {answer.restatement}", ""]
    lines += ["## How I got there", ""]
    for number, step in enumerate(answer.trace, 1):
        lines += _step(number, step)
    if answer.issues:
        lines += ["", "## What the check said", ""]
        lines += [f"- {i.level.value}, {i.rule}: {i.message} {i.hint}".rstrip() for i in answer.issues]
    if answer.fixes:
        lines += ["", "## What was put right before it ran", ""]
        lines += [f"- {fix}" for fix in answer.fixes]
    if answer.query:
        lines += ["", "## Query", "", fenced(answer.query.text.strip(), answer.query.language.value), ""]
        lines += [f"sha256 {answer.query.sha256}"]
    if passages := _passages(answer):
        lines += ["", "## Sources", ""]
        for number, p in enumerate(passages, 1):
            where = _line(", ".join(filter(None, (p.source, p.place))))
            lines += [f"[{number}] {where}", "", fenced(p.text), "", f"sha256 {p.sha256}", ""]
    if answer.graph:
        lines += ["", f"Graph: {answer.graph.name}, version {answer.graph.fingerprint}."]
    if models := _models(answer, currency):
        lines += ["", models]
    return "\n".join(lines) + "\n"


def _passages(answer: Answer) -> tuple[PassageEvidence, ...]:
    return tuple(found for found in answer.evidence if isinstance(found, PassageEvidence))


def _models(answer: Answer, currency: str) -> str:
    """Which models took part and what that cost, in a line: "Models: NAME, 3 calls, 4,210 tokens in, …"."""
    spent = answer.spent
    if not answer.models and spent == Spent():
        return ""
    calls = f"{spent.calls:,} {'call' if spent.calls == 1 else 'calls'}"
    parts = [*map(_line, answer.models), calls]
    parts += [f"{spent.cached:,} from the cache"] if spent.cached else []
    parts += [f"{spent.input_tokens:,} tokens in", f"{spent.output_tokens:,} out"]
    parts += [f"{_money(spent.money)} {currency}".rstrip()] if spent.money else []
    return f"Models: {', '.join(parts)}."


def _money(amount: float) -> str:
    """Hundredths, and of less than one as much as tells something."""
    return f"{amount:,.2f}" if amount >= 0.01 else f"{amount:.2g}"  # noqa: PLR2004  # a cent


def _step(number: int, step: Step) -> list[str]:
    head = f"{number}. **{step.stage}**: {step.summary} ({step.seconds * 1000:.1f} ms)"
    return [head, *(line for detail in step.details for line in _detail(detail))]


def _detail(detail: str) -> list[str]:
    """A line of a list; what stands below a title is a block of code."""
    title, _, text = detail.partition("\n")
    block = fenced(text, "sparql").split("\n") if text else []
    return [f"   - {title}", *(f"     {line}".rstrip() for line in block)]


def _value(term: Term | None) -> str | None:
    return None if term is None else term.value


def _line(text: str) -> str:
    return " ".join(text.split())
