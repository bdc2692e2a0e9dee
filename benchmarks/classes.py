"""What many classes cost: `python -m benchmarks.classes [--classes N…] [--every N] [--json OUT] [--profile]`.

In: nothing; for each size a graph is generated whose things, of N classes under a few wider ones, are joined
by twelve properties that all classes share. Out: milliseconds of first questions, each to a graph that has
just been opened, size beside size; the same as JSON.
"""

from __future__ import annotations

import argparse
import asyncio
import cProfile
import json
import pstats
import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

from rich.console import Console
from rich.table import Table

from benchmarks.answering import ASKED_AT
from benchmarks.measured import Watch, percentile
from connectors.embedded import EmbeddedGraph
from connectors.sample.facts import Dice
from kgqa.pipeline import Pipeline
from kgqa.prepare import kit_of
from kgqa.terms import Terms, terms_of
from kgqa.types import Answer, Question, Stage

BASE, ID = "https://classes.example/def#", "https://classes.example/id/"
RDF_TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
RDFS = "http://www.w3.org/2000/01/rdf-schema#"
XSD = "http://www.w3.org/2001/XMLSchema#"
MATERIALS = (
    *("copper", "steel", "glass", "rubber", "brass", "carbon", "chrome", "cotton", "granite", "marble"),
    *("nickel", "oak", "paper", "plastic", "silver", "silk", "stone", "timber", "titanium", "tungsten"),
    *("velvet", "walnut", "willow", "zinc", "amber", "bamboo", "bronze", "cedar", "clay", "cobalt"),
    *("ivory", "leather", "linen", "maple", "nylon", "pine", "quartz", "slate", "tin", "wool"),
)
KINDS = (
    *("valve", "pump", "crane", "panel", "bridge", "cabin", "cable", "drill", "engine", "filter"),
    *("gauge", "hammer", "lamp", "mirror", "nozzle", "oven", "piston", "rotor", "sensor", "tower"),
    *("turbine", "vessel", "wagon", "winch", "socket"),
)
SHARED = (  # the properties that join things of any class
    *("located in", "part of", "owned by", "made by", "delivered to", "connected to"),
    *("replaced by", "tested by", "stored in", "funded by", "derived from", "named after"),
)
A_CLASS = 5  # things of each class
FEWEST, MOST = 20, len(MATERIALS) * len(KINDS)  # classes


def classes(number: int) -> list[tuple[str, str]]:
    """(material, kind) of each class; a kind comes with all its materials before the next kind."""
    return [(material, kind) for kind in KINDS for material in MATERIALS][:number]


def triples(number: int) -> Iterator[str]:
    """The graph of so many classes as lines of N-Triples, the same each time."""
    dice, all_ = Dice(number), classes(number)
    for kind in dict.fromkeys(kind for _, kind in all_):
        yield from _named(f"{BASE}{kind}", "http://www.w3.org/2002/07/owl#Class", kind)
    for name in SHARED:
        yield from _named(BASE + _joined(name), "http://www.w3.org/2002/07/owl#ObjectProperty", name)
    for material, kind in all_:
        cls = f"{BASE}{_joined(material, kind)}"
        yield from _named(cls, "http://www.w3.org/2002/07/owl#Class", f"{material} {kind}")
        yield f"<{cls}> <{RDFS}subClassOf> <{BASE}{kind}> .\n"
    for material, kind in all_:
        for n in range(1, A_CLASS + 1):
            thing = f"{ID}{material}-{kind}-{n}"
            yield from _named(thing, f"{BASE}{_joined(material, kind)}", f"{material} {kind} {n}")
            yield f'<{thing}> <{BASE}weight> "{dice.between(1, 900)}"^^<{XSD}integer> .\n'
            yield f'<{thing}> <{BASE}price> "{dice.between(1, 9000)}"^^<{XSD}decimal> .\n'
            for name in SHARED:
                other_material, other_kind = dice.pick(all_)
                other = f"{ID}{other_material}-{other_kind}-{dice.between(1, A_CLASS)}"
                yield f"<{thing}> <{BASE}{_joined(name)}> <{other}> .\n"


def write_graph(folder: Path, number: int) -> Path:
    """A file with the graph of so many classes."""
    source = folder / f"classes-{number}.nt"
    with source.open("w", encoding="utf-8") as file:
        file.writelines(triples(number))
    return source


def questions(number: int) -> list[str]:
    """Questions on the graph of so many classes, whose nouns come from all over it."""
    all_ = classes(number)
    nouns = [" ".join(all_[at * (number - 1) // 12]) for at in range(13)]
    a, b, c, d, e, f, g, h, i, j, k, m, n = nouns
    return [
        f"Which {a}s are located in {b} 1?",
        f"What is the {c} 2 made by?",
        f"How many {d}s are there?",
        f"Which {e} has the highest weight?",
        f"Which {f}s are part of a {g}?",
        f"How many {h}s are owned by {i} 3?",
        f"What is the average price of all {j}s?",
        f"How many {k}s does each {m} have?",
        f"Which {n}s weigh more than 500?",
        f"Which {a}s of the {d} 4 have a price over 1000?",
        f"Which {c}s are delivered to a {e} that is owned by {g} 1?",
        f"What is the weight of the {b} 5?",
        f"List the {f}s with their price.",
        f"Which {h} is connected to the most {j}s?",
        f"Which {i}s have no {k}?",
        f"Is the {m} 1 stored in the {n} 2?",
    ]


def _named(iri: str, cls: str, name: str) -> Iterator[str]:
    yield f"<{iri}> <{RDF_TYPE}> <{cls}> .\n"
    yield f'<{iri}> <{RDFS}label> "{name}" .\n'


def _joined(*words: str) -> str:
    first, *rest = " ".join(words).split()
    return first + "".join(w.title() for w in rest)


# ── measuring ────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Asked:
    """A first question: its outcome, and milliseconds on the wall and on a core."""

    question: str
    outcome: str
    spent: float
    worked: float


@dataclass(frozen=True, slots=True)
class Measured:
    """One size: how large it is, seconds to open it, its first questions."""

    triples: int
    uses: int  # of properties, by pairs of classes
    opening: float
    asked: tuple[Asked, ...]

    def figures(self) -> dict[str, float]:
        spent, worked = [a.spent for a in self.asked], [a.worked for a in self.asked]
        return {
            "triples": float(self.triples),
            "pairs of classes in use": float(self.uses),
            "opening, s": self.opening,
            "a first question, median ms": statistics.median(spent),
            "a first question, p90 ms": percentile(spent, 90),
            "a first question, max ms": max(spent),
            "on a core, median ms": statistics.median(worked),
            "on a core, p90 ms": percentile(worked, 90),
        }


async def measure(number: int, every: int = 1, profile: cProfile.Profile | None = None) -> Measured:
    """All figures of one size, with every n-th question; the `profile` sees the questions alone."""
    with tempfile.TemporaryDirectory() as folder:
        source = write_graph(Path(folder), number)
        begun = time.perf_counter()
        with closing(EmbeddedGraph.open([source])) as graph:
            terms = await terms_of(graph)
            await _first(terms, f"How many {KINDS[0]}s are there?", None)  # dictionaries are read once
            opening = time.perf_counter() - begun
            asked = [await _first(terms, text, profile) for text in questions(number)[::every]]
            described = await graph.describe()
    return Measured(described.triples or 0, len(terms.ontology.uses), opening, tuple(asked))


async def _first(terms: Terms, text: str, profile: cProfile.Profile | None) -> Asked:
    """A question to a graph that has just been opened: nothing is kept of the questions before."""
    fresh = replace(terms, ontology=replace(terms.ontology))  # what was worked out of it is not copied
    pipeline = Pipeline(await kit_of(fresh))
    if profile:
        profile.enable()
    with Watch() as watch:
        answer = await _answer(pipeline, text)
    if profile:
        profile.disable()
    return Asked(text, answer.outcome.value, watch.spent, watch.worked)


async def _answer(pipeline: Pipeline, text: str) -> Answer:
    async def quiet(_: Stage, __: str = "") -> None: ...

    return await pipeline.answer(Question(text=text, asked_at=ASKED_AT, language="en"), quiet)


def shown(results: dict[int, Measured]) -> Table:
    """The figures of each size as a column."""
    table = Table("", *(f"{n:,} classes" for n in results))
    for name in next(iter(results.values())).figures():
        values = [m.figures()[name] for m in results.values()]
        table.add_row(name, *(f"{v:,.0f}" if v >= 100 else f"{v:.1f}" for v in values))
    return table


def as_json(results: dict[int, Measured]) -> str:
    """Everything that was measured."""
    whole = {
        number: {
            "figures": m.figures(),
            "questions": [{"question": a.question, "outcome": a.outcome, "ms": a.spent} for a in m.asked],
        }
        for number, m in results.items()
    }
    return json.dumps(whole, indent=2, ensure_ascii=False)


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--classes", type=int, nargs="+", default=[100, 300, MOST])
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--profile", action="store_true")
    options = parser.parse_args()
    results: dict[int, Measured] = {}
    for number in options.classes:
        if not FEWEST <= number <= MOST:
            parser.error(f"--classes takes {FEWEST} to {MOST}, not {number}")
        profile = cProfile.Profile() if options.profile else None
        results[number] = asyncio.run(measure(number, options.every, profile))
        if profile:
            pstats.Stats(profile).sort_stats("cumulative").print_stats(40)
    console = Console()
    console.print(shown(results))
    for number, measured in results.items():
        slowest = max(measured.asked, key=lambda a: a.spent)
        console.print(f"{number:,} classes, the slowest ({slowest.spent:,.0f} ms): {slowest.question}")
    if options.json:
        options.json.write_text(as_json(results), "utf-8")


if __name__ == "__main__":
    main()
