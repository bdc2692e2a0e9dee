"""Proposed names -> those that can be used, and why the others cannot.

In: names, the index of what the graph's own terms are called. Out: names that are new and mean one thing;
the others with the reason. What a term is called already is no proposal, and comes back nowhere.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from kgqa.language import LANGUAGES, fold, language
from kgqa.language.operations import is_operation
from kgqa.linking.index import TermIndex
from kgqa.linking.tokens import folded_words
from kgqa.ontology import Ontology
from kgqa.proposed.proposal import Advice, Judged, Name
from kgqa.types import Match, TermKind


def without_collisions(
    names: Iterable[Name], index: TermIndex, ontology: Ontology
) -> tuple[tuple[Name, ...], tuple[Judged[Name], ...]]:
    """The names that can be tried, and the others."""
    free: list[Name] = []
    judged: list[Judged[Name]] = []
    for name in names:
        met = _met(name, index)
        if any(_is_own(m, name) for m in met):
            continue
        met = [m for m in met if not _leads(name, (m.kind, m.iri), ontology)]
        if reason := _is_said_anyway(name):
            judged.append(Judged(name, Advice.LEAVE, reason))
        elif met:
            judged.append(Judged(name, Advice.LEAVE, f"is also {_told(met[0])}"))
        else:
            free.append(name)
    shared = {name: _others(name, free, ontology) for name in free}
    judged += [
        Judged(name, Advice.LOOK, f"is proposed for {', '.join(others)} as well")
        for name, others in shared.items()
        if others
    ]
    return tuple(n for n in free if not shared[n]), tuple(judged)


def _met(name: Name, index: TermIndex) -> list[Match]:
    """What is called so already, in whatever form and language."""
    found: dict[tuple[TermKind, str, str | None], Match] = {}
    for code in dict.fromkeys((name.language, *LANGUAGES)):
        for match in index.exact(name.name, language(code)):
            found.setdefault((match.kind, match.iri, match.value), match)
    return list(found.values())


def _is_own(match: Match, name: Name) -> bool:
    return match.iri == name.iri and (match.value or "") == name.value


def _is_said_anyway(name: Name) -> str:
    """Why a name is no name: its words do something in a question, or nothing."""
    for code in LANGUAGES:
        lang = language(code)
        if is_operation(name.name, lang):
            return "is a word with a part of its own in questions"
        if all(word in lang.fillers or word in lang.stop for word in fold(name.name).split()):
            return "is a word that questions have anyway"
        if fold(name.name) in lang.adjectives and name.kind is TermKind.PROPERTY:
            return "is an adjective that questions compare with"
    return ""


def _told(match: Match) -> str:
    kinds = {TermKind.ENTITY: "a thing", TermKind.VALUE: "a value"}
    kind = kinds.get(match.kind, f"a {match.kind.value}")
    return f"what {kind} is called: {match.label}"


def _leads(name: Name, other: tuple[TermKind, str], ontology: Ontology) -> bool:
    """Whether one of two terms is a property that leads to the other, a class: they may share a name, since
    who says it means both.
    """
    kinds = {name.kind: name.iri, other[0]: other[1]}
    if set(kinds) != {TermKind.CLASS, TermKind.PROPERTY}:
        return False
    cls = kinds[TermKind.CLASS]
    near = {cls, *ontology.subclasses(cls), *ontology.superclasses(cls)}
    return any(use.object in near for use in ontology.uses_of(kinds[TermKind.PROPERTY]))


@lru_cache(10_000)
def _key(name: Name) -> str:
    lang = language(name.language)
    return " ".join(lang.stem(word) for word in folded_words(name.name))


def _others(name: Name, names: Iterable[Name], ontology: Ontology) -> list[str]:
    """What else is to be called so."""
    key = _key(name)
    same = (n for n in names if n.term != name.term and _key(n) == key)
    return list(dict.fromkeys(f"“{n.label}”" for n in same if not _leads(name, (n.kind, n.iri), ontology)))
