"""Why a phrase is read as it is: what matched, how, how well, and what else was near; for the trace.

In: a link. Out: one line in plain words, with the IRI.
"""

from __future__ import annotations

from kgqa.types import Link, Match, TermKind
from kgqa.wording.said import Said, say, together

NEAR = 3  # other meanings that are told
_HOW = {
    "exact": say("its name"),
    "identifier": say("its identifier"),
    "alternative": say("another name of it"),
    "inflected": say("its name, inflected"),
    "abbreviation": say("short for its name"),
    "fuzzy": say("its name, but for slips"),
    "partial": say("part of its name"),
    "semantic": say("near in meaning"),
    "defined": say("defined by this company as"),
    "custom": say("found by a linker of this company"),
    "pinned": say("chosen in this thread"),
}


def explained(link: Link) -> Said:
    """One line about a link: its best meaning first, then the nearest others."""
    if not link.matches:
        return say("“{text}” names nothing that may be used here", text=link.text)
    best, *others = link.matches
    line = say(
        "“{text}” is {term}: {reason}, {score}",
        text=link.text,
        term=_term(best),
        reason=_reason(best),
        score=f"{best.score:.2f}",
    )
    if not others:
        return line
    near = together(*map(_near, others[:NEAR]), by="; ")
    if len(others) > NEAR:
        near = say("{near} and {count} more", near=near, count=str(len(others) - NEAR))
    return say("{line}. Near: {near}", line=line, near=near)


def _near(match: Match) -> Said:
    score = f"{match.score:.2f}"
    return say("{term} ({reason}, {score})", term=_term(match), reason=_reason(match), score=score)


def _term(match: Match) -> Said:
    match match.kind:
        case TermKind.VALUE:
            return say("the value “{value}” of <{iri}>", value=str(match.value), iri=match.iri)
        case TermKind.CLASS:
            return say("the class {label} <{iri}>", label=match.label, iri=match.iri)
        case TermKind.PROPERTY:
            return say("the property {label} <{iri}>", label=match.label, iri=match.iri)
        case TermKind.ENTITY:
            return say("the thing {label} <{iri}>", label=match.label, iri=match.iri)


def _reason(match: Match) -> Said:
    reason = _HOW[match.how]
    if match.matched:
        reason = say("{how} “{matched}”", how=reason, matched=match.matched)
    if match.told_by is not None:
        reason = say(
            "{reason}, of several the only one with “{value}”", reason=reason, value=match.told_by[1]
        )
    return say("{reason}, from {source}", reason=reason, source=match.source) if match.source else reason
