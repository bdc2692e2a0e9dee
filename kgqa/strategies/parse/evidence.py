"""How far a reading is to be trusted: what it cost, what stands beside it, and what it finds.

In: readings that were run. Out: Evidence, and the chance that the answer is right by the weights of
`trust.toml`, which were fitted on questions with known answers, each graph judged by the others.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass

from kgqa.forms.form import Form, Thing
from kgqa.rows import is_empty, same_rows
from kgqa.strategies.chance import chance, told
from kgqa.strategies.parse.reading import Reading
from kgqa.types import ResultTable

CLOSE = 0.15  # readings that cost as much
EMPTY_COST = 1.5  # what it costs to find nothing, where other readings find something
DOUBT = 0.5  # how sure it is at most of a reading that overlooks a word: it is offered, not answered
NOTHING = 0.2  # what a reading that finds nothing is worth beside one that finds something


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """What speaks for a reading, and against it. `names` and `weakest` are what its names cost in all and the
    dearest of them, `skipped` what the words cost that it passes over, `put` what the rules cost that put it
    together. `share` is 0..1: how much of all readings found the same rows. `empty` is 1 where it found none,
    or a no.
    """

    names: float
    weakest: float
    skipped: float
    put: float
    share: float
    empty: float

    @property
    def chance(self) -> float:
        """The chance that the answer is right."""
        return chance(asdict(self), __package__)

    @property
    def told(self) -> tuple[tuple[str, float], ...]:
        """Its parts by name, for the record."""
        return told(asdict(self))


@dataclass(frozen=True, slots=True)
class Ran:
    """A reading with what it finds. It is `idle` if it excludes what is nowhere so: "port calls without a
    tug", if the way from calls to tugs joins none. It `strays` if it goes a step that nobody named to find
    something, where the thing has none of what was asked for: the animals of her supervisor. It is `outdone`
    if it leaves out nothing by a code, where another code of that name leaves out some.
    """

    reading: Reading
    table: ResultTable
    idle: bool = False
    strays: bool = False
    outdone: bool = False

    @property
    def doubted(self) -> bool:
        """Whether it is to be offered and not answered."""
        return self.idle or self.strays or self.reading.overlooks


def weighed(ran: Sequence[Ran]) -> Iterator[tuple[Ran, Evidence]]:
    """The readings with what speaks for them, the likeliest first. Those that find the same rows are one; of
    the others only those count on that chose another thing of the same name.
    """
    groups: list[list[Ran]] = []
    for one in ran:
        same = next((g for g in groups if same_rows(g[0].table, one.table)), None)
        if same is None:
            groups.append([one])
        else:
            same.append(one)
    if not groups:
        return
    least = ran[0].reading.cost
    masses = [
        sum(math.exp(least - r.reading.cost) for r in g)
        * (NOTHING if g[0].outdone or finds_nothing(g[0].table) else 1.0)
        for g in groups
    ]
    total = sum(masses)
    best: Evidence | None = None
    order = sorted(
        range(len(groups)),
        key=lambda n: (groups[n][0].outdone, groups[n][0].reading.cost + _cost_of(groups[n][0].table)),
    )
    for n in order:
        first = groups[n][0]
        derivation = first.reading.derivation
        is_zero = finds_nothing(first.table) and not is_empty(first.table)
        if (
            best is not None
            and not is_zero
            and _chooses_otherwise(first.reading, groups[order[0]][0].reading)
        ):
            yield first, best
            continue
        evidence = Evidence(
            names=derivation.names,
            weakest=derivation.weakest,
            skipped=derivation.skipped,
            put=first.reading.cost - derivation.names - derivation.skipped,
            share=masses[n] / total,
            empty=float(is_empty(first.table) or denies(first.table)),
        )
        best = best or evidence
        yield first, evidence


def unrun(readings: Sequence[Reading]) -> Iterator[tuple[Reading, float]]:
    """Readings that are not run, the cheapest first, each with the chance that it is what the words mean."""
    least = min((r.cost for r in readings), default=0.0)
    masses = [math.exp(least - r.cost) for r in readings]
    for reading, mass in zip(readings, masses, strict=True):
        derivation = reading.derivation
        evidence = Evidence(
            names=derivation.names,
            weakest=derivation.weakest,
            skipped=derivation.skipped,
            put=reading.cost - derivation.names - derivation.skipped,
            share=mass / sum(masses),
            empty=0.0,
        )
        yield reading, min(evidence.chance, DOUBT) if reading.overlooks else evidence.chance


def finds_nothing(table: ResultTable) -> bool:
    """Whether there are no rows, a count of none, or a no."""
    only = table.rows[0][0] if len(table.rows) == 1 and len(table.rows[0]) == 1 else None
    return is_empty(table) or denies(table) or (only is not None and only.value == "0")


def denies(table: ResultTable) -> bool:
    """Whether the answer is no."""
    return table.boolean is False


def _cost_of(table: ResultTable) -> float:
    """What it costs to find nothing. A no costs nothing: where A doesn't mentor B, B may mentor A."""
    return EMPTY_COST if finds_nothing(table) and not denies(table) else 0.0


def _chooses_otherwise(one: Reading, best: Reading) -> bool:
    """Whether a reading is the best one but for which thing of a name it takes."""
    return one.cost <= best.cost + CLOSE and _shape(one.form) == _shape(best.form) and one.form != best.form


def _shape(form: Form) -> tuple[tuple[tuple[str, bool, bool], ...], str]:
    facts = sorted(
        (f.property, isinstance(f.subject, Thing), isinstance(f.object, Thing)) for f in form.facts
    )
    return tuple(facts), form.kind
