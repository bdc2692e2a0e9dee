"""Links and cues of a question -> the same without what its definitions and formulas are made of.

In: a linked question with its cues. Out: links and cues outside the formulas, a cue for each formula that is
mentioned and for each stretch that defines one.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from kgqa.strategies.interpret.cues import Cue, Found
from kgqa.strategies.parse.formulas import Formulas
from kgqa.strategies.parse.formulas.names import Names
from kgqa.types import LinkedQuestion

_MENTION, _WORD, _CUT = 0.5, 1.3, 1.0  # what a formula, each of its words, and a definition weigh in a cut


def staged(
    names: Names, found: Iterable[Found], formulas: Formulas
) -> tuple[LinkedQuestion, tuple[Found, ...]]:
    """What a cut of the question is made from."""
    linked = names.linked
    if not formulas.mentions and not formulas.cuts:
        return linked, tuple(found)
    taken = {i for m in formulas.mentions for i in range(m.first, m.last + 1)}
    taken |= {i for first, last in formulas.cuts for i in range(first, last + 1)}
    inside = [names.tokens[i] for i in sorted(taken)]
    links = tuple(n for n in linked.links if not any(n.start < t.end and t.start < n.end for t in inside))
    cues = [c for c in found if not taken & set(range(c.first, c.last + 1))]
    cues += [
        Found(
            cue=Cue.FORMULA,
            first=m.first,
            last=m.last,
            weight=_MENTION + _WORD * (m.last - m.first + 1),
            formula=m,
        )
        for m in formulas.mentions
    ]
    cues += [Found(cue=Cue.DEFINITION, first=first, last=last, weight=_CUT) for first, last in formulas.cuts]
    cues.sort(key=lambda c: (c.first, -c.last))
    return replace(linked, links=links), tuple(cues)
