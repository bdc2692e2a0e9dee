"""A definition: a name of the company's own, and what it means in words that the graph knows.

In: nothing but values. Out: frozen definitions, and where a text speaks of one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from kgqa.forms.form import Form
from kgqa.language import Language
from kgqa.linking.tokens import Token, tokenise


class DefinitionKind(StrEnum):
    TERM = "term"  # things: "key account" is "customers with more than 10 orders"
    METRIC = "metric"  # a number: "return rate" is "returned units divided by sold units"


@dataclass(frozen=True, slots=True, kw_only=True)
class Definition:
    """`means` says it as one would ask for it; `also` are its other names, in any language; `language` is the
    one of `means`, an ISO 639-1 code, or "" to be guessed.
    """

    kind: DefinitionKind
    name: str
    means: str
    also: tuple[str, ...] = ()
    language: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        return (self.name, *self.also)


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """A term that was read: the class of its things, and the form whose one shown variable they are."""

    definition: Definition
    cls: str
    form: Form


@dataclass(frozen=True, kw_only=True)
class Definitions:
    """All that an admin defined. `terms` are the business terms that could be read, and `problems` say why
    the others could not, both by name.
    """

    every: tuple[Definition, ...] = ()
    terms: Mapping[str, Term] = field(default_factory=dict)
    problems: Mapping[str, str] = field(default_factory=dict)

    @property
    def metrics(self) -> tuple[Definition, ...]:
        return tuple(d for d in self.every if d.kind is DefinitionKind.METRIC)

    def metrics_in(self, text: str, lang: Language) -> tuple[Definition, ...]:
        """The metrics that a text speaks of, and those that their own words speak of, each once."""
        found: dict[str, Definition] = {}
        waiting = [text]
        while waiting:
            tokens = tokenise(waiting.pop())
            for metric in self.metrics:
                if metric.name not in found and any(True for _ in spoken(metric, tokens, lang)):
                    found[metric.name] = metric
                    waiting.append(metric.means)
        return tuple(found.values())


def named_in(
    definitions: Iterable[Definition], tokens: Sequence[Token], lang: Language
) -> list[tuple[int, int, Definition]]:
    """Where a text names what is defined, first and last token; of names that overlap the longer one."""
    named = [(first, last, d) for d in definitions for first, last in spoken(d, tokens, lang)]
    found: list[tuple[int, int, Definition]] = []
    for first, last, definition in sorted(named, key=lambda n: (n[0] - n[1], n[0])):
        if all(last < other[0] or other[1] < first for other in found):
            found.append((first, last, definition))
    return found


def spoken(definition: Definition, tokens: Sequence[Token], lang: Language) -> Iterator[tuple[int, int]]:
    """Where a text names what is defined: first and last token. Inflected words count."""
    for name in definition.names:
        words = tokenise(name)
        for first in range(len(tokens) - len(words) + 1):
            run = tokens[first : first + len(words)]
            if words and all(_same(t, w, lang) for t, w in zip(run, words, strict=True)):
                yield first, first + len(words) - 1


def _same(one: Token, other: Token, lang: Language) -> bool:
    return one.folded == other.folded or lang.lemma(one.text) == lang.lemma(other.text)
