"""What the description of a class says that its things are: a site is "a building in which equipment is
installed", so that people may call it a building.

In: the description of a class, as the ontology has it. Out: names that nobody gave, from its first nouns: the
genus of a definition by genus and difference. What is no definition gives none: "Links an employee to a
team", "Code list.".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import takewhile

from kgqa.language import LANGUAGES, Language, everywhere, fold, language

_CLAUSE = re.compile(r"[.;:(!?\u2013]|\s-\s")  # what ends the first clause
_APOSTROPHES = frozenset("'\u2019")
_WORD = re.compile(r"[^\W\d_][\w'\u2019-]*|,|/")
_MOST = 3  # words of a name, and those that tell what a German noun is like
_SHORTEST = 4  # letters of a name
_ATTRIBUTE = ("e", "er", "es", "en")  # how a German word ends that tells what a noun is like
_ALSO = re.compile(
    r"(?:\balso\s+(?:called|known\s+as)|\bcolloquially|\bumgangssprachlich(?:\s+auch)?|\bauch)\s+(?:an?\s+|the\s+)?"
    r"[\"\u201c\u201e]?(?P<name>[^\W\d_]+(?:[ -][^\W\d_]+){0,2}?)[\"\u201c\u201d]?"
    r"(?:\s+(?:or|oder)\s+(?P<other>[^\W\d_]+))?(?=\s*(?:[.;,:()]|genannt\b|$))",
    re.IGNORECASE,
)


def also_called(description: str) -> Iterator[str]:
    """What a description says that a term is also called: "also called a van", "auch Bauer genannt"."""
    for found in _ALSO.finditer(description):
        begins = found[0].split(maxsplit=1)[0].casefold()
        if begins == "auch" and not description[found.end() :].lstrip().startswith("genannt"):
            continue  # "auch ausgeschiedene"
        yield from filter(None, (found["name"], found["other"]))


def amounts(description: str) -> Iterator[str]:
    """What a description says that a number is, with its first words: "Invoiced value excl. VAT"."""
    words = _CLAUSE.split(description.strip(), maxsplit=1)[0].replace(",", " , ").split()
    aside = everywhere("description.aside")
    name = [*takewhile(lambda word: word != "," and fold(word) not in aside, words)]
    is_amount = bool(name) and fold(name[-1]) in everywhere("amount_words") | everywhere("additive_words")
    if is_amount and 1 < len(name) <= _MOST:
        yield " ".join(name)


def genera(description: str) -> Iterator[tuple[str, str]]:
    """The names that a description gives, each with its language."""
    clause = _CLAUSE.split(description.strip(), maxsplit=1)[0]
    words = _WORD.findall(clause)
    lang = _language(words)
    if lang is None or not words:
        return
    found = _german(words, lang) if lang.code == "de" else _english(words, lang)
    for name in found:
        last = lang.lemma(name.split()[-1])
        if len(name) >= _SHORTEST and last not in lang.fillers and fold(name) not in lang.stop:
            yield name, lang.code


def _language(words: list[str]) -> Language | None:
    """The language whose small words a text has; None where it is of neither."""
    folded = {fold(w) for w in words}
    known = [language(code) for code in LANGUAGES]
    small = {lang.code: len(folded & lang.phrases("description.small")) for lang in known}
    best = max(small, key=lambda code: small[code])
    if small[best]:
        return language(best) if list(small.values()).count(small[best]) == 1 else None
    return language("de") if len(words) == 1 and words[0][:1].isupper() else None


def _english(words: list[str], lang: Language) -> Iterator[str]:
    """“A building in which …", "Field engineer who …"."""
    is_led = fold(words[0]) in lang.phrases("description.articles")
    begun = words[1:] if is_led else words
    nouns: list[str] = []
    for n, word in enumerate(begun):
        folded = fold(word)
        if (
            folded in lang.phrases("description.ends")
            or (nouns and _is_participle(word, lang))
            or word in ",/"
        ):
            defines = is_led or folded in lang.phrases("relative")
            break
        if _APOSTROPHES.intersection(word) or folded in lang.stop | lang.phrases("conjunction"):
            return
        if n == 0 and not is_led and lang.lemma(word) != folded:
            return  # "Links an employee …", "Grows coffee"
        nouns.append(word)
    else:
        defines = is_led
    if len(nouns) > 1 and not nouns[-1].endswith("s") and lang.lemma(nouns[-1]) != fold(nouns[-1]):
        nouns.pop()  # "a certificate held by …"
    if defines and 0 < len(nouns) <= _MOST:
        yield " ".join(nouns)
        if len(nouns) > 1:
            yield nouns[-1]


def _is_participle(word: str, lang: Language) -> bool:
    return word.endswith(("ed", "ing")) and lang.lemma(word) != fold(word)


def _german(words: list[str], lang: Language) -> Iterator[str]:
    """“Gebäude oder Grundstück, an dem …", "Ein Schein, den …", "Eigene Niederlassung mit …"."""
    begun = words[1:] if fold(words[0]) in lang.phrases("description.articles") else words
    for n, word in enumerate(begun):
        behind = begun[n + 1 : n + 2]
        leads = bool(behind) and (behind[0][:1].isupper() or (behind[0] == "," and word.endswith(_ATTRIBUTE)))
        is_noun = word[:1].isupper() and (n > 0 or not leads)
        if is_noun:
            if n == 0 and begun is words and lang.lemma(word) != fold(word):
                return  # "Ordnet einen Mitarbeiter …"
            if not word.endswith("-"):
                yield word
            if behind and (behind[0] == "/" or fold(behind[0]) in lang.phrases("description.either")):
                yield from (w for w in begun[n + 2 : n + 3] if w[:1].isupper())
            return
        if not word.endswith(_ATTRIBUTE) or n == _MOST:
            return
