"""Whether what a model made of a question keeps to it: nothing invented, nothing lost.

In: the question, what it may take its words from, and the model's text. Out: why it is dropped, as a note for
the trace; "" where it stands. Names, numbers and quoted texts are what an answer hangs on; the words between
them are the model's.
"""

from __future__ import annotations

import re
from calendar import month_name
from collections.abc import Callable, Iterable, Iterator, Sequence

from kgqa.language import Language, fold
from kgqa.linking.mentions import QUOTED, codes
from kgqa.linking.tokens import Token, key, tokenise
from kgqa.rephrase.amounts import missing
from kgqa.rephrase.reply import Mention
from kgqa.rephrase.tongue import is_small

IsName = Callable[[str], bool]  # whether a phrase names a thing of the graph

_MACHINE = re.compile(r"[{}<>`|\\]|https?:|\b(?:SELECT|ASK|CONSTRUCT|DESCRIBE|INSERT|DELETE|PREFIX)\b.*[?{<]")
_ENDS = re.compile(r"[.!?:;]\s*$")
_LONGEST_NAME = 5  # words of a name of a thing that is looked for
_KEPT = 3  # letters of a word that a full question has to keep
_BEGINNING = 4  # letters by which two forms of a word are known as one
_PART = 0.5  # of the words that tell something, which a full question has to keep


def unfaithful_full(full: str, question: str, thread: str, lang: Language | None, is_name: IsName) -> str:
    """Why a full question is dropped. `lang` is that of the question, None where it is not read."""
    around = f"{question}\n{thread}"
    if reason := _foreign_to(full, around) or _quoted_elsewhere(full, around):
        return reason
    if number := missing(full, around):
        return f"the number {number} is nowhere in the thread"
    if name := next(_strange_names(full, around, lang, is_name), ""):
        return f"“{name}” is nowhere in the thread"
    if number := missing(question, full):
        return f"the number {number} was left out"
    if not _keeps(full, question, lang):
        return "it leaves out what was asked"
    return ""


def unfaithful_translation(
    translation: str, source: str, mentions: Iterable[Mention], lang: Language, is_name: IsName
) -> str:
    """Why a translation of `source` is dropped; `lang` is the language of the translation."""
    spoken = "\n".join((source, *(m.translated for m in mentions)))
    if reason := _foreign_to(translation, source) or _quoted_elsewhere(translation, spoken):
        return reason
    if number := missing(translation, source, few=True):
        return f"the number {number} is not in the question"
    if number := missing(source, f"{translation} {_months(translation)}", few=True):
        return f"the number {number} was left out"
    if name := next(_strange_names(translation, spoken, lang, is_name), ""):
        return f"“{name}” is not in the question"
    return ""


def stands_in(text: str, *texts: str) -> bool:
    """Whether words stand in one of the texts, whatever their case and the blanks between them."""
    wanted = _plain(text)
    return bool(wanted) and any(wanted in _plain(other) for other in texts)


def _plain(text: str) -> str:
    return " ".join(fold(text).split())


# ── what must not be there ───────────────────────────────────────────────────────────────────────


def _foreign_to(text: str, around: str) -> str:
    """A query, an address or a code that nobody spoke of."""
    if (found := _MACHINE.search(text)) and found[0] not in around:
        return "it is no question in words"
    strange = next((c for s, e in codes(text) if not stands_in(c := text[s:e], around)), "")
    return f"“{strange}” was not spoken of" if strange else ""


def _quoted_elsewhere(text: str, around: str) -> str:
    inside = (next(g for g in m.groups() if g) for m in QUOTED.finditer(text))
    strange = next((q for q in inside if not stands_in(q, around)), "")
    return f"“{strange}” was not said" if strange else ""


def _strange_names(text: str, around: str, lang: Language | None, is_name: IsName) -> Iterator[str]:
    """Names that stand nowhere: words in capitals, and words that name a thing of the graph."""
    known = {t.folded for t in tokenise(around)}
    stems = {lang.stem(w) for w in known} if lang else known
    tokens = tokenise(text)
    yield from _strange_runs(text, tokens, around, lang, is_name)
    for n, token in enumerate(tokens):
        stem = lang.stem(token.folded) if lang else token.folded
        if token.folded in known or stem in stems or (lang and token.folded in lang.stop):
            continue
        begins = n == 0 or bool(_ENDS.search(text[tokens[n - 1].end : token.start]))
        if token.text[0].isupper() and not _is_ordinary(token, begins, lang):
            yield token.text


def _strange_runs(
    text: str, tokens: Sequence[Token], around: str, lang: Language | None, is_name: IsName
) -> Iterator[str]:
    """Words, one or several, that name a thing of the graph and stand nowhere else."""
    small = [t.folded in lang.stop if lang else is_small(t.folded) for t in tokens]
    for size in range(_LONGEST_NAME, 0, -1):
        for first in range(len(tokens) - size + 1):
            run = text[tokens[first].start : tokens[first + size - 1].end]
            if all(small[first : first + size]):
                continue  # "in" is the code of a country, too
            if is_name(run) and not stands_in(key(run), key(around)):
                yield run


def _is_ordinary(token: Token, begins: bool, lang: Language | None) -> bool:
    """Whether a word with a capital is one of the language: at the start of a sentence, or a German noun."""
    if lang is None:
        return begins
    is_free = begins or lang.data["capital_nouns"] or token.text in month_name
    return is_free and (lang.knows(token.text) or lang.knows(token.text.lower()))


# ── what must be there ───────────────────────────────────────────────────────────────────────────


def _keeps(full: str, question: str, lang: Language | None) -> bool:
    """Whether the full question has the question's names, and half of the words that tell something."""
    tokens = tokenise(question)
    telling = [t for t in tokens if len(t.text) >= _KEPT and not _says_little(t, lang)]
    there = key(full).split()
    kept = [t for t in telling if any(_same_word(t.folded, other) for other in there)]
    named = [t for n, t in enumerate(tokens) if n and t.text[0].isupper() and not t.text.isupper()]
    if lang and not lang.data["capital_nouns"] and not all(t in kept for t in named if t in telling):
        return False
    if any(not stands_in(next(g for g in m.groups() if g), full) for m in QUOTED.finditer(question)):
        return False
    is_spaced = lang is not None or len(tokens) > 1
    return not telling or not is_spaced or len(kept) >= (_PART * len(telling) if lang else 1)


def _says_little(token: Token, lang: Language | None) -> bool:
    if lang is None:
        return is_small(token.folded)
    follow = {w for n in ("starts", "persons", "things", "any", "several", "ones") for w in _words(n, lang)}
    edits = {w for phrase in lang.table("edit") for w in phrase.split()}
    return token.folded in lang.stop or token.folded in follow or token.folded in edits


def _words(name: str, lang: Language) -> Iterator[str]:
    return (w for phrase in lang.phrases(f"follow_up.{name}") for w in phrase.split())


def _same_word(one: str, other: str) -> bool:
    if one == other:
        return True
    size = max(_BEGINNING, min(len(one), len(other)) - 2)
    return min(len(one), len(other)) >= _BEGINNING and one[:size] == other[:size]


def _months(text: str) -> str:
    """The numbers of the months that a text names."""
    words = {t.folded for t in tokenise(text)}
    return " ".join(str(n) for n, name in enumerate(month_name) if name and name.lower() in words)
