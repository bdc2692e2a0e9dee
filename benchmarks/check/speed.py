"""How long a check takes, against the paper's rules on rdflib in the same run on the same queries.

In: sizes. Out: for each size median and p95 of the check, without and with reading the text, and of the
paper's rules, the query frozen and the ontology loaded before: given to rdflib as texts, and parsed once
before, which the paper does not say; and for growing queries the time a pattern. Half of the queries have a
slip. Times are of a core, so that other work on the machine counts little.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rdflib import Graph, Variable

from benchmarks.check.branches import read
from benchmarks.check.grown import Grown
from benchmarks.check.mutants import mutants_of
from benchmarks.check.mutants.vocabulary import Vocabulary
from benchmarks.check.paper import PaperRules, frozen, thing
from benchmarks.measured import percentile
from kgqa.check import check, judged
from kgqa.check.rule import Case
from kgqa.declared import read_ontology
from kgqa.ontology import Ontology
from kgqa.sparql import ParsedQuery, parse

QUERIES = 30  # right ones of each size; as many with a slip
PATTERNS = (10, 100, 1_000)


@dataclass(frozen=True, slots=True)
class Times:
    """Milliseconds."""

    median: float
    p95: float

    @classmethod
    def of(cls, spent: Sequence[float]) -> Times:
        return cls(statistics.median(spent), percentile(spent))


@dataclass(frozen=True, slots=True)
class Speed:
    """Of one ontology. `ratio` is the paper's median by ours, both without reading."""

    classes: int
    opened: float  # seconds for reading the ontology
    first: float  # milliseconds of the first check of all
    judged: Times
    read: Times
    paper: Times
    prepared: Times

    @property
    def ratio(self) -> float:
        return self.paper.median / self.judged.median

    @property
    def ratio_prepared(self) -> float:
        return self.prepared.median / self.judged.median


def measure(classes: int, *, rounds: int) -> Speed:
    grown = Grown(classes)
    text = grown.text()
    begun = time.process_time()
    ontology = read_ontology(text, "nt", f"{classes} classes")
    opened = time.process_time() - begun
    texts = list(queries(grown, ontology))
    parsed = [q for t in texts if isinstance(q := parse(t), ParsedQuery)]
    first = _spent(judged, Case(parsed[0], ontology))
    bare = [_spent(judged, Case(q, ontology)) for _ in range(rounds) for q in parsed]
    # A comment of its own makes each text new: what was read once is kept by its text.
    whole = [_spent(check, f"{t}\n# {n}", ontology) for n in range(rounds) for t in texts]
    graph = Graph().parse(data=text, format="nt")
    paper, prepared = (_paper(PaperRules(graph, prepared=p), texts) for p in (False, True))
    return Speed(classes, opened, first, Times.of(bare), Times.of(whole), paper, prepared)


def queries(grown: Grown, ontology: Ontology) -> list[str]:
    """Right ones of three to eight patterns, and for each of them one with a slip in it."""
    known = Vocabulary(ontology)
    right = [grown.query(3 + n % 6, f"query {n}") for n in range(QUERIES)]
    wrong = []
    for number, text in enumerate(right):
        slips = [m for m in mutants_of(f"q{number}", text, known, at_most=1) if "prefix" not in m.kind]
        wrong.append(slips[number % len(slips)].text)
    return right + wrong


def _paper(rules: PaperRules, texts: Sequence[str]) -> Times:
    spent = []
    for query in texts:
        found = read(query)
        triples = frozen(found)
        shown = [thing(Variable("x0")), thing(Variable("v"))]
        spent.append(_spent(rules.violated, triples, shown))
    return Times.of(spent)


@dataclass(frozen=True, slots=True)
class Growth:
    """`pattern` is microseconds a pattern, of a query of so many patterns."""

    patterns: int
    milliseconds: float
    pattern: float


def growth(classes: int, *, rounds: int) -> list[Growth]:
    grown = Grown(classes)
    ontology = read_ontology(grown.text(), "nt", f"{classes} classes")
    found = []
    for patterns in PATTERNS:
        query = parse(grown.query(patterns, "long"))
        assert isinstance(query, ParsedQuery), query
        judged(Case(query, ontology))
        spent = statistics.median(_spent(judged, Case(query, ontology)) for _ in range(rounds))
        found.append(Growth(patterns, spent, 1000 * spent / patterns))
    return found


def _spent(work: Callable[..., object], *given: object) -> float:
    """Milliseconds of a core."""
    begun = time.process_time()
    work(*given)
    return 1000 * (time.process_time() - begun)
