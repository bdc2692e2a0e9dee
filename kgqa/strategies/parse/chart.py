"""The chart: all stretches of a question with the best of what they may mean, put together from shorter ones.

In: entries over tokens, the rules, what it costs to pass over a token. Out: the best derivations of the whole
question. It is the CKY algorithm with a beam; words that no entry takes are passed over at their price.
(Pasupat and Liang 2015, section 4, build such meanings without a grammar of word order at all; here order
counts, and a way through the graph may stand for words that are not there.)
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from kgqa.strategies.parse.lexicon import Entry
from kgqa.strategies.parse.meaning import Meaning, Set
from kgqa.strategies.parse.rules import Rules

BEAM, NARROWEST = 24, 6  # meanings that are kept of a stretch, of a short question and of a long one
SHORT = 5  # words that an entry takes: of each further one the beam is narrower
MOST = 36_000  # pairs of stretches that are put together; a question that needs more is not read


@dataclass(frozen=True, slots=True)
class Derivation:
    """A meaning of the tokens from `first` to `last`, what it costs, and the tokens that it passes over."""

    meaning: Meaning
    cost: float
    first: int
    last: int
    passed: tuple[int, ...] = ()
    names: float = 0.0  # what its names cost
    weakest: float = 0.0  # what the dearest of them costs
    skipped: float = 0.0  # what it costs to pass over what it passes over


def parsed(
    entries: Iterable[Entry],
    rules: Rules,
    tokens: Sequence[int],
    skips: dict[int, float],
    kept: AbstractSet[int] = frozenset(),
) -> list[Derivation]:
    """The best derivations of all `tokens` (those that an entry takes, or that cost something to pass over),
    cheapest first. `skips` are the prices of passing over a token; those `kept` are never passed over.
    """
    chart = _Chart(rules, tokens, skips, kept)
    place = {token: n for n, token in enumerate(tokens)}
    for entry in entries:
        inside = [place[t] for t in range(entry.first, entry.last + 1) if t in place]
        if inside:
            chart.starting[inside[0], inside[-1] + 1].append(entry)
    for size in range(1, len(tokens) + 1):
        for begin in range(len(tokens) - size + 1):
            chart.fill(begin, begin + size)
    is_whole = bool(tokens) and chart.pairs < MOST
    return chart.cells[0, len(tokens)] if is_whole else []


class _Chart:
    def __init__(
        self, rules: Rules, tokens: Sequence[int], skips: dict[int, float], kept: AbstractSet[int]
    ) -> None:
        self.rules, self.tokens, self.skips, self.kept = rules, tokens, skips, kept
        self.starting: defaultdict[tuple[int, int], list[Entry]] = defaultdict(list)
        self.cells: dict[tuple[int, int], list[Derivation]] = {}
        self.beam = max(NARROWEST, BEAM - 3 * max(0, len(tokens) - SHORT))
        self.pairs = 0
        # Words that are passed over leave a meaning as it is, so two of them meet in several stretches.
        self.met: dict[tuple[int, int, int, int], list[tuple[Meaning, float]]] = {}

    def fill(self, begin: int, end: int) -> None:
        """The best meanings of the stretch from one place to before another one; shorter ones are filled."""
        best = _Best(self.beam)
        for one in (*self._named(begin, end), *self._passing(begin, end)):
            best.add(one)
        for middle in range(begin + 1, end):
            for left in self.cells[begin, middle]:
                for one in self._together(left, self.cells[middle, end], best.dearest()):
                    best.add(one)
        self.cells[begin, end] = best.kept()

    def _named(self, begin: int, end: int) -> Iterator[Derivation]:
        for entry in self.starting.get((begin, end), ()):
            cost = entry.cost if isinstance(entry.meaning, Set) else 0.0
            yield Derivation(entry.meaning, entry.cost, entry.first, entry.last, names=cost, weakest=cost)

    def _passing(self, begin: int, end: int) -> Iterator[Derivation]:
        """The stretch without its last word, or at the beginning of the question without its first ones."""
        if end - begin > 1 and self.tokens[end - 1] not in self.kept:
            for one in self.cells[begin, end - 1]:
                yield self._without(one, self.tokens[end - 1 : end])
        for start in range(1, end) if begin == 0 else ():
            if self.tokens[start - 1] in self.kept:
                break
            for one in self.cells[start, end]:
                yield self._without(one, self.tokens[:start])

    def _without(self, one: Derivation, tokens: Sequence[int]) -> Derivation:
        passed = tuple(t for t in tokens if self.skips[t])
        if not passed:
            return one
        price = sum(self.skips[t] for t in passed)
        return Derivation(
            one.meaning,
            one.cost + price,
            one.first,
            one.last,
            (*one.passed, *passed),
            one.names,
            one.weakest,
            one.skipped + price,
        )

    def _together(self, left: Derivation, others: list[Derivation], most: float) -> Iterator[Derivation]:
        """One stretch with each of those behind it, as far as that may cost no more than `most`."""
        for right in others:
            if right.first <= left.last or self.pairs >= MOST:
                continue
            self.pairs += 1
            both = left.cost + right.cost
            if both > most:
                continue
            for meaning, dear in self._meant(left, right):
                yield Derivation(
                    meaning,
                    both + dear,
                    left.first,
                    right.last,
                    (*left.passed, *right.passed),
                    left.names + right.names,
                    max(left.weakest, right.weakest),
                    left.skipped + right.skipped,
                )

    def _meant(self, left: Derivation, right: Derivation) -> list[tuple[Meaning, float]]:
        """What the rules make of two meanings, each of which a cell keeps."""
        pair = id(left.meaning), id(right.meaning), left.last, right.first
        if (known := self.met.get(pair)) is None:
            made = self.rules.together(left.meaning, right.meaning, left.last, right.first)
            known = self.met[pair] = list(made)
        return known


class _Best:
    """The cheapest derivations of one stretch, one for each meaning, `most` of them."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.found: dict[Meaning, Derivation] = {}
        self._dearest: float | None = math.inf  # None where it has to be looked for

    def add(self, one: Derivation) -> None:
        known = self.found.get(one.meaning)
        if known is None or one.cost < known.cost:
            self.found[one.meaning] = one
            self._dearest = None

    def dearest(self) -> float:
        """What another one may cost to be kept."""
        if self._dearest is None:
            costs = sorted([d.cost for d in self.found.values()])
            self._dearest = costs[self.most - 1] if len(costs) >= self.most else math.inf
        return self._dearest

    def kept(self) -> list[Derivation]:
        return sorted(self.found.values(), key=lambda d: d.cost)[: self.most]
