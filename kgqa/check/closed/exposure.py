"""What a node of a query may be, of all that is closed: by its value, by a property, by a path.

In: a closing, the things that were looked up. Out: for each a set of closed classes (with TERM for "a closed
class, property or graph itself"); the empty set is what may be shown. Sets only ever err to the large side.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kgqa.check.claims import ANYTHING, STANDARD, is_datatype
from kgqa.check.closed.closing import Closing
from kgqa.check.conditions import Things
from kgqa.ontology import OWL, RDF_TYPE, RDFS, SKOS, XSD, PropertyKind, Union
from kgqa.sparql.model import Alternative, Inverse, Iri, Lit, Node, NoneOf, Path, Repeat, Sequence

Exposed = frozenset[str]

NOTHING: Exposed = frozenset()
TERM: Exposed = frozenset(("",))
SUBCLASS = RDFS + "subClassOf"
# Properties between classes and properties, and those whose values are texts about anything.
_SCHEMA = frozenset(
    (
        *(RDFS + n for n in ("subClassOf", "subPropertyOf", "domain", "range")),
        *(OWL + n for n in ("equivalentClass", "equivalentProperty", "disjointWith", "inverseOf")),
    )
)
_TEXTS = frozenset(
    (
        *(RDFS + n for n in ("label", "comment")),
        *(SKOS + n for n in ("prefLabel", "altLabel", "hiddenLabel", "definition", "notation")),
    )
)
# Vocabularies that speak of classes, properties and graphs as well as of things.
_ABOUT_ANYTHING = (
    *STANDARD,
    "http://purl.org/dc/",
    "http://www.w3.org/ns/dcat#",
    "http://www.w3.org/ns/prov#",
    "http://www.w3.org/ns/shacl#",
    "http://www.w3.org/ns/sparql-service-description#",
    "http://rdfs.org/ns/void#",
    "http://schema.org/",
    "https://schema.org/",
    "http://xmlns.com/foaf/0.1/",
)


@dataclass(frozen=True)
class Exposure:
    """What may be shown by the parts of a query. Terms that the ontology does not know may stand for
    anything, unless they are refused `elsewhere`.
    """

    closing: Closing
    things: Things
    elsewhere: bool = False

    @property
    def anything(self) -> Exposed:
        """What a node may be of which nothing is known."""
        return self.closing.classes | TERM

    # ── nodes ────────────────────────────────────────────────────────────────────────────────────

    def is_closed(self, node: Node) -> bool:
        """Whether a constant is closed itself, or was looked up and is of a closed class."""
        if not isinstance(node, Iri):
            return False
        return self._is_term(node.value) or bool(
            self.closing.classes & (self.things.get(node.value) or NOTHING)
        )

    def is_absent(self, node: Node) -> bool:
        """Whether a thing was looked up and the graph says nothing of it that is open: it may be closed."""
        looked_at = isinstance(node, Iri) and self.things.get(node.value, NOTHING) is None
        return looked_at and bool(self.closing.classes)

    def _is_term(self, iri: str) -> bool:
        """Whether a class, property or graph is closed, and not one of which the asker knows nothing."""
        return iri in self.closing.said

    def of_node(self, node: Node) -> Exposed:
        """What a constant may be; anything for a variable."""
        if isinstance(node, Lit):
            return NOTHING
        if not isinstance(node, Iri):
            return self.anything
        if self._is_term(node.value):
            return TERM
        if self._is_known(node.value) or node.value.startswith((*STANDARD, XSD)):
            return NOTHING
        if node.value in self.things:
            return self.closing.classes & (self.things[node.value] or NOTHING)
        return self.closing.classes

    def _is_known(self, iri: str) -> bool:
        return iri in self.closing.ontology.known_terms and iri not in self.closing.unsaid

    def of_classes(self, union: Iterable[str]) -> Exposed:
        """What a thing may be that is in one of these classes."""
        return frozenset().union(*(self._of_class(c) for c in union))

    def _of_class(self, cls: str) -> Exposed:
        ontology = self.closing.ontology
        if is_datatype(cls, ontology):
            return NOTHING
        if cls in ANYTHING or cls.startswith(STANDARD):
            return self.anything
        if cls not in ontology.known_classes:
            return NOTHING if self.elsewhere and not ontology.may_have(cls) else self.anything
        return self.closing.within(cls)

    def below(self, cls: str) -> Exposed:
        """What a class may be that is below another."""
        return TERM if self.closing.ontology.subclasses(cls) & self.closing.classes else NOTHING

    # ── properties ───────────────────────────────────────────────────────────────────────────────

    def start(self, iri: str, *, named: bool = True) -> Exposed:
        """What a thing may be that has this property; `named` in the pattern itself, where a property that
        nobody knows is refused.
        """
        ontology = self.closing.ontology
        if iri in _SCHEMA:
            return TERM
        if not self._is_known(iri) and not iri.startswith(STANDARD):
            return NOTHING if named and self._is_refused(iri) else self.anything
        seen = {u.subject for u in ontology.uses_of(iri)} & self.closing.classes
        return self._of_unions(iri, ontology.domains(iri)) | seen

    def end(self, iri: str, *, named: bool = True) -> Exposed:
        """What a thing may be that this property leads to; `named` as for its start."""
        ontology = self.closing.ontology
        if iri in _SCHEMA or iri == RDF_TYPE:
            return TERM
        if iri in _TEXTS:
            return NOTHING
        if not self._is_known(iri) and not iri.startswith(STANDARD):
            return NOTHING if named and self._is_refused(iri) else self.anything
        uses, read = ontology.uses_of(iri), ontology.is_read(iri)
        unions = tuple(u for u in ontology.ranges(iri) if not all(is_datatype(c, ontology) for c in u))
        if all(u.literal for u in uses) and not unions and ((uses and read) or self._is_data(iri)):
            return NOTHING
        seen = {u.object for u in uses} & self.closing.classes
        return self._of_unions(iri, unions) | seen

    def _is_refused(self, iri: str) -> bool:
        return self.elsewhere and not self.closing.ontology.may_have(iri)

    def _is_data(self, iri: str) -> bool:
        prop = self.closing.ontology.properties.get(iri)
        return bool(self.closing.ontology.ranges(iri)) or (
            prop is not None and prop.kind is PropertyKind.DATA and not prop.kind_observed
        )

    def _of_unions(self, iri: str, unions: tuple[Union, ...]) -> Exposed:
        found = self.anything
        for union in set(unions) - self.closing.ontology.suggested(iri):
            found &= self.of_classes(union)
        return found if self._is_about_anything(iri) else found - TERM

    def _is_about_anything(self, iri: str) -> bool:
        prop = self.closing.ontology.properties.get(iri)
        return prop is None or prop.kind is PropertyKind.ANNOTATION or iri.startswith(_ABOUT_ANYTHING)

    # ── paths ────────────────────────────────────────────────────────────────────────────────────

    def before(self, path: Path) -> tuple[Exposed, bool]:
        """What may stand before a path of one step or more, and whether it may also have none."""
        return self._side(path, first=True)

    def behind(self, path: Path) -> tuple[Exposed, bool]:
        """What may stand behind a path of one step or more, and whether it may also have none."""
        return self._side(path, first=False)

    def _side(self, path: Path, *, first: bool) -> tuple[Exposed, bool]:
        match path:
            case Iri(iri):
                return (self.start(iri) if first else self.end(iri)), False
            case Inverse(inner):
                return self._side(inner, first=not first)
            case Repeat(inner, mark):
                found, none = self._side(inner, first=first)
                return found, none or mark != "+"
            case Alternative(parts):
                sides = [self._side(p, first=first) for p in parts]
                return frozenset().union(*(s for s, _ in sides)), any(none for _, none in sides)
            case Sequence(parts):
                found = NOTHING
                for part in parts if first else parts[::-1]:
                    side, none = self._side(part, first=first)
                    found |= side
                    if not none:
                        return found, False
                return found, True
            case NoneOf():
                return self.anything, False

    def inside(self, path: Path) -> bool:
        """Whether the nodes between the steps of a path may all be shown."""
        match path:
            case Inverse(inner):
                return self.inside(inner)
            case Repeat(inner, mark):
                again = mark == "?" or not self.behind(inner)[0] & self.before(inner)[0]
                return again and self.inside(inner)
            case Alternative(parts):
                return all(self.inside(p) for p in parts)
            case Sequence(parts):
                meetings = (
                    self.behind(Sequence(parts[:i]))[0] & self.before(Sequence(parts[i:]))[0]
                    for i in range(1, len(parts))
                )
                return not any(meetings) and all(self.inside(p) for p in parts)
            case _:
                return True
