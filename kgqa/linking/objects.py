"""Verbs and their objects in one word: who "betreut Kunden" is their "Kundenbetreuer".

In: the links of a question. Out: the same, in which a property that is called by a German compound is met as
a whole where its end says what is done, and its beginning another word of the question, or the class of a
thing in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from kgqa.language import Language, fold
from kgqa.language.compounds import BEGINNING
from kgqa.linking.tokens import Token
from kgqa.ontology import Ontology
from kgqa.types import Link, Match, TermKind

_WHOLE = 0.96  # how well such a compound fits
_STEM = 4  # letters by which the two words of a compound are told apart


def with_objects(
    links: Sequence[Link], tokens: Sequence[Token], ontology: Ontology, lang: Language
) -> list[Link]:
    """The links, each with its likeliest match first."""
    if not lang.data["capital_nouns"]:
        return list(links)
    return [_met(link, list(_beside(link, links, tokens, ontology, lang))) for link in links]


def _met(link: Link, beside: Sequence[str]) -> Link:
    said = fold(link.text)[:_STEM]
    made = [replace(m, how="inflected", score=_WHOLE) if _is_of(m, said, beside) else m for m in link.matches]
    if made == list(link.matches):
        return link
    return replace(link, matches=tuple(sorted(made, key=lambda m: -m.score)))


def _is_of(match: Match, said: str, beside: Iterable[str]) -> bool:
    """Whether a property is called by a compound that ends with what is `said`."""
    name = fold(match.matched or match.label)
    is_compound = match.kind is TermKind.PROPERTY and match.how == "partial" and " " not in name
    if not is_compound or name.startswith(said):
        return False
    return any(name.startswith(word.removesuffix("e")) for word in beside)


def _beside(
    link: Link, links: Sequence[Link], tokens: Sequence[Token], ontology: Ontology, lang: Language
) -> Iterator[str]:
    """The nouns elsewhere in a question, and those of the classes of its things."""
    nouns = [
        lang.lemma(t.text) for t in tokens if not link.start <= t.start < link.end and t.text[:1].isupper()
    ]
    best = [n.matches[0] for n in links if n is not link and n.matches]
    things = [c for m in best if m.kind is TermKind.ENTITY for c in m.classes]
    above = {a for cls in things for a in ontology.superclasses(cls) if a in ontology.classes}
    nouns += [fold(ontology.label(cls, lang.code)) for cls in sorted(above)]
    yield from (noun for noun in nouns if len(noun) >= BEGINNING)
