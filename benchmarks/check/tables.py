"""The tables of the benchmark, and the same as plain values for a file.

In: detections, repairs and times. Out: rich tables, and dicts that JSON can hold.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, fields
from typing import Any

from rich.table import Table

from benchmarks.check.detection import Detection, Judged, by_kind, by_rule
from benchmarks.check.repairing import Outcome, Repaired, shares
from benchmarks.check.speed import Growth, Speed


def detection_table(name: str, judged: Sequence[Judged]) -> Table:
    table = Table(title=f"Detection: {name}", title_justify="left")
    table.add_column("slip")
    for head in ("mutants", "wrong", "detected", "%", "(read)", "with data: wrong", "detected", "%"):
        table.add_column(head, justify="right")
    table.add_column("not wrong (with data): what is said")
    for kind, row in by_kind(judged).items():
        rest = ", ".join(f"{ground} {n}" for ground, n in row.rest.most_common())
        table.add_row(
            kind,
            str(row.mutants),
            str(row.wrong),
            str(row.detected),
            percent(row.detected, row.wrong),
            str(row.mended or ""),
            str(row.wrong_looked),
            str(row.detected_looked),
            percent(row.detected_looked, row.wrong_looked),
            rest,
            end_section=kind == "unescaped literal",
        )
    return table


def gold_table(detections: Sequence[Detection]) -> Table:
    table = Table(title="Gold queries", title_justify="left")
    for head in (
        "source",
        "queries",
        "false alarms",
        "ontology and data disagree",
        "with data: false alarms",
    ):
        table.add_column(head, justify="left" if head == "source" else "right")
    for d in detections:
        table.add_row(
            d.source,
            str(len(d.gold) // 2),
            str(len(d.false_alarms(looked=False))),
            str(len(d.disputed(looked=False))),
            str(len(d.false_alarms(looked=True))),
        )
    return table


def rule_table(judged: Sequence[Judged]) -> Table:
    table = Table(title="The rule that says it first (ontology alone)", title_justify="left")
    table.add_column("rule")
    table.add_column("wrong mutants", justify="right")
    table.add_column("of which")
    for rule, counts in by_rule(judged).items():
        kinds = ", ".join(f"{kind} {n}" for kind, n in counts.most_common())
        table.add_row(rule, str(counts.total()), kinds)
    return table


def repair_table(name: str, found: Sequence[Repaired]) -> Table:
    table = Table(title=f"Certain repair: {name}", title_justify="left")
    table.add_column("slip")
    for head in (
        "detected",
        "right",
        "%",
        "unfixed",
        "wrong",
        "with data: detected",
        "right",
        "%",
        "unfixed",
        "wrong",
    ):
        table.add_column(head, justify="right")
    bare, looked = (shares(found, looked=look) for look in (False, True))
    for kind, share in bare.items():
        cells = []
        for each in (share, looked[kind]):
            right = each.counts[Outcome.RIGHT]
            cells += [each.total, right, percent(right, each.total)]
            cells += [each.counts[Outcome.UNFIXED], each.counts[Outcome.WRONG]]
        table.add_row(kind, *(str(c) for c in cells), end_section=kind == "unescaped literal")
    return table


def speed_table(speeds: Sequence[Speed]) -> Table:
    table = Table(title="Milliseconds of a check: median / p95", title_justify="left")
    heads = (
        "classes",
        "opened, s",
        "first",
        "check",
        "with reading",
        "paper's rules",
        "times",
        "prepared",
        "times",
    )
    for head in heads:
        table.add_column(head, justify="right")
    for s in speeds:
        table.add_row(
            f"{s.classes:,}",
            f"{s.opened:.2f}",
            f"{s.first:.1f}",
            *(f"{t.median:.2f} / {t.p95:.2f}" for t in (s.judged, s.read)),
            f"{s.paper.median:.0f} / {s.paper.p95:.0f}",
            f"{s.ratio:.0f}",
            f"{s.prepared.median:.0f} / {s.prepared.p95:.0f}",
            f"{s.ratio_prepared:.0f}",
        )
    return table


def growth_table(grown: Sequence[Growth]) -> Table:
    table = Table(title="Growth with the query", title_justify="left")
    for head in ("patterns", "ms", "µs a pattern"):
        table.add_column(head, justify="right")
    for g in grown:
        table.add_row(f"{g.patterns:,}", f"{g.milliseconds:.1f}", f"{g.pattern:.0f}")
    return table


def percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f}" if whole else ""


# ── for a file ───────────────────────────────────────────────────────────────────────────────────


def detection_figures(detection: Detection) -> dict[str, Any]:
    return {
        "gold": len(detection.gold) // 2,
        "false alarms": [len(detection.false_alarms(looked=look)) for look in (False, True)],
        "disputed": [len(detection.disputed(looked=look)) for look in (False, True)],
        "by kind": {
            kind: {f.name: getattr(row, f.name) for f in fields(row)}  # asdict() spoils a Counter
            for kind, row in by_kind(detection.mutants).items()
        },
        "by rule": {rule: dict(counts) for rule, counts in by_rule(detection.mutants).items()},
    }


def repair_figures(found: Sequence[Repaired]) -> dict[str, Any]:
    return {
        name: {
            kind: {outcome.value: n for outcome, n in share.counts.items()}
            for kind, share in shares(found, looked=look).items()
        }
        for name, look in (("ontology alone", False), ("with data", True))
    }


def speed_figures(speeds: Sequence[Speed], grown: Sequence[Growth]) -> dict[str, Any]:
    return {
        "sizes": [{**asdict(s), "ratio": s.ratio, "ratio prepared": s.ratio_prepared} for s in speeds],
        "growth": [asdict(g) for g in grown],
    }
