"""Answers with known right ones -> figures and tables: how many are right, what models cost, the time.

In: records of `querist bench`, one a question. Out: a summary as plain data, and tables of it.
"""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from statistics import median
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.table import Table

NO_GOLD = "\N{EN DASH}"
MOST_CATEGORIES = 20  # more of them tell nothing at a glance


def summarise(records: Sequence[dict[str, Any]], *, by_strategy: bool = False) -> dict[str, Any]:
    """Means over all questions, by folder (and by what was asked, where that differs), and by category."""
    by_folder: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
    for record in records:
        asked = f", {', '.join(record['strategies'])}" if by_strategy else ""
        by_folder[record["folder"] + asked].append(record)
    summary: dict[str, Any] = {"all": _means(records)}
    summary["folders"] = {name: _means(rows) for name, rows in by_folder.items()}
    summary["categories"] = {}
    for name, rows in by_folder.items():
        groups: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
        for record in rows:
            groups[record["category"]].append(record)
        summary["categories"][name] = {category: _means(each) for category, each in groups.items()}
    rules = Counter(issue["rule"] for record in records for issue in record["issues"])
    summary["rules"] = dict(rules)
    summary["measured"] = time.strftime("%Y-%m-%d")
    return summary


def _means(records: Sequence[dict[str, Any]]) -> dict[str, Any]:
    scored = [r for r in records if "verdict" in r]
    verdicts = Counter(r["verdict"] for r in scored)
    count = len(scored) or 1
    return {
        "questions": len(records),
        "scored": len(scored),
        "precision": round(sum(r["precision"] for r in scored) / count, 4),
        "recall": round(sum(r["recall"] for r in scored) / count, 4),
        "f1": round(sum(r["f1"] for r in scored) / count, 4),
        "exact": round(sum(r["exact"] for r in scored) / count, 4),
        "shaped": round(sum(r["shaped"] for r in scored) / count, 4),
        "right": verdicts["right"],
        "abstained": verdicts["abstained"],
        "wrong": verdicts["wrong"],
        "offered": sum(1 for r in scored if r.get("offered")),
        **_spread("seconds", (r["seconds"] for r in records)),
        "model": _model([r["model"] for r in records]),
    }


def _model(spent: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """What models cost for some questions together, and how their seconds spread over the questions."""
    sums = {
        name: sum(s[name] for s in spent) for name in ("calls", "cached", "input_tokens", "output_tokens")
    }
    return {
        **sums,
        "money": round(sum(s["money"] for s in spent), 6),
        "failed": sum(1 for s in spent if s["failed"]),
        **_spread("seconds", (s["seconds"] for s in spent)),
        **_spread("rest", (s["rest"] for s in spent)),
    }


def _spread(name: str, values: Iterable[float]) -> dict[str, float]:
    ordered = sorted(values) or [0.0]
    return {
        f"{name}_median": round(median(ordered), 4),
        f"{name}_p90": round(ordered[int(0.9 * (len(ordered) - 1))], 4),
    }


def table_of(summary: dict[str, Any]) -> Table:
    """The summary as a table: one line a folder, the categories under it."""
    table = _table(
        "Answers against gold",
        ("n", "set F1", "exact", "shaped", "right", "abst.", "off.", "wrong", "ms", "p90"),
    )
    for folder, means in summary["folders"].items():
        table.add_row(folder, *_cells(means), style="bold")
        categories = summary["categories"][folder]
        if 1 < len(categories) <= MOST_CATEGORIES:
            for category, each in categories.items():
                table.add_row(f"  {category or 'other'}", *_cells(each))
    if len(summary["folders"]) > 1:
        table.add_section()
        table.add_row("all", *_cells(summary["all"]), style="bold")
    table.caption = (
        "abst.: said that it does not know, or asked back; off.: of these, one of the readings that were "
        "offered is right. ms: median milliseconds a question."
    )
    table.caption_justify = "left"
    return table


def _cells(means: dict[str, Any]) -> list[str]:
    if means["scored"]:
        figures = [f"{means[name]:.3f}" for name in ("f1", "exact", "shaped")]
        figures += [str(means[name]) for name in ("right", "abstained", "offered", "wrong")]
    else:
        figures = [NO_GOLD] * 7
    milliseconds = [f"{means[name] * 1000:.0f}" for name in ("seconds_median", "seconds_p90")]
    return [str(means["questions"]), *figures, *milliseconds]


def models_of(summary: dict[str, Any], currency: str) -> Table | None:
    """What models cost by folder; None where none was asked."""
    if not any(summary["all"]["model"][name] for name in ("calls", "cached", "failed")):
        return None
    is_priced = bool(summary["all"]["model"]["money"])
    names = ["calls", "cached", "in", "out", *([currency] if is_priced else [])]
    table = _table("Models", (*names, "s", "p90", "rest s", "p90", "failed"))
    rows = dict(summary["folders"])
    if len(rows) > 1:
        rows["all"] = summary["all"]
    for name, means in rows.items():
        spent = means["model"]
        cells = [f"{spent[n]:,}" for n in ("calls", "cached", "input_tokens", "output_tokens")]
        cells += [f"{spent['money']:.4f}"] if is_priced else []
        cells += [f"{spent[n]:.2f}" for n in ("seconds_median", "seconds_p90")]
        cells += [f"{spent[n]:.3f}" for n in ("rest_median", "rest_p90")]
        table.add_row(name, *cells, str(spent["failed"]), style="bold" if name == "all" else "")
    table.caption = (
        "in, out: tokens of all questions. s: median seconds a question waits for models; rest: its other "
        "seconds. failed: questions for which a call of a model failed."
    )
    table.caption_justify = "left"
    return table


def rules_of(summary: dict[str, Any]) -> str:
    """What the check found in queries, the most frequent first; "" for nothing."""
    counts = Counter(summary["rules"]).most_common()
    return "The check found: " + ", ".join(f"{rule} {n}" for rule, n in counts) + "." if counts else ""


def _table(title: str, names: Sequence[str]) -> Table:
    table = Table(
        title=title, title_justify="left", header_style="bold", box=SIMPLE_HEAD, padding=(0, 1, 0, 0)
    )
    table.add_column("questions", no_wrap=True, max_width=20, overflow="ellipsis")
    for name in names:
        table.add_column(name, justify="right", no_wrap=True, min_width=max(3, len(name)))
    return table
