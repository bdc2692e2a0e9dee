"""What no rule here reads yet: shares, ranks.

In: a linked question. Out: whether it asks for such a thing; then another strategy's reading stands alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from kgqa.language import Language, fold
from kgqa.linking.tokens import Token
from kgqa.strategies.interpret.cued import compared
from kgqa.strategies.interpret.cues import Cue, Found
from kgqa.strategies.interpret.schema import Schema
from kgqa.strategies.interpret.unsaid import unsaid
from kgqa.strategies.interpret.whether import asks_whether
from kgqa.strategies.parse.following import Following
from kgqa.strategies.parse.formulas import Mention, formulas
from kgqa.strategies.parse.formulas.formula import Aggregation
from kgqa.strategies.parse.formulas.names import Names
from kgqa.strategies.parse.lexicon import TERMS
from kgqa.types import LinkedQuestion, TermKind

LONGEST = 40  # words
# One behind the other they ask for a number of each and then for one of these numbers, or for a difference.
PAIRS = frozenset(
    (
        *((Cue.AGGREGATE, Cue.COUNT), (Cue.SUPERLATIVE, Cue.COUNT), (Cue.GROUP, Cue.COUNT)),
        (Cue.SUPERLATIVE, Cue.AGGREGATE),
    )
)
CUES = frozenset((Cue.SHARE, Cue.RANK, Cue.SORTED, Cue.FURTHER))


def is_beyond(
    linked: LinkedQuestion,
    tokens: tuple[Token, ...],
    cues: tuple[Found, ...],
    schema: Schema,
    naming: frozenset[str],
    lang: Language,
) -> bool:
    """Whether the question asks for what no rule reads. `naming` are the properties that name things."""
    follow = Following(linked, tokens, schema, lang)
    pointing = {*follow.single, *follow.several}  # "its budget": of what was answered
    pointing |= {i for f in cues if f.cue is Cue.TEXT for i in range(f.first, f.last + 1)}  # "in their name"
    pointing |= {f.first for f in cues if f.cue is Cue.WHERE and not f.first}  # no formula
    pointing |= set(_owned(tokens, cues, lang))
    said = {t.folded for i, t in enumerate(tokens) if i not in pointing}
    asks = any(f.cue is Cue.YES_NO for f in cues)
    names = Names(follow.apart, tokens, schema, naming, lang)
    reckoned = formulas(linked.question.text, tokens, lang, names)
    taken = {i for first, last in reckoned.cuts for i in range(first, last + 1)}
    taken |= {i for m in reckoned.mentions for i in range(m.first, m.last + 1)}
    cues = tuple(f for f in cues if not taken & set(range(f.first, f.last + 1)))
    outside = _outside(linked, tokens, cues, schema)
    adds = {f.function for f in outside if f.cue is Cue.AGGREGATE}
    return (
        len(tokens) > LONGEST
        or any(f.cue in CUES or f.function == "places" for f in cues)
        or (any(f.cue is Cue.WHERE for f in cues) and schema.has_addresses(naming))
        or any(_follow(one, other) for one in cues for other in outside)
        or any(_is_of_total(f, m) for f in cues for m in reckoned.mentions)
        or len(adds) > 1
        or len({f.high for f in cues if f.cue is Cue.SUPERLATIVE}) > 1  # "lowest and highest"
        or (bool(adds) and bool(said & (lang.phrases("for_each") | lang.phrases("weighted.piece"))))
        or _is_of_each(tokens, cues, lang)
        or _sorts(tokens, cues, lang)
        or any(t.folded in lang.phrases("trailing") for t in tokens[-1:])
        or bool(unsaid(linked, tokens, lang))
        or any(_is_of_parts(f) for f in compared(cues, tokens, linked, lang))
        or (bool(said & lang.phrases("calculating")) and not reckoned.mentions)
        or (asks and bool(said & lang.phrases("columns.universal")))
        or (not asks and asks_whether(tokens, lang))
    )


def is_partly_read(
    linked: LinkedQuestion,
    tokens: tuple[Token, ...],
    cues: tuple[Found, ...],
    schema: Schema,
    naming: frozenset[str],
    lang: Language,
) -> bool:
    """Whether the question asks for what the rules read in part: columns, keys, formulas, the best of each,
    a limit on an average, a number beside a total, the best few percent,
    records of what is measured. What they do not read as a whole is
    for another strategy.
    """
    kinds = {f.cue for f in cues}
    each = any(t.folded in lang.phrases("distributive") for t in tokens)
    names = Names(linked, tokens, schema, naming, lang)
    return (
        (Cue.SUPERLATIVE in kinds and (Cue.GROUP in kinds or each))
        or {Cue.AGGREGATE, Cue.COMPARISON} <= kinds
        or {Cue.AGGREGATE, Cue.COUNT} <= kinds
        or (Cue.SUPERLATIVE in kinds and any(f.unit == "%" for f in cues))
        or _measures_thing(linked, tokens, cues)
        or lists_columns(linked, lang)
        or lists_by_keys(linked, tokens, schema, lang)
        or bool(formulas(linked.question.text, tokens, lang, names).mentions)
    )


def _follow(one: Found, other: Found) -> bool:
    """Whether two words ask for a number of numbers: "the average number of"; not "the total number of"."""
    is_pair = (one.cue, other.cue) in PAIRS and other.first == one.last + 1
    return is_pair and not (one.cue is Cue.AGGREGATE and one.function == "SUM")


def _is_of_total(found: Found, mention: Mention) -> bool:
    """“das höchste Gesamtgewicht": a superlative of totals."""
    is_near = found.cue is Cue.SUPERLATIVE and found.last == mention.first - 1
    return is_near and isinstance(mention.formula, Aggregation)


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


def _owned(tokens: tuple[Token, ...], cues: tuple[Found, ...], lang: Language) -> Iterator[int]:
    """The tokens that say that something is a thing's own: "before their manager", "as their manager"."""
    own, within = lang.phrases("compare.own"), lang.phrases("compare.within")
    for found in cues:
        if found.cue is Cue.ROLE:
            yield from range(found.first, found.last + 1)
        if found.cue in (Cue.COMPARISON, Cue.STANDARD, Cue.THAN):
            for i in range(found.last + 1, len(tokens)):
                if tokens[i].folded not in own | within:
                    break
                if tokens[i].folded in own:
                    yield i


def _is_of_parts(found: Found) -> bool:
    """“what percentage of", "the upper quartile"."""
    return found.cue in (Cue.SHARE, Cue.SUPERLATIVE)


def _measures_thing(linked: LinkedQuestion, tokens: tuple[Token, ...], cues: tuple[Found, ...]) -> bool:
    """“the average grain moisture": of what is measured, where that is a thing, by the records of it."""
    functions = (f for f in cues if f.cue in (Cue.AGGREGATE, Cue.SUPERLATIVE) and f.last + 1 < len(tokens))
    behind = {tokens[f.last + 1].start for f in functions}
    return any(n.start in behind and n.matches[0].kind is TermKind.ENTITY for n in linked.links if n.matches)


def _sorts(tokens: tuple[Token, ...], cues: tuple[Found, ...], lang: Language) -> bool:
    """“heaviest first": an order of all."""
    within = {i for f in cues if f.cue is Cue.SUPERLATIVE for i in range(f.first + 1, f.last + 1)}
    return any(tokens[i].folded in lang.phrases("leading") for i in within)


def lists_columns(linked: LinkedQuestion, lang: Language) -> bool:
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


def lists_by_keys(linked: LinkedQuestion, tokens: tuple[Token, ...], schema: Schema, lang: Language) -> bool:
    """“all claims by claim number": what rows are told apart by."""
    leads = {t.end + 1 for t in tokens if t.folded in lang.phrases("columns.by")}
    return any(
        link.start in leads
        and any(m.kind is TermKind.PROPERTY and schema.is_key(m.iri) for m in link.matches[:1])
        for link in linked.links
    )
