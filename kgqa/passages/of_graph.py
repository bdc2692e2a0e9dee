"""A graph -> a passage for each thing: its facts as sentences, as far as the asker may know them.

In: the terms of a graph, its labels. Out: passages, class by class, as they are read; no more than so many.
What is closed is in none: neither a closed property, nor a thing of a closed class, on either end of a fact.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import aclosing

from kgqa.check.closed import Closing, View, closing
from kgqa.declared import NUMERIC, TEMPORAL
from kgqa.errors import GraphRejected, GraphTimeout
from kgqa.labels import Labels
from kgqa.language import Language
from kgqa.numbers import measured, readable
from kgqa.ontology import RDF_TYPE, Ontology
from kgqa.passages.passage import Block, Passage, Place
from kgqa.passages.verbal import Said, verbalised
from kgqa.ports import Graph
from kgqa.queries import query
from kgqa.restate.wording import wording
from kgqa.types import Limits, Term
from kgqa.values.units import without_unit

MOST = 20_000  # things that are told
EACH = 200  # facts of one thing
BATCH = 100  # things that are asked for at once
LONGEST = 2_000  # characters of a value; a longer text belongs into a document
READING = Limits(seconds=60.0, rows=50_000, bytes=50_000_000)

_Row = tuple[Term, Term]


async def passages_of(
    graph: Graph,
    name: str,
    ontology: Ontology,
    labels: Labels,
    lang: Language,
    notices: list[str],
    most: int = MOST,
) -> AsyncIterator[Passage]:
    """The passages; what was left out is told in `notices`. Raises GraphUnavailable."""
    hidden = closing(ontology, ontology.closed) if isinstance(ontology, View) else None
    if hidden is not None and hidden.closed.graphs:
        notices.append("The graph is not told in sentences, since named graphs of it are closed.")
        return
    teller = _Teller(graph, name, ontology, labels, lang, hidden)
    told: set[str] = set()
    for cls in sorted(ontology.populated):
        fresh: list[str] = []
        try:
            async with aclosing(graph.pages(query("of-class", **{"class": [cls]}), READING)) as pages:
                async for page in pages:
                    for (thing,) in page.rows:
                        if thing is None or thing.kind != "iri" or thing.value in told:
                            continue
                        if len(told) >= most:
                            notices.append(f"Of the graph only {most:,} things are told in sentences.")
                            async for passage in teller.passages(fresh):
                                yield passage
                            return
                        told.add(thing.value)
                        fresh.append(thing.value)
                        if len(fresh) == BATCH:
                            async for passage in teller.passages(fresh):
                                yield passage
                            fresh = []
            async for passage in teller.passages(fresh):
                yield passage
        except (GraphTimeout, GraphRejected) as error:
            notices.append(f"Things of {ontology.label(cls)} are not told in sentences: {error}")


class _Teller:
    def __init__(
        self,
        graph: Graph,
        name: str,
        ontology: Ontology,
        labels: Labels,
        lang: Language,
        hidden: Closing | None,
    ) -> None:
        self.graph, self.name, self.ontology, self.labels = graph, name, ontology, labels
        self.lang, self.hidden, self.words = lang, hidden, wording(lang.code)
        self.naming = frozenset(labels.naming.all)

    async def passages(self, things: Sequence[str]) -> AsyncIterator[Passage]:
        if not things:
            return
        table = await self.graph.run(query("facts", things=things), READING)
        facts: dict[str, list[_Row]] = {}
        for thing, prop, value in table.rows:
            if thing and prop and value and len(facts.setdefault(thing.value, [])) < EACH:
                facts[thing.value].append((prop, value))
        others = {v.value for rows in facts.values() for _, v in rows if v.kind == "iri"}
        closed = await self._closed({*things, *others})
        named = await self.labels.of((*things, *(o for o in others if o not in closed)), self.lang.code)
        for iri in things:
            if iri in closed or not facts.get(iri):
                continue
            sentences = list(self._sentences(named[iri], facts[iri], named, closed))
            if sentences:
                place = Place(heading=named[iri])
                blocks = (Block(text, place, is_reverse) for text, is_reverse in sentences)
                yield Passage(self.name, tuple(blocks), iri)

    async def _closed(self, things: Iterable[str]) -> frozenset[str]:
        """The things that are of a closed class."""
        if self.hidden is None or not self.hidden.classes:
            return frozenset()
        found, wanted = set(), sorted(things)
        for start in range(0, len(wanted), BATCH):
            table = await self.graph.run(query("kinds", things=wanted[start : start + BATCH]), READING)
            if table.truncated:
                return frozenset(wanted)  # what is not known to be open is not told
            found |= {t.value for t, c in table.rows if t and c and c.value in self.hidden.classes}
        return frozenset(found)

    def _sentences(
        self, name: str, rows: Sequence[_Row], named: dict[str, str], closed: frozenset[str]
    ) -> Iterable[tuple[str, bool]]:
        kinds: list[str] = []
        said: list[Said] = []
        for prop, value in rows:
            if prop.value == RDF_TYPE:
                if value.value in self.ontology.classes:
                    kinds.append(self.ontology.label(value.value, self.lang.code))
                continue
            if not self._is_open(prop.value, value, closed):
                continue
            text = self._text(prop.value, value, named)
            if text:
                label = without_unit(self.ontology.label(prop.value, self.lang.code))
                said.append(Said(label, text, prop.value in self.naming))
        return verbalised(name, dict.fromkeys(kinds), dict.fromkeys(said), self.lang)

    def _is_open(self, prop: str, value: Term, closed: frozenset[str]) -> bool:
        if self.hidden is not None and prop in self.hidden.terms:
            return False
        return prop in self.ontology.properties and value.value not in closed and value.kind != "bnode"

    def _text(self, prop: str, value: Term, named: dict[str, str]) -> str:
        if value.kind == "iri":
            return named.get(value.value, "")
        if len(value.value) > LONGEST:
            return ""
        known = self.ontology.properties.get(prop)
        if value.datatype in NUMERIC and readable(value.value) is not None:
            return measured(value.value, known.unit if known else "", self.lang.code)
        if value.datatype in TEMPORAL:
            return self.words.date(value.value)
        return " ".join(value.value.split())
