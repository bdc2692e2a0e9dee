"""How many wrong queries the check finds: mutants of gold queries, judged by the oracle and by the check.

In: a Source. Out: a Judged value for each mutant and each gold query, twice: with the ontology alone, and
with the data looked at (profiled, and the things of the query looked up); and their counts by kind and by
rule.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from benchmarks.check.mutants import ALL_KINDS, SEED, Mutant, mutants_of
from benchmarks.check.mutants.vocabulary import Vocabulary
from benchmarks.check.oracle import Wrong, wrongs
from benchmarks.check.sources import Source
from kgqa.check import Conditions, Verdict, check
from kgqa.types import CheckedQuery, Issue, Level


@dataclass(frozen=True, slots=True)
class Judged:
    """`wrong` is what the oracle holds against the text, beyond what it holds against the gold query."""

    source: str
    mutant: Mutant
    wrong: Wrong
    verdict: Verdict
    looked: bool  # at the data

    @property
    def issues(self) -> tuple[Issue, ...]:
        return self.verdict.warnings if isinstance(self.verdict, CheckedQuery) else self.verdict

    @property
    def blocked(self) -> bool:
        return not isinstance(self.verdict, CheckedQuery)

    @property
    def mended(self) -> bool:
        """Put right while it was read: a known prefix was declared."""
        return isinstance(self.verdict, CheckedQuery) and self.verdict.text != self.mutant.text

    @property
    def detected(self) -> bool:
        return self.blocked or (self.mended and bool(self.wrong) and self.wrong[0].startswith("not read"))

    @property
    def rule(self) -> str:
        """The rule that blocked first."""
        return next(
            (i.rule for i in self.issues if i.level is Level.ERROR), "(reading)" if self.mended else ""
        )


@dataclass(frozen=True, slots=True)
class Detection:
    """What came out for one source. `gold` are its gold queries as mutants of no kind."""

    source: str
    mutants: tuple[Judged, ...]
    gold: tuple[Judged, ...]

    def false_alarms(self, *, looked: bool) -> list[Judged]:
        """Gold queries that are blocked though neither judge nor data has anything against them."""
        return [j for j in self.gold if j.looked is looked and j.blocked and not j.wrong]

    def disputed(self, *, looked: bool) -> list[Judged]:
        """Gold queries that the ontology makes wrong: ontology and data disagree."""
        return [j for j in self.gold if j.looked is looked and j.wrong]


def detect(source: Source, *, at_most: int, seed: int = SEED) -> Detection:
    known = Vocabulary(source.ontology, source.names)
    mutants = [
        m for g, text in source.gold.items() for m in mutants_of(g, text, known, at_most=at_most, seed=seed)
    ]
    gold = [Mutant("gold", g, text) for g, text in source.gold.items()]
    judged = [j for looked in (False, True) for j in _judged(source, [*gold, *mutants], looked=looked)]
    return Detection(
        source.name,
        tuple(j for j in judged if j.mutant.kind != "gold"),
        tuple(j for j in judged if j.mutant.kind == "gold"),
    )


def _judged(source: Source, mutants: Sequence[Mutant], *, looked: bool) -> list[Judged]:
    texts = [m.text for m in mutants]
    found = wrongs(texts, source.world_shown, source.kinds) if looked else wrongs(texts, source.world)
    of_gold = {m.gold: w for m, w in zip(mutants, found, strict=True) if m.kind == "gold"}
    judged = []
    for mutant, wrong in zip(mutants, found, strict=True):
        new = wrong if mutant.kind == "gold" else tuple(w for w in wrong if w not in of_gold[mutant.gold])
        judged.append(Judged(source.name, mutant, new, verdict(source, mutant.text, looked=looked), looked))
    return judged


def verdict(source: Source, text: str, *, looked: bool) -> Verdict:
    if looked:
        return check(text, source.profiled, Conditions(things=source.things(text)))
    return check(text, source.ontology)


# ── counts ───────────────────────────────────────────────────────────────────────────────────────


@dataclass(slots=True)
class Row:
    """Mutants of one kind: how many, how many wrong, how many of these detected; and what is said of the
    rest.
    """

    mutants: int = 0
    wrong: int = 0
    detected: int = 0
    mended: int = 0
    wrong_looked: int = 0
    detected_looked: int = 0
    rest: Counter[str] = field(default_factory=Counter)  # not wrong: by the ground of the first issue

    def add(self, judged: Judged) -> None:
        if judged.looked:
            self.wrong_looked += bool(judged.wrong)
            self.detected_looked += bool(judged.wrong) and judged.detected
            if not judged.wrong:
                said = judged.issues[0].ground.value if judged.issues else "nothing"
                self.rest["blocked" if judged.blocked else said] += 1
            return
        self.mutants += 1
        self.wrong += bool(judged.wrong)
        self.detected += bool(judged.wrong) and judged.detected
        self.mended += bool(judged.wrong) and judged.mended


def by_kind(judged: Iterable[Judged]) -> dict[str, Row]:
    rows = {kind: Row() for kind in (*ALL_KINDS, "all")}
    for j in judged:
        rows[j.mutant.kind].add(j)
        rows["all"].add(j)
    return rows


def by_rule(judged: Iterable[Judged]) -> dict[str, Counter[str]]:
    """For each rule how many of the wrong mutants of each kind it blocked first, with the ontology alone."""
    rules: dict[str, Counter[str]] = {}
    for j in judged:
        if not j.looked and j.wrong and j.detected:
            rules.setdefault(j.rule, Counter())[j.mutant.kind] += 1
    return dict(sorted(rules.items(), key=lambda item: -item[1].total()))


def missed(judged: Iterable[Judged]) -> list[Judged]:
    return [j for j in judged if j.wrong and not j.detected]
