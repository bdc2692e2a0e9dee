"""Formulas of a question: the definitions inside it, and the arithmetic in its own words.

In: a question, its tokens and names, and definitions that were given apart from it. Out: the stretches that
definitions take (they are no mentions of the question), and each mention of a formula.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from kgqa.language import Language, fold
from kgqa.linking.tokens import Token, tokenise
from kgqa.strategies.parse.formulas.definitions import definitions
from kgqa.strategies.parse.formulas.formula import (
    Aggregation,
    Definition,
    Formula,
    Phrase,
    aggregates,
    mapped,
    told,
)
from kgqa.strategies.parse.formulas.inline import inline
from kgqa.strategies.parse.formulas.lexing import Source

if TYPE_CHECKING:
    from kgqa.strategies.parse.formulas.names import Names
from kgqa.strategies.parse.formulas.parse import parsed
from kgqa.strategies.parse.formulas.words import words_of

DEEPEST = 6  # definitions in definitions
MOST_PUT = 200  # names in one formula that are replaced by what they stand for


@dataclass(frozen=True, slots=True)
class Mention:
    """A formula at tokens `first`..`last` of the question, how it is called, and how it was read; `is_named`
    when it has a name of its own.
    """

    formula: Formula
    first: int
    last: int
    name: str
    told: str = ""
    is_named: bool = False


@dataclass(frozen=True, slots=True)
class Formulas:
    """`cuts` are the stretches of definitions, first and last token."""

    mentions: tuple[Mention, ...] = ()
    cuts: tuple[tuple[int, int], ...] = ()

    @property
    def taken(self) -> frozenset[int]:
        """The tokens of definitions and of what speaks of them."""
        spans = (*self.cuts, *((m.first, m.last) for m in self.mentions))
        return frozenset(i for first, last in spans for i in range(first, last + 1))


def definition(name: str, means: str, lang: Language) -> Definition | None:
    """A definition that stands apart from any question; None when its words are no formula."""
    tokens = tokenise(means)
    found = parsed(Source(means, tokens, lang, lambda _: -1), 0, len(tokens) - 1)
    if found is None or found.last < len(tokens) - 1:
        return None
    formula = mapped(found.formula, lambda p: replace(p, first=-1, last=-1))
    return Definition(name, formula, f"{name} = {means}")


def formulas(
    text: str,
    tokens: tuple[Token, ...],
    lang: Language,
    names: Names,
    given: Sequence[Definition] = (),
) -> Formulas:
    """All formulas of a question. What it defines itself comes before what was `given`."""
    drawn = definitions(Source(text, tokens, lang, names.named))
    own = _Named(lang, tokens, tuple(d.definition for d in drawn))
    if drawn:  # read again, now that the names are known that they may use
        both = Source(text, tokens, lang, lambda i: max(names.named(i), own.end(i)))
        drawn = definitions(both)
    known = _aliased([*(d.definition for d in drawn), *given], lang, names, tokens)
    cuts = tuple((d.first, d.last) for d in drawn)
    taken = {i for first, last in cuts for i in range(first, last + 1)}
    mentions = list(_mentions(lang, tokens, known, taken))
    taken |= {i for m in mentions for i in range(m.first, m.last + 1)}
    source = Source(text, tokens, lang, names.named, strict=True)
    for each in inline(source, names.sorts, frozenset(taken)):
        said = source.said(each.first, each.last)
        mentions.append(Mention(each.formula, each.first, each.last, said, f"{said}: {told(each.formula)}"))
    mentions += _compounds(lang, tokens, known, names, taken)
    return Formulas(tuple(sorted(mentions, key=lambda m: m.first)), cuts)


@dataclass(frozen=True)
class _Named:
    """Where the names of definitions stand."""

    lang: Language
    tokens: tuple[Token, ...]
    definitions: tuple[Definition, ...]

    def end(self, i: int) -> int:
        found = [i + len(words) - 1 for d in self.definitions if (words := self.words_at(i, d.name))]
        return max(found, default=-1)

    def words_at(self, i: int, name: str) -> tuple[Token, ...]:
        """The tokens from `i` on, if they say the name."""
        words = tokenise(name)
        run = self.tokens[i : i + len(words)]
        same = len(run) == len(words) and all(
            same_word(t, w, self.lang) for t, w in zip(run, words, strict=True)
        )
        return run if same else ()


def same_word(one: Token, other: Token, lang: Language) -> bool:
    """Whether two words are one, inflection aside."""
    if one.folded == other.folded:
        return True
    if lang.lemma(one.text) == lang.lemma(other.text):
        return True
    return len(one.folded) > 3 and lang.stem(one.text) == lang.stem(other.text)  # noqa: PLR2004


def _aliased(
    found: Sequence[Definition], lang: Language, names: Names, tokens: tuple[Token, ...]
) -> tuple[Definition, ...]:
    """The definitions, and what they define besides: a "total cost" that is a sum of two things is the total
    of the losses, each of which is that sum, unless the graph has losses of its own.
    """
    known = {fold(d.name): d for d in reversed(found)}
    for each in found:
        function, rest = _aggregated(each.name, lang)
        if not function or aggregates(_resolved(each.formula, known, lang)):
            continue
        known[fold(each.name)] = replace(each, formula=Aggregation(function, each.formula))
        if fold(rest) not in known and not _is_name(rest, names, tokens):
            known[fold(rest)] = replace(each, name=rest)
    return tuple(replace(d, formula=_resolved(d.formula, known, lang)) for d in known.values())


def _is_name(text: str, names: Names, tokens: tuple[Token, ...]) -> bool:
    words = [t.folded for t in tokenise(text)]
    return any([t.folded for t in tokens[a : b + 1]] == words for a, b in names.spans)


def _aggregated(name: str, lang: Language) -> tuple[str, str]:
    """The function that a name begins with, and the rest of it: "total cost"; "" for none."""
    words = name.split()
    table = words_of(lang).aggregate
    for size in range(len(words) - 1, 0, -1):
        function = table.get(fold(" ".join(words[:size])), "")
        if function and function != "COUNT":
            return function, " ".join(words[size:])
    for begin, function in words_of(lang).compound.items():
        rest = fold(name).removeprefix(begin)
        if len(words) == 1 and rest != fold(name) and len(rest) > 3:  # noqa: PLR2004
            return function, rest
    return "", name


def _resolved(formula: Formula, known: dict[str, Definition], lang: Language) -> Formula:
    """The formula with the names in it replaced by what they stand for, as far as that has an end."""
    left = iter(range(MOST_PUT))

    def resolved(formula: Formula, depth: int) -> Formula:
        if depth > DEEPEST:
            return formula

        def put(phrase: Phrase) -> Formula:
            tokens = tokenise(phrase.text)
            for each in known.values():
                at = _Named(lang, tokens, (each,))
                said = len(at.words_at(0, each.name)) == len(tokens)
                if said and each.formula is not formula and next(left, None) is not None:
                    return resolved(each.formula, depth + 1)
            return phrase

        return mapped(formula, put)

    return resolved(formula, 0)


def _mentions(
    lang: Language,
    tokens: tuple[Token, ...],
    known: tuple[Definition, ...],
    taken: set[int],
) -> list[Mention]:
    """Where the question speaks of what is defined; the longer of two names wins."""
    at = _Named(lang, tokens, known)
    spans = [
        (i, i + len(words) - 1, d)
        for d in known
        for i in range(len(tokens))
        if (words := at.words_at(i, d.name)) and not taken & set(range(i, i + len(words)))
    ]
    found: list[Mention] = []
    for first, last, each in sorted(spans, key=lambda s: (s[0] - s[1], s[0])):
        if all(last < m.first or m.last < first for m in found):
            found.append(Mention(each.formula, first, last, each.name, _told(each), is_named=True))
    return found


def _told(each: Definition) -> str:
    return f"{each.name}: {told(each.formula)}"


def _compounds(
    lang: Language, tokens: tuple[Token, ...], known: tuple[Definition, ...], names: Names, taken: set[int]
) -> list[Mention]:
    """“Gesamtmarge", "Durchschnittspreis": one word that aggregates what the rest of it names."""
    found = []
    for i, token in enumerate(tokens):
        if i in taken or names.named(i) >= 0:
            continue
        function, rest = _aggregated(token.text, lang)
        if not function:
            continue
        word = tokenise(rest)[0]
        for each in known:
            words = tokenise(each.name)
            if len(words) == 1 and same_word(words[0], word, lang):
                formula = Aggregation(function, each.formula)
                found.append(Mention(formula, i, i, token.text, _told(each), is_named=True))
                break
        else:
            if names.called(rest):
                found.append(Mention(Aggregation(function, Phrase(rest, -1, -1)), i, i, token.text))
    return found


__all__ = ["Definition", "Formulas", "Mention", "definition", "formulas", "told"]
