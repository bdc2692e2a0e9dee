"""A draft of an index of names in memory: for small graphs and for tests.

In: facts and literals. Out: `FewNames`. Nothing of it outlives the process.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from kgqa.linking.entry import Entry
from kgqa.linking.fact import Fact, Literal, Reached, Report
from kgqa.linking.few import FewNames
from kgqa.ports import Indexed


class MemoryDraft:
    """A `NameDraft` that is gone with its process."""

    def __init__(self) -> None:
        self._notes: dict[str, str] = {}
        self._reached: dict[str, Reached] = {}
        self._facts: defaultdict[str, dict[Fact, None]] = defaultdict(dict)
        self._literals: dict[Literal, None] = {}
        self._entries: list[Entry] = []
        self._written = 0

    def recall(self, about: str) -> str:
        return self._notes.get(about, "")

    def remember(self, about: str, text: str) -> None:
        self._notes[about] = text

    def reached(self, part: str) -> Reached:
        return self._reached.get(part, Reached())

    def keep(
        self, part: str, reached: Reached, facts: Iterable[Fact] = (), literals: Iterable[Literal] = ()
    ) -> None:
        for fact in facts:
            self._facts[fact.subject][fact] = None
        self._literals.update(dict.fromkeys(literals))
        self._reached[part] = reached

    def things(self) -> int:
        return len(self._facts)

    def telling(self) -> dict[str, tuple[int, int]]:
        different: defaultdict[str, set[str]] = defaultdict(set)
        for literal in self._literals:
            different[literal.property].add(literal.text)
        having: defaultdict[str, set[tuple[str, str]]] = defaultdict(set)
        for iri, facts in self._facts.items():
            for fact in facts:
                having[fact.property].add((iri, fact.text))
        return {prop: (len(having[prop]), len(texts)) for prop, texts in different.items()}

    def by_thing(self) -> Iterator[tuple[str, Sequence[Fact]]]:
        for iri, facts in self._facts.items():
            yield iri, list(facts)

    def by_value(self) -> Iterator[tuple[str, str, Sequence[Literal]]]:
        found: defaultdict[tuple[str, str], list[Literal]] = defaultdict(list)
        for literal in self._literals:
            found[literal.property, literal.text].append(literal)
        for (prop, text), literals in found.items():
            yield prop, text, literals

    def write(self, iri: str, value: str | None, entries: Sequence[Entry]) -> None:  # noqa: ARG002  # held as they come
        self._written += 1
        self._entries += entries

    def finish(self, report: Report) -> Indexed:
        return Indexed(FewNames(self._entries), replace(report, changed=self._written))

    def close(self) -> None:
        """There is nothing to let go of."""
