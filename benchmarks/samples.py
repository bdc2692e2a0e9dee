"""Samples: phrases with the one label that each of them means.

In: a file of labels. Out: for each kind of slip so many samples. Where words are missing, swapped or
shortened, only those are kept whose words still fit exactly one label of all, so that there is a right
answer; slips of letters are kept as they fall: `scans.rivals` tells which of them are as near to another.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.labels import Chance, read_labels
from benchmarks.slips import Slip, slipped
from kgqa.linking.tokens import key

SEED = 5
# How many labels are tried for one sample: many bear no such slip, and many initials mean several labels.
_TRIED = {Slip.DROPPED: 6, Slip.SWAPPED: 2, Slip.INITIALS: 150, Slip.SHORTENED: 10}
_OFTEN = 20_000  # labels from which the common words are learnt
_SMALL = 3  # letters of words that initials may pass over


@dataclass(frozen=True, slots=True)
class Sample:
    slip: Slip
    phrase: str
    label: str


@dataclass(slots=True)
class _Claim:
    """A sample whose words have to fit one label alone."""

    sample: Sample
    words: tuple[str, ...]
    fits: set[str] = field(default_factory=set)  # keys; two are enough


def draw(file: Path, labels: int, wanted: int, seed: int = SEED) -> tuple[Sample, ...]:
    """`wanted` samples of each kind, fewer where too few labels bear one."""
    chance = Chance(seed)
    tried = {slip: min(labels, wanted * _TRIED.get(slip, 1)) for slip in Slip}
    spare = {slip: tried[slip] // 5 + 5 for slip in Slip}  # labels that are too short for two slips
    picks: defaultdict[int, list[Slip]] = defaultdict(list)
    for slip in Slip:
        for _ in range(tried[slip] + spare[slip]):
            picks[chance.below(labels)].append(slip)
    made: dict[Slip, list[Sample]] = {slip: [] for slip in Slip}
    often: Counter[str] = Counter()
    for number, (_, label, written) in enumerate(read_labels(file)):
        if number < _OFTEN:
            often.update(written.split())
        for slip in picks.get(number, ()):
            if phrase := slipped(label, slip, chance):
                made[slip].append(Sample(slip, phrase, label))
    claims = [_Claim(s, tuple(key(s.phrase).split())) for slip in _TRIED for s in made[slip]]
    _count(file, claims, often)
    for slip in _TRIED:
        made[slip] = [c.sample for c in claims if c.sample.slip is slip and len(c.fits) == 1]
    return tuple(s for slip in Slip for s in _shuffled(made[slip], chance)[:wanted])


def _shuffled(samples: Sequence[Sample], chance: Chance) -> list[Sample]:
    """In no order of the file, so that a few of them stand for all."""
    return sorted(samples, key=lambda _: chance.random())


def _count(file: Path, claims: Sequence[_Claim], often: Counter[str]) -> None:
    """Notes for each claim the labels that its words fit."""
    by_mark: defaultdict[str, list[_Claim]] = defaultdict(list)
    for claim in claims:
        by_mark[_mark(claim, often)].append(claim)
    for _, _, written in read_labels(file):
        words = tuple(written.split())
        for mark in _marks(words):
            for claim in by_mark.get(mark, ()):
                if len(claim.fits) < 2 and _FITS[claim.sample.slip](claim.words, words):
                    claim.fits.add(written)


def _mark(claim: _Claim, often: Counter[str]) -> str:
    """Under what a label that fits is found: its rarest word, or its initials."""
    match claim.sample.slip:
        case Slip.INITIALS:
            return f"({claim.words[0]})"
        case Slip.SHORTENED:
            return f"({''.join(word[0] for word in claim.words)})"
        case _:
            return min(claim.words, key=lambda word: (often[word], -len(word)))


def _marks(words: Sequence[str]) -> Iterator[str]:
    yield from set(words)
    yield from {f"({letters})" for letters in _initials(words)}


def _initials(words: Sequence[str]) -> tuple[str, str]:
    large = (word[0] for word in words if len(word) > _SMALL or not word.isalpha())
    return "".join(word[0] for word in words), "".join(large)


def _shortens(words: Sequence[str], name: Sequence[str]) -> bool:
    """Whether each word begins as the one at its place and has its letters in their order."""
    return len(words) == len(name) and all(map(_is_short, words, name))


def _is_short(word: str, name: str) -> bool:
    letters = iter(name)
    return word[0] == name[0] and all(letter in letters for letter in word)


_FITS: dict[Slip, Callable[[Sequence[str], Sequence[str]], bool]] = {
    Slip.DROPPED: lambda words, name: Counter(words) <= Counter(name),
    Slip.SWAPPED: lambda words, name: sorted(words) == sorted(name),
    Slip.INITIALS: lambda words, name: words[0] in _initials(name),
    Slip.SHORTENED: _shortens,
}
