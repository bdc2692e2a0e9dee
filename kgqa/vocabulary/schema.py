"""The slice of a schema that a question needs, one class a line, as it serves small models best:
`:Person: :salary integer EUR; :worksIn -> :Department; :speaks -> :Language*`.

In: what the question was linked to, its words. Out: lines within a number of bytes: the whole schema
where it is small; else the linked classes and properties, the ways between them, and of the linked classes
what is most like the question and most used.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from kgqa.declared import is_datatype
from kgqa.language import Language, language
from kgqa.linking.tokens import tokenise
from kgqa.linking.vocabulary import akin
from kgqa.ontology import local_name, spaced
from kgqa.vocabulary.edges import ANYTHING, Edge, Edges
from kgqa.vocabulary.handles import Vocabulary, standard
from kgqa.vocabulary.told import Samples, Told, no_samples, weight

BUDGET = 6_000  # bytes of the schema in a prompt: about 2,000 tokens
_CLASSES = 40  # classes of a slice
_SEEDS = 6  # classes between which ways are looked for
_KEPT = 20_000  # terms whose stems are kept
_UNLINKED = 12  # classes that are shown where nothing was linked


@dataclass(frozen=True, slots=True)
class Slice:
    """Lines of a schema; whether that is the whole of it, and the terms that it shows."""

    lines: tuple[str, ...]
    is_whole: bool
    terms: frozenset[str]

    @property
    def text(self) -> str:
        return "\n".join(self.lines)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a slice is for: linked classes and properties, the surest first, and the words of the question."""

    classes: tuple[str, ...] = ()
    properties: tuple[str, ...] = ()
    words: str = ""
    language: str = "en"


class Schema:
    """The lines of one schema. Made once a graph; a slice is made for each question."""

    def __init__(self, vocabulary: Vocabulary, samples: Samples = no_samples) -> None:
        self.vocabulary, self.ontology = vocabulary, vocabulary.ontology
        self.edges = Edges(self.ontology)
        self.told = Told(vocabulary, samples)
        self.stems = lru_cache(_KEPT)(self._stems)

    def slice(self, wanted: Wanted, budget: int = BUDGET) -> Slice:
        """The lines that the question needs, within `budget` bytes."""
        if self.size <= budget:
            return self.whole
        words = stems_of(wanted.words, language(wanted.language))
        rank = Rank(self, wanted, words)
        needed = rank.needed()
        classes = rank.classes(needed)
        lines = _Filled(self, classes, budget)
        for edge in needed:
            lines.add(edge)
        for edge in rank.further(classes):
            if not lines.add(edge):
                break
        return lines.slice()

    def _stems(self, iri: str, code: str) -> frozenset[str]:
        """The words by which a term goes in a language, as stems."""
        return stems_of(f"{self.ontology.label(iri, code)} {spaced(local_name(iri))}", language(code))

    @cached_property
    def whole(self) -> Slice:
        """Every class with every property that the data has, or that is declared where there is no data."""
        every = _Filled(self, self.classes, budget=10**9)
        for cls in self.classes:
            for edge in self.edges.used(cls):
                every.add(edge)
        made = every.slice()
        return Slice(made.lines, is_whole=True, terms=made.terms)

    @cached_property
    def size(self) -> int:
        """Bytes of the whole schema; a lower bound where that is beyond every budget."""
        terms = len(self.ontology.known_terms)
        return terms * 8 if terms > BUDGET else sum(weight(line) + 1 for line in self.whole.lines)

    @cached_property
    def classes(self) -> list[str]:
        """All classes, and the place of what has none."""
        return [*sorted(c for c in self.ontology.known_classes if not standard(c)), ANYTHING]


class Rank:
    """Which classes and edges a question needs, in their order."""

    def __init__(self, schema: Schema, wanted: Wanted, words: frozenset[str]) -> None:
        self.schema, self.wanted, self.words = schema, wanted, words
        back = (q for p in wanted.properties for q in sorted(schema.ontology.inverses(p)))
        edges = schema.edges.of_property
        self.linked = dict.fromkeys(p for p in (*wanted.properties, *back) if p in edges)

    def needed(self) -> list[Edge]:
        """The edges of linked properties, and those on the ways between what is linked."""
        edges = self.schema.edges
        own = [e for p in self.linked for e in sorted(edges.of_property[p], key=lambda e: -e.count)]
        seeds = [*self.wanted.classes, *(e.subject for e in own if e.subject)]
        return list(dict.fromkeys((*own, *edges.ways(seeds[:_SEEDS]))))

    def classes(self, needed: Sequence[Edge]) -> list[str]:
        """The classes of the slice: those linked, those of needed edges, and what is above them."""
        ontology = self.schema.ontology
        ends = (e for edge in needed for e in edge.ends if not is_datatype(e))
        named = [*self.wanted.classes, *(e.subject for e in needed), *ends]
        if not named:
            named = sorted(
                self.schema.classes, key=lambda c: (-self.likeness(c), -self.schema.edges.usage(c), c)
            )[:_UNLINKED]
        above = (
            p for c in named for p in sorted(ontology.superclasses(c)) if p in self.schema.edges.of_class
        )
        return [c for c in dict.fromkeys((*named, *above)) if not c or not standard(c)][:_CLASSES]

    def further(self, classes: Sequence[str]) -> list[Edge]:
        """What else the classes have: most like the question first, those of linked classes, most used."""
        near = set(self.wanted.classes)
        above = {p for c in near for p in self.schema.ontology.superclasses(c)}
        return sorted(
            (e for c in classes for e in self.schema.edges.used(c)),
            key=lambda e: (-self.likeness(e.property), e.subject not in above, -e.count, e.property),
        )

    def likeness(self, iri: str) -> float:
        """How many of a term's words are the question's, 0 to 1."""
        if not iri:
            return 0.0
        own = self.schema.stems(iri, self.wanted.language)
        met = sum(1 for w in own if any(w == q or akin(q, w) for q in self.words))
        return met / len(own) if own else 0.0


class _Filled:
    """Lines that are filled up to a budget."""

    def __init__(self, schema: Schema, classes: Sequence[str], budget: int) -> None:
        self.schema, self.left = schema, budget
        self.edges: dict[str, dict[Edge, None]] = {}
        for cls in classes:
            self._open(cls)

    def _open(self, cls: str) -> bool:
        if cls in self.edges:
            return True
        cost = weight(self.schema.told.opening(cls)) + 4  # ": ", "; …" and the end of the line
        if cls == ANYTHING:
            cost = 0
        if cost > self.left:
            return False
        self.edges[cls] = {}
        self.left -= cost
        return True

    def add(self, edge: Edge) -> bool:
        """Adds a property to its class's line; False where there is no room."""
        if edge in self.edges.get(edge.subject, ()):
            return True
        cost = weight(self.schema.told.said(edge)) + 2
        if cost > self.left or not self._open(edge.subject):
            return False
        self.edges[edge.subject][edge] = None
        self.left -= cost
        return True

    def slice(self) -> Slice:
        lines, terms = [], set[str]()
        for cls, edges in self.edges.items():
            if cls == ANYTHING and not edges:
                continue
            said = [self.schema.told.said(e) for e in edges]
            if any(e not in edges for e in self.schema.edges.used(cls)):
                said.append("…")
            lines.append(self.schema.told.opening(cls) + (": " + "; ".join(said) if said else ""))
            terms |= {cls, *(e.property for e in edges), *(end for e in edges for end in e.ends)}
        return Slice(tuple(lines), is_whole=False, terms=frozenset(terms - {ANYTHING}))


def stems_of(text: str, lang: Language) -> frozenset[str]:
    return frozenset(lang.stem(t.text) for t in tokenise(text) if t.folded not in lang.stop)
