"""Uses of a property that a slip in the data made: one thing of two thousand is typed as something else.

In: the uses of one property, how many things the classes have and share. Out: the uses that say nothing of
their class.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping

from kgqa.ontology.carriers import Shared
from kgqa.ontology.terms import Class, Use

# Measured on a dozen graphs: slips make up to 1.9 % of a class or a use, what is meant begins at 7.1 %.
VANISHING = 0.03


def outliers(
    uses: Iterable[Use], classes: Mapping[str, Class], shared: Shared, is_akin: Callable[[str, str], bool]
) -> frozenset[Use]:
    """The uses whose subjects, or whose objects, are few of their class, and are of another class as well
    that has hardly anything in common with it, but nearly all uses of the property.

    So these things are still known to have the property, by their other class. `is_akin` tells whether one
    of two classes is above the other.
    """
    uses = tuple(uses)
    begins = {u: u.subject for u in uses}
    ends = {u: u.object for u in uses if not u.literal}
    found: set[Use] = set()
    for sides, is_start in ((begins, True), (ends, False)):
        strays = set(_strays(sides, classes, shared, is_akin, is_start=is_start))
        found.update(u for u, cls in sides.items() if cls in strays)
    return frozenset(found)


def _strays(
    sides: Mapping[Use, str],
    classes: Mapping[str, Class],
    shared: Shared,
    is_akin: Callable[[str, str], bool],
    *,
    is_start: bool,
) -> Iterator[str]:
    """The classes that stand only by a slip where these uses begin (or end)."""
    counts: Counter[str] = Counter()
    least: dict[str, int] = {}  # things of the class that there are at least, as far as uses tell
    for use, cls in sides.items():
        counts[cls] += use.subjects if is_start else use.count
        least[cls] = max(use.subjects, least.get(cls, 0)) if is_start else 1
    for cls, count in counts.items():
        known = classes.get(cls)
        for other, both in shared.get(cls, {}).items() if known and known.instances else ():
            if (
                other in counts
                and least[cls] <= both < VANISHING * (known.instances if known else 0)
                and count < VANISHING * counts[other]
                and not is_akin(cls, other)
            ):
                yield cls
                break
