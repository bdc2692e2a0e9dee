"""Whether a question asks for what a query works out: numbers of things, sums, what is most, all there are.

In: a question. Out: yes or no. Text never answers these: a passage names some, and nobody sees what it lacks.
"""

from __future__ import annotations

from datetime import date
from itertools import pairwise

from kgqa.language import Language
from kgqa.linking.tokens import tokenise
from kgqa.strategies.interpret.cues import Cue, cues

_WORKED_OUT = frozenset(
    (
        *(Cue.COUNT, Cue.AGGREGATE, Cue.SUPERLATIVE, Cue.RANK, Cue.SORTED, Cue.SHARE),
        *(Cue.DIFFERENCE, Cue.FORMULA, Cue.FURTHER),
    )
)


def is_left_to_queries(text: str, lang: Language, today: date) -> bool:
    """Whether it counts, compares with all others, or asks for all things of a kind."""
    tokens = tokenise(text)
    spans = lang.phrases("passages.spans")
    for found in cues(text, tokens, lang, today):
        near = [lang.lemma(token.text) for token in tokens[found.first : found.last + 2]]
        is_span = found.cue is Cue.COUNT and not spans.isdisjoint(near)  # "how many days" is a length of time
        if found.cue in _WORKED_OUT and not is_span:
            return True
    words = [token.folded for token in tokens]
    listing = lang.phrases("passages.listing")
    if any(" ".join(words[n : n + size]) in listing for size in (1, 2, 3) for n in range(len(words))):
        return True
    which, many = lang.phrases("passages.which"), lang.phrases("people_words")
    return any(
        one.folded in which and (_is_plural(other.text, other.folded, lang) or other.folded in many)
        for one, other in pairwise(tokens)
    )


def _is_plural(text: str, folded: str, lang: Language) -> bool:
    is_verb = folded in lang.stop or folded in lang.light_verbs
    return not is_verb and lang.lemma(text) not in ("", folded)
