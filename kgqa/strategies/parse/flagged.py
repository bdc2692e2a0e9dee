"""What is true or false of things: "active suppliers", "inactive", "not certified", "certified: no", "the
ones that we still sell".

In: the words of a question and the schema. Out: cues for the boolean properties that the words name as an
adjective. What is not said to be true is not: things of which the graph says nothing are inactive, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

from kgqa.language import Language, everywhere, fold
from kgqa.language.operations import places
from kgqa.linking.names import without_verb
from kgqa.linking.tokens import Token, folded_words
from kgqa.schema import Schema
from kgqa.strategies.parse.cues import Cue, Found
from kgqa.types import LinkedQuestion, TermKind

_SURE = 0.6  # more than the same words weigh as the name of the property
_LEAST = 3  # letters of an adjective behind a prefix


def flagged(
    tokens: Sequence[Token],
    linked: LinkedQuestion,
    schema: Schema,
    lang: Language,
    *,
    goes_on: bool = False,
) -> Iterator[Found]:
    """The boolean properties that are said of things: before the class, denied, or with their value. What
    `goes_on` from another question may leave the noun out: "only the active (ones)".
    """
    classes = {
        n.start
        for n in linked.links
        if any(m.kind in (TermKind.CLASS, TermKind.ENTITY) for m in n.matches[:1])
    }
    if goes_on:
        ones = lang.phrases("follow_up.ones") | lang.phrases("follow_up.several")
        classes |= {t.start for t in tokens if t.folded in ones}
        end = tokens[-1].end if tokens else 0
        tokens, classes = (*tokens, Token("", end, end, "")), classes | {end}
    for iri, names in _names(schema).items():
        for name in names:
            for first in range(len(tokens) - len(name) + 1):
                found = _said(tokens, first, name, classes, lang)
                if found:
                    begin, last, high, is_value = found
                    yield Found(
                        cue=Cue.FLAG,
                        first=begin,
                        last=last,
                        high=high,
                        operator="=" if is_value else "",
                        iri=iri,
                    )
    yield from _kept(tokens, linked, schema, lang)


def _kept(tokens: Sequence[Token], linked: LinkedQuestion, schema: Schema, lang: Language) -> Iterator[Found]:
    """What is still in the range, or no longer: "the beers we still sell", "discontinued products", by the
    only property that says which of them are.
    """
    classes = {m.iri for n in linked.links for m in n.matches if m.kind is TermKind.CLASS}
    told = [
        (iri, is_kept)
        for iri, is_kept in _keeping(schema).items()
        if schema.overlap(classes, schema.subjects(iri))
    ]
    if len(told) != 1:
        return
    ((iri, is_kept),) = told
    words = [t.folded for t in tokens]
    for still in (True, False):
        for place in places(words, sorted(lang.phrases("kept.still" if still else "kept.over"))):
            yield Found(cue=Cue.FLAG, first=place.start, last=place.stop - 1, high=still == is_kept, iri=iri)


@cache
def _keeping(schema: Schema) -> dict[str, bool]:
    """The boolean properties that say what is still in the range, with whether it is where they are true."""
    found = {}
    for iri, names in _names(schema).items():
        said = {" ".join(name) for name in names}
        for is_kept in (True, False):
            if said & everywhere("kept.yes" if is_kept else "kept.no"):
                found[iri] = is_kept
    return found


def _said(
    tokens: Sequence[Token], first: int, name: tuple[str, ...], classes: set[int], lang: Language
) -> tuple[int, int, bool, bool] | None:
    """Where a property is said of something, whether it is affirmed, and whether by its value; None where it
    is only named.
    """
    last = first + len(name) - 1
    run = tokens[first : last + 1]
    is_named = all(_is(t, w, lang) for t, w in zip(run, name, strict=True))
    is_denied = not is_named and len(name) == 1 and _is_opposite(run[0], name[0], lang)
    if not is_named and not is_denied:
        return None
    if is_denied:
        return first, last, False, False
    before = tokens[first - 1].folded if first else ""
    after = tokens[last + 1] if last + 1 < len(tokens) else None
    leads = after is not None and after.folded in lang.phrases("truth.leads")
    value = last + 1 + leads  # "certified: no"; "the eye test is on no" is what the graph says itself
    said = tokens[value].folded if value < len(tokens) else ""
    if said in lang.phrases("truth.yes") | lang.phrases("truth.no"):
        return first, value, said in lang.phrases("truth.yes"), leads
    is_adjective = after is not None and after.start in classes
    if before in lang.phrases("truth.opposites") and (is_adjective or before not in lang.phrases("negation")):
        return first - 1, last, False, False
    return (first, last, True, False) if is_adjective else None


def _is(token: Token, word: str, lang: Language) -> bool:
    """Whether a token is a word of a name, perhaps inflected."""
    if word in (token.folded, lang.lemma(token.text)):
        return True
    ending = len(token.folded) - len(word)
    return 0 < ending <= lang.data["inflected_letters"] and token.folded.startswith(word)


def _is_opposite(token: Token, word: str, lang: Language) -> bool:
    """Whether a token is the word with a prefix that denies it: "inactive", "unzertifizierte"."""
    if len(word) < _LEAST:
        return False
    for prefix in lang.phrases("truth.prefixes"):
        rest = token.folded.removeprefix(prefix)
        if rest not in (token.folded, "") and _is(replace(token, text=rest, folded=rest), word, lang):
            return True
    return False


@cache
def _names(schema: Schema) -> dict[str, set[tuple[str, ...]]]:
    """The words of each boolean property, without the verb: "is active" -> active."""
    found = {}
    for iri, prop in schema.ontology.properties.items():
        if schema.is_boolean(iri):
            names = (schema.ontology.label(iri), *(n.text for n in prop.names))
            words = {tuple(fold(w) for w in folded_words(without_verb(n))) for n in names}
            words |= {_without_tail(w) for w in words}
            found[iri] = {w for w in words if w}
    return found


def _without_tail(words: tuple[str, ...]) -> tuple[str, ...]:
    """A name without what says no more than that it is so: "Sehtest liegt vor"."""
    tails = everywhere("truth.tails")
    kept = next((n for n in range(len(words), 0, -1) if words[n - 1] not in tails), 0)
    return words[:kept]
