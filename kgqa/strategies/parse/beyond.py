"""What no rule here reads yet: arithmetic, shares, ranks, parts of texts, lists by keys, what goes on from
another question.

In: a linked question. Out: whether it asks for such a thing; then another strategy's reading stands alone.
"""

from __future__ import annotations

from kgqa.language import Language
from kgqa.linking.tokens import Token
from kgqa.strategies.interpret import quoted_spans
from kgqa.strategies.interpret.cued import compared, texted
from kgqa.strategies.interpret.cues import Cue, Found
from kgqa.strategies.interpret.defined import given_metrics
from kgqa.strategies.interpret.formulas import Names, formulas
from kgqa.strategies.interpret.schema import Schema
from kgqa.strategies.interpret.unsaid import unsaid
from kgqa.strategies.interpret.whether import asks_whether
from kgqa.strategies.parts import Parts
from kgqa.types import LinkedQuestion, TermKind

LONGEST = 16  # words
CUES = frozenset((Cue.SHARE, Cue.DIFFERENCE, Cue.CHOICE, Cue.SAME, Cue.RANK, Cue.SORTED, Cue.FURTHER))


def is_beyond(
    linked: LinkedQuestion,
    tokens: tuple[Token, ...],
    cues: tuple[Found, ...],
    parts: Parts,
    lang: Language,
) -> bool:
    """Whether the question asks for what no rule reads."""
    schema = Schema.of(parts.ontology)
    said = {t.folded for t in tokens}
    text = f" {' '.join(t.folded for t in tokens)} "
    stock = lang.phrases("stock.none") | lang.phrases("stock.some")
    asks = any(f.cue is Cue.YES_NO for f in cues)
    adds = any(f.cue is Cue.AGGREGATE for f in cues)
    return (
        bool(linked.question.history)
        or len(tokens) > LONGEST
        or any(f.cue in CUES for f in cues)
        or bool(said & lang.phrases("calculating"))
        or (adds and bool(said & lang.phrases("for_each")))
        or any(t.folded in lang.phrases("trailing") for t in tokens[-1:])
        or any(f" {phrase} " in text for phrase in stock)
        or bool(unsaid(linked, tokens, lang))
        or any(compared(cues, tokens, linked, lang))
        or _calculates(linked, tokens, schema, parts, lang)
        or _lists_by_keys(linked, tokens, schema, lang)
        or _quotes_what_is_unknown(linked, tokens)
        or any(texted(tokens, linked, schema, lang, quoted_spans(linked.question.text, tokens), cues))
        or (asks and bool(said & lang.phrases("columns.universal")))
        or (not asks and asks_whether(tokens, lang))
    )


def _calculates(
    linked: LinkedQuestion, tokens: tuple[Token, ...], schema: Schema, parts: Parts, lang: Language
) -> bool:
    """Whether something is worked out, or a term or a metric is named that the company has defined."""
    text = linked.question.text
    metrics = given_metrics(parts.definitions, text, lang)
    names = Names(linked, tokens, schema, frozenset(parts.naming.all), lang)
    has_term = any(m.how == "defined" for link in linked.links for m in link.matches)
    return has_term or bool(metrics) or bool(formulas(text, tokens, lang, names).mentions)


def _lists_by_keys(linked: LinkedQuestion, tokens: tuple[Token, ...], schema: Schema, lang: Language) -> bool:
    """“all claims by claim number": what rows are told apart by."""
    leads = {t.end + 1 for t in tokens if t.folded in lang.phrases("columns.by")}
    return any(
        link.start in leads
        and any(m.kind is TermKind.PROPERTY and schema.is_key(m.iri) for m in link.matches[:1])
        for link in linked.links
    )


def _quotes_what_is_unknown(linked: LinkedQuestion, tokens: tuple[Token, ...]) -> bool:
    return any(
        not any(n.start < tokens[last].end and tokens[first].start < n.end for n in linked.links)
        for first, last, _ in quoted_spans(linked.question.text, tokens)
    )
