"""Plain questions in a graph's own words: `python -m benchmarks.plain [sample|FOLDER…] [--most N] [--show]`.

In: folders with a graph and an ontology. Out: for each form of question ("number of A per B", "B with their
number of A", "A that are not C") how many answers have the rows of the query that it was made with. The words
are those of the ontology, so what fails is grammar and no vocabulary; nobody has to write gold.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import cast

from pyoxigraph import NamedNode, Quad, QuerySolutions, Store
from rich.console import Console
from rich.table import Table

from bot.commands.bench import SAMPLES
from bot.gold import GoldFolder, read_folder
from bot.settings import load
from bot.wiring import close_core, open_core, sample_folder
from kgqa.declared.files import File
from kgqa.language import read_dictionaries
from kgqa.measure import score
from kgqa.ontology import RDFS, SKOS, Ontology
from kgqa.pipeline import Pipeline
from kgqa.restate.english import plural, sentence_case_noun
from kgqa.trace import bound
from kgqa.types import Outcome, Question, Stage
from kgqa.values.units import without_unit

ASKED_AT = datetime(2026, 11, 30, 12, tzinfo=UTC)
SEED = 7
FEWEST, MOST = 2, 60  # things that rows are grouped by
_A = f"?a a/<{RDFS}subClassOf>*"
Row = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Plain:
    """A question of a form, and the query that it says."""

    form: str
    question: str
    query: str


@dataclass(frozen=True, slots=True)
class Asked:
    """What came of one: "right", "wrong" or "open"."""

    graph: str
    plain: Plain
    verdict: str
    text: str


@dataclass(frozen=True, slots=True)
class Maker:
    """Makes the questions of one graph."""

    ontology: Ontology
    store: Store

    def questions(self, most: int) -> Iterator[Plain]:
        """Those of so many relations, chosen by chance, and of as many numbers."""
        chosen = list(self._relations())
        random.Random(SEED).shuffle(chosen)  # noqa: S311  # the same ones each time
        for one, prop, other in chosen[:most]:
            yield from self._of_relation(one, prop, other)
            yield from self._of_states(one, prop, other)
        numbers = list(self._numbers())
        random.Random(SEED).shuffle(numbers)  # noqa: S311  # as above
        for cls, prop in numbers[:most]:
            yield from self._of_number(cls, prop)

    def rows(self, query: str) -> list[Row]:
        """The rows of a query, as texts."""
        found = self.store.query(query)
        assert isinstance(found, QuerySolutions)
        return [tuple("" if v is None else str(getattr(v, "value", v)) for v in row) for row in found]

    def _relations(self) -> Iterator[tuple[str, str, str]]:
        """The relations that are the only one declared between their classes."""
        found: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
        for prop in sorted(self.ontology.properties):
            ends = (self.ontology.domains(prop), self.ontology.ranges(prop))
            if any(len(end) != 1 or len(end[0]) != 1 for end in ends):
                continue
            one, other = (next(iter(end[0])) for end in ends)
            if one != other and SKOS not in other and any(not u.literal for u in self.ontology.uses_of(prop)):
                found[one, other].append(prop)
        for (one, other), props in found.items():
            if len(props) == 1 and (other, one) not in found:
                yield one, props[0], other

    def _numbers(self) -> Iterator[tuple[str, str]]:
        for prop in sorted(self.ontology.properties):
            domains = self.ontology.domains(prop)
            is_number = any(u.literal and "decimal" in u.object for u in self.ontology.uses_of(prop))
            if is_number and len(domains) == 1 and len(domains[0]) == 1:
                yield next(iter(domains[0])), prop

    def _of_relation(self, one: str, prop: str, other: str) -> Iterator[Plain]:
        a, b = self._noun(one), self._noun(other)
        many, kinds = plural(a), plural(b)
        pattern = f"{_A} <{one}> . ?a <{prop}> ?b"
        per = f"SELECT ?b (COUNT(DISTINCT ?a) AS ?n) {{ {pattern} }} GROUP BY ?b"
        counts = sorted((int(n) for _, n in self.rows(per)), reverse=True)
        if not FEWEST <= len(counts) <= MOST:
            return
        for form, text in (
            ("per", f"number of {many} per {b}"),
            ("each", f"how many {many} does each {b} have?"),
            ("in each", f"how many {many} are there in each {b}?"),
            ("by, how many each", f"{many} by {b}, how many each?"),
            ("distributed", f"how are the {many} distributed across {kinds}?"),
            ("with their number", f"{kinds} with their number of {many}"),
            ("and how many each has", f"list the {kinds} and how many {many} each has"),
        ):
            yield Plain(form, text, per)
        ranked = f"SELECT ?b {{ {pattern} }} GROUP BY ?b"
        if counts[0] > counts[1]:
            query = f"{ranked} ORDER BY DESC(COUNT(DISTINCT ?a)) LIMIT 1"
            yield Plain("most", f"which {b} has the most {many}?", query)
        middle = counts[len(counts) // 2]
        if counts[0] > middle:
            query = f"{ranked} HAVING(COUNT(DISTINCT ?a) > {middle})"
            yield Plain("more than", f"which {kinds} have more than {middle} {many}?", query)
        none = f"SELECT DISTINCT ?a {{ {_A} <{other}> FILTER NOT EXISTS {{ ?x <{prop}> ?a }} }}"
        yield Plain("none", f"which {kinds} have no {many}?", none)
        without = f"SELECT DISTINCT ?a {{ {_A} <{one}> FILTER NOT EXISTS {{ ?a <{prop}> ?x }} }}"
        yield Plain("without", f"{many} without a {b}", without)

    def _of_states(self, one: str, prop: str, other: str) -> Iterator[Plain]:
        """Questions with the commonest member of a code list that things of the first class have."""
        state = next((p for p in sorted(self.ontology.properties) if self._is_state(p, one)), None)
        if state is None:
            return
        named = f"?v <{SKOS}prefLabel> ?l FILTER(LANG(?l) IN ('en', ''))"
        found = self.rows(
            f"SELECT ?v ?l (COUNT(DISTINCT ?a) AS ?n) {{ ?a a <{one}> ; <{state}> ?v . {named} }} "
            "GROUP BY ?v ?l ORDER BY DESC(?n)"
        )
        if len(found) < FEWEST or not found[0][1].isalpha():
            return
        (code, label, _), a, b = found[0], self._noun(one), self._noun(other)
        label, many = label.lower(), plural(a)
        being = f"{_A} <{one}> . ?a <{state}> <{code}>"
        per = f"SELECT ?b (COUNT(DISTINCT ?a) AS ?n) {{ {being} . ?a <{prop}> ?b }} GROUP BY ?b"
        yield Plain("state per", f"number of {label} {many} per {b}", per)
        yield Plain("of a state", f"which {many} are {label}?", f"SELECT DISTINCT ?a {{ {being} }}")
        others = f"SELECT DISTINCT ?a {{ {_A} <{one}> FILTER NOT EXISTS {{ ?a <{state}> <{code}> }} }}"
        yield Plain("not of a state", f"{many} that are not {label}", others)

    def _is_state(self, prop: str, cls: str) -> bool:
        return any(u.subject == cls and u.object == SKOS + "Concept" for u in self.ontology.uses_of(prop))

    def _of_number(self, cls: str, prop: str) -> Iterator[Plain]:
        a, number = self._noun(cls), sentence_case_noun(without_unit(self.ontology.label(prop, "en")))
        pattern = f"{_A} <{cls}> . ?a <{prop}> ?v"
        values = sorted({float(v) for (v,) in self.rows(f"SELECT ?v {{ {pattern} }}")})
        if len(values) < 2 * FEWEST:
            return
        middle = f"{values[len(values) // 2]:g}"
        above = f"SELECT DISTINCT ?a {{ {pattern} FILTER(?v > {middle}) }}"
        yield Plain("number above", f"{plural(a)} with a {number} of more than {middle}", above)
        average = f"SELECT (AVG(?v) AS ?n) {{ {pattern} }}"
        yield Plain("average", f"what is the average {number} of {plural(a)}?", average)
        if len(self.rows(f"SELECT DISTINCT ?a {{ {pattern} FILTER(?v >= {values[-1]}) }}")) == 1:
            highest = f"SELECT DISTINCT ?a {{ {pattern} }} ORDER BY DESC(?v) LIMIT 1"
            yield Plain("highest", f"which {a} has the highest {number}?", highest)

    def _noun(self, cls: str) -> str:
        return sentence_case_noun(self.ontology.label(cls, "en"))


async def asked(folder: GoldFolder, most: int, console: Console) -> list[Asked]:
    """What comes of the plain questions of a folder's graph. Those without rows are not asked."""
    settings = load(graph=folder.graph, ontology=folder.ontology, graph_name=folder.name)
    core = await open_core(settings, strategies=("library", "parse"))
    store = Store()
    for file in map(Path, filter(None, (folder.graph, folder.ontology))):
        syntax = file.name.removesuffix(".gz").rpartition(".")[2]
        for triple in File(file.read_bytes(), syntax, file.name).triples():
            store.add(Quad(*cast("tuple[NamedNode, NamedNode, NamedNode]", triple)))
    maker = Maker(core.kit.ontology, store)
    try:
        with console.status(folder.name):
            questions = [(q, rows) for q in maker.questions(most) if (rows := maker.rows(q.query))]
            return [await _asked(core, folder.name, q, rows) for q, rows in questions]
    finally:
        close_core(core)


async def _asked(core: Pipeline, graph: str, plain: Plain, gold: list[Row]) -> Asked:
    answer = await core.answer(Question(text=plain.question, asked_at=ASKED_AT, language="en"), _silent)
    if answer.outcome not in (Outcome.ANSWERED, Outcome.NOTHING_FOUND) or answer.table is None:
        return Asked(graph, plain, "open", answer.text)
    is_right = score(Outcome.ANSWERED, bound(answer.table), gold).exact
    return Asked(graph, plain, "right" if is_right else "wrong", answer.text)


async def _silent(_: Stage, __: str = "") -> None:
    """Nobody waits."""


def table_of(every: list[Asked]) -> Table:
    """One line a form of question."""
    table = Table("form", "an example", "n", "right", "wrong", "open")
    forms: defaultdict[str, list[Asked]] = defaultdict(list)
    for one in every:
        forms[one.plain.form].append(one)
    for form, some in forms.items():
        table.add_row(form, some[0].plain.question, *_numbers(some))
    table.add_row("all", "", *_numbers(every))
    return table


def _numbers(some: list[Asked]) -> list[str]:
    verdicts = Counter(one.verdict for one in some)
    return [str(len(some)), *(str(verdicts[v]) for v in ("right", "wrong", "open"))]


def main() -> None:
    """Asks and prints."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.plain", description=__doc__)
    parser.add_argument("folders", nargs="*", default=["sample"], help="sample, or folders of a bench")
    parser.add_argument("--most", type=int, default=4, help="relations and numbers of each graph")
    parser.add_argument("--show", action="store_true", help="the wrong ones, with their answers")
    options = parser.parse_args()
    read_dictionaries()
    console = Console(width=130)
    every: list[Asked] = []
    with tempfile.TemporaryDirectory() as made:
        for name in options.folders:
            path = sample_folder(SAMPLES[name], Path(made) / name) if name in SAMPLES else Path(name)
            every += asyncio.run(asked(read_folder(path), options.most, console))
    console.print(table_of(every))
    for one in every if options.show else ():
        if one.verdict == "wrong":
            console.print(f"{one.graph}: {one.plain.question}\n    {one.text}", highlight=False, markup=False)


if __name__ == "__main__":
    main()
