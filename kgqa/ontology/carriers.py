"""Which classes have a property, told once: a thing is mostly typed with several classes.

In: the uses of one property, how many things the classes have and share. Out: the uses by classes that are
in no other class that has the property too.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from kgqa.ontology.terms import Class, Use

Overlap = tuple[str, str, int]  # two classes, and how many things are of both
Shared = Mapping[str, Mapping[str, int]]  # of each class those that it shares things with, and how many


def shared_by(overlaps: Iterable[Overlap]) -> Shared:
    """The overlaps by their first class."""
    found: defaultdict[str, dict[str, int]] = defaultdict(dict)
    for one, other, count in overlaps:
        found[one][other] = count
    return found


def carriers(uses: Iterable[Use], classes: Mapping[str, Class], shared: Shared) -> tuple[Use, ...]:
    """The uses whose class is not, by the data, a part of another class that has the property."""
    uses = tuple(uses)
    order = {subject: n for n, subject in enumerate(sorted({u.subject for u in uses}))}

    def size(cls: str) -> int:
        known = classes.get(cls)
        return known.instances if known else 0

    def is_within_another(one: str) -> bool:
        """Whether all its things are of another class too; of two that are the same, the first by its IRI is
        kept, for each property.
        """
        return any(
            count >= size(one) > 0 and (size(other) > size(one) or order[other] < order[one])
            for other, count in shared.get(one, {}).items()
            if other in order and other != one
        )

    inner = {subject for subject in order if subject and is_within_another(subject)}
    return tuple(u for u in uses if u.subject not in inner)
