"""Which words of a question may name something: everything that is no function word, no instruction and no
word of the language alone.

In: tokens of a question. Out: truths about them, and the quoted stretches of a text. No index is asked here.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from kgqa.language import Language, language
from kgqa.language.operations import lasting, places
from kgqa.linking.tokens import Token, tokenise
from kgqa.types import Link

_SLIP = 4  # shorter words are too near to each other
_CUT_SHORT = re.compile(r"(?:^|[\s.])[A-Z][^\W\d_]{0,4}$")  # what stands before the dot of "Prof. Lind"
_DOUBLE = r"[\"\u201c\u201d\u201e\u00ab\u00bb]"
_BREAK = re.compile(r"[,;?!]\s")
_END = re.compile(r"[.]\s+[A-Z]")
_MARK = re.compile(_DOUBLE)
_QUOTED_BEFORE = re.compile(rf"^(?:(?!{_DOUBLE}).)*[^\W\d_]{_DOUBLE}\s")  # what was quoted ends here
_CODE = re.compile(  # what is taken is not given back, or a word of forty capitals takes hours
    r"(?<![\w.+-])[\w.+-]++@\w[\w-]*+(?:\.\w[\w-]*+)+"  # liv.skaar@company.example
    r"|https?://[^\s<>\"]+[^\s<>\".,;:!?)\]]"
    r"|(?<![\w-])[A-Z][A-Za-z]*+[A-Z0-9]*+(?:[-/._][A-Z0-9]++)*[-/._][A-Z]?\d\w*+(?:[-/._]\w++)*"  # WR-201
)
QUOTED = re.compile(
    rf"{_DOUBLE}([^\"\u201c\u201d\u201e\u00ab\u00bb]{{1,200}}){_DOUBLE}"
    r"|(?<!\w)['\u2018]([^'\u2018\u2019]{1,200})['\u2019](?!\w)"
)


def is_empty(token: Token, lang: Language) -> bool:
    """Whether a word carries no meaning for a graph: a function word, unless written as an acronym ("US") or
    as a letter ("on pontoon A").
    """
    folded = token.folded
    if folded not in _small(lang.code) and not folded.isdigit():
        return False
    if len(token.text) == 1:
        return not (token.text.isupper() and token.start and folded in lang.phrases("indefinite"))
    return not token.text.isupper()


@cache
def _small(code: str) -> frozenset[str]:
    """Function words, titles, and question words with a slip."""
    lang = language(code)
    return lang.stop | lang.phrases("titles") | _slips(lang)


def _slips(lang: Language) -> frozenset[str]:
    """Question words as people mistype them: one letter left out or two exchanged ("wich", "waht")."""
    found = set()
    words = {
        w for name in ("who", "when", "where", "ask_phrases") for w in lang.phrases(name) if " " not in w
    }
    for word in words:
        if len(word) >= _SLIP:
            found |= {word[:i] + word[i + 1 :] for i in range(1, len(word))}
            found |= {word[:i] + word[i + 1] + word[i] + word[i + 2 :] for i in range(len(word) - 1)}
    return frozenset(found - words)


def spans_a_break(phrase: str) -> bool:
    """Names do not run over the end of a clause, or of what is quoted; the dot of a word cut short
    ("St. Gallen") ends none.
    """
    if phrase.isalnum():
        return False
    if _BREAK.search(phrase) or _QUOTED_BEFORE.search(phrase):
        return True
    return any(not _CUT_SHORT.search(phrase[: m.start()]) for m in _END.finditer(phrase))


def has_breaks(text: str) -> bool:
    """Whether any phrase of a text may span a break: one look at the whole spares one at each of its runs."""
    return bool(_BREAK.search(text) or _END.search(text) or _MARK.search(text))


def quoted(text: str) -> list[tuple[int, int]]:
    """Where the text has something in quotation marks."""
    return [m.span() for m in QUOTED.finditer(text)]


def codes(text: str) -> list[tuple[int, int]]:
    """Where the text has codes, e-mail addresses and the like, which mean what they mean as a whole alone."""
    return [m.span() for m in _CODE.finditer(text)]


def is_small_code(phrase: str) -> bool:
    """Whether a phrase is a code though its words are small ones and numbers: "so-2024-0007"."""
    is_joined = any(c in phrase for c in "-/._") and not any(c.isspace() for c in phrase)
    return is_joined and any(map(str.isdigit, phrase)) and any(map(str.isalpha, phrase))


def is_instruction(token: Token, lang: Language) -> bool:
    """Words that say what to do ("first", "best", "average") name nothing."""
    return any(token.folded in lang.table(name) for name in ("ordinals", "superlative", "aggregate"))


def is_ordinary(token: Token, lang: Language) -> bool:
    """Whether a word is one of the language's own, so that it is no slip in a name and no part of one."""
    if not token.text.islower():
        lemma = lang.lemma(token.text)
        return lemma in lang.adjectives or (lang.data["capital_nouns"] and lemma in lang.fillers)
    return lang.knows(token.text)


def idle(words: Sequence[str], lang: Language) -> frozenset[int]:
    """The places of folded words in phrases that ask for nothing, "so far", "on the books", or for what holds
    now, which takes away what has ended and else nothing, or at all levels.
    """
    asking = lang.phrases("idle") | lang.phrases("current.phrases") | lang.phrases("levels.phrases")
    return frozenset(i for phrase in (*places(words, asking), *lasting(words, lang)) for i in phrase)


def unlinked(text: str, links: Sequence[Link], lang: Language) -> tuple[str, ...]:
    """The words with a meaning of their own that no link covers; of a code, the whole."""
    inside, tokens = codes(text), tokenise(text)
    silent = idle([t.folded for t in tokens], lang)
    found: dict[tuple[int, int], None] = {}
    for i, token in enumerate(tokens):
        if (
            i not in silent
            and not is_empty(token, lang)
            and not any(n.start <= token.start and token.end <= n.end for n in links)
        ):
            span = next(((s, e) for s, e in inside if s <= token.start < e), (token.start, token.end))
            found[span] = None
    return tuple(text[start:end] for start, end in found)
