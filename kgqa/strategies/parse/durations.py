"""How long things lasted, and how long it took from one of their dates to another: "the average duration of
our projects", "how many days late was it paid", "von der Bestellung bis zum Versand".

In: the words of a question, its links, the schema. Out: what stands for such a number of days, each with the
words that say so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from kgqa.language import Language
from kgqa.language.operations import places
from kgqa.linking.tokens import Token
from kgqa.schema import Schema
from kgqa.schema.durations import duration
from kgqa.strategies.parse.current import begun, span
from kgqa.strategies.parse.delays import is_of, is_told, meant
from kgqa.types import LinkedQuestion, TermKind
from kgqa.values.numbers import number

_AWAY = 5  # words from "take" to "to close"
_LONGEST = 4  # words of one end of a stretch: "the date of shipping"

Spoken = tuple[int, int, str]  # the first and the last token, and what stands for the duration
_Between = tuple[int, int, tuple[str, str]]  # the same, with the two dates


def durations(
    tokens: Sequence[Token], linked: LinkedQuestion, schema: Schema, lang: Language
) -> Iterator[Spoken]:
    """All durations that a question speaks of, the likeliest first for the same words."""
    words = [t.folded for t in tokens]
    named = (*_late(words, schema, lang), *_lasting(words, linked, schema, lang))
    named = (*named, *_until_done(tokens, schema, lang))
    for first, last, dates in (*named, *_stretches(words, schema, lang)):
        if all(map(schema.is_day, dates)):
            yield first, last, duration(*dates)


def _late(words: Sequence[str], schema: Schema, lang: Language) -> Iterator[_Between]:
    """“Days late": from the day for which it was due to that on which it was done."""
    for place in places(words, sorted(lang.phrases("spans.days_late"))):
        for done, due in meant(words, schema):
            yield place.start, place.stop - 1, (due, done)


def _lasting(
    words: Sequence[str], linked: LinkedQuestion, schema: Schema, lang: Language
) -> Iterator[_Between]:
    """“Duration", "Laufzeit": from the start to the end of what is named, or of all that lasts."""
    kinds = {m.iri for n in linked.links for m in n.matches[:1] if m.kind is TermKind.CLASS}
    for place in places(words, sorted(lang.phrases("spans.durations"))):
        named = _spans(sorted(kinds), schema)
        every = () if named else _spans(sorted(schema.ontology.classes), schema)
        for known in named or (every if len(every) == 1 else ()):
            yield place.start, place.stop - 1, known


def _spans(classes: Iterable[str], schema: Schema) -> tuple[tuple[str, str], ...]:
    lasting = (span(frozenset({cls}), schema) for cls in classes)
    return tuple(dict.fromkeys(filter(None, lasting)))


def _until_done(tokens: Sequence[Token], schema: Schema, lang: Language) -> Iterator[_Between]:
    """“Time to close", "took the longest to ship": from the start to the day on which it was done."""
    words, measured = [t.folded for t in tokens], lang.phrases("spans.measured")
    dates = sorted(filter(schema.is_day, schema.ontology.properties))
    asks = [
        lang.lemma(t.text) in lang.phrases("spans.taking")
        or (
            t.folded in measured and number(tokens[i - 1].text.lower(), lang) is None
        )  # "six days to deliver"
        for i, t in enumerate(tokens)
    ]
    for i in (i for i, word in enumerate(words[:-1]) if word in lang.phrases("spans.done")):
        if any(asks[max(i - _AWAY, 0) : i]):
            ends = (p for p in dates if is_told(p, words[i + 1], schema))
            begin = i - (words[i - 1] in measured)
            yield from ((begin, i + 1, (start, end)) for end in ends for start in begun(end, schema))


def _stretches(words: Sequence[str], schema: Schema, lang: Language) -> Iterator[_Between]:
    """“From order to shipping", "between order and shipping": two dates of the same things."""
    dates = sorted(filter(schema.is_temporal, schema.ontology.properties))
    for opened, joined in (("spans.from", "spans.to"), ("between.open", "between.join")):
        for first in (i for i, w in enumerate(words) if w in lang.phrases(opened)):
            joins = range(first + 2, min(first + 2 + _LONGEST, len(words) - 1))
            for join in (i for i in joins if words[i] in lang.phrases(joined)):
                starts = [p for p in dates if is_of(p, words[first + 1 : join], schema)]
                for last in range(join + 1, min(join + 1 + _LONGEST, len(words))):
                    ends = [p for p in dates if is_of(p, words[last : last + 1], schema)]
                    pairs = [(a, b) for a in starts for b in ends if a != b and _both(a, b, schema)]
                    begin = first - (first > 0 and words[first - 1] in lang.phrases("spans.measured"))
                    yield from ((begin, last, pair) for pair in pairs)


def _both(one: str, other: str, schema: Schema) -> bool:
    return schema.overlap(schema.subjects(one), schema.subjects(other))
