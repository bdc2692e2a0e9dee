"""What the words of a question may name, as candidates: how each was found, and whether that is weak.

In: a linked question, what its candidates touch. Out: lines with handles. A model takes what fits, and
nothing where nothing does; what is only near in spelling is marked as such, or left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kgqa.language import Language
from kgqa.linking.index import TermIndex
from kgqa.linking.pronouns import points_back
from kgqa.linking.tokens import folded_words
from kgqa.strategies.agent.handles import Handles
from kgqa.strategies.agent.lines import line
from kgqa.strategies.agent.touched import Touched
from kgqa.strategies.families import SURE, families, holding
from kgqa.types import Link, LinkedQuestion, Match, TermKind

LEAST = 0.7  # a meaning that scores less is not told
CLOSE = 0.15  # meanings this close to the best are told beside it
MEANINGS = 5  # of one phrase
FAMILY, KINDS = 3, 3  # things of a family that are told by name, and classes of them
_GIVEN = frozenset(("defined", "custom", "pinned"))
WEAK = {
    "fuzzy": "only near in spelling",
    "partial": "only part of its name",
    "abbreviation": "if it is short for that",
    "semantic": "near in meaning",
}

CHOSEN = " (chosen by the asker: take this)"
SAID = " (said before in the conversation; take it only where the word stands for it)"
WAYS = 2  # properties by which things lead to a candidate that are told


def candidates(linked: LinkedQuestion, most: int) -> list[Match]:
    """The candidates that are told, as far as they stand on the first lines."""
    return [match for link in list(_apart(linked.links))[:most] for match in _meanings(link)]


def told_names(
    linked: LinkedQuestion, lang: Language, handles: Handles, most: int, touched: Touched
) -> list[str]:
    """One line a phrase, in the order of the question; what a longer phrase surely names hides its parts."""
    lines = []
    for link in _apart(linked.links):
        pinned = SAID if points_back(link.text, lang) else CHOSEN
        meant = list(dict.fromkeys(_told(m, handles, touched, pinned) for m in _meanings(link)))
        if meant:
            lines.append(f"“{line(link.text, 60)}”: {'; or '.join(meant)}")
    return list(dict.fromkeys(lines))[:most]  # a word that stands twice is told once


def told_families(linked: LinkedQuestion, index: TermIndex, lang: Language, handles: Handles) -> list[str]:
    """Words that several things have in their names, beside what is called just that: "golems" and no class
    of that name, the depot "Skipton Depot" beside the town Skipton, be it a thing or a value.
    """
    told = {m.iri for n in linked.links for m in _meanings(n)}
    lines = []
    for link in _apart(linked.links):
        if any(m.how in SURE and m.kind in _THINGS for m in link.matches):
            longer = holding(folded_words(link.text), index, told)
            if longer:
                lines.append(f"“{line(link.text, 60)}” is also in the name of {_some(longer, handles)}")
    for family in families(linked, index, lang):
        kinds = ", ".join(f"{number:,} {handles.of(cls)}" for cls, number in family.classes[:KINDS])
        number = f"{len(family.things):,} things have “{family.form}” in their names"
        several = f" ({kinds})" if len(family.classes) > 1 else ""
        lines.append(f"“{family.word}”: {number}{several}: {_some(family.things, handles)}")
    return list(dict.fromkeys(lines))


def _some(things: dict[str, str], handles: Handles) -> str:
    """The first few of these things."""
    told = [f"{handles.of(iri)} “{line(label, 40)}”" for iri, label in list(things.items())[:FAMILY]]
    return ", ".join(told) + (f" and {more} more" if (more := len(things) - len(told)) else "")


def _apart(links: Sequence[Link]) -> Iterator[Link]:
    """The links in order, without those inside one that is surely named."""
    sure = [n for n in links if any(m.how in SURE and m.kind in _THINGS for m in n.matches)]
    for link in sorted(links, key=lambda n: (n.start, -n.end)):
        if not any(
            o is not link and o.start <= link.start and link.end <= o.end and _longer(o, link) for o in sure
        ):
            yield link


_THINGS = (TermKind.ENTITY, TermKind.VALUE)


def _longer(one: Link, other: Link) -> bool:
    return one.end - one.start > other.end - other.start


def _meanings(link: Link) -> list[Match]:
    """What is worth telling: terms of the schema only where they are called otherwise than the card says."""
    best = max((m.score for m in link.matches), default=0.0)
    return [
        m
        for m in link.matches
        if m.score >= max(LEAST, best - CLOSE) and (m.kind in _THINGS or _is_other_name(m))
    ][:MEANINGS]


def _is_other_name(match: Match) -> bool:
    """Whether a term of the schema is called by a name that the card does not have."""
    return match.how in _GIVEN or (match.how == "exact" and bool(match.matched))


def _told(match: Match, handles: Handles, touched: Touched, pinned: str) -> str:
    weak = f" ({WEAK[match.how]})" if match.how in WEAK else pinned if match.how == "pinned" else ""
    named = f", also called “{line(match.matched, 60)}”" if match.matched and match.how in SURE else ""
    match match.kind:
        case TermKind.VALUE:
            number = touched.get(match.value or "", {}).get(match.iri, 0)
            having = f", of {number:,} things" if number else ""
            return f'the value "{line(match.value or "", 80)}" of {handles.of(match.iri)}{having}{weak}'
        case TermKind.ENTITY:
            classes = ", ".join(handles.of(c) for c in match.classes[:3] if c)
            what = f", a {classes}" if classes else _by_edges(match, handles)
            if match.told_by is not None:
                prop, said = match.told_by
                what += f", the only one of that name whose {handles.of(prop)} is “{line(said, 80)}”"
            what += _led_to(match, handles, touched)
            return f"{handles.of(match.iri)} “{line(match.label, 80)}”{what}{named}{weak}"
        case TermKind.CLASS:
            return f"the class {handles.of(match.iri)}{named}{weak}"
        case TermKind.PROPERTY:
            return f"the property {handles.of(match.iri)}{named}{weak}"


def _led_to(match: Match, handles: Handles, touched: Touched) -> str:
    """How many things lead to a thing, by which properties."""
    ways = sorted(touched.get(match.iri, {}).items(), key=lambda way: (-way[1], way[0]))[:WAYS]
    return "".join(f", {number:,} have it as {handles.of(prop)}" for prop, number in ways)


def _by_edges(match: Match, handles: Handles) -> str:
    """Where a thing without a class stands."""
    ends = [f"what {handles.of(e.property)} leads to" for e in match.edges if e.reached][:3]
    starts = [f"with {handles.of(e.property)}" for e in match.edges if not e.reached][:3]
    return f", {', '.join((*ends, *starts))}" if ends or starts else ""
