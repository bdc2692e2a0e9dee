"""How far a written query may be trusted, from what can be seen without running it.

In: the query, what the question's words mean, the verdict of the check. Out: a raw confidence with its
reason. The weights are set by hand and not calibrated; each is the evidence against a query:

- a thing or a value that the question names and the query does not speak of;
- words of the question of which the query has nothing;
- a placeholder or a handle that there is not;
- a query that the check refuses, or that cannot be read, so that it must be put right;
- a reply that had to be asked for twice;
- of several samples, those that gave another query (they also speak for one that most of them gave).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from kgqa.language import Language, fold
from kgqa.linking.tokens import tokenise
from kgqa.linking.vocabulary import akin
from kgqa.ontology import Ontology, local_name, spaced
from kgqa.strategies.oneshot.mentions import Mention
from kgqa.strategies.used import Used
from kgqa.types import LinkedQuestion, Match, TermKind
from kgqa.wording import Words

BEST = 0.9  # what one sample can come to
UNUSED = 0.25  # each thing or value that is named and not used, twice at most
UNSAID = 0.55  # if nothing of the question were in the query
UNKNOWN = 0.15  # a placeholder or a handle that there is not
REFUSED, UNREADABLE, AGAIN = 0.15, 0.25, 0.08
AGREED, DISAGREED = 0.07, 0.3  # if all samples gave this query; if all the others gave another one
LEAST, MOST = 0.05, 0.97
KEPT = 2_000  # phrases and names with the stems of their words


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """`unused` are phrases that name something the query does not speak of; of `words` phrases of the
    question, it has `met`. `share` of `samples` gave this query.
    """

    unused: tuple[str, ...] = ()
    words: int = 0
    met: int = 0
    unknown: int = 0
    refused: bool = False
    readable: bool = True
    again: bool = False
    samples: int = 1
    share: float = 1.0

    @property
    def confidence(self) -> float:
        value = BEST - UNUSED * min(len(self.unused), 2) - UNKNOWN * min(self.unknown, 2)
        if self.words:
            value -= UNSAID * (1 - self.met / self.words)
        value -= REFUSED * self.refused + UNREADABLE * (not self.readable) + AGAIN * self.again
        if self.samples > 1:
            value += AGREED * self.share - DISAGREED * (1 - self.share)
        return round(min(max(value, LEAST), MOST), 3)

    def reason(self, told: Words) -> str:
        """A phrase that a reader understands."""
        said = [told.say("why_model")]
        if self.samples > 1:
            said.append(told.say("why_tries", some=round(self.share * self.samples), all=self.samples))
        if self.unused:
            said.append(told.say("why_unused", names=", ".join(map(told.quoted, self.unused[:3]))))
        if self.words:
            said.append(told.say("why_words", some=self.met, all=self.words))
        if not self.readable or self.refused or self.unknown:
            said.append(told.say("why_put_right"))
        return "; ".join(said)


def unused(mentions: Sequence[Mention], used: Used, ontology: Ontology) -> tuple[str, ...]:
    """The phrases that name a thing or a value of which, and of whatever else they may mean, the query has
    nothing. A phrase inside a longer one that was used is no longer missed.
    """
    met = [m.link for m in mentions if any(_has(used, meaning.match, ontology) for meaning in m.meanings)]
    return tuple(
        m.link.text
        for m in mentions
        if m.is_named
        and m.link not in met
        and not any(other.start < m.link.end and m.link.start < other.end for other in met)
    )


def met(linked: LinkedQuestion, used: Used, ontology: Ontology, lang: Language) -> tuple[int, int]:
    """How many phrases of the question there are, those that overlap being one, and how many of them the
    query has something of.
    """
    said = _words_of(used, ontology, lang)
    spans: list[tuple[int, int, bool]] = []
    for link in sorted(linked.links, key=lambda n: n.start):
        has = any(_has(used, m, ontology) for m in link.matches) or _said(link.text, said, lang)
        if spans and link.start < spans[-1][1]:
            start, end, known = spans[-1]
            spans[-1] = (start, max(end, link.end), known or has)
        else:
            spans.append((link.start, link.end, has))
    unlinked = [_said(word, said, lang) for word in linked.unlinked]
    return len(spans) + len(unlinked), sum(has for *_, has in spans) + sum(unlinked)


def _has(used: Used, match: Match, ontology: Ontology) -> bool:
    match match.kind:
        case TermKind.CLASS:
            return not used.iris.isdisjoint(ontology.superclasses(match.iri) | ontology.subclasses(match.iri))
        case TermKind.PROPERTY:
            near = ontology.superproperties(match.iri) | ontology.subproperties(match.iri)
            return not used.iris.isdisjoint(near | ontology.inverses(match.iri))
        case TermKind.ENTITY:
            return match.iri in used.iris
        case TermKind.VALUE:
            return fold(match.value or "") in used.texts


def _words_of(used: Used, ontology: Ontology, lang: Language) -> frozenset[str]:
    """The stems of the words of all that a query speaks of."""
    names = (f"{ontology.label(i, lang.code)} {spaced(local_name(i))}" for i in used.iris)
    return frozenset(stem for text in (*names, *used.texts) for stem in _stems(text, lang))


@lru_cache(KEPT)
def _stems(text: str, lang: Language) -> tuple[str, ...]:
    return tuple([lang.stem(t.text) for t in tokenise(text)])


def _said(phrase: str, said: frozenset[str], lang: Language) -> bool:
    return any(stem == word or akin(stem, word) for stem in _stems(phrase, lang) for word in said)
