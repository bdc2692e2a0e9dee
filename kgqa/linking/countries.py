"""Countries as people write them: "US", "French", "polnische" -> the other names of the same country.

In: a folded word or phrase. Out: folded names, codes included (names by CLDR through babel).
"""

from __future__ import annotations

from functools import cache

from babel import Locale

from kgqa.language import LANGUAGES, Language, fold, language
from kgqa.linking.tokens import key

_ALPHA_2 = 2
# How graphs write the names that CLDR writes otherwise.
_ALSO = {
    "US": ("united states of america", "usa"),
    "GB": ("uk", "great britain", "england"),
    "CZ": ("czech republic",),
    "KR": ("south korea", "korea"),
    "NL": ("the netherlands", "holland"),
    "TR": ("turkey",),
    "RU": ("russian federation",),
    "AE": ("uae",),
    "CI": ("ivory coast",),
}


def other_names(phrase: str, lang: Language) -> tuple[str, ...]:
    """The names of the country that `phrase` (folded) means, other than itself; () when it means none."""
    code = _by_name().get(phrase) or _by_demonym(lang.code).get(phrase)
    if code is None:  # adjectives may be inflected: polnische, polnischen, polnischer
        known = _by_demonym(lang.code)
        stems = (phrase[:-n] for n in range(1, lang.data["inflected_letters"] + 1))
        code = next((known[stem] for stem in stems if stem in known), None)
    if code is None:
        return ()
    return tuple(n for n in _names()[code] if n != phrase)


@cache
def _names() -> dict[str, tuple[str, ...]]:
    found: dict[str, dict[str, None]] = {}
    for code in LANGUAGES:
        for territory, name in Locale(code).territories.items():
            if len(territory) == _ALPHA_2 and territory.isalpha():
                names = found.setdefault(territory, {})
                names[key(name)] = None
    return {
        code: (*names, *_ALSO.get(code, ()), code.lower())
        for code, names in found.items()
        if code not in ("EU", "UN", "ZZ")
    }


@cache
def _by_name() -> dict[str, str]:
    # Two-letter codes are words of their own in lower case ("in", "it"): the caller sees to capitals.
    return {name: code for code, names in _names().items() for name in names}


@cache
def _by_demonym(code: str) -> dict[str, str]:
    table = language(code).data.get("demonyms", {})
    return {fold(word): country for country, words in table.items() for word in words}
