"""What several ways found, weighed against each other: agreement raises confidence, disagreement lowers it.

In: votes, each a result with the confidence of the way that found it. Out: the vote that stands, how sure it
is, and the votes against it. Each confidence is taken for the chance that its way is right, and the ways for
independent; where one of two results must be wrong, the chances are weighed against each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import prod

from kgqa.calibration import Calibration
from kgqa.pipeline.trying import CLOSE, Tried
from kgqa.rows import describe_the_same, is_empty, same_rows, tell_alike
from kgqa.strategies.library import NAME as LIBRARY
from kgqa.types import LinkedQuestion, ResultTable
from kgqa.wording import Words

__all__ = ["Standing", "Vote", "weighed"]

EMPTY = 0.5  # how much a result without rows speaks against one that has some: names are often missed
UNMET = 0.75  # what a query that a model wrote is worth when it finds nothing: it may name what is not there
OPINION = 0.5  # what a second opinion is worth alone, where a model saw it and found nothing
CERTAIN = 0.99  # nothing is surer, however many agree


@dataclass(frozen=True, slots=True)
class Vote:
    """What one way found; `tried` holds its candidates that were run, the best first. Among themselves these
    are compared by their own confidence, with other ways by what that is worth by the `calibration`.
    """

    tried: tuple[Tried, ...]
    linked: LinkedQuestion
    calibration: Calibration = field(default_factory=Calibration)
    opinion: float | None = None  # what it is worth alone, where one that has weighed it was asked after it

    @property
    def is_opinion(self) -> bool:
        return self.opinion is not None

    def as_opinion(self) -> Vote:
        """The same, as a second opinion beside a model; a verified pair stays what it is."""
        return self if self.first.candidate.strategy == LIBRARY else replace(self, opinion=OPINION)

    @property
    def is_measured(self) -> bool:
        """Whether its confidence was held against questions with known answers."""
        candidate = self.first.candidate
        return self.calibration.level(candidate.strategy, candidate.confidence) is not None

    @property
    def first(self) -> Tried:
        """The first with rows; the first of all where none has any."""
        return next((t for t in self.tried if not is_empty(t.table)), self.tried[0])

    @property
    def confidence(self) -> float:
        candidate = self.first.candidate
        value = self.calibration.of(candidate.strategy, candidate.confidence)
        if self.opinion is not None:
            value *= self.opinion
        is_weighed = bool(candidate.evidence)  # that it is empty was looked at, and counts already
        return round(value * UNMET, 4) if candidate.written and self.is_empty and not is_weighed else value

    def reason(self, words: Words) -> str:
        """Why it is so sure: how it was read, and how often such answers were right."""
        candidate = self.first.candidate
        level = self.calibration.level(candidate.strategy, candidate.confidence)
        if level is None:
            return candidate.reason
        right, asked = words.count(level.right), words.count(level.asked)
        measured = words.say("why_measured", right=right, asked=asked)
        return "; ".join(filter(None, (candidate.reason, measured)))

    @property
    def rivals(self) -> tuple[Tried, ...]:
        """Those with rows that are as good as the first of them."""
        full = (t for t in self.tried if not is_empty(t.table))
        least = self.first.candidate.confidence - CLOSE
        return tuple(t for t in full if t.candidate.confidence >= least)

    @property
    def has_rivals(self) -> bool:
        """Whether its candidates chose different things for the same words, with different rows."""
        first = self.first
        return any(
            t.candidate.pins != first.candidate.pins and not same_rows(t.table, first.table)
            for t in self.rivals
        )

    @property
    def is_empty(self) -> bool:
        return is_empty(self.first.table)


@dataclass(frozen=True, slots=True)
class Standing:
    """The vote that stands, with those that found the same; `against` are the others that found something."""

    vote: Vote
    confidence: float
    agreeing: tuple[Vote, ...] = ()
    against: tuple[Vote, ...] = ()


def weighed(votes: Sequence[Vote]) -> Standing:
    """The vote that stands among at least one. Of those that agree it is the first: the cheapest way. One
    that has weighed others tells how sure these are, and stands in their place where it shows more of the
    same.
    """
    opinions = [v for v in votes if v.is_opinion]
    if opinions and len(opinions) < len(votes):  # who has weighed them tells how much they count
        found = weighed([v for v in votes if not v.is_opinion])
        stands = found.vote.first
        agreeing = [v for v in opinions if tell_alike(v.first.table, stands.table)]
        others = [v for v in opinions if v not in agreeing]
        found = replace(found, agreeing=(*found.agreeing, *agreeing), against=(*found.against, *others))
        shown = len(stands.table.columns)
        better = [v for v in agreeing if len(v.first.table.columns) >= shown or v.has_rivals]
        if better and not stands.candidate.written:
            rest = tuple(v for v in found.agreeing if v is not better[0])
            found = replace(found, vote=better[0], agreeing=(found.vote, *rest))
        return found
    if len(votes) == 1:
        return Standing(votes[0], votes[0].confidence)
    full, empty = [v for v in votes if not v.is_empty], [v for v in votes if v.is_empty]
    if not full:
        best = max(empty, key=lambda v: v.confidence)
        return Standing(best, best.confidence, agreeing=tuple(v for v in empty if v is not best))
    groups: list[list[Vote]] = []
    for vote in full:
        same = next((g for g in groups if _agree(g[0].first, vote.first)), None)
        if same is None:
            groups.append([vote])
        else:
            same.append(vote)
    chances = [min(1 - prod(1 - v.confidence for v in group), CERTAIN) for group in groups]
    weights = [
        chance * prod(1 - other for m, other in enumerate(chances) if m != n)
        for n, chance in enumerate(chances)
    ]
    at = max(range(len(groups)), key=lambda n: weights[n])
    share = weights[at] / (sum(weights) or 1.0)
    sure = chances[at] * share if len(groups) > 1 else chances[at]
    sure *= prod(1 - EMPTY * v.confidence for v in empty)
    rest = tuple(group[0] for n, group in enumerate(groups) if n != at)
    return Standing(groups[at][0], round(sure, 4), agreeing=tuple(groups[at][1:]), against=rest)


def _agree(one: Tried, other: Tried) -> bool:
    """Whether two found the same: what was asked for, or that with the columns that one shows beside it and
    the other counts in, or several facts of the same things.
    """
    if describe_the_same(one.rows, other.rows):
        return True
    return any(same_rows(mine, theirs) for mine in _told(one) for theirs in _told(other))


def _told(tried: Tried) -> tuple[ResultTable, ...]:
    """What was asked for, and all that is shown, where that is more."""
    return (tried.table,) if tried.rows is tried.table else (tried.table, tried.rows)
