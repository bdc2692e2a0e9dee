"""The action *describe* for terms of the schema: entity boundaries of classes (Graf von Data, listings 3 to
5) and of properties (listings 6 to 8).

In: an IRI and the ontology, which knows what is declared and what the data shows. Out: lines; the graph is
not asked. What a class inherits is told with it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from kgqa.check.claims import ANYTHING
from kgqa.itself import Itself
from kgqa.linking.index import TermIndex
from kgqa.ontology import Ontology, Property, Union
from kgqa.strategies.agent.bounds import Bounds
from kgqa.strategies.agent.handles import Handles
from kgqa.strategies.agent.lines import line
from kgqa.types import TermKind
from kgqa.wording.said import Said, say

EXAMPLES = 3
KEPT = 64  # classes with the properties round them
NEAR = 12  # classes and properties above, below and beside that are named
COMMENT = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Described:
    """A class or a property."""

    iri: str
    ontology: Ontology
    index: TermIndex
    bounds: Bounds

    def summary(self) -> Said:
        name = line(self.ontology.label(self.iri), 60)
        if self.iri in self.ontology.known_classes:
            return say("looks at the class {name}", name=name)
        return say("looks at the property {name}", name=name)

    def told(self, handles: Handles) -> list[str]:
        is_class = self.iri in self.ontology.known_classes
        return self._class(handles) if is_class else self._property(handles)

    # ── classes ──────────────────────────────────────────────────────────────────────────────────

    def _class(self, handles: Handles) -> list[str]:
        onto, iri = self.ontology, self.iri
        declared = onto.classes.get(iri)
        count = f", {declared.instances:,} things of its own" if declared and declared.instances else ""
        lines = [f"{handles.shown(iri, onto.label(iri))}, a class{count}"]
        if declared and declared.comment:
            lines.append(f"  # {line(declared.comment, COMMENT)}")
        lines += _named("is a kind of", onto.superclasses(iri) - {iri} - ANYTHING, handles)
        lines += _named("kinds of it", onto.subclasses(iri) - {iri}, handles)
        told = _around(iri, Itself(onto))
        shown = told[: 2 * self.bounds.properties]
        lines += [f"  {_pattern(p, onto, handles)}" for p in shown]
        if len(told) > len(shown):
            lines.append(f"  … and {len(told) - len(shown)} more properties; search for them by their names")
        examples = self.index.names.of_class(iri, EXAMPLES)
        if examples:
            named = ", ".join(handles.shown(e.iri, e.label) for e in examples)
            lines.append(f"  examples: {named}")
        return lines

    # ── properties ───────────────────────────────────────────────────────────────────────────────

    def _property(self, handles: Handles) -> list[str]:
        onto, iri = self.ontology, self.iri
        declared = onto.properties.get(iri)
        lines = [f"{handles.shown(iri, onto.label(iri))}, a property{_kind(declared)}"]
        if declared and declared.comment:
            lines.append(f"  # {line(declared.comment, COMMENT)}")
        lines.append(f"  {_pattern(iri, onto, handles)}")
        for use in sorted(onto.uses_of(iri), key=lambda u: (-u.count, u.subject, u.object))[:NEAR]:
            start, end = (handles.of(c) if c else "things without a class" for c in (use.subject, use.object))
            several = f", {use.count / use.subjects:.1f} each" if use.subjects else ""
            lines.append(f"  seen {use.count:,} times{several}: {start} -> {end}")
        wider, narrower = onto.superproperties(iri) - {iri}, onto.subproperties(iri) - {iri}
        lines += _named("is a kind of", wider, handles)
        for near in sorted(narrower)[:NEAR]:
            lines.append(f"  kind of it: {_pattern(near, onto, handles)}")
        lines += _named("the same the other way round", onto.inverses(iri), handles)
        values = [e for e in self.index.names.of_term(iri, EXAMPLES) if e.kind is TermKind.VALUE]
        if values:
            told = ", ".join(f"“{line(e.value or '', self.bounds.cell)}”" for e in values)
            lines.append(f"  values such as {told}")
        return lines


@lru_cache(KEPT)
def _around(cls: str, known: Itself[Ontology]) -> tuple[str, ...]:
    """The properties that lead from things of a class, and then those that lead to them; the most used
    first.
    """
    onto = known.value
    near = onto.superclasses(cls) | onto.subclasses(cls)
    used = {p: sum(u.count for u in onto.uses_of(p)) for p in onto.known_properties}
    properties = sorted(used, key=lambda p: (-used[p], p))
    leading = [p for p in properties if _meets(_starts(p, onto), near)]
    reaching = [p for p in properties if _meets(_ends(p, onto), near)]
    return tuple(dict.fromkeys((*leading, *reaching)))


def _meets(unions: Iterable[Union], near: Union) -> bool:
    """Whether things of a class, or of one below it, may stand where these classes stand; `near` are all
    above and below it.
    """
    unions = [u - ANYTHING for u in unions]
    return any(unions) and all(u & near for u in unions if u)


def _kind(declared: Property | None) -> str:
    unit = f", in {declared.unit}" if declared and declared.unit else ""
    return unit + (", at most one of a thing" if declared and declared.functional else "")


def _named(what: str, iris: Iterable[str], handles: Handles) -> list[str]:
    known = [handles.of(iri) for iri in sorted(iris)]
    more = f" and {len(known) - NEAR} more" if len(known) > NEAR else ""
    return [f"  {what}: {', '.join(known[:NEAR])}{more}"] if known else []


def _pattern(iri: str, ontology: Ontology, handles: Handles) -> str:
    """`:Order :soldBy -> :Employee`, with the name where it says more."""
    start, end = (_side(unions, handles) for unions in (_starts(iri, ontology), _ends(iri, ontology)))
    handle, _, label = handles.shown(iri, ontology.label(iri)).partition(" ")
    unused = ontology.uses and not any(ontology.uses_of(p) for p in ontology.subproperties(iri))
    remarks = [*([label] if label else []), *(["not in the data"] if unused else [])]
    return f"{start} {handle} -> {end}" + (f"  # {', '.join(remarks)}" if remarks else "")


def _side(unions: Iterable[Union], handles: Handles) -> str:
    one_of = (" | ".join(handles.of(c) for c in sorted(union)[:NEAR]) for union in unions)
    return " & ".join(one_of) or "anything"


def _starts(iri: str, ontology: Ontology) -> tuple[Union, ...]:
    """What a property leads from, as declared, or else as the data shows it."""
    return ontology.domains(iri) or _shown(u.subject for u in ontology.uses_of(iri))


def _ends(iri: str, ontology: Ontology) -> tuple[Union, ...]:
    return ontology.ranges(iri) or _shown(u.object for u in ontology.uses_of(iri))


def _shown(classes: Iterable[str]) -> tuple[Union, ...]:
    known = frozenset(c for c in classes if c)
    return (known,) if known else ()
