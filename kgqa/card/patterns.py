"""The patterns of a graph in words: a few for who writes a query, all with the reason for a person.

In: an Ontology with its patterns, handles for its terms. Out: phrases for the lines of a card.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from kgqa.fence import on_one_line
from kgqa.ontology import TEXTS, Ontology, Pattern, PatternKind, Role, local_name

_MOST = 4  # properties of one role that are named
_OF_CLASS = (PatternKind.RELATION, PatternKind.EVENT, PatternKind.VALUE, PatternKind.QUANTITY)


@dataclass(frozen=True, slots=True)
class Patterns:
    """The words for the patterns of one graph."""

    ontology: Ontology
    handle: Callable[[str], str]

    def of_class(self, iri: str) -> str:
        """What a query has to know of a class; "" where that is nothing."""
        found = self.ontology.pattern(iri, *_OF_CLASS)
        return self._said(found) if found else ""

    def of_property(self, iri: str) -> str:
        """What a query has to know of a property; "" where that is nothing."""
        found = self.ontology.pattern(iri, PatternKind.HIERARCHY, PatternKind.STATEMENT, *TEXTS)
        return self._said(found) if found else ""

    def name_in_parts(self, iri: str) -> str:
        """The properties that name things of a class together; "" where there are none."""
        found = self.ontology.pattern(iri, PatternKind.NAME_IN_PARTS)
        return self._said(found) if found else ""

    def explained(self, patterns: Iterable[Pattern]) -> Iterator[str]:
        """A line for each pattern, with what was recognised and why."""
        for pattern in patterns:
            said = self._said(pattern)
            kind = "" if said.startswith(pattern.kind) else pattern.kind.value
            parts = [p for p in (kind, said) if p]
            if pattern.kind is PatternKind.HIERARCHY:
                holds = "holds" if pattern.inclusive else "need not hold"
                parts.append(f"what holds below {holds} above")
            yield f"{self.handle(pattern.of)}: {'; '.join(parts)}. Why: {on_one_line(pattern.why)}"

    def _said(self, pattern: Pattern) -> str:
        def named(*roles: Role) -> str:
            found = [self.handle(iri) for role in roles for iri in pattern.role(role)]
            return ", ".join(found[:_MOST]) + (", …" if len(found) > _MOST else "")

        match pattern.kind:
            case PatternKind.HIERARCHY:
                own = self.handle(pattern.of)
                is_up = pattern.of in pattern.role(Role.UP)
                return f"below ?x: ?y {own}* ?x" if is_up else f"below ?x: ?x {own}* ?y"
            case PatternKind.QUANTITY:
                unit = named(Role.UNIT)
                return f"number in {named(Role.NUMBER)}" + (f", unit in {unit}" if unit else "")
            case PatternKind.VALUE:
                return f"its value stands in {named(Role.VALUE)}"
            case PatternKind.RELATION | PatternKind.EVENT:
                date = named(Role.DATE)
                joins = f"{pattern.kind.value}, joined by {named(Role.JOINS, Role.HELD_BY)}"
                return joins + (f"; dated by {date}" if date else "")
            case PatternKind.STATEMENT:
                return f"statement; its value in {named(Role.VALUE)}"
            case PatternKind.NAME_IN_PARTS:
                return f"{named(Role.GIVEN)} and {named(Role.FAMILY)}"
            case PatternKind.NAME:
                return f"names in {', '.join(pattern.languages)}" if pattern.languages else ""
            case PatternKind.DATE_TEXT | PatternKind.YEAR_TEXT | PatternKind.NUMBER_TEXT:
                cast = f"xsd:{local_name(pattern.datatype)}(?text)" if pattern.datatype else ""
                return f"{pattern.kind.value}, " + (f"compared as {cast}" if cast else "not comparable")
            case PatternKind.CODE_LIST:
                return f"used by {by}" if (by := named(Role.HELD_BY)) else ""
