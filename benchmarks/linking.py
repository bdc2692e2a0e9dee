"""Whether the names of questions are found: `python -m benchmarks.linking [FOLDER…|sample|zaha] [--show]`.

In: folders with a graph and questions whose gold queries are known; or zaha, questions with the things that
they name. Out: how many of the gold terms are among the links of the question, and how many come first in
theirs. There is no model in any of it.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import IntEnum
from pathlib import Path

from rich.console import Console
from rich.table import Table

from benchmarks.gold import Gold, gold_of
from benchmarks.scenario import measure_scenario, scenario_table
from bot.gold import QUESTIONS, read_folder
from bot.settings import load
from bot.wiring import close_core, open_core, sample_folder
from kgqa.errors import BadInput
from kgqa.language import guess, language
from kgqa.linking.further import linked_further
from kgqa.linking.joint import fitted
from kgqa.linking.link import link
from kgqa.linking.tokens import key
from kgqa.pipeline import Kit
from kgqa.sparql import SyntaxIssue, parse
from kgqa.types import Link, LinkedQuestion, Match, Question, TermKind

SAMPLE, ZAHA = "sample", "zaha"
SHARED = Path("../shared/data")
DEFAULT = (str(SHARED / "ck25"), str(SHARED / "cwd-scaled"), SAMPLE, ZAHA)
ASKED_AT = datetime(2025, 12, 15, 9, tzinfo=UTC)
WIDTH = 150  # characters of a line that goes into a file
SHARES = ("among the links", "first", "first or tied")
KINDS = ("classes", "properties", "entities", "texts")


class Place(IntEnum):
    """Where a meaning stands in its link; a tie is not guessed, but asked back."""

    BEHIND = 0
    TIED = 1
    FIRST = 2


@dataclass(slots=True)
class Found:
    """The gold terms of one question by kind: those that are not among its links; those that are, but score
    less than the first of their link; and those that share the first place.
    """

    id: str
    question: str
    gold: Gold
    milliseconds: float
    missing: dict[str, list[str]] = field(default_factory=dict)
    behind: dict[str, list[str]] = field(default_factory=dict)
    tied: dict[str, list[str]] = field(default_factory=dict)


async def linked(question: str, kit: Kit) -> LinkedQuestion:
    """The links of a question as the pipeline has them: by names, by further linkers, fitted together."""
    lang = guess(question)
    asked = Question(text=question, asked_at=ASKED_AT, language=lang.code)
    found, _ = await linked_further(link(asked, kit.index, language(lang.code)), kit.linkers, kit.ways, lang)
    return fitted(found, kit.fit)


async def measure_folder(folder: Path) -> list[Found]:
    """Every question of a folder that has a gold query."""
    given = read_folder(folder)
    queries = dict(_queries(folder / QUESTIONS))
    with tempfile.TemporaryDirectory() as data:
        core = await open_core(load(graph=given.graph, ontology=given.ontology, data=Path(data)))
        try:
            return [
                await _found(g.id, g.question, queries[g.id], core.kit)
                for g in given.questions
                if g.id in queries
            ]
        finally:
            close_core(core)


def _queries(file: Path) -> Iterator[tuple[str, str]]:
    for line in file.read_text("utf-8").splitlines():
        data = json.loads(line)
        if data.get("sparql"):
            yield str(data["id"]), data["sparql"]


async def _found(number: str, question: str, sparql: str, kit: Kit) -> Found:
    parsed = parse(sparql)
    if isinstance(parsed, SyntaxIssue):
        raise BadInput(f"The gold query of {number} is no SPARQL: line {parsed.line}, {parsed.expected}.")
    gold = gold_of(parsed, kit.ontology)
    begun = time.perf_counter()
    links = (await linked(question, kit)).links
    found = Found(number, question, gold, 1000 * (time.perf_counter() - begun))
    for kind in KINDS:
        found.missing[kind], found.behind[kind], found.tied[kind] = [], [], []
        for term in getattr(gold, kind):
            places = [place for one in links for place in _places(one, kind, term)]
            if not places:
                found.missing[kind].append(term)
            elif max(places) is Place.BEHIND:
                found.behind[kind].append(term)
            elif max(places) is Place.TIED:
                found.tied[kind].append(term)
    return found


def _places(found: Link, kind: str, term: str) -> Iterator[Place]:
    """Where a link has a gold term among its meanings."""
    for number, match in enumerate(found.matches):
        if _means(match, kind, term):
            tied = match.score == found.matches[0].score
            yield Place.FIRST if number == 0 else Place.TIED if tied else Place.BEHIND


def _means(match: Match, kind: str, term: str) -> bool:
    """Whether a match is the gold term. A text is a value, or the name of the thing that is looked for."""
    if kind != "texts":
        return match.iri == term and match.kind is not TermKind.VALUE
    written = key(term)
    return written in (key(match.value or ""), key(match.label), key(match.matched))


# ── showing ──────────────────────────────────────────────────────────────────────────────────────


def figures(found: Sequence[Found]) -> dict[str, dict[str, float]]:
    """By kind: gold terms, the shares of them that are among the links, first, and first or tied."""
    made: dict[str, dict[str, float]] = {}
    for kind in (*KINDS, "all"):
        kinds = KINDS if kind == "all" else (kind,)
        gold = sum(len(getattr(f.gold, k)) for f in found for k in kinds)
        missing, behind, tied = (
            sum(len(lost[k]) for lost in each for k in kinds)
            for each in ([f.missing for f in found], [f.behind for f in found], [f.tied for f in found])
        )
        asked = [f for f in found if any(getattr(f.gold, k) for k in kinds)]
        made[kind] = {
            "gold": gold,
            "among the links": (gold - missing) / max(gold, 1),
            "first": (gold - missing - behind - tied) / max(gold, 1),
            "first or tied": (gold - missing - behind) / max(gold, 1),
            "questions": len(asked),
            "questions with all": sum(not any(f.missing[k] for k in kinds) for f in asked),
        }
    return made


def table(name: str, found: Sequence[Found]) -> Table:
    """One folder."""
    spent = [f.milliseconds for f in found]
    numbers = sum(len(f.gold.numbers) for f in found)
    shown = Table(
        "gold", "terms", *SHARES, "questions with all", title_justify="left", caption_justify="left"
    )
    shown.title = f"{name}: {len(found)} questions"
    shown.caption = (
        f"{statistics.median(spent):.1f} ms a question, the slowest {max(spent):.0f}; "
        f"{numbers} numbers and dates are not counted"
    )
    for kind, row in figures(found).items():
        if row["gold"]:
            shares = (f"{100 * row[share]:.1f} %" for share in SHARES)
            whole = f"{row['questions with all']:.0f} of {row['questions']:.0f}"
            shown.add_row(kind, f"{row['gold']:.0f}", *shares, whole)
    return shown


def failures(found: Sequence[Found]) -> Iterator[str]:
    """The questions with a term that was not found, or not first."""
    for f in found:
        lost = {"missing": f.missing, "not first": f.behind, "tied": f.tied}
        lines = [
            f"    {how:10} {t}" for how, kinds in lost.items() for terms in kinds.values() for t in terms
        ]
        if lines:
            yield from (f"{f.id}: {f.question}", *lines)


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="*", default=DEFAULT)
    parser.add_argument("--show", action="store_true", help="each question that is not wholly right")
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    console = Console()
    if not console.is_terminal:
        console = Console(width=WIDTH)
    written: dict[str, object] = {}
    for name in options.folders:
        if name == ZAHA:
            scenario = asyncio.run(measure_scenario(linked))
            console.print(scenario_table(scenario))
            written[name] = scenario.figures()
            lines = scenario.failures()
        else:
            with tempfile.TemporaryDirectory() as made:
                folder = sample_folder("questions.jsonl", Path(made)) if name == SAMPLE else Path(name)
                found = asyncio.run(measure_folder(folder))
            console.print(table(Path(name).name, found))
            written[Path(name).name] = figures(found)
            lines = failures(found)
        if options.show:
            console.print("\n".join(lines), markup=False, highlight=False, soft_wrap=True)
    if options.json:
        options.json.write_text(json.dumps(written, indent=2, ensure_ascii=False), "utf-8")


if __name__ == "__main__":
    main()
