"""Why a phrase is read as it is: what matched, how, how well, and what else was near; for the trace.

In: a link. Out: one line in plain words, with the IRI.
"""

from __future__ import annotations

from kgqa.types import Link, Match, TermKind

NEAR = 3  # other meanings that are told
_HOW = {
    "exact": "its name",
    "identifier": "its identifier",
    "alternative": "another name of it",
    "inflected": "its name, inflected",
    "abbreviation": "short for its name",
    "fuzzy": "its name, but for slips",
    "partial": "part of its name",
    "semantic": "near in meaning",
    "defined": "defined by this company as",
    "custom": "found by a linker of this company",
    "pinned": "chosen in this thread",
}


def explained(link: Link) -> str:
    """One line about a link: its best meaning first, then the nearest others."""
    if not link.matches:
        return f"“{link.text}” names nothing that may be used here"
    best, *others = link.matches
    line = f"“{link.text}” is {_term(best)}: {_reason(best)}, {best.score:.2f}"
    near = "; ".join(f"{_term(m)} ({_reason(m)}, {m.score:.2f})" for m in others[:NEAR])
    more = f" and {len(others) - NEAR} more" if len(others) > NEAR else ""
    return f"{line}. Near: {near}{more}" if near else line


def _term(match: Match) -> str:
    if match.kind is TermKind.VALUE:
        return f"the value “{match.value}” of <{match.iri}>"
    return f"the {'thing' if match.kind is TermKind.ENTITY else match.kind.value} {match.label} <{match.iri}>"


def _reason(match: Match) -> str:
    reason = _HOW[match.how]
    if match.matched:
        reason += f" “{match.matched}”"
    return f"{reason}, from {match.source}" if match.source else reason
