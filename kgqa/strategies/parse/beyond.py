"""What no rule here reads, and what the rules read in part: columns, formulas, numbers of numbers.

In: a linked question. Out: whether it asks for such a thing; then no reading is proposed that isn't whole.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from kgqa.language import Language, fold
from kgqa.linking.tokens import Token
from kgqa.schema import Schema
from kgqa.strategies.parse.besides import asks_when, besides
from kgqa.strategies.parse.columns import where_known
from kgqa.strategies.parse.cues import Cue, Found
from kgqa.strategies.parse.following import Following
from kgqa.strategies.parse.formulas import Formulas, formulas
from kgqa.strategies.parse.formulas.names import Names
from kgqa.strategies.parse.lexicon import TERMS
from kgqa.strategies.parse.unsaid import unsaid
from kgqa.types import LinkedQuestion, TermKind

LONGEST = 40  # words
WHOLE = 0.95  # so well is a name met as a whole


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
    pointing |= where_known(tokens, lang)
    shares = [f for f in cues if f.cue is Cue.SHARE and not _is_within_name(f, linked, tokens)]
    pointing |= {i for f in shares for i in range(f.first, f.last + 1)}
    pointing |= {*_theirs(tokens, cues, lang), *_owned(tokens, cues, lang)}
    asks = any(f.cue is Cue.YES_NO for f in cues)
    names = Names(follow.apart, tokens, schema, naming, lang)
    reckoned = formulas(linked.question.text, tokens, lang, names)
    taken = reckoned.taken
    said = {t.folded for i, t in enumerate(tokens) if i not in pointing | taken}
    words = [t.folded for t in tokens]
    cues = tuple(f for f in cues if not taken & set(range(f.first, f.last + 1)))
    adds = functions(linked, tokens, cues, schema)
    groups = any(f.cue is Cue.GROUP for f in cues)
    return (
        len(tokens) > LONGEST
        or (bool(adds) and groups and any(f.cue is Cue.COMPARISON for f in cues))
        or bool(unsaid(linked, tokens, lang) - besides(words, lang) - asks_when(words, lang))
        or (
            bool(said & (lang.phrases("calculating") - lang.phrases("columns.owned")))
            and not reckoned.mentions
        )
        or (asks and bool(said & lang.phrases("columns.universal")))
    )


def is_partly_read(
    linked: LinkedQuestion,
    tokens: tuple[Token, ...],
    cues: tuple[Found, ...],
    schema: Schema,
    reckoned: Formulas,
    lang: Language,
) -> bool:
    """Whether the question asks for what the rules read in part: columns, keys, formulas, a limit on an
    average, a number beside a total, records of what is measured, what is "theirs". What they do not read as
    a whole is for another strategy.
    """
    kinds = {f.cue for f in cues}
    return (
        {Cue.AGGREGATE, Cue.COMPARISON} <= kinds
        or {Cue.AGGREGATE, Cue.COUNT} <= kinds
        or _measures_thing(linked, tokens, cues)
        or lists_columns(linked, tokens, reckoned, lang)
        or lists_by_keys(linked, tokens, schema, lang)
        or bool(reckoned.mentions)
        or any(t.folded in lang.phrases("columns.owned") for t in tokens)
    )


def _is_within_name(found: Found, linked: LinkedQuestion, tokens: tuple[Token, ...]) -> bool:
    """Whether the first word of a cue is the last one of a name: "the alcohol percentage of"."""
    token = tokens[found.first]
    return any(n.start < token.start < n.end for n in linked.links)


def _theirs(tokens: tuple[Token, ...], cues: tuple[Found, ...], lang: Language) -> Iterator[int]:
    """“employees with their weekly hours", "the highest total price of its parts": words that only say whose
    something is; not "all employees with their phone number", where some may have none.
    """
    is_of_all = any(t.folded in lang.phrases("columns.universal") for t in tokens)
    own, before = lang.phrases("compare.own"), lang.phrases("columns.with") if not is_of_all else frozenset()
    if {Cue.SUPERLATIVE, Cue.AGGREGATE} <= {f.cue for f in cues}:
        before |= lang.phrases("belonging") | lang.phrases("ranging")
    pairs = enumerate(pairwise(t.folded for t in tokens), 1)
    yield from (i for i, (word, following) in pairs if word in before and following in own)


def functions(
    linked: LinkedQuestion, tokens: tuple[Token, ...], cues: tuple[Found, ...], schema: Schema
) -> frozenset[str]:
    """What values are to be aggregated by: AVG, SUM, MIN, MAX."""
    outside = _outside(linked, tokens, cues, schema)
    return frozenset(f.function for f in outside if f.cue is Cue.AGGREGATE)


def _outside(
    linked: LinkedQuestion, tokens: tuple[Token, ...], cues: tuple[Found, ...], schema: Schema
) -> tuple[Found, ...]:
    """The cues but for those that belong to what the graph holds: "number of pages", "order total"."""
    properties = [n for n in linked.links if n.matches and n.matches[0].kind is TermKind.PROPERTY]
    named = [n for n in properties if schema.is_numeric(n.matches[0].iri)]

    def is_named(f: Found) -> bool:
        if f.cue is Cue.AGGREGATE:
            here = tokens[f.first].start
            return any(
                n.start < here < n.end or (n.start == here and n.matches[0].score >= WHOLE)
                for n in properties
            )
        behind = tokens[f.last + 1].start if f.last + 1 < len(tokens) else -1
        return any(n.start <= tokens[f.first].start < n.end or n.start == behind for n in named)

    return tuple(f for f in cues if f.cue not in (Cue.COUNT, Cue.AGGREGATE) or not is_named(f))


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


def _measures_thing(linked: LinkedQuestion, tokens: tuple[Token, ...], cues: tuple[Found, ...]) -> bool:
    """“the average grain moisture": of what is measured, where that is a thing, by the records of it."""
    functions = (f for f in cues if f.cue in (Cue.AGGREGATE, Cue.SUPERLATIVE) and f.last + 1 < len(tokens))
    behind = {tokens[f.last + 1].start for f in functions}
    return any(n.start in behind and n.matches[0].kind is TermKind.ENTITY for n in linked.links if n.matches)


def reckoned_in(
    linked: LinkedQuestion, tokens: tuple[Token, ...], schema: Schema, naming: frozenset[str], lang: Language
) -> Formulas:
    """The formulas of a question."""
    names = Names(linked, tokens, schema, naming, lang)
    return formulas(linked.question.text, tokens, lang, names)


def lists_columns(
    linked: LinkedQuestion, tokens: tuple[Token, ...], reckoned: Formulas, lang: Language
) -> bool:
    """“weight and price of all products": several properties one behind the other, which are columns; not the
    parts of a formula, nor what rows are grouped by.
    """
    text = linked.question.text
    parts = {tokens[i].start for i in reckoned.taken}
    between = lang.phrases("conjunction") | lang.phrases("before_nouns")
    links = [link for link in linked.links if link.matches and link.start not in parts]
    whole = [k for k in links if not any(o.start <= k.start and k.end <= o.end for o in links if o is not k)]
    named = [link for link in whole if link.matches[0].kind in TERMS]
    keys = {t.end + 1 for t in tokens if t.folded in lang.phrases("columns.by")}
    for one, other in pairwise(named):
        gap = text[one.end : other.start]
        words = {fold(w) for w in gap.replace(",", " ").split()}
        is_next = ("," in gap or bool(words & lang.phrases("conjunction"))) and words <= between
        if is_next and one.start in keys:
            keys.add(other.start)
        elif is_next and TermKind.PROPERTY in (one.matches[0].kind, other.matches[0].kind):
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
