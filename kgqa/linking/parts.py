"""What has to be read of a graph for its names, in parts: each is one query whose rows come in pages.

In: an ontology with what was observed, how the graph names its things; a look at some values and some IRIs.
Out: parts, in the order in which they are read; and each page's rows as facts and literals.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum

from kgqa.check import admit
from kgqa.errors import GraphRejected, GraphTimeout
from kgqa.linking.codes import are_codes, is_alias
from kgqa.linking.compose import LONGEST_VALUE, has_spoken_iri
from kgqa.linking.fact import BY_IRI, UNREAD, Fact, Literal
from kgqa.linking.names import Naming
from kgqa.linking.tokens import sayable
from kgqa.ontology import RDF_LANG_STRING, XSD, Ontology
from kgqa.ports import Graph
from kgqa.queries import query
from kgqa.side_by_side import side_by_side
from kgqa.types import CheckedQuery, Limits, Term

MOST_VALUES = 300_000  # different literals of one property that are worth an entry each
MOST_BY_IRI = 1_000_000  # things of one class, or behind one property, that are named by their IRIs
A_QUERY = 50  # small classes that one query reads, where there are many
MANY = 400  # things of a class whose IRIs are read as names beside the names that some of them have
_GLANCE = Limits(seconds=20.0, rows=2_000, bytes=2_000_000, small=True)
_LONG = 4 * LONGEST_VALUE  # characters of a text that is kept; the rest nobody types
_STRINGS = frozenset(
    (XSD + "string", XSD + "normalizedString", XSD + "token", RDF_LANG_STRING, "")
)  # "" is a plain literal without a datatype, as some stores tell it

Row = Sequence[Term | None]
Read = tuple[list[Fact], list[Literal]]


class Sort(StrEnum):
    """What a part brings, and the query that asks for it."""

    NAMES = "named"
    CODES = "named codes"  # literals that name their things and are values as well
    VALUES = "different-values"
    THINGS = "instances"
    OBJECTS = "untyped"
    SUBJECTS = "untyped-subjects"


@dataclass(frozen=True, slots=True)
class Part:
    """What one query reads: `iri` is its property or class, with small classes that are read `beside` it;
    `rows` about how many there are (0: unknown).
    """

    sort: Sort
    iri: str
    rows: int = 0
    beside: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        return f"{self.sort} {self.iri}"

    @property
    def most(self) -> int | None:
        """Rows after which the rest is left out."""
        return MOST_BY_IRI if self.sort in (Sort.THINGS, Sort.OBJECTS, Sort.SUBJECTS) else None

    def query(self, *, on_disk: bool = False) -> CheckedQuery:
        """What asks for its rows, of a store `on_disk` in the words that suit it."""
        name = "named" if self.sort is Sort.CODES else self.sort.value
        name = "named-on-disk" if on_disk and name == "named" else name
        if self.beside:
            return query("instances-of-several", kinds=(self.iri, *self.beside))
        keyword = "class" if self.sort is Sort.THINGS else "property"
        return query(name, **{keyword: (self.iri,)})

    def count(self) -> CheckedQuery:
        """The query that counts its rows."""
        text = self.query().text
        return admit(f"SELECT (COUNT(*) AS ?rows) {text[text.index('WHERE') :]}")


def of_names(ontology: Ontology, naming: Naming) -> list[Part]:
    """The parts with names, which need no look at the graph."""
    return [Part(Sort.NAMES, prop, _uses(ontology, prop)) for prop in naming.all]


async def plan(graph: Graph, ontology: Ontology, naming: Naming, notices: list[str]) -> list[Part]:
    """The other parts of this graph. Raises GraphUnavailable."""
    literals, unnamed = await side_by_side(
        (_literals(graph, ontology, naming, notices), _unnamed(graph, ontology, naming, notices))
    )
    return [*literals, *unnamed]


def written(parts: Sequence[Part]) -> str:
    """The plan as text, so that a run that goes on reads the same."""
    return json.dumps([asdict(part) for part in parts])


def from_text(text: str) -> list[Part]:
    return [Part(Sort(p["sort"]), p["iri"], p["rows"], tuple(p.get("beside", ()))) for p in json.loads(text)]


async def _literals(graph: Graph, ontology: Ontology, naming: Naming, notices: list[str]) -> list[Part]:
    """The text properties that people would type values of; long texts are none."""
    found = []
    props = text_properties(ontology, naming)
    looks = (_glance(graph, "some-values", notices, property=(prop,)) for prop in props)
    for prop, texts in zip(props, await side_by_side(looks), strict=True):
        if not texts or sum(map(len, texts)) > LONGEST_VALUE * len(texts):
            continue
        names_things = prop not in naming.every and (
            are_codes(prop, ontology, texts) or is_alias(prop, ontology)
        )
        sort = Sort.CODES if names_things else Sort.VALUES
        found.append(Part(sort, prop, _uses(ontology, prop) if names_things else 0))
    return found


async def _unnamed(graph: Graph, ontology: Ontology, naming: Naming, notices: list[str]) -> list[Part]:
    """The things that may have no name: those of small classes, and of classes that nothing names."""
    named = {u.subject for prop in naming.all for u in ontology.uses_of(prop)}
    classes = [(iri, cls.instances) for iri, cls in sorted(ontology.classes.items()) if cls.instances]
    doubtful = [iri for iri, count in classes if count > MANY and iri not in named]
    looks = (_glance(graph, "some-things", notices, **{"class": (iri,)}) for iri in doubtful)
    seen = dict(zip(doubtful, await side_by_side(looks), strict=True))
    wanted = [(iri, n) for iri, n in classes if n <= MANY or any(map(has_spoken_iri, seen.get(iri, ())))]
    found = list(_together(wanted))
    loose = sorted({u.property for u in ontology.uses if not u.literal and not u.object})
    untyped = sorted({u.property for u in ontology.uses if not u.subject} - set(naming.all))
    return [
        *found,
        *(Part(Sort.OBJECTS, prop, 0) for prop in loose),
        *(Part(Sort.SUBJECTS, prop, 0) for prop in untyped),
    ]


def _together(classes: Sequence[tuple[str, int]]) -> Iterator[Part]:
    """Parts for classes with their numbers of things. Each class is one, but for many small ones: there a
    query for each would take most of the time.
    """
    small = [(iri, count) for iri, count in classes if count <= MANY] if len(classes) > MANY else []
    yield from (Part(Sort.THINGS, iri, count) for iri, count in classes if not small or count > MANY)
    for start in range(0, len(small), A_QUERY):
        (first, _), *others = some = small[start : start + A_QUERY]
        beside = tuple(iri for iri, _ in others)
        yield Part(Sort.THINGS, first, sum(count for _, count in some), beside)


async def _glance(graph: Graph, name: str, notices: list[str], **lists: tuple[str]) -> list[str]:
    """Some values of the one column of a query; where the store does not give them, a notice says so."""
    try:
        table = await graph.run(query(name, **lists), _GLANCE)
    except (GraphTimeout, GraphRejected) as error:
        iri = next(iter(lists.values()))[0]
        notices.append(f"{UNREAD} ({name} of {iri}): {error}")
        return []
    return [row[0].value for row in table.rows if row[0]]


def text_properties(ontology: Ontology, naming: Naming) -> list[str]:
    """The properties with text as it stands in the data, other than names."""
    strings = {u.property for u in ontology.uses if u.literal and u.object in _STRINGS}
    return sorted(strings - {*naming.preferred, *naming.other})


def _uses(ontology: Ontology, prop: str) -> int:
    return sum(u.count for u in ontology.uses_of(prop) if u.literal)


# ── rows ─────────────────────────────────────────────────────────────────────────────────────────


def reader(part: Part, ontology: Ontology) -> Callable[[Sequence[Row]], Read]:
    """What makes facts and literals of a page of this part. Classes and properties are no things here."""

    def schema(iri: str) -> bool:
        return iri in ontology.classes or iri in ontology.properties

    def facts(page: Sequence[Row]) -> Read:
        found, literals = [], []
        for s, text, cls in page:
            if s is None or s.kind != "iri" or text is None or schema(s.value) or not _says(text):
                continue
            short = text.value[:_LONG]
            of = cls.value if cls and cls.kind == "iri" else ""
            found.append(Fact(s.value, part.iri, short, text.language or "", of))
            if part.sort is Sort.CODES and len(text.value) <= LONGEST_VALUE:
                literals.append(_literal(part.iri, text))
        return found, literals

    def values(page: Sequence[Row]) -> Read:
        return [], [
            _literal(part.iri, row[0])
            for row in page
            if row[0] and _says(row[0]) and len(row[0].value) <= LONGEST_VALUE
        ]

    def things(page: Sequence[Row]) -> Read:
        of = part.iri if part.sort is Sort.THINGS else ""
        return [
            Fact(row[0].value, BY_IRI, of=row[1].value if len(row) > 1 and row[1] else of)
            for row in page
            if row[0] and has_spoken_iri(row[0].value) and not schema(row[0].value)
        ], []

    if part.sort in (Sort.NAMES, Sort.CODES):
        return facts
    return values if part.sort is Sort.VALUES else things


def _says(text: Term) -> bool:
    """Whether a literal holds anything that can be kept."""
    return bool(text.value.strip()) and sayable(text.value)


def _literal(prop: str, text: Term) -> Literal:
    return Literal(prop, text.value, text.datatype or "", text.language or "")
