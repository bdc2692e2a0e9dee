"""What the words of column names are short for: a word of a database or an export -> the words that it means.

In: a name as programs write it ("cust_nm"). Out: what it says when it is spelled out, with the language of
the words; () where none of its words is known to be short.
"""

from __future__ import annotations

import tomllib
from functools import cache, lru_cache
from importlib.resources import files
from itertools import islice, product

from kgqa.language import LANGUAGES, fold, language

MOST = 6  # readings of one name that are kept
_LONGEST = 8  # words of a name that is spelled out


@lru_cache(maxsize=20_000)
def spelled_out(name: str, *, whole: bool = True) -> tuple[tuple[str, str], ...]:
    """What a name of words with blanks between them may say, the likeliest first, each with its language:
    "cust nm" -> ("customer name", "en"). Of the languages those count that know the most of its words. Before
    one that is not `whole` something stands.
    """
    words = name.split()
    if not words or len(words) > _LONGEST:
        return ()
    last = len(words) - 1 if len(words) > 1 or not whole else -1
    known = {code: [_meant(w, code, last=i == last) for i, w in enumerate(words)] for code in LANGUAGES}
    most = max(sum(map(bool, meant)) for meant in known.values())
    found: dict[str, str] = {}
    for code, meant in known.items():
        shown = [word for word, some in zip(words, meant, strict=True) if some]
        if most and len(shown) == most and not all(_is_word(word, code) for word in shown):
            choices = [some or (word,) for some, word in zip(meant, words, strict=True)]
            for said in islice(product(*choices), MOST):
                found.setdefault(" ".join(said), code)
    return tuple(found.items())[:MOST]


def is_short(word: str) -> bool:
    """Whether a folded word is known to be short for others."""
    return any(word in _table(code) for code in LANGUAGES)


def _is_word(word: str, code: str) -> bool:
    """Whether a short word is one of the language as well; in capitals it is a table's name."""
    return fold(word) in _words(code) and not word.isupper()


def _meant(word: str, code: str, *, last: bool) -> tuple[str, ...]:
    folded = fold(word)
    if folded in language(code).stop and not last:
        return ()
    return _table(code).get(folded, ())


@cache
def _table(code: str) -> dict[str, tuple[str, ...]]:
    return {short: tuple(long) for short, long in _read()[code].items()}


@cache
def _words(code: str) -> frozenset[str]:
    return frozenset(_read()["words"][code])


@cache
def _read() -> dict[str, dict[str, list[str]]]:
    return tomllib.loads(files("kgqa.language").joinpath("abbreviations.toml").read_text("utf-8"))
