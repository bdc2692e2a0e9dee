"""Questions of one scenario with the things that they name: an ontology, a lexicon, and what is expected.

In: the folder `zaha` here, and the ontology and questions that it speaks of. Out: the questions whose things
were all found at the right words and first, with nothing else taken for a thing; and those that name nothing.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rich.table import Table

from bot.settings import load
from bot.wiring import close_core, open_core
from connectors import lexicons
from kgqa.errors import BadInput
from kgqa.linking.tokens import key
from kgqa.pipeline import TRUST, Kit
from kgqa.types import Link, LinkedQuestion

HERE = Path(__file__).with_name("zaha")
GIVEN = Path("../shared/data/zaha")

WHOLE = "Complete entity name"  # where the questions do not say which way a thing is named

Linking = Callable[[str, Kit], Awaitable[LinkedQuestion]]
Meant = frozenset[tuple[str, str]]  # the key of a text, the IRI that it means


@dataclass(frozen=True, slots=True)
class Asked:
    """One question: what it names, and what was found."""

    id: str
    question: str
    scenario: str
    expected: Meant
    found: Meant

    @property
    def right(self) -> bool:
        """The same things, each at words that hold those expected: "commercial use" holds "commercial"."""
        return {iri for _, iri in self.found} == {iri for _, iri in self.expected} and all(
            any(iri == other and f" {text} " in f" {longer} " for longer, other in self.found)
            for text, iri in self.expected
        )


@dataclass(slots=True)
class Scenario:
    asked: list[Asked] = field(default_factory=list)

    def figures(self) -> dict[str, dict[str, int]]:
        """By scenario: questions, and those that are right."""
        made: dict[str, dict[str, int]] = {}
        for asked in self.asked:
            row = made.setdefault(asked.scenario, {"questions": 0, "right": 0})
            row["questions"] += 1
            row["right"] += asked.right
        return made

    def failures(self) -> Iterator[str]:
        """The questions that are not right."""
        for asked in self.asked:
            if not asked.right:
                yield f"{asked.id}: {asked.question}"
                for name, pairs in (("expected", asked.expected), ("found", asked.found)):
                    yield from (f"    {name:10} {text}: {iri}" for text, iri in sorted(pairs))


async def measure_scenario(linking: Linking) -> Scenario:
    """Every question for which something is expected, be it nothing."""
    questions = {d["id"]: d for d in _lines(GIVEN / "questions.jsonl")}
    things = frozenset(record.iri for record in lexicons.read(HERE / "lexicon.csv").records)
    with tempfile.TemporaryDirectory() as data:
        settings = load(graph=str(GIVEN / "ontology.ttl"), lexicon=str(HERE / "lexicon.csv"), data=Path(data))
        core = await open_core(settings)
        try:
            scenario = Scenario()
            for line in _lines(HERE / "expected.jsonl"):
                given = questions[line["id"]]
                expected = frozenset((key(e["text"]), str(e["iri"])) for e in line["links"])
                found = frozenset(meant(await linking(given["question"], core.kit), things))
                named = (given.get("entity_linking") or "Complete entity name") if expected else ""
                scenario.asked.append(
                    Asked(
                        line["id"], given["question"], named or "No entity in the question", expected, found
                    )
                )
            return scenario
        finally:
            close_core(core)


def meant(linked: LinkedQuestion, things: frozenset[str]) -> Iterator[tuple[str, str]]:
    """What the links take for things: the best meanings of each, all that are equally good, where a thing is
    among them and scores enough to be trusted; a link inside a longer one that is a thing names no other.
    """
    naming = [n for n in linked.links if any(iri in things for iri in _best(n))]
    for found in naming:
        if not any(_within(found, other) for other in naming):
            yield from ((key(found.text), iri) for iri in _best(found) if iri in things)


def _best(found: Link) -> Iterator[str]:
    return (m.iri for m in found.matches if m.score == found.matches[0].score >= TRUST)


def _within(found: Link, other: Link) -> bool:
    inside = other.start <= found.start and found.end <= other.end
    return inside and (found.start, found.end) != (other.start, other.end)


def scenario_table(scenario: Scenario) -> Table:
    """By scenario, and in all that name something."""
    figures = scenario.figures()
    table = Table("questions", "right", "of", title="zaha", title_justify="left")
    for name, row in figures.items():
        table.add_row(name, str(row["right"]), str(row["questions"]))
    naming = [a for a in scenario.asked if a.expected]
    table.add_row("all that name something", str(sum(a.right for a in naming)), str(len(naming)))
    return table


def _lines(file: Path) -> Iterator[dict[str, Any]]:
    if not file.is_file():
        raise BadInput(
            f"There is no {file}. The scenario needs its ontology and its questions beside the project."
        )
    return (json.loads(line) for line in file.read_text("utf-8").splitlines() if line.strip())
