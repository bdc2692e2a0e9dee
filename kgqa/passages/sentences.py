"""A text -> its sentences, as they stand in it."""

from __future__ import annotations

import re

_END = re.compile(r"(?<=[.!?…])[\"”“)\]]*\s+(?=[\"“„(\[]?[^\W_a-z])|\n\s*\n|\s*\n(?=\s*(?:[-*•]|\d+[.)])\s)")
_SHORT = re.compile(
    r"(?:\b[A-Za-zÄÖÜ]|\b(?:Mr|Mrs|Ms|Dr|Prof|St|No|Nr|Art|Abs|Fig|Abb|Tab|vs|ca|bzw|usw|etc|Inc|Ltd|Co"
    r"|approx|e\.g|i\.e|z\.\s?B|d\.\s?h|Jan|Feb|Apr|Aug|Sept?|Okt|Oct|Nov|Dez|Dec)|^\s*\d{1,3})\.$"
)


def sentences(text: str) -> list[str]:
    """The sentences of a text; an abbreviation or a number before a point ends none."""
    found: list[str] = []
    begun = 0
    for end in _END.finditer(text):
        before = text[begun : end.start()]
        if "\n" not in end.group() and _SHORT.search(before):
            continue
        found.append(before.strip())
        begun = end.end()
    found.append(text[begun:].strip())
    return [sentence for sentence in found if sentence]
