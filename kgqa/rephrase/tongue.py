"""Which language a text is in, as far as that decides who can read it: the parser, or only a model.

In: a text, and what was asked before it. Out: a Tongue. A language that is read needs few signs; a foreign
one must be sure, since asking a model takes seconds: more of its small words than of the languages that are
read, or another script. Names tell no language ("Banco de la Nación", “Les Enfants du paradis”).
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from itertools import pairwise

from kgqa.language import LANGUAGES, Language, fold, is_common_verb, language
from kgqa.linking.mentions import QUOTED, codes
from kgqa.linking.tokens import Token, tokenise
from kgqa.types import Question

UNKNOWN = "und"  # a language of which only that it is not read is known (ISO 639-2)
_TURNS = 3  # how far back the language of a thread is looked for
_KNOWN = 0.5  # what a word of a dictionary tells, beside a small word
_LETTER = 0.5  # what a letter tells that the languages that are read have not
_SHORTEST = 3  # letters of a word that a dictionary can tell
_STRANGE = 3  # words of no language that is read, from which the language is in doubt
_OWN_LETTERS = frozenset("äöüßéèêàçñ")  # in the words of the languages that are read, or on loan there
_OPENING = ("¿", "¡")
_UNSPACED = ("zh", "ja", "th", "km", "lo", "my", "bo")
_LETTERS_OF_A_WORD = 2  # where words are not set apart
_WORD_OF_MANY = 6  # letters of a word of such a script that has an alphabet


@dataclass(frozen=True, slots=True)
class Tongue:
    """`code` is the language's ISO 639-1 code, or UNKNOWN; `is_read` says that the parser reads it, and
    `is_sure` that the words leave no doubt of that or of its opposite.
    """

    code: str
    is_read: bool
    is_sure: bool

    @property
    def is_foreign(self) -> bool:
        """Whether it is certain that only a model can read it."""
        return self.is_sure and not self.is_read


def tongue_of(question: Question) -> Tongue:
    """The language of a question: as its words tell, that of the thread ("Teléfono?"), or as given. What was
    given may be a guess, and who has chosen French may still write in English.
    """
    own = tongue(question.text)
    if own.is_sure and own.code != UNKNOWN:
        return own
    given = re.split("[-_]", question.language)[0].lower()
    if given and given not in LANGUAGES:
        return Tongue(given, is_read=False, is_sure=True)
    for turn in reversed(question.history[-_TURNS:] if own.code == UNKNOWN and own.is_read else ()):
        before = tongue(turn.question)
        if before.is_sure and (before.code != UNKNOWN or before.is_foreign):
            return before
    return Tongue(given, is_read=True, is_sure=True) if given and own.is_read else own


@lru_cache(maxsize=2_000)
def tongue(text: str) -> Tongue:
    """The language of a text by its words alone. What says nothing ("Tembo") counts as read, with its code
    UNKNOWN.
    """
    plain = _without_quotes(text)
    if script := _script(plain):
        return Tongue(script, is_read=False, is_sure=True)
    words = list(_unnamed(tokenise(plain.lower() if plain.isupper() else plain)))
    read = {code: _small_words(words, language(code)) for code in LANGUAGES}
    most = max(read.values())
    foreign = Counter(code for w in words for code in _small_in().get(w.folded, ()))
    best = max(foreign.values(), default=0)
    there = best + 2 * plain.startswith(_OPENING) + _LETTER * sum(_is_foreign_word(w) for w in words)
    telling = [code for code in LANGUAGES if read[code] == most]
    own = telling[0] if most and len(telling) == 1 else UNKNOWN
    if most > there:  # whatever the dictionaries know of the other words
        return Tongue(own, is_read=True, is_sure=True)
    here = most + _KNOWN * max(sum(_is_known(w, language(code)) for w in words) for code in LANGUAGES)
    if there and there >= here and len(words) > 1:
        likely = [code for code, count in foreign.items() if count == best]
        code = likely[0] if len(likely) == 1 else UNKNOWN
        return Tongue(code, is_read=False, is_sure=there > here and not _may_be_name(plain))
    strange = [w for w in words if len(w.text) >= _SHORTEST and w.text.islower()]
    if not here and len(strange) >= _STRANGE:
        return Tongue(UNKNOWN, is_read=False, is_sure=False)
    return Tongue(own, is_read=True, is_sure=bool(here))


def _without_quotes(text: str) -> str:
    """The text without what is quoted in it, and without codes and addresses."""
    bare = list(QUOTED.sub(lambda found: " " * len(found[0]), text))
    for start, end in codes("".join(bare)):
        bare[start:end] = " " * (end - start)
    return "".join(bare).strip()


# ── scripts ──────────────────────────────────────────────────────────────────────────────────────


def _script(text: str) -> str:
    """The language of the script that the text is in; "" for Latin letters. Names may be in any script."""
    if text.isascii():
        return ""
    letters = Counter(_script_of(c) for c in text if c.isalpha())
    latin = letters.pop("", 0)
    if not letters:
        return ""
    found = "ja" if letters["ja"] else max(letters, key=lambda code: letters[code])
    size = sum(letters.values())
    if found in _UNSPACED:
        words = size / (_LETTERS_OF_A_WORD if found in ("zh", "ja") else _WORD_OF_MANY)
    else:
        words = sum(1 for t in tokenise(text) if any(_script_of(c) for c in t.text))
    small = sum(_small_words(tokenise(text), language(code)) for code in LANGUAGES) if latin else 0
    return found if words > small else ""


@lru_cache(maxsize=5_000)
def _script_of(letter: str) -> str:
    """The language of a letter's script; "" for Latin and for scripts that are not known."""
    if letter.isascii():
        return ""
    first = unicodedata.name(letter, "").split(" ")[0].split("-")[0]
    return _scripts().get(first, "")


# ── words ────────────────────────────────────────────────────────────────────────────────────────


def _unnamed(tokens: Sequence[Token]) -> Iterator[Token]:
    """The words that are part of no name: no capitals but the first, nor small words between two of them."""
    big = [n for n, t in enumerate(tokens) if n and not t.text[0].islower()]
    inside = {n for a, b in pairwise(big) if b - a <= _STRANGE for n in range(a, b)}
    yield from (t for n, t in enumerate(tokens) if n not in inside and n not in big)


def _may_be_name(text: str) -> bool:
    """Whether a text begins and ends like a name: “Banco de la Nación”."""
    words = tokenise(text)
    return text[-1:].isalnum() and words[0].text[0].isupper() and words[-1].text[0].isupper()


def _small_words(words: Sequence[Token], lang: Language) -> int:
    return sum(w.folded in _telling(lang) or is_common_verb(w.folded, lang) for w in words)


@cache
def _telling(lang: Language) -> frozenset[str]:
    """The words that tell a language that is read: function words, and those of follow-ups."""
    names = ("persons", "things", "any", "several", "why", "starts")
    follow = {w for n in names for p in lang.phrases(f"follow_up.{n}") for w in p.split()}
    return lang.stop.union(follow, (w for w in lang.table("edit") if " " not in w))


def is_small(folded: str) -> bool:
    """Whether a word is a small one of some language that is not read."""
    return folded in _small_in()


def _is_known(word: Token, lang: Language) -> bool:
    """Whether a dictionary has a word that is no small one."""
    return (
        len(word.text) >= _SHORTEST
        and word.folded not in _telling(lang)
        and not is_small(word.folded)
        and (lang.knows(word.text) or lang.knows(word.text.lower()))
    )


def _is_foreign_word(word: Token) -> bool:
    text = word.text
    return not text.isascii() and any(
        not c.isascii() and c.isalpha() and c not in _OWN_LETTERS for c in text.lower()
    )


# ── the tables ───────────────────────────────────────────────────────────────────────────────────


@cache
def _tables() -> dict[str, dict[str, str] | str]:
    return tomllib.loads(files("kgqa.rephrase").joinpath("tongues.toml").read_text("utf-8"))


@cache
def _small_in() -> dict[str, tuple[str, ...]]:
    """Small words, folded, with the languages that have them."""
    found: defaultdict[str, dict[str, None]] = defaultdict(dict)
    for code, words in _tables().items():
        for word in words.split() if isinstance(words, str) else ():
            found[fold(word)][code] = None
    return {word: tuple(codes) for word, codes in found.items()}


@cache
def _scripts() -> dict[str, str]:
    return {
        name: code for part in _tables().values() if isinstance(part, dict) for name, code in part.items()
    }
