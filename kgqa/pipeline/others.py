"""What else a question may have meant: for who is not served by its answer.

In: the question with its links, and the query that ran. Out: choices, each of which pins one phrase to
another thing, class or property than the one that the query speaks of.
"""

from __future__ import annotations

from kgqa.check import parsed_of
from kgqa.ontology import Ontology
from kgqa.strategies.used import Used
from kgqa.types import CheckedQuery, Choice, Link, LinkedQuestion, Match, Pin, TermKind

A_PHRASE, ALL = 3, 6  # choices that are offered: more are no help


def others_of(linked: LinkedQuestion, query: CheckedQuery, ontology: Ontology) -> tuple[Choice, ...]:
    """The other meanings of the phrases that the query rests on, nearest first; () where there are none."""
    parsed = parsed_of(query)
    if parsed is None:
        return ()
    used = Used.of(parsed).iris
    found: dict[tuple[str, str], Choice] = {}
    for link in linked.links:
        if not any(m.iri in used for m in link.matches) or _is_chosen(link, linked):
            continue
        for match in _beside(link, used)[:A_PHRASE]:
            found.setdefault((link.text, match.iri), _choice(linked, link, match, ontology))
    return tuple(found.values())[:ALL]


def _is_chosen(link: Link, linked: LinkedQuestion) -> bool:
    """Whether the asker said already what the phrase means."""
    return any(pin.mention.casefold() == link.text.casefold() for pin in linked.question.pins)


def _beside(link: Link, used: frozenset[str]) -> list[Match]:
    """What else the phrase may mean, and can be pinned to."""
    kinds = (TermKind.ENTITY, TermKind.CLASS, TermKind.PROPERTY)
    return [m for m in link.matches if m.kind in kinds and m.iri not in used]


def _choice(linked: LinkedQuestion, link: Link, match: Match, ontology: Ontology) -> Choice:
    question = linked.question
    kind = ontology.label(match.classes[0], question.language) if match.classes else ""
    return Choice(
        label=match.label,
        detail=", ".join(part for part in (kind, f"“{link.text}”") if part),
        question=question.text,
        pins=(*question.pins, Pin(mention=link.text, term=match.iri)),
    )
