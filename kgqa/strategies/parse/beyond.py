"""What no rule here reads yet: arithmetic, shares, ranks, parts of texts, lists by keys, what goes on from
another question.

In: a linked question. Out: whether it asks for such a thing; then another strategy's reading stands alone.
"""

from __future__ import annotations

from itertools import pairwise

from kgqa.language import Language, everywhere, fold
from kgqa.linking.tokens import Token
from kgqa.strategies.interpret import quoted_spans
from kgqa.strategies.interpret.cued import compared, texted
from kgqa.strategies.interpret.cues import Cue, Found
from kgqa.strategies.interpret.defined import given_metrics
from kgqa.strategies.interpret.formulas import Names, formulas
from kgqa.strategies.interpret.schema import Schema
from kgqa.strategies.interpret.unsaid import unsaid
from kgqa.strategies.interpret.whether import asks_whether
from kgqa.strategies.parse.lexicon import TERMS
from kgqa.strategies.parts import Parts
from kgqa.types import LinkedQuestion, TermKind

LONGEST = 16  # words
# One behind the other they ask for a number of each and then for one of these numbers, or for a difference.
PAIRS = frozenset(
    (
        *((Cue.AGGREGATE, Cue.COUNT), (Cue.SUPERLATIVE, Cue.COUNT), (Cue.GROUP, Cue.COUNT)),
        *((Cue.SUPERLATIVE, Cue.AGGREGATE), (Cue.NUMBER, Cue.COMPARISON)),
    )
)
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
    outside = _outside(linked, tokens, cues, schema)
    adds = {f.function for f in outside if f.cue is Cue.AGGREGATE}
    return (
        bool(linked.question.history)
        or len(tokens) > LONGEST
        or any(f.cue in CUES or f.function == "places" for f in cues)
        or (any(f.cue is Cue.WHERE for f in cues) and _has_addresses(schema, parts))
        or any(_follow(one, other) for one in cues for other in outside)
        or _lists_columns(linked, lang)
        or _is_numbered(linked, tokens, cues)
        or _tells_of_one(linked, tokens, lang)
        or bool(said & lang.phrases("calculating"))
        or len(adds) > 1
        or len({f.high for f in cues if f.cue is Cue.SUPERLATIVE}) > 1  # "lowest and highest"
        or (bool(adds) and bool(said & (lang.phrases("for_each") | lang.phrases("weighted.piece"))))
        or _is_of_each(tokens, cues, lang)
        or _sorts(tokens, cues, lang)
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


def _has_addresses(schema: Schema, parts: Parts) -> bool:
    """Whether some places are things without a name, of which only the city or the country can be told."""
    names, places = frozenset(parts.naming.all), everywhere("place_words")
    return bool(names) and any(
        known.instances and not schema.has_own_name(cls, names)
        for cls, known in parts.ontology.classes.items()
        if not places.isdisjoint(fold(parts.ontology.label(cls)).split())
    )


def _follow(one: Found, other: Found) -> bool:
    """Whether two words ask for a number of numbers: "the average number of"; not "the total number of"."""
    is_pair = (one.cue, other.cue) in PAIRS and other.first == one.last + 1
    return is_pair and not (one.cue is Cue.AGGREGATE and one.function == "SUM")


def _outside(
    linked: LinkedQuestion, tokens: tuple[Token, ...], cues: tuple[Found, ...], schema: Schema
) -> tuple[Found, ...]:
    """The cues but for those that belong to what the graph holds: "number of pages", "order total"."""
    properties = [n for n in linked.links if n.matches and n.matches[0].kind is TermKind.PROPERTY]
    named = [n for n in properties if schema.is_numeric(n.matches[0].iri)]

    def is_named(f: Found) -> bool:
        if f.cue is Cue.AGGREGATE:
            return any(n.start < tokens[f.first].start < n.end for n in properties)
        behind = tokens[f.last + 1].start if f.last + 1 < len(tokens) else -1
        return any(n.start <= tokens[f.first].start < n.end or n.start == behind for n in named)

    return tuple(f for f in cues if f.cue not in (Cue.COUNT, Cue.AGGREGATE) or not is_named(f))


def _is_of_each(tokens: tuple[Token, ...], cues: tuple[Found, ...], lang: Language) -> bool:
    """“the number of orders that a customer has placed": one for each of them."""
    how, words = lang.phrases("how"), [t.folded for t in tokens]
    counts = any(f.cue is Cue.COUNT and words[f.first] not in how for f in cues)
    each = lang.phrases("relative"), lang.phrases("indefinite")
    return counts and any(a in each[0] and b in each[1] for a, b in pairwise(words))


def _sorts(tokens: tuple[Token, ...], cues: tuple[Found, ...], lang: Language) -> bool:
    """“heaviest first": an order of all."""
    within = {i for f in cues if f.cue is Cue.SUPERLATIVE for i in range(f.first + 1, f.last + 1)}
    return any(tokens[i].folded in lang.phrases("leading") for i in within)


def _lists_columns(linked: LinkedQuestion, lang: Language) -> bool:
    """“weight and price of all products": several properties one behind the other, which are columns."""
    text = linked.question.text
    between = lang.phrases("conjunction") | lang.phrases("before_nouns")
    links = [link for link in linked.links if link.matches]
    whole = [k for k in links if not any(o.start <= k.start and k.end <= o.end for o in links if o is not k)]
    named = [link for link in whole if link.matches[0].kind in TERMS]
    for one, other in pairwise(named):
        gap = text[one.end : other.start]
        words = {fold(w) for w in gap.replace(",", " ").split()}
        is_next = ("," in gap or bool(words & lang.phrases("conjunction"))) and words <= between
        if is_next and TermKind.PROPERTY in (one.matches[0].kind, other.matches[0].kind):
            return True
    return False


def _tells_of_one(linked: LinkedQuestion, tokens: tuple[Token, ...], lang: Language) -> bool:
    """“Tell me about Ada", "who is Ada", a name alone: what there is to say of one thing."""
    links = linked.links
    outer = [n for n in links if not any(o != n and o.start <= n.start and n.end <= o.end for o in links)]
    if len(outer) != 1 or not outer[0].matches or outer[0].matches[0].kind is not TermKind.ENTITY:
        return False
    rest = [t.folded for t in tokens if not outer[0].start <= t.start < outer[0].end]
    about = {phrase for phrase, edit in lang.table("edit").items() if edit == "about"}
    acts = {t for t in rest if t in lang.phrases("yes_no") and lang.lemma(t) not in lang.phrases("copula")}
    asks_who = rest[:1] and rest[0] in lang.phrases("who") and set(rest[1:]) <= lang.stop - acts
    return not rest or " ".join(rest) in about or bool(asks_who)


def _is_numbered(linked: LinkedQuestion, tokens: tuple[Token, ...], cues: tuple[Found, ...]) -> bool:
    """“boat 4711": a thing that is known by its number."""
    ends = {link.end for link in linked.links if link.matches and link.matches[0].kind is TermKind.CLASS}
    by_years = any(f.cue is Cue.VERSUS for f in cues)  # "orders 2024 versus 2025"
    return not by_years and any(
        f.cue is Cue.NUMBER and not f.units and f.first and tokens[f.first - 1].end in ends for f in cues
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
