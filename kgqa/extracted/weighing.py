"""What replies say, held against the passages and the graph -> triples with an advice and what speaks for it.

In: passages with their triples, what is known of the graph. Out: an Extraction. It is tried without a model:
that the names stand in the passage, that the classes fit the relation, that the graph says nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date

from kgqa.declared import NUMERIC
from kgqa.extracted.naming import Names
from kgqa.extracted.replies import Reader
from kgqa.extracted.triple import Concept, End, Extraction, Found, Named, Read, Said, Value, Weighed
from kgqa.linking.tokens import folded_words
from kgqa.ontology import XSD
from kgqa.passages.passage import Passage, Place
from kgqa.proposed.proposal import Advice
from kgqa.queries import query
from kgqa.strategies.agent.start import Known
from kgqa.strategies.parts import Parts
from kgqa.types import Limits, Term

BATCH = 100  # things whose facts are read with one query
READING = Limits(seconds=30.0, rows=20_000)
_BETWEEN = "[.,'\u2019 ]"  # what may stand between the digits of a number
_NUMBER = re.compile(rf"\d+(?:{_BETWEEN}\d+)*")
_ENOUGH = 5  # things that show that a property has one value each
_NUMBERS = NUMERIC | {XSD + "gYear"}

Facts = dict[tuple[str, str], list[Term]]  # by thing and property
Judgement = tuple[Advice, str]


async def weighed(known: Known, reads: Sequence[Read], reader: Reader) -> Extraction:
    """All triples with what is advised. Raises OperatorsMove where the graph fails."""
    parts = known.parts
    of_document: dict[str, list[Said]] = {}
    for read in reads:
        of_document.setdefault(read.passage.document, []).extend(read.said)
    names = {d: Names(parts.index, parts.ontology, _ends(said)) for d, said in of_document.items()}
    rows = []
    for read in reads:
        own = names[read.passage.document]
        rows += [(read, said, own.of(said.head), _named(said.tail, own)) for said in read.said]
    every = {named.ours: named for own in names.values() for named in own.all}
    there = await _facts(parts, [n.iri for n in every.values() if n.found is Found.KNOWN])
    texts = _texts(reads)
    judge = _Judge(parts, there, texts)
    found = []
    for read, said, head, tail in rows:
        advice, evidence = judge.of(read, said, head, tail)
        place = _place(read.passage, said)
        found.append(
            Weighed(said=said, read=read, place=place, head=head, tail=tail, advice=advice, evidence=evidence)
        )
    notices = tuple(f"{count:,} {what}" for what, count in reader.refused.items())
    return Extraction(triples=tuple(found), names=tuple(every.values()), notices=notices)


class _Judge:
    """What is advised about one triple after the other."""

    def __init__(self, parts: Parts, there: Facts, texts: dict[str, str]) -> None:
        self.ontology, self.index, self.there, self.texts = parts.ontology, parts.index, there, texts
        self.has_terms = bool(self.ontology.known_properties)
        self._said: dict[tuple[str, str], tuple[str, str]] = {}  # what a passage said of what has one value

    def of(self, read: Read, said: Said, head: Named, tail: Named | Value) -> Judgement:
        reasons = list(self._against(read.passage, said, head, tail))
        worst = [text for advice, text in reasons if advice is Advice.LEAVE]
        if worst:
            return Advice.LEAVE, worst[0]
        if reasons:
            return Advice.LOOK, "; ".join(text for _, text in reasons)
        ends = [e for e in (head, tail) if isinstance(e, Named) and e.found is Found.KNOWN]
        told = "".join(f"; {e.label} is in the graph" for e in ends)
        return Advice.TAKE, f"{'both stand' if isinstance(tail, Named) else 'it stands'} in the passage{told}"

    def _against(self, passage: Passage, said: Said, head: Named, tail: Named | Value) -> Iterator[Judgement]:
        yield from self._misfit(said.relation, head, tail)
        yield from self._in_the_graph(said.relation, head, tail)
        for end in (head, tail):
            if isinstance(end, Named):
                yield from self._name(passage, end)
            elif not _stands(end, passage):
                yield Advice.LOOK, f"“{end.text}” does not stand in the passage so"
        if self.has_terms and said.relation.is_ours:
            yield Advice.LOOK, f"“{said.relation.label}” is no relation of the graph"
        yield from self._otherwise(said.relation, head, tail, passage)

    def _name(self, passage: Passage, end: Named) -> Iterator[Judgement]:
        text = _own(passage)
        if not _holds(text, end.name):
            if not _holds(self.texts[passage.document], end.name):
                yield Advice.LEAVE, f"“{end.name}” does not stand in the document"
            else:
                yield Advice.LOOK, f"“{end.name}” stands elsewhere in the document"
        if end.found is Found.NEAR:
            yield Advice.LOOK, f"“{end.name}” {end.evidence}: see names.csv"
        if self.has_terms and end.kind and end.kind.is_ours and end.found is Found.NEW:
            yield Advice.LOOK, f"“{end.kind.label}” is no class of the graph"

    def _misfit(self, relation: Concept, head: Named, tail: Named | Value) -> Iterator[Judgement]:
        """Where a relation is declared to lead from or to something else."""
        ends = [(head, self.ontology.domains(relation.iri), "from")]
        if isinstance(tail, Named):
            ends.append((tail, self.ontology.ranges(relation.iri), "to"))
        for end, sides, way in ends:
            if end.kind is None or end.kind.is_ours:
                continue
            for union in sides:
                if not any(self.ontology.overlap(end.kind.iri, cls) for cls in union):
                    told = " or ".join(self.ontology.label(cls, "en") for cls in sorted(union))
                    yield Advice.LEAVE, f"“{relation.label}” leads {way} {told}, not {way} {end.kind.label}"

    def _in_the_graph(self, relation: Concept, head: Named, tail: Named | Value) -> Iterator[Judgement]:
        """What the graph says of the same already."""
        has = self.there.get((head.iri, relation.iri), []) if head.found is Found.KNOWN else []
        said = tail.text if isinstance(tail, Value) else tail.iri if tail.found is Found.KNOWN else tail.ours
        if any(_same(term, said) for term in has):
            yield Advice.LEAVE, "the graph says so already"
        elif has and self._has_one(relation.iri):
            yield Advice.LOOK, f"the graph says {self._called(has[0])}"

    def _called(self, term: Term) -> str:
        return self.index.label(term.value) if term.kind == "iri" else term.value

    def _otherwise(
        self, relation: Concept, head: Named, tail: Named | Value, passage: Passage
    ) -> Iterator[Judgement]:
        """What an earlier passage says of what has one value."""
        if not self._has_one(relation.iri):
            return
        at, told = (head.ours, relation.iri), tail.text if isinstance(tail, Value) else tail.name
        earlier, document = self._said.setdefault(at, (told, passage.document))
        if earlier != told:
            yield Advice.LOOK, f"{document} says {earlier}"

    def _has_one(self, iri: str) -> bool:
        """Whether things have one value of a property: as it is declared, or as the data shows."""
        known = self.ontology.properties.get(iri)
        if known and known.functional:
            return True
        uses = self.ontology.typical_uses(iri)
        return sum(u.subjects for u in uses) >= _ENOUGH and all(u.count == u.subjects for u in uses)


# ── what is compared ─────────────────────────────────────────────────────────────────────────────


def _ends(said: Iterable[Said]) -> Iterator[End]:
    for each in said:
        yield each.head
        if isinstance(each.tail, End):
            yield each.tail


def _named(tail: End | Value, names: Names) -> Named | Value:
    return tail if isinstance(tail, Value) else names.of(tail)


async def _facts(parts: Parts, iris: Sequence[str]) -> Facts:
    """What the graph says of some things."""
    found: Facts = {}
    wanted = list(dict.fromkeys(iris))
    for first in range(0, len(wanted), BATCH):
        table = await parts.graph.run(query("facts", things=wanted[first : first + BATCH]), READING)
        for thing, prop, value in table.rows:
            if thing and prop and value:
                found.setdefault((thing.value, prop.value), []).append(value)
    return found


def _texts(reads: Iterable[Read]) -> dict[str, str]:
    """The words of each document, as far as it was read."""
    found: dict[str, list[str]] = {}
    for read in reads:
        found.setdefault(read.passage.document, []).append(_own(read.passage))
    return {document: " ".join(texts) for document, texts in found.items()}


def _own(passage: Passage) -> str:
    """The words of a passage, with those of the titles above it."""
    titles = " ".join(dict.fromkeys(block.place.heading for block in passage.blocks))
    return f" {' '.join(folded_words(f'{passage.document} {titles} {passage.text}'))} "


def _holds(text: str, name: str) -> bool:
    """Whether all words of a name stand in a text."""
    return all(f" {word} " in text for word in folded_words(name))


def _stands(value: Value, passage: Passage) -> bool:
    """Whether a value stands in a passage: a number in any spelling, the year and the day of a date, a text
    with all its words.
    """
    text = f"{passage.document} {passage.text}"
    numbers = {n for written in _NUMBER.findall(text) for n in _readings(written)}
    if value.datatype == XSD + "date":
        day = date.fromisoformat(value.text)
        return value.text in text or {float(day.year), float(day.day)} <= numbers
    if value.datatype in _NUMBERS:
        return abs(float(value.text)) in numbers
    return value.datatype == XSD + "boolean" or _holds(_own(passage), value.text)


def _readings(written: str) -> Iterator[float]:
    """What a number may be: “1.200” is twelve hundred to some, and one and a fifth to others."""
    bare = re.sub("['\u2019 ]", "", written)
    for plain in {bare, bare.replace(",", ""), bare.replace(".", "").replace(",", ".")}:
        try:
            yield float(plain)
        except ValueError:
            continue
    for part in re.findall(r"\d+", written):
        yield float(part)


def _same(term: Term, said: str) -> bool:
    if term.value == said:
        return True
    try:
        return term.kind == "literal" and float(term.value) == float(said)
    except ValueError:
        return False


def _place(passage: Passage, said: Said) -> Place:
    """The first block that names both ends, else the one that names most of them."""
    names = [said.head.name, said.tail.name if isinstance(said.tail, End) else said.tail.text]

    def named(number: int) -> int:
        words = f" {' '.join(folded_words(passage.blocks[number].text))} "
        return sum(_holds(words, name) for name in names)

    return passage.blocks[max(range(len(passage.blocks)), key=lambda n: (named(n), -n))].place
