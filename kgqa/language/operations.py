"""Words that ask for something to be done and name nothing: "average", "most", "per year".

In: a word of a question. Out: whether no graph could know it: that it is not in the graph says nothing. An
adjective such as "old" is none of these: it asks for a measure, which a graph has or not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from kgqa.language import Language, fold
from kgqa.values.date_words import words_of

_TABLES = ("aggregate", "superlative", "degree", "comparative", "comparison", "sorted", "period_adverb")
_LISTS = (
    "negation",
    "group",
    "disjunction",
    "conjunction",
    "count_phrases",
    "telling",
    "who",
    "where",
    "when",
)


def is_operation(phrase: str, lang: Language) -> bool:
    """Whether every word of a phrase does something, or the phrase does as a whole."""
    words = phrase.split()
    if not words or (len(words) > 1 and all(w[:1].isupper() for w in words)):  # "The Who" is a name
        return False
    folded = fold(phrase)
    return _does(folded, lang) or all(_does(word, lang) for word in folded.split())


def _does(word: str, lang: Language) -> bool:
    return (
        word in lang.stop
        or any(word in lang.table(name) for name in _TABLES)
        or any(word in lang.phrases(name) for name in _LISTS)
        or word in (calendar := words_of(lang)).units
        or word in calendar.months
    )


def places(words: Sequence[str], phrases: Iterable[str]) -> Iterator[range]:
    """Where phrases stand in folded words."""
    said = set(words)
    for phrase in phrases:
        part = phrase.split()
        if not said.issuperset(part):
            continue
        for at in range(len(words) - len(part) + 1):
            if list(words[at : at + len(part)]) == part:
                yield range(at, at + len(part))


def asks_times(words: Sequence[str], place: range, lang: Language) -> bool:
    """Whether the words at a place ask how many times something was done: "how often did", not "… do"."""
    behind = words[place.stop : place.stop + 1]
    is_said = " ".join(words[i] for i in place) in lang.phrases("trade.how_often")
    return is_said and not lang.phrases("unsaid.past").isdisjoint(behind)


def lasting(words: Sequence[str], lang: Language) -> list[range]:
    """The places of the phrases that tell of something that it has not ended, which must be known: "still
    employed", "without those who left".
    """
    return [*places(words, lang.phrases("current.lasting")), *without_ended(words, lang)]


def without_ended(words: Sequence[str], lang: Language) -> Iterator[range]:
    """Where words leave out what has ended: "not counting leavers", "ohne die Ausgeschiedenen"."""
    ended, articles = lang.phrases("current.ended"), lang.phrases("calendar.articles")
    for out in places(words, lang.phrases("current.without")):
        last = out.stop + (out.stop < len(words) and words[out.stop] in articles)
        if last < len(words) and words[last] in ended:
            yield range(out.start, last + 1)
