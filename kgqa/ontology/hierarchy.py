"""What stands above and below what (`subClassOf`, `subPropertyOf`), and what is apart.

In: the direct parents of each term, and sets of terms that exclude each other. Out: closures, each worked
out when it is first asked for. Cycles are harmless; what has been worked out is let go of when it grows too
large, so that a chain of ten thousand classes does not take memory for each pair of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

_KEPT = 4_000_000  # members of closures held at one time
_PAIRS = 200_000  # pairs of terms of which it is known whether they meet

Parents = Mapping[str, Iterable[str]]


class Hierarchy:
    """Terms and their direct parents. A term that is not among them stands alone."""

    def __init__(self, parents: Parents) -> None:
        self._up = parents
        children: dict[str, list[str]] = {}
        for term, direct in parents.items():
            for parent in direct:
                children.setdefault(parent, []).append(term)
        self._down: Parents = children
        self._above: dict[str, frozenset[str]] = {}
        self._below: dict[str, frozenset[str]] = {}
        self._meeting: dict[tuple[str, str], bool] = {}
        self._held = 0

    def above(self, term: str) -> frozenset[str]:
        """The term itself and all above it."""
        return self._above.get(term) or self._closed(term, self._up, self._above)

    def below(self, term: str) -> frozenset[str]:
        """The term itself and all below it."""
        return self._below.get(term) or self._closed(term, self._down, self._below)

    def meet(self, one: str, other: str) -> bool:
        """Whether some term is below both of these, each counting as below itself."""
        if one == other:
            return True
        pair = (one, other) if one < other else (other, one)
        known = self._meeting.get(pair)
        if known is None:
            if len(self._meeting) >= _PAIRS:
                self._meeting.clear()
            known = self._meeting[pair] = (
                other in self.above(one)
                or one in self.above(other)
                or not self.below(one).isdisjoint(self.below(other))
            )
        return known

    def _closed(self, start: str, steps: Parents, kept: dict[str, frozenset[str]]) -> frozenset[str]:
        seen, todo = {start}, [start]
        while todo:
            for term in steps.get(todo.pop(), ()):
                if term not in seen:
                    seen.add(term)
                    todo.append(term)
        if self._held > _KEPT:
            self._above.clear()
            self._below.clear()
            self._held = 0
        self._held += len(seen)
        kept[start] = frozenset(seen)
        return kept[start]


class Disjointness:
    """Sets of terms of which nothing is in two; what is below them is apart as well."""

    def __init__(self, sets: Iterable[frozenset[str]], tree: Hierarchy) -> None:
        self._tree = tree
        self._others: dict[str, set[str]] = {}  # a term -> those that it makes a pair with
        self._sets: dict[str, list[frozenset[str]]] = {}  # a term -> the larger sets that it is in
        self._known: dict[tuple[str, str], bool] = {}
        for terms in sets:
            if len(terms) == 2:  # noqa: PLR2004 - a pair
                one, other = terms
                self._others.setdefault(one, set()).add(other)
                self._others.setdefault(other, set()).add(one)
            else:
                for term in terms:
                    self._sets.setdefault(term, []).append(terms)

    def apart(self, one: str, other: str) -> bool:
        """Whether nothing is in both."""
        if not (self._others or self._sets):
            return False
        pair = (one, other) if one < other else (other, one)
        known = self._known.get(pair)
        if known is None:
            if len(self._known) >= _PAIRS:
                self._known.clear()
            known = self._known[pair] = self._apart(self._tree.above(one), self._tree.above(other))
        return known

    def _apart(self, one: frozenset[str], other: frozenset[str]) -> bool:
        for term in one:
            if not self._others.get(term, _NONE).isdisjoint(other):
                return True
            for terms in self._sets.get(term, ()):
                if any(t != term and t in terms for t in other):
                    return True
        return False


_NONE: frozenset[str] = frozenset()
