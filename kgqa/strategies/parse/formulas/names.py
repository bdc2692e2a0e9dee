"""What the names of a question are to its formulas, by its links.

In: a linked question and the schema. Out: where the names of numbers, classes and things stand.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property

from kgqa.forms.periods import is_year
from kgqa.language import Language, fold, language
from kgqa.language.translation import dictionary
from kgqa.linking.tokens import Token
from kgqa.ontology import Ontology
from kgqa.schema import Schema
from kgqa.strategies.parse.formulas.inline import Sort
from kgqa.types import Link, LinkedQuestion, Match, Question, TermKind

_SIGN = re.compile(r"[=+*\u00d7\u00f7()]|\s[/\-\u2013\u2212]\s")  # no name goes on beyond one
Span = tuple[int, int]  # first and last token
SURE = 0.7  # a name that is less like it holds no formula together
GOOD = 0.16  # meanings that are this much less likely than the best are not tried


@dataclass(frozen=True)
class Names:
    """The links of one question by the tokens that they cover."""

    linked: LinkedQuestion
    tokens: tuple[Token, ...]
    schema: Schema
    naming: frozenset[str]
    lang: Language

    @cached_property
    def spans(self) -> dict[Span, Link]:
        """Links by first and last token."""
        found: dict[Span, Link] = {}
        for link in self.linked.links:
            inside = [i for i, t in enumerate(self.tokens) if link.start <= t.start and t.end <= link.end]
            if not inside or not link.matches or link.matches[0].score < SURE or _SIGN.search(link.text):
                continue
            if self.tokens[inside[-1]].folded not in self.lang.stop:  # "price per" is half a name
                found[inside[0], inside[-1]] = link
        return found | dict(self._with_nouns(found))

    def _with_nouns(self, spans: dict[Span, Link]) -> Iterable[tuple[Span, Link]]:
        """“the project Harbour Hub", "the Harbour Hub project": a name and its class beside it are one."""
        for one, first in spans.items():
            for other, second in spans.items():
                if one[1] + 1 == other[0] and (link := self._one_thing(first, second)):
                    yield (one[0], other[1]), link

    def _one_thing(self, *links: Link) -> Link | None:
        """The link to a thing of two that stand side by side, where the other is its class."""
        one, two = (link.matches[0] for link in links)
        for thing, cls, link in ((one, two, links[0]), (two, one, links[1])):
            kinds = (thing.kind, cls.kind) == (TermKind.ENTITY, TermKind.CLASS)
            if kinds and any(self.schema.ontology.is_a(c, cls.iri) for c in thing.classes):
                return link
        return None

    @cached_property
    def _ends(self) -> dict[int, int]:
        ends: dict[int, int] = {}
        for first, last in self.spans:
            ends[first] = max(last, ends.get(first, -1))
        return ends

    def named(self, i: int) -> int:
        """Where the longest name ends that begins at a token; -1 for none."""
        return self._ends.get(i, -1)

    def matches(self, first: int, last: int) -> tuple[Match, ...]:
        """What the longest name within the tokens may mean, best first; the last of two that are as long."""
        inside = [s for s in self.spans if first <= s[0] and s[1] <= last]
        if not inside:
            return ()
        longest = max(inside, key=lambda s: (s[1] - s[0], s[1]))
        matches = self.spans[longest].matches
        return tuple(m for m in matches if m.score >= matches[0].score - GOOD)

    def covers(self, first: int, last: int) -> bool:
        """Whether one name is all of the tokens."""
        return (first, last) in self.spans

    def sorts(self, first: int, last: int) -> frozenset[Sort]:
        """What the name within the tokens may be."""
        return frozenset(self._sorts(self.matches(first, last)))

    def _sorts(self, matches: Iterable[Match]) -> Iterable[Sort]:
        for match in matches:
            if match.kind is TermKind.CLASS:
                yield Sort.CLASS
                if self.schema.measure_of(match.iri, self.naming):
                    yield Sort.NUMBER
            elif match.kind is TermKind.ENTITY:
                yield Sort.THING
            elif match.kind is TermKind.PROPERTY:
                is_measure = self.is_number(match.iri) and not self.schema.is_key(match.iri)
                if match.how == "partial" and self.schema.ontology.read_as(match.iri):
                    is_measure = False  # "price per piece" divides by no text called "number of pieces"
                yield Sort.NUMBER if is_measure else Sort.OTHER
                if is_measure and is_year(self.schema, match.iri):
                    yield Sort.YEAR
            else:
                yield Sort.OTHER

    def called(self, text: str) -> tuple[str, ...]:
        """The properties with numbers that have these words in a name: for words that no link is for."""
        words = text.split()
        forms = {" ".join(fold(w) for w in words), " ".join(self.lang.lemma(w) for w in words)}
        for wanted in (sorted(forms), [w for form in sorted(forms) for w in self._akin(form)]):
            found = [iri for form in wanted for iri in self.schema.called(form, self.lang)]
            if numbers := tuple(iri for iri in dict.fromkeys(found) if self.is_number(iri)):
                return numbers
        return ()

    def _akin(self, word: str) -> Iterable[str]:
        """Other words for what a word measures, whatever language the graph is named in."""
        yield from self.lang.table("synonyms").get(word, ())
        if self.lang.code == "de":
            yield from dictionary().listed(word)
        for adjective in self.lang.adjectives.values():
            if adjective.measures[0] == word:
                yield from adjective.measures[1:]
                return

    def is_number(self, prop: str) -> bool:
        """Whether a property leads to numbers, at once or behind a structured value."""
        if self.schema.is_data(prop):
            return self.schema.is_numeric(prop)
        return any(self.schema.measure_of(c, self.naming) for c in self.schema.objects(prop))


NOTHING = Names(
    LinkedQuestion(question=Question(text="", asked_at=datetime(1970, 1, 1, tzinfo=UTC)), links=()),
    (),
    Schema(Ontology()),
    frozenset(),
    language("en"),
)
