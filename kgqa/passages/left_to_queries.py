"""Whether a question asks for what a query works out: numbers of things, sums, what is most, all there are.

In: a question. Out: yes or no. Text never answers these: a passage names some, and nobody sees what it lacks.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from kgqa.language import Language, is_common_verb
from kgqa.linking.tokens import Token, tokenise
from kgqa.strategies.parse.cues import Cue, cues

PHRASE = 4  # words behind "which" among which its noun is
_WORKED_OUT = frozenset(
    (
        *(Cue.COUNT, Cue.AGGREGATE, Cue.SUPERLATIVE, Cue.RANK, Cue.SORTED, Cue.SHARE),
        *(Cue.DIFFERENCE, Cue.FURTHER),
    )
)


def is_left_to_queries(
    text: str, lang: Language, today: date, unknown: frozenset[str], named: Sequence[tuple[int, int]] = ()
) -> bool:
    """Whether it counts, compares with all others, or asks for all things of a kind. A rule is no count where
    the graph does not know what it speaks of (`unknown`: folded words): "how many characters must it have".
    Nor is a word inside a longer name (`named`: where these stand): "the total weight allowed".
    """
    tokens = tokenise(text)
    is_rule = any(token.folded in lang.phrases("passages.ruling") for token in tokens)
    spans = lang.phrases("passages.spans") | (unknown if is_rule else frozenset())
    for found in cues(text, tokens, lang, today):
        near = {w for t in tokens[found.first : found.last + 2] for w in (t.folded, lang.lemma(t.text))}
        is_span = found.cue is Cue.COUNT and not spans.isdisjoint(near)  # "how many days" is a length of time
        start, end = tokens[found.first].start, tokens[found.last].end
        is_inside = any(a <= start and end <= b and b - a > end - start for a, b in named)
        if found.cue in _WORKED_OUT and not (is_span or is_inside):
            return True
    words = [token.folded for token in tokens]
    listing = lang.phrases("passages.listing")
    if any(" ".join(words[n : n + size]) in listing for size in (1, 2, 3) for n in range(len(words))):
        return True
    return any(
        _asks_for_several(tokens[n + 1 :], lang) for n, word in enumerate(words) if word in _which(lang)
    )


def _which(lang: Language) -> frozenset[str]:
    return lang.phrases("passages.which")


def _asks_for_several(after: Sequence[Token], lang: Language) -> bool:
    """Whether a plural stands behind "which": at once, or before a form of "be", "have" or "do", since what
    ends like a plural may be the verb ("which rule applies", "what makes it dearer").
    """
    for place, token in enumerate(after[:PHRASE]):
        behind = after[place + 1].folded if place + 1 < len(after) else ""
        is_noun = behind in lang.phrases("yes_no") or (place == 0 and not is_common_verb(token.folded, lang))
        if is_noun and (
            _is_plural(token.text, token.folded, lang) or token.folded in lang.phrases("people_words")
        ):
            return True
    return False


def _is_plural(text: str, folded: str, lang: Language) -> bool:
    is_verb = folded in lang.stop or folded in lang.light_verbs
    return not is_verb and lang.lemma(text) not in ("", folded)
