"""A question with a mask where it names something, so that its shape is compared and not its names.

In: a pair, whose query tells what its question names; or a question alone, where only quotes, codes and
numbers are known to be names. Out: text with the mask in their places.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from kgqa.library.pair import Pair
from kgqa.linking.mentions import QUOTED, codes
from kgqa.linking.tokens import tokenise
from kgqa.sparql import ParsedQuery, parse
from kgqa.sparql.model import Lit
from kgqa.sparql.walk import expressions, named_things, triples

MASK = "qqq"  # no word of any language, and a token
NamesOf = Callable[[str], Sequence[str]]
_NUMBER = re.compile(r"(?<![\w])\d[\d.,]*")


def unnamed(_: str) -> Sequence[str]:
    """Nothing is known of what things are called."""
    return ()


def masked(pair: Pair, names_of: NamesOf = unnamed) -> str:
    """The question of a pair without what its query names."""
    parsed = parse(pair.sparql)
    if not isinstance(parsed, ParsedQuery):
        return plain_mask(pair.question)
    names = [name for iri in named_things(parsed) for name in names_of(iri)]
    texts = [t.object.value for t in triples(parsed) if isinstance(t.object, Lit)]
    texts += [e.value for e in expressions(parsed) if isinstance(e, Lit)]
    return plain_mask(_without(pair.question, (*names, *texts)))


def plain_mask(text: str) -> str:
    """A question without quoted texts, codes and numbers."""
    for start, end in reversed(codes(text)):
        text = f"{text[:start]}{MASK}{text[end:]}"
    return _NUMBER.sub(MASK, QUOTED.sub(MASK, text))


def _without(text: str, names: Iterable[str]) -> str:
    """The text with each name masked, the longest first."""
    tokens = tokenise(text)
    words = [t.folded for t in tokens]
    spans: list[tuple[int, int]] = []
    wanted = {tuple(t.folded for t in tokenise(n)) for n in names}
    for name in sorted(wanted - {()}, key=len, reverse=True):
        for first in range(len(words) - len(name) + 1):
            start, end = tokens[first].start, tokens[first + len(name) - 1].end
            taken = any(a < end and start < b for a, b in spans)
            if tuple(words[first : first + len(name)]) == name and not taken:
                spans.append((start, end))
    for start, end in sorted(spans, reverse=True):
        text = f"{text[:start]}{MASK}{text[end:]}"
    return text
