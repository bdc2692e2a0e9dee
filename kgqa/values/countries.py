"""Countries as people write them: "US", "French", "polnische", "DEU" -> the other names of the same country.

In: a folded word or phrase. Out: the names of the country in every language that Querist reads, its official
names and its codes: those of CLDR (babel) and ISO 3166 (pycountry). No library that is looked after knows the
adjectives in several languages, so those are in the languages' own [demonyms].
"""

from __future__ import annotations

import gettext
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from typing import Any

from babel import Locale

from kgqa.language import LANGUAGES, Language, fold, language
from kgqa.linking.tokens import key

_ALPHA_2 = 2
_NO_COUNTRIES = frozenset(("EU", "EZ", "UN", "XA", "XB", "ZZ"))
# How graphs write the names that neither source has.
_ALSO = {
    "US": ("united states of america", "the united states", "america", "u s", "u s a"),
    "GB": ("UK", "great britain", "england", "u k", "vereinigtes konigreich", "grossbritannien"),
    "CZ": ("czech republic",),
    "KR": ("south korea", "korea", "republic of korea"),
    "KP": ("north korea",),
    "NL": ("the netherlands", "holland"),
    "TR": ("turkey",),
    "RU": ("russian federation",),
    "AE": ("UAE", "emirates"),
    "CI": ("ivory coast", "elfenbeinkuste"),
    "CD": ("dr congo", "DRC", "congo kinshasa", "democratic republic of congo"),
    "CG": ("republic of congo", "congo brazzaville"),
    "HK": ("hong kong", "hongkong"),
    "MO": ("macao", "macau"),
    "MM": ("burma", "myanmar"),
    "MK": ("macedonia",),
    "SZ": ("swaziland",),
    "CV": ("cape verde",),
    "VA": ("vatican", "holy see"),
    "PS": ("palestine",),
    "BY": ("weissrussland",),
}


def other_names(phrase: str, lang: Language) -> tuple[str, ...]:
    """The names of the countries that `phrase` (folded) means, other than itself; () for none. Codes are
    in capitals, and are a country's only where a graph writes them so: "de" is a language.
    """
    codes = countries(phrase, lang)
    if not codes:
        return ()
    found = (n for code in codes for n in _names()[code])
    return tuple(dict.fromkeys(n for n in found if fold(n) != phrase))


def countries(phrase: str, lang: Language) -> tuple[str, ...]:
    """The ISO 3166 codes of the countries that a folded phrase means: two for "Congolese", mostly one.

    Codes are words of their own in lower case ("in", "can"): the caller sees to capitals.
    """
    first, blank, _ = phrase.partition(" ")
    if blank and first not in _openings(lang.code):
        return ()  # like most runs of words of a question
    if found := _by_name().get(phrase) or _by_demonym(lang.code).get(phrase):
        return found
    known = _by_demonym(lang.code)  # adjectives may be inflected, and people are many: polnische, Germans
    stems = (phrase[:-n] for n in range(1, lang.data["inflected_letters"] + 1))
    return next((known[stem] for stem in stems if stem in known), ())


@cache
def _names() -> dict[str, tuple[str, ...]]:
    found: defaultdict[str, dict[str, None]] = defaultdict(dict)
    for code in LANGUAGES:
        for territory, name in Locale(code).territories.items():
            if len(territory) == _ALPHA_2 and territory.isalpha() and territory not in _NO_COUNTRIES:
                found[territory] |= dict.fromkeys(_spellings(name))
    official = {code: dict.fromkeys(_official(code)) for code in found}
    return {
        code: tuple(names | official[code] | dict.fromkeys((*_ALSO.get(code, ()), code)))
        for code, names in found.items()
    }


def _spellings(name: str) -> Iterator[str]:
    """A name of CLDR with what graphs write for its "&", "St." and brackets."""
    yield key(name)
    if "&" in name:
        yield key(name.replace("&", "and"))
    if "St." in name:
        yield key(name.replace("St.", "Saint"))
    if "(" in name:
        yield key(name.partition("(")[0])


def _official(code: str) -> Iterator[str]:
    """The names of ISO 3166, in each language, and the code of three letters."""
    import pycountry

    country = pycountry.countries.get(alpha_2=code)
    if country is None:
        return
    for field in ("name", "common_name", "official_name"):
        if name := getattr(country, field, None):
            for lang in LANGUAGES:
                yield from _spellings(name if lang == "en" else _translations(lang).gettext(name))
    yield country.alpha_3


@cache
def _translations(lang: str) -> Any:
    import pycountry

    return gettext.translation("iso3166-1", pycountry.LOCALES_DIR, languages=[lang], fallback=True)


@cache
def _by_name() -> dict[str, tuple[str, ...]]:
    found: defaultdict[str, dict[str, None]] = defaultdict(dict)
    for code, names in _names().items():
        for name in names:
            found[fold(name)][code] = None
    return {name: tuple(codes) for name, codes in found.items()}


@cache
def _openings(code: str) -> frozenset[str]:
    """The words with which the names of countries, and of what is theirs, begin."""
    return frozenset(name.partition(" ")[0] for table in (_by_name(), _by_demonym(code)) for name in table)


@cache
def _by_demonym(code: str) -> dict[str, tuple[str, ...]]:
    found: defaultdict[str, dict[str, None]] = defaultdict(dict)
    for country, words in language(code).data["demonyms"].items():
        for word in words:
            found[key(word)][country] = None
            if code == "en" and not word.endswith(("s", "sh", "ch", "se")):
                found[key(word + "s")].setdefault(country)
    return {word: tuple(countries) for word, countries in found.items()}
