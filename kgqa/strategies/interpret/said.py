"""Words that add nothing beside what they stand at: the "direct" of a relation, the "type" behind a property,
the verb before a measure, what leads from a noun to the name of its thing.

In: a draft with its reading. Out: the tokens that are explained by what stands beside them.
"""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.linking.tokens import Token
from kgqa.strategies.interpret.cues import Cue
from kgqa.strategies.interpret.draft import Draft
from kgqa.strategies.interpret.reader import SURE, Reader
from kgqa.strategies.interpret.readings import Reading
from kgqa.types import TermKind

_LEADS = 8  # tokens at most from a noun to the name of its thing


def said_beside(draft: Draft, reading: Reading, reader: Reader) -> frozenset[Token]:
    """The tokens that no piece takes and that a piece beside them explains."""
    left = frozenset(reading.segmentation.missing)
    if not left:
        return left
    found = (*_direct(reading, reader), *_value_nouns(reading, reader), *_carrying(draft, reading, reader))
    return left & {*found, *_leading(reading, reader)}


def _direct(reading: Reading, reader: Reader) -> Iterator[Token]:
    """“her direct manager”: what a graph joins is joined directly."""
    for n, meaning in reading.meanings.items():
        first = reading.pieces[n].first
        is_relation = meaning.kind is TermKind.PROPERTY and not reader.schema.is_data(meaning.match.iri)
        if is_relation and first and reader.word_before(reading.pieces[n]) in reader.lang.phrases("direct"):
            yield reader.tokens[first - 1]


def _value_nouns(reading: Reading, reader: Reader) -> Iterator[Token]:
    """“the fuel type”, “the repair category”, where the graph has fuels and repairs."""
    for n, meaning in reading.meanings.items():
        last = reading.pieces[n].last
        is_noun = reader.word_after(reading.pieces[n]) in reader.lang.phrases("value_nouns")
        if meaning.kind is TermKind.PROPERTY and is_noun and meaning.match.score >= SURE:
            yield reader.tokens[last + 1]


def _carrying(draft: Draft, reading: Reading, reader: Reader) -> Iterator[Token]:
    """“the repair that *caused* the longest downtime”: between a noun and a superlative that measures by a
    number which is named, a verb says no more than that the one has the other.
    """
    articles = reader.lang.phrases("compare.articles")
    for n, _ in reading.cue(Cue.SUPERLATIVE):
        i = reading.pieces[n].first - 1
        i -= i > 0 and reader.tokens[i].folded in articles
        before, behind = reading.meanings.get(n - 1), reading.meanings.get(n + 1)
        is_measure = behind is not None and behind.kind is TermKind.PROPERTY
        is_measure = is_measure and reader.schema.is_numeric(behind.match.iri) if behind else False
        is_noun = before is not None and before.kind is TermKind.CLASS and reading.pieces[n - 1].last < i
        if i > 0 and n in draft.used and is_measure and is_noun and reader.lang.knows(reader.tokens[i].text):
            yield reader.tokens[i]


def _leading(reading: Reading, reader: Reader) -> Iterator[Token]:
    """“the port that has the identifier X”: naming words between a noun and the name of its thing."""
    for n, meaning in reading.meanings.items():
        following = reading.meanings.get(n + 1)
        if following is None or following.kind is not TermKind.ENTITY or meaning.kind is not TermKind.CLASS:
            continue
        kinds, cls = following.match.classes, meaning.match.iri
        between = reader.tokens[reading.pieces[n].last + 1 : reading.pieces[n + 1].first]
        if any(reader.schema.ontology.is_a(c, cls) for c in kinds) and len(between) <= _LEADS:
            calls = all(t.folded in reader.lang.phrases("calling_words") for t in between)
            yield from between if calls else ()
