"""What a model wrote, held against the patterns that fit the question's words.

In: a query, the patterns. Out: the query with what was changed, in sentences: a property that the graph does
not have, or that is asked the wrong way round, is exchanged where one pattern joins the same two nodes; what
the question surely names and the query leaves out is put in where one pattern has it; what nothing joins to
the rest is joined by the patterns between; of two values of which a thing has one alone, either will do; a
thing is not compared with a text once more. Whether the outcome may run is for the check to say.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import cast

from kgqa.ontology import Ontology, local_name, spaced
from kgqa.repair.fresh import unused
from kgqa.sparql import ParsedQuery
from kgqa.sparql.change import exchanged, inside
from kgqa.sparql.model import (
    Compare,
    Element,
    Filter,
    Group,
    Iri,
    Lit,
    Node,
    Path,
    Select,
    Triple,
    Values,
    Var,
)
from kgqa.sparql.walk import bound, variables
from kgqa.strategies.oneshot.sketch import Sketch
from kgqa.vocabulary.handles import standard

STEPS = 3  # patterns that are put in between two parts of a query, at most


@dataclass(frozen=True, slots=True)
class Grounded:
    """The query, and each change in a sentence."""

    query: ParsedQuery
    changes: tuple[str, ...] = ()


Missed = Mapping[Node, str]  # what the question names and a query leaves out, with its words


def grounded(query: ParsedQuery, sketch: Sketch, missed: Missed, ontology: Ontology) -> Grounded:
    """The query as the patterns have it."""
    work = _Work(sketch, ontology)
    select = cast("Select", exchanged(query.select, work.exchange))
    if query.form in ("select", "ask"):
        select = replace(select, where=work.named(work.without_names(select.where), missed))
        select = replace(select, where=work.either(work.joined(select)))
    return Grounded(replace(query, select=select), tuple(dict.fromkeys(work.changes)))


@dataclass(frozen=True, slots=True)
class _Work:
    sketch: Sketch
    ontology: Ontology
    changes: list[str] = field(default_factory=list)

    # ── a pattern for a pattern ──────────────────────────────────────────────────────────────────

    def exchange(self, part: object) -> object:
        """The pattern that stands for one of the query's; None where it stays."""
        if not (isinstance(part, Triple) and isinstance(part.predicate, Iri)) or part.is_type:
            return None
        ends = {part.subject, part.object}
        same = [p for p in self.sketch.triples if not p.is_type and {p.subject, p.object} == ends]
        if part in same:
            return None
        turned = [p for p in same if p.predicate == part.predicate]
        if self._is_unknown(part.predicate.value) and same:
            self.changes.append(
                f"{_quoted(spaced(local_name(part.predicate.value)))} is taken for {self._name(same[0])}."
            )
            return same[0]
        if turned and part.predicate.value in self.sketch.one_way:
            self.changes.append(f"{self._name(turned[0])} is asked the other way round.")
            return turned[0]
        return None

    def _is_unknown(self, prop: str) -> bool:
        known = self.ontology.known_properties
        return bool(known) and prop not in known and not standard(prop)

    # ── what is left out, or said twice ──────────────────────────────────────────────────────────

    def named(self, where: Group, missed: Missed) -> Group:
        """With what the question names, where one pattern alone says it of what the query speaks of."""
        spoken = {n for e in where.elements if isinstance(e, Triple) for n in _ends(e) if isinstance(n, Var)}
        added = []
        for node, words in missed.items():
            able = [
                t for t in self.sketch.triples if node in (t.subject, t.object) and spoken & set(_ends(t))
            ]
            if len(able) == 1:
                added.append(able[0])
                self.changes.append(f"{_quoted(words)} was left out: {self._name(able[0])} is put in.")
        return Group((*where.elements, *added)) if added else where

    def without_names(self, where: Group) -> Group:
        """Without conditions that compare a thing that is named with a text: `FILTER({e1} = "Acme")`."""
        kept = tuple(e for e in where.elements if not _is_name_again(e))
        if len(kept) < len(where.elements):
            self.changes.append("A thing that is named is not compared with its name.")
        return Group(kept)

    # ── what nothing joins ───────────────────────────────────────────────────────────────────────

    def joined(self, select: Select) -> Group:
        """The patterns of a query, with those that join its parts and what it speaks of besides."""
        where = select.where
        if not all(isinstance(e, Triple | Filter) for e in where.elements):
            return where  # other parts join in ways of their own
        parts = _parts([e for e in where.elements if isinstance(e, Triple)])
        known = bound(select) | {c.variable.name for c in select.columns if c.value is not None}
        parts += [{Var(name)} for name in _asked(select) if name not in known]
        added: list[Triple] = []
        while len(parts) > 1:
            way = next((w for other in parts[1:] if (w := self._way(parts[0], other)) is not None), None)
            if way is None:
                break
            met = {n for t in way for n in _ends(t)} | parts[0]
            parts = [set.union(met, *(p for p in parts if p & met)), *(p for p in parts if not p & met)]
            added += way
            self.changes.extend(f"{self._name(step)} is put in." for step in way)
        return Group((*added, *where.elements)) if added else where

    def _way(self, start: Collection[Node], goal: Collection[Node]) -> list[Triple] | None:
        """The fewest patterns from the one part to the other; None where none lead there."""
        todo: deque[tuple[Node, list[Triple]]] = deque((node, []) for node in start)
        seen = set(start)
        while todo:
            node, way = todo.popleft()
            for pattern in self.sketch.triples if len(way) < STEPS else ():
                ends = [] if pattern.is_type else _ends(pattern)
                for other in ends if node in ends else ():
                    if other in goal:
                        return [*way, pattern]
                    if other not in seen:
                        seen.add(other)
                        todo.append((other, [*way, pattern]))
        return None

    # ── one value alone ──────────────────────────────────────────────────────────────────────────

    def either(self, where: Group) -> Group:
        """`?x :country {v1} ; :country {v2}`: no thing has both, so that either was meant."""
        values: dict[tuple[Node, Path], list[Iri | Lit]] = {}
        for element in where.elements:
            if (
                isinstance(element, Triple)
                and self._is_single(element)
                and isinstance(element.object, Iri | Lit)
            ):
                values.setdefault((element.subject, cast("Path", element.predicate)), []).append(
                    element.object
                )
        several = {key: list(dict.fromkeys(found)) for key, found in values.items() if len(set(found)) > 1}
        return Group(tuple(self._without(where, several))) if several else where

    def _is_single(self, triple: Triple) -> bool:
        return isinstance(triple.predicate, Iri) and triple.predicate.value in self.sketch.single

    def _without(self, where: Group, several: dict[tuple[Node, Path], list[Iri | Lit]]) -> Iterator[Element]:
        taken = {part.name for part in inside(where) if isinstance(part, Var)}
        told: set[tuple[Node, Path]] = set()
        for element in where.elements:
            key = (element.subject, cast("Path", element.predicate)) if isinstance(element, Triple) else None
            if key not in several or not isinstance(element, Triple) or element.object not in several[key]:
                yield element
            elif key not in told:
                told.add(key)
                either = Var(unused("either", taken))
                taken.add(either.name)
                yield Values((either,), tuple((value,) for value in several[key]))
                yield replace(element, object=either)
                self.changes.append(
                    f"Either value of {self._name(element)} will do, as a thing has one alone."
                )

    def _name(self, triple: Triple) -> str:
        prop = triple.predicate
        return _quoted(self.ontology.label(prop.value, "en") if isinstance(prop, Iri) else "")


def _is_name_again(element: Element) -> bool:
    match element:
        case Filter(Compare("=", Iri(), Lit()) | Compare("=", Lit(), Iri())):
            return True
        case _:
            return False


def _quoted(text: str) -> str:
    return f"“{text}”"


def _asked(select: Select) -> list[str]:
    """The variables that a query shows, compares, groups or orders by; not those of what is not to be."""
    values = (c.value or c.variable for c in select.columns)
    keys = (k.value for k in (*select.group_by, *select.order_by))
    conditions = (e.condition for e in select.where.elements if isinstance(e, Filter))
    every = (*values, *keys, *select.having, *conditions)
    return list(dict.fromkeys(name for expr in every for name in sorted(variables(expr))))


def _ends(triple: Triple) -> list[Node]:
    """The nodes of a pattern at which others join it."""
    ends = (triple.subject,) if triple.is_type else (triple.subject, triple.object)
    return [n for n in ends if isinstance(n, Var | Iri)]


def _parts(triples: Sequence[Triple]) -> list[set[Node]]:
    """The nodes of a query by what joins them, the first written first."""
    parts: list[set[Node]] = []
    for triple in triples:
        nodes: set[Node] = set(_ends(triple))
        meeting = [p for p in parts if p & nodes]
        at = parts.index(meeting[0]) if meeting else len(parts)
        parts = [p for p in parts if p not in meeting]
        if nodes:
            parts.insert(at, set.union(nodes, *meeting))
    return parts
